"""How a running Papan is watched: metrics, logs, a health page."""
