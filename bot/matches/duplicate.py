"""Duplicate: in a week the same positions are played in every chat, each pair from both sides, and what somebody makes
of one is compared with all who sat there. Pure.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import LIVE, Status

POSITIONS = 8
"""The positions of a week."""
DUPLICATE_GAMES = ("malaysian-checkers-8", "english-draughts", "malaysian-checkers", "russian-draughts")
"""The games, one a week by turns: their sides are alike."""
DUPLICATE_PACE = Pace.COFFEE
"""The same everywhere, so that all have as long for a turn."""
MOST_HERE = 40
"""The most people of one chat in a week."""
FOR_A_MEAN = 4
"""So many people of a chat must have been compared before it has a place among the chats."""

Who = TypeVar("Who", bound=Hashable)


class DuplicateState(Enum):
    """The state of a week, and of the card of a chat in it."""

    PLAYING = "playing"
    OVER = "over"


def week_of(now: datetime) -> str:
    """The week in which a moment lies, as ISO 8601 counts weeks: they begin on Mondays, by UTC."""
    found = now.astimezone(UTC).isocalendar()
    return f"{found.year}-W{found.week:02}"


def end_of(week: str) -> datetime:
    """The moment at which a week is over."""
    year, _, number = week.partition("-W")
    return datetime.fromisocalendar(int(year), int(number), 1).replace(tzinfo=UTC) + timedelta(days=7)


def game_of_week(week: str) -> str:
    """The key of the game of a week."""
    return DUPLICATE_GAMES[end_of(week).toordinal() // 7 % len(DUPLICATE_GAMES)]


@dataclass(frozen=True)
class DuplicateEntrant:
    """Somebody in a chat's duplicate, and the ``pair`` that they are one of; None as long as they wait for a partner.

    Once the week is over: the match points that they ``made`` of the ``possible`` ones, and their ``place``.
    """

    number: int
    player: str
    joined: datetime
    pair: int | None = None
    left: bool = False
    made: int | None = None
    possible: int | None = None
    place: int | None = None

    @property
    def points(self) -> "MatchPoints":
        """Their match points; none before the week is over."""
        return MatchPoints(self.made or 0, self.possible or 0)


@dataclass(frozen=True)
class DuplicateGame:
    """One of the two matches of a pair from a position: the one with number ``first`` has the first side.

    ``refused``: it could not be opened. ``worth`` is what it is worth to the first one in halves of a point, where it
    was over before the week was.
    """

    pair: int
    position: int
    leg: int
    first: int
    second: int
    match: str | None = None
    refused: bool = False
    status: Status | None = None
    worth: int | None = None

    @property
    def waits(self) -> bool:
        """Is it to be opened, or under way?"""
        return self.status in LIVE if self.match else not self.refused

    def has(self, number: int) -> bool:
        """Is it one of this entrant's?"""
        return number in (self.first, self.second)


@dataclass(frozen=True)
class DuplicateStep:
    """All that is due in a chat: matches to call off and games that are opened no more, people who wait for a partner
    again, new pairs, and the pairs that go on to a position.
    """

    ends: tuple[DuplicateGame, ...] = ()
    parted: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    positions: tuple[tuple[int, int, int, int], ...] = ()
    """For each pair that goes on: its number, the position, and the numbers of its two."""

    @property
    def is_none(self) -> bool:
        """Is nothing due?"""
        return self == DuplicateStep()


def duplicate_of(match: Match) -> MatchEvent | None:
    """The duplicate of a chat of which a match is one."""
    return match.event if match.event and match.event.kind is EventKind.DUPLICATE else None


def next_position(games: Iterable[DuplicateGame], *numbers: int) -> int:
    """The first position that none of these entrants has seen."""
    return max((game.position + 1 for game in games if any(map(game.has, numbers))), default=0)


