"""The app: commands in, answers out. ``Papan`` is the only door the platforms use."""
