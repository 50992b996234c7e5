"""The member of a team who is due is told that it is their turn: once, and nobody else of it."""

from collections.abc import Callable

import pytest

from bot.app.requests.context import AppServices
from bot.chat import BoardMessage
from bot.computer.computer_player import computer
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.notices import Notice, TeamTurn
from bot.matches.preferences import DIGEST
from bot.matches.team import Way
from bot.matches.village import RESIGN
from bot.services.contests.teams import NewTeam, NextOfTeam
from bot.services.services import Services
from bot.store import Player
from bot.store.links import Joiner
from loopback.waiting import eventually, until
from tests.bot.fake_platform import FakePlatform, reconciling, shown
from tests.bot.kit import DAM_8, Clock, check, event, person
from tests.bot.services.test_teams import GROUP, HERE, answered, begun, chooses, switched


@pytest.fixture
def platform() -> FakePlatform:
    return FakePlatform(GROUP.platform)


@pytest.fixture
async def people(services: Services) -> list[Player]:
    """Ani, Budi, Cik and Dewi, where people may play together, and the computer of level 2."""
    await switched(services, "8h")
    opponent = await services.people.player(computer(2))
    services.matches.computers[opponent.id] = 2
    return [await services.people.player(person(name, GROUP.platform)) for name in ("Ani", "Budi", "Cik", "Dewi")]


async def shown_on(platform: FakePlatform, services: Services, match: Match) -> None:
    """The board of a match stands in a message."""
    (view,) = await services.views.of_match(match.code)
    await services.views.shown(view.key, "board")
    platform.shown["board"] = BoardMessage()


async def nobody_called(platform: FakePlatform, services: Services, match: Match) -> None:
    """Nothing is left to be done at once, and no call stands."""
    services.news.matches.publish(match.code)
    now = services.clock()
    await eventually(lambda: services.views.unfinished(now, lambda *_: True), lambda left: not left)
    assert platform.called == []


def calls(platform: FakePlatform, name: str) -> Callable[[], bool]:
    """Does one call stand, of this person?"""
    return lambda: platform.called == [name]


async def resigned(services: Services, match: Match, *members: Player) -> None:
    """All of these vote to resign."""
    for player in members:
        await services.villages.vote(event(), player, match.code, RESIGN, match.game.ply)
    await services.villages.close(match.code)


async def times_due(services: Services, people: list[Player]) -> list[int]:
    """The number of times that each of these people has become due, of which they are to be told or were."""
    files = [await services.people.export(each.id) for each in people]
    return [sum(told["news"] == "due" for told in file["told"]) for file in files]


async def test_who_is_due_is_told_once_and_who_was_no_more(
    app_services: AppServices, services: Services, platform: FakePlatform, clock: Clock, people: list[Player]
) -> None:
    ani, budi, cik, _ = people
    for player in (budi, cik):
        await services.people.change_settings(player.id, language="en")
    match = await begun(services, [ani, budi, cik])
    await shown_on(platform, services, match)
    tell = app_services.boards.notice
    async with reconciling(services, platform, tell=tell):
        await nobody_called(platform, services, match)
        match = await answered(services, await chooses(services, ani, match))
        await until(calls(platform, "Budi"))
        ((_, text),) = platform.pings.values()
        assert text.startswith("Budi, Computer 2 played ")
        assert text.endswith(f" in {match.code}. It is your turn for Team Kampung.")
        assert await services.views.waiting([match.code], budi.id) == (match.code,)
        assert await services.views.waiting([match.code], cik.id) == ()
    clock.forward(hours=8)
    await services.villages.close(match.code)
    for _ in range(2):  # a restart tells nothing again
        async with reconciling(services, platform, tell=tell):
            await until(calls(platform, "Cik"))
            await shown(services, match.code)
    ((_, text),) = platform.pings.values()
    assert text == f"Cik, it is your turn for Team Kampung in {match.code}, as the one before you was silent."
    async with reconciling(services, platform, tell=tell):
        match = await chooses(services, cik, match)
        await nobody_called(platform, services, match)
        match = await answered(services, match)
        await until(calls(platform, "Ani"))
        await services.teams.leave(ani.id, match.code)
        await until(calls(platform, "Budi"))
        assert await check(services.database) == []
        await services.people.erase(budi)
        await until(calls(platform, "Cik"))
        await resigned(services, await services.matches.get(match.code), cik)
        await nobody_called(platform, services, match)
    assert platform.told_in == [(GROUP.chat, name) for name in ("Budi", "Cik", "Ani", "Budi", "Cik")]
    assert await check(services.database) == []


async def test_whose_turn_comes_back_to_them_is_told_anew(
    services: Services, platform: FakePlatform, clock: Clock, people: list[Player]
) -> None:
    """All but one were silent, and the one who is left leaves."""
    ani, budi, cik, _ = people
    match = await begun(services, [ani, budi, cik])
    await shown_on(platform, services, match)
    match = await answered(services, await chooses(services, ani, match))
    async with reconciling(services, platform):
        for name in ("Budi", "Cik", "Ani"):
            await until(calls(platform, name))
            clock.forward(hours=8)
            if name != "Ani":
                await services.villages.close(match.code)
        await services.teams.leave(ani.id, match.code)
        await until(calls(platform, "Budi"))
    assert [name for _, name in platform.told_in] == ["Budi", "Cik", "Ani", "Budi"]
    assert await check(services.database) == []


