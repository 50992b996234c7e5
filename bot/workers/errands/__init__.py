"""The messages Papan sends by itself: a courier, what each failure means to it, and a file for each kind of errand."""
