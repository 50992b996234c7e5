"""A month in which people of a server and of a group become one, and two again, while they play, look on, and climb a
ladder; and some die at it. A month takes minutes.
"""

from collections import Counter

import pytest

from bot.matches.status import Status
from bot.services.standing.standing import TopScope
from engine.games import find_ruleset
from engine.notation import format_move
from tests.bot.linked_town import (
    DAYS,
    GAME,
    LINKED,
    OPENED,
    RESTARTED_EVERY,
    TURNS,
    UNDONE_AFTER,
    Account,
    Somebody,
    Town,
)
from tests.bot.month_of_onlookers import Onlookers
from tests.bot.month_of_people import change, day_passes, faults, tell, town_of
from tests.suites import deep


async def _invites(onlookers: Onlookers, host: Account, guest: Account) -> None:
    """A match in a chat, of which some turns are played; half of them end."""
    town = onlookers.town
    card = await town.act(host, "/play", game=GAME, side="first", opponent=guest.person, rated="yes")
    if not (found := OPENED.match(card.title)):
        return  # they are banned, or have too many
    code = found[1]
    await town.act(guest, f"1:{code}:0:ac")
    match = await town.services.matches.get(code)
    for number in range(town.chance.choice((2, 3, TURNS, TURNS))):
        if match.status is not Status.PLAYING:
            return
        move = format_move(match.game.ruleset, match.game.legal_moves[0])
        await town.act((host, guest)[number % 2], f"/move {code} {move}", dies=True)
        match = await town.services.matches.get(code)
        if number == 1 and match.status is Status.PLAYING:
            await onlookers.beside(match)
    if match.game.ply >= TURNS:
        await town.act(town.chance.choice((host, guest)), f"/resign {code}", "Yes, resign")


async def _across(town: Town, somebody: Somebody) -> None:
    """Somebody opens a match in one chat and wants to sit down in the other."""
    card = await town.act(somebody.accounts[0], f"/play {GAME} first")
    if found := OPENED.match(card.title):
        await town.act(somebody.accounts[1], f"/join {found[1]}")
        match = await town.services.matches.get(found[1])
        town.tried_both += 1
        town.sat_on_both += match.status is not Status.INVITED


async def _day(onlookers: Onlookers, day: int) -> None:
    town = onlookers.town
    for platform in ("telegram", "discord"):
        there = [each for one in town.people for each in one.present if each.platform == platform]
        for _ in range(3):
            host, guest = town.chance.sample(there, 2)
            await _invites(onlookers, host, guest)
    await onlookers.follows()
    for _ in range(2):
        await onlookers.climbs()
    for each in town.people[:LINKED]:
        if each.is_one and len(each.present) == 2 and town.chance.random() < 0.2:
            await _across(town, each)
    await change(town, day)
    await day_passes(town)


@deep("merging is held against a naive count in test_merging, and what both sides are shown in test_link_panel")
@pytest.mark.long("a month is lived on two platforms")
@pytest.mark.timeout(1500)
async def test_a_month_with_people_who_become_one_and_two_again(
    url: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file by one process, on a server by two; some of those who die take their process with them."""
    listed: list[list[str]] = []
    async with town_of(url, backend, monkeypatch) as town:
        onlookers = Onlookers(town)
        for first in range(0, DAYS, RESTARTED_EVERY):
            async with town.running():
                if not first:
                    await onlookers.begins()
                for day in range(first, first + RESTARTED_EVERY):
                    await _day(onlookers, day)
                listed = [await _listed(town, scope) for scope in TopScope]
        found = await faults(url)
    tell(town)
    assert found == []
    assert town.deaths > 5
    assert town.killed > 1
    assert [town.people[number].is_one for number in UNDONE_AFTER] == [False, False, True]
    for times in map(Counter, listed):
        assert [each.number for each in town.people if each.is_one and times[each.accounts[0].name] > 1] == []
    assert max(map(len, listed)) > LINKED, "so many that somebody could be there twice"
    assert town.tried_both > 3
    assert town.sat_on_both == 0
    acts = (onlookers.guessed, onlookers.said, onlookers.noted, len(onlookers.followed), onlookers.challenged)
    print("guessed, said, noted, followed, challenged:", *acts)
    assert min(acts) > 5
    assert town.repeated() == []
    assert town.told_too_late() == []


async def _listed(town: Town, scope: TopScope) -> list[str]:
    found = await town.services.standing.top(scope, town.there, find_ruleset(GAME), "", 100)
    return [each.name.partition(" ")[0] for each in found]
