"""Closing in the process of a bot: the kernel's layers between a stranger's code and everything else.

`cell.Cell` puts them all on a forked process; `layers.Layers` tells which of them there are on this machine;
`probe.holes` tries from the inside whether they hold. Each module between is one layer, and knows of no other.
"""
