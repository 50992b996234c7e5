"""The changes that fall due with time, and those that come of leaving a chat."""
