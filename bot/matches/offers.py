"""Offers between the players of a match: a draw, a takeback, and to swap sides."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Self, TypeVar

from bot.matches.happening import Happening
from bot.matches.limits import MOVES_BETWEEN_DRAW_OFFERS, UNDO_WITHIN
from bot.matches.refusals import (
    ActionRefused,
    BidWithoutSwap,
    ContestWithoutSwap,
    DrawAlreadyOffered,
    DrawTooSoon,
    MatchWithoutUndo,
    MirrorWithoutSwap,
    NoDrawOffered,
    NoSwapAsked,
    NoTakebackAsked,
    NotForYou,
    NothingOffered,
    NotYourMoveToUndo,
    NumberWithoutSwap,
    RatedWithoutSwap,
    SwapAlreadyAsked,
    SwapAskedLately,
    SwapNeedsTwo,
    TakebackAlreadyAsked,
    TakebackRefused,
    TooLateToUndo,
    VillageDecidesByVote,
)
from bot.matches.state import MatchState, Plies
from bot.matches.status import Status

_Of = TypeVar("_Of")
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
        TooLateToUndo, NotYourMoveToUndo, MatchWithoutUndo.
        """
        side = self.check_playing(player)
        if self.counts:
            raise MatchWithoutUndo
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

        Raises NotStarted, MatchOver, NotInMatch, VillageDecidesByVote, NothingToTakeBack, TakebackAlreadyAsked,
        TakebackRefused.
        """
        side = self.check_playing(player)
        if self.practice:
            return self.undo(player, now)
        if self.villages:
            raise VillageDecidesByVote
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

    def check_may_swap(self, player: str) -> int:
        """The side of a player who may ask to swap sides.

        Raises NotStarted, MatchOver, NotInMatch, NotReady, SwapNeedsTwo, RatedWithoutSwap, ContestWithoutSwap,
        NumberWithoutSwap, BidWithoutSwap, MirrorWithoutSwap.
        """
        side, terms = self.check_playing(player), self.terms
        self._check_ready()
        if self.practice:
            raise SwapNeedsTwo
        if terms.rated:
            raise RatedWithoutSwap
        if self.event:
            raise ContestWithoutSwap
        if terms.our_number:
            raise NumberWithoutSwap
        if terms.bid is not None:
            raise BidWithoutSwap
        if self.mirror_of:
            raise MirrorWithoutSwap
        return side

    def may_swap(self, player: str) -> bool:
        """Would ``ask_swap`` be allowed now?"""
        try:
            self.check_may_swap(player)
        except ActionRefused:
            return False
        return self.swap is not None or self.swap_asked != self.game.ply

    def ask_swap(self, player: str, now: datetime) -> Self:
        """Ask the other to go on with the sides exchanged, or agree to it where they ask; once in a turn.

        Raises SwapAlreadyAsked, SwapAskedLately, and the exceptions of ``check_may_swap``.
        """
        side = self.check_may_swap(player)
        if self.swap == side:
            raise SwapAlreadyAsked
        if self.swap is not None:
            return self.answer_swap(player, True, now)
        if self.swap_asked == self.game.ply:
            raise SwapAskedLately
        return self._next(player, now, Happening.SWAP_ASKED, swap=side, swap_asked=self.game.ply)

    def answer_swap(self, player: str, accept: bool, now: datetime) -> Self:
        """Answer the other's wish to swap sides. Raises NotStarted, MatchOver, NotInMatch, NoSwapAsked, NotForYou."""
        side = self.check_playing(player)
        if self.swap is None:
            raise NoSwapAsked
        if self.swap == side:
            raise NotForYou
        if accept:
            return self._swapped(player, now)
        return self._next(player, now, Happening.SWAP_REFUSED, swap=None)

    def _swapped(self, player: str, now: datetime) -> Self:
        """The match with the sides exchanged. What was each one's goes with the person, their time as well; the turn
        begins anew.
        """
        changes: dict[str, Any] = {
            "seats": _exchanged(self.seats),
            "host_side": None if self.host_side is None else 1 - self.host_side,
            "hints": _exchanged(self.hints),
            "draw_asked": _exchanged(self.draw_asked),
            "takeback_asked": _exchanged(self.takeback_asked),
            "draw_offer": None,
            "takeback": None,
            "pause_asked": None,
            "pause_until": None,
            "swap": None,
            "swaps": (*self.swaps, self.game.ply),
            "moved_at": None,
            "nudges": 0,
            "plan": (),
        }
        after = self._next(player, now, Happening.SWAPPED, clock=self.clock, **changes)
        if self.clock is None:
            return after
        turn, banks = self.game.turn, _exchanged(self.banks[-1])
        clock = self.clock.rewind(now, turn, banks, after._rest_of(turn).quiet)
        return replace(after, clock=after._unless_away(clock, now), banks=(*self.banks[:-1], banks))

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
        if self.swap == side:
            return {"swap": None}
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
            swap_asked=None if self.swap_asked is None else min(self.swap_asked, ply),
            moved_at=None,
        )


def _exchanged(pair: tuple[_Of, _Of]) -> tuple[_Of, _Of]:
    return pair[1], pair[0]


def _with(plies: Plies, side: int, ply: int | None) -> Plies:
    return (ply, plies[1]) if side == 0 else (plies[0], ply)


def _at_most(plies: Plies, ply: int) -> Plies:
    """The plies once the game has gone back to ``ply``."""
    first, second = (None if asked is None else min(asked, ply) for asked in plies)
    return first, second
