"""The context of one request: the person who asks, their language, and the services."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from bot.app.boards.board_messages import BoardMessages
from bot.app.boards.match_message import MatchCards
from bot.app.buttons.owners import Signer
from bot.app.pictures.films import FilmMaker
from bot.app.pictures.images import ImageRenderer, Look, labels_of
from bot.app.requests.memory import (
    SHOWN_AGAIN_AFTER,
    THREADLESS_AGAIN_AFTER,
    UNCLEAR_AGAIN_AFTER,
    UNTYPED_AGAIN_AFTER,
    FollowingViews,
    MembersAsked,
    MembersSeen,
    PlyMemory,
    ToldLately,
    TurnGraphs,
)
from bot.app.requests.study import OpenStudies, Study
from bot.app.requests.wrong_links import WrongLinkCodes
from bot.chat import BoardMessage, Capabilities, Request
from bot.chat.browser_links import BrowserLinks
from bot.computer.analysis_queue import AnalysisQueue
from bot.computer.search_pool import SearchPool
from bot.foundation.attention import Attention
from bot.matches.communities import Community
from bot.matches.host_rules import NOWHERE, Admitted
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.preferences import TO_MOVE
from bot.services.match.matches import MatchList, Player
from bot.services.services import Services
from bot.words import Words
from engine.board import Board
from engine.moves import Move
from renderer import THEMES

_ALL = Capabilities()


async def nobody_gone(place: Place, account: str) -> bool:
    """Has an account left a chat? Not where no platform is asked."""
    del place, account
    return False


async def nobody_there(place: Place, account: str) -> bool:
    """Is an account in a chat? Not known where no platform is asked."""
    del place, account
    return False


async def no_roles(place: Place, account: str) -> Collection[str]:
    """The roles of an account in a server. None where no platform is asked."""
    del place, account
    return ()


async def nobody_manages(place: Place, account: str) -> bool:
    """May an account decide for a chat? Not where no platform is asked."""
    del place, account
    return False


async def nothing_studied(context: "Context") -> Study | None:
    """The puzzle or lesson that a typed line may belong to. None where none can be asked for."""
    del context
    return None


@dataclass(frozen=True)
class AppServices:
    """``lists`` are numbered moves as each person saw them; ``capabilities`` are those of each platform by its name.

    ``is_gone`` asks the platform of a chat whether an account has left it, ``is_there`` whether it is in it,
    ``manages`` whether it decides for it, ``roles`` which roles it has in its server.
    """

    services: Services
    images: ImageRenderer
    search_pool: SearchPool
    analysis_queue: AnalysisQueue = field(default_factory=AnalysisQueue)
    lists: PlyMemory[tuple[Move, ...]] = field(default_factory=PlyMemory)
    hints: PlyMemory[Move] = field(default_factory=PlyMemory)
    signer: Signer = field(default_factory=Signer.alone)
    following_views: FollowingViews = field(default_factory=FollowingViews)
    told_unclear: ToldLately = field(default_factory=lambda: ToldLately(UNCLEAR_AGAIN_AFTER))
    told_untyped: ToldLately = field(default_factory=lambda: ToldLately(UNTYPED_AGAIN_AFTER))
    told_threadless: ToldLately = field(default_factory=lambda: ToldLately(THREADLESS_AGAIN_AFTER))
    studies: OpenStudies = field(default_factory=OpenStudies)
    files_shown: ToldLately = field(default_factory=lambda: ToldLately(SHOWN_AGAIN_AFTER))
    turn_graphs: TurnGraphs = field(default_factory=TurnGraphs)
    capabilities: Mapping[str, Capabilities] = field(default_factory=dict)
    is_gone: Callable[[Place, str], Awaitable[bool]] = nobody_gone
    is_there: Callable[[Place, str], Awaitable[bool]] = nobody_there
    manages: Callable[[Place, str], Awaitable[bool]] = nobody_manages
    roles: Callable[[Place, str], Awaitable[Collection[str]]] = no_roles
    members_seen: MembersSeen = field(default_factory=MembersSeen)
    browser: BrowserLinks | None = None
    """Links to the live boards in a browser, where they are served for people of chats."""
    members_asked: MembersAsked = field(default_factory=MembersAsked)
    attention: Attention = field(default_factory=Attention)
    """Needed while a request is answered."""

    @cached_property
    def wrong_links(self) -> WrongLinkCodes:
        """The codes by which two become one person, as far as they were wrong."""
        return WrongLinkCodes(self.services.requests)

    @cached_property
    def cards(self) -> MatchCards:
        """Matches with the names of their people."""
        return MatchCards(self.services)

    @cached_property
    def films(self) -> FilmMaker:
        """Matches as films."""
        return FilmMaker(self.images)

    @cached_property
    def boards(self) -> BoardMessages:
        """The messages that show matches."""
        return BoardMessages(self.services, self.cards, self.images, self.able)

    def able(self, place: Place) -> Capabilities:
        """The capabilities of the platform of a place."""
        return self.capabilities.get(place.platform, _ALL)


@dataclass(frozen=True)
class Context:
    """One request with its person known and their words chosen."""

    tools: AppServices
    request: Request
    player: Player
    say: Words
    find_study: Callable[["Context"], Awaitable[Study | None]] = nothing_studied
    """Finds the puzzle or lesson that a typed line may belong to."""
    _listed: dict[str, MatchList] = field(default_factory=dict, compare=False)

    @property
    def services(self) -> Services:
        """The services of this process."""
        return self.tools.services

    async def venue(self) -> Venue:
        """The place of the request, as its hosts want it; in the language of its answer where they have chosen none."""
        return (await self.community()).venue(self.request.place, self.say.language)

    async def community(self) -> Community:
        """The choices of the hosts where the request comes from."""
        return await self.services.communities.of_place(self.request.place)

    @property
    def able(self) -> Capabilities:
        """The capabilities of the platform of the request."""
        return self.tools.able(self.request.place)

    @property
    def is_overheard(self) -> bool:
        """Do others in the place read what this person has typed?"""
        if self.request.place.private or self.able.hears_all:
            return False
        return self.request.addressed or not self.able.one_person_messages

    def now(self) -> datetime:
        """The present time in UTC."""
        return self.services.clock()

    async def listed(self) -> MatchList:
        """The live matches of this person, and which of them stand in this place; read once for a request."""
        if self.player.id not in self._listed:
            found = await self.services.matches.listed(self.player.id, place=self.request.place)
            self._listed[self.player.id] = found
        return self._listed[self.player.id]

    async def act(self, code: str, action: Callable[[Match, datetime], Match]) -> Match:
        """Apply an action to a match for this request, at most once. The days away of the person who acts end by it.

        Raises what the action refuses.
        """
        if self.player.away_until:
            # Before it acts: what has happened in the match last is then what this person does in it.
            await self.services.time.come_back(self.player.id)
        return await self.services.matches.act(self.request.event, self.player, code, action)

    async def show_here(self, match: Match) -> BoardMessage:
        """The match as a new message for everybody in this place, at the end of the chat."""
        view = await self.services.views.add(match.code, await self.venue(), self.player)
        return await self.tools.boards.answer(match, view)

    async def show_again(self, match: Match, admitted: Admitted = NOWHERE) -> BoardMessage:
        """The match as in ``show_here``, on request: refused if it was shown just now, or may not be shown here.

        A clock that stands because this person has left the chats of the match goes on.
        """
        view = await self.services.views.repost(match.code, await self.venue(), self.player, admitted)
        await self.services.leaving.came_back(self.player.id, self.request.place)
        return await self.tools.boards.answer(match, view)


_SIDES = {"first": 0, "second": 1}


def match_look(context: Context, match: Match) -> Look:
    """The look of the board of a match for this person."""
    own = None if match.practice else match.side_of(context.player.id)
    return side_look(context, match.game.turn if context.player.view == TO_MOVE else own or 0)


def stacks(context: Context, board: Board) -> bool:
    """Are two pictures of this board read better one below the other than side by side?"""
    if board.height > board.width:
        return not context.able.narrow_pictures
    return not context.able.low_pictures


def side_look(context: Context, side: int) -> Look:
    """The look of a board for this person, who has a side on it."""
    view = _SIDES.get(context.player.view or "", side)
    labels = labels_of([context.player.labels or ""])
    return Look(view, context.player.theme or THEMES[0], context.able.narrow_pictures, labels)
