"""The computer as a player: a person for each level, who accepts invitations, moves, and answers offers."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import partial
from random import Random
from typing import TypeVar

import structlog

from bot.computer.search_pool import SearchPool, SearchWorker, TooMuchToThink
from bot.foundation.off_loop import off_loop_if_long
from bot.foundation.periodic import Periodic
from bot.foundation.shared_work import MATCHES, Leases
from bot.foundation.single_flight import SingleFlight
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, UnreadableMatch
from bot.matches.status import Status
from bot.services.match.matches import Player
from bot.services.services import Services
from engine.game import Game
from engine.moves import Move
from engine.search import LEVELS
from engine.search.odds import chance_of

_log = structlog.get_logger(__name__)

Result = TypeVar("Result")

PLATFORM = "computer"
SECONDS = 2.0
"""The longest that the strongest level thinks about a move."""
PACE = (0.8, 2.2)
"""Seconds from the request to the move: at least, and at most unless the search takes longer, as with a person."""
SWEEP_EVERY = 300.0
SWEEP_OFTEN = 2.0
"""Seconds between two sweeps of all matches; the second where changes of other processes are not received."""
AGAIN_AFTER = 30.0
"""Seconds until a sweep in which what could not be done is tried again."""
LOST = 0.02
"""The computer resigns, if the opponent allows that, where its chance to win is at most this."""
EVEN = 0.06
"""It accepts and offers draws where its chance to win differs from one half by at most this."""
LONG_ENOUGH = 60
"""Plies before which it accepts and offers no draw."""


class SearchFailed(Exception):
    """No move could be searched; the cause says why, as a ruleset too large for the kernel."""


def computer(level: int) -> Person:
    """The computer at a level, as the opponent of an invitation."""
    return Person(PLATFORM, str(level), f"Computer {level}", handle=f"computer-{level}")


class ComputerPlayer:
    """Plays wherever a seat is the computer's. One per process: ``start``, then ``stop``.

    Of several processes each plays the matches whose leases it holds.
    """

    def __init__(
        self,
        services: Services,
        search_pool: SearchPool,
        chance: Random,
        leases: Leases,
        pace: tuple[float, float] = PACE,
    ) -> None:
        self._leases = leases
        self._services = services
        self._search_pool = search_pool
        self._chance = chance
        self._pace = pace
        self._levels: dict[str, tuple[Player, int]] = {}
        self._tasks: SingleFlight[str] = SingleFlight(self._request, "computer_waiting")
        self._sweeping = Periodic("computer_waiting", self._sweep, self._sweep_after, again=AGAIN_AFTER)
        self._subscriptions = ExitStack()

    async def start(self) -> None:
        """Begin to play, also where a move is due since before the start."""
        for level in LEVELS:
            player = await self._services.people.player(computer(level))
            self._levels[player.id] = (player, level)
            self._services.matches.computers[player.id] = level
        self._subscriptions.callback(self._services.news.matches.subscribe(self._request))
        self._subscriptions.callback(self._leases.gained.subscribe(self._sweeping.wake))
        await self._sweeping.start()

    async def stop(self) -> None:
        """End at once; what was being searched is searched again after the next start."""
        self._subscriptions.close()
        await self._sweeping.stop()
        await self._tasks.stop(0.0)

    async def _sweep(self) -> None:
        for code in await self._services.matches.codes_to_act(self._levels):
            self._request(code)

    def _sweep_after(self) -> float:
        return SWEEP_EVERY if self._leases.is_listening else SWEEP_OFTEN

    def _request(self, code: str) -> None:
        """Look at a match, if that is for this process to do and the computer may play in it."""
        if self._leases.holds(MATCHES, code) and not self._is_for_people(code):
            self._tasks.start(code, partial(self._attend, code))

    def _is_for_people(self, code: str) -> bool:
        """Is it known from memory that both players are people? Seats that are taken stay as they are."""
        known = self._services.matches.cached(code)
        return known is not None and None not in known.seats and self._levels.keys().isdisjoint(known.seats)

    async def _attend(self, code: str) -> None:
        with self._leases.keep(MATCHES, code), suppress(UnreadableMatch):
            try:
                await self._act_if_awaited(code)
            except UnreadableMatch:
                raise
            except Exception:  # the database may be away for a while
                self._sweeping.wake(AGAIN_AFTER)
                raise

    async def _act_if_awaited(self, code: str) -> None:
        """Do what the computer has to do in a match, if anything."""
        match = await self._services.matches.get(code)
        awaited = next((player for player in match.to_act if player in self._levels), None)
        if awaited is None:
            return
        player, level = self._levels[awaited]
        try:
            if match.status is Status.INVITED:
                await self._services.matches.join(f"{code} join", player, code)
            elif match.takeback is not None:
                await self._act(player, match, lambda now, at: now.answer_takeback(player.id, True, at))
            elif match.draw_offer is not None:
                accept = await self._is_even(match, player)
                await self._act(player, match, lambda now, at: now.answer_draw(player.id, accept, at))
            else:
                await self._move(match, player, level)
        except TooMuchToThink:
            _log.info("computer_put_off", match=code, reason="TooMuchToThink")
            self._sweeping.wake(AGAIN_AFTER)
        except SearchFailed as failure:
            await self._stuck(match, failure)
        except ActionRefused as refusal:
            if (await self._services.matches.get(code)).version != match.version or match.status is not Status.PLAYING:
                # The match has gone on meanwhile, and is requested again.
                _log.info("computer_put_off", match=code, reason=type(refusal).__name__)
            else:
                await self._stuck(match, refusal)

    async def _stuck(self, match: Match, error: Exception) -> None:
        """Have the boards of a match say that the computer cannot move; a sweep soon tries again."""
        self._sweeping.wake(AGAIN_AFTER)
        if await self._services.matches.note_stuck(match):
            _log.error("computer_failed", match=match.code, ruleset=match.game.ruleset.key, exc_info=error)

    async def _search(self, match: Match, work: Callable[[SearchWorker], Result]) -> Result:
        """The result of a search. Raises TooMuchToThink, SearchFailed."""
        try:
            return await self._search_pool.ask(self._chat(match), work)
        except TooMuchToThink:
            raise
        except Exception as error:
            raise SearchFailed from error

    async def _move(self, match: Match, player: Player, level: int) -> None:
        began = asyncio.get_running_loop().time()
        move, chance = await self._search(match, choose_move(match.game, level, self._chance.random()))
        rest = self._chance.uniform(*self._pace) - (asyncio.get_running_loop().time() - began)
        await asyncio.sleep(max(rest, 0))
        ply = match.game.ply
        if chance <= LOST and await self._may_resign(match):
            await self._act(player, match, lambda now, at: now.resign(player.id, at))
            return
        await off_loop_if_long(lambda: match.game.is_legal(move))  # it is asked again below, and known by then
        after = await self._act(player, match, lambda now, at: now.move(player.id, move, ply, at))
        even = abs(chance - 0.5) <= EVEN and ply >= LONG_ENOUGH
        if even and after.status is Status.PLAYING and after.game.repeated() > 1:
            await self._act(player, after, lambda now, at: now.offer_draw(player.id, at))

    async def _may_resign(self, match: Match) -> bool:
        opponent = await self._services.people.by_id(self._chat(match))
        return opponent is not None and opponent.resigns == "yes"

    async def _is_even(self, match: Match, player: Player) -> bool:
        """Does the computer accept a draw? Raises TooMuchToThink, SearchFailed."""
        try:
            return await accepts_draw(self._search_pool, self._chat(match), match, player.id)
        except TooMuchToThink:
            raise
        except Exception as error:
            raise SearchFailed from error

    async def _act(self, player: Player, match: Match, action: Callable[[Match, datetime], Match]) -> Match:
        """Act on a version of a match, at most once, also if another process has begun with it."""
        return await self._services.matches.act(f"{match.code} {match.version}", player, match.code, action)

    def _chat(self, match: Match) -> str:
        return next((player for player in match.seats if player and player not in self._levels), "")


async def accepts_draw(search_pool: SearchPool, chat: str, match: Match, computer: str) -> bool:
    """Are enough plies played, and does the computer not stand better? Raises TooMuchToThink, or what a search does."""
    if match.game.ply < LONG_ENOUGH:
        return False
    return await search_pool.ask(chat, _not_better(match.game, match.seats.index(computer)))


def choose_move(game: Game, level: int, seed: float) -> Callable[[SearchWorker], tuple[Move, float]]:
    """A level's move, and its chance to win."""

    def work(worker: SearchWorker) -> tuple[Move, float]:
        from engine.search.levels import choose

        choice = choose(
            worker.searcher(game.ruleset), game, level, Random(seed), stop=worker.stop, movetime_ms=int(1000 * SECONDS)
        )
        return choice.move, _chance(game, game.turn, choice.move, choice.score.cp)

    return work


async def chance_of_host(search_pool: SearchPool, match: Match) -> float:
    """The chance of the host of a match under way to win, by a search as long as the strongest level takes.

    Raises TooMuchToThink, or what a search does.
    """
    side = match.seats.index(match.host)

    def work(worker: SearchWorker) -> float:
        from engine.search.results import Limit

        limit = Limit(movetime_ms=int(1000 * SECONDS))
        found = worker.searcher(match.game.ruleset).search(match.game, limit, stop=worker.stop)
        return _chance(match.game, side, found.best, found.score.cp)

    return await search_pool.ask("", work)


def _not_better(game: Game, side: int) -> Callable[[SearchWorker], bool]:
    def work(worker: SearchWorker) -> bool:
        from engine.search.results import Limit

        found = worker.searcher(game.ruleset).search(game, Limit(movetime_ms=300), stop=worker.stop)
        return _chance(game, side, found.best, found.score.cp) <= 0.5 + EVEN

    return work


def _chance(game: Game, side: int, move: Move, cp: int) -> float:
    """A side's chance to win, where a search gave this move and this score for the side to act."""
    first = chance_of(game, (move,), cp if game.turn == 0 else -cp)
    return first if side == 0 else 1 - first
