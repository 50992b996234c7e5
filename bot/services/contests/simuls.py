"""Simuls: one host plays many boards, opened together. Each board is opened in a transaction of its own, once, whoever
opens it and however often a process dies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.matches.communities import OFF
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import LIVE_MATCHES
from bot.matches.match import Match
from bot.matches.names import harmless
from bot.matches.pace import Pace
from bot.matches.refusals import (
    ActionRefused,
    DataDeleted,
    InSimulAlready,
    NoteTooLong,
    NoteUnderBoardOfHost,
    NotInSimul,
    OnlyHostBegins,
    OwnSimul,
    SimulFull,
    SimulGone,
    SimulHasBegun,
    SimulOff,
    SimulsWait,
    SimulWaits,
    TalkOff,
    TooFewInSimul,
    TooManyMatches,
)
from bot.matches.simul import FEWEST, NOTE_UNDER_BOARD, OPEN_HERE, SimulSide, SimulState, simul_of
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.contests.board_opening import BoardOpener, opened_board, show_board
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.people.blocks import check_not_blocked
from bot.services.standing.rating import community_of
from bot.store import Player, communities, match_codes, people, simuls, views
from bot.store.connection import Connection
from bot.store.simuls import Simul, SimulEntrant, SimulScore
from engine.games import find_ruleset

OPENING = 20
"""The most simuls whose boards are opened in one go."""
CARDS = 100
"""The most cards that are looked at in one go."""


@dataclass(frozen=True)
class SimulView:
    """A simul as it stands, with the names of its people, by id: those who want to be in no list are left out."""

    simul: Simul
    entrants: tuple[SimulEntrant, ...]
    names: Mapping[str, str]
    score: SimulScore


@dataclass(frozen=True)
class SimulWish:
    """The simul that a host wants."""

    ruleset: str
    side: SimulSide
    pace: Pace | None
    seats: int


async def settle_simul(connection: Connection, match: Match, now: datetime) -> None:
    """Have the card of a simul show that a match on one of its boards has just ended."""
    del now
    if event := simul_of(match):
        await simuls.show_again(connection, event.code)


class SimulService:
    """The simuls. Each method is one transaction; ``advance`` makes one for each board."""

    def __init__(self, core: Core, opener: BoardOpener) -> None:
        self._core = core
        self._opener = opener

    async def open(self, host: Player, venue: Venue, wish: SimulWish) -> str:
        """Open a simul that waits for people in a place; its id.

        Raises SimulOff, SimulWaits, SimulsWait, DataDeleted, and the exceptions of ``check_not_banned``.
        """
        place, now = venue.place, self._core.clock()
        community = community_of(place)
        new = Simul(
            id=self._core.new_id(),
            community=community,
            account=place.community,
            place=place,
            language=venue.language,
            host=host.id,
            ruleset=wish.ruleset,
            side=wish.side,
            pace=wish.pace,
            seats=wish.seats,
            state=SimulState.OPEN,
            made=now,
            message=None,
            version=1,
            shown=0,
            edited=now,
        )

        async def work(connection: Connection) -> None:
            await self._check_on(connection, place)
            if host.id not in await people.lock(connection, host.id):
                raise DataDeleted
            await check_not_banned(connection, host.id, [place], now)
            if await simuls.open_of(connection, host.id):
                raise SimulWaits
            if await simuls.lock_community(connection, community) >= OPEN_HERE:
                raise SimulsWait(OPEN_HERE)
            await simuls.make(connection, new)

        await self._core.database.write(work, self._changed)
        return new.id

    async def join(self, player: Player, simul: str) -> tuple[int, int]:
        """Join a simul; how many are in it now, of how many.

        Raises SimulGone, SimulHasBegun, OwnSimul, InSimulAlready, SimulFull, SimulOff, DataDeleted, TooManyMatches,
        TakesNoInvitations and the exceptions of ``check_not_banned``.
        """

        async def work(connection: Connection) -> tuple[int, int]:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            found = await self._open_one(connection, simul)
            await self._check_on(connection, found.place)
            await check_not_banned(connection, player.id, [found.place], self._core.clock())
            if player.id == found.host:
                raise OwnSimul
            joined = await simuls.entrants(connection, simul)
            if any(each.player == player.id for each in joined):
                raise InSimulAlready(len(joined), found.seats)
            if len(joined) >= found.seats:
                raise SimulFull(found.seats)
            if found.host:
                await check_not_blocked(connection, found.host, player.id)
            await self._opener.check_matches(connection, player.id)
            await simuls.join(connection, simul, player.id, self._core.clock())
            return len(joined) + 1, found.seats

        return await self._core.database.write(work, self._changed)

    async def leave(self, player: str, simul: str) -> bool:
        """Leave a simul that has not begun; True where it is called off, because its host has left it.

        Raises SimulGone, SimulHasBegun, NotInSimul.
        """

        async def work(connection: Connection) -> bool:
            found = await self._open_one(connection, simul)
            if player == found.host:
                await simuls.set_state(connection, simul, SimulState.CLOSED)
                return True
            if not await simuls.leave(connection, simul, player):
                raise NotInSimul
            return False

        return await self._core.database.write(work, self._changed)

    async def begin(self, player: str, simul: str) -> int:
        """Begin a simul: its boards are opened in a moment; how many.

        Raises SimulGone, SimulHasBegun, SimulOff, OnlyHostBegins, TooFewInSimul, TooManyMatches, and the exceptions of
        ``check_not_banned``.
        """

        async def work(connection: Connection) -> int:
            await people.lock(connection, player)
            found = await self._open_one(connection, simul)
            if player != found.host:
                raise OnlyHostBegins(await self._name(connection, found.host))
            await self._check_on(connection, found.place)
            await check_not_banned(connection, player, [found.place], self._core.clock())
            count = len(await simuls.entrants(connection, simul))
            if count < FEWEST:
                raise TooFewInSimul(FEWEST)
            playing = await match_codes.count(connection, self._core.matches.set_aside, player, Status.PLAYING)
            if playing + count > LIVE_MATCHES:
                raise TooManyMatches(LIVE_MATCHES)
            await simuls.set_state(connection, simul, SimulState.PLAYING)
            return count

        return await self._core.database.write(work, self._changed)

    async def view(self, simul: str) -> SimulView | None:
        """A simul as it stands, for its card."""

        async def work(connection: Connection) -> SimulView | None:
            found = await simuls.get(connection, simul)
            if found is None:
                return None
            joined = await simuls.entrants(connection, simul)
            wanted = {each.player for each in joined} | ({found.host} if found.host else set())
            hidden = await people.unlisted(connection, wanted) - {found.host}
            names = await people.names(connection, wanted - hidden)
            return SimulView(found, tuple(joined), names, await simuls.score(connection, found))

        return await self._core.database.read(work, several=True)

    async def open_of(self, host: str) -> Simul | None:
        """The simul of a host that waits for people."""
        return await self._core.database.read(lambda connection: simuls.open_of(connection, host))

    async def to_seat(self) -> list[tuple[Simul, SimulEntrant, int]]:
        """Those who are still to be seated in simuls that have begun, each with the number of those before them."""
        return await self._core.database.read(lambda connection: simuls.not_seated(connection, OPENING))

    async def seat(self, simul: Simul, entrant: SimulEntrant, nth: int, private: Mapping[str, Place]) -> None:
        """Open the board of somebody in a simul that has begun, unless it is open; where that cannot be, note it.

        The board stands in the ``private`` chats of its two, by their ids, or else where the simul was opened.
        """

        async def work(connection: Connection) -> CommittedMatch | None:
            known = await people.lock(connection, simul.host, entrant.player)
            found = await simuls.get(connection, simul.id, lock=True)
            waits = await simuls.entrants(connection, simul.id)
            if found is None or entrant not in waits:
                return None
            if not found.host or not known >= {found.host, entrant.player}:
                await simuls.seat(connection, simul.id, entrant.player, None)
                return None
            match = await self._opened(connection, found, found.host, entrant.player, nth)
            await simuls.seat(connection, simul.id, entrant.player, match.code)
            await show_board(self._core, connection, match, Venue(found.place, found.language), private)
            return CommittedMatch(None, match)

        def done(change: CommittedMatch | None) -> None:
            if change:
                self._core.committed(change)
            self._changed(None)

        try:
            await self._core.database.write(work, done)
        except ActionRefused:
            await self._core.database.write(lambda connection: self._refuse(connection, simul, entrant), self._changed)

    async def _opened(self, connection: Connection, simul: Simul, host: str, guest: str, nth: int) -> Match:
        """The match of a board, written; whoever may play there was asked when they joined."""
        event = MatchEvent(EventKind.SIMUL, simul.id)
        wanted = Invitation(
            find_ruleset(simul.ruleset), host_side=simul.side.of_board(nth), player=guest, terms=Terms(simul.pace)
        )
        venue = Venue(simul.place, simul.language)
        return await opened_board(self._opener, connection, (host, guest), wanted, venue, event)

    async def _refuse(self, connection: Connection, simul: Simul, entrant: SimulEntrant) -> None:
        await simuls.get(connection, simul.id, lock=True)
        if entrant in await simuls.entrants(connection, simul.id):
            await simuls.seat(connection, simul.id, entrant.player, None)

    async def note_of(self, match: Match) -> str:
        """The words of the host under a board; empty where nothing is, or table talk is off where it stands."""
        if not simul_of(match):
            return ""

        async def work(connection: Connection) -> str:
            note = await simuls.note_of(connection, match.code)
            return note if note and await self._has_talk(connection, match) else ""

        return await self._core.database.read(work, several=True)

    async def write_note(self, match: Match, player: str, text: str) -> str:
        """Write what the host says under a board, in place of what they said before; as it is kept.

        Raises NoteUnderBoardOfHost, NoteTooLong, TalkOff, DataDeleted, and the exceptions of ``check_not_banned``.
        """
        kept = " ".join(harmless(text).split())
        if len(kept) > NOTE_UNDER_BOARD:
            raise NoteTooLong(NOTE_UNDER_BOARD, len(kept))

        async def work(connection: Connection) -> None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            event = simul_of(match)
            found = await simuls.get(connection, event.code) if event else None
            if found is None or found.host != player:
                raise NoteUnderBoardOfHost
            await check_not_banned(connection, player, [found.place], self._core.clock())
            if kept and not await self._has_talk(connection, match):
                raise TalkOff
            await simuls.set_note(connection, match.code, kept)
            await views.show_again(connection, match.code)

        await self._core.database.write(work, lambda _: self._core.news.matches.publish(match.code))
        return kept

    @staticmethod
    async def _has_talk(connection: Connection, match: Match) -> bool:
        """Do the hosts of the place of a simul let people say something beside boards?"""
        event = simul_of(match)
        found = await simuls.get(connection, event.code) if event else None
        if found is None:
            return False
        return (await communities.get(connection, found.place.platform, found.account)).has("table_talk")

    async def to_show(self) -> list[Simul]:
        """The simuls whose card shows another state of them, or is not there yet."""
        return await self._core.database.read(lambda connection: simuls.not_shown(connection, CARDS))

    async def shown(self, simul: Simul, message: str | None) -> None:
        """Note that the card of a simul shows it as it was read."""
        now = self._core.clock()
        await self._core.database.write(lambda connection: simuls.shown(connection, simul, message, now))

    async def stand(self, simul: Simul, place: Place) -> None:
        """Have the card of a simul be posted in another place of its community."""
        await self._core.database.write(lambda connection: simuls.stand(connection, simul.id, place), self._changed)

    def _changed(self, _: object) -> None:
        self._core.news.errands.publish(Errand.SIMUL)

    async def _open_one(self, connection: Connection, simul: str) -> Simul:
        """A simul that waits for people, locked. Raises SimulGone, SimulHasBegun."""
        found = await simuls.get(connection, simul, lock=True)
        if found is None or found.state is SimulState.CLOSED:
            raise SimulGone
        if found.state is SimulState.PLAYING:
            raise SimulHasBegun
        return found

    @staticmethod
    async def _check_on(connection: Connection, place: Place) -> None:
        """Raises SimulOff where the hosts of a place have no simuls."""
        if (await communities.get(connection, place.platform, place.community)).chosen("simul") == OFF:
            raise SimulOff

    @staticmethod
    async def _name(connection: Connection, player: str | None) -> str:
        return (await people.names(connection, [player])).get(player, "") if player else ""
