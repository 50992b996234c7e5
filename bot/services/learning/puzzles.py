"""Puzzles that count: only the first try, in one transaction, whatever is pressed twice or in two processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.matches.glicko import Rating
from bot.matches.puzzle_rating import VOTERS, after_try, shipped
from bot.matches.refusals import DataDeleted
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import dailies, mistakes, people, puzzles
from bot.store.connection import Connection
from bot.store.mistakes import StoredMistake
from engine.puzzles import Goal, Puzzle

MISTAKES = 200
"""So many mistakes of a player are kept."""
NEXT_DAY = timedelta(days=1)


@dataclass(frozen=True)
class CountedTry:
    """The effect of a try at a puzzle: ``counted`` for a first one, else the first one's numbers."""

    counted: bool
    solved: bool
    before: float
    after: float
    rating: float
    share: float
    """The part of all who have tried the puzzle that has solved it."""


@dataclass(frozen=True)
class PuzzleChoice:
    """Puzzles that a player may be given: those not tried before first, then those whose rating is near theirs."""

    puzzles: tuple[Puzzle, ...]
    untried: int
    rating: float


class PuzzleService:
    """The first tries of players at puzzles. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def tries(self, player: str, puzzle: Puzzle, *, solved: bool) -> CountedTry:
        """Note that a player has solved a puzzle or not; nothing changes where it is not their first try.

        Raises DataDeleted.
        """

        async def work(connection: Connection) -> tuple[CountedTry, bool]:
            # Whoever is locked tries one puzzle at a time, hence the numbers have no gap.
            if player not in await people.lock(connection, player):
                raise DataDeleted
            before = await puzzles.lock(connection, puzzle.id, shipped(puzzle.rating))
            made = await puzzles.attempt(connection, player, puzzle.id)
            if made:
                return _told(made, before, counted=False), False
            last, now = await puzzles.latest(connection, player), self._core.clock()
            rating = last.after if last else Rating()
            if before.off:
                # It was voted down since it was given: it counts for nobody.
                of_day = await dailies.tried(connection, player, puzzle.id, solved=solved)
                share = before.solved / before.tried
                told = CountedTry(False, solved, rating.rating, rating.rating, before.rating.rating, share)
                return told, of_day
            since = now - last.at if last else None
            after, against = after_try(rating, before.rating, solved=solved, since_last=since)
            number = last.number + 1 if last else 1
            made = puzzles.Attempt(
                puzzle.id, number, before.tried + 1, now, solved, disliked=False, before=rating.rating, after=after
            )
            await puzzles.count(connection, player, made, against)
            of_day = await dailies.tried(connection, player, puzzle.id, solved=solved)
            return _told(made, await puzzles.lock(connection, puzzle.id, against), counted=True), of_day

        def committed(done: tuple[CountedTry, bool]) -> None:
            if done[1]:
                self._core.news.errands.publish(Errand.DAILY)

        told, _ = await self._core.database.write(work, committed)
        return told

    async def first_try(self, player: str, puzzle: Puzzle) -> CountedTry | None:
        """The effect of a player's first try at a puzzle; None where they have not tried it."""

        async def work(connection: Connection) -> CountedTry | None:
            made = await puzzles.attempt(connection, player, puzzle.id)
            known = await puzzles.known(connection, [puzzle.id])
            return _told(made, known[puzzle.id], counted=False) if made else None

        return await self._core.database.read(work)

    async def rating(self, puzzle: Puzzle) -> float:
        """The rating of a puzzle after all tries."""
        known = await self._core.database.read(lambda connection: puzzles.known(connection, [puzzle.id]))
        return known[puzzle.id].rating.rating if known else float(puzzle.rating)

    async def standing(self, player: str) -> tuple[float, int] | None:
        """The rating of a player in puzzles, and how many they have solved; None for one who has tried none."""

        async def work(connection: Connection) -> tuple[float, int] | None:
            last = await puzzles.latest(connection, player)
            return (last.after.rating, await puzzles.solved(connection, player)) if last else None

        return await self._core.database.read(work)

    async def dislike(self, player: str, puzzle: Puzzle) -> bool:
        """Note that a player who has tried a puzzle dislikes it, once; False where they have not tried it.

        Raises DataDeleted.
        """

        async def work(connection: Connection) -> bool:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            await puzzles.lock(connection, puzzle.id, shipped(puzzle.rating))
            made = await puzzles.attempt(connection, player, puzzle.id)
            if made and not made.disliked:
                await puzzles.dislike(connection, player, puzzle.id, counts=made.nth <= VOTERS)
            return made is not None

        return await self._core.database.write(work)

    async def keep_mistakes(self, player: str, found: Sequence[StoredMistake]) -> None:
        """Keep the turns of a player that turned a match, to be tried from the next day on; not more than MISTAKES."""
        due = self._core.clock() + NEXT_DAY

        async def work(connection: Connection) -> None:
            if player in await people.lock(connection, player):
                room = MISTAKES - await mistakes.count(connection, player)
                for each in found[: max(room, 0)]:
                    await mistakes.keep(connection, player, each, due)

        if found:
            await self._core.database.write(work)

    async def mistakes_due(self, player: str) -> list[Puzzle]:
        """The mistakes of a player that come back by now."""
        now = self._core.clock()
        return [_own(each) for each in await self._core.database.read(lambda found: mistakes.due(found, player, now))]

    async def offer_mistake(self, player: str, *, stands: bool = False) -> StoredMistake | None:
        """A mistake that came back to a player within a day and of which they are told now, unasked: at most one a day,
        each once; None for none. ``stands``: where it stands for a day, unless they put it right, the one of which they
        were told lately comes first.
        """
        now = self._core.clock()
        since = now - NEXT_DAY

        async def work(connection: Connection) -> StoredMistake | None:
            if player not in await people.lock(connection, player):
                return None
            found = (await mistakes.offer(connection, player, since, now)).next
            if found:
                await mistakes.offered(connection, player, found.puzzle, now)
            return found

        found = await self._core.database.read(lambda read: mistakes.offer(read, player, since, now))
        if stands and found.told:
            return found.told
        return await self._core.database.write(work) if found.next else None

    async def mistakes_in(self, player: str, match: str) -> list[bool]:
        """Of each mistake that a player made in a match and has not put right: has it come back by now?"""
        now = self._core.clock()
        return await self._core.database.read(lambda found: mistakes.back_in(found, player, match, now))

    async def mistake(self, player: str, puzzle: str) -> Puzzle | None:
        """A mistake of a player by the id of its puzzle."""
        found = await self._core.database.read(lambda connection: mistakes.one(connection, player, puzzle))
        return _own(found) if found else None

    async def put_right(self, player: str, puzzle: Puzzle) -> None:
        """Note that a player has found the better turn: it comes back no more."""
        await self._core.database.write(lambda connection: mistakes.put_right(connection, player, puzzle.id))

    async def choice(self, player: str, among: Sequence[Puzzle], before: str = "") -> PuzzleChoice:
        """The puzzles that a player may be given, but for the one just seen where there is another, the best first."""
        ids = [each.id for each in among]

        async def work(connection: Connection) -> PuzzleChoice:
            known = await puzzles.known(connection, ids)
            tried = await puzzles.tried(connection, player, ids)
            last = await puzzles.latest(connection, player)
            own = last.after.rating if last else Rating().rating
            good = [each for each in among if each.id not in known or not known[each.id].off]
            good = [each for each in good if each.id != before] or good

            def far(each: Puzzle) -> float:
                rating = known[each.id].rating.rating if each.id in known else each.rating
                return abs(rating - own)

            good.sort(key=lambda each: (each.id in tried, far(each), each.id))
            return PuzzleChoice(tuple(good), sum(each.id not in tried for each in good), own)

        return await self._core.database.read(work)


def _own(mistake: StoredMistake) -> Puzzle:
    return Puzzle(mistake.puzzle, mistake.ruleset, mistake.position, (mistake.answers,), Goal.BETTER, (), 0)


def _told(made: puzzles.Attempt, puzzle: puzzles.TriedPuzzle, *, counted: bool) -> CountedTry:
    share = puzzle.solved / puzzle.tried
    return CountedTry(counted, made.solved, made.before, made.after.rating, puzzle.rating.rating, share)
