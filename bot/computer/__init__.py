"""All that thinks: the pool of search processes, the computer's turns, analyses that wait in line, puzzles mined."""
