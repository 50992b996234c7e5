"""The values that the store returns, and how they are read from rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple, assert_never

from bot.matches.bids import bid_position, bids_in
from bot.matches.digest import Digest
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.names import in_text
from bot.matches.our_number import number_begun
from bot.matches.preferences import PREFERENCES
from bot.matches.quiet_hours import QuietHours
from bot.matches.state import EventKind, MatchEvent, MatchOrigin, Rest
from bot.matches.status import Status
from bot.store.clock_records import clock_columns, clock_of
from bot.store.connection import AnyRow
from bot.store.types import EPOCH, ImpossibleMoment
from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.moves import Move
from engine.notation import format_move, read_move
from engine.position import format_position, parse_position, start_position
from engine.ruleset import Ending, Ruleset


class BrokenRecord(Exception):
    """The rows of match ``code`` do not make a match: ``problem`` says where."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(f"{code}: {problem}")
        self.code = code
        self.problem = problem


@dataclass(frozen=True)
class BrokenMatch:
    """Stands for match ``code``, whose rows do not make a match under the present rules: ``problem`` says why."""

    code: str
    problem: str


class MadeMove(NamedTuple):
    """A move as it is stored: ``bank`` is what the mover then had left in it, where there is a clock."""

    ply: int
    text: str
    bank: timedelta | None = None


@dataclass(frozen=True)
class Player:
    """A person, by the account through which they speak: ``id`` is theirs on every platform.

    ``language``, ``theme`` and ``view`` are None while nothing is set.
    """

    id: str
    name: str
    handle: str
    platform: str
    account: str
    locale: str
    language: str | None = None
    theme: str | None = None
    view: str | None = None
    labels: str | None = None
    asks: str | None = None
    forced: str | None = None
    resigns: str | None = None
    zone: str | None = None
    quiet: str | None = None
    """Two numbers of minutes after midnight in their zone."""
    days_off: str | None = None
    """One or two days of the week, of which 0 is Monday."""
    auto_away: str | None = None
    digest_hours: str | None = None
    told: str | None = None
    invited_by: str | None = None
    listed: str | None = None
    mined: str | None = None
    table_talk: str | None = None
    away_until: datetime | None = None
    planned_from: datetime | None = None
    planned_until: datetime | None = None

    @property
    def spoken(self) -> str:
        """The language or locale in which they are addressed: the language that they chose, else the locale of their
        client; empty where neither is known."""
        return self.language or self.locale

    @property
    def rest(self) -> Rest:
        """Their times of rest."""
        return Rest(QuietHours.of(self.zone, self.quiet, self.days_off), self.away_until)

    @property
    def digest(self) -> Digest:
        """The hours of their digest, if they are told by one."""
        return Digest.of(self.zone, self.digest_hours)

    @property
    def person(self) -> Person:
        """The account as a platform knows it."""
        return Person(self.platform, self.account, self.name, self.handle, self.locale)


FIRST_TURNS = 4
"""So many moves of a match that is over are in its row too."""
LONGEST_WAIT = timedelta(hours=1)
"""A view is left alone for so long at most, whatever a platform asks for: then it is asked again."""


@dataclass(frozen=True)
class View:
    """A message that shows a match in a place; ``message`` is None until it is posted.

    ``shown_version`` is the version of the match that it shows, below 1 if it is to be shown again.
    ``perspective`` is the player whose side is at the bottom, None for the usual one. ``posts`` counts the messages
    this view has had, ``tries`` the failures since the last success. ``match_version`` is the version its match is at.
    ``left_behind``: so many messages stand below it that people do not see it. At ``lapses`` something that it shows is
    no longer true. ``thread_shows`` is set in a thread of the match's own: the status that its title tells. ``copy``: a
    player had the match shown there, while it lives elsewhere: there people are called, and its rematch is shown.
    ``nameless``: the staff has hidden the names of those who play. ``closed``: the staff has ended that it is shown
    there, so it gets its last picture, is frozen, and does not thaw.
    """

    id: str
    match: str
    place: Place
    language: str
    created: datetime
    perspective: str | None = None
    theme: str | None = None
    message: str | None = None
    shown_version: int = 0
    posts: int = 0
    frozen: bool = False
    tries: int = 0
    retry_at: datetime | None = None
    match_version: int = 0
    left_behind: bool = False
    lapses: datetime | None = None
    thread_shows: str | None = None
    copy: bool = False
    bottom: int | None = None
    nameless: bool = False
    closed: bool = False

    @property
    def key(self) -> str:
        """Names the view's present message: a repeated attempt to post it has the same key, a new message another."""
        return f"{self.id}-{self.posts}"

    def wait(self, now: datetime) -> float:
        """The seconds for which it is to be left alone yet, 0 or less for none."""
        wait = self.retry_at - now if self.retry_at else timedelta(0)
        # Nobody waits for longer: it was noted by a clock that was wrong then and has been put right.
        return wait.total_seconds() if wait <= LONGEST_WAIT else 0.0


