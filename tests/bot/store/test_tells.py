"""The ways of telling players of their turn: in a match, as they chose for it, else as in their settings."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

import pytest

from bot.matches.invitation import Invitation
from bot.matches.preferences import BOTH, DIGEST, HERE, PREFERENCES, PRIVATE, SILENT, ways
from bot.matches.refusals import ActionRefused, DataDeleted, MatchOver, NotInMatch, NotStarted
from bot.services.requests import TELLS_KEPT
from bot.services.services import Services
from bot.store import Database, tells
from tests.bot.kit import DAM_8, IN_ROOM, Clock, begun, check_file, event, person

Sql = Callable[[str], str]


async def how(database: Database, code: str, players: Collection[str]) -> Mapping[str, str]:
    return {player: await database.read(partial(tells.how, code=code, player=player)) for player in players}


def test_each_way_is_here_or_in_private() -> None:
    assert {told: ways(told) for told in PREFERENCES["told"].values} == {
        HERE: (True, False),
        PRIVATE: (False, True),
        BOTH: (True, True),
        SILENT: (False, False),
        DIGEST: (False, True),
    }
    with pytest.raises(KeyError):
        ways("aloud")


async def test_what_was_chosen_for_a_match_comes_before_the_setting(services: Services, database: Database) -> None:
    match, adi, siti, _ = await begun(services)
    other, *_ = await begun(services)
    both = (adi.id, siti.id, "nobody")
    assert await how(database, match.code, both) == {adi.id: HERE, siti.id: HERE, "nobody": HERE}
    await services.people.change_settings(siti.id, told=PRIVATE)
    await services.tells.choose(match.code, siti.id, SILENT)
    await services.tells.choose(match.code, adi.id, BOTH)
    assert await how(database, match.code, both) == {adi.id: BOTH, siti.id: SILENT, "nobody": HERE}
    assert await how(database, other.code, both) == {adi.id: HERE, siti.id: PRIVATE, "nobody": HERE}
    assert await services.tells.told_in(match.code, siti.id) == SILENT
    assert await services.tells.chosen(match.code, siti.id) == SILENT
    await services.tells.choose(match.code, siti.id, None)
    assert await services.tells.chosen(match.code, siti.id) is None
    assert await services.tells.told_in(match.code, siti.id) == PRIVATE
    assert await check_file(database) == []


async def test_it_is_chosen_again(services: Services, database: Database) -> None:
    match, adi, *_ = await begun(services)
    for told in (BOTH, SILENT, SILENT, HERE):
        await services.tells.choose(match.code, adi.id, told)
        assert await services.tells.told_in(match.code, adi.id) == told


async def test_only_a_player_chooses_and_only_while_the_match_is_under_way(services: Services, sql: Sql) -> None:
    match, adi, siti, _ = await begun(services)
    nur = await services.people.player(person("Nur"))
    invited, _ = await services.opening.open(event(), adi, Invitation(DAM_8, siti.person), IN_ROOM)
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    playing, *_ = await begun(services)
    refused: dict[type[ActionRefused], tuple[str, str]] = {
        NotInMatch: (playing.code, nur.id),
        NotStarted: (invited.code, adi.id),
        MatchOver: (match.code, adi.id),
        DataDeleted: (playing.code, "nobody"),
    }
    for why, (code, player) in refused.items():
        with pytest.raises(why):
            await services.tells.choose(code, player, SILENT)
    assert sql("SELECT count(*) FROM tells") == "0"


async def test_it_is_exported_and_deleted_with_the_players_data(services: Services, database: Database) -> None:
    match, adi, siti, _ = await begun(services)
    for player in (adi, siti):
        await services.tells.choose(match.code, player.id, SILENT)
    assert (await services.people.export(adi.id))["told_in_matches"] == {match.code: SILENT}
    await services.people.erase(adi)
    assert await how(database, match.code, (adi.id, siti.id)) == {adi.id: HERE, siti.id: SILENT}


async def test_it_is_dropped_a_while_after_the_match(services: Services, sql: Sql, clock: Clock) -> None:
    over, adi, siti, _ = await begun(services)
    going_on, *_ = await begun(services)
    for match in (over, going_on):
        await services.tells.choose(match.code, siti.id, SILENT)
    await services.matches.act(event(), adi, over.code, lambda now, at: now.resign(adi.id, at))
    await services.requests.forget_old()
    assert await services.tells.told_in(over.code, siti.id) == SILENT, "what happens next is told so too"
    clock.now += TELLS_KEPT
    clock.forward(seconds=1)
    await services.requests.forget_old()
    assert sql("SELECT match FROM tells") == going_on.code
