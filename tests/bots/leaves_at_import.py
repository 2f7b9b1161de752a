"""A file that wants to end its process, politely."""

raise SystemExit("not today")