def homes(views: Sequence[View]) -> list[View]:
    """The views where a match lives: all but copies, or the copies where there is nothing else."""
    return [view for view in views if not view.copy] or list(views)


def is_reached(match: Match, shown: Sequence[View]) -> bool:
    """Is there a board that the player to move can see? One that was not shown yet counts."""
    mover = match.seats[match.game.turn]
    views = [view for view in shown if not view.place.private or view.perspective == mover]
    return not views or any(not view.frozen for view in views)


def player_of(row: AnyRow) -> Player:
    """A player from a row of accounts joined with players."""
    return Player(
        row.player,
        in_text(row.name),
        row.handle,
        row.platform,
        row.account,
        row.locale,
        away_until=row.away_until,
        planned_from=row.planned_from,
        planned_until=row.planned_until,
        **{name: getattr(row, name) for name in PREFERENCES},
    )


MOMENTS_OF_VIEW = ("created", "retry_at", "lapses")
_OF_PLACE = [each.name for each in fields(Place)]
_OF_VIEW = [each.name for each in fields(View) if each.name != "place"]


def view_of(row: AnyRow, prefix: str = "") -> View:
    """A view from its row, whose columns may begin with a prefix.

    A text that is not a moment counts as long ago, so that the view is shown and written anew.
    """
    place = Place(*(getattr(row, prefix + name) for name in _OF_PLACE))
    values = {name: getattr(row, prefix + name) for name in _OF_VIEW}
    for name in MOMENTS_OF_VIEW:
        if isinstance(values[name], ImpossibleMoment):
            values[name] = EPOCH
    return View(place=place, **values)


def columns_of(match: Match) -> dict[str, object]:
    """The row of a match, its moves apart."""
    ruleset, game = match.game.ruleset, match.game
    start = game.positions[0]
    platform, handle = match.invited_handle or (None, None)
    return {
        "code": match.code,
        "ruleset": ruleset.key,
        "start": None if start == start_position(ruleset) else format_position(ruleset, start),
        "status": match.status.value,
        "host": match.host,
        "host_side": match.host_side,
        "invited": match.invited,
        "invited_platform": platform,
        "invited_handle": handle,
        "seat_0": match.seats[0],
        "seat_1": match.seats[1],
        "ply": game.ply,
        "turn": game.turn,
        "ending": game.outcome.ending.value if game.outcome else None,
        "first_turns": _first_turns(match),
        "winner": game.outcome.winner if game.outcome else None,
        "draw_offer": match.draw_offer,
        "draw_asked_0": match.draw_asked[0],
        "draw_asked_1": match.draw_asked[1],
        "takeback": match.takeback,
        "actor": match.actor,
        "version": match.version,
        "created": match.created,
        "changed": match.changed,
        "expires": match.expires,
        "moved_at": match.moved_at,
        "nudged_at": match.nudged_at,
        "nudges": match.nudges,
        "by_plan": match.by_plan,
        "rematch_of": match.rematch_of,
        "mirror_of": match.mirror_of,
        "origin": match.origin.code if match.origin else None,
        "origin_ply": match.origin.ply if match.origin else None,
        "event_kind": match.event.kind.value if match.event else None,
        "event_code": match.event.code if match.event else None,
        "rematch_by": match.rematch_by,
        "hints_0": match.hints[0],
        "hints_1": match.hints[1],
        "takeback_asked_0": match.takeback_asked[0],
        "takeback_asked_1": match.takeback_asked[1],
        "swap": match.swap,
        "swap_asked": match.swap_asked,
        "swaps": " ".join(map(str, match.swaps)) or None,
        "rematch_refused": match.rematch_refused,
        "happened": match.happened.value,
        **clock_columns(match),
    }


def read_match(row: AnyRow, made: list[MadeMove]) -> Match:
    """The match that a row and its moves make. Raises BrokenRecord for whatever does not make one."""
    try:
        for name in _MOMENTS:
            if isinstance(moment := getattr(row, name), ImpossibleMoment):
                raise BrokenRecord(row.code, f"{name} is {moment.number}, which is no moment")
        for name in _SIDES:
            if getattr(row, name) not in (None, 0, 1):
                raise BrokenRecord(row.code, f"{name} is {getattr(row, name)}, which is no side")
        match = match_of(row, replay(row, made), made)
    except BrokenRecord:
        raise
    except Exception as error:  # rows may hold anything: nothing else may come out of here
        raise BrokenRecord(row.code, f"cannot be read: {error}") from error
    bid, game = match.terms.bid, match.game
    if bid is not None and (not bids_in(game.ruleset) or game.positions[0] != bid_position(game.ruleset, bid)):
        raise BrokenRecord(row.code, f"has a bid of {bid}, and begins otherwise")
    if match.terms.our_number and number_begun(game) is None:
        raise BrokenRecord(row.code, "is for the number of two, and begins otherwise")
    return match


