"""The packages here are strangers': what tests they bring runs where they are installed."""

collect_ignore_glob = ["arena_*"]
