"""The comings and goings of people in a month of a town, and the town in which a month is lived: on a file by one
process, on a server by two.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from bot.services.integrity import Finding, check
from bot.store import Database
from bot.workers.leases import LeaseHolder
from loopback.discord import DiscordServer
from loopback.telegram import TelegramServer
from tests.bot.app.seen import seen
from tests.bot.linked_town import BANNED, CODE, DAYS, ERASED, LEAVERS, LINKED, SIZE, UNDONE_AFTER, Somebody, Town
from tests.bot.mortal import DIES, MortalDatabase
from tests.bot.moved_time import moved_time


@asynccontextmanager
async def town_of(url: str, backend: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """A town in moved time; some of those who die there take their process with them."""
    holder = partial(LeaseHolder, lifetime=2.0, renew_every=0.3)
    monkeypatch.setattr("bot.bootstrap.assembly.LeaseHolder", holder)
    monkeypatch.setattr("bot.bootstrap.assembly.Database", MortalDatabase)
    monkeypatch.setattr("bot.app.people.link_panel.LOOKED_EVERY", 0.01)
    discord = DiscordServer()
    await discord.start()
    try:
        with moved_time() as time:
            async with TelegramServer() as telegram:
                yield Town(telegram, discord, url, 1 if backend == "sqlite" else 2, time)
    finally:
        await discord.stop()


async def faults(url: str) -> list[Finding]:
    """The faults that the check finds in the database."""
    database = await Database.open(url)
    found = [each for each in await check(database) if each.is_fault]
    await database.close()
    return found


def tell(town: Town) -> None:
    """Print how much was told, and how many died."""
    days = sum(map(len, town.told.values())) / SIZE / DAYS
    print(f"{days:.1f} messages a person and day, at most {town.most:.1f}")
    print(f"{town.deaths} deaths, {town.killed} of processes")


async def change(town: Town, day: int) -> None:
    """Those who are due to it become one person, or two again, or go."""
    for each in town.people[:LINKED]:
        if day == each.linked_on and len(each.present) == 2:
            await _link(town, each)
        elif each.is_one and day == each.linked_on + UNDONE_AFTER.get(each.number, DAYS):
            await _undo(town, each, day)
    for each in town.people:
        await _leave(town, each, day)


async def day_passes(town: Town) -> None:
    """A day goes by in which nobody does anything."""
    for _ in range(4):
        await town.settled()
        town.acts += 1
        town.steps.add(town.acts)
        await town.time.forward(town.services, 6)
    await town.settled()


async def _link(town: Town, somebody: Somebody) -> None:
    first, second = town.chance.sample(somebody.accounts, 2)
    shown = await town.act(first, "/link")
    code = CODE.findall(shown.code)[0]
    await town.act(second, f"/link {code}", "Yes, one person")
    question = seen(await anext(shown.updates))
    town.acts += 1
    death = town.dies(120)
    DIES.set(death)
    answer = await town.at(first).presses(question, "Yes, it is me")
    DIES.set(None)
    if await town.mourned(death):
        answer = await town.at(first).presses(question, "Yes, it is me")
    somebody.is_one = "one person here and there" in answer.text


async def _undo(town: Town, somebody: Somebody, day: int) -> None:
    answer = await town.act(town.chance.choice(somebody.accounts), "/link undo", dies=True)
    in_time = day - somebody.linked_on < 7
    assert answer.text.startswith("Done: you are two people again" if in_time else "There is nothing to undo"), (
        answer.text
    )
    somebody.is_one = not in_time


async def _leave(town: Town, somebody: Somebody, day: int) -> None:
    """Some have their data deleted, leave the group, or are banned there."""
    account = somebody.accounts[0]
    if (somebody.number, day) in zip(ERASED, (16, 12, 20), strict=True):
        await town.act(account, "/privacy delete", "Delete it all", dies=True)
        await town.gone(somebody.accounts)
    if (somebody.number, day) in zip(LEAVERS, (18, 10, 21), strict=True):
        town.phones[account.account].leave(town.group)
        await town.gone([account])
    if (somebody.number, day) in zip(BANNED, (17, 13), strict=True):
        host = town.people[0].accounts[0]
        ban: dict[str, Any] = {"act": "ban", "until": "7d", "why": "spam"}
        await town.act(host, "/mod", "Ban, and take down what is open", who=account.person, **ban)
