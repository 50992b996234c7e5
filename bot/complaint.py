"""What the command line tells in one sentence and ends with."""


class Complaint(Exception):
    """Papan cannot do what was asked; the text is one sentence for whoever sits at the command line."""

    status = 1
    """With what the process ends: 1 for trouble, 2 for a wrong command line."""
