"""Boards matches: two chats put their people in order, and each pair plays two matches. Each of these is opened in a
transaction of its own, once, whoever opens it and however often a process dies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from bot.matches.boards_match import (
    AT_ONCE,
    FEWEST,
    GATHERS_FOR,
    IN_LINE,
    MOST,
    NAME_LENGTH,
    BoardsGame,
    BoardsScore,
    BoardsState,
    InLine,
    boards_of,
    late_at,
    score_of,
)
from bot.matches.communities import OFF
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.names import harmless
from bot.matches.pace import Pace
from bot.matches.refusals import (
    ActionRefused,
    BoardsCodeGone,
    BoardsGone,
    BoardsHaveBegun,
    BoardsOff,
    BoardsOver,
    DataDeleted,
    EnoughBoards,
    HasBoard,
    InLineAlready,
    InOtherLine,
    LineFull,
    NobodyAccepted,
    NotInLine,
    OwnBoards,
    ReadyAlready,
    TooFewInLine,
)
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.contests.board_opening import BoardOpener, opened_board
from bot.services.core import CODE_LETTERS, CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.standing.rating import community_of
from bot.services.views import new_view
from bot.store import Player, boards, communities, people, views
from bot.store.boards import BoardsMatch, BoardsSide
from bot.store.connection import Connection
from engine.games import find_ruleset

CODE_LENGTH = 6
"""As the code of a challenge of a village: no match has one as long."""
OPENING = 10
"""The most boards matches whose matches are opened in one go."""
CARDS = 100
"""The most cards that are looked at in one go."""
FIRST_TURNS = 4
"""In a match with fewer turns than this somebody may still have made none."""


@dataclass(frozen=True)
class BoardsView:
    """A boards match as it stands, with the names of its people, by id: those who want to be in no list are left
    out.
    """

    match: BoardsMatch
    sides: tuple[BoardsSide, ...]
    line: tuple[InLine, ...]
    games: tuple[BoardsGame, ...]
    names: Mapping[str, str]

    @property
    def score(self) -> BoardsScore:
        """The score by the matches that are over."""
        return score_of(self.games)

    def of_side(self, side: int) -> list[InLine]:
        """The line of a chat, in its order."""
        return [each for each in self.line if each.side == side]

    def at(self, board: int, side: int) -> InLine | None:
        """The one who plays on a board for a chat."""
        return _at(self.line, board, side)


@dataclass(frozen=True)
class LateSeat:
    """Somebody who is late on a board, by their side; the boards match stands in the chat of the ``first`` side."""

    boards: str
    board: int
    side: int
    first: BoardsSide


async def settle_boards(connection: Connection, match: Match, now: datetime) -> None:
    """Have the cards of a boards match show that a match in it has just ended."""
    del now
    if event := boards_of(match):
        await boards.show_again(connection, event.code)


class BoardsService:
    """The boards matches. Each method is one transaction; who may organise has to be asked before."""

    def __init__(self, core: Core, opener: BoardOpener) -> None:
        self._core = core
        self._opener = opener

    async def challenge(self, player: str, venue: Venue, name: str, ruleset: str, pace: Pace) -> BoardsMatch:
        """Begin to gather people in a chat of this name for a boards match against whatever other chat accepts it.

        Raises BoardsOff, EnoughBoards, and what ``check_not_banned`` raises.
        """
        made = BoardsMatch(
            id=self._core.new_id(),
            code=self._core.letters(CODE_LETTERS, CODE_LENGTH),
            ruleset=ruleset,
            pace=pace,
            state=BoardsState.OPEN,
            until=self._core.clock() + GATHERS_FOR,
        )

        async def work(connection: Connection) -> None:
            await self._check_may(connection, player, venue.place)
            await boards.make(connection, made)
            await boards.add_side(connection, self._new_side(made.id, 0, venue, name))

        await self._core.database.write(work, self._changed)
        return made

    async def accept(self, player: str, venue: Venue, name: str, code: str) -> BoardsMatch:
        """Gather people in another chat too, for the boards match with a code.

        Raises BoardsCodeGone, OwnBoards, BoardsOff, EnoughBoards, and what ``check_not_banned`` raises.
        """

        async def work(connection: Connection) -> BoardsMatch:
            await self._check_may(connection, player, venue.place)
            found = await boards.by_code(connection, code)
            now = self._core.clock()
            if found is None or found.state is not BoardsState.OPEN or found.until <= now:
                raise BoardsCodeGone
            there = await boards.sides(connection, found.id)
            if community_of(venue.place) in {each.community for each in there}:
                raise OwnBoards(code)
            if len(there) > 1:
                raise BoardsCodeGone
            await self._check_on(connection, there[0].place)
            await boards.add_side(connection, self._new_side(found.id, 1, venue, name))
            await boards.gather_until(connection, found.id, now + GATHERS_FOR)
            return found

        return await self._core.database.write(work, self._changed)

    async def join(self, player: Player, found: str, side: int) -> int:
        """Join the line of a chat, also as the next in line once it has begun; the number of those who are in it now.

        Raises BoardsGone, BoardsOver, BoardsOff, InLineAlready, InOtherLine, LineFull, DataDeleted, TooManyMatches, and
        what ``check_not_banned`` raises.
        """

        async def work(connection: Connection) -> int:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._known(connection, found)
            chats = await boards.sides(connection, found)
            here = chats[side].place
            await self._check_on(connection, here)
            now = self._core.clock()
            await check_not_banned(connection, player.id, [here], now)
            joined = await boards.line(connection, match)
            mine = next((each for each in joined if each.player == player.id), None)
            if mine and mine.side != side:
                raise InOtherLine(chats[mine.side].name)
            if mine:
                raise InLineAlready
            count = sum(each.side == side for each in joined)
            if count >= IN_LINE:
                raise LineFull(IN_LINE)
            await self._opener.check_matches(connection, player.id, new=2)
            await boards.join(connection, found, side, player.id, now)
            return count + 1

        return await self._core.database.write(work, self._changed)

    async def leave(self, player: str, found: str) -> None:
        """Leave the line. Raises BoardsGone, BoardsOver, NotInLine, HasBoard."""

        async def work(connection: Connection) -> None:
            match = await self._known(connection, found)
            joined = await boards.line(connection, match)
            mine = next((each for each in joined if each.player == player), None)
            if mine is None:
                raise NotInLine
            if mine.board is not None:
                raise HasBoard
            await boards.leave(connection, found, [player])
            if match.state is BoardsState.OPEN and sum(each.side == mine.side for each in joined) <= FEWEST:
                await boards.set_ready(connection, found, mine.side, ready=False)

        await self._core.database.write(work, self._changed)

    async def arrange(self, found: str, side: int, first: Sequence[str]) -> list[str]:
        """Put some people of a chat first, in this order, and the others after them as they were; the whole order.

        Raises BoardsGone, BoardsOver, BoardsHaveBegun.
        """

        async def work(connection: Connection) -> list[str]:
            match = await self._open_one(connection, found)
            line = [each.player for each in await boards.line(connection, match) if each.side == side]
            named = [each for each in first if each in line]
            order = [*named, *(each for each in line if each not in named)]
            await boards.arrange(connection, found, order)
            return order

        return await self._core.database.write(work, self._changed)

    async def begin(self, player: str, found: str, side: int) -> bool:
        """A chat is ready; once both are, it begins: True. Its matches are opened in a moment.

        Whoever was banned meanwhile is in the line no more. Raises BoardsGone, BoardsOver, BoardsHaveBegun, BoardsOff,
        NobodyAccepted, TooFewInLine, ReadyAlready, and what ``check_not_banned`` raises.
        """

        async def work(connection: Connection) -> bool:
            match = await self._open_one(connection, found)
            chats = await boards.sides(connection, found)
            await self._check_on(connection, chats[side].place)
            await check_not_banned(connection, player, [chats[side].place], self._core.clock())
            if len(chats) < 2:
                raise NobodyAccepted(match.code)
            lines = await self._lines(connection, match, chats)
            if len(lines[side]) < FEWEST:
                raise TooFewInLine(FEWEST)
            other = chats[1 - side]
            if chats[side].ready and not other.ready:
                raise ReadyAlready(other.name)
            await boards.set_ready(connection, found, side, ready=True)
            if other.ready and len(lines[1 - side]) < FEWEST:
                await boards.set_ready(connection, found, 1 - side, ready=False)
            elif other.ready:
                await boards.begin(connection, found, list(zip(*lines, strict=False))[:MOST])
                return True
            return False

        return await self._core.database.write(work, self._changed)

    async def stop(self, found: str, side: int) -> None:
        """Call a boards match off, for the chat on a side: what is under way goes on as matches of two people.

        Raises BoardsGone, BoardsOver.
        """

        async def work(connection: Connection) -> None:
            await self._known(connection, found)
            await boards.close(connection, found, side)

        await self._core.database.write(work, self._changed)

    async def expire(self) -> datetime | None:
        """Call off those that have not begun in time; the next moment at which one is to be."""

        async def late(connection: Connection) -> list[BoardsMatch]:
            return await boards.over_time(connection, self._core.clock())

        for each in await self._core.database.read(late):
            await self._core.database.write(partial(self._expired, each.id), self._changed)
        return await self._core.database.read(lambda connection: boards.next_over(connection, self._core.clock()))

    async def _expired(self, found: str, connection: Connection) -> None:
        match = await boards.get(connection, found, lock=True)
        if match and match.state is BoardsState.OPEN and match.until <= self._core.clock():
            await boards.close(connection, found, None)

    async def view(self, found: str) -> BoardsView | None:
        """A boards match as it stands, for its cards."""

        async def work(connection: Connection) -> BoardsView | None:
            match = await boards.get(connection, found)
            if match is None:
                return None
            line, games = await boards.line(connection, match), await boards.games(connection, found)
            wanted = {each.player for each in line} | {each for game in games for each in game.players if each}
            names = await people.names(connection, wanted - await people.unlisted(connection, wanted))
            return BoardsView(match, tuple(await boards.sides(connection, found)), tuple(line), tuple(games), names)

        return await self._core.database.read(work, several=True)

    async def of_place(self, place: Place) -> tuple[BoardsMatch, int] | None:
        """The boards match of a chat, with its side: the latest that waits, or else that is under way."""
        community = community_of(place)
        found = await self._core.database.read(lambda connection: boards.of_community(connection, community))
        return found[0] if found else None

    async def any_goes_on(self) -> bool:
        """Does any boards match wait or go on, or has a card something to show?"""
        return await self._core.database.read(boards.any_goes_on)

    async def to_open(self) -> list[tuple[BoardsView, BoardsGame]]:
        """The matches that are to be opened."""
        found = await self._core.database.read(lambda connection: boards.to_open(connection, OPENING))
        known = {each: await self.view(each) for each in dict.fromkeys(match.id for match, _ in found)}
        return [(view, game) for match, game in found if (view := known[match.id])]

    async def open(self, found: BoardsView, game: BoardsGame, private: Mapping[int, tuple[Player, Place]]) -> None:
        """Open a match of a boards match that has begun, unless it is open; where that cannot be, note it.

        For a chat it stands in the ``private`` one of its player, by the sides, or else where the chat gathers.
        """
        at = game.board
        wanted = [found.at(at, side) for side in (0, 1)]

        async def work(connection: Connection) -> CommittedMatch | None:
            known = await people.lock(connection, *(each.player for each in wanted if each))
            match = await boards.get(connection, found.match.id, lock=True)
            if match is None or game not in await boards.games(connection, found.match.id):
                return None
            if match.state is not BoardsState.PLAYING:
                return None
            line = await boards.line(connection, match)
            seats = [_at(line, at, side) for side in (0, 1)]
            if seats != wanted:
                return None
            first, second = seats
            if not first or not second or not known >= {first.player, second.player}:
                await boards.opened(connection, match.id, game, None)
                return None
            chats = await boards.sides(connection, match.id)
            opened = await self._opened(connection, match, chats, (first.player, second.player), game.leg)
            await boards.opened(connection, match.id, game, opened.code)
            await self._show(connection, opened, chats, private)
            return CommittedMatch(None, opened)

        def done(change: CommittedMatch | None) -> None:
            if change:
                self._core.committed(change)
            self._changed(None)

        async def refuse(connection: Connection) -> None:
            await boards.get(connection, found.match.id, lock=True)
            if game in await boards.games(connection, found.match.id):
                await boards.opened(connection, found.match.id, game, None)

        try:
            await self._core.database.write(work, done)
        except ActionRefused:
            await self._core.database.write(refuse, self._changed)

    async def _opened(
        self,
        connection: Connection,
        match: BoardsMatch,
        chats: Sequence[BoardsSide],
        players: tuple[str, str],
        leg: int,
    ) -> Match:
        """A match on a board, written; whoever may play there was asked when they joined."""
        event, first = MatchEvent(EventKind.BOARDS, match.id), chats[0]
        wanted = Invitation(find_ruleset(match.ruleset), host_side=leg, player=players[1], terms=Terms(match.pace))
        venue, beside = Venue(first.place, first.language), [each.place for each in chats[1:]]
        return await opened_board(self._opener, connection, players, wanted, venue, event, beside)

    async def _show(
        self,
        connection: Connection,
        match: Match,
        chats: Sequence[BoardsSide],
        private: Mapping[int, tuple[Player, Place]],
    ) -> None:
        now = self._core.clock()
        for chat in chats:
            if known := private.get(chat.side):
                player, place = known
                made = new_view(self._core.new_id(), match, Venue(place, chat.language), now, player)
            else:
                here = await communities.get(connection, chat.place.platform, chat.account)
                made = new_view(self._core.new_id(), match, here.venue(chat.place, chat.language), now, None)
            await views.add(connection, replace(made, retry_at=None))

    async def late(self) -> tuple[list[LateSeat], datetime | None]:
        """Those who are late on a board while somebody is next in line, and the next moment at which one is."""

        async def work(connection: Connection) -> tuple[list[LateSeat], datetime | None]:
            now, found, following = self._core.clock(), list[LateSeat](), list[datetime]()
            for match in await boards.with_reserves(connection, FIRST_TURNS):
                line, games = await boards.line(connection, match), await boards.games(connection, match.id)
                chats = await boards.sides(connection, match.id)
                for board, side in sorted(_replaceable(line)):
                    seat = _at(line, board, side)
                    codes = _codes(games, board)
                    if seat is None or not codes:
                        continue
                    played = [await self._core.matches.load(connection, code) for code in codes]
                    moment = late_at(played, seat.player)
                    if moment and moment <= now:
                        found.append(LateSeat(match.id, board, side, chats[0]))
                    elif moment:
                        following.append(moment)
            return found, min(following, default=None)

        return await self._core.database.read(work, several=True)

    async def replace_late(self, late: LateSeat) -> bool:
        """Have the next in line play in place of somebody who is late; False where nobody is any more.

        Their matches are called off, and opened anew in a moment.
        """

        async def work(connection: Connection) -> list[CommittedMatch]:
            match = await boards.get(connection, late.boards)
            if match is None:
                return []
            line, games = await boards.line(connection, match), await boards.games(connection, match.id)
            seat, codes = _at(line, late.board, late.side), _codes(games, late.board)
            waiting = [each.player for each in line if each.side == late.side and each.board is None]
            if seat is None or not waiting or (late.board, late.side) not in _replaceable(line):
                return []
            known = await people.lock(connection, seat.player, *waiting)
            played = {code: await self._core.matches.load(connection, code, lock=True) for code in sorted(codes)}
            now = self._core.clock()
            moment = late_at(list(played.values()), seat.player)
            match = await boards.get(connection, late.boards, lock=True)
            still = match is not None and match.state is BoardsState.PLAYING
            if not match or not still or moment is None or moment > now:
                return []
            if line != await boards.line(connection, match) or games != await boards.games(connection, match.id):
                return []
            instead = await self._next_in_line(connection, match.id, late.side, [w for w in waiting if w in known])
            if instead is None:
                return []
            changes = list[CommittedMatch]()
            for game in games:
                before = played.get(game.match or "")
                if game.board != late.board or before is None or before.status is not Status.PLAYING:
                    continue
                after = before.call_off_in_contest(now)
                await self._core.write(connection, before, after)
                await boards.drop_game(connection, match.id, game)
                changes.append(CommittedMatch(before, after))
            await boards.note_late(connection, match.id, seat.player)
            await boards.put_at(connection, match.id, late.board, instead)
            return changes

        def done(changes: list[CommittedMatch]) -> None:
            self._core.all_committed(changes)
            self._changed(None)

        replaced = await self._core.database.write(work, done)
        return bool(replaced)

    async def _next_in_line(self, connection: Connection, found: str, side: int, waiting: Sequence[str]) -> str | None:
        """The first of those in line who may play."""
        chats = await boards.sides(connection, found)
        return next(iter(await self._allowed(connection, waiting, chats[side].place)), None)

    async def to_show(self) -> list[BoardsSide]:
        """The chats whose card shows another state of their boards match, or is not there yet."""
        return await self._core.database.read(lambda connection: boards.not_shown(connection, CARDS))

    async def shown(self, side: BoardsSide, message: str | None) -> None:
        """Note that the card in a chat shows its boards match as it was read."""
        now = self._core.clock()
        is_other = (message is None) != (side.message is None)
        done = self._changed if is_other else None
        await self._core.database.write(lambda connection: boards.shown(connection, side, message, now), done)

    async def stand(self, side: BoardsSide, place: Place) -> None:
        """Have the card of a chat be posted in another place of its community."""
        await self._core.database.write(lambda connection: boards.stand(connection, side, place), self._changed)

    def _changed(self, _: object) -> None:
        self._core.news.errands.publish(Errand.BOARDS)

    def _new_side(self, found: str, side: int, venue: Venue, name: str) -> BoardsSide:
        place, now = venue.place, self._core.clock()
        called = harmless(" ".join(name.split()))[:NAME_LENGTH]
        return BoardsSide(
            boards=found,
            side=side,
            community=community_of(place),
            account=place.community,
            place=place,
            language=venue.language,
            name=called,
            ready=False,
            message=None,
            version=1,
            shown=0,
            edited=now,
        )

    async def _check_may(self, connection: Connection, player: str, place: Place) -> None:
        """Raises BoardsOff, EnoughBoards, and what ``check_not_banned`` raises."""
        await self._check_on(connection, place)
        await communities.lock(connection, place.platform, place.community, self._core.clock())
        await check_not_banned(connection, player, [place], self._core.clock())
        if len(await boards.of_community(connection, community_of(place))) >= AT_ONCE:
            raise EnoughBoards(AT_ONCE)

    async def _lines(
        self, connection: Connection, match: BoardsMatch, chats: Sequence[BoardsSide]
    ) -> tuple[list[str], list[str]]:
        """Those who may play, of both chats in their order; the others are in the line no more."""
        line = await boards.line(connection, match)
        players = [[each.player for each in line if each.side == chat.side] for chat in chats]
        allowed = [
            await self._allowed(connection, theirs, chat.place) for theirs, chat in zip(players, chats, strict=True)
        ]
        may = {each for theirs in allowed for each in theirs}
        if gone := [each.player for each in line if each.player not in may]:
            await boards.leave(connection, match.id, gone)
        return allowed[0], allowed[1]

    async def _allowed(self, connection: Connection, players: Sequence[str], place: Place) -> list[str]:
        """Those of some people who are not banned in a place."""
        found = []
        for each in players:
            try:
                await check_not_banned(connection, each, [place], self._core.clock())
            except ActionRefused:
                continue
            found.append(each)
        return found

    async def _known(self, connection: Connection, found: str) -> BoardsMatch:
        """A boards match that is not called off or over, locked. Raises BoardsGone, BoardsOver, BoardsOver."""
        match = await boards.get(connection, found, lock=True)
        if match is None or match.state is BoardsState.CLOSED:
            raise BoardsGone
        if match.state is BoardsState.PLAYING and not score_of(await boards.games(connection, found)).to_go:
            raise BoardsOver
        return match

    async def _open_one(self, connection: Connection, found: str) -> BoardsMatch:
        """A boards match that has not begun, locked. Raises BoardsGone, BoardsOver, BoardsHaveBegun."""
        match = await self._known(connection, found)
        if match.state is BoardsState.PLAYING:
            raise BoardsHaveBegun
        return match

    @staticmethod
    async def _check_on(connection: Connection, place: Place) -> None:
        """Raises BoardsOff where the hosts of a place have no boards matches."""
        if (await communities.get(connection, place.platform, place.community)).chosen("boards") == OFF:
            raise BoardsOff


def _at(line: Sequence[InLine], board: int, side: int) -> InLine | None:
    return next((each for each in line if (each.board, each.side, each.late) == (board, side, False)), None)


def _codes(games: Sequence[BoardsGame], board: int) -> list[str]:
    """The codes of the matches on a board that are open."""
    return [game.match for game in games if game.board == board and game.match]


def _replaceable(line: Sequence[InLine]) -> set[tuple[int, int]]:
    """The boards and sides on which somebody may still be replaced: once each, by who is next in line."""
    waiting = {each.side for each in line if each.board is None}
    late = {(each.board, each.side) for each in line if each.late}
    return {(each.board, each.side) for each in line if each.board is not None and each.side in waiting} - late
