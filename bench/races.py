"""People who act at the same moment, in two processes: every kind of race again and again, on both kinds of databases.

Two ``Services`` with a memory of their own share the database; on PostgreSQL each has its own connections too, so that
their transactions really run beside each other. What must hold afterwards is read without any memory.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from sqlalchemy import select

from bench.kills import quiet
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.people import Person, Place
from bot.matches.refusals import ActionRefused
from bot.matches.status import LIVE, Status
from bot.services.integrity import check
from bot.services.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database
from bot.store.database import Connection
from bot.store.room import RoomStore
from bot.store.tables import metadata
from engine.games import find_ruleset
from loopback.postgresql import PostgreSQL

ROUNDS = 50
APART = 0.004
"""Seconds by which those who race start apart, at most."""
PLATFORM = "telegram"
RULESET = find_ruleset("dam-8")
GROUP = Venue(Place(PLATFORM, "group"), "en")


@dataclass
class Round:
    """One race: two processes, new people, and chance. ``wrong`` are the sentences on what failed."""

    here: Services
    there: Services
    number: int
    chance: Random
    wrong: list[str]
    events: int = 0

    def event(self) -> str:
        """An event with a new id."""
        self.events += 1
        return f"{self.number}-{self.events}"

    def person(self, name: str) -> Person:
        """A person of this round; name, handle and account are the same text, which nobody else has."""
        return Person(PLATFORM, f"{name}-{self.number:04}", f"{name}-{self.number:04}", f"{name}-{self.number:04}")

    async def people(self, *names: str) -> list[Player]:
        """Players that both processes know."""
        return [await self.here.people.player(self.person(name)) for name in names]

    async def match(self, host: Player, guest: Player, plies: int = 0) -> Match:
        """A match under way; the host has the first side."""
        wish = Invitation(RULESET, guest.person, 0)
        match, _ = await self.here.matches.open(self.event(), host, wish, GROUP)
        match = await self.here.matches.join(self.event(), guest, match.code)
        for ply in range(plies):
            match = await self.act(self.here, (host, guest)[ply % 2], match, moved((host, guest)[ply % 2]))
        return match

    async def act(self, services: Services, player: Player, match: Match, action: MatchAction) -> Match:
        """Act in a match, by an event of its own."""
        return await services.matches.act(self.event(), player, match.code, action)

    async def over(self, host: Player, guest: Player) -> Match:
        """A match that the host has given up."""
        match = await self.match(host, guest, 2)
        return await self.act(self.here, host, match, lambda now, at: now.resign(host.id, at))

    async def at_once(self, *works: Awaitable[object]) -> list[bool]:
        """Do all of it at about the same moment; which of it was not refused. Raises any other exception."""

        async def started(work: Awaitable[object]) -> bool:
            await asyncio.sleep(self.chance.uniform(0, APART))
            try:
                await work
            except ActionRefused:
                return False
            return True

        return list(await asyncio.gather(*(started(work) for work in works)))

    async def stored(self, match: Match) -> Match:
        """The match as its rows say."""
        return await self.unmindful().matches.get(match.code)

    def unmindful(self) -> Services:
        """Services with nothing in memory."""
        return Services.over(self.here.database, self.here.clock, Random(1))

    async def live(self, player: Player) -> list[Match]:
        """The live matches of a player, as the rows say."""
        return await self.unmindful().matches.of_player(player.id)

    def expect(self, held: object, what: str) -> None:
        """Note what is wrong unless it holds."""
        if not held:
            self.wrong.append(f"round {self.number}: {what}")

    async def expect_no_trace(self, player: Player) -> None:
        """Nothing in any table may say who a player was, and nobody waits for them."""
        self.expect(not await self.live(player), "a match goes on with a person whose data is deleted")
        rows = await self.here.database.read(_all_rows)
        self.expect(player.account not in rows, "a row tells of a person whose data is deleted")


Kind = Callable[[Round], Awaitable[None]]


def moved(player: Player, choice: int = 0, ply: int | None = None) -> MatchAction:
    """The action of making the legal move with number ``choice``, chosen at ``ply``."""

    def action(match: Match, now: datetime) -> Match:
        match.check_turn(player.id, ply)
        return match.move(player.id, match.game.legal_moves[choice], ply, now)

    return action


async def two_moves(race: Round) -> None:
    """One person moves on two devices, differently."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    done = await race.at_once(
        race.act(race.here, adi, match, moved(adi, 0, 0)), race.act(race.there, adi, match, moved(adi, 1, 0))
    )
    race.expect(sum(done) == 1 and (await race.stored(match)).game.ply == 1, f"two moves of one turn: {done}")


