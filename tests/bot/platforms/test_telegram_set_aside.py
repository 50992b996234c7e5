"""An update that ends the program at each try is set aside at the fourth start, and none is blamed for another."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.bootstrap.assembly import run_app
from bot.chat import Answer, Request
from bot.foundation import metrics
from bot.foundation.shared_work import SingleProcess
from bot.platforms.telegram import TelegramPlatform
from bot.platforms.telegram.update_queues import TRIES
from bot.words import words
from loopback.telegram import TelegramServer
from loopback.waiting import until
from tests.bot.conftest import in_file
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.platforms.faults import listening
from tests.bot.platforms.telegram_killed_process import process_on
from tests.bot.platforms.telegram_rig import ScriptedHandler, kept, running
from tests.engine.positions import FULL_OF_CAPTURES
from tests.suites import deep

ROWS = "SELECT tries, set_aside, done IS NOT NULL FROM inbox ORDER BY number"
LEFT = "SELECT count(*) FROM inbox WHERE done IS NULL"
TOLD = "Something you sent could not be handled and will not be tried again. Everything else works as usual."


class Stuck(ScriptedHandler):
    """Never answers."""

    async def command(self, request: Request, name: str, arguments: object) -> Answer:
        """Hang."""
        await super().command(request, name, {})
        await asyncio.Event().wait()
        raise AssertionError("never reached")


def given_up() -> float:
    return metrics.REGISTRY.get_sample_value("papan_updates_given_up_total", {"platform": "telegram"}) or 0.0


@deep("starts are followed in one process")
async def test_an_update_that_kills_three_times_is_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    file, notes = tmp_path / "papan.db", tmp_path / "notes"
    file_in(tmp_path)
    async with TelegramServer() as server:
        adi, siti = (server.person(name, started=True) for name in ("Adi", "Siti"))

        adi.say(adi.private, "/join kill")
        siti.say(siti.private, "/join 1")
        adi.say(adi.private, "/join 2")
        for number in range(1, TRIES + 1):
            async with process_on(server, file, notes) as process:
                assert await process.wait() == -signal.SIGKILL
            assert in_file(file, ROWS).splitlines()[0] == f"{number}|0|0"
            assert notes.read_text(encoding="ascii").split().count("kill") == number
        for later in ("3", "4"):
            async with process_on(server, file, notes):
                siti.say(siti.private, f"/join {later}")
                await siti.gets(siti.private, text=f"done {later}")
                await siti.gets(siti.private, text="done 1")
                await adi.gets(adi.private, text="done 2")
                # That an update is worked off is noted with a later commit.
                await until(lambda: in_file(file, LEFT) == "0", lambda: in_file(file, ROWS))
        assert [message.shown for message in adi.from_bot(adi.private)] == ["not tried again", "done 2"]
        assert server.violations == []
    assert notes.read_text(encoding="ascii").split().count("kill") == TRIES
    assert in_file(file, ROWS).splitlines()[0] == "3|1|1"


async def test_orderly_stops_use_up_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "papan.db"
    monkeypatch.setattr("bot.platforms.telegram.platform.STOP_WITHIN", 0.0)
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi, siti = (server.person(name, started=True) for name in ("Adi", "Siti"))
        for line in ("/join 1", "/join 2"):
            adi.say(adi.private, line)
        siti.say(siti.private, "/join 3")
        for _ in range(TRIES + 1):
            stuck = Stuck(server.world.changed)
            platform = TelegramPlatform(server.token, inbox, stuck, api_url=server.api_url, leases=SingleProcess())
            await platform.start()
            await server.until(lambda stuck=stuck: len(stuck.asked) == 2)  # type: ignore[misc]
            assert in_file(file, ROWS) == "1|0|0\n0|0|0\n1|0|0", "what waits behind another was not begun"
            await platform.stop()
            assert in_file(file, ROWS) == "0|0|0\n0|0|0\n0|0|0"
        async with running(server, inbox, ScriptedHandler()):
            await until(lambda: len(adi.from_bot(adi.private)) == 2, lambda: adi.from_bot(adi.private))
            await siti.gets(siti.private, text="no script for join")
        await until(lambda: in_file(file, ROWS) == "1|0|1\n1|0|1\n1|0|1", lambda: in_file(file, ROWS))


@deep("an update that fails again and again is set aside in the quick suite")
async def test_suspects_are_tried_one_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "papan.db"
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi, siti, nur = (server.person(name, started=True) for name in ("Adi", "Siti", "Nur"))
        stuck, gate = Stuck(server.world.changed), asyncio.Event()
        async with running(server, inbox, stuck):
            for person in (adi, siti, nur):
                person.say(person.private, "/join 1")
            await server.until(lambda: len(stuck.asked) == 3)
            left = in_file(file, "SELECT number FROM inbox ORDER BY number").splitlines()
        # As if the program had been killed while the first two were under way.
        in_file(file, f"UPDATE inbox SET tries = 1, done = NULL WHERE number <> {left[2]}")

        class First(ScriptedHandler):
            async def command(self, request: Request, name: str, arguments: object) -> Answer:
                answer = await super().command(request, name, {})
                if request.person.name == "Adi":
                    await gate.wait()
                return answer

        handler = First(server.world.changed)
        async with running(server, inbox, handler):
            await nur.gets(nur.private, text="no script for join")
            assert [asked.request.person.name for asked in handler.asked] == ["Adi", "Nur"]
            assert in_file(file, ROWS).splitlines()[:2] == ["2|0|0", "1|0|0"]
            gate.set()
            await siti.gets(siti.private, text="no script for join")


async def test_what_is_set_aside_is_logged_and_counted_and_its_sender_told_in_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "papan.db"
    async with TelegramServer() as server:
        adi, siti = server.person("Adi", language="ms", started=True), server.person("Siti", started=True)
        group = server.group("Warung", adi, siti)
        async with kept(tmp_path, server) as inbox:
            stuck = Stuck(server.world.changed)
            with monkeypatch.context() as patched:
                patched.setattr("bot.platforms.telegram.platform.STOP_WITHIN", 0.0)
                async with running(server, inbox, stuck):
                    adi.say(adi.private, "/help secret")
                    siti.say(group, "/help secret")
                    await server.until(lambda: len(stuck.asked) == 2)
        numbers = in_file(file, "SELECT number FROM inbox ORDER BY number").split()
        in_file(file, f"UPDATE inbox SET tries = {TRIES}")
        before = given_up()
        with listening("telegram") as log:
            async with run_app(to_telegram(server, f"sqlite:///{file}")):
                await adi.gets(adi.private, text=words("ms")(TOLD))
                await siti.gets(group, text=TOLD)
        lines = [line for line in log.own if line["event"] == "update_set_aside"]
        assert sorted(str(line["update_id"]) for line in lines) == numbers
        assert {line["log_level"] for line in lines} == {"warning"}
        assert "secret" not in str(log.own)
        assert given_up() == before + 2
        assert in_file(file, ROWS) == "3|1|1\n3|1|1"
        assert server.violations == []


@deep("an update that fails again and again is set aside in the quick suite")
async def test_a_position_that_nobody_could_go_through_is_answered_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    file = tmp_path / "papan.db"
    async with TelegramServer() as server:
        adi, siti = (server.person(name, started=True) for name in ("Adi", "Siti"))
        adi.say(adi.private, f"/analyse omnidirectional-draughts-10 {FULL_OF_CAPTURES}")
        for command, text in (("/games", "You have no match under way"), ("/privacy", "Kept about you")):
            siti.say(siti.private, command)
            async with run_app(to_telegram(server, f"sqlite:///{file}")):
                await siti.gets(siti.private, text=text)
                await adi.gets(adi.private, text="too many captures")
                await until(lambda: in_file(file, LEFT) == "0", lambda: in_file(file, ROWS))
        assert len(adi.from_bot(adi.private)) == 1
        assert server.violations == []
