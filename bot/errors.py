"""What the command line tells in one sentence and ends with."""


class UserError(Exception):
    """Papan cannot do what was asked; the text is one sentence for whoever sits at the command line."""

    status = 1
    """With what the process ends: 1 for trouble, 2 for a wrong command line."""


class CannotStart(UserError):
    """The platform cannot be used; the text is one sentence for the operator, without the token."""