def next_of_duplicate(
    entrants: Sequence[DuplicateEntrant], games: Sequence[DuplicateGame], apart: Collection[frozenset[str]]
) -> DuplicateStep:
    """All that is due in a chat as long as the week lasts; ``apart`` are players who do not meet.

    Whoever has lost a partner waits for one who has seen as many positions.
    """
    there = {each.number: each for each in entrants if not each.left}
    together: dict[int, list[DuplicateEntrant]] = defaultdict(list)
    for each in there.values():
        if each.pair is not None:
            together[each.pair].append(each)
    # One person may have two numbers: two have become one since.
    whole = {pair: two for pair, two in together.items() if len({each.player for each in two}) == 2}
    ends = tuple(game for game in games if game.waits and game.pair not in whole)
    parted = tuple(each.number for pair, two in together.items() if pair not in whole for each in two)
    if ends or parted:
        return DuplicateStep(ends, parted)
    positions = []
    for pair, (one, other) in sorted(whole.items()):
        position = next_position(games, one.number, other.number)
        if position < POSITIONS and not any(game.waits for game in games if game.pair == pair):
            positions.append((pair, position, one.number, other.number))
    waiting: dict[int, list[DuplicateEntrant]] = defaultdict(list)
    for each in there.values():
        if each.pair is None and (position := next_position(games, each.number)) < POSITIONS:
            waiting[position].append(each)
    pairs = [two for here in waiting.values() for two in _paired(here, apart)]
    return DuplicateStep(pairs=tuple(pairs), positions=tuple(positions))


def _paired(waiting: list[DuplicateEntrant], apart: Collection[frozenset[str]]) -> Iterable[tuple[int, int]]:
    """Pairs of those who wait, in the order in which they came."""
    left = list(waiting)
    while left:
        one = left.pop(0)
        for other in left:
            if other.player != one.player and frozenset((one.player, other.player)) not in apart:
                left.remove(other)
                yield one.number, other.number
                break


@dataclass(frozen=True)
class Sitting(Generic[Who]):
    """The worth of what somebody has made of a side of a position, in halves of a point."""

    who: Who
    position: int
    side: int
    worth: int


@dataclass(frozen=True)
class MatchPoints:
    """Match points, and how many would have been possible against those with whom one was compared."""

    made: int = 0
    possible: int = 0

    @property
    def share(self) -> Fraction | None:
        """The part of the possible ones; None for who was compared with nobody."""
        return Fraction(self.made, self.possible) if self.possible else None


def match_points(sittings: Iterable[Sitting[Who]]) -> dict[Who, MatchPoints]:
    """The match points of all who sat anywhere: 2 for each who did worse from the same side of the same position, 1 for
    each who did as well.
    """
    found = list(sittings)
    made: Mapping[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for each in found:
        made[each.position, each.side][each.worth] += 1
    points: dict[Who, MatchPoints] = {}
    for each in found:
        here, before = made[each.position, each.side], points.get(each.who, MatchPoints())
        worse = sum(count for worth, count in here.items() if worth < each.worth)
        points[each.who] = MatchPoints(
            before.made + 2 * worse + here[each.worth] - 1, before.possible + 2 * (here.total() - 1)
        )
    return points


def sittings_of(games: Iterable[tuple[str, DuplicateGame]]) -> list[Sitting[tuple[str, int]]]:
    """The sittings of games that count, each with its duplicate, which with a number says who sat there."""
    return [
        Sitting((duplicate, number), game.position, side, worth)
        for duplicate, game in games
        if game.worth is not None
        for side, number, worth in ((0, game.first, game.worth), (1, game.second, 2 - game.worth))
    ]


def mean_of(points: Iterable[MatchPoints]) -> Fraction | None:
    """The mean of the people of a chat, by which it is compared with others; None where too few were compared."""
    shares = [each.share for each in points if each.share is not None]
    return sum(shares, Fraction(0)) / len(shares) if len(shares) >= FOR_A_MEAN else None


def places_by(shares: Mapping[Who, Fraction]) -> dict[Who, int]:
    """The place of each by their shares; whoever has as much has the same place."""
    return {who: 1 + sum(other > share for other in shares.values()) for who, share in shares.items()}


@dataclass(frozen=True)
class DuplicateStanding:
    """A week that is over: the match points of all, by their duplicate and number, their places in their chats, and the
    places of the chats.
    """

    points: Mapping[tuple[str, int], MatchPoints]
    places: Mapping[tuple[str, int], int]
    chats: Mapping[str, int]


def standing_of(games: Iterable[tuple[str, DuplicateGame]]) -> DuplicateStanding:
    """The standing of a week, by the games that count in it."""
    points = match_points(sittings_of(games))
    chats: dict[str, dict[tuple[str, int], MatchPoints]] = defaultdict(dict)
    for who, made in points.items():
        chats[who[0]][who] = made
    places: dict[tuple[str, int], int] = {}
    for people in chats.values():
        places |= places_by({who: each.share for who, each in people.items() if each.share is not None})
    means = {chat: mean for chat, people in chats.items() if (mean := mean_of(people.values())) is not None}
    return DuplicateStanding(points, places, places_by(means))
