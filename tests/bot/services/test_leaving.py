"""Players who have left the chats of a match do not lose on time: their clock stands until they are back."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.matches.clock import Halt, Stage
from bot.matches.happening import Happening
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from tests.bot.kit import ROOM, Clock, begun, check, event, play

RELAXED = Terms(Pace.RELAXED, away=False)
GROUP = Place("web", "another")


class Asked:
    """The answer of the platforms, and the codes of the matches that they were asked about."""

    def __init__(self, answer: bool | None) -> None:
        self.answer = answer
        self.codes: list[str] = []

    async def __call__(self, code: str) -> bool | None:
        self.codes.append(code)
        return self.answer


async def tick(services: Services, has_left: Callable[[str], Awaitable[bool | None]]) -> None:
    await services.time.tick_due(has_left=has_left)


async def stood(services: Services, clock: Clock) -> Match:
    """A match whose clock stands because Adi, who is to move, has left."""
    match, *_ = await begun(services, terms=RELAXED)
    clock.forward(hours=18)
    await tick(services, Asked(True))
    return match


async def halt_of(services: Services, match: Match) -> tuple[Halt | None, Stage]:
    clock = (await services.matches.get(match.code)).clock
    assert clock
    return clock.halt, clock.stage


async def test_who_has_left_is_not_reminded_but_waited_for(
    services: Services, database: Database, clock: Clock
) -> None:
    match = await stood(services, clock)
    now = await services.matches.get(match.code)
    assert now.clock
    assert (now.happened, now.clock.halt, now.clock.stage) == (Happening.UNREACHABLE, Halt.LEFT_CHAT, Stage.BEGUN)
    assert now.clock.halt_until == clock.now + timedelta(hours=72)
    await services.time.look_whether_reached(match.code)
    assert await halt_of(services, match) == (Halt.LEFT_CHAT, Stage.BEGUN), "a board that stands there changes nothing"
    assert await check(database) == []


async def test_it_is_asked_once_a_stage(services: Services, clock: Clock) -> None:
    match, *_ = await begun(services, terms=RELAXED)
    asked = Asked(False)
    for hours, stage in ((18, Stage.REMINDED), (68.4, Stage.LAST_CALL), (9.6, Stage.OVER)):
        before = len(asked.codes)
        clock.forward(hours=hours)
        for _ in range(3):
            await tick(services, asked)
        assert len(asked.codes) == before + 1
        assert await halt_of(services, match) == (None, stage)
    clock.forward(days=30)
    await tick(services, asked)
    assert len(asked.codes) == 3


async def test_where_nobody_says_time_goes_on(services: Services, clock: Clock) -> None:
    match, *_ = await begun(services, terms=RELAXED)
    clock.forward(hours=18)
    await tick(services, Asked(None))
    assert await halt_of(services, match) == (None, Stage.REMINDED)


@pytest.mark.parametrize(
    ("answer", "halt"), [(True, Halt.LEFT_CHAT), (None, Halt.LEFT_CHAT), (False, None)], ids=["gone", "unknown", "back"]
)
async def test_after_three_days_it_is_asked_once_more(
    services: Services, database: Database, clock: Clock, answer: bool | None, halt: Halt | None
) -> None:
    match = await stood(services, clock)
    asked = Asked(answer)
    clock.forward(hours=72)
    await tick(services, asked)
    now = await services.matches.get(match.code)
    assert now.clock
    assert (now.clock.halt, now.clock.waited_in_vain) == (halt, halt is not None)
    assert asked.codes == [match.code]
    assert await check(database) == []
    if halt:
        siti = await services.people.by_id(now.seats[1] or "")
        assert siti
        claims = answer is None
        ended = await services.matches.act(
            event(),
            siti,
            now.code,
            lambda match, at: match.claim(siti.id, at) if claims else match.call_off_late(siti.id, at),
        )
        assert ended.status is (Status.OVER if claims else Status.CALLED_OFF)
        assert await check(database) == []


async def test_a_move_while_it_is_asked_counts(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services, terms=RELAXED)
    clock.forward(hours=18)

    async def moves_meanwhile(code: str) -> bool:
        await play(services, await services.matches.get(code), adi, siti)
        return True

    await tick(services, moves_meanwhile)
    now = await services.matches.get(match.code)
    assert (now.happened, await halt_of(services, match)) == (Happening.MOVED, (None, Stage.BEGUN))


@pytest.mark.parametrize("restarted", [False, True])
async def test_whoever_acts_where_the_match_stands_is_back(
    services: Services, database: Database, clock: Clock, restarted: bool
) -> None:
    if not restarted:
        await services.leaving.came_back("nobody", ROOM)  # it is known by now who has left: nobody
    match = await stood(services, clock)
    adi, siti = match.seats
    assert adi
    assert siti
    clock.forward(hours=30)
    await services.leaving.came_back(siti, ROOM)
    await services.leaving.came_back(adi, GROUP)
    assert (await halt_of(services, match))[0] is Halt.LEFT_CHAT
    await services.leaving.came_back(adi, ROOM)
    now = await services.matches.get(match.code)
    assert now.clock
    assert (now.happened, now.actor, now.clock.halt) == (Happening.GOES_ON, adi, None)
    assert sum(now.clock.left_at(clock.now), timedelta()) == timedelta(hours=96 - 18)
    await services.leaving.came_back(adi, ROOM)
    assert await services.matches.get(match.code) == now
    assert await check(database) == []


async def test_whoever_is_said_to_have_left_is_waited_for_at_once(
    services: Services, database: Database, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services, terms=RELAXED)
    clock.forward(hours=1)
    await services.leaving.left(adi.id, GROUP)
    await services.leaving.left(siti.id, ROOM)
    assert await halt_of(services, match) == (None, Stage.BEGUN), "Adi is here, and Siti is not to move"
    await services.leaving.left(adi.id, ROOM)
    assert (await halt_of(services, match))[0] is Halt.LEFT_CHAT
    assert await check(database) == []


@pytest.mark.parametrize("private", [False, True])
async def test_whoever_sees_the_match_elsewhere_too_has_not_left_it(
    services: Services, clock: Clock, private: bool
) -> None:
    match, adi, *_ = await begun(services, terms=RELAXED)
    await services.views.repost(match.code, Venue(Place("web", "another", private=private), "en"), adi)
    await services.leaving.left(adi.id, ROOM)
    assert (await halt_of(services, match))[0] is None


@pytest.mark.parametrize("terms", [Terms(None), Terms(Pace.BLITZ)])
async def test_without_a_clock_that_could_stand_nothing_happens(services: Services, terms: Terms) -> None:
    match, adi, *_ = await begun(services, terms=terms)
    await services.leaving.left(adi.id, ROOM)
    assert (await services.matches.get(match.code)).version == match.version
