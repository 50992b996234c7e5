"""The use cases: each loads, decides and saves in one transaction."""
