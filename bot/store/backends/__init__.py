"""What SQLite and PostgreSQL each need."""
