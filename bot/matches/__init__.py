"""What a match is and what may be done with it: pure values and functions, no input or output, no clock, no chance."""
