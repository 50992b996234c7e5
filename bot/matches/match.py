"""A match: its players, its game and its offers. Each action gives a new Match or raises an ActionRefused.

Pure: no input or output, no clock, no chance. Time and coin tosses are arguments.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.matches.bids import bid_position
from bot.matches.handicaps import for_sides_swapped, men_given
from bot.matches.happening import Happening
from bot.matches.limits import FORCED_IN_A_ROW, FORCED_LEAPS, INVITATION_LASTS, REMATCH_WITHIN
from bot.matches.offers import OffersMatch
from bot.matches.our_number import numbers_in
from bot.matches.planning import PlanningMatch
from bot.matches.refusals import (
    AlreadyTaken,
    BidAlone,
    BidNotLower,
    ChallengeAsItIs,
    IllegalHere,
    MatchOver,
    MatchWithoutHelp,
    NoRematchAsked,
    NoSuchTurn,
    NotForYou,
    NotInMatch,
    NotStarted,
    NumberAlone,
    NumberNeedsHand,
    RematchRefused,
    StillInvitation,
    TooLateForRematch,
    TooLateToCallOff,
    VillageDecidesByVote,
)
from bot.matches.state import status_of
from bot.matches.status import Status
from bot.matches.terms import UNTIMED, Terms
from bot.matches.timing import TimedMatch
from engine.game import Game, Outcome
from engine.moves import Move
from engine.position import Position, start_position
from engine.ruleset import Ending, Ruleset
from engine.work import within


class Match(OffersMatch, TimedMatch, PlanningMatch):
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
        terms: Terms = UNTIMED,
        lasts: timedelta = INVITATION_LASTS,
    ) -> "Match":
        """An invitation: to a player, to a person known by (platform, handle) only, or to anybody; it ``lasts`` so long
        if nobody answers.
        """
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
            expires=now + lasts,
            terms=terms,
        )

    def position_after(self, turns: int) -> Position:
        """The position after so many turns. Raises NoSuchTurn."""
        if turns > self.game.ply:
            raise NoSuchTurn(self.code, self.game.ply)
        return self.game.positions[turns]

    @classmethod
    def practise(cls, code: str, game: Game, host: str, now: datetime, terms: Terms = UNTIMED) -> "Match":
        """A board on which one person moves both sides."""
        return cls(
            code=code,
            game=game,
            status=status_of(game),
            host=host,
            created=now,
            changed=now,
            invited=host,
            host_side=0,
            seats=(host, host),
            actor=host,
            happened=Happening.BEGUN,
            terms=terms,
        )

    def accept(self, player: str, coin: int, now: datetime) -> "Match":
        """Take the free seat; where the host left it to chance, ``coin`` is the side the host gets.

        Raises OwnInvitation, NotForYou, AlreadyTaken, MatchOver.
        """
        self.check_may_accept(player, now)
        return self._begin(player, coin if self.host_side is None else self.host_side, now)

    def sit(self, player: str, side: int, now: datetime) -> "Match":
        """Take a side of one's choice, where the host left that open. Raises what ``accept`` raises."""
        self.check_may_accept(player, now)
        if self.host_side == side:
            raise AlreadyTaken
        return replace(self, host_side=1 - side)._begin(player, 1 - side, now)

    def decline(self, player: str, now: datetime) -> "Match":
        """Turn an invitation down. Raises OwnInvitation, NotForYou, AlreadyTaken, MatchOver."""
        self.check_may_accept(player, now)
        if self.open:
            raise NotForYou
        return self._next(player, now, Happening.DECLINED, status=Status.DECLINED, expires=None)

    def decline_because(self, player: str, reason: Happening, now: datetime) -> "Match":
        """Say why an invitation was declined, one of ``DECLINED_BECAUSE``; once. Raises StillInvitation, NotForYou."""
        if self.status is Status.INVITED:
            raise StillInvitation
        if self.happened is not Happening.DECLINED or player != self.invited:
            raise NotForYou
        return self._next(player, now, reason)

    def counter(
        self,
        player: str,
        ruleset: Ruleset,
        side: int | None,
        terms: Terms,
        now: datetime,
        position: Position | None = None,
    ) -> "Match":
        """Answer an invitation with another one in its place: the guest now invites its host, by other rules, to
        another side (None: by lot), on other terms or from another ``position``. A bid is answered with a lower one, or
        left as it is. Who has a handicap has it on the other side as well.

        Raises OwnInvitation, NotForYou, AlreadyTaken, MatchOver, ChallengeAsItIs, BidNotLower, BidAlone,
        NumberNeedsHand, NumberAlone.
        """
        self.check_may_accept(player, now)
        if self.open:
            raise NotForYou
        if self.event:
            raise ChallengeAsItIs
        if terms.our_number:
            self._check_number(ruleset)
        if terms.bid is not None:
            self._check_bid(terms.bid, ruleset, side)
        game, start = self.game, self.game.positions[0]
        if position is not None:
            game = Game.begin(ruleset, position)
        elif ruleset != game.ruleset or terms.bid != self.terms.bid:
            game = Game.begin(ruleset, None if terms.bid is None else bid_position(ruleset, terms.bid))
        elif self.host_side is not None and men_given(ruleset, start):
            side = 1 - self.host_side if side is None else side
            game = game if side != self.host_side else Game.begin(ruleset, for_sides_swapped(ruleset, start))
        changes: dict[str, Any] = {
            "game": game,
            "origin": self.origin if game is self.game else None,
            "host": player,
            "invited": self.host,
            "invited_handle": None,
            "host_side": side,
            "seats": _seated(player, side, None),
            "terms": terms,
            "expires": now + (self.expires - self.changed if self.expires else INVITATION_LASTS),
        }
        return self._next(player, now, Happening.INVITED, **changes)

    def _check_bid(self, bid: int, ruleset: Ruleset, side: int | None) -> None:
        """Raises BidNotLower, BidAlone for an answer with a ``bid`` for that ``side``."""
        stands = self.terms.bid
        if stands is None and self.game.positions[0] != start_position(self.game.ruleset):
            raise BidAlone
        if stands is None or ruleset != self.game.ruleset:
            return
        # The same number with the sides swapped would be no bid.
        if bid > stands or (bid == stands and side == self.host_side):
            raise BidNotLower(stands)

    def _check_number(self, ruleset: Ruleset) -> None:
        """Raises NumberNeedsHand, NumberAlone for an answer that is to be for the number of the two."""
        if numbers_in(ruleset) is None:
            raise NumberNeedsHand
        if self.terms.bid is None and self.game.positions[0] != start_position(self.game.ruleset):
            raise NumberAlone

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

    def tick(self, now: datetime) -> "Match":
        """The match with what has fallen due by now. It is the same whenever it was asked before."""
        return self.expire(now) if self.status is Status.INVITED else super().tick(now)

    def move(self, player: str, move: Move, ply: int | None, now: datetime) -> "Match":
        """Make a move that was chosen at ``ply`` (None: whatever the board is now), and the answer that was planned to
        it, if there is one.

        Raises NotStarted, MatchOver, NotInMatch, StaleBoard, NotYourTurn, NotReady, IllegalHere.
        """
        side = self.check_turn(player, ply)
        if not self.game.is_legal(move):
            raise IllegalHere(move)
        return self._moved(player, side, move, now)._answered(self, now)._forced(now)

    def _answered(self, before: "Match", now: datetime) -> "Match":
        """The match in which the opponent of the player who has just moved answers as they have planned.

        An offer that came with the move is for them to answer: nothing is played then, and the plan is over.
        """
        if not before.plan:
            return self
        after, lines, planner = self, before.expected(self.game), 1 - before.game.turn
        while lines and after.status is Status.PLAYING and after.draw_offer is None and after.game.turn == planner:
            player, answer = after.seats[planner], lines[0][0]
            if player is None or not after.game.is_legal(answer):
                return after
            after = replace(after._moved(player, planner, answer, now), by_plan=True)
            lines = tuple(line[1:] for line in lines if line[0] == answer and len(line) > 1)
        goes_on = after.status is Status.PLAYING and after.game.turn != planner
        return replace(after, plan=lines) if goes_on else after

    def _forced(self, now: datetime) -> "Match":
        """The match in which those who want that have played the only move they have, a few times at most."""
        after = self
        for _ in range(FORCED_IN_A_ROW):
            side = after.game.turn
            player = after.seats[side]
            waits = after.draw_offer is not None or after.takeback is not None
            if after.status is not Status.PLAYING or after.practice or waits:
                break
            if player is None or not after._rest_of(side).forced:
                break
            moves = within(FORCED_LEAPS, partial(after.game.first_choice.some, 2), ())
            if len(moves) != 1:
                break
            after = replace(after._moved(player, side, moves[0], now), by_plan=True)
        return after

    def _moved(self, player: str, side: int, move: Move, now: datetime) -> "Match":
        game = self.game.play(move)
        # An offer made with the own move stands until the other side moves; moving is declining.
        offer = self.draw_offer if self.draw_offer == side and not game.outcome else None
        return self._next(
            player,
            now,
            Happening.MOVED,
            game=game,
            status=status_of(game),
            moved_at=now,
            draw_offer=offer,
            takeback=None,
        )

    def take_hint(self, player: str, now: datetime) -> "Match":
        """Note that a player is shown what the computer would play; that stays on the match.

        Raises NotStarted, MatchOver, NotInMatch, NotYourTurn, NotReady, MatchWithoutHelp.
        """
        side = self.check_turn(player)
        if self.counts:
            raise MatchWithoutHelp
        first, second = self.hints
        hints = (first + 1, second) if side == 0 else (first, second + 1)
        return self._next(player, now, Happening.HINT_TAKEN, hints=hints)

    def resign(self, player: str, now: datetime, side: int | None = None) -> "Match":
        """Resign the match; on a practice board for ``side``, or the side to move.

        Raises StillInvitation, MatchOver, NotInMatch.
        """
        if self.status is Status.INVITED:
            raise StillInvitation
        own = self.check_playing(player)
        game = self.game.resign(side if self.practice and side is not None else own)
        return self._end(player, Happening.RESIGNED, game, now)

    def call_off(self, player: str, now: datetime) -> "Match":
        """End the match without a result, until each side has moved once.

        Raises StillInvitation, MatchOver, NotInMatch, TooLateToCallOff.
        """
        if self.status is Status.INVITED:
            raise StillInvitation
        self.check_playing(player)
        if not self.may_be_called_off:
            raise TooLateToCallOff
        return self._next(player, now, Happening.CALLED_OFF, status=Status.CALLED_OFF, draw_offer=None, takeback=None)

    def call_off_in_contest(self, now: datetime) -> "Match":
        """End a match of a contest without a result, because a player in it is late or has withdrawn from the contest.

        Raises MatchOver.
        """
        if self.status is not Status.PLAYING:
            raise MatchOver(self.status)
        return self._next(None, now, Happening.CALLED_OFF, status=Status.CALLED_OFF, draw_offer=None, takeback=None)

    def rule(self, winner: int | None, *, result: bool, now: datetime) -> "Match":
        """The staff ends the match: with a ``result`` a side wins, or it is drawn where that is None; else without one.

        An invitation is withdrawn. Raises MatchOver.
        """
        if self.status is Status.INVITED:
            return self.withdraw(self.host, now)
        if self.status is not Status.PLAYING:
            raise MatchOver(self.status)
        if result:
            return self._end(None, Happening.RULED, self.game.give(Outcome(Ending.RULING, winner)), now)
        return self._next(None, now, Happening.RULED, status=Status.CALLED_OFF, draw_offer=None, takeback=None)

    def leave(self, player: str, now: datetime) -> "Match":
        """A player deletes their data: it ends without a result while that is possible. Else the clock stands, and the
        other decides how it ends; where there is none, both sit before the board, or it is rated, it is given up.

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
            waits = self.clock is not None and not self.clock.pace.live and not self.terms.rated
            return self.abandon(player, now) if waits else self.resign(player, now)

    def want_rematch(self, player: str, now: datetime) -> "Match":
        """Note that a player wants to play again with sides swapped; unchanged where that is known.

        Raises NotStarted, NotInMatch, VillageDecidesByVote, RematchRefused, TooLateForRematch.
        """
        if self.status not in (Status.OVER, Status.CALLED_OFF):
            raise NotStarted
        if player not in self.seats:
            raise NotInMatch
        if self.villages:
            raise VillageDecidesByVote
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
        """The next match of the same two, sides swapped, from the same start, with the same handicap for the same
        person; ``player`` said the last yes.
        """
        ruleset, start = self.game.ruleset, self.game.positions[0]
        # Whoever has swapped sides with the other in this match is now where they were at its start.
        game = Game.begin(ruleset, start if len(self.swaps) % 2 else for_sides_swapped(ruleset, start))
        seats = (self.seats[1], self.seats[0])
        side = seats.index(self.host)
        return replace(
            Match.invite(code, game, self.host, now, seats[1 - side], None, side, self.terms),
            status=status_of(game),
            seats=seats,
            actor=player,
            expires=None,
            rematch_of=self.code,
            origin=self.origin,
            happened=Happening.BEGUN,
            rests=self.rests,
            era=self.era,
        )._started(now)

    def mirrored(self, code: str, now: datetime) -> tuple["Match", "Match"]:
        """The halves of a mirror match, of which this one has just begun; the other has the ``code``."""
        seats = (self.seats[1], self.seats[0])
        side = seats.index(self.host)
        other = replace(
            Match.invite(code, self.game, self.host, now, seats[1 - side], None, side, self.terms),
            status=self.status,
            seats=seats,
            actor=self.actor,
            version=self.version,
            expires=None,
            mirror_of=self.code,
            origin=self.origin,
            happened=self.happened,
            rests=self.rests,
            era=self.era,
        )
        return replace(self, mirror_of=code), other._started(now)

    def begin_rematch(self, player: str, now: datetime) -> "Match":
        """Note that the rematch is under way."""
        return self._next(player, now, Happening.REMATCH_BEGUN)

    def _begin(self, player: str, host_side: int, now: datetime) -> "Match":
        seats = _seated(self.host, host_side, player)
        begun = self._next(
            player, now, Happening.ACCEPTED, status=status_of(self.game), seats=seats, invited=player, expires=None
        )
        return begun._started(now)


def _seated(host: str, host_side: int | None, guest: str | None) -> tuple[str | None, str | None]:
    if host_side is None:
        return None, None
    return (host, guest) if host_side == 0 else (guest, host)