async def one_event_twice(race: Round) -> None:
    """A platform hands the same move to two processes."""
    adi, siti = await race.people("adi", "siti")
    match, once = await race.match(adi, siti), race.event()
    done = await race.at_once(
        *(each.matches.act(once, adi, match.code, moved(adi)) for each in (race.here, race.there))
    )
    race.expect(all(done) and (await race.stored(match)).game.ply == 1, f"one move handed over twice: {done}")


async def accept_and_withdraw(race: Round) -> None:
    """The guest accepts while the host withdraws."""
    adi, siti = await race.people("adi", "siti")
    match, _ = await race.here.matches.open(race.event(), adi, Invitation(RULESET, siti.person), GROUP)
    accepted, withdrawn = await race.at_once(
        race.here.matches.join(race.event(), siti, match.code),
        race.act(race.there, adi, match, lambda now, at: now.withdraw(adi.id, at)),
    )
    status = (await race.stored(match)).status
    race.expect(accepted != withdrawn, "accepted and withdrawn")
    race.expect(status is (Status.PLAYING if accepted else Status.WITHDRAWN), f"{status} is not what was answered")


async def two_strangers_accept(race: Round) -> None:
    """Two people take the same seat."""
    adi, siti, ros = await race.people("adi", "siti", "ros")
    match, _ = await race.here.matches.open(race.event(), adi, Invitation(RULESET), GROUP)
    done = await race.at_once(
        race.here.matches.join(race.event(), siti, match.code), race.there.matches.join(race.event(), ros, match.code)
    )
    race.expect(sum(done) == 1, f"one seat for two: {done}")
    race.expect((siti if done[0] else ros).id in (await race.stored(match)).seats, "the seat is not whose it was said")


async def inviting_each_other(race: Round) -> None:
    """Two people invite each other to the same game."""
    adi, siti = await race.people("adi", "siti")
    await race.at_once(
        race.here.matches.open(race.event(), adi, Invitation(RULESET, siti.person), GROUP),
        race.there.matches.open(race.event(), siti, Invitation(RULESET, adi.person), GROUP),
    )
    found = await race.live(adi)
    race.expect([match.status for match in found] == [Status.PLAYING], f"not one match, but {found}")


async def one_wish_twice(race: Round) -> None:
    """A button that opens a match is pressed twice."""
    (adi,) = await race.people("adi")
    done = await race.at_once(
        *(each.matches.open(race.event(), adi, Invitation(RULESET), GROUP) for each in (race.here, race.there))
    )
    race.expect(sum(done) == 1 and len(await race.live(adi)) == 1, f"a double press opens: {done}")


async def move_and_resign(race: Round) -> None:
    """One moves while the other gives up."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    made, resigned = await race.at_once(
        race.act(race.here, adi, match, moved(adi)),
        race.act(race.there, siti, match, lambda now, at: now.resign(siti.id, at)),
    )
    now = await race.stored(match)
    race.expect(resigned and now.status is Status.OVER and now.game.ply == made, "a move beside a resignation")


async def move_and_undo(race: Round) -> None:
    """One takes a move back while the other answers it."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti, 1)
    made, undone = await race.at_once(
        race.act(race.here, siti, match, moved(siti, 0, 1)),
        race.act(race.there, adi, match, lambda now, at: now.undo(adi.id, at)),
    )
    ply = (await race.stored(match)).game.ply
    race.expect(made != undone and ply == (2 if made else 0), f"moved {made}, undone {undone}, ply {ply}")


async def draw_and_move(race: Round) -> None:
    """A draw is accepted on one device, and declined by a move on another."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti, 1)
    await race.act(race.here, adi, match, lambda now, at: now.offer_draw(adi.id, at))
    made, agreed = await race.at_once(
        race.act(race.here, siti, match, moved(siti, 0, 1)),
        race.act(race.there, siti, match, lambda now, at: now.answer_draw(siti.id, True, at)),
    )
    now = await race.stored(match)
    race.expect(made != agreed, f"moved {made}, agreed {agreed}")
    race.expect(now.status is (Status.PLAYING if made else Status.OVER) and now.draw_offer is None, f"{now.status}")


async def call_off_and_move(race: Round) -> None:
    """One moves while the other calls the match off."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    made, off = await race.at_once(
        race.act(race.here, adi, match, moved(adi)),
        race.act(race.there, siti, match, lambda now, at: now.call_off(siti.id, at)),
    )
    now = await race.stored(match)
    race.expect(off and now.status is Status.CALLED_OFF and now.game.ply == made, f"{now.status}, ply {now.game.ply}")


