"""The command line: parsing, and what each command does."""
