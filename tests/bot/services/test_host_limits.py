"""The limits that hosts set are exact where people press in the same moment, in two processes."""

import asyncio
from dataclasses import replace
from random import Random

from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.refusals import ActionRefused, AtOnceHere, MatchesHere, OthersMatchesHere
from bot.services.services import Services
from bot.store import Database
from tests.bot.kit import DAM_8, Clock, event, person

GROUP = Place("telegram", "-1001")
PEOPLE = 8


async def _allow(services: Services, **chosen: str) -> None:
    await services.communities.change(GROUP, lambda found: replace(found, settings=chosen))


async def test_two_processes_begin_no_more_than_there_may_be(database: Database, url: str, clock: Clock) -> None:
    other = database if database.is_file else await Database.open(url)  # a file belongs to one process
    both = [Services.over(each, clock, Random(seed)) for seed, each in enumerate((database, other))]
    await _allow(both[0], at_once="1")
    players = [await both[0].people.player(person(f"Player{number}")) for number in range(PEOPLE)]
    practice = Invitation(DAM_8, practice=True)
    begun = await asyncio.gather(
        *(
            both[number % 2].opening.open(event(), player, practice, Venue(GROUP, "en"))
            for number, player in enumerate(players)
        ),
        return_exceptions=True,
    )
    if other is not database:
        await other.close()
    assert sum(not isinstance(each, BaseException) for each in begun) == 1
    assert {type(each) for each in begun if isinstance(each, BaseException)} == {AtOnceHere}


async def test_nobody_accepts_more_than_one_may_play_in_two_processes(
    database: Database, url: str, clock: Clock
) -> None:
    other = database if database.is_file else await Database.open(url)
    both = [Services.over(each, clock, Random(seed)) for seed, each in enumerate((database, other))]
    await _allow(both[0], matches="2")
    guest, *hosts = [await both[0].people.player(person(f"Player{number}")) for number in range(PEOPLE)]
    opened = [await both[0].opening.open(event(), host, Invitation(DAM_8), Venue(GROUP, "en")) for host in hosts]
    done = await asyncio.gather(
        *(
            both[number % 2].matches.join(event(), guest, match.code, 1, GROUP)
            for number, (match, _) in enumerate(opened)
        ),
        return_exceptions=True,
    )
    if other is not database:
        await other.close()
    assert sum(not isinstance(each, BaseException) for each in done) == 2
    assert {type(each) for each in done if isinstance(each, BaseException)} == {MatchesHere}


async def test_a_rematch_asks_for_the_limits_of_both(services: Services) -> None:
    adi, siti = [await services.people.player(person(name)) for name in ("Adi", "Siti")]
    match, _ = await services.opening.open(event(), adi, Invitation(DAM_8), Venue(GROUP, "en"))
    await services.matches.join(event(), siti, match.code, 1, GROUP)
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    await services.opening.open(event(), adi, Invitation(DAM_8, practice=True), Venue(GROUP, "en"))
    await services.matches.rematch(event(), adi, match.code, GROUP)
    await _allow(services, matches="1")
    refused: ActionRefused | None = None
    try:
        await services.matches.rematch(event(), siti, match.code, GROUP)
    except ActionRefused as error:
        refused = error
    assert isinstance(refused, OthersMatchesHere)
    await _allow(services, matches="2")
    begun = await services.matches.rematch(event(), siti, match.code, GROUP)
    assert begun.rematch_of == match.code
