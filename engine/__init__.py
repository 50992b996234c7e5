"""The games of Papan: pure values and functions. No input or output, no clock, no chance, no chat platform."""
