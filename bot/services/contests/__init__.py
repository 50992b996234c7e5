"""Contests made of ordinary matches: ladders."""
