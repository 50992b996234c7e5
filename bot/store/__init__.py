"""Players, matches, moves and views in SQL. Nothing outside this package speaks SQL."""
