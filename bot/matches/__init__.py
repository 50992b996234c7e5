"""A match and all that may be done with it: pure values and functions, without input, output, clock or chance."""
