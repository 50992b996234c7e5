"""Offers between the players of a match: a draw, and a takeback."""

from dataclasses import replace
from datetime import datetime
from typing import Self

from bot.matches.happening import Happening
from bot.matches.limits import MOVES_BETWEEN_DRAW_OFFERS, UNDO_WITHIN
from bot.matches.refusals import (
    DrawAlreadyOffered,
    DrawTooSoon,
    NoDrawOffered,
    NoTakebackAsked,
    NotForYou,
    NothingOffered,
    NotYourMoveToUndo,
    RatedWithoutUndo,
    TakebackAlreadyAsked,
    TakebackRefused,
    TooLateToUndo,
)
from bot.matches.state import MatchState, Plies
from bot.matches.status import Status

_WITH_OFFERS = (Status.PLAYING, Status.OVER, Status.CALLED_OFF)


class OffersMatch(MatchState):
    """A match, and what its players offer and answer."""

    def offer_draw(self, player: str, now: datetime) -> Self:
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

    def answer_draw(self, player: str, accept: bool, now: datetime) -> Self:
        """Accept or decline the other's draw. Raises NotStarted, MatchOver, NotInMatch, NoDrawOffered, NotForYou."""
        side = self.check_playing(player)
        if self.draw_offer is None:
            raise NoDrawOffered
        if self.draw_offer == side:
            raise NotForYou
        if accept:
            return self._end(player, Happening.DRAW_AGREED, self.game.agree(), now)
        return self._next(player, now, Happening.DRAW_REFUSED, draw_offer=None)

    def undo(self, player: str, now: datetime, ply: int | None = None) -> Self:
        """Take the own last move back at once: within ``UNDO_WITHIN``, and while it is not answered.

        ``ply`` is that at which it was offered to whoever made the move before, if it was offered.
        On a practice board there is no time limit. Raises NotStarted, MatchOver, NotInMatch, NothingToTakeBack,
        TooLateToUndo, NotYourMoveToUndo, RatedWithoutUndo.
        """
        side = self.check_playing(player)
        if self.terms.rated:
            raise RatedWithoutUndo
        if self.practice:
            return self._rewind(player, Happening.UNDONE, self._last_decision(1 - side), now)
        if ply and ply <= self.game.ply and self.game.positions[ply - 1].turn != side:
            raise NotYourMoveToUndo
        last = self._last_decision(side)
        if last != self.game.ply - 1 or self.moved_at is None or now - self.moved_at > UNDO_WITHIN:
            raise TooLateToUndo
        return self._rewind(player, Happening.UNDONE, last, now)

    def ask_takeback(self, player: str, now: datetime) -> Self:
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

    def answer_takeback(self, player: str, accept: bool, now: datetime) -> Self:
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

    def withdraw_offer(self, player: str, now: datetime) -> Self:
        """Take back what one has offered or asked for, as long as it waits for an answer; a draw before all else.

        When it may be offered again is as after a refusal. Raises NotStarted, MatchOver, NotInMatch, NothingOffered.
        """
        changes = self._own_offer(player)
        if changes is None:
            raise NothingOffered
        return self._next(player, now, Happening.OFFER_WITHDRAWN, **changes)

    def has_offered(self, player: str | None) -> bool:
        """Does something stand that this player has offered or asked for?"""
        plays = player is not None and player in self.seats and self.status in _WITH_OFFERS
        return plays and player is not None and self._own_offer(player) is not None

    def _own_offer(self, player: str) -> dict[str, None] | None:
        """The fields that change when this player withdraws their offer; None where they have made no offer."""
        if self.status in (Status.OVER, Status.CALLED_OFF) and player in self.seats:
            waits = self.happened is Happening.REMATCH_ASKED and self.rematch_by == player
            return {"rematch_by": None} if waits else None
        side = self.check_playing(player)
        if self.draw_offer == side:
            return {"draw_offer": None}
        if self.takeback == side:
            return {"takeback": None}
        return {"pause_asked": None, "pause_until": None} if self.pause_asked == side else None

    def _rewind(self, player: str, happened: Happening, ply: int, now: datetime) -> Self:
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
