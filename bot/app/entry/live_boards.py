"""Live boards, and what a page shows beside them: asked for, touched and watched."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from bot.app.buttons.about_place import chat_of
from bot.app.buttons.callback_data import NO_MATCH, BadCallbackData, read_press
from bot.app.entry.answers import for_one
from bot.app.entry.app import App
from bot.app.learning.today import todays_puzzle
from bot.app.live.ahead import guessed_ahead, planned_ahead
from bot.app.live.board_actions import payload_of
from bot.app.live.edit import edited
from bot.app.live.explore import explored
from bot.app.live.live_board import live_board_of, past_of, play_turn, practise_from, why_not
from bot.app.live.lobby import PlaceLists, finished_of, game_cards, lobby_of
from bot.app.live.person_page import person_page
from bot.app.live.premove import premove_now, premoved
from bot.app.live.preview import preview_of
from bot.app.live.seat_marks import draw, show_line
from bot.app.moves import GUESS, MOVE
from bot.app.people.linking import answer_link, begin_link, code_of, give_code, result_of
from bot.app.people.settings import changed_preference, preferences_of
from bot.app.play.play import USUAL_LEVEL
from bot.app.play.starts import match_in
from bot.app.requests.context import AppServices, Context
from bot.app.rules.game_page import game_page
from bot.chat import (
    AheadPosition,
    Answer,
    EditedPosition,
    ExploredPosition,
    FinishedMatches,
    GameCard,
    GamePage,
    LiveBoard,
    Lobby,
    MatchPreview,
    PastPositions,
    Person,
    PersonPage,
    PlacedPieces,
    Preferences,
    PremovePosition,
    Refusal,
    Request,
    WhyNot,
)
from bot.chat.linking import LinkCode, LinkResult, LinkTicket
from bot.chat.ports import RoomMessage
from bot.words import language_of, words
from engine.games import find_ruleset
from engine.search import LEVELS


class LiveBoards:
    """Answers as ``App`` does: a failure is a sentence, and nothing is lost."""

    def __init__(self, app: App, tools: AppServices) -> None:
        self._app = app
        self._tools = tools
        self._services = tools.services
        self._lists = PlaceLists(todays_puzzle)

    def games(self, locale: str) -> Sequence[GameCard]:
        """All games in the language that a locale asks for."""
        return game_cards(words(language_of(locale)))

    def game(self, locale: str, key: str) -> GamePage:
        """All about a game."""
        return game_page(find_ruleset(key), words(language_of(locale)))

    def named_chat(self, payload: str, values: Sequence[str] = ()) -> str:
        """The chat that a button names because it is about it; empty for any other."""
        try:
            return chat_of(read_press(payload, values))
        except BadCallbackData:
            return ""

    async def lobby(self, request: Request) -> Lobby | Answer:
        """The matches that this person may go on with, join or watch in this place."""

        async def list_matches(context: Context) -> Lobby:
            return await lobby_of(context, self._lists)

        return await self._app.answer(request, "lobby", list_matches, looks=True)

    async def finished(self, request: Request, skipped: int) -> FinishedMatches | Answer:
        """The latest finished matches of this person, after so many."""
        return await self._app.answer(request, "finished", partial(finished_of, skipped=skipped), looks=True)

    async def profile(self, request: Request, who: Person | str, follow: bool | None = None) -> PersonPage | Answer:
        """The facts this person may know of another, by their account or by the id at a seat; whom they ``follow`` from
        now on, or do not any more.
        """

        async def tell(context: Context) -> PersonPage | Answer:
            return await person_page(context, who, follow)

        return await self._app.answer(request, "person", tell, looks=follow is None)

    async def sat_down(self, person: Person) -> None:
        """Know somebody from now on, so that what they are offered is theirs."""
        await self._services.people.player(person)

    async def begin_link(self, request: Request) -> LinkCode | Answer:
        """A code by which another device or account becomes this person's."""
        return await self._app.answer(request, "link", begin_link)

    async def link_code(self, request: Request) -> LinkCode | Answer | None:
        """The code of this person that holds, and who has given it."""
        return await self._app.answer(request, "link", code_of, looks=True)

    async def give_code(self, request: Request, code: str, device: str) -> LinkTicket | Answer:
        """Give a code on a device of this person, or of somebody without an account."""

        async def give(context: Context) -> LinkTicket | Refusal:
            return await give_code(context, code, device)

        return await self._app.answer(request, "link", give, looks=True)

    async def link_result(self, request: Request, ticket: str) -> LinkResult | Answer:
        """The answer to whoever has a ticket, as far as there is one."""
        return await self._app.answer(request, "link", partial(result_of, ticket=ticket), looks=True)

    async def answer_link(self, request: Request, *, agrees: bool) -> bool | Answer:
        """Say whether the one who has given the code of this person is them; is there one who waits for it?"""
        return await self._app.answer(request, "link", partial(answer_link, agrees=agrees))

    async def preferences(self, request: Request) -> Preferences | Answer:
        """The name and the settings of this person, and what they can be."""

        async def read_preferences(context: Context) -> Preferences:
            return await preferences_of(context, context.player, context.say)

        return await self._app.answer(request, "preferences", read_preferences, looks=True)

    async def prefer(self, request: Request, field: str, value: str) -> Preferences | Answer:
        """Set one of the settings of this person; another field or value is refused."""

        async def change_preference(context: Context) -> Preferences | Answer:
            try:
                return await changed_preference(context, field, value)
            except BadCallbackData:
                return Refusal(text=context.say("There is no such setting."))

        return await self._app.answer(request, "prefer", change_preference)

    async def board(self, request: Request, code: str) -> LiveBoard | Answer:
        """A match as this person may see and touch it; an answer where they may not."""

        async def look(context: Context) -> LiveBoard | Answer:
            return await self._app.judged(context, lambda: live_board_of(context, code), code)

        return await self._app.answer(request, "board", look, looks=True)

    async def past(self, request: Request, code: str) -> PastPositions | Answer:
        """A match as it stood before each of its moves, and as it stands."""

        async def look_back(context: Context) -> PastPositions | Answer:
            return await self._app.judged(context, lambda: past_of(context, code), code)

        return await self._app.answer(request, "past", look_back, looks=True)

    async def preview(self, request: Request, code: str) -> MatchPreview | Answer | None:
        """A match for the preview of a link to it."""
        return await self._app.answer(request, "preview", lambda context: preview_of(context, code), looks=True)

    async def is_private(self, code: str) -> bool:
        """Does a match stand in private chats only?"""
        views = await self._services.views.of_match(code)
        return bool(views) and all(view.place.private for view in views)

    async def first_level(self, request: Request) -> int:
        """The level of the computer for a person who has not named one."""
        player = await self._services.people.known(request.person)
        won = player is not None and await self._services.matches.has_beaten_computer(player.id)
        return USUAL_LEVEL if won else LEVELS[0]

    async def has_acted(self, request: Request) -> bool:
        """Has a request with the event of this one, by the same person, changed something before?"""
        player = await self._services.people.known(request.person)
        return player is not None and await self._services.matches.has_acted(request.event, player)

    async def play_on(self, request: Request, code: str, ply: int) -> Answer:
        """Begin a practice board from a match that is over, as it stood after so many moves."""

        async def begin(context: Context) -> Answer:
            return await self._app.judged(context, lambda: practise_from(context, code, ply), code)

        return await self._app.answer(request, "play_on", begin)

    async def turn(self, request: Request, code: str, ply: int, picks: Sequence[int], *, price: bool) -> Answer:
        """Play a turn by the points touched for it."""

        async def play(context: Context) -> Answer:
            try:
                answer = await self._app.judged(
                    context, lambda: play_turn(context, code, ply, picks, price=price), code
                )
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))
            return for_one(context, answer, MOVE, code)

        return await self._app.answer(request, "turn", play)

    async def press(self, request: Request, code: str, ply: int, kind: str, choice: str) -> Answer:
        """Do what a button beside a live board does, of the kind and with the choice that the board names."""

        async def find_payload(context: Context) -> str | Answer:
            try:
                return await self._app.judged(context, lambda: payload_of(context, code, ply, kind, choice), code)
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))

        payload = await self._app.answer(request, "wish", find_payload, looks=True)
        return await self._app.press(request, payload) if isinstance(payload, str) else payload

    async def why_not(self, request: Request, code: str, ply: int, way: Sequence[int]) -> WhyNot | Answer:
        """The reason why the piece on the first of these points cannot go over the others."""

        async def explain(context: Context) -> WhyNot | Answer:
            return await self._app.judged(context, lambda: why_not(context, code, ply, way), code)

        return await self._app.answer(request, "why_not", explain)

    async def plan(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]], *, drop: bool
    ) -> AheadPosition | Answer:
        """A match after turns that are expected; an own answer at their end is planned."""

        async def look_ahead(context: Context) -> AheadPosition | Answer:
            try:
                found = await self._app.judged(
                    context, lambda: planned_ahead(context, code, ply, turns, drop=drop), code
                )
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))
            return found if isinstance(found, AheadPosition) else for_one(context, found, MOVE, code)

        return await self._app.answer(request, "plan", look_ahead)

    async def guess(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]]
    ) -> AheadPosition | Answer:
        """A match of others, to guess its next turn."""

        async def look_ahead(context: Context) -> AheadPosition | Answer:
            try:
                found = await self._app.judged(context, lambda: guessed_ahead(context, code, ply, turns), code)
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))
            return found if isinstance(found, AheadPosition) else for_one(context, found, GUESS, code)

        return await self._app.answer(request, "guess", look_ahead)

    async def draw(self, request: Request, code: str, ply: int, marks: Sequence[tuple[int, int]]) -> Answer | None:
        """Show the others of one's team what this person has drawn on the board."""

        async def note(context: Context) -> Answer | None:
            try:
                return await self._app.judged(context, lambda: draw(context, code, ply, marks), code)
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))

        return await self._app.answer(request, "draw", note)

    async def show_line(self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]]) -> Answer | None:
        """Show the others of one's team a line that this person has tried out."""

        async def note(context: Context) -> Answer | None:
            try:
                return await self._app.judged(context, lambda: show_line(context, code, ply, turns), code)
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))

        return await self._app.answer(request, "show_line", note)

    async def premove(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]], *, drop: bool
    ) -> PremovePosition | Answer:
        """The turns of a player who waits; the last of ``turns`` is planned whatever the opponent plays."""

        async def plan_turn(context: Context) -> PremovePosition | Answer:
            try:
                return await self._app.judged(context, lambda: premoved(context, code, ply, turns, drop=drop), code)
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))

        return await self._app.answer(request, "plan", plan_turn)

    async def premove_now(self, request: Request, code: str) -> PremovePosition | Answer | None:
        """The turn that this person has planned whatever the opponent plays; None where there is none."""

        async def look(context: Context) -> PremovePosition | Answer | None:
            return await self._app.judged(context, lambda: premove_now(context, code), code)

        return await self._app.answer(request, "plan", look, looks=True)

    async def explore(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]]
    ) -> ExploredPosition | Answer:
        """A match from one of its positions on, after turns that this person tries out."""

        async def go_on(context: Context) -> ExploredPosition | Answer:
            try:
                return await self._app.judged(context, lambda: explored(context, code, ply, turns), code)
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))

        return await self._app.answer(request, "explore", go_on, looks=True)

    async def edit(
        self, request: Request, game: str, text: str, placed: PlacedPieces | None
    ) -> EditedPosition | Answer:
        """A position that this person sets up for a game."""

        async def set_up(context: Context) -> EditedPosition | Answer:
            try:
                return await self._app.judged(
                    context, lambda: edited(context, game, text, placed), match_in(text)[0] or NO_MATCH
                )
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))

        return await self._app.answer(request, "edit", set_up, looks=True)

    def watch(self, wake: Callable[[str], None]) -> Callable[[], None]:
        """Call ``wake`` with the code of each match that changes; gives a function that ends that."""
        return self._services.news.matches.subscribe(wake)

    def watch_people(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person whose settings have changed; gives a function that ends that."""
        return self._services.people.changed.subscribe(lambda player: wake(player.person))

    def watch_erased(self, wake: Callable[[Person, Sequence[RoomMessage]], None]) -> Callable[[], None]:
        """Call ``wake`` with each person who has had their data deleted, and with what others may have seen of it.

        Gives a function that ends that.
        """
        return self._services.people.erased.subscribe(wake)

    async def deletions(self, since: datetime) -> Mapping[str, datetime]:
        """The times at which accounts had their data deleted since a moment, by their digests."""
        return await self._services.people.deletions(since)

    def signed_out(self, person: Person) -> None:
        """Have every process look again at the windows of a person of whom a device has been signed out."""
        self._services.news.sign_outs.publish(person)

    def watch_signed_out(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person of whom a device has been signed out; gives a function that ends that."""
        return self._services.news.sign_outs.subscribe(wake)

    def watch_left(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person, by their account alone, who has left a chat; gives a function that ends
        that.
        """
        departures = self._services.news.departures
        return departures.subscribe(lambda left: wake(Person(left.place.platform, left.account, "")))
