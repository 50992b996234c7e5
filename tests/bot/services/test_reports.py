"""Reports as they are kept: for how long, and what becomes of them when people become one, or leave."""

from dataclasses import replace
from random import Random

import pytest

from bot.matches.identity import Person, Place
from bot.matches.limits import REPORT_LENGTH
from bot.matches.match import Match
from bot.matches.refusals import NobodyToReport, ReportClosed
from bot.matches.status import Status
from bot.services.requests import REPORTS_KEPT
from bot.services.services import Services
from bot.store import Database, Player
from bot.store.links import Joiner
from tests.bot.kit import Clock, begun, check, event
from tests.bot.store.test_merging import everything
from tests.suites import either_database, quick_first

GROUP = Place("telegram", "-1001")


@pytest.fixture(params=either_database())
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    return str(request.param)


async def somebody(services: Services, name: str, platform: str = "telegram") -> Player:
    return await services.people.player(Person(platform, name.casefold(), name))


async def reported(services: Services, match: Match, by: Player, side: int, words: str = "") -> None:
    await services.reports.report(by, match.code, side, "rude")
    if words:
        await services.reports.add_words(by.id, match.code, words)


async def listed(services: Services, reader: str = "") -> list[tuple[str, str, str, str]]:
    found = await services.reports.of_place(GROUP, reader)
    return sorted((each.match, each.player, each.subject, each.words) for each in found)


async def one_of(services: Services, one: Player, other: Player) -> Player:
    """Two people become one."""
    code = await services.links.begin(one.id, "web")
    await services.links.give(code, Joiner(other.platform, other.person.account, other.name))
    assert await services.links.accept(one.id)
    found = await services.people.find(one.person)
    assert found
    return found


async def test_a_report_is_dropped_after_its_time_and_then_may_come_again(services: Services, clock: Clock) -> None:
    match, adi, _, _ = await begun(services, place=GROUP, platform="telegram")
    await reported(services, match, adi, 1)
    clock.now += REPORTS_KEPT
    await services.requests.forget_old()
    assert len(await listed(services)) == 1
    clock.forward(seconds=1)
    await services.requests.forget_old()
    assert await listed(services) == []
    with pytest.raises(ReportClosed):
        await services.reports.add_words(adi.id, match.code, "too late")
    await reported(services, match, adi, 1)
    assert len(await listed(services)) == 1


async def test_neither_the_computer_nor_an_empty_side_is_reported(services: Services) -> None:
    match, adi, siti, _ = await begun(services, place=GROUP, platform="telegram")
    services.matches.computers[siti.id] = 1
    assert services.reports.reportable(adi.id, match) == {}
    with pytest.raises(NobodyToReport):
        await reported(services, match, adi, 1)
    nur = await somebody(services, "Nur")
    assert services.reports.reportable(nur.id, match) == {0: adi.id}
    assert services.reports.reportable(nur.id, replace(match, seats=(None, siti.id))) == {}


async def test_words_are_cut_and_have_no_letters_that_nobody_sees(services: Services) -> None:
    match, adi, _, _ = await begun(services, place=GROUP, platform="telegram")
    await reported(services, match, adi, 1, "\u202eetihw @everyone\u2069 " + "x" * 4_000)
    ((_, _, _, words),) = await listed(services)
    assert len(words) == REPORT_LENGTH
    assert words.startswith("etihw @everyone x")


async def test_whoever_has_reported_themselves_has_once_two_have_become_one(
    database: Database, services: Services, clock: Clock
) -> None:
    """Their own report is dropped; those by others and about others are theirs; the undoing brings every byte back."""
    ani = await somebody(services, "Ani")
    clock.forward(days=1)
    match, adi, siti, _ = await begun(services, place=GROUP, platform="discord")
    other, _, _, _ = await begun(services, place=GROUP, platform="discord")
    own, _, _, _ = await begun(services, place=GROUP, platform="discord")
    nur = await somebody(services, "Nur")
    await reported(services, match, ani, 0, "an onlooker about who will be them")
    await reported(services, match, siti, 0)
    await reported(services, match, nur, 1)
    await reported(services, other, ani, 1, "an onlooker about somebody else")
    await reported(services, other, adi, 1, "the other player")
    await reported(services, own, ani, 1)
    await services.own_notes.write(own, ani.id, "an onlooker's note")
    await services.table_talk.say(event(), ani, own.code, "tea")
    known, before, lists = await check(database), await everything(database), await listed(services)
    clock.forward(minutes=1)
    one = await one_of(services, adi, ani)
    assert one.id == ani.id
    assert await listed(services) == sorted(
        [
            (match.code, siti.id, one.id, ""),
            (match.code, nur.id, siti.id, ""),
            (other.code, one.id, siti.id, "an onlooker about somebody else"),
            (own.code, one.id, siti.id, ""),
        ]
    )
    assert await check(database) == known
    assert await services.links.undo(one.id)
    after = await everything(database)
    assert [name for name in before if name != "links" and before[name] != after[name]] == []
    assert await listed(services) == lists
    assert await check(database) == known


async def test_what_is_reported_while_two_are_one_is_of_who_plays_there_when_they_are_two_again(
    services: Services, clock: Clock
) -> None:
    ani = await somebody(services, "Ani")
    clock.forward(days=1)
    match, adi, siti, _ = await begun(services, place=GROUP, platform="discord")
    clock.forward(minutes=1)
    one = await one_of(services, adi, ani)
    await reported(services, match, one, 1)
    await reported(services, match, siti, 0)
    assert await services.links.undo(one.id)
    assert await listed(services) == sorted([(match.code, adi.id, siti.id, ""), (match.code, siti.id, adi.id, "")])
    assert await check(services.database) == []


@pytest.mark.parametrize("leaver", quick_first([0, 1], "of whom is reported no more is left than of who reports"))
async def test_of_who_leaves_no_report_is_left(database: Database, clock: Clock, leaver: int) -> None:
    services = Services.over(database, clock, Random(1))
    match, adi, siti, _ = await begun(services, place=GROUP, platform="telegram")
    nur = await somebody(services, "Nur")
    await reported(services, match, adi, 1)
    await reported(services, match, siti, 0)
    await reported(services, match, nur, leaver)
    (kept,) = (await services.people.export(adi.id))["reports"]
    assert (kept["match"], kept["reason"]) == (match.code, "rude")
    await services.people.erase((adi, siti)[leaver])
    assert await listed(services) == []
    assert (await services.matches.get(match.code)).status is Status.CALLED_OFF
    with pytest.raises(NobodyToReport):
        await reported(services, match, nur, leaver)
    await reported(services, match, nur, 1 - leaver)
    assert await check(database) == []
