"""Lessons, and puzzles of the files, of this Papan and of the day."""
