"""Posts the card of each ladder, simul, tournament and boards match once, and edits it.

With that of a ladder those sink who have not played for a while, and the shields of months are given: their holders get
a mark in the chat, a role on Discord, a tag on Telegram. With that of a simul its boards are opened once it has begun;
with those of a boards match too, besides, late people are replaced, and what has not begun in time is called off. With
that of a tournament its rounds go on.

Where a group can show few boards at once, each of these boards stands in private chats: in those of its two, that of a
boards match in that of its player from this chat. Thirty boards would leave no room for what people say,
and their changes no room for one another.
"""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from hashlib import blake2b
from typing import TypeAlias, TypeVar

from bot.chat import BoardMessage, Gone, MessageGateway, Refused
from bot.foundation.bounded import BoundedMemory
from bot.matches.boards_match import BoardsGame
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.shield import MarkState
from bot.matches.tournament import judged_worth
from bot.services.contests.boards import BoardsView
from bot.services.contests.shields import ShieldService
from bot.services.contests.tournament_rounds import PairSwiss
from bot.services.news import Errand
from bot.services.services import Services
from bot.store import Player
from bot.store.boards import BoardsSide
from bot.store.ladders import Ladder
from bot.store.shields import Mark
from bot.store.simuls import Simul
from bot.store.tournaments import Tournament
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways, Outcome, differing, outcome_of

EDIT_AGAIN_AFTER = 10.0
"""Seconds between two edits of a card."""
CARDS = 1_000
"""The most cards of a kind that are being edited at once."""
NONCE = 12
"""Bytes of a name by which Discord knows a message that is posted twice."""

TellHosts = Callable[[Ladder, bool], BoardMessage]
"""The sentence for the hosts of a ladder about a mark that cannot be given: a tag, or else a role."""
Tag = Callable[[str], str]
"""The text of a tag in a language: at most 16 letters."""
_OF_MARKS = differing({Gone: Outcome.GIVE_UP, Refused: Outcome.LOST_PLACE})


class ShieldMarks:
    """``settle`` whenever the card of a ladder is shown: what it does again changes nothing."""

    def __init__(self, shields: ShieldService, tag: Tag, tell: TellHosts) -> None:
        self._shields = shields
        self._tag = tag
        self._tell = tell

    async def settle(self, ladder: Ladder, gateway: MessageGateway) -> None:
        """Take the mark from whoever has it no more, and give it to who holds the shield.

        The hosts are told once where it cannot be given. Raises Later, and what the gateway raises besides.
        """
        able = gateway.capabilities
        if not (able.has_roles or able.has_tags):
            return
        worn, wanted = await self._shields.marks(ladder, self._tag(ladder.language) if able.has_tags else None)
        if worn and wanted and (worn.account, worn.mark) == (wanted.account, wanted.mark):
            if worn.state is MarkState.GIVING:
                await self._give(ladder, gateway, wanted, told=False)
            return
        if worn and worn.state is not MarkState.REFUSED:
            # Whoever has left wears none, and what may not be taken is in the hands of the hosts.
            await _tried(gateway.mark(ladder.place, worn.account, worn.mark, on=False))
        if wanted:
            # It is noted before, so that it is taken back even if we die between the two.
            await self._shields.marked(ladder, wanted)
            told = worn is not None and (worn.mark, worn.state) == (wanted.mark, MarkState.REFUSED)
            await self._give(ladder, gateway, wanted, told=told)
        elif worn:
            await self._shields.marked(ladder, None)

    async def _give(self, ladder: Ladder, gateway: MessageGateway, wanted: Mark, *, told: bool) -> None:
        failed = await _tried(gateway.mark(ladder.place, wanted.account, wanted.mark, on=True))
        refused = failed is Outcome.LOST_PLACE
        if refused and not told:
            message = self._tell(ladder, gateway.capabilities.has_tags)
            await _tried(gateway.post(ladder.place, message, _named(f"mark {ladder.id} {wanted.mark}")))
        await self._shields.marked(ladder, replace(wanted, state=MarkState.REFUSED if refused else MarkState.GIVEN))


async def _tried(doing: Awaitable[object]) -> Outcome | None:
    """Do something about a mark: GIVE_UP where somebody can have none, LOST_PLACE where we may not. Raises the rest."""
    try:
        await doing
    except Exception as error:
        outcome = outcome_of(error, _OF_MARKS)
        if outcome in (Outcome.GIVE_UP, Outcome.LOST_PLACE):
            return outcome
        raise
    return None


C = TypeVar("C", bound=Ladder | Simul | BoardsSide | Tournament)
"""A contest in a chat, as its row has it, with its card there."""
ContestCard: TypeAlias = tuple[C, BoardMessage]
"""A card, with the contest as it shows it."""
ShowContest: TypeAlias = Callable[[C], Awaitable[ContestCard[C] | None]]
"""The card of a contest in a chat; None where there is none any more."""
Shown: TypeAlias = Callable[[C, str | None], Awaitable[None]]
"""Notes that a card shows its contest as it was read, and in which message; None where it stands nowhere."""
Stand: TypeAlias = Callable[[C, Place], Awaitable[None]]
"""Has a card be posted in another place of its chat."""


