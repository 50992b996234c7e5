"""Two hundred invitations in one Telegram group that end at once: withdrawn, declined, expired, or taken down by a ban.

They are made without limits. Then the group takes what Telegram takes, twenty messages and edits a minute, and they
end. Measured is how long it takes until each says so and whoever is to be told of it is, what is still asked of
Telegram after that, and what somebody waits for the board of a match in the same group whose move comes when photos
have just been forbidden there.

Time may go faster: then minutes of the limits and of the program's own looking are that much shorter.
"""

import asyncio
import tempfile
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from time import perf_counter

import pytest

from bench.traffic import quiet
from bot.bootstrap.assembly import RunningApp, run_app
from bot.foundation.backoff import backoff
from bot.matches import match as matches
from bot.matches.limits import OPEN_INVITATIONS
from bot.platforms.telegram import chat_messages
from bot.workers.views import view_reconciler
from loopback.telegram import Message, Person, TelegramServer
from tests.bot.connected import to_telegram
from tests.unhurried import hurry

INVITATIONS = 200
WAYS = 4
EXPIRE_AFTER = timedelta(seconds=20)
"""The life of those that expire: they are made last, within that time if the machine is quick."""
QUIET_MINUTES = 5
LOOK_EVERY = 0.01
SMALLEST = {"invitations": 40, "faster": 60}


@dataclass
class Ended:
    """The results; ``settled`` in minutes of the group, ``shown`` in seconds. ``asked`` counts requests in the quiet
    minutes, ``refused`` all that Telegram refused for their number.
    """

    settled: float = 0.0
    asked: int = 0
    refused: int = 0
    shown: float = 0.0


def run(invitations: int = INVITATIONS, faster: int = 1) -> None:
    """Print what was seen."""
    quiet()
    with pytest.MonkeyPatch.context() as patch:
        seen = asyncio.run(measure(invitations, faster, patch))
    print(f"{invitations} invitations ended, a quarter each by their host, their guest, time and a ban")
    print(f"all say so, and all are told, after {seen.settled:.1f} minutes; refused for their number: {seen.refused}")
    print(f"requests in the {QUIET_MINUTES} minutes after that: {seen.asked}")
    print(f"photos forbidden: from a move to its board as text: {seen.shown:.2f} s", flush=True)


async def measure(invitations: int, faster: int, patch: pytest.MonkeyPatch) -> Ended:
    """End so many invitations in a group whose time goes so many times faster."""
    group = tuple(replace(limit, seconds=limit.seconds / faster) for limit in chat_messages.GROUP)
    hurry(patch)
    patch.setattr(view_reconciler, "SWEEP_EVERY", view_reconciler.SWEEP_EVERY / faster)
    patch.setattr(view_reconciler, "backoff", lambda tries: backoff(tries) / faster)
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer(checked=False) as server:
            settings = to_telegram(server, f"sqlite:///{Path(folder) / 'papan.db'}")
            async with run_app(settings) as running:
                bench = _Group(server, running, invitations, patch)
                board = await bench.prepare()
                patch.setattr(chat_messages, "GROUP", group)
                return await bench.end(board, faster)


class _Group:
    """A group in which many have invited others, and two play."""

    def __init__(
        self, server: TelegramServer, running: RunningApp, invitations: int, patch: pytest.MonkeyPatch
    ) -> None:
        self._server, self._services, self._patch = server, running.services, patch
        hosts = invitations // OPEN_INVITATIONS
        self._hosts = [server.person(f"Host{number}", f"host{number}_k", started=True) for number in range(hosts)]
        self._guests = [server.person(f"Guest{number}", f"guest{number}_k", started=True) for number in range(5)]
        self._staff, self._adi, self._siti = (
            server.person(name, f"{name.casefold()}_k", started=True) for name in ("Ros", "Adi", "Siti")
        )
        people = (*self._hosts, *self._guests, self._staff, self._adi, self._siti)
        self._group = server.group("Kampung", *people)
        self._group.admins.add(self._staff.id)
        self._cards: list[tuple[Person, Person, Message]] = []

    async def prepare(self) -> Message:
        """The board of the match, beside which all the invitations stand."""
        board = await self._invite(self._adi, self._siti)
        self._siti.press(board, "Accept")
        await self._server.until(lambda: "Your move" in [key.label for key in board.keys])
        # The last ones expire.
        for host in sorted(self._hosts, key=lambda host: self._hosts.index(host) % WAYS):
            if self._hosts.index(host) % WAYS == WAYS - 1:
                self._patch.setattr(matches, "INVITATION_LASTS", EXPIRE_AFTER)
            for guest in self._guests:
                self._cards.append((host, guest, await self._invite(host, guest)))
        return board

    async def end(self, board: Message, faster: int) -> Ended:
        """End them all, and look on."""
        seen, begun = Ended(), perf_counter()
        for host, guest, card in self._cards:
            way = self._hosts.index(host) % WAYS
            if way == 0:
                host.press(card, "Withdraw")
            elif way == 1:
                guest.press(card, "Decline")
        for host in self._hosts[2::WAYS]:
            await self._ban(host)
        codes = [card.shown.split()[0] for _, _, card in self._cards]
        while any(map(_open, self._group.from_bot())) or await self._behind(codes):  # noqa: ASYNC110 - what is shown is looked at
            await asyncio.sleep(LOOK_EVERY)
        seen.settled = (perf_counter() - begun) * faster / 60
        before = self._sent()
        await asyncio.sleep(QUIET_MINUTES * 60 / faster)
        seen.asked = self._sent() - before
        self._group.no_photos = True
        begun = perf_counter()
        self._adi.say(self._group, f"/move {board.shown.split()[0]} c3-d4")
        await self._adi.gets(self._group, text="Adi played c3-d4", key="Your move")
        seen.shown = perf_counter() - begun
        seen.refused = sum("Too Many" in each for each in self._server.refusals)
        return seen

    async def _invite(self, host: Person, guest: Person) -> Message:
        host.say(self._group, f"/play @{guest.account.username} dam-8 first")
        known = {each.id for each in self._group.from_bot()}

        def card() -> Message | None:
            found = [each for each in self._group.from_bot() if each.id not in known]
            of_them = [each for each in found if f"{host.account.name} invites" in each.shown]
            return next(filter(_open, of_them), None)

        return await self._server.until(card)

    async def _ban(self, host: Person) -> None:
        self._staff.say(self._group, f"/mod ban @{host.account.username} why:{host.account.username}")

        def asked() -> Message | None:
            found = [*self._staff.from_bot(self._group), *self._staff.from_bot(self._staff.private)]
            of_them = [each for each in found if f"Reason: {host.account.username}." in each.shown]
            return next((each for each in of_them if any("take down" in key.label for key in each.keys)), None)

        panel = await self._server.until(asked)
        await self._staff.answer(self._staff.press(panel, "take down"))

    async def _behind(self, codes: list[str]) -> bool:
        """Is a board to be changed, or somebody to be told something?"""
        for snapshot in await self._services.views.snapshots(codes):
            shown = (view.shown_version for view in snapshot.views if not view.frozen)
            if any(version < snapshot.match.version for version in shown):
                return True
            if any(each.told is None for each in snapshot.notices):
                return True
        return False

    def _sent(self) -> int:
        return sum(call.method != "getUpdates" for call in self._server.calls)


def _open(card: Message) -> bool:
    """May an invitation be accepted?"""
    return any(key.label == "Accept" for key in card.keys)
