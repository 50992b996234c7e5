"""The computer player: the rulesets compiled to flat tables, and searched (NumPy and Numba)."""
