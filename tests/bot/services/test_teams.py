"""A team: two to six people share a side against the computer, in turn or by vote."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.computer.computer_player import computer
from bot.matches.communities import OFF
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.refusals import (
    ActionRefused,
    AlreadyInTeam,
    BannedForGood,
    NotAgreed,
    NotDueInTeam,
    NotOfTeam,
    NotProposed,
    OnlyFirstBegins,
    OtherTeamsTurn,
    TeamHasBegun,
    TeamIsFull,
    TeamPlays,
    TeamsEnough,
    TooFewInTeam,
    VillageOff,
)
from bot.matches.status import Status
from bot.matches.team import AT_ONCE, MOST, MOST_IN_CONSULTATION, Member, Team, Way, to_move
from bot.matches.village import RESIGN, Vote, awaited_village
from bot.services.contests.teams import NewTeam, NextOfTeam
from bot.services.services import Services
from bot.store import Database, Player
from bot.store.links import Joiner
from engine.moves import Move
from engine.notation import format_move
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, event, moving, person
from tests.suites import deep, quick_first

GROUP = Place("telegram", "-1001")
HERE = Venue(GROUP, "ms")
AT = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture(name="people")
async def make_people(services: Services) -> list[Player]:
    """Ani, Budi, Cik and Dewi, where people may play together, and the computer of level 2."""
    await switched(services, "8h")
    opponent = await services.people.player(computer(2))
    services.matches.computers[opponent.id] = 2
    return [await services.people.player(person(name, "telegram")) for name in ("Ani", "Budi", "Cik", "Dewi")]


async def switched(services: Services, value: str) -> None:
    await services.communities.change(
        GROUP, lambda found: replace(found, settings={**found.settings, "village": value})
    )


async def opened(services: Services, first: Player, way: Way = Way.IN_TURN, side: int = 0) -> Match:
    """The card on which a team gathers that wants this side."""
    opponent, team = await services.people.player(computer(2)), await services.teams.new("Team Kampung")
    wanted = Invitation(DAM_8, player=opponent.id, host_side=side)
    contest = NewTeam(GROUP, team.id, way, first.id)
    return (await services.opening.open(event(), team, wanted, HERE, contest=contest))[0]


async def begun(services: Services, people: Sequence[Player], way: Way = Way.IN_TURN) -> Match:
    """The match of a team that begins it."""
    match = await opened(services, people[0], way)
    for player in people[1:]:
        await services.teams.join(player, match.code)
    return await services.teams.begin(people[0].id, match.code)


async def chooses(services: Services, player: Player, match: Match, number: int = 0) -> Match:
    """The match after a member has chosen its turn with that number."""
    await services.villages.vote(event(), player, match.code, match.game.legal_moves[number], match.game.ply)
    return (await services.villages.close(match.code)).match


async def answered(services: Services, match: Match) -> Match:
    """The match after the first turn that the computer could play."""
    opponent = await services.people.player(computer(2))
    return await services.matches.act(event(), opponent, match.code, moving(opponent, match.game.legal_moves[0]))


async def due(services: Services, match: Match) -> str:
    teams = await services.teams.of(match)
    team = to_move(teams, match) or teams[0]
    return team.due.name if team.due else ""


async def test_each_turn_belongs_to_the_next_of_them(services: Services, people: list[Player]) -> None:
    ani, budi, cik, dewi = people
    match = await opened(services, ani)
    assert match.to_act == (), "the computer does not accept before they begin"
    for player in (budi, cik):
        await services.teams.join(player, match.code)
    match = await services.teams.begin(ani.id, match.code)
    assert (await services.teams.begin(ani.id, match.code)).version == match.version
    for player, name in ((ani, "Ani"), (budi, "Budi"), (cik, "Cik"), (ani, "Ani")):
        assert await due(services, match) == name
        for other in {ani, budi, cik} - {player}:
            with pytest.raises(NotDueInTeam) as refused:
                await chooses(services, other, match)
            assert refused.value.name == name
        with pytest.raises(NotOfTeam):
            await chooses(services, dewi, match)
        before = match
        match = await chooses(services, player, match)
        assert match.game.moves[-1] == before.game.legal_moves[0]
        match = await answered(services, match)
    assert await check(services.database) == []


async def test_the_turn_of_who_is_silent_passes_on_and_at_last_the_computer_plays(
    services: Services, people: list[Player], clock: Clock
) -> None:
    ani, budi, cik, _ = people
    match = await begun(services, [ani, budi, cik])
    for name in ("Budi", "Cik"):
        clock.forward(hours=8)
        assert not (await services.villages.close(match.code)).waits
        assert await due(services, match) == name
        assert (await services.villages.close(match.code)).match.game.ply == 0, "the next one has as much time"
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).waits
    instead = match.game.legal_moves[1]
    match = (await services.villages.close(match.code, instead)).match
    assert match.game.moves == (instead,)
    poll = await services.villages.poll(match)
    assert poll
    assert poll.agreed == 0, "nobody chose it"
    match = await answered(services, match)
    assert await due(services, match) == "Ani"
    clock.forward(hours=8)
    await services.villages.close(match.code)
    match = await chooses(services, budi, match)
    match = await answered(services, match)
    assert await due(services, match) == "Cik"


async def test_by_vote_two_thirds_of_all_members_end_it_at_once(
    services: Services, people: list[Player], clock: Clock
) -> None:
    ani, budi, cik, dewi = people
    match = await begun(services, [ani, budi, cik], Way.BY_VOTE)
    second = match.game.legal_moves[1]
    first = await chooses(services, ani, match)
    assert first.game.ply == 0, "one of three"
    with pytest.raises(NotOfTeam):
        await chooses(services, dewi, match)
    assert (await chooses(services, budi, match, 1)).game.ply == 0, "they disagree"
    match = await chooses(services, cik, match, 1)
    assert match.game.moves == (second,)
    match = await answered(services, match)
    await chooses(services, ani, match, 1)
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).match.game.ply == match.game.ply + 1, "one voice wins in time"


async def test_in_consultation_any_of_them_plays_what_two_thirds_agree_on(
    services: Services, people: list[Player], clock: Clock
) -> None:
    ani, budi, cik, dewi = people
    match = await begun(services, [ani, budi, cik], Way.IN_CONSULTATION)
    first, second, third = match.game.legal_moves[:3]

    async def agrees(player: Player, move: Move) -> None:
        clock.forward(seconds=1)
        await services.villages.vote(event(), player, match.code, move, match.game.ply, agrees=True)

    async def plays(player: Player, move: Move) -> Match:
        await services.consultations.play(event(), player, match.code, move, match.game.ply)
        return (await services.villages.close(match.code)).match

    async def proposed() -> list[tuple[str, list[str]]]:
        found = await services.consultations.of(match)
        return [(each.choice, [one.name for one in each.members]) for each in found.proposals] if found else []

    def noted(move: Move) -> str:
        return format_move(match.game.ruleset, move)

    with pytest.raises(NotProposed):
        await agrees(budi, first)
    assert (await chooses(services, ani, match)).game.ply == 0
    with pytest.raises(NotAgreed) as refused:
        await plays(ani, first)
    assert (refused.value.count, refused.value.most, refused.value.least) == (1, 3, 2)
    with pytest.raises(NotProposed):
        await plays(ani, third)
    with pytest.raises(NotOfTeam):
        await agrees(dewi, first)
    with pytest.raises(NotOfTeam):
        await plays(dewi, first)
    await chooses(services, budi, match, 1)
    await agrees(budi, first)
    assert await proposed() == [(noted(first), ["Ani", "Budi"])], "what nobody wants any more is gone"
    with pytest.raises(NotProposed):
        await agrees(cik, second)
    assert (await services.villages.close(match.code)).match.game.ply == 0, "somebody plays it"
    await chooses(services, ani, match, 2)
    assert await proposed() == [(noted(first), ["Budi"]), (noted(third), ["Ani"])], "the one that was first"
    await agrees(cik, third)
    after = await plays(cik, third)
    assert after.game.moves == (third,)
    with pytest.raises(ActionRefused):
        await plays(cik, third)
    match = await answered(services, after)
    assert await proposed() == [], "a turn is proposed for one position"
    await chooses(services, budi, match, 1)
    clock.forward(seconds=1)
    await chooses(services, ani, match)
    clock.forward(hours=8)
    played = (await services.villages.close(match.code)).match
    assert played.game.moves[-1] == match.game.legal_moves[1], "in time, of as many the first"
    assert await check(services.database) == []


async def test_who_leaves_or_is_banned_is_waited_for_no_more_by_those_who_consult(
    services: Services, people: list[Player]
) -> None:
    ani, budi, cik, dewi = people
    match = await begun(services, people, Way.IN_CONSULTATION)
    with pytest.raises(TeamHasBegun):
        await services.teams.join(await services.people.player(person("Eka", "telegram")), match.code)
    wanted = match.game.legal_moves[0]

    async def plays() -> Match:
        await services.consultations.play(event(), ani, match.code, wanted, match.game.ply)
        return (await services.villages.close(match.code)).match

    await chooses(services, ani, match)
    for player, least in ((dewi, 2), (cik, 2)):
        with pytest.raises(NotAgreed):
            await plays()
        await services.teams.leave(player.id, match.code)
        found = await services.consultations.of(match)
        assert found
        assert found.team.needed == least
    ruling = await services.bans.ask(ani, GROUP, budi.id, None, "spam")
    await services.bans.confirm(ani, GROUP, ruling.id, take_down=False)
    with pytest.raises(BannedForGood):
        await chooses(services, budi, match, 1)
    match = await answered(services, await plays())
    match = await chooses(services, ani, match, 1)
    assert match.game.ply == 3, "nobody else is there to ask"
    match = await answered(services, match)
    await services.people.erase(ani)
    await services.people.erase(budi)
    assert await services.consultations.of(match)
    await services.villages.close(match.code)
    assert await check(services.database) == []


async def test_four_consult_at_most(services: Services, people: list[Player]) -> None:
    match = await opened(services, people[0], Way.IN_CONSULTATION)
    for player in people[1:]:
        await services.teams.join(player, match.code)
    with pytest.raises(TeamIsFull) as refused:
        await services.teams.join(await services.people.player(person("Eka", "telegram")), match.code)
    assert refused.value.limit == MOST_IN_CONSULTATION == 4


async def test_two_thirds_resign_out_of_turn_too(services: Services, people: list[Player]) -> None:
    ani, budi, cik, _ = people
    match = await begun(services, [ani, budi, cik])
    await services.villages.vote(event(), cik, match.code, RESIGN, 0)
    assert (await services.villages.close(match.code)).match.status is Status.PLAYING
    await services.villages.vote(event(), budi, match.code, RESIGN, 0)
    over = (await services.villages.close(match.code)).match
    assert over.status is Status.OVER
    assert over.game.outcome
    assert over.game.outcome.winner == 1


async def test_who_may_gather_and_begin(services: Services, people: list[Player]) -> None:
    ani, budi, cik, _ = people
    match = await opened(services, ani)
    with pytest.raises(TooFewInTeam):
        await services.teams.begin(ani.id, match.code)
    with pytest.raises(AlreadyInTeam):
        await services.teams.join(ani, match.code)
    ruling = await services.bans.ask(ani, GROUP, cik.id, None, "spam")
    await services.bans.confirm(ani, GROUP, ruling.id, take_down=False)
    with pytest.raises(BannedForGood):
        await services.teams.join(cik, match.code)
    await services.teams.join(budi, match.code)
    with pytest.raises(OnlyFirstBegins):
        await services.teams.begin(budi.id, match.code)
    with pytest.raises(NotOfTeam):
        await services.teams.begin(cik.id, match.code)
    for number in range(MOST - 2):
        await services.teams.join(await services.people.player(person(f"P{number}", "telegram")), match.code)
    with pytest.raises(TeamIsFull):
        await services.teams.join(await services.people.player(person("Seventh", "telegram")), match.code)
    await services.teams.leave(ani.id, match.code)
    await services.teams.begin(budi.id, match.code)
    with pytest.raises(TeamHasBegun):
        await services.teams.join(ani, match.code)
    with pytest.raises(NotOfTeam):
        await services.teams.leave(ani.id, match.code)
    lone = await opened(services, ani)
    await services.teams.leave(ani.id, lone.code)
    assert (await services.matches.get(lone.code)).status is Status.WITHDRAWN
    for _ in range(AT_ONCE - 1):
        await opened(services, ani)
    with pytest.raises(TeamsEnough):
        await opened(services, ani)
    await switched(services, OFF)
    with pytest.raises(VillageOff):
        await opened(services, ani)
    assert await check(services.database) == []


async def test_the_next_match_has_the_same_team(services: Services, people: list[Player]) -> None:
    ani, budi, cik, _ = people
    match = await begun(services, [ani, budi])
    teams, host = await services.teams.of(match), await services.people.by_id(match.host)
    assert host
    wanted = Invitation(DAM_8, computer(2), accepted=True)
    with pytest.raises(TeamPlays):
        await services.opening.open(event(), host, wanted, HERE, contest=NextOfTeam(teams, ani.id))
    for player in (ani, budi):
        await services.villages.vote(event(), player, match.code, RESIGN, 0)
    await services.villages.close(match.code)
    with pytest.raises(NotOfTeam):
        await services.opening.open(event(), host, wanted, HERE, contest=NextOfTeam(teams, cik.id))
    following, _ = await services.opening.open(event(), host, wanted, HERE, contest=NextOfTeam(teams, budi.id))
    assert (following.teams, following.status) == (match.teams, Status.PLAYING)
    assert await check(services.database) == []


async def test_who_leaves_or_is_forgotten_leaves_the_turn_to_the_others(
    services: Services, people: list[Player], clock: Clock
) -> None:
    ani, budi, cik, _ = people
    match = await begun(services, [ani, budi, cik])
    kept = (await services.people.export(ani.id))["teams"]
    assert kept == [{"match": match.code, "number": 1}]
    version = match.version
    await services.people.erase(ani)
    assert (await services.matches.get(match.code)).version > version, "the boards that name them are made again"
    assert await due(services, match) == "Budi"
    await services.teams.leave(budi.id, match.code)
    assert await due(services, match) == "Cik"
    match = await chooses(services, cik, await services.matches.get(match.code))
    match = await answered(services, match)
    await services.people.erase(cik)
    clock.forward(hours=8)
    match = await services.matches.get(match.code)
    assert (await services.villages.close(match.code)).waits, "nobody is left"
    played = await services.villages.close(match.code, match.game.legal_moves[0])
    assert played.match.game.ply == match.game.ply + 1
    assert await check(services.database) == []


async def test_two_of_one_team_who_are_one_person_have_one_turn_until_they_are_two_again(
    services: Services, people: list[Player], clock: Clock
) -> None:
    ani, budi, *_ = people
    clock.forward(days=1)
    other = await services.people.player(person("Eka", "discord"))
    match = await begun(services, [ani, budi, other])
    code = await services.links.begin(budi.id, "telegram")
    await services.links.give(code, Joiner("discord", other.person.account, other.name))
    assert await services.links.accept(budi.id)
    (team,) = await services.teams.of(match)
    assert [each.player for each in team.members] == [ani.id, budi.id]
    assert await check(services.database) == []
    await services.links.undo(budi.id)
    (team,) = await services.teams.of(match)
    assert [each.player for each in team.members] == [ani.id, budi.id, other.id]
    assert await check(services.database) == []


async def test_two_of_both_teams_who_are_one_person_are_in_one_of_them_until_they_are_two_again(
    services: Services, people: list[Player], clock: Clock
) -> None:
    ani, budi, cik, _ = people
    clock.forward(days=1)
    other = await services.people.player(person("Eka", "discord"))
    team, against = [await services.teams.new(name) for name in ("Team Upriver", "Team Downriver")]
    contest = NewTeam(GROUP, team.id, Way.IN_TURN, ani.id, against.id)
    wanted = Invitation(DAM_8, player=against.id, host_side=0)
    match, _ = await services.opening.open(event(), team, wanted, HERE, contest=contest)
    for player, side in ((budi, 0), (cik, 1), (other, 1)):
        await services.teams.join(player, match.code, side)
    match = await services.teams.begin(ani.id, match.code)

    async def members() -> list[list[str]]:
        return [[each.player for each in team.members] for team in await services.teams.of(match)]

    code = await services.links.begin(budi.id, "telegram")
    await services.links.give(code, Joiner("discord", other.person.account, other.name))
    assert await services.links.accept(budi.id)
    assert await members() == [[ani.id, budi.id], [cik.id]]
    match = await chooses(services, ani, match)
    with pytest.raises(OtherTeamsTurn):
        await chooses(services, budi, match)
    assert await check(services.database) == []
    await services.links.undo(budi.id)
    assert await members() == [[ani.id, budi.id], [cik.id, other.id]]
    assert await check(services.database) == []


@pytest.mark.parametrize("backend", quick_first(["postgresql", "sqlite"], "a file has one process"))
@pytest.mark.parametrize("seed", quick_first(range(2), "another of them begins"))
async def test_two_processes_play_a_turn_once(
    services: Services, database: Database, clock: Clock, people: list[Player], seed: int
) -> None:
    ani, budi, *_ = people
    match = await begun(services, [ani, budi])
    one, other = (Services.over(database, clock, Random(number)) for number in (1, 2))
    for each in (one, other):
        each.matches.computers |= services.matches.computers
    first, second = match.game.legal_moves[:2]

    async def plays(by: Services, player: Player, number: int) -> bool:
        with suppress(ActionRefused):
            await by.villages.vote(event(), player, match.code, (first, second)[number], 0)
            await by.villages.close(match.code)
            return True
        return False

    tries = [(one, ani, 0), (other, ani, 1), (other, budi, 0), (one, budi, 1)]
    done = await asyncio.gather(*(plays(*each) for each in (*tries[seed:], *tries[:seed])))
    after = await Services.over(database, clock, Random(3)).matches.get(match.code)
    assert any(done)
    assert after.game.ply == 1
    assert awaited_village(after) is None
    assert (await due(services, after)) == "Budi", "one turn was one member's"
    assert await check(database) == []


@pytest.mark.parametrize("backend", quick_first(["postgresql", "sqlite"], "a file has one process"))
async def test_two_who_press_play_play_once(
    services: Services, database: Database, clock: Clock, people: list[Player]
) -> None:
    """In two processes, while another member changes their mind."""
    ani, budi, cik, _ = people
    match = await begun(services, [ani, budi, cik], Way.IN_CONSULTATION)
    one, other = (Services.over(database, clock, Random(number)) for number in (1, 2))
    for each in (one, other):
        each.matches.computers |= services.matches.computers
    first, second = match.game.legal_moves[:2]
    for player in (ani, budi, cik):
        await services.villages.vote(event(), player, match.code, first, 0)

    async def plays(by: Services, player: Player) -> bool:
        with suppress(ActionRefused):
            await by.consultations.play(event(), player, match.code, first, 0)
            await by.villages.close(match.code)
            return True
        return False

    async def changes(by: Services) -> bool:
        with suppress(ActionRefused):
            await by.villages.vote(event(), cik, match.code, second, 0)
        return False

    done = await asyncio.gather(plays(one, ani), changes(one), plays(other, budi), plays(other, cik))
    after = await Services.over(database, clock, Random(3)).matches.get(match.code)
    assert done.count(True) == 1
    assert after.game.moves == (first,)
    assert await check(database) == []


@deep("a seed is seconds of deaths; whoever dies at a close is tried for one village in the quick suite")
@pytest.mark.parametrize("seed", range(6))
async def test_whoever_dies_while_a_turn_of_a_team_is_played_has_played_nothing_or_all(
    database: Database, clock: Clock, seed: int
) -> None:
    """At every sixth statement, beginning with another one for each seed; whoever comes next plays it once."""
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(1))
    await switched(services, "8h")
    ani, budi = [await services.people.player(person(name, "telegram")) for name in ("Ani", "Budi")]
    match = await begun(services, [ani, budi])
    second = match.game.legal_moves[1]
    await services.villages.vote(event(), ani, match.code, second, 0)
    at = 1 + seed
    while True:
        deadly.arm(at, before=seed % 2 == 0)
        with suppress(KilledError):
            await services.villages.close(match.code)
        deadly.disarm()
        unmindful = Services.over(database, clock, Random(1))
        assert await check(database) == []
        after = await unmindful.matches.get(match.code)
        assert await due(unmindful, after) == ("Budi" if after.game.moves else "Ani")
        if after.game.moves:
            break
        at += 6
    assert deadly.deaths
    assert after.game.moves == (second,)


@given(st.integers(2, 6), st.lists(st.sampled_from(["plays", "silent", "leaves"]), max_size=40))
def test_turns_go_around_whatever_happens(size: int, deeds: list[str]) -> None:
    """Each of those who are there is due once before anybody is due again, and only all of them are silent."""
    members = tuple(Member(number, f"p{number}", f"P{number}") for number in range(1, size + 1))
    team, seen = Team("team", Way.IN_TURN, GROUP, members), list[str]()
    for deed in deeds:
        if team.due is None:
            assert not team.members
            break
        mine = team.due.player
        assert mine not in seen or {each.player for each in team.members} <= {*seen}
        seen = [mine] if mine in seen else [*seen, mine]
        vote = Vote(mine, "c3-d4", AT)
        assert team.choice_of([vote]) == "c3-d4"
        assert team.is_decided([vote])
        others = [Vote(each.player, "e3-d4", AT) for each in team.members if each.player != mine]
        assert team.choice_of(others[:1]) is None
        match deed:
            case "leaves":
                team = replace(team, members=tuple(each for each in team.members if each.player != mine))
                seen.remove(mine)
            case "silent" if following := team.passed_on():
                team = following
            case _:
                team = team.played()
                assert team.silent == 0
        assert team.silent < max(len(team.members), 1) or deed == "leaves"


@given(st.integers(2, 4), st.lists(st.tuples(st.integers(1, 5), st.integers(0, 2)), max_size=12))
def test_what_is_played_is_what_most_agree_on(size: int, pressed: list[tuple[int, int]]) -> None:
    """Only a turn of two thirds can be played, two at least; at the end of the time the first of those with most is."""
    members = tuple(Member(number, f"p{number}", f"P{number}") for number in range(1, size + 1))
    team, latest = Team("team", Way.IN_CONSULTATION, GROUP, members), dict[str, Vote]()
    for moment, (number, turn) in enumerate(pressed):
        vote = Vote(f"p{number}", f"turn {turn}", AT + timedelta(seconds=moment))
        if latest.get(vote.player, vote).choice != vote.choice or vote.player not in latest:
            latest[vote.player] = vote
    votes = [*latest.values()]
    proposals = team.proposals(votes)
    assert sum(len(each.members) for each in proposals) == sum(team.has(each.player) for each in votes)
    assert not team.is_decided(votes), "somebody plays it"
    assert team.choice_of(votes) == (proposals[0].choice if proposals else None)
    for proposal in proposals:
        count = len(proposal.members)
        try:
            team.check_may_play("p1", proposal.choice, votes)
        except NotAgreed:
            assert 3 * count < 2 * size
        else:
            assert count >= 2
            assert 3 * count >= 2 * size
            assert proposal == proposals[0], "no two turns are agreed on"
    alone = replace(team, members=members[:1])
    assert alone.is_decided(votes) == ("p1" in latest)
