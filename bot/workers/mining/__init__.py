"""Puzzles from the matches that were finished here, looked for while nobody plays."""
