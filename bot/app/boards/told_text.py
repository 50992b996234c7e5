"""Sentences about how a player is told: elsewhere than usual, and that several matches wait for them."""

from bot.words import Words


def told_here_instead(name: str, say: Words) -> str:
    """The sentence beside a board for the player called ``name``, who wants to be told in private and cannot be."""
    return say("I cannot write to {name} in private, so I say it here.", name=name)


def board_hidden(name: str, code: str, say: Words) -> str:
    """The sentences to the player called ``name`` that the board of a match cannot be shown, and how to go on."""
    text = say(
        "{name}, the board of {code} cannot be shown in its chat any more, so nobody sees a move there. To go on, each "
        "of you types /join {code} in a private chat with me.",
        name=name,
        code=code,
    )
    return with_others(text, say)


def board_closed(name: str, code: str, say: Words) -> str:
    """The sentences to the player called ``name`` that the staff of a chat has a match shown there no longer."""
    text = say(
        "{name}, the staff has decided that {code} is shown no longer where it stood. It goes on in private: each of "
        "you types /join {code} in a private chat with me.",
        name=name,
        code=code,
    )
    return with_others(text, say)


def with_others(text: str, say: Words) -> str:
    """A sentence about one match, which is said once for all matches in the same chat, and where to see them."""
    more = say("/games lists all your matches.")
    return f"{text} {more}"


def several_wait(name: str, count: int, say: Words) -> str:
    """The sentence that ``count`` matches wait for the player called ``name``, in place of one for each."""
    return say.plural(
        "{name}, {count} match waits for you. /games", "{name}, {count} matches wait for you. /games", count, name=name
    )
