"""Matches: how they begin, go on and end, and what their players plan."""
