"""What every answer needs: the person who asks, their language, how they see a board, and the services."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Generic, TypeVar

from bot.app.callback_data import CallbackData
from bot.app.images import ImageRenderer, Look
from bot.app.live_views import LiveViews
from bot.app.match_message import public_board
from bot.app.notice_message import notice_message
from bot.app.openings import Openings
from bot.app.signer import Signer
from bot.app.text.boards import MatchCard, thread_line, thread_title
from bot.chat import BoardMessage, Capabilities, Ping, Request, ThreadTitle
from bot.matches.happening import Happening
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.notices import Notice
from bot.matches.people import Person, Place
from bot.matches.refusals import NotShownHere, UnknownMatch, UnreadableMatch
from bot.matches.status import LIVE, Status
from bot.services.absence import AbsenceService
from bot.services.matches import MatchService, Player, View
from bot.services.people import PeopleService
from bot.services.services import Services
from bot.services.views import ViewService
from bot.store import MatchSnapshot
from bot.words import N_, Words, words
from bot.workers.analysis_queue import AnalysisQueue
from bot.workers.search_pool import SearchPool
from engine.board import Board
from engine.moves import Move
from renderer import THEMES

REMEMBERED = 1000
NO_RIGHT_TO_WRITE = N_(
    "I cannot write here by myself (the permission View Channel or Send Messages is missing, or I am not in this "
    "server): nobody is called, and the board changes when one of its buttons is pressed."
)
_SIDES = {"first": 0, "second": 1}
_ALL = Capabilities()

Kept = TypeVar("Kept")


@dataclass
class Shown(Generic[Kept]):
    """What each person was shown at this ply of a match: numbered moves, or a hint. Losing it costs nothing."""

    _kept: dict[tuple[str, str], tuple[int, Kept]] = field(default_factory=dict)

    def remember(self, player: str, match: Match, what: Kept) -> None:
        """Keep what a player is shown for this ply of a match; the oldest is forgotten."""
        key = (player, match.code)
        self._kept.pop(key, None)
        self._kept[key] = (match.game.ply, what)
        while len(self._kept) > REMEMBERED:
            self._kept.pop(next(iter(self._kept)))

    def shown(self, player: str, match: Match) -> Kept | None:
        """What a player was shown at this very ply, or nothing."""
        ply, what = self._kept.get((player, match.code), (-1, None))
        return what if ply == match.game.ply else None


@dataclass(frozen=True)
class AppServices:
    """The tools behind every answer. ``capabilities`` is by platform what it can show and hear."""

    services: Services
    images: ImageRenderer
    search_pool: SearchPool
    analysis_queue: AnalysisQueue = field(default_factory=AnalysisQueue)
    lists: Shown[tuple[Move, ...]] = field(default_factory=Shown)
    hints: Shown[Move] = field(default_factory=Shown)
    signer: Signer = field(default_factory=Signer.alone)
    live_views: LiveViews = field(default_factory=LiveViews)
    openings: Openings = field(default_factory=Openings)
    capabilities: Mapping[str, Capabilities] = field(default_factory=dict)

    def able(self, place: Place) -> Capabilities:
        """What the platform of a place can show and hear."""
        return self.capabilities.get(place.platform, _ALL)

    @property
    def matches(self) -> MatchService:
        """The matches."""
        return self.services.matches

    @property
    def views(self) -> ViewService:
        """Where they are shown."""
        return self.services.views

    @property
    def people(self) -> PeopleService:
        """The players."""
        return self.services.people

    async def names(self, match: Match, say: Words) -> tuple[str, str]:
        """The names of the players by side, with the computer's in this language."""
        return self._seated(match, await self.people.names(match), say)

    async def card(self, match: Match, say: Words) -> MatchCard:
        """A match with the names of its people."""
        return await self._card(match, await self.people.names(match), say)

    async def _card(self, match: Match, known: Mapping[str, str], say: Words) -> MatchCard:
        names = self._seated(match, known, say)
        host, invited = known.get(match.host, ""), known.get(match.invited or "", "")
        if match.invited is None and match.invited_handle:
            invited = f"@{match.invited_handle[1]}"
        elif match.invited and not invited:
            invited = say("Former player")
        if match.status is not Status.INVITED:
            levels = (
                self.matches.computers.get(match.seats[0] or ""),
                self.matches.computers.get(match.seats[1] or ""),
            )
            awaits_computer = not self.matches.computers.keys().isdisjoint(match.to_act)
            stuck = awaits_computer and await self.matches.is_stuck(match)
            rematch = await self._code_of_rematch(match)
            return MatchCard(match, names, host, invited, levels, stuck, rematch, now=self.services.clock())
        return MatchCard(match, names, host, invited)

    async def _code_of_rematch(self, match: Match) -> str:
        if match.happened is not Happening.REMATCH_BEGUN:
            return ""
        return await self.matches.code_of_rematch(match.code) or ""

    def _seated(self, match: Match, known: Mapping[str, str], say: Words) -> tuple[str, str]:
        first, second = (
            say("Computer {level}", level=self.matches.computers[seat])
            if seat in self.matches.computers
            else known.get(seat or "") or (say("Former player") if seat else "")
            for seat in match.seats
        )
        return first, second

    async def answer(self, match: Match, view: View) -> BoardMessage:
        """A view's first message, as the answer to a request."""
        (snapshot,) = await self.views.snapshots([match.code])
        # What lapses is left to the edits that follow: this message is not looked at again when it does.
        return replace(await self._show(replace(snapshot, match=match), view, None), view=view.key)

    async def show(self, snapshot: MatchSnapshot, view: View) -> BoardMessage:
        """The message of a view of this match, for the whole chat, in the view's language and from its side."""
        return await self._show(snapshot, view, self.services.clock())

    async def _show(self, snapshot: MatchSnapshot, view: View, now: datetime | None) -> BoardMessage:
        """The same as it is at a time; None: without what lapses."""
        match, views, say = snapshot.match, snapshot.views, words(view.language)
        able = self.able(view.place)
        card = await self._card(match, snapshot.names, say)
        card = replace(card, place=view.place, linked=able.invitation_links)
        undo = _undo_until(card, view) if now else None
        if now is None or undo is None or undo <= now:
            undo = None
        else:
            card = replace(card, undo=True)
        theme = view.theme if view.theme in THEMES else THEMES[0]
        look = Look(_bottom(card, view), theme, able.narrow_pictures)
        answer = await public_board(card, look, say, self.images, able.picture_right)
        rights = [] if view.place.can_post or match.status not in LIVE else [say(NO_RIGHT_TO_WRITE)]
        text = "\n".join([answer.text, *rights, *await self._unreached(match, view, views, say)])
        lapses = [lapse for lapse in (undo, answer.lapses) if now and lapse]
        return replace(answer, text=text, language=say.language, lapses=min(lapses, default=None))

    async def _unreached(self, match: Match, view: View, views: Sequence[View], say: Words) -> list[str]:
        """Whom the board does not reach any more, for those it does: a line for each."""
        lines = []
        for other in views if match.status in LIVE else ():
            if other.frozen and other.id != view.id:
                name = await self.people.name(other.perspective) if other.place.private else ""
                lines.append(
                    say("{name} cannot be reached in our private chat at present.", name=name)
                    if name
                    else say("Another chat with this match cannot be reached at present.")
                )
        return lines

    async def thread(self, snapshot: MatchSnapshot, view: View) -> ThreadTitle:
        """The title of a match's thread, and the words that stand where it hangs."""
        say = words(view.language)
        card = await self._card(snapshot.match, snapshot.names, say)
        return ThreadTitle(thread_title(card, say), thread_line(card, say))

    async def notice(self, snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
        """The message that tells a player what has happened, in the language of the chat."""
        say = words(view.language)
        card = await self._card(snapshot.match, snapshot.names, say)
        return notice_message(card, notice, person.name, say)


def _undo_until(card: MatchCard, view: View) -> datetime | None:
    """Until when somebody who reads this view may take the last move back at once."""
    match = card.match
    if not match.game.moves:
        return None
    mover = match.game.positions[-2].turn
    of_another = view.place.private and view.perspective != match.seats[mover]
    return None if of_another or card.levels[mover] is not None else match.undo_until


def _bottom(card: MatchCard, view: View) -> int:
    """The side at the bottom of a view: that of the person it is for, or of the only person who plays."""
    match = card.match
    if match.practice:
        return 0
    if view.perspective is not None:
        return match.side_of(view.perspective) or 0
    return 1 if card.levels[0] and not card.levels[1] else 0


@dataclass(frozen=True)
class Context:
    """One request with its person known and their words chosen."""

    services: AppServices
    request: Request
    player: Player
    say: Words

    @property
    def matches(self) -> MatchService:
        """The matches."""
        return self.services.matches

    @property
    def views(self) -> ViewService:
        """Where they are shown."""
        return self.services.views

    @property
    def people(self) -> PeopleService:
        """The players."""
        return self.services.people

    @property
    def venue(self) -> Venue:
        """The place of the request, in the language of its answer."""
        return Venue(self.request.place, self.say.language)

    @property
    def able(self) -> Capabilities:
        """What the platform of the request can show and hear."""
        return self.services.able(self.request.place)

    @property
    def absence(self) -> AbsenceService:
        """Days away."""
        return self.services.services.absence

    def now(self) -> datetime:
        """The present, in UTC."""
        return self.services.services.clock()

    async def act(self, code: str, action: Callable[[Match, datetime], Match]) -> Match:
        """Do something in a match for this request, at most once. Whoever does so is not away any more.

        Raises what the action refuses.
        """
        if self.player.away_until:
            # Before it acts: what has happened in the match last is then what this person does in it.
            await self.absence.come_back(self.player.id)
        return await self.matches.act(self.request.event, self.player, code, action)

    async def hidden_here(self, match: Match) -> str:
        """A sentence where the board of a match cannot be kept up to date in this place, though it stands there."""
        if not await self.services.services.freezing.has_frozen(self.request.place):
            return ""
        for view in await self.views.of_match(match.code):
            if view.place.is_at(self.request.place) and view.frozen:
                return self.say("I am not allowed to show the board to everybody here. /board shows it to you.")
        return ""

    async def check_may_see(self, match: Match, data: CallbackData | None = None) -> None:
        """Its players see a match anywhere; others in a place where it stands, and on what they were shown of it there.

        ``data`` is that of the button pressed. Raises NotShownHere.
        """
        if not match.concerns(self.player.id) and not await self._stands_before(match.code, data):
            raise NotShownHere(match.code)

    async def knows(self, code: str, data: CallbackData | None = None) -> bool:
        """Is there a match with this code that is this person's or stands before them, also if it cannot be read?

        An invitation to anybody that stands elsewhere is known only by its code: they may have guessed it.
        """
        try:
            theirs = (await self.matches.get(code)).names(self.player.id)
        except UnknownMatch:
            return False
        except UnreadableMatch:
            listed = [await self.matches.listed(self.player.id, live=live) for live in (True, False)]
            theirs = any(code in each.unreadable for each in listed)
        return theirs or await self._stands_before(code, data)

    async def _stands_before(self, code: str, data: CallbackData | None) -> bool:
        """Does a match stand in this place, or did this person see it where it stands?"""
        here = self.request.place
        views = await self.views.of_match(code)
        if data is not None and data.owner == self.player.id and here.private:
            # Their own answer about a match they saw where others see it; one in private chats they never saw.
            return any(not view.place.private for view in views)
        return any(view.place.is_at(here) for view in views)

    async def is_elsewhere_private(self, match: Match) -> bool:
        """Does this match stand in private chats only, while others may read what is said in this place?"""
        if self.request.place.private:
            return False
        return all(view.place.private for view in await self.views.of_match(match.code))

    async def show_here(self, match: Match) -> BoardMessage:
        """The match as a message for everybody in this place, at the end of the chat."""
        view = await self.views.add(match.code, self.venue, self.player)
        return await self.services.answer(match, view)

    async def show_again(self, match: Match) -> BoardMessage:
        """The same because somebody wants to see it: refused if it was shown just now, or may not be shown here."""
        view = await self.views.repost(match.code, self.venue, self.player)
        return await self.services.answer(match, view)

    def look(self, match: Match) -> Look:
        """How this person sees the board of a match."""
        own = None if match.practice else match.side_of(self.player.id)
        return self.own_look(own or 0)

    def stacks(self, board: Board) -> bool:
        """Are two pictures of this board read better one below the other than side by side?"""
        if board.height > board.width:
            return not self.able.narrow_pictures
        return not self.able.low_pictures

    def own_look(self, side: int) -> Look:
        """How this person sees a board on which they have a side."""
        view = _SIDES.get(self.player.view or "", side)
        return Look(view, self.player.theme or THEMES[0], self.able.narrow_pictures)
