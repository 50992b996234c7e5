"""The sums of a month of a chat: how much each was told, what was told twice or not at all, and the quiet hours."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import select

from bot.matches.clock import OUT_OF_REACH
from bot.matches.notices import Notice, is_true
from bot.matches.team import due_member
from bot.services.services import Services
from bot.store.connection import AnyRow, Connection
from bot.store.notices import KINDS
from bot.store.tables import notices
from tools.transcripts.transcript import Shown

AT_ONCE = timedelta(minutes=10)
"""The same words within this time, without anybody having done anything, are told twice."""
LATE = timedelta(hours=1)
"""Whoever was to be told of their turn so long ago has not been told."""


@dataclass
class Figures:
    """The counts of a chat while it goes on."""

    began: datetime
    told: Counter[str] = field(default_factory=Counter)
    """Messages for each person alone, by name, and for all of a chat, by its name."""
    repeated: list[str] = field(default_factory=list)
    """Words that came twice to one place although nobody had done anything between."""
    dropped: set[str] = field(default_factory=set)
    """Turns of which a person was not told although the clock ran."""
    in_quiet_hours: list[int] = field(default_factory=list)
    """The requests to the platform in each hour of nights in which all sleep."""
    days: float = 0.0
    _seen: set[str] = field(default_factory=set)
    _lately: dict[tuple[str, str, str], tuple[datetime, int]] = field(default_factory=dict)

    def look(self, messages: Iterable[Shown], acts: int, now: datetime) -> None:
        """Count the messages that are new, after so many acts of people."""
        self.days = (now - self.began) / timedelta(days=1)
        for each in messages:
            if each.key in self._seen or not each.text:
                continue
            self._seen.add(each.key)
            self.told[each.only_for or each.chat] += 1
            same = (each.chat, each.only_for, each.text)
            before = self._lately.get(same)
            if before and before[1] == acts and now - before[0] < AT_ONCE:
                self.repeated.append(f"{each.chat}: {each.text}")
            self._lately[same] = (now, acts)

    async def look_for_dropped(self, services: Services, now: datetime) -> None:
        """Note whoever is to move, was to be told of it, and was not."""

        async def work(connection: Connection) -> list[AnyRow]:
            late = select(notices).where(notices.c.told.is_(None), notices.c.due < now - LATE)
            return list((await connection.execute(late)).all())

        for row in await services.database.read(work):
            match = await services.matches.get(row.match)
            due = due_member(await services.teams.of(match), match)
            stands = match.clock is not None and match.clock.halt in OUT_OF_REACH
            notice = Notice(row.player, KINDS[row.kind], row.version)
            if not stands and is_true(notice, match, due.player if due else None):
                self.dropped.add(f"{row.match}, {row.kind}, version {row.version}")

    def lines(self) -> Iterator[str]:
        """The figures as sentences."""
        for name, count in sorted(self.told.items()):
            yield f"{name}: {count} messages, {count / max(self.days, 1.0):.1f} a day"
        yield f"repeated: {len(self.repeated)}"
        yield f"dropped: {len(self.dropped)}"
        yield f"requests in a quiet hour: {max(self.in_quiet_hours, default=0)}"
