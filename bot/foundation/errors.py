"""Errors that end the command line with one sentence."""


class UserError(Exception):
    """Papan cannot do what was asked; the text is one sentence for the person at the command line."""

    status = 1
    """The exit status: 1 for a failure, 2 for a wrong command line."""


class CannotStart(UserError):
    """The platform cannot be used; the text is one sentence for the operator, without the token."""


class PlatformRefused(CannotStart):
    """The platform is there and refuses this bot, now and later: Papan goes on without it where there is another."""


class DatabaseBusy(UserError):
    """The database was away, or what was needed there was locked by others, for as long as a person may wait. Nothing
    was written; what was asked may be asked again. The text is one sentence for the operator.
    """
