"""Killed repeatedly in mid-traffic, the adapter processes every update that Telegram ever gave it."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bot.platforms.telegram import inbox_name
from bot.store import Database, Inbox
from loopback.telegram import TelegramServer
from loopback.waiting import until
from tests.bot.conftest import in_file
from tests.bot.database_files import file_in
from tests.bot.platforms.telegram_killed_process import process_on
from tests.suites import deep

UPDATES = 300
KILLS = 6


@deep("an update is kept before it is acknowledged: test_telegram_receiving")
async def test_no_update_is_lost_to_kills(tmp_path: Path) -> None:
    chance = Random(7)
    notes, file = tmp_path / "notes", tmp_path / "papan.db"
    file_in(tmp_path)
    async with TelegramServer() as server:
        people = [server.person(f"P{n}", started=True) for n in range(10)]
        said = 0

        def talk(lines: int) -> None:
            nonlocal said
            for _ in range(lines):
                said += 1
                people[said % len(people)].say(people[said % len(people)].private, f"/join {said:04d}")

        def answers() -> int:
            return sum(len(person.from_bot(person.private)) for person in people)

        for _ in range(KILLS):
            async with process_on(server, file, notes):
                known = answers()
                talk(UPDATES // (KILLS + 1))
                wanted = known + chance.randint(1, 25)
                await server.until(lambda wanted=wanted: answers() >= wanted)  # type: ignore[misc]
                talk(5)
        async with process_on(server, file, notes):
            talk(UPDATES - said)
            await server.until(lambda: server.state.updates.pending == 0)
            codes = {f"done {n:04d}" for n in range(1, UPDATES + 1)}

            def all_answered() -> bool:
                return codes == {message.shown for person in people for message in person.from_bot(person.private)}

            await server.until(all_answered)
            # That an update is worked off is noted with a later commit; what was under way at a kill may stay.
            left = "SELECT count(*) FROM inbox WHERE done IS NULL"
            await until(lambda: int(in_file(file, left)) <= len(people), lambda: in_file(file, left))
        assert server.violations == []
    events: dict[str, set[str]] = {}
    for line in notes.read_text(encoding="ascii").splitlines():
        event, code = line.split()
        events.setdefault(code, set()).add(event)
    assert len(events) == UPDATES
    assert all(len(names) == 1 for names in events.values()), "asked again, an update keeps its name"
    database = await Database.open(f"sqlite:///{file}")
    waiting = await Inbox(database, inbox_name("700000001:x"), lambda: datetime.now(UTC)).waiting()
    await database.close()
    assert len(waiting) <= len(people), "at most what was under way at the last kill is still to be worked off"
