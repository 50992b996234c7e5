"""The right to invite, on a real database: what people choose, whom they block, and how often one may ask."""

import pytest

from bot.matches import refusals
from bot.matches.identity import Person
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.match.matches import Player
from bot.services.services import Services
from tests.bot.kit import DAM_8, IN_ROOM, TABAL, Clock, begun, event, person


async def known(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name)) for name in names]


async def invites(services: Services, host: Player, guest: Person | None) -> Match:
    return (await services.opening.open(event(), host, Invitation(DAM_8, guest), IN_ROOM))[0]


async def withdraws(services: Services, host: Player, match: Match) -> None:
    await services.matches.act(event(), host, match.code, lambda found, now: found.withdraw(host.id, now))


async def test_the_blocked_read_the_same_as_everybody_reads_of_one_who_takes_no_invitations(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    await services.blocks.block(siti.id, adi.id)
    with pytest.raises(refusals.TakesNoInvitations) as blocked:
        await invites(services, adi, siti.person)
    await services.blocks.unblock(siti.id, adi.id)
    await services.people.change_settings(siti.id, invited_by="nobody")
    with pytest.raises(refusals.TakesNoInvitations) as taken:
        await invites(services, adi, siti.person)
    assert vars(blocked.value) == vars(taken.value) == {"name": "Siti"}
    await services.people.change_settings(siti.id, invited_by="everybody")
    assert (await invites(services, adi, siti.person)).invited == siti.id


async def test_who_blocks_may_invite_themselves(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    await services.blocks.block(siti.id, adi.id)
    assert (await invites(services, siti, adi.person)).invited == adi.id


async def test_only_people_one_has_played(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    await services.people.change_settings(siti.id, invited_by="played")
    with pytest.raises(refusals.TakesSomeInvitations):
        await invites(services, adi, siti.person)
    theirs = await services.opening.open(event(), siti, Invitation(TABAL, adi.person), IN_ROOM)
    await services.matches.join(event(), adi, theirs[0].code)
    assert (await invites(services, adi, siti.person)).invited == siti.id


async def test_the_blocked_do_not_sit_down_at_an_open_invitation(services: Services) -> None:
    adi, siti, tini = await known(services, "Adi", "Siti", "Tini")
    await services.blocks.block(siti.id, adi.id)
    match = await invites(services, siti, None)
    with pytest.raises(refusals.NotForYou):
        await services.matches.join(event(), adi, match.code)
    assert tini.id in (await services.matches.join(event(), tini, match.code)).seats


async def test_the_blocked_play_on_but_ask_for_no_rematch(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    match = (await begun(services))[0]
    await services.blocks.block(siti.id, adi.id)
    await services.matches.act(event(), adi, match.code, lambda found, now: found.resign(adi.id, now))
    with pytest.raises(refusals.TakesNoInvitations):
        await services.matches.rematch(event(), adi, match.code, IN_ROOM.place)
    assert (await services.matches.rematch(event(), siti, match.code, IN_ROOM.place)).rematch_by == siti.id
    assert (await services.matches.rematch(event(), adi, match.code, IN_ROOM.place)).rematch_of == match.code


@pytest.mark.parametrize("unseen", [False, True])
async def test_three_invitations_in_an_hour_until_one_is_answered(
    services: Services, clock: Clock, *, unseen: bool
) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    guest = Person(siti.platform, "", "@new", handle="new") if unseen else siti.person
    for _ in range(3):
        await withdraws(services, adi, await invites(services, adi, guest))
    with pytest.raises(refusals.InvitedEnough) as enough:
        await invites(services, adi, guest)
    assert vars(enough.value) == {"name": "@new" if unseen else "Siti", "times": 3}
    (tini,) = await known(services, "Tini")
    await withdraws(services, adi, await invites(services, adi, tini.person))
    clock.forward(hours=1)
    assert (await invites(services, adi, guest)).host == adi.id, "an hour later"


async def test_an_answer_lets_one_ask_again(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    for _ in range(2):
        await withdraws(services, adi, await invites(services, adi, siti.person))
    third = await invites(services, adi, siti.person)
    await services.matches.act(event(), siti, third.code, lambda found, now: found.decline(siti.id, now))
    assert (await invites(services, adi, siti.person)).invited == siti.id


async def test_two_hundred_people_are_the_most(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    adi, siti, tini = await known(services, "Adi", "Siti", "Tini")
    monkeypatch.setattr("bot.services.people.blocks.BLOCKED", 1)
    await services.blocks.block(siti.id, adi.id)
    with pytest.raises(refusals.BlockedEnough):
        await services.blocks.block(siti.id, tini.id)


async def test_whom_somebody_blocks_is_theirs_to_read_and_to_delete(services: Services) -> None:
    adi, siti, tini = await known(services, "Adi", "Siti", "Tini")
    await services.blocks.block(siti.id, adi.id)
    await services.blocks.block(siti.id, tini.id)
    await services.blocks.block(siti.id, tini.id)
    assert {each.name for each in await services.blocks.blocked(siti.id, 25)} == {"Adi", "Tini"}
    assert len((await services.people.export(siti.id))["blocked_others"]) == 2
    assert (await services.people.export(adi.id))["blocked_others"] == []
    await services.people.erase(adi)
    assert [each.name for each in await services.blocks.blocked(siti.id, 25)] == ["Tini"]
    await services.people.erase(siti)
    assert await services.blocks.blocked(siti.id, 25) == []