class ContestCards(ErrandKind[C, ContestCard[C]]):
    """Cards, which ``show`` composes, of what may change while one of them is on its way."""

    def __init__(self, services: Services, show: ShowContest[C], shown: Shown[C], stand: Stand[C]) -> None:
        self._people = services.people
        self._communities = services.communities
        self._clock = services.clock
        self._show = show
        self._shown = shown
        self._stand = stand
        self._sent = BoundedMemory[Hashable, C](CARDS)
        """The contests as cards show them that stand there since a moment, until that is noted."""

    def served(self, task: C) -> tuple[str, str]:
        """By whoever serves the chat."""
        return task.place.platform, task.place.chat

    def wait(self, task: C) -> float:
        """A card is there at once, and edited now and then."""
        return _wait(self._clock() - task.edited) if task.message else 0.0

    async def place(self, task: C, gateway: MessageGateway) -> Place:
        """The chat."""
        return task.place

    async def compose(self, task: C) -> ContestCard[C] | None:
        """The card; None where the contest is there no more."""
        return await self._show(task)

    async def send(self, task: C, gateway: MessageGateway, place: Place, message: ContestCard[C]) -> str:
        """Edit the one that stands there, or post it, also where somebody has deleted it."""
        shown, card = message
        stands = await _show_in(gateway, place, task.message, card, f"{self.errand.value} {self.key(task)}")
        self._sent.put(self.key(task), shown)
        return stands

    async def said(self, task: C, message: str) -> None:
        """It shows the contest as it was read."""
        await self._shown(self._sent.pop(self.key(task)) or task, message)

    async def given_up(self, task: C) -> None:
        """It stays as it is until the contest changes again."""
        await self._shown(task, task.message)

    async def lost_place(self, task: C) -> None:
        """It stands nowhere until the contest changes."""
        await self._shown(task, None)

    async def moved(self, task: C, place: Place) -> None:
        """It is posted where the chat is now."""
        if task.account == task.place.chat != place.chat:
            await self._communities.moved(task.place, place)
        else:
            await self._stand(task, place)

    async def private_of(
        self, platform: str, players: Sequence[str | None], gateway: MessageGateway
    ) -> dict[str, Place]:
        """The private chats of the two of a board, where it is to stand there."""
        if gateway.capabilities.live_boards is None or None in players:
            return {}
        known = [await self._people.by_id(each, platform) for each in players if each]
        return {each.id: await gateway.private_place(each.account) for each in known if each}


class LadderErrands(ContestCards[Ladder]):
    """``marks`` are given to the holders of shields as the card shows them."""

    errand = Errand.LADDER

    def __init__(self, services: Services, show: ShowContest[Ladder], marks: ShieldMarks) -> None:
        super().__init__(services, show, services.ladders.shown, services.ladders.stand)
        self._ladders = services.ladders
        self._shields = services.shields
        self._marks = marks

    async def due(self, gateways: Gateways) -> Due[Ladder]:
        """Give the shields, and have those sink who are due; the cards that show another version."""
        more = await self._shields.advance(gateways.is_ours)
        more |= await self._ladders.advance(gateways.is_ours)
        found = await self._ladders.to_show()
        if more:
            return Due(found, 0.0)
        moments = [await self._ladders.next_due(), await self._shields.next_due()]
        following = min(filter(None, moments), default=None)
        return Due(found, (following - self._clock()).total_seconds() if following else None)

    def key(self, task: Ladder) -> Hashable:
        """A ladder has one card."""
        return task.id

    async def send(self, task: Ladder, gateway: MessageGateway, place: Place, message: ContestCard[Ladder]) -> str:
        """Show the card, then settle the mark."""
        stands = await super().send(task, gateway, place, message)
        await self._marks.settle(task, gateway)
        return stands


class SimulErrands(ContestCards[Simul]):
    """Opens the boards of simuls too."""

    errand = Errand.SIMUL

    def __init__(self, services: Services, show: ShowContest[Simul]) -> None:
        super().__init__(services, show, services.simuls.shown, services.simuls.stand)
        self._simuls = services.simuls

    async def due(self, gateways: Gateways) -> Due[Simul]:
        """Open the boards of simuls that have begun; the cards that show another state."""
        for simul, entrant, nth in await self._simuls.to_seat():
            if gateways.is_ours(simul.place.platform, simul.place.chat):
                gateway = gateways[simul.place.platform]
                private = await self.private_of(simul.place.platform, (simul.host, entrant.player), gateway)
                await self._simuls.seat(simul, entrant, nth, private)
        return Due(await self._simuls.to_show())

    def key(self, task: Simul) -> Hashable:
        """A simul has one card."""
        return task.id


