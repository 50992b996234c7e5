"""The ladder of a chat: a match that ends moves the rungs in its own transaction, and every change has its row."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import cast

import pytest

from bot.matches.communities import CASUAL, OFF
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.ladder import IDLE, TO_ANSWER, ChallengeOutcome
from bot.matches.match import Match
from bot.matches.refusals import (
    ActionRefused,
    BannedForGood,
    ChallengeAsItIs,
    ChallengedAlready,
    ChallengesOpen,
    LadderOff,
    NotOnLadder,
    OthersChallengesOpen,
    OthersNotOnLadder,
    RungOutOfReach,
)
from bot.matches.shield import end_of, month_after, month_at
from bot.matches.status import Status
from bot.services.contests.ladders import LadderView, NewChallenge
from bot.services.match.matches import MatchAction
from bot.services.services import Services
from bot.store import Database, Player, ladders
from bot.store.links import Joiner
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, event, person
from tests.suites import deep

GROUP = Place("telegram", "-1001")
HERE = Venue(GROUP, "ms")


async def ladder(services: Services, *names: str) -> list[Player]:
    """A group with a ladder on which some people stand, the first at the top."""
    await switched(services, CASUAL)
    found = [await services.people.player(person(name, "telegram")) for name in names]
    for player in found:
        await services.ladders.join(player, HERE, DAM_8.key)
    return found


async def switched(services: Services, value: str) -> None:
    await services.communities.change(GROUP, lambda found: replace(found, settings={**found.settings, "ladder": value}))


async def view(services: Services, me: str = "", limit: int = 20) -> LadderView:
    found = await services.ladders.view(GROUP, DAM_8.key, me, limit)
    assert found
    return found


async def names(services: Services) -> str:
    """The first letters of those on the ladder, from the top."""
    found = await view(services)
    assert [each.rung for each in found.rungs] == [*range(1, found.count + 1)]
    return "".join(found.names[each.player][0] for each in found.rungs)


async def challenge(services: Services, player: Player, other: Player) -> Match:
    invitation = Invitation(DAM_8, player=other.id, host_side=0, awake=TO_ANSWER)
    ours = NewChallenge(GROUP, DAM_8.key)
    match, _ = await services.opening.open(event(), player, invitation, HERE, contest=ours)
    return match


async def accepted(services: Services, player: Player, other: Player) -> Match:
    match = await challenge(services, player, other)
    return await services.matches.join(event(), other, match.code)


async def act(services: Services, player: Player, match: Match, action: MatchAction) -> None:
    await services.matches.act(event(), player, match.code, action)


def resigning(player: Player) -> MatchAction:
    return lambda match, now: match.resign(player.id, now)


async def test_who_wins_takes_the_rung_and_who_loses_keeps_theirs(services: Services) -> None:
    a, b, c, d = await ladder(services, "Ani", "Budi", "Cik", "Dewi")
    match = await accepted(services, d, a)
    assert [each.match for each in (await view(services)).challenges] == [match.code]
    await act(services, a, match, resigning(a))
    assert await names(services) == "DABC"
    assert (await view(services)).challenges == ()
    await act(services, c, await accepted(services, c, b), resigning(c))
    assert await names(services) == "DABC"
    drawn = await accepted(services, c, b)
    await act(services, c, drawn, lambda match, now: match.offer_draw(c.id, now))
    await act(services, b, drawn, lambda match, now: match.answer_draw(b.id, True, now))
    assert await names(services) == "DABC"
    assert await check(services.database) == []
    (told,) = [each for each in (await services.people.export(d.id))["rung_changes"] if each["match"]]
    assert (told["from"], told["to"], told["why"]) == (4, 1, "won")


async def test_who_does_not_answer_in_time_changes_places(services: Services, clock: Clock) -> None:
    a, b, c = await ladder(services, "Ani", "Budi", "Cik")
    await services.people.change_settings(a.id, zone="Asia/Kuala_Lumpur", quiet="1320 360")
    match = await challenge(services, c, a)
    assert match.expires == clock.now + timedelta(hours=72 + 5 * 8), "five nights of eight hours"
    assert (await challenge(services, c, b)).expires == clock.now + TO_ANSWER
    clock.forward(hours=73)
    await services.time.beat()
    await services.time.tick_due()
    assert await names(services) == "ACB"
    clock.forward(hours=39)
    await services.time.beat()
    await services.time.tick_due()
    assert await names(services) == "CAB"
    await services.time.tick_due()
    assert await names(services) == "CAB"
    assert await check(services.database) == []


async def test_a_challenge_taken_back_changes_nothing_and_one_declined_is_lost(services: Services) -> None:
    a, b = await ladder(services, "Ani", "Budi")
    await act(services, b, await challenge(services, b, a), lambda match, now: match.withdraw(b.id, now))
    assert await names(services) == "AB"
    await act(services, a, await challenge(services, b, a), lambda match, now: match.decline(a.id, now))
    assert await names(services) == "BA"
    match = await challenge(services, a, b)
    with pytest.raises(ChallengeAsItIs):
        await services.matches.counter(event(), b, match.code, DAM_8, None, match.terms)
    assert await check(services.database) == []


async def test_who_is_away_is_passed_over_and_loses_no_rung_by_not_answering(services: Services, clock: Clock) -> None:
    a, b, c, d, e = await ladder(services, "Ani", "Budi", "Cik", "Dewi", "Eka")
    asked = await challenge(services, d, b)
    await services.time.go_away(b.id, clock.now + timedelta(days=10))
    assert [each.id for each in await services.ladders.within_reach(e.id, GROUP, DAM_8.key)] == [d.id, c.id, a.id]
    with pytest.raises(RungOutOfReach):
        await challenge(services, e, b)
    clock.forward(hours=73)
    await services.time.beat()
    await services.time.tick_due()
    assert (await services.matches.get(asked.code)).status is Status.EXPIRED
    assert await names(services) == "ABCDE"


async def test_what_cannot_be_challenged_is_refused_and_opens_no_match(services: Services, clock: Clock) -> None:
    a, b, c, d, e = await ladder(services, "Ani", "Budi", "Cik", "Dewi", "Eka")
    stranger = await services.people.player(person("Zul", "telegram"))
    first = await challenge(services, c, a)
    await challenge(services, c, b)
    await challenge(services, d, b)
    clock.forward(minutes=11)
    tried: list[tuple[Player, Player, type[ActionRefused]]] = [
        (c, a, ChallengedAlready),
        (b, a, ChallengesOpen),
        (e, b, OthersChallengesOpen),
        (e, a, RungOutOfReach),
        (a, d, RungOutOfReach),
        (stranger, e, NotOnLadder),
        (e, stranger, OthersNotOnLadder),
    ]
    for player, other, refusal in tried:
        with pytest.raises(refusal):
            await challenge(services, player, other)
    assert (await view(services)).challenges[0].match == first.code
    assert await services.matches.of_player(e.id) == []
    await switched(services, OFF)
    for refused in (challenge(services, e, d), services.ladders.join(stranger, HERE, DAM_8.key)):
        with pytest.raises(LadderOff):
            await refused
    assert await check(services.database) == []


async def test_who_has_not_played_for_a_month_sinks_one_rung_a_week(services: Services, clock: Clock) -> None:
    _, b, c = await ladder(services, "Ani", "Budi", "Cik")

    async def weeks_later(weeks: float, *, ours: bool = True) -> str:
        clock.forward(days=7 * weeks)
        await services.time.beat()
        await services.ladders.advance(lambda platform, chat: ours)
        return await names(services)

    clock.forward(seconds=IDLE.total_seconds() - 1)
    for player, other in ((c, b), (c, b)):
        await act(services, player, await accepted(services, player, other), resigning(player))
    assert await names(services) == "ABC"
    assert await weeks_later(0.01, ours=False) == "ABC"
    assert await weeks_later(0) == "BAC"
    assert await weeks_later(0) == "BAC"
    assert await weeks_later(1) == "BCA"
    assert await weeks_later(1) == "BCA"
    await switched(services, OFF)
    assert await weeks_later(5) == "BCA"
    await switched(services, CASUAL)
    assert await weeks_later(5) == "BCA", "where nobody plays, nobody rises"
    assert await weeks_later(1) == "BCA"
    assert await check(services.database) == []


async def test_who_leaves_is_banned_or_deleted_leaves_no_gap(services: Services, clock: Clock) -> None:
    a, b, c, d, e = await ladder(services, "Ani", "Budi", "Cik", "Dewi", "Eka")
    played = await accepted(services, e, b)
    await services.ladders.leave(b.id, GROUP, DAM_8.key)
    assert await names(services) == "ACDE"
    await act(services, b, played, resigning(b))
    assert await names(services) == "ACDE", "nobody takes the rung of one who has left"
    ban = await services.bans.ask(e, GROUP, c.id, None, "spam")
    await services.bans.confirm(e, GROUP, ban.id, take_down=True)
    assert await names(services) == "ADE"
    with pytest.raises(BannedForGood):
        await services.ladders.join(c, HERE, DAM_8.key)
    await services.standing.left(GROUP, d.id)
    await services.standing.left(Place("telegram", "-1002"), a.id)
    assert await names(services) == "AE"
    await challenge(services, e, a)
    await services.people.erase(a)
    assert await names(services) == "E"
    with pytest.raises(NotOnLadder):
        await services.ladders.leave(a.id, GROUP, DAM_8.key)
    assert await check(services.database) == []


async def test_two_who_become_one_have_the_higher_rung_and_get_back_what_they_gave_up(
    services: Services, clock: Clock
) -> None:
    _, b, c = await ladder(services, "Ani", "Budi", "Cik")
    clock.forward(days=1)
    other = await services.people.player(person("Dewi", "discord"))
    await services.ladders.join(other, HERE, DAM_8.key)
    playing = await accepted(services, other, c)

    async def become_one(code: str, known: Player) -> None:
        await services.links.give(code, Joiner(known.platform, known.person.account, known.name))

    await become_one(await services.links.begin(b.id, "telegram"), other)
    assert await services.links.accept(b.id)
    assert await names(services) in ("ADC", "ABC")
    assert (await view(services)).rungs[1].player == b.id
    await act(services, b, await services.matches.get(playing.code), resigning(b))
    assert await check(services.database) == []
    await services.links.undo(b.id)
    assert await names(services) == "ABCD"
    assert await check(services.database) == []


async def test_where_the_younger_stands_higher_both_have_their_rungs_again(services: Services, clock: Clock) -> None:
    (old,) = [await services.people.player(person("Ani", "discord"))]
    clock.forward(days=1)
    young, b = await ladder(services, "Yus", "Budi")
    await services.ladders.join(old, HERE, DAM_8.key)
    assert await names(services) == "YBA"
    code = await services.links.begin(young.id, "telegram")
    await services.links.give(code, Joiner("discord", old.person.account, old.name))
    assert await services.links.accept(young.id)
    assert [each.player for each in (await view(services)).rungs] == [old.id, b.id]
    await services.links.undo(old.id)
    assert [each.player for each in (await view(services)).rungs] == [young.id, b.id, old.id]
    assert await check(services.database) == []


async def month_ends(services: Services, clock: Clock, *, late: timedelta = timedelta(0)) -> None:
    """Go on to the end of the month, in UTC, and some time past it."""
    month = month_at("UTC", clock.now)
    clock.now = end_of("UTC", month) + late
    await services.time.beat()


async def given(services: Services) -> bool:
    return await services.shields.advance(lambda platform, chat: True)


async def shield(services: Services) -> str | None:
    """The name of whoever holds the shield, and since when."""
    found = await view(services)
    return f"{found.names[found.shield[0]]} {found.shield[1]}" if found.shield else None


async def test_who_is_first_when_a_month_ends_has_the_shield(services: Services, clock: Clock) -> None:
    a, b = await ladder(services, "Ani", "Budi")
    first = month_at("UTC", clock.now)
    ends = await services.shields.next_due()
    assert ends == end_of("UTC", first)
    clock.now = ends - timedelta(seconds=1)
    assert not await given(services)
    await month_ends(services, clock, late=timedelta(hours=3))
    assert not await services.shields.advance(lambda platform, chat: False), "whoever serves the chat gives it"
    await act(services, a, await accepted(services, b, a), resigning(a))
    assert await names(services) == "BA", "before it was given, but after the month"
    assert await given(services)
    assert not await given(services), "once"
    assert await shield(services) == f"Ani {first}"
    assert [each.month for each in await services.shields.of_player(a.id)] == [first]
    assert (await services.people.export(a.id))["shields"] == [{"game": DAM_8.key, "month": first}]
    await services.ladders.leave(a.id, GROUP, DAM_8.key)
    assert await shield(services) == f"Ani {first}", "it is theirs until the next month ends"
    for _ in range(2):
        await month_ends(services, clock)
        await given(services)
    assert await shield(services) == f"Budi {month_after(first)}"
    assert len(await services.shields.of_player(b.id)) == 2
    await services.people.erase(b)
    assert await shield(services) is None
    assert [each.month for each in await services.shields.of_player(a.id)] == [first]
    await month_ends(services, clock)
    assert await given(services)
    assert await shield(services) is None, "nobody stands there"
    assert await check(services.database) == []


async def test_a_month_ends_by_the_clocks_of_the_place_and_gives_nothing_while_ladders_are_off(
    services: Services, clock: Clock
) -> None:
    await services.communities.change(GROUP, lambda found: replace(found, settings={"zone": "Jakarta"}))
    await ladder(services, "Ani")
    month = month_at("Asia/Jakarta", clock.now)
    clock.now = end_of("UTC", month) - timedelta(hours=7)
    await switched(services, OFF)
    assert await given(services)
    await switched(services, CASUAL)
    assert await shield(services) is None
    clock.forward(days=70)
    assert await given(services)
    assert await given(services), "and of the month after it, for no Papan ran at its end"
    assert await shield(services) == f"Ani {month_after(month)}"
    assert await check(services.database) == []


async def test_a_shield_goes_with_who_become_one_and_comes_back(services: Services, clock: Clock) -> None:
    (old,) = [await services.people.player(person("Ani", "discord"))]
    clock.forward(days=1)
    young, _ = await ladder(services, "Yus", "Budi")
    for late in (False, True):
        await month_ends(services, clock)
        if not late:
            await given(services)
    code = await services.links.begin(young.id, "telegram")
    await services.links.give(code, Joiner("discord", old.person.account, old.name))
    assert await services.links.accept(young.id)
    assert await given(services)
    assert len(await services.shields.of_player(old.id)) == 2
    assert await check(services.database) == []
    await services.links.undo(old.id)
    assert len(await services.shields.of_player(young.id)) == 2
    assert await check(services.database) == []


async def test_a_ladder_moves_with_its_group(services: Services) -> None:
    a, _ = await ladder(services, "Ani", "Budi")
    await services.communities.moved(GROUP, Place("telegram", "-1009"))
    assert await services.ladders.view(GROUP, DAM_8.key, a.id, 10) is None
    moved = await services.ladders.view(Place("telegram", "-1009"), DAM_8.key, a.id, 10)
    assert moved
    assert (moved.count, moved.ladder.place.chat) == (2, "-1009")


async def test_who_stands_far_below_sees_those_around(services: Services) -> None:
    players = await ladder(services, *"ABCDEFGHIJ")
    found = await view(services, players[8].id, 3)
    assert [each.rung for each in found.rungs] == [1, 2, 3, 6, 7, 8, 9, 10]
    assert found.mine
    assert (found.count, found.mine.rung) == (10, 9)


@deep("a seed is seconds of deaths; whoever dies at a close is tried for one village in the quick suite")
@pytest.mark.parametrize("seed", range(6))
async def test_whoever_dies_at_a_statement_has_moved_nobody_or_all(database: Database, clock: Clock, seed: int) -> None:
    """The end of a match on a ladder, and that of a month, killed at each of their statements."""
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(seed))
    a, _, c = await ladder(services, "Ani", "Budi", "Cik")
    match = await accepted(services, c, a)
    at, wanted = 1 + seed, "CAB"
    while True:
        deadly.arm(at, before=seed % 2 == 0)
        with suppress(KilledError):
            await act(services, a, match, resigning(a))
        died = await names(services) == "ABC"
        deadly.disarm()
        assert await check(database) == []
        if not died:
            break
        at += 6
    assert await names(services) == wanted
    made = await database.read(lambda connection: ladders.challenge_of(connection, match.code))
    assert made
    assert made.outcome is ChallengeOutcome.WON
    await month_ends(services, clock)
    at = 1 + seed
    while True:
        deadly.arm(at, before=seed % 2 == 0)
        with suppress(KilledError):
            await given(services)
        died = await shield(services) is None
        deadly.disarm()
        assert await check(database) == []
        if not died:
            break
        at += 3
    assert not await given(services)
    assert (await shield(services) or "").startswith("Cik ")
