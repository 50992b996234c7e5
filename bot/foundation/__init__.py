"""Tools unaware of Papan: errors for people, pauses after failures, memory with a maximum, the HTTP server."""