class TournamentErrands(ContestCards[Tournament]):
    """Makes what is due in tournaments too, and opens their matches; ``chance_of`` is the chance of the
    host of a match that nobody has decided in time, as the computer sees it; ``pair`` makes the rounds of a Swiss.
    """

    errand = Errand.TOURNAMENT

    def __init__(
        self,
        services: Services,
        show: ShowContest[Tournament],
        chance_of: Callable[[Match], Awaitable[float]],
        pair: PairSwiss,
    ) -> None:
        super().__init__(services, show, services.tournaments.shown, services.tournaments.stand)
        self._matches = services.matches
        self._chance_of = chance_of
        self._pair = pair
        self._tournaments = services.tournaments
        self._rounds = services.rounds

    async def due(self, gateways: Gateways) -> Due[Tournament]:
        """Judge games, make the steps that are due, then open matches; the cards that show another state."""
        if not await self._rounds.any_goes_on():
            return Due([])
        for view, game in await self._rounds.to_judge():
            place = view.tournament.place
            if game.match and gateways.is_ours(place.platform, place.chat):
                chance = await self._chance_of(await self._matches.get(game.match))
                with suppress(ActionRefused):  # it has just been decided
                    await self._tournaments.award(view.tournament.id, game, judged_worth(chance), judged=True)
        soonest = await self._rounds.advance(gateways.is_ours, self._pair)
        for view, game in await self._rounds.to_open():
            place, pairing = view.tournament.place, game.pairing
            if pairing.second is not None and gateways.is_ours(place.platform, place.chat):
                two = [view.holder(number).player for number in (pairing.first, pairing.second)]
                private = await self.private_of(place.platform, two, gateways[place.platform])
                await self._rounds.open(view, game, private)
        found = await self._tournaments.to_show()
        return Due(found, (soonest - self._clock()).total_seconds() if soonest else None)

    def key(self, task: Tournament) -> Hashable:
        """A tournament has one card."""
        return task.id


class BoardsErrands(ContestCards[BoardsSide]):
    """Opens the matches of boards matches too, and has late people replaced."""

    errand = Errand.BOARDS

    def __init__(self, services: Services, show: ShowContest[BoardsSide]) -> None:
        super().__init__(services, show, services.boards.shown, services.boards.stand)
        self._boards = services.boards

    async def due(self, gateways: Gateways) -> Due[BoardsSide]:
        """Open the matches of those that have begun, and replace whoever is late; the cards that show another state."""
        if not await self._boards.any_goes_on():
            return Due([])
        late, following = await self._boards.late()
        for each in late:
            if gateways.is_ours(each.first.place.platform, each.first.place.chat):
                await self._boards.replace_late(each)
        for view, game in await self._boards.to_open():
            first = view.sides[0].place
            if gateways.is_ours(first.platform, first.chat):
                await self._boards.open(view, game, await self._private(view, game, gateways))
        moments = filter(None, (following, await self._boards.expire()))
        soonest = min(moments, default=None)
        found = await self._boards.to_show()
        return Due(found, (soonest - self._clock()).total_seconds() if soonest else None)

    async def _private(self, view: BoardsView, game: BoardsGame, gateways: Gateways) -> dict[int, tuple[Player, Place]]:
        """The private chats of the two of a board, by their sides, where it is to stand there."""
        found: dict[int, tuple[Player, Place]] = {}
        for chat in view.sides:
            platform, seat = chat.place.platform, view.at(game.board, chat.side)
            if platform not in gateways or gateways[platform].capabilities.live_boards is None or seat is None:
                continue
            if known := await self._people.by_id(seat.player, platform):
                found[chat.side] = known, await gateways[platform].private_place(known.account)
        return found

    def key(self, task: BoardsSide) -> Hashable:
        """A boards match has one card in a chat; where one is lost, the other says so."""
        return task.boards, task.side


async def _show_in(gateway: MessageGateway, place: Place, stands: str | None, card: BoardMessage, what: str) -> str:
    """Edit the card that stands there, or post it, also where somebody has deleted it; its message.

    One that is posted because that before it was deleted, or has lost its place, is another one.
    """
    if stands is not None:
        with suppress(Gone):
            await gateway.edit(place, stands, card)
            return stands
    return await gateway.post(place, card, _named(f"{what} {place.chat} {place.thread} {stands}"))


def _wait(since: timedelta) -> float:
    """Seconds until a card that was last edited so long ago may be edited again."""
    return min(EDIT_AGAIN_AFTER - since.total_seconds(), EDIT_AGAIN_AFTER)


def _named(what: str) -> str:
    """A name for a message, so that a platform which can tell posts it once: at most 25 characters."""
    return blake2b(what.encode(), digest_size=NONCE).hexdigest()
