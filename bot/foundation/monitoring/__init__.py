"""Monitoring of a running Papan: metrics, logs, a health page."""
