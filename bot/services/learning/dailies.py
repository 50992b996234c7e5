"""The puzzle of a day in a chat: when there is a new one, who tries it, what its message is to show."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from hashlib import blake2b

from bot.matches.daily import LATE, LOOKED_BACK, day_at, days_in_a_row, due_after, latest_due
from bot.matches.identity import Place
from bot.matches.refusals import DataDeleted
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import dailies, people, puzzles, site_puzzles
from bot.store.connection import Connection
from bot.store.dailies import Daily, DailyPuzzle
from engine.puzzles import Puzzle

CHATS = 100
"""The most chats that get their puzzle in one go."""
OPEN = 1000
"""The most messages that may be edited in one go."""
NOT_AGAIN = 400
"""A chat gets none of its last so many puzzles, or the one of longest ago where there are no others."""

NAMED = 10
"""So many of those who have solved the puzzle of a day are named; the others are a number."""

PuzzlesOf = Callable[[Sequence[str]], Sequence[Puzzle]]
"""The puzzles of some games that ship, by their keys; of all for none."""


def of_day(games: Sequence[str], day: date) -> Sequence[str]:
    """Whose puzzle a day brings, where a chat has chosen several games: one after the other, in their order."""
    return games[(at := day.toordinal() % len(games)) : at + 1] if games else games


class DailyService:
    """The puzzles of a day. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of_chat(self, place: Place) -> Daily | None:
        """The daily puzzle that a chat has asked for; None where it never has."""
        return await self._core.database.read(
            lambda connection: dailies.of_chat(connection, place.platform, place.chat)
        )

    async def ask_for(
        self, place: Place, language: str, *, on: bool, zone: str, hour: int, games: tuple[str, ...]
    ) -> Daily:
        """Have a puzzle come each day, or no more; what stands in the chat stays, and is told its solution."""
        now = self._core.clock()
        due = due_after(zone, hour, now) if on else None
        daily = Daily(place.platform, place.chat, place.thread, language, zone, hour, games, due, place.server)

        async def work(connection: Connection) -> Daily:
            await dailies.save(connection, daily)
            return daily

        return await self._core.database.write(work, self._may_be_due)

    async def advance(self, ours: Callable[[str, str], bool], among: PuzzlesOf) -> bool:
        """Begin the puzzle of the day in each chat of ``ours`` where it is due, once; none where it is too late.

        At most ``CHATS`` are looked at; True where there may be more.
        """
        now = self._core.clock()
        due = await self._core.database.read(lambda connection: dailies.due(connection, now, CHATS))
        own = [daily for daily in due if ours(daily.platform, daily.chat)]
        for daily in own:
            await self._begin(daily, now, among)
        return len(due) == CHATS and bool(own)

    async def _begin(self, seen: Daily, now: datetime, among: PuzzlesOf) -> None:
        async def work(connection: Connection) -> None:
            daily = await dailies.of_chat(connection, seen.platform, seen.chat, lock=True)
            if daily is None or daily.due is None or daily.due > now:
                return  # switched off, or begun by another process
            at, day = latest_due(daily.zone, daily.hour, now)
            following = due_after(daily.zone, daily.hour, now)
            await dailies.move_due(connection, daily, following)
            there = await _there(connection, of_day(daily.games, day), among)
            puzzle = await _drawn(connection, daily, day, there or await _there(connection, daily.games, among))
            if now - at <= LATE and puzzle:
                key = daily.platform, daily.chat, day.isoformat()
                begun = DailyPuzzle(*key, puzzle.id, at, following, message=None, shown="", closed=False)
                await dailies.add(connection, begun)

        await self._core.database.write(work)

    async def next_due(self) -> datetime | None:
        """The time when the next puzzle is due in any chat."""
        return await self._core.database.read(lambda connection: dailies.next_due(connection, self._core.clock()))

    def _may_be_due(self, _: object) -> None:
        self._core.news.errands.publish(Errand.DAILY)

    async def open_ones(self) -> list[tuple[Daily, DailyPuzzle]]:
        """The puzzles of a day whose message is not there yet or may still change, each with what its chat asks for."""

        async def work(connection: Connection) -> list[tuple[Daily, DailyPuzzle]]:
            found: list[tuple[Daily, DailyPuzzle]] = []
            for each in await dailies.open_ones(connection, OPEN):
                daily = await dailies.of_chat(connection, each.platform, each.chat)
                if daily:
                    found.append((daily, each))
            return found

        return await self._core.database.read(work)

    async def posted(self, puzzle: DailyPuzzle, message: str, shown: str) -> None:
        """Note where the puzzle of a day stands, and what it shows."""
        await self._core.database.write(lambda connection: dailies.posted(connection, puzzle.key, message, shown))

    async def shows(self, puzzle: DailyPuzzle, shown: str, *, closed: bool) -> None:
        """Note what the message of a day shows; ``closed`` where it will change no more."""
        await self._core.database.write(lambda connection: dailies.shows(connection, puzzle.key, shown, closed=closed))

    async def moved(self, old: Place, new: Place, puzzle: DailyPuzzle) -> None:
        """A chat lives on under another id: its puzzles come there, and what stood in the old one changes no more."""

        async def work(connection: Connection) -> None:
            daily = await dailies.of_chat(connection, old.platform, old.chat, lock=True)
            if daily:
                await dailies.save(connection, replace(daily, chat=new.chat, thread=new.thread))
                await dailies.save(connection, replace(daily, due=None))
            await dailies.shows(connection, puzzle.key, puzzle.shown, closed=True)

        await self._core.database.write(work, self._may_be_due)

    async def opens(self, player: str, place: Place, day: str) -> DailyPuzzle | None:
        """Note that a player opens the puzzle of a day of a chat; None where there is none. Raises DataDeleted."""

        async def work(connection: Connection) -> tuple[DailyPuzzle | None, bool]:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            found = await dailies.of_day(connection, place.platform, place.chat, day)
            counts = False
            if found and not found.closed:
                made = await puzzles.attempt(connection, player, found.puzzle)
                counts = await dailies.opens(connection, player, found, solved=made.solved if made else None)
            return found, counts

        def committed(done: tuple[DailyPuzzle | None, bool]) -> None:
            if done[1]:
                self._may_be_due(done)

        found, _ = await self._core.database.write(work, committed)
        return found

    async def solvers(self, puzzle: DailyPuzzle) -> list[str]:
        """The names of those who have solved it and stand in lists, at most ``NAMED``."""
        return await self._core.database.read(lambda connection: dailies.solvers(connection, puzzle.key, NAMED))

    async def latest(self, place: Place) -> DailyPuzzle | None:
        """The puzzle of a chat that stands open; None where there is none."""
        now = self._core.clock()
        found = await self._core.database.read(
            lambda connection: dailies.latest_of_chat(connection, place.platform, place.chat)
        )
        return found if found and found.message and found.until > now else None

    async def today(
        self, place: Place, games: Sequence[str], among: PuzzlesOf
    ) -> tuple[str | None, DailyPuzzle | None]:
        """The id of the puzzle of a chat that stands open, with it; else of one of today that all have whose chat has
        none, of these games in turn.
        """
        if found := await self.latest(place):
            return found.puzzle, found
        day = self._core.clock().date()
        everybody = Daily("", "", "", "", "UTC", 0, (), due=None)
        there = among(of_day(games, day))
        drawn = await self._core.database.read(lambda connection: _drawn(connection, everybody, day, there))
        return drawn.id if drawn else None, None

    async def try_of_day(
        self, player: str, puzzle: str, place: Place, games: Sequence[str], among: PuzzlesOf
    ) -> tuple[date, bool] | None:
        """The day whose puzzle this is, and whether a player solved it at the first try: of the latest such day of a
        chat, else of today. None where it is of no day, or not tried yet.
        """

        async def work(connection: Connection) -> tuple[tuple[str, bool] | None, puzzles.Attempt | None]:
            return (
                await dailies.last_try(connection, player, puzzle),
                await puzzles.attempt(connection, player, puzzle),
            )

        of_chat, made = await self._core.database.read(work)
        if of_chat:
            return date.fromisoformat(of_chat[0]), of_chat[1]
        if made is None:
            return None
        drawn, found = await self.today(place, games, among)
        if drawn != puzzle:
            return None
        return date.fromisoformat(found.day) if found else self._core.clock().date(), made.solved

    async def opened_last(self, player: str) -> str | None:
        """The id of the puzzle of a day that a player has opened last and not tried yet."""
        return await self._core.database.read(lambda connection: dailies.opened_last(connection, player))

    async def row_of(self, player: str, puzzle: str) -> int | None:
        """The number of days in a row with a try at the puzzle of the day, if this is one of today; else None."""
        now = self._core.clock()

        async def work(connection: Connection) -> int | None:
            zone = await dailies.zone_of_open(connection, player, puzzle, now)
            if zone is None:
                return None
            today = day_at(zone, now)
            since = (today - LOOKED_BACK).isoformat()
            done = await dailies.days_of(connection, player, since)
            offered = await dailies.days_offered(connection, player, since)
            return days_in_a_row(_dates(done), _dates(offered), max(today, *_dates(done)) if done else today)

        return await self._core.database.read(work)


async def _there(connection: Connection, games: Sequence[str], among: PuzzlesOf) -> list[Puzzle]:
    """The puzzles of some games, of all for none: those that ship, and those that were found here."""
    shipped = among(games)
    known = {each.id for each in shipped}
    return [*shipped, *(each for each in await site_puzzles.of(connection, games or None) if each.id not in known)]


async def _drawn(connection: Connection, daily: Daily, day: date, among: Sequence[Puzzle]) -> Puzzle | None:
    """The puzzle of a day of a chat: drawn among those it has not had lately and that were not voted down."""
    given = await dailies.given(connection, daily.platform, daily.chat, NOT_AGAIN)
    off = await puzzles.voted_down(connection)
    good = [each for each in among if each.id not in off]
    fresh = [each for each in good if each.id not in given]
    if not fresh and good:
        fresh = [max(good, key=lambda each: given.index(each.id))]  # the one that was given longest ago
    lot = blake2b(f"{daily.platform} {daily.chat} {day}".encode(), digest_size=8).digest()
    return fresh[int.from_bytes(lot) % len(fresh)] if fresh else None


def _dates(days: set[str]) -> set[date]:
    return {date.fromisoformat(each) for each in days}