async def both_want_a_rematch(race: Round) -> None:
    """Both press *Rematch*, one of them twice."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.at_once(
        race.here.matches.rematch(race.event(), adi, match.code, None),
        race.there.matches.rematch(race.event(), siti, match.code, None),
        race.there.matches.rematch(race.event(), adi, match.code, None),
    )
    found = await race.live(adi)
    race.expect([each.rematch_of for each in found] == [match.code], f"{len(found)} matches follow")


async def rematch_twice(race: Round) -> None:
    """The second yes to a rematch is pressed twice."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.here.matches.rematch(race.event(), adi, match.code, None)
    await race.at_once(
        *(each.matches.rematch(race.event(), siti, match.code, None) for each in (race.here, race.there))
    )
    race.expect(len(await race.live(adi)) == 1, "a rematch is doubled")


async def rematch_and_refusal(race: Round) -> None:
    """A rematch is accepted on one device and refused on another."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.here.matches.rematch(race.event(), adi, match.code, None)
    await race.at_once(
        race.here.matches.rematch(race.event(), siti, match.code, None),
        race.there.matches.refuse_rematch(race.event(), siti, match.code),
    )
    begun, refused = len(await race.live(adi)), (await race.stored(match)).rematch_refused
    race.expect(begun + refused == 1, f"{begun} rematches begun, refused {refused}")


async def two_boards_in_a_place(race: Round) -> None:
    """Two people ask for the board in the same chat."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    elsewhere = Venue(Place(PLATFORM, "elsewhere"), "en")
    await race.at_once(
        race.here.views.add(match.code, elsewhere, adi), race.there.views.add(match.code, elsewhere, siti)
    )
    places = [view.place.chat for view in await race.unmindful().views.of_match(match.code)]
    race.expect(sorted(places) == ["elsewhere", "group"], f"views in {places}")


async def first_word_and_invitation(race: Round) -> None:
    """Somebody is invited by their handle and says their first word."""
    (adi,) = await race.people("adi")
    siti = race.person("siti")
    invitation = Invitation(RULESET, Person(PLATFORM, "", siti.handle, siti.handle))
    await race.at_once(race.here.matches.open(race.event(), adi, invitation, GROUP), race.there.people.player(siti))
    player = await race.unmindful().people.player(siti)
    race.expect(len(await race.live(player)) == 1, "the invitation does not reach the person it names")


async def expire_and_accept(race: Round) -> None:
    """An invitation is accepted while another process closes those whose time is over."""
    adi, siti = await race.people("adi", "siti")
    match, _ = await race.here.matches.open(race.event(), adi, Invitation(RULESET, siti.person), GROUP)
    accepted, _ = await race.at_once(
        race.here.matches.join(race.event(), siti, match.code),
        race.act(race.there, adi, match, lambda now, at: now.expire(now.expires or at)),
    )
    status = (await race.stored(match)).status
    race.expect(status is (Status.PLAYING if accepted else Status.EXPIRED), f"{status}, accepted {accepted}")


async def delete_and_move(race: Round) -> None:
    """A person's data is deleted while they move."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti, 2)
    await race.at_once(race.there.people.erase(adi), race.act(race.here, adi, match, moved(adi)))
    race.expect((await race.stored(match)).status not in LIVE, "the match goes on")
    await race.expect_no_trace(adi)


async def delete_and_invite(race: Round) -> None:
    """A person's data is deleted while they invite somebody."""
    adi, siti = await race.people("adi", "siti")
    private = Venue(Place(PLATFORM, adi.account, private=True), "en")
    await race.at_once(
        race.there.people.erase(adi),
        race.here.matches.open(race.event(), adi, Invitation(RULESET, siti.person), private),
    )
    await race.expect_no_trace(adi)


async def delete_and_be_invited(race: Round) -> None:
    """A person's data is deleted while somebody who has met them invites them."""
    adi, siti = await race.people("adi", "siti")
    await race.at_once(
        race.there.people.erase(adi),
        race.here.matches.open(race.event(), siti, Invitation(RULESET, player=adi.id), GROUP),
    )
    await race.expect_no_trace(adi)


async def delete_and_accept(race: Round) -> None:
    """A person's data is deleted while they accept an invitation, and somebody accepts theirs."""
    adi, siti = await race.people("adi", "siti")
    to_adi, _ = await race.here.matches.open(race.event(), siti, Invitation(RULESET), GROUP)
    from_adi, _ = await race.here.matches.open(race.event(), adi, Invitation(RULESET), GROUP)
    await race.at_once(
        race.there.people.erase(adi),
        race.here.matches.join(race.event(), adi, to_adi.code),
        race.here.matches.join(race.event(), siti, from_adi.code),
    )
    await race.expect_no_trace(adi)


