"""The messages that show matches, and what is said beside them: brought up to date after every change."""
