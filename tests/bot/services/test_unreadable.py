"""Rows that cannot be read are set aside by themselves: a match that cannot be made of them stops nothing else."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.foundation import metrics
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, UnreadableMatch
from bot.matches.status import Status
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from bot.store.room import RoomStore
from bot.workers.start_checks import ReplayCheck
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, reconciling, shown
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, Clock, begun, check, event, person, play
from tests.suites import quick_first

Sql = Callable[[str], str]

TAMPERINGS = {
    "a move that is not legal": "UPDATE moves SET text = 'a1-a2' WHERE match = :code AND ply = 1",
    "a move that is missing": "DELETE FROM moves WHERE match = :code AND ply = 1",
    "a ruleset there is not": "UPDATE matches SET ruleset = 'chess' WHERE code = :code",
    "a start that is no position": "UPDATE matches SET start = 'nonsense' WHERE code = :code",
    "a state there is not": "UPDATE matches SET status = 'lost' WHERE code = :code",
    "an end there is not": "UPDATE matches SET ending = 'rain' WHERE code = :code",
    "resigned, and nobody has won": "UPDATE matches SET ending = 'resignation', winner = NULL WHERE code = :code",
    "a side there is not": "UPDATE matches SET host_side = 7 WHERE code = :code",
    "a moment that is none": "UPDATE matches SET changed = 900000000000000000 WHERE code = :code",
}


@pytest.fixture
def restarted(database: Database, clock: Clock) -> Callable[[], Services]:
    """The services of a process that has just begun: nothing is in its memory."""
    return lambda: Services.over(database, clock, Random(8))


async def three(services: Services) -> tuple[list[Match], Player, Player]:
    """Three matches of the same two, each with two moves; the one with the middle code comes second."""
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    matches = [await play(services, (await begun(services))[0], adi, siti, moves=2) for _ in range(3)]
    return sorted(matches, key=lambda match: match.code), adi, siti


def unreadable(kind: str = "match") -> float:
    value = metrics.REGISTRY.get_sample_value("papan_unreadable", {"kind": kind})
    return value or 0.0


def about(lines: Any, key: str) -> list[str]:
    return [line["event"] for line in lines if key in str(line)]


@pytest.mark.parametrize("statement", quick_first(TAMPERINGS.values(), "whatever cannot be read is set aside alike"))
async def test_the_boards_of_all_others_go_on(
    services: Services,
    restarted: Callable[[], Services],
    platform: FakePlatform,
    sql: Sql,
    statement: str,
    clock: Clock,
) -> None:
    (first, broken, last), adi, siti = await three(services)
    sql(statement.replace(":code", f"'{broken.code}'"))
    clock.forward(minutes=1)
    before, now = unreadable(), restarted()
    with capture_logs() as lines:
        async with reconciling(now, platform):
            for match in (first, last):
                after = await play(now, match, adi, siti)
                await shown(now, after.code)
            for _ in range(3):
                with pytest.raises(UnreadableMatch):
                    await now.matches.get(broken.code)
    assert sorted(platform.texts) == sorted([f"{first.code} 3", f"{last.code} 3"])
    assert about(lines, broken.code) == ["row_unreadable"], "logged once"
    assert unreadable() == before + 1
    assert await now.views.behind(["web"]) == [], "nobody waits for a board that cannot be drawn"
    live = {match.code for match in await now.matches.of_player(adi.id)}
    assert live == {first.code, last.code}


async def test_it_is_named_by_the_check(services: Services, database: Database, sql: Sql) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    codes = {}
    for name in TAMPERINGS:
        codes[name] = (await play(services, (await begun(services))[0], adi, siti, moves=2)).code
    assert await check(database) == []
    for name, statement in TAMPERINGS.items():
        sql(statement.replace(":code", f"'{codes[name]}'"))
    problems = [str(problem) for problem in await check(database)]
    assert [name for name, code in codes.items() if not any(code in problem for problem in problems)] == []


async def test_it_goes_on_once_it_can_be_read(
    services: Services, restarted: Callable[[], Services], platform: FakePlatform, sql: Sql, clock: Clock
) -> None:
    (_, broken, _), adi, siti = await three(services)
    (text,) = sql(f"SELECT text FROM moves WHERE match = '{broken.code}' AND ply = 2").splitlines()
    sql(f"UPDATE moves SET text = 'h8-h1' WHERE match = '{broken.code}' AND ply = 2")
    clock.forward(minutes=1)
    now, before = restarted(), unreadable()
    with pytest.raises(UnreadableMatch):
        await now.matches.get(broken.code)
    sql(f"UPDATE moves SET text = '{text}' WHERE match = '{broken.code}' AND ply = 2")
    with capture_logs() as lines:
        await now.matches.get(broken.code)
    assert about(lines, broken.code) == ["row_readable_again"]
    assert unreadable() == before
    now = restarted()
    async with reconciling(now, platform):
        after = await play(now, broken, adi, siti)
        await shown(now, after.code)
    assert f"{broken.code} 3" in platform.texts


async def test_an_invitation_that_cannot_be_read_keeps_none_from_expiring(
    services: Services, restarted: Callable[[], Services], sql: Sql, clock: Clock
) -> None:
    adi = await services.people.player(person("Adi"))
    codes = sorted(
        [
            (await services.opening.open(event(), adi, Invitation(DAM_8, person(name)), IN_ROOM))[0].code
            for name in "BCD"
        ]
    )
    sql(f"UPDATE matches SET start = 'nonsense' WHERE code = '{codes[1]}'")
    clock.forward(hours=25)
    now = restarted()
    for _ in range(2):
        await now.time.tick_due()
    for code in (codes[0], codes[2]):
        assert (await now.matches.get(code)).status is Status.EXPIRED
    assert (await now.matches.listed(adi.id)).unreadable == (codes[1],)


async def test_it_counts_to_no_limit(
    services: Services, restarted: Callable[[], Services], sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    adi = await services.people.player(person("Adi"))
    invited, _ = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    sql("UPDATE matches SET ruleset = 'chess'")
    now = restarted()
    monkeypatch.setattr("bot.services.match.opening.OPEN_INVITATIONS", 1)
    await now.matches.listed(adi.id)
    again, _ = await now.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    assert again.code != invited.code


async def test_who_has_one_can_have_their_data_deleted(
    services: Services, restarted: Callable[[], Services], sql: Sql
) -> None:
    (first, broken, last), adi, _ = await three(services)
    invited, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    sql(f"UPDATE matches SET ending = 'rain' WHERE code = '{broken.code}'")
    sql(f"UPDATE matches SET ruleset = 'chess' WHERE code = '{invited.code}'")
    now = restarted()
    await now.people.erase(adi)
    assert sql("SELECT name FROM accounts WHERE account = 'adi'") == ""
    for match in (first, last):
        assert (await now.matches.get(match.code)).status is Status.OVER
    ended = {code: sql(f"SELECT status FROM matches WHERE code = '{code}'") for code in (broken.code, invited.code)}
    assert ended == {broken.code: Status.CALLED_OFF.value, invited.code: Status.WITHDRAWN.value}


async def test_a_new_version_finds_what_it_cannot_read_at_its_start(
    services: Services, restarted: Callable[[], Services], sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.start_checks.AT_ONCE", 2)
    matches = [match for _ in range(2) for match in (await three(services))[0]]
    broken = sorted(match.code for match in matches)[1::2]
    for code in broken:
        sql(f"UPDATE moves SET text = 'a1-a2' WHERE match = '{code}' AND ply = 2")
    now, before = restarted(), unreadable()
    replay = ReplayCheck(now)
    with capture_logs() as lines:
        await replay.start()
        await until(lambda: len(lines) == 2)
        for code in broken:
            with pytest.raises(ActionRefused):
                await now.matches.get(code)
    await replay.stop()
    done, line = lines
    assert (done["event"], done["matches"]) == ("live_matches_replayed", 6)
    assert (line["event"], line["log_level"]) == ("live_matches_unreadable", "error")
    assert (line["matches"], line["unreadable"]) == (6, 3)
    assert list(line["problems"]) == broken
    assert unreadable() == before + 3


async def test_a_view_with_a_moment_that_is_none_is_shown_all_the_same(
    services: Services, restarted: Callable[[], Services], platform: FakePlatform, sql: Sql
) -> None:
    (first, tampered, last), adi, siti = await three(services)
    sql(
        f"UPDATE views SET created = 900000000000000000, retry_at = -900000000000000000 WHERE match = '{tampered.code}'"
    )
    sql("UPDATE views SET retry_at = NULL WHERE retry_at > 0")
    now = restarted()
    async with reconciling(now, platform):
        for match in (first, tampered, last):
            await shown(now, (await play(now, match, adi, siti)).code)
    assert len(platform.texts) == 3


async def test_a_board_whose_undo_lapses_at_no_moment_is_shown_anew(
    services: Services, restarted: Callable[[], Services], platform: FakePlatform, sql: Sql
) -> None:
    (tampered, *_), adi, siti = await three(services)
    sql("UPDATE views SET retry_at = NULL")
    now = restarted()
    async with reconciling(now, platform):
        await shown(now, (await play(now, tampered, adi, siti)).code)
        for impossible in (900000000000000000, -900000000000000000):
            sql(f"UPDATE views SET lapses = {impossible} WHERE match = '{tampered.code}'")
            now.news.matches.publish(tampered.code)
            await until(lambda: sql("SELECT count(*) FROM views WHERE lapses IS NOT NULL") == "0")


async def test_a_text_that_is_no_text_stops_nobody(
    services: Services, restarted: Callable[[], Services], platform: FakePlatform, sql: Sql, backend: str, clock: Clock
) -> None:
    if backend == "postgresql":
        with pytest.raises(Exception, match="invalid byte sequence"):
            sql("SELECT CAST(convert_from('\\xff', 'UTF8') AS TEXT)")
        return
    (first, broken, last), adi, siti = await three(services)
    sql(f"UPDATE matches SET ruleset = CAST(x'ff' AS TEXT) WHERE code = '{broken.code}'")
    clock.forward(minutes=1)
    now = restarted()
    async with reconciling(now, platform):
        for match in (first, last):
            await shown(now, (await play(now, match, adi, siti)).code)
    assert len(platform.texts) == 2


async def test_a_message_of_the_room_that_cannot_be_read_hides_no_other(database: Database, sql: Sql) -> None:
    room, before = RoomStore(database), unreadable("message")
    for number in range(5):
        await room.add(f"m{number}", "room", None, None, {"text": f"said {number}"})
    nested = "[" * 20_000
    for message, body in (("m1", "no JSON"), ("m2", "[1]"), ("m3", nested)):
        sql(f"UPDATE room_messages SET body = '{body}' WHERE id = '{message}'")
    with capture_logs() as lines:
        for _ in range(2):
            assert [said.id for said in await room.changed_since("room", "nobody", 0)] == ["m0", "m4"]
            assert await room.get("m1") is None
    assert sorted(line["message"] for line in lines) == ["m1", "m2", "m3"]
    assert unreadable("message") == before + 3
    await room.edit("m1", {"text": "said anew"})
    assert (await room.add("m2", "room", None, None, {"text": "said again"})).body == {"text": "said again"}
    await room.delete("m3")
    assert [said.id for said in await room.changed_since("room", "nobody", 0)] == ["m0", "m1", "m2", "m4"]
    assert unreadable("message") == before


async def test_a_rematch_that_cannot_be_read_is_told_so(
    services: Services, restarted: Callable[[], Services], sql: Sql
) -> None:
    match, adi, siti, _ = await begun(services)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    await services.matches.rematch(event(), adi, match.code, ROOM)
    following = await services.matches.rematch(event(), siti, match.code, ROOM)
    sql(f"UPDATE matches SET ruleset = 'chess' WHERE code = '{following.code}'")
    with pytest.raises(UnreadableMatch, match=following.code):
        await restarted().matches.rematch(event(), adi, match.code, Place("web", "room"))


async def test_a_row_that_breaks_a_rule_of_its_table_stops_nobody(
    services: Services, restarted: Callable[[], Services], clock: Clock, sql: Sql
) -> None:
    (first, broken, last), adi, _ = await three(services)
    invited, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    # As long as a match could be shown nowhere, asking for the same once more is not asking for another.
    clock.forward(minutes=11)
    other, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    sql(f"UPDATE matches SET draw_asked_0 = 99 WHERE code = '{broken.code}'")
    sql(f"UPDATE matches SET hints_1 = -1, draw_asked_0 = 99 WHERE code = '{invited.code}'")
    now = restarted()
    with pytest.raises(UnreadableMatch):
        await now.matches.act(event(), adi, broken.code, lambda match, at: match.resign(adi.id, at))
    clock.forward(hours=25)
    await now.time.tick_due()
    assert (await now.matches.get(other.code)).status is Status.EXPIRED
    await now.people.erase(adi)
    assert sql("SELECT name FROM accounts WHERE account = 'adi'") == ""
    for match in (first, last):
        assert (await now.matches.get(match.code)).status is Status.OVER
