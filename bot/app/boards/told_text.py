"""What is said of how a player is told: that they cannot be written to, and that several matches wait for them."""

from bot.words import Words


def told_here_instead(name: str, say: Words) -> str:
    """The sentence beside a board for the player called ``name``, who wants to be told in private and cannot be."""
    return say("I cannot write to {name} in private, so I say it here.", name=name)


def several_wait(name: str, count: int, say: Words) -> str:
    """The sentence that ``count`` matches wait for the player called ``name``, in place of one for each."""
    return say.plural(
        "{name}, {count} match waits for you. /games", "{name}, {count} matches wait for you. /games", count, name=name
    )
