"""A round of a Swiss of sixty-four people, paired in a process of its own, and what the event loop feels of it.

A tournament is played by chance up to a round, which is then paired again and again; by turns nothing is paired, for as
long. Meanwhile the loop is asked every few milliseconds how late it is. Promised: a round within 3.5 s, and boards as
quick as without it.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from statistics import median, quantiles
from time import perf_counter

import uvloop

from bot.computer.swiss_process import pair_apart
from bot.matches.swiss import swiss_round
from bot.matches.tournament import Entrant, Form, Halves, TournamentGame
from bot.matches.tournament_course import TournamentCourse, legs_of
from engine.games import find_ruleset

PEOPLE, ROUND, TIMES = 64, 6, 5
RULESET = find_ruleset("malaysian-checkers-8")
ASKED_EVERY = 0.005
WORTHS: tuple[Halves, ...] = ((2, 0), (2, 0), (0, 2), (0, 2), (1, 1))
SMALLEST = {"people": 6, "round_": 2, "times": 2}


def run(people: int = PEOPLE, round_: int = ROUND, times: int = TIMES) -> None:
    """Print what a round took, and how late the loop was meanwhile and without it."""
    took, beside, calm = uvloop.run(_measure(_course(people, round_), times))
    print(f"round {round_} of {people} people: median {median(took):.2f} s, worst {max(took):.2f} s")
    for name, late in (("without it", calm), ("while it is paired", beside)):
        cuts = quantiles(late, n=100)
        print(f"{name:<20}the loop is late by {1000 * median(late):.2f} ms, 99 of 100 within {1000 * cuts[98]:.2f} ms")


def _course(people: int, round_: int) -> TournamentCourse:
    """A tournament whose next round is this one."""
    chance, now = Random(7), datetime(2026, 12, 1, tzinfo=UTC)
    entrants = tuple(Entrant(f"player {number}", now, number) for number in range(1, people + 1))
    course = TournamentCourse(Form.SWISS, RULESET, 0, now, entrants, ())
    for number in range(1, round_):
        paired = swiss_round(entrants, course.games, number, course.rounds, legs_of(RULESET))
        played = tuple(TournamentGame(each, 0, played=chance.choice(WORTHS)) for each in paired if each.second)
        rests = tuple(TournamentGame(each, 0) for each in paired if each.second is None)
        course = replace(course, round=number, games=(*course.games, *played, *rests))
    return course


async def _measure(course: TournamentCourse, times: int) -> tuple[list[float], list[float], list[float]]:
    """The seconds of each pairing, and how late the loop was beside it and without."""
    took, beside, calm = list[float](), list[float](), list[float]()
    for _ in range(times):
        began = perf_counter()
        asking = asyncio.create_task(_late(beside))
        await pair_apart(course)
        asking.cancel()
        took.append(perf_counter() - began)
        asking = asyncio.create_task(_late(calm))
        await asyncio.sleep(took[-1])
        asking.cancel()
    return took, beside, calm


async def _late(found: list[float]) -> None:
    """Ask the loop how late it is until this is cancelled."""
    while True:
        began = perf_counter()
        await asyncio.sleep(ASKED_EVERY)
        found.append(perf_counter() - began - ASKED_EVERY)
