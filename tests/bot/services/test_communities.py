"""The choices of hosts for a server, group or room, and the rights there."""

from dataclasses import replace

import pytest

from bot.matches.communities import AllowedKind, Community, Grant, Right
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.services.services import Services
from bot.store import views
from bot.store.connection import Connection
from tests.bot.kit import DAM_8, begun, event, person

CHANNEL = Place("discord", "5", server="9")
THREAD = Place("discord", "6", parent="5", server="9")
OF_OLD = Place("discord", "6", parent="5")
TOPIC = Place("telegram", "-1001", "7")
PRIVATE = Place("discord", "8", private=True)


def test_a_place_knows_its_community() -> None:
    assert [each.community for each in (CHANNEL, THREAD, OF_OLD, TOPIC, PRIVATE)] == ["9", "9", "5", "-1001", ""]


async def test_a_view_keeps_the_server_of_its_channel(services: Services) -> None:
    _, _, _, view = await begun(services)

    async def moved(connection: Connection) -> Place:
        await views.save(connection, replace(view, place=CHANNEL))
        found = await views.get(connection, view.id)
        assert found
        return found.place

    assert await services.database.write(moved) == CHANNEL


async def test_what_is_chosen_holds_in_the_whole_server_and_nowhere_else(services: Services) -> None:
    after = await services.communities.change(CHANNEL, lambda found: replace(found, settings={"language": "ms"}))
    assert await services.communities.of_place(THREAD) == after
    assert after.settings == {"language": "ms"}
    assert (await services.communities.of_place(TOPIC)).settings == {}
    assert (await services.communities.of_place(PRIVATE)).settings == {}
    again = await services.communities.change(CHANNEL, lambda found: replace(found, settings={"language": "ms"}))
    assert again.version == after.version


@pytest.mark.parametrize(
    ("right", "named", "roles", "manages", "expected"),
    [
        (Right.PLAY, (), (), False, True),
        (Right.PLAY, ("7",), (), False, False),
        (Right.PLAY, ("7",), ("7", "8"), False, True),
        (Right.PLAY, ("7",), (), True, True),
        (Right.RULE, (), ("7",), False, False),
        (Right.RULE, ("7",), ("7",), False, True),
        (Right.ORGANISE, (), (), True, True),
    ],
)
def test_one_question_for_rights(
    right: Right, named: tuple[str, ...], roles: tuple[str, ...], manages: bool, expected: bool
) -> None:
    allowed = tuple(Grant(AllowedKind.ROLE, account, right) for account in named)
    found = Community("discord", "9", allowed=(*allowed, Grant(AllowedKind.ROLE, "99", Right.PLAY)) if allowed else ())
    assert found.may(right, roles, manages=manages) is expected


async def test_a_group_that_moves_keeps_what_its_hosts_have_chosen(services: Services) -> None:
    old, new = Place("telegram", "-5"), Place("telegram", "-1005")
    named = (Grant(AllowedKind.ROLE, "7", Right.RULE, "Organisers"),)
    before = await services.communities.change(
        old, lambda found: replace(found, settings={"theme": "pasar"}, allowed=named)
    )
    for _ in range(2):  # the platform may tell it twice
        await services.communities.moved(old, new)
    assert await services.communities.of_place(new) == replace(before, account="-1005")
    assert (await services.communities.of_place(old)).version == 0
    await services.communities.change(old, lambda found: replace(found, settings={"theme": "kertas"}))
    await services.communities.moved(old, new)
    assert (await services.communities.of_place(new)).settings == {"theme": "pasar"}


async def test_what_is_posted_looks_as_the_hosts_have_chosen(services: Services) -> None:
    chosen = {"language": "ms", "theme": "pasar", "bottom": "second", "threads": "never"}
    found = Community("discord", "9", chosen)
    posted = found.venue(replace(CHANNEL, can_thread=True), "id")
    assert posted == Venue(CHANNEL, "ms", "pasar", 1)
    assert found.venue(PRIVATE, "id") == Venue(PRIVATE, "id")
    adi = await services.people.player(person("adi"))
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8), posted)
    assert (view.theme, view.bottom, view.language) == ("pasar", 1, "ms")
    (kept,) = await services.views.of_match(match.code)
    assert (kept.bottom, kept.place.community) == (1, "9")