async def test_it_waits_for_their_morning_or_their_digest(
    services: Services, platform: FakePlatform, clock: Clock, people: list[Player]
) -> None:
    ani, budi, cik, _ = people
    platform.private = True
    now = clock().hour * 60 + clock().minute
    await services.people.change_settings(budi.id, zone="UTC", quiet=f"{now} {(now + 60) % 1440}")
    await services.people.change_settings(cik.id, zone="UTC", told=DIGEST)
    match = await begun(services, [ani, budi, cik])
    await shown_on(platform, services, match)
    match = await answered(services, await chooses(services, ani, match))
    async with reconciling(services, platform):
        await nobody_called(platform, services, match)
    clock.forward(hours=1)
    async with reconciling(services, platform):
        services.news.matches.publish(match.code)
        await until(calls(platform, "Budi"))
        assert await services.digests.waiting(cik.id) == []
        match = await answered(services, await chooses(services, budi, match))
        await nobody_called(platform, services, match)
    assert [each.code for each in await services.digests.waiting(cik.id)] == [match.code]
    assert await services.digests.waiting(budi.id) == []
    assert platform.told_in == [(GROUP.chat, "Budi")]


async def test_of_two_teams_the_one_to_move_is_told(services: Services, people: list[Player]) -> None:
    ani, budi, cik, _ = people
    team, against = [await services.teams.new(name) for name in ("Team Upriver", "Team Downriver")]
    contest = NewTeam(GROUP, team.id, Way.IN_TURN, ani.id, against.id)
    wanted = Invitation(DAM_8, player=against.id, host_side=1)
    match, _ = await services.opening.open(event(), team, wanted, HERE, contest=contest)
    for player, side in ((budi, 0), (cik, 1)):
        await services.teams.join(player, match.code, side)
    match = await services.teams.begin(ani.id, match.code)
    assert await times_due(services, people) == [0, 0, 1, 0], "the others begin"
    match = await chooses(services, cik, match)
    assert await times_due(services, people) == [1, 0, 1, 0]
    match = await chooses(services, ani, match)
    assert await times_due(services, people) == [1, 0, 2, 0]
    assert await check(services.database) == []


async def test_who_begins_the_next_match_knows_that_it_is_their_turn(
    services: Services, clock: Clock, people: list[Player]
) -> None:
    ani, budi, *_ = people
    match = await begun(services, [ani, budi])
    await resigned(services, match, ani, budi)
    host = await services.people.by_id(match.host)
    assert host
    for told in ([0, 1, 0, 0], [0, 1, 0, 0], [0, 2, 0, 0]):
        clock.forward(hours=1)
        wanted = Invitation(DAM_8, computer(2), accepted=True, host_side=0)
        contest = NextOfTeam(await services.teams.of(match), ani.id)
        match, _ = await services.opening.open(event(), host, wanted, HERE, contest=contest)
        assert await times_due(services, people) == told
        await resigned(services, match, ani, budi)


async def test_two_who_become_one_or_two_again_leave_the_turn_to_whoever_is_due_then(
    services: Services, clock: Clock, people: list[Player]
) -> None:
    ani, budi, *_ = people
    clock.forward(days=1)
    other = await services.people.player(person("Eka", "discord"))
    three = [ani, budi, other]
    match = await answered(services, await chooses(services, ani, await begun(services, three)))
    clock.forward(hours=8)
    await services.villages.close(match.code)
    assert await times_due(services, three) == [0, 1, 1]
    (view,) = await services.views.of_match(match.code)
    await services.views.told(view, Notice(other.id, TeamTurn.DUE, match.version), "call of Eka")
    code = await services.links.begin(budi.id, "telegram")
    await services.links.give(code, Joiner("discord", other.person.account, other.name))
    assert await services.links.accept(budi.id)
    assert await times_due(services, [ani, budi]) == [1, 1]
    (snapshot,) = await services.views.snapshots([match.code])
    assert [message for _, message in snapshot.leftovers] == ["call of Eka"]
    assert await check(services.database) == []
    await services.links.undo(budi.id)
    assert await times_due(services, three) == [1, 1, 1]
    (snapshot,) = await services.views.snapshots([match.code])
    assert snapshot.due == other.id
    assert await check(services.database) == []


async def test_who_becomes_one_with_somebody_else_is_told_once(
    services: Services, clock: Clock, people: list[Player]
) -> None:
    ani, budi, *_ = people
    clock.forward(days=1)
    other = await services.people.player(person("Eka", "discord"))
    match = await answered(services, await chooses(services, ani, await begun(services, [ani, other])))
    assert await times_due(services, [budi, other]) == [0, 1]
    code = await services.links.begin(budi.id, "telegram")
    await services.links.give(code, Joiner("discord", other.person.account, other.name))
    assert await services.links.accept(budi.id)
    assert await times_due(services, [ani, budi]) == [0, 1]
    assert await check(services.database) == []
    match = await answered(services, await chooses(services, budi, await services.matches.get(match.code)))
    match = await answered(services, await chooses(services, ani, match))
    assert await times_due(services, [ani, budi]) == [1, 2]
    await services.links.undo(budi.id)
    assert await times_due(services, [ani, budi, other]) == [1, 0, 2]
    assert await check(services.database) == []
