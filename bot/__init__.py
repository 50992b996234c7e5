"""Papan the chat bot: matches, their storage, and the platforms on which people play."""
