"""What can be asked for: each use case loads, decides and saves in one transaction."""
