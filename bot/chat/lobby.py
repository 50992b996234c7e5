"""The lobby as values: the games, what is told of each, and the matches that somebody may go on with, join or watch."""

from dataclasses import dataclass

from bot.chat.live_board import PieceName
from engine.moves import Move


@dataclass(frozen=True)
class GameCard:
    """A game as it is offered: its key, its name and what it is about, the name of its family.

    ``first``: one of those that come first. ``easy``: learned in a minute. ``taught``: there are lessons of it.
    ``words``: all by which it is found.
    """

    key: str
    name: str
    summary: str
    family: str
    first: bool
    easy: bool
    taught: bool
    words: str


@dataclass(frozen=True)
class ListedMatch:
    """A match in a list: its code, the key and the name of its game, against whom, and how it stands.

    ``waits``: for this person to act. ``left``: the milliseconds that the side to move has in a match in which seconds
    count and its time runs. The last fields are those of a ``LiveBoard``, to be seen and not touched.
    """

    code: str
    game: str
    players: str
    state: str
    waits: bool
    left: int | None
    ruleset: str
    ply: int
    bottom: int
    cells: str
    stacks: tuple[tuple[int, int], ...]
    last: Move | None


@dataclass(frozen=True)
class TodaysPuzzle:
    """The puzzle of today: its game, what is to be reached, and how many have solved it, empty where nobody counts.

    The other fields are those of a ``LiveBoard``, to be seen and not touched.
    """

    game: str
    goal: str
    solved: str
    ruleset: str
    ply: int
    bottom: int
    cells: str
    stacks: tuple[tuple[int, int], ...]
    last: Move | None


@dataclass(frozen=True)
class MistakeToTry:
    """A turn of a person's own that turned a match, to be tried again: a sentence, and the words that lead there."""

    text: str
    label: str


@dataclass(frozen=True)
class Lobby:
    """The matches for one person: their own, the urgent ones first; open invitations of others; those to watch.

    With the puzzle of today and a mistake of their own, where there is one; ``ladder``: has the place ladders?
    """

    mine: tuple[ListedMatch, ...]
    invitations: tuple[ListedMatch, ...]
    watched: tuple[ListedMatch, ...]
    today: TodaysPuzzle | None = None
    mistake: MistakeToTry | None = None
    ladder: bool = False


@dataclass(frozen=True)
class FinishedMatches:
    """Some of a person's finished matches, the last one first, and after how many the ``next`` ones come, if any do."""

    matches: tuple[ListedMatch, ...]
    next: int | None


@dataclass(frozen=True)
class RatingShown:
    """A rating in words under its ``label``, and what it was after each of the last matches, where that is told."""

    label: str
    text: str
    course: tuple[float, ...]


@dataclass(frozen=True)
class ScoreShown:
    """A score under its ``label``, and in words; ``who`` is the key of the page of whom it is against, if there is."""

    label: str
    told: str
    won: int
    drawn: int
    lost: int
    who: str = ""


@dataclass(frozen=True)
class BadgeShown:
    """A badge, with what stands on it: the level of the computer that was beaten and its name, or the shield of a
    ladder; in which game, and when.
    """

    mark: str
    name: str
    game: str
    day: str


@dataclass(frozen=True)
class PersonPage:
    """The page of a person, who may be its reader's ``own``.

    ``numbers`` are the few that say most, each with what it counts; ``note`` is to be read with the ratings, ``more``
    with the badges, ``none`` says that no match is finished. ``met`` are the scores against those whom a reader has met
    most, or the one of the reader against this person. ``followed``: by the reader; None where they cannot follow.
    """

    name: str
    own: bool
    numbers: tuple[tuple[str, str], ...]
    ratings: tuple[RatingShown, ...]
    note: str
    scores: tuple[ScoreShown, ...]
    none: str
    badges: tuple[BadgeShown, ...]
    more: str
    matches: tuple[ListedMatch, ...]
    met: tuple[ScoreShown, ...]
    followed: bool | None


@dataclass(frozen=True)
class GameSection:
    """A part of a game's rules: its key, its title, and its sentences."""

    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class GameVariant:
    """The same game by other rules: its key, its name and how it differs."""

    key: str
    name: str
    difference: str


@dataclass(frozen=True)
class ShownPosition:
    """A position in the rules of a game, to be seen and not touched; ``caption`` says what it shows, ``alt`` all of it.

    The other fields are those of a ``LiveBoard``. ``section`` is the key of the part of the rules to which it belongs.
    ``advice`` and ``forbidden`` are arrows from point to point: a move that is allowed there, and one that is not.
    """

    section: str
    caption: str
    alt: str
    cells: str
    stacks: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, int], ...]
    turn: int
    last: Move | None
    advice: tuple[tuple[int, int], ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class RuleCard:
    """The rule behind a ``reason`` for which a move is refused, in sentences, with an example."""

    reason: str
    title: str
    lines: tuple[str, ...]
    picture: ShownPosition


@dataclass(frozen=True)
class GameTerm:
    """A term of a match that the sheet of a game asks for, by its ``name`` in the frame that begins a match.

    ``options`` are its values as ``/play`` takes them, each with what it means; the first leaves the term away. A
    term without them is ticked where it is not as ``usual``. ``paces`` are those at which it may be so, ``beside_none``
    the terms beside which it may not. ``alone``: those who play without another person are asked too.
    """

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    usual: bool | None
    paces: tuple[str, ...]
    beside_none: tuple[str, ...]
    alone: bool


@dataclass(frozen=True)
class GamePage:
    """All about a game, in the language of the reader; ``sources`` are the texts that its rules are taken from.

    ``likeness`` compares it with another game; it is empty where there is none, or the summary says as much.
    """

    key: str
    name: str
    summary: str
    likeness: str
    family: str
    easy: bool
    sections: tuple[GameSection, ...]
    sources: GameSection
    variants: tuple[GameVariant, ...]
    pictures: tuple[ShownPosition, ...]
    refusals: tuple[RuleCard, ...]
    pieces: tuple[PieceName, ...]
    sides: tuple[str, str]
    levels: tuple[str, ...]
    """The names of the levels of the computer, from the lowest on."""
    paces: tuple[tuple[str, str], ...]
    """The paces of a match between two people, each as ``/play`` takes it, with its name and times."""
    terms: tuple[GameTerm, ...]
    """The other terms that its sheet asks for."""
