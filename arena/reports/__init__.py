"""Reports: standings, progress and games, for people and programs to read."""
