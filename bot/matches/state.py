"""The state of a match: its players, its game and its offers, with the turn and the rights of each person."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Any, Self

from bot.matches.clock import Banks, Clock, Halt
from bot.matches.happening import Happening
from bot.matches.limits import READY_WITHIN, UNDO_WITHIN
from bot.matches.quiet_hours import QuietHours
from bot.matches.refusals import (
    AlreadyTaken,
    MatchOver,
    NotForYou,
    NothingToTakeBack,
    NotInMatch,
    NotReady,
    NotStarted,
    NotYourTurn,
    OnlyVotes,
    OwnInvitation,
    StaleBoard,
    TeamGathers,
)
from bot.matches.status import Status
from bot.matches.terms import UNTIMED, Terms
from engine.game import Game
from engine.moves import Move


@dataclass(frozen=True)
class Rest:
    """The choices of a player for turns to come: quiet hours each day, days away until a moment, and whether the only
    move that they have is played by itself.
    """

    quiet: QuietHours | None = None
    away: datetime | None = None
    forced: bool = False


class EventKind(Enum):
    """The kinds of contests that are made of matches."""

    LADDER = "ladder"
    VILLAGE = "village"
    """All in a chat are one player."""
    VILLAGES = "villages"
    """Two chats play against each other, each as one player."""
    SIMUL = "simul"
    """One host plays many boards."""
    TEAM = "team"
    """Some people of a chat are one player."""
    TEAMS = "teams"
    """Two teams of a chat play against each other."""
    BOARDS = "boards"
    """Two chats play against each other, each person of one against one of the other."""
    TOURNAMENT = "tournament"
    """Those who have entered play one another, round by round."""
    DUPLICATE = "duplicate"
    """The same positions are played in all chats in a week, and compared."""


COMPARED = (EventKind.BOARDS, EventKind.TOURNAMENT, EventKind.DUPLICATE)
"""The contests in which the results of many are compared."""


@dataclass(frozen=True)
class MatchEvent:
    """The contest to which a match belongs: its kind, and the id of its row; a village or a team is a player, of two
    teams the one that is the host, and the code of two villages that of their challenge.
    """

    kind: EventKind
    code: str


@dataclass(frozen=True)
class MatchOrigin:
    """The match from which another one goes on, by its code, and the number of its turns that were made by then."""

    code: str
    ply: int


Plies = tuple[int | None, int | None]
"""A ply for each side, or none."""


@dataclass(frozen=True)
class MatchState:
    """One match as data; ``Match`` adds the actions. Sides are 0 and 1 as in the ruleset; players are opaque ids.

    ``host_side`` is the side the host chose, None for a coin toss. ``draw_asked`` holds, for each side, the ply at
    which it last offered a draw, and ``takeback_asked`` that at which it last asked for a takeback. ``actor`` made the
    latest change, and ``happened`` is its kind. ``version`` grows with every change, also when the game goes back.
    """

    code: str
    game: Game
    status: Status
    host: str
    created: datetime
    changed: datetime
    invited: str | None = None
    invited_handle: tuple[str, str] | None = None
    host_side: int | None = None
    seats: tuple[str | None, str | None] = (None, None)
    draw_offer: int | None = None
    draw_asked: Plies = (None, None)
    takeback: int | None = None
    actor: str | None = None
    version: int = 1
    expires: datetime | None = None
    moved_at: datetime | None = None
    rematch_of: str | None = None
    mirror_of: str | None = None
    """The code of the other half of a mirror match under way or over."""
    origin: MatchOrigin | None = None
    """The match from whose position this one began, and every rematch of it."""
    event: MatchEvent | None = None
    rematch_by: str | None = None
    hints: tuple[int, int] = (0, 0)
    """The number of hints that each side has taken."""
    takeback_asked: Plies = (None, None)
    swap: int | None = None
    """The side that asks to go on with the sides exchanged."""
    swap_asked: int | None = None
    """The ply at which that was last asked for, by either side."""
    swaps: tuple[int, ...] = ()
    """The plies at which the two have exchanged their sides, in order; ``seats`` are those of the latest."""
    rematch_refused: bool = False
    happened: Happening = Happening.INVITED
    terms: Terms = UNTIMED
    clock: Clock | None = None
    """The clock of a match under way whose terms have a pace, else None."""
    banks: tuple[Banks, ...] = ()
    """The banks of both sides when each turn began: one entry for each position, if there is a clock."""
    rests: Mapping[str, Rest] = field(default_factory=dict, compare=False)
    """The rest of the players, by their ids, for turns to come. The clock keeps that of the present turn."""
    era: int = field(default=0, compare=False)
    """The present era of clocks (``Clock.skip``). Set where the match is to be changed or to begin."""
    ready: int | None = None
    """The side that is ready, while a live match waits for the other."""
    pause_asked: int | None = None
    """The side that asks for a pause, until ``pause_until``."""
    pause_until: datetime | None = None
    nudged_at: datetime | None = None
    """The moment of the latest nudge, of either side."""
    nudges: int = 0
    """The nudges in the present turn."""
    by_plan: bool = False
    """Was the latest move a planned answer?"""
    plan: tuple[tuple[Move, ...], ...] = field(default=(), compare=False)
    """The plan of the player who waits (bot/matches/planning.py). Set where the match is to be changed."""

    @property
    def practice(self) -> bool:
        """Does one person play both sides?"""
        return self.seats[0] is not None and self.seats[0] == self.seats[1]

    @property
    def counts(self) -> bool:
        """Does it count beyond its two: for ratings, or in a contest in which the results of many are compared?"""
        return self.terms.rated or (self.event is not None and self.event.kind in COMPARED)

    @property
    def villages(self) -> tuple[str, ...]:
        """The players who are villages or teams: those who speak for them have no seat."""
        if self.event is None:
            return ()
        if self.event.kind is EventKind.VILLAGES:
            return tuple(filter(None, self.seats))
        return (self.event.code,) if self.event.kind is EventKind.VILLAGE else self.teams

    @property
    def teams(self) -> tuple[str, ...]:
        """The players who are teams, for which their members choose."""
        if self.event is None or self.event.kind not in (EventKind.TEAM, EventKind.TEAMS):
            return ()
        return tuple(filter(None, (self.host, self.invited if self.event.kind is EventKind.TEAMS else None)))

    @property
    def never_begun(self) -> bool:
        """Was it called off because its two players were not both ready in time?"""
        return self.status is Status.CALLED_OFF and self.happened is Happening.CALLED_OFF and self.actor is None

    @property
    def open(self) -> bool:
        """Is it an invitation to anybody?"""
        return self.status is Status.INVITED and self.invited is None and self.invited_handle is None

    @property
    def countered(self) -> bool:
        """Is it an invitation that answers another one, with other terms?"""
        return self.status is Status.INVITED and self.happened is Happening.INVITED and self.changed > self.created

    @property
    def to_act(self) -> tuple[str, ...]:
        """The players to act: those who have an offer to answer, else those to move or to accept.

        A village answers in its own turn only, by its vote on that: until then the other is to move.
        """
        if self.status is Status.INVITED:
            return (self.invited,) if self.invited and not self.teams else ()  # a team gathers
        if self.status is not Status.PLAYING:
            return ()
        offer = next((each for each in (self.takeback, self.draw_offer, self.swap) if each is not None), None)
        awaited = self.seats[self.game.turn if offer is None or self.villages else 1 - offer]
        return (awaited,) if awaited else ()

    @property
    def awaits_ready(self) -> bool:
        """Is it a live match that begins when both players have said that they are ready?"""
        return self.clock is not None and self.clock.halt is Halt.READY

    @property
    def may_be_called_off(self) -> bool:
        """Has a side not moved yet?"""
        return len({position.turn for position in self.game.positions[:-1]}) < 2

    @property
    def undo_until(self) -> datetime | None:
        """The moment until which the last move may be taken back at once; None where it may not."""
        if self.status is not Status.PLAYING or self.moved_at is None or self.takeback is not None:
            return None
        if self.villages and self.mover(self.game.ply - 1) in self.villages:
            return None
        return self.moved_at + UNDO_WITHIN

    @property
    def wake(self) -> datetime | None:
        """The next moment at which something falls due by time; None if nothing does."""
        if self.status is Status.INVITED:
            return self.expires
        return self.clock.wake if self.clock and self.status is Status.PLAYING else None

    def side_of(self, player: str) -> int | None:
        """The side a player has, None for a spectator; on a practice board the side to move."""
        if self.practice and player == self.seats[0]:
            return self.game.turn
        return self.seats.index(player) if player in self.seats else None

    def mover(self, ply: int) -> str | None:
        """The player who had the side to move at a ply, which need not be theirs any more."""
        side = self.game.positions[ply].turn
        exchanged = sum(ply < each for each in self.swaps) % 2
        return self.seats[1 - side if exchanged else side]

    def other_of(self, player: str) -> str:
        """The opponent of a player in a match that has begun."""
        return next(seat for seat in self.seats if seat and (seat != player or self.practice))

    def concerns(self, player: str) -> bool:
        """Does this person play in the match, or may they: by an invitation to them or to anybody?"""
        return self.open or self.names(player)

    def names(self, player: str) -> bool:
        """Is this person the host, a player, or invited by name?"""
        return player in (*self.seats, self.host, self.invited)

    def check_turn(self, player: str, ply: int | None = None) -> int:
        """The side of the player who is to move, at ``ply`` if that is given.

        Raises NotStarted, MatchOver, NotInMatch, NotReady, StaleBoard, NotYourTurn.
        """
        side = self.check_playing(player)
        self._check_ready()
        self._check_ply(ply)
        if side != self.game.turn:
            raise NotYourTurn(self.code)
        return side

    def check_playing(self, player: str) -> int:
        """The side of a player in a match that is under way. Raises NotStarted, MatchOver, NotInMatch."""
        if self.status is Status.INVITED:
            raise NotStarted
        side = self.side_of(player)
        if side is None:
            raise OnlyVotes if self.villages else NotInMatch
        if self.status is not Status.PLAYING:
            raise MatchOver(self.status)
        return side

    def _check_ready(self) -> None:
        """Raises NotReady in a live match that waits for its players."""
        if self.awaits_ready:
            raise NotReady

    def _check_ply(self, ply: int | None) -> None:
        if ply is not None and ply != self.game.ply:
            raise StaleBoard(ply, self.game.ply)

    def _check_invitation(self, now: datetime) -> None:
        if self.status in (Status.PLAYING, Status.OVER):
            raise AlreadyTaken
        if self.status is not Status.INVITED:
            raise MatchOver(self.status)
        if self.expires is not None and self.expires <= now:
            raise MatchOver(Status.EXPIRED)

    def check_may_accept(self, player: str, now: datetime) -> None:
        self._check_invitation(now)
        if player == self.host:
            raise OwnInvitation
        if not self.open and player != self.invited:
            raise TeamGathers if self.teams else NotForYou

    def _last_decision(self, side: int) -> int:
        """The ply at which a side last had to move and did, since the sides were exchanged last."""
        first = self.swaps[-1] if self.swaps else 0
        for ply in range(self.game.ply - 1, first - 1, -1):
            if self.game.positions[ply].turn == side:
                return ply
        raise NothingToTakeBack

    def _turns_since(self, ply: int, side: int) -> int:
        """The number of turns that a side has taken since a ply."""
        return sum(position.turn == side for position in self.game.positions[ply : self.game.ply])

    def _next(self, actor: str | None, now: datetime, happened: Happening, **changes: Any) -> Self:
        """The match after an action, with its clock brought up to date, so that no action can forget the clock."""
        after = replace(self, actor=actor, changed=now, version=self.version + 1, happened=happened, **changes)
        if after.game.ply != self.game.ply:
            after = replace(after, nudges=0, by_plan=False, plan=(), swap=None)
        elif after.status is not Status.PLAYING:
            after = replace(after, plan=(), swap=None)
        return after if "clock" in changes else after._timed_since(self, now)

    def _end(self, player: str | None, happened: Happening, game: Game, now: datetime) -> Self:
        return self._next(player, now, happened, game=game, status=Status.OVER, draw_offer=None, takeback=None)

    def _started(self, now: datetime) -> Self:
        """The match that has just begun, with its clock, if it has one; a live one waits until both are ready."""
        pace, turn = self.terms.pace, self.game.turn
        if pace is None or self.status is not Status.PLAYING:
            return self
        clock = Clock.begin(pace, turn, now, self._rest_of(turn).quiet, rated=self.terms.rated, era=self.era)
        clock = clock.stop(now, Halt.READY, now + READY_WITHIN) if pace.live else self._unless_away(clock, now)
        return replace(self, clock=clock, banks=(clock.banks,))

    def _timed_since(self, before: "MatchState", now: datetime) -> Self:
        clock, turn = self.clock, self.game.turn
        if clock is None:
            return self
        if self.status is not Status.PLAYING:
            return self._over_since(before, clock, now)
        if self.game.ply == before.game.ply:
            return self
        quiet = self._rest_of(turn).quiet
        if self.game.ply > before.game.ply:
            pressed = clock.press(now, turn, quiet)
            banks = (*self.banks, pressed.banks)
        else:
            banks = self.banks[: self.game.ply + 1]
            pressed = clock.rewind(now, turn, banks[-1], quiet)
        if clock.halt is Halt.LEFT:
            pressed = replace(pressed.stop(now, Halt.LEFT, clock.halt_until), stage=clock.stage)
        else:
            pressed = self._unless_away(pressed, now)
        return replace(self, clock=pressed, banks=banks, pause_asked=None, pause_until=None)

    def _over_since(self, before: "MatchState", clock: Clock, now: datetime) -> Self:
        """The match that is over, by a move or otherwise, with its clock stopped."""
        banks = self.banks
        if self.game.ply > before.game.ply:
            clock = clock.press(now, self.game.turn, None)
            banks = (*banks, clock.banks)
        if before.status is Status.PLAYING:
            clock = clock.stop(now)
        return replace(self, clock=clock, banks=banks, ready=None, pause_asked=None, pause_until=None)

    def _unless_away(self, clock: Clock, now: datetime) -> Clock:
        """The clock, stopped if the player to move is away and the terms allow days away."""
        away = self._rest_of(clock.turn).away
        if away is None or away <= now or not self.terms.away or clock.pace.live:
            return clock
        return clock.stop(now, Halt.AWAY, away)

    def _rest_of(self, side: int) -> Rest:
        return self.rests.get(self.seats[side] or "", Rest())


def status_of(game: Game) -> Status:
    """The state of a match that has begun."""
    return Status.OVER if game.outcome else Status.PLAYING
