"""Measurements of speed and memory: ratios and medians of one run, never asserted in tests."""
