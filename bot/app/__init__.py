"""The app: commands in, answers out. ``router.App`` is what the platforms call."""
