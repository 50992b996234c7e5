"""The lobby as values: the games, and the matches that somebody may go on with, join or watch."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GameCard:
    """A game as it is offered: its key, its name and what it is about, the name of its family.

    ``first``: one of those that come first. ``easy``: learned in a minute. ``words``: all by which it is found.
    """

    key: str
    name: str
    summary: str
    family: str
    first: bool
    easy: bool
    words: str


@dataclass(frozen=True)
class ListedMatch:
    """A match in a list: its code, the key and the name of its game, against whom, and how it stands.

    ``waits``: for this person to act.
    """

    code: str
    ruleset: str
    game: str
    players: str
    state: str
    waits: bool


@dataclass(frozen=True)
class Lobby:
    """The matches for one person: their own, the urgent ones first; open invitations of others; those to watch."""

    mine: tuple[ListedMatch, ...]
    invitations: tuple[ListedMatch, ...]
    watched: tuple[ListedMatch, ...]