def _first_turns(match: Match) -> str | None:
    """The first moves of a match as its row keeps them: nothing while it is not over."""
    if match.status is not Status.OVER:
        return None
    return " ".join(format_move(match.game.ruleset, move) for move in match.game.moves[:FIRST_TURNS]) or None


_MOMENTS = (
    *("created", "changed", "expires", "moved_at", "nudged_at"),
    *("runs_since", "halt_until", "pause_until", "wake"),
)
_SIDES = ("host_side", "draw_offer", "takeback", "swap", "winner", "ready", "pause_asked")


def match_of(row: AnyRow, game: Game, made: list[MadeMove]) -> Match:
    """A match from its row, and the game its moves make. Raises BrokenClock, BrokenRecord."""
    swaps = tuple(map(int, row.swaps.split())) if row.swaps else ()
    if any(before >= ply for before, ply in pairwise((-1, *swaps, game.ply + 1))):
        raise BrokenRecord(row.code, f"says that sides were swapped at plies {row.swaps}, which do not follow another")
    by_handle = (row.invited_platform, row.invited_handle) if row.invited_handle else None
    return Match(
        code=row.code,
        game=game,
        status=Status(row.status),
        host=row.host,
        created=row.created,
        changed=row.changed,
        invited=row.invited,
        invited_handle=by_handle,
        host_side=row.host_side,
        seats=(row.seat_0, row.seat_1),
        draw_offer=row.draw_offer,
        draw_asked=(row.draw_asked_0, row.draw_asked_1),
        takeback=row.takeback,
        actor=row.actor,
        version=row.version,
        expires=row.expires,
        moved_at=row.moved_at,
        nudged_at=row.nudged_at,
        nudges=row.nudges,
        by_plan=row.by_plan,
        rematch_of=row.rematch_of,
        mirror_of=row.mirror_of,
        origin=MatchOrigin(row.origin, row.origin_ply) if row.origin else None,
        event=MatchEvent(EventKind(row.event_kind), row.event_code) if row.event_kind else None,
        rematch_by=row.rematch_by,
        hints=(row.hints_0, row.hints_1),
        takeback_asked=(row.takeback_asked_0, row.takeback_asked_1),
        swap=row.swap,
        swap_asked=row.swap_asked,
        swaps=swaps,
        rematch_refused=row.rematch_refused,
        happened=Happening(row.happened),
        **clock_of(row, game, [move.bank for move in made], swaps),
    )


def replay(row: AnyRow, made: list[MadeMove]) -> Game:
    """The game that the stored moves make, each a legal one in canonical notation, with its end.

    It may have been played when the past ended games later than now, or earlier. Raises BrokenRecord.
    """
    ruleset = find_ruleset(row.ruleset)
    game = Game.begin(ruleset, parse_position(ruleset, row.start) if row.start else None)
    for expected, (ply, text, _) in enumerate(made, 1):
        if ply != expected:
            raise BrokenRecord(row.code, f"ply {expected} is missing")
        game = game.play_on()
        if game.outcome:
            raise BrokenRecord(row.code, f"ply {ply} comes after the end of the game")
        game = game.play(_move(row.code, game, ruleset, ply, text))
    if game.outcome is None or game.outcome.ending.value != row.ending:
        game = game.play_on()
    if row.ending is None or game.outcome:
        return game
    ending = Ending(row.ending)
    match ending:
        case Ending.RESIGNATION | Ending.TIME:
            if row.winner is None:
                raise BrokenRecord(row.code, f"was lost by {ending.value}, and nobody has won")
            return game.forfeit(1 - row.winner, ending)
        case Ending.RULING:
            return game.give(Outcome(ending, row.winner))
        case Ending.COUNTER if game.may_have_been_counted_out:
            return game.give(Outcome(ending, None))
        case Ending.AGREEMENT | Ending.COUNT_OFF:
            return game.agree()
        case (
            Ending.NO_PIECES
            | Ending.FEW_LEFT
            | Ending.MATERIAL
            | Ending.BLOCKED
            | Ending.STUCK
            | Ending.HAND_USED_UP
            | Ending.REPETITION
            | Ending.COUNTER
            | Ending.STATED
        ):
            raise BrokenRecord(row.code, f"the moves do not end the game by {ending.value}")
        case _:
            assert_never(ending)


def _move(code: str, game: Game, ruleset: Ruleset, ply: int, text: str) -> Move:
    move = read_move(ruleset, game.position, text)
    if move is None or not game.is_legal(move):
        raise BrokenRecord(code, f"{text} at ply {ply} is not a legal move")
    return move


@dataclass(frozen=True)
class StoredMessage:
    """A message; ``changed`` numbers its latest change within the room, ``only_for`` is the one person who sees it."""

    id: str
    room: str
    seq: int
    changed: int
    author: str | None
    only_for: str | None
    body: Mapping[str, object]
    picture: str | None
    deleted: bool
