"""The tournaments: rounds and places are reckoned again from those who play in them, and from their games.

A later version may pair a Swiss otherwise, so of its rounds only what is so in every Swiss is asked for.
"""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import partial

from bot.matches.berger import berger_rounds
from bot.matches.tournament import Form, TournamentState
from bot.matches.tournament_course import TournamentCourse, places_of
from bot.services.contests.tournaments import seen
from bot.store import Database
from bot.store.audit import Raw, read_rows

_BEGUN = (TournamentState.PLAYING.value, TournamentState.OVER.value)


async def problems_of_tournaments(database: Database) -> AsyncIterator[tuple[str, Raw, str]]:
    """Pairings of a round robin that its table does not give, people of a Swiss who meet twice or are twice in a round,
    and places that do not follow from the games; each with its table and row.
    """
    async for row in read_rows(database, "tournaments"):
        if row["state"] not in _BEGUN:
            continue
        try:
            view = await database.read(partial(seen, tournament=row["id"]), several=True)
        except (ValueError, LookupError, AssertionError):
            continue  # a value that there is not, which the rules of the tables name
        if view is None:
            continue
        for what in _problems(view.course, is_over=row["state"] == TournamentState.OVER.value):
            yield "tournaments", row, what


def _problems(course: TournamentCourse, *, is_over: bool) -> Iterator[str]:
    numbers = [each.number for each in course.entrants]
    if numbers != list(range(1, len(numbers) + 1)):
        yield "has other numbers than 1 and those after it"
        return
    if course.form is Form.ROUND_ROBIN:
        drawn = [pairing for round_ in berger_rounds(len(numbers))[: course.round] for pairing in round_]
        if {*course.pairings} != {*drawn}:
            yield f"has other pairings in its {course.round} rounds than its table gives"
            return
    if course.form is Form.SWISS:
        yield from _of_swiss(course)
    if any(number not in numbers for pairing in course.pairings for number in (pairing.first, pairing.second or 1)):
        yield "has pairings of somebody who is not in it"
        return
    given = {each.number: each.place for each in course.entrants}
    if is_over and given != places_of(course):
        yield f"has the places {given}, its games give {dict(places_of(course))}"
    if not is_over and any(given.values()):
        yield "has places, and is not over"


def _of_swiss(course: TournamentCourse) -> Iterator[str]:
    met = Counter(frozenset((each.first, each.second)) for each in course.pairings if each.second is not None)
    seats = Counter((each.round, number) for each in course.pairings for number in (each.first, each.second) if number)
    rests = Counter(each.first for each in course.pairings if each.second is None)
    if twice := [sorted(pair) for pair, times in met.items() if times > 1]:
        yield f"has the pairs {twice} more than once"
    if twice := [[*seat] for seat, times in seats.items() if times > 1]:
        yield f"has the rounds and numbers {twice} more than once"
    if twice := [[number] for number, times in rests.items() if times > 1]:
        yield f"has the numbers {twice} rest more than once"
