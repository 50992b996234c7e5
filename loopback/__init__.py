"""Servers on 127.0.0.1 that play Discord and Telegram, and a PostgreSQL: for tests, measurements and tools."""
