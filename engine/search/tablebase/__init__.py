"""Positions of few pieces, solved to the end: built once by ``papan tables``, then looked up by the search."""
