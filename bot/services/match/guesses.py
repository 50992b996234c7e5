"""Guesses of those who look on: written without a new version of the match, for nobody else is to see them before the
turn falls. The transaction that plays the turn says which were right (``bot/store/guesses.py``).
"""

from collections.abc import Sequence

from bot.matches.guessing import GuessedTurn, check_may_guess, weight_of
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NoGuessAlone, NotShownHere
from bot.services.core import Core
from bot.services.host.bans import check_not_banned
from bot.services.standing.rating import community_of
from bot.store import Player, events, guesses, people, views
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.guesses import TurnGuess
from bot.store.records import homes
from engine.moves import Move
from engine.notation import format_move, read_move


class GuessService:
    """The guesses of turns. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of(self, match: Match, player: str) -> Move | None:
        """The turn that a player expects next in a match, if it is legal still."""
        text = await self._core.database.read(lambda connection: guesses.of_player(connection, match, player))
        move = read_move(match.game.ruleset, match.game.position, text) if text else None
        return move if move and match.game.is_legal(move) else None

    async def of_last_turn(self, match: Match) -> GuessedTurn | None:
        """The guesses of the latest turn of a match; None where nobody has guessed it."""
        return await self._core.database.read(
            lambda connection: guesses.of_turn(connection, match.code, match.game.ply)
        )

    async def check(self, player: str, match: Match, ply: int | None = None) -> None:
        """May a player guess the next turn of a match now?

        Raises the exceptions of ``check_may_guess`` and ``check_not_banned``, NoGuessAlone against the computer, and
        NotShownHere for a match that stands
        in private chats only.
        """
        await self._core.database.read(lambda connection: self._place(connection, player, match, ply, None))

    async def guess(
        self, event: str, player: Player, code: str, move: Move, ply: int | None, place: Place | None = None
    ) -> Match:
        """Note which turn a player expects next, in place of what they did before; the match. ``place`` is where they
        say so.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, and the exceptions of ``check`` and ``weight_of``.
        """

        async def work(connection: Connection) -> Match:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return match
            there = await self._place(connection, player.id, match, ply, place)
            now, weight = self._core.clock(), weight_of(match, move)
            turn = format_move(match.game.ruleset, move)
            wanted = TurnGuess(code, match.game.ply + 1, player.id, turn, now, community_of(there), weight)
            await guesses.put(connection, wanted)
            await events.record(connection, player.platform, event, Effect(code, ""), now)
            return match

        return await self._core.database.write(work)

    async def _place(
        self, connection: Connection, player: str, match: Match, ply: int | None, asked: Place | None
    ) -> Place:
        """The place in whose list a guess counts: where it is made, if others see the match there, else its first."""
        check_may_guess(match, player, ply)
        if not self._core.computers.keys().isdisjoint(match.seats):
            raise NoGuessAlone
        shown = [view for view in await views.of_matches(connection, [match.code]) if not view.place.private]
        if not shown:
            raise NotShownHere(match.code)
        places = [view.place for view in homes(shown)]
        await check_not_banned(connection, player, [view.place for view in shown], self._core.clock())
        return _here(asked, places) or places[0]


def _here(asked: Place | None, places: Sequence[Place]) -> Place | None:
    """The place of some that belongs to the same server, group or room."""
    if asked is None or asked.private:
        return None
    return next((place for place in places if community_of(place) == community_of(asked)), None)