async def delete_and_rematch(race: Round) -> None:
    """A person's data is deleted while a rematch with them begins."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.here.views.add(match.code, Venue(Place(PLATFORM, adi.account, private=True), "en"), adi)
    await race.here.matches.rematch(race.event(), adi, match.code, None)
    await race.at_once(race.there.people.erase(adi), race.here.matches.rematch(race.event(), siti, match.code, None))
    await race.expect_no_trace(adi)


async def delete_and_settings(race: Round) -> None:
    """A person's data is deleted while they change a setting."""
    (adi,) = await race.people("adi")
    setting = race.here.people.change_settings(adi.id, theme=adi.account)
    await race.at_once(race.there.people.erase(adi), setting)
    await race.expect_no_trace(adi)


async def delete_and_new_name(race: Round) -> None:
    """A person's data is deleted while they are seen under a new name."""
    (adi,) = await race.people("adi")
    renamed = Person(PLATFORM, adi.account, f"New name of {adi.name}", adi.handle)
    await race.at_once(race.there.people.erase(adi), race.here.people.player(renamed))
    # Where they are seen after the deletion, that is their first word.
    race.expect(await race.unmindful().people.by_id(adi.id) is None, "the former person is known again")


async def delete_and_show(race: Round) -> None:
    """A person's data is deleted while their private chat is shown a board."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(siti, (await race.people("ros"))[0])
    private = Venue(Place(PLATFORM, adi.account, private=True), "en")
    await race.at_once(race.there.people.erase(adi), race.here.views.add(match.code, private, adi))
    await race.expect_no_trace(adi)


async def delete_and_say(race: Round) -> None:
    """The data of a person of the web room is deleted while they say something and are answered."""
    room = RoomStore(race.here.database)
    member, _ = await room.add_member(f"adi-{race.number:04}", "en")
    adi = await race.here.people.player(Person("web", member.id, member.name))
    await room.add(f"{race.number} before", "room", member.id, None, {"text": member.name})
    await race.at_once(
        race.there.people.erase(adi),
        room.add(f"{race.number} said", "room", member.id, None, {"text": member.name}),
        room.edit(f"{race.number} before", {"text": member.name}),
        room.add(f"{race.number} answer", "room", None, member.id, {"text": member.name}),
    )
    await race.expect_no_trace(adi)
    race.expect(member.name not in await race.here.database.read(_all_rows), "the room still knows the name")


KINDS: tuple[Kind, ...] = (
    two_moves,
    one_event_twice,
    accept_and_withdraw,
    two_strangers_accept,
    inviting_each_other,
    one_wish_twice,
    move_and_resign,
    move_and_undo,
    draw_and_move,
    call_off_and_move,
    both_want_a_rematch,
    rematch_twice,
    rematch_and_refusal,
    two_boards_in_a_place,
    first_word_and_invitation,
    expire_and_accept,
    delete_and_move,
    delete_and_invite,
    delete_and_be_invited,
    delete_and_accept,
    delete_and_rematch,
    delete_and_settings,
    delete_and_new_name,
    delete_and_show,
    delete_and_say,
)


async def run_kind(kind: Kind, url: str, rounds: int) -> list[str]:
    """Race so many times in an empty database; what was wrong, a sentence each."""
    wrong: list[str] = []
    async with AsyncExitStack() as stack:
        here = await Database.open(url)
        stack.push_async_callback(here.close)
        there = here  # a file has one process
        if not here.is_file:
            there = await Database.open(url)
            stack.push_async_callback(there.close)
        for number in range(rounds):
            chance = Random(number)
            both = [Services.over(each, lambda: datetime.now(UTC), Random(f"{number} {at}"))
                    for at, each in enumerate((here, there))]  # fmt: skip
            await kind(Round(both[0], both[1], number, chance, wrong))
        wrong += [str(problem) for problem in await check(here)]
    return wrong


async def _all_rows(connection: Connection) -> str:
    """Every value of every table, as one text."""
    found: list[str] = []
    for table in metadata.tables.values():
        found += [repr(tuple(row)) for row in await connection.execute(select(table))]
    return "\n".join(found)


def run() -> None:
    """Print for each kind how many races went wrong on each kind of database."""
    quiet()
    print(f"{len(KINDS)} kinds of races, {ROUNDS} times each\n")
    print(f"{'wrong':<27}{'SQLite':>8}{'PostgreSQL':>12}{'deadlocks':>11}")
    with PostgreSQL() as server, tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            name = kind.__name__
            file = asyncio.run(run_kind(kind, f"sqlite:///{folder}/{name}.sqlite", ROUNDS))
            database = server.create()
            other = asyncio.run(run_kind(kind, server.address(database), ROUNDS))
            deadlocks = server.execute(f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{database}'")
            print(f"{name.replace('_', ' '):<27}{len(file):>8}{len(other):>12}{deadlocks:>11}", flush=True)
            for sentence in (*file[:3], *other[:3]):
                print(f"  {sentence}")
