"""A match: its players, its game and its offers. Each action gives a new Match or raises an ActionRefused.

Pure: no input or output, no clock, no chance. Time and coin tosses are arguments.
"""

from dataclasses import replace
from datetime import datetime

from bot.matches.happening import Happening
from bot.matches.limits import INVITATION_LASTS, MOVES_BETWEEN_DRAW_OFFERS, REMATCH_WITHIN, UNDO_WITHIN
from bot.matches.refusals import (
    AlreadyTaken,
    DrawAlreadyOffered,
    DrawTooSoon,
    IllegalHere,
    NoDrawOffered,
    NoRematchAsked,
    NoTakebackAsked,
    NotForYou,
    NotInMatch,
    NotStarted,
    RematchRefused,
    StillInvitation,
    TakebackAlreadyAsked,
    TakebackRefused,
    TooLateForRematch,
    TooLateToCallOff,
    TooLateToUndo,
)
from bot.matches.state import MatchState, Plies
from bot.matches.status import Status
from engine.game import Game
from engine.moves import Move


class Match(MatchState):
    """A match and the actions of its players."""

    @classmethod
    def invite(
        cls,
        code: str,
        game: Game,
        host: str,
        now: datetime,
        invited: str | None = None,
        invited_handle: tuple[str, str] | None = None,
        host_side: int | None = None,
    ) -> "Match":
        """An invitation: to a player, to a person known by (platform, handle) only, or to anybody."""
        return cls(
            code=code,
            game=game,
            status=Status.INVITED,
            host=host,
            created=now,
            changed=now,
            invited=invited,
            invited_handle=invited_handle,
            host_side=host_side,
            seats=_seated(host, host_side, None),
            actor=host,
            expires=now + INVITATION_LASTS,
        )

    @classmethod
    def practise(cls, code: str, game: Game, host: str, now: datetime) -> "Match":
        """A board on which one person moves both sides."""
        return cls(
            code, game, _status(game), host, now, now, host, None, 0, (host, host), actor=host, happened=Happening.BEGUN
        )

    def accept(self, player: str, coin: int, now: datetime) -> "Match":
        """Take the free seat; where the host left it to chance, ``coin`` is the side the host gets.

        Raises OwnInvitation, NotForYou, AlreadyTaken, MatchOver.
        """
        self._check_may_accept(player, now)
        return self._begin(player, coin if self.host_side is None else self.host_side, now)

    def sit(self, player: str, side: int, now: datetime) -> "Match":
        """Take a side of one's choice, where the host left that open. Raises what ``accept`` raises."""
        self._check_may_accept(player, now)
        if self.host_side == side:
            raise AlreadyTaken
        return self._begin(player, 1 - side, now)

    def decline(self, player: str, now: datetime) -> "Match":
        """Turn an invitation down. Raises OwnInvitation, NotForYou, AlreadyTaken, MatchOver."""
        self._check_may_accept(player, now)
        if self.open:
            raise NotForYou
        return self._next(player, now, Happening.DECLINED, status=Status.DECLINED, expires=None)

    def withdraw(self, player: str, now: datetime) -> "Match":
        """Take the own invitation back. Raises NotForYou, AlreadyTaken, MatchOver."""
        self._check_invitation(now)
        if player != self.host:
            raise NotForYou
        return self._next(player, now, Happening.WITHDRAWN, status=Status.WITHDRAWN, expires=None)

    def expire(self, now: datetime) -> "Match":
        """The match once its time to be accepted is over; unchanged where it is not."""
        if self.status is Status.INVITED and self.expires is not None and self.expires <= now:
            return self._next(None, now, Happening.EXPIRED, status=Status.EXPIRED, expires=None)
        return self

    def move(self, player: str, move: Move, ply: int | None, now: datetime) -> "Match":
        """Make a move that was chosen at ``ply`` (None: whatever the board is now).

        Raises NotStarted, MatchOver, NotInMatch, StaleBoard, NotYourTurn, IllegalHere.
        """
        side = self.check_turn(player, ply)
        if not self.game.is_legal(move):
            raise IllegalHere(move)
        game = self.game.play(move)
        # An offer made with the own move stands until the other side moves; moving is declining.
        offer = self.draw_offer if self.draw_offer == side and not game.outcome else None
        return self._next(
            player,
            now,
            Happening.MOVED,
            game=game,
            status=_status(game),
            moved_at=now,
            draw_offer=offer,
            takeback=None,
        )

    def take_hint(self, player: str, now: datetime) -> "Match":
        """Note that a player is shown what the computer would play; that stays on the match.

        Raises NotStarted, MatchOver, NotInMatch, NotYourTurn.
        """
        side = self.check_turn(player)
        first, second = self.hints
        hints = (first + 1, second) if side == 0 else (first, second + 1)
        return self._next(player, now, Happening.HINT_TAKEN, hints=hints)

    def offer_draw(self, player: str, now: datetime) -> "Match":
        """Offer a draw, or accept the other's; on a practice board it is one at once.

        Raises NotStarted, MatchOver, NotInMatch, DrawAlreadyOffered, DrawTooSoon.
        """
        side = self.check_playing(player)
        if self.practice or self.draw_offer == 1 - side:
            return self._end(player, Happening.DRAW_AGREED, self.game.agree(), now)
        if self.draw_offer == side:
            raise DrawAlreadyOffered
        asked = self.draw_asked[side]
        if asked is not None and (since := self._turns_since(asked, side)) < MOVES_BETWEEN_DRAW_OFFERS:
            raise DrawTooSoon(MOVES_BETWEEN_DRAW_OFFERS - since)
        return self._next(
            player,
            now,
            Happening.DRAW_OFFERED,
            draw_offer=side,
            draw_asked=_with(self.draw_asked, side, self.game.ply),
        )

    def answer_draw(self, player: str, accept: bool, now: datetime) -> "Match":
        """Accept or decline the other's draw. Raises NotStarted, MatchOver, NotInMatch, NoDrawOffered, NotForYou."""
        side = self.check_playing(player)
        if self.draw_offer is None:
            raise NoDrawOffered
        if self.draw_offer == side:
            raise NotForYou
        if accept:
            return self._end(player, Happening.DRAW_AGREED, self.game.agree(), now)
        return self._next(player, now, Happening.DRAW_REFUSED, draw_offer=None)

    def resign(self, player: str, now: datetime, side: int | None = None) -> "Match":
        """Resign the match; on a practice board for ``side``, or the side to move.

        Raises StillInvitation, MatchOver, NotInMatch.
        """
        if self.status is Status.INVITED:
            raise StillInvitation
        own = self.check_playing(player)
        game = self.game.resign(side if self.practice and side is not None else own)
        return self._end(player, Happening.RESIGNED, game, now)

    def undo(self, player: str, now: datetime) -> "Match":
        """Take the own last move back at once: within ``UNDO_WITHIN``, and while it is not answered.

        On a practice board there is no time limit. Raises NotStarted, MatchOver, NotInMatch, NothingToTakeBack,
        TooLateToUndo.
        """
        side = self.check_playing(player)
        if self.practice:
            return self._rewind(player, Happening.UNDONE, self._last_decision(1 - side), now)
        last = self._last_decision(side)
        if last != self.game.ply - 1 or self.moved_at is None or now - self.moved_at > UNDO_WITHIN:
            raise TooLateToUndo
        return self._rewind(player, Happening.UNDONE, last, now)

    def ask_takeback(self, player: str, now: datetime) -> "Match":
        """Ask to go back to one's own last decision, one or two plies; on a practice board it happens at once.

        Raises NotStarted, MatchOver, NotInMatch, NothingToTakeBack, TakebackAlreadyAsked, TakebackRefused.
        """
        side = self.check_playing(player)
        if self.practice:
            return self.undo(player, now)
        self._last_decision(side)
        if self.takeback is not None:
            raise TakebackAlreadyAsked
        asked = self.takeback_asked[side]
        if asked is not None and not self._turns_since(asked, side):
            raise TakebackRefused
        return self._next(
            player,
            now,
            Happening.TAKEBACK_ASKED,
            takeback=side,
            takeback_asked=_with(self.takeback_asked, side, self.game.ply),
        )

    def answer_takeback(self, player: str, accept: bool, now: datetime) -> "Match":
        """Answer the other's takeback. Raises NotStarted, MatchOver, NotInMatch, NoTakebackAsked, NotForYou."""
        side = self.check_playing(player)
        if self.takeback is None:
            raise NoTakebackAsked
        if self.takeback == side:
            raise NotForYou
        if accept:
            back = self._rewind(player, Happening.TAKEBACK_ALLOWED, self._last_decision(self.takeback), now)
            return replace(back, takeback_asked=_with(back.takeback_asked, self.takeback, None))
        return self._next(player, now, Happening.TAKEBACK_REFUSED, takeback=None)

    def call_off(self, player: str, now: datetime) -> "Match":
        """End the match without a result, until each side has moved once.

        Raises StillInvitation, MatchOver, NotInMatch, TooLateToCallOff.
        """
        if self.status is Status.INVITED:
            raise StillInvitation
        self.check_playing(player)
        if len({position.turn for position in self.game.positions[:-1]}) == 2:
            raise TooLateToCallOff
        return self._next(player, now, Happening.CALLED_OFF, status=Status.CALLED_OFF, draw_offer=None, takeback=None)

    def leave(self, player: str, now: datetime) -> "Match":
        """End it because a player deletes their data: without a result while that is possible, else by resignation.

        Raises MatchOver, NotInMatch, NotForYou.
        """
        if self.status is Status.INVITED:
            expired = self.expire(now)
            if expired is not self:
                return expired
            return self.withdraw(player, now) if player == self.host else self.decline(player, now)
        try:
            return self.call_off(player, now)
        except TooLateToCallOff:
            return self.resign(player, now)

    def want_rematch(self, player: str, now: datetime) -> "Match":
        """Note that a player wants to play again with sides swapped; unchanged where that is known.

        Raises NotStarted, NotInMatch, RematchRefused, TooLateForRematch.
        """
        if self.status not in (Status.OVER, Status.CALLED_OFF):
            raise NotStarted
        if player not in self.seats:
            raise NotInMatch
        if self.rematch_refused:
            raise RematchRefused
        # Asking for a rematch is the latest change, so the time runs from there.
        if now - self.changed > REMATCH_WITHIN:
            raise TooLateForRematch
        return self if self.rematch_by else self._next(player, now, Happening.REMATCH_ASKED, rematch_by=player)

    def refuse_rematch(self, player: str, now: datetime) -> "Match":
        """Refuse the rematch that the other player wants; this match will have none.

        Raises NoRematchAsked, NotInMatch, NotForYou.
        """
        if self.rematch_by is None or self.rematch_refused:
            raise NoRematchAsked
        if player not in self.seats:
            raise NotInMatch
        if player == self.rematch_by:
            raise NotForYou
        return self._next(player, now, Happening.REMATCH_REFUSED, rematch_refused=True)

    def rematch(self, code: str, player: str, now: datetime) -> "Match":
        """The next match of the same two, sides swapped, from the same start; ``player`` said the last yes."""
        game = Game.begin(self.game.ruleset, self.game.positions[0])
        seats = (self.seats[1], self.seats[0])
        side = seats.index(self.host)
        return replace(
            Match.invite(code, game, self.host, now, seats[1 - side], None, side),
            status=_status(game),
            seats=seats,
            actor=player,
            expires=None,
            rematch_of=self.code,
            happened=Happening.BEGUN,
        )

    def begin_rematch(self, player: str, now: datetime) -> "Match":
        """Note that the rematch is under way."""
        return self._next(player, now, Happening.REMATCH_BEGUN)

    def _begin(self, player: str, host_side: int, now: datetime) -> "Match":
        seats = _seated(self.host, host_side, player)
        return self._next(
            player, now, Happening.ACCEPTED, status=_status(self.game), seats=seats, invited=player, expires=None
        )

    def _end(self, player: str, happened: Happening, game: Game, now: datetime) -> "Match":
        return self._next(player, now, happened, game=game, status=Status.OVER, draw_offer=None, takeback=None)

    def _rewind(self, player: str, happened: Happening, ply: int, now: datetime) -> "Match":
        return self._next(
            player,
            now,
            happened,
            game=self.game.back_to(ply),
            draw_offer=None,
            draw_asked=_at_most(self.draw_asked, ply),
            takeback=None,
            takeback_asked=_at_most(self.takeback_asked, ply),
            moved_at=None,
        )


def _with(plies: Plies, side: int, ply: int | None) -> Plies:
    return (ply, plies[1]) if side == 0 else (plies[0], ply)


def _at_most(plies: Plies, ply: int) -> Plies:
    """The plies once the game has gone back to ``ply``."""
    first, second = (None if asked is None else min(asked, ply) for asked in plies)
    return first, second


def _status(game: Game) -> Status:
    return Status.OVER if game.outcome else Status.PLAYING


def _seated(host: str, host_side: int | None, guest: str | None) -> tuple[str | None, str | None]:
    if host_side is None:
        return None, None
    return (host, guest) if host_side == 0 else (guest, host)
