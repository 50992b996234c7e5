"""What a match is at one moment: its players, its game and its offers; whose turn it is, and who may do what."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from bot.matches.happening import Happening
from bot.matches.limits import UNDO_WITHIN
from bot.matches.refusals import (
    AlreadyTaken,
    MatchOver,
    NotForYou,
    NothingToTakeBack,
    NotInMatch,
    NotStarted,
    NotYourTurn,
    OwnInvitation,
    StaleBoard,
)
from bot.matches.status import Status
from engine.game import Game

Plies = tuple[int | None, int | None]
"""A ply for each side, or none."""


@dataclass(frozen=True)
class MatchState:
    """One match; what can be done in it is a ``Match``. Sides are 0 and 1 as in the ruleset; players are opaque ids.

    ``host_side`` is the side the host chose, None for a coin toss. ``draw_asked`` holds, for each side, the ply at
    which it last offered a draw, and ``takeback_asked`` that at which it last asked for a takeback. ``actor`` made the
    latest change, which is what ``happened``. ``version`` grows with every change, also when the game goes back.
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
    rematch_by: str | None = None
    hints: tuple[int, int] = (0, 0)
    """How many hints each side has taken."""
    takeback_asked: Plies = (None, None)
    rematch_refused: bool = False
    happened: Happening = Happening.INVITED

    @property
    def practice(self) -> bool:
        """Does one person play both sides?"""
        return self.seats[0] is not None and self.seats[0] == self.seats[1]

    @property
    def open(self) -> bool:
        """Is it an invitation to anybody?"""
        return self.status is Status.INVITED and self.invited is None and self.invited_handle is None

    @property
    def to_act(self) -> tuple[str, ...]:
        """The players who are to act: to answer an offer, else to move or to accept."""
        if self.status is Status.INVITED:
            return (self.invited,) if self.invited else ()
        if self.status is not Status.PLAYING:
            return ()
        offer = self.takeback if self.takeback is not None else self.draw_offer
        awaited = self.seats[self.game.turn if offer is None else 1 - offer]
        return (awaited,) if awaited else ()

    @property
    def undo_until(self) -> datetime | None:
        """Until when the player who moved last may take the move back at once; None where nobody may."""
        if self.status is not Status.PLAYING or self.moved_at is None or self.takeback is not None:
            return None
        return self.moved_at + UNDO_WITHIN

    def side_of(self, player: str) -> int | None:
        """The side a player has, None for a spectator; on a practice board the side to move."""
        if self.practice and player == self.seats[0]:
            return self.game.turn
        return self.seats.index(player) if player in self.seats else None

    def concerns(self, player: str) -> bool:
        """Does this person play in it, or could they: are they invited by name, or may anybody sit down?"""
        return self.open or self.names(player)

    def names(self, player: str) -> bool:
        """Is this person the host, a player, or invited by name?"""
        return player in (*self.seats, self.host, self.invited)

    def check_turn(self, player: str, ply: int | None = None) -> int:
        """The side of the player who is to move, at ``ply`` if that is given.

        Raises NotStarted, MatchOver, NotInMatch, StaleBoard, NotYourTurn.
        """
        side = self.check_playing(player)
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
            raise NotInMatch
        if self.status is not Status.PLAYING:
            raise MatchOver(self.status)
        return side

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

    def _check_may_accept(self, player: str, now: datetime) -> None:
        self._check_invitation(now)
        if player == self.host:
            raise OwnInvitation
        if not self.open and player != self.invited:
            raise NotForYou

    def _last_decision(self, side: int) -> int:
        """The ply at which a side last had to move and did."""
        for ply in range(self.game.ply - 1, -1, -1):
            if self.game.positions[ply].turn == side:
                return ply
        raise NothingToTakeBack

    def _turns_since(self, ply: int, side: int) -> int:
        """How often a side has moved since a ply."""
        return sum(position.turn == side for position in self.game.positions[ply : self.game.ply])

    def _next(self, actor: str | None, now: datetime, happened: Happening, **changes: Any) -> Self:
        return replace(self, actor=actor, changed=now, version=self.version + 1, happened=happened, **changes)
