"""The two database backends: SQLite and PostgreSQL."""
