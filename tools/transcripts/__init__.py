"""Whole conversations of matches, played on loopback platforms and written as pages to be read and looked at."""
