"""A file that never ends."""

while True:
    pass
