"""What knows nothing of Papan: errors for people, pauses after failures, the HTTP server."""
