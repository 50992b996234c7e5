"""Papan put together from its parts, as the settings ask for it."""
