"""The requests of live boards: the games, the matches of a person, a match under their hand."""

from collections.abc import Callable, Sequence

from bot.app.app import App, for_one
from bot.app.buttons.callback_data import BadCallbackData
from bot.app.links import Question
from bot.app.live.live_board import past_of, play_turn, table_of, why_not
from bot.app.live.lobby import PlaceLists, game_cards, lobby_of
from bot.app.people.settings import changed_preference, preferences_of
from bot.app.requests.context import AppServices, Context
from bot.app.rules.game_page import game_page
from bot.chat import (
    Answer,
    GameCard,
    GamePage,
    Lobby,
    PastPosition,
    Person,
    Preferences,
    Refusal,
    Request,
    Table,
    WhyNot,
)
from bot.chat.ports import RoomMessage
from bot.words import language_of, words
from engine.games import find_ruleset


class LiveBoards:
    """Answers as ``App`` does: a failure is a sentence, and nothing is lost."""

    def __init__(self, papan: App, services: AppServices) -> None:
        self._papan = papan
        self._services = services
        self._lists = PlaceLists()

    def games(self, locale: str) -> Sequence[GameCard]:
        """All games in the language that a locale asks for."""
        return game_cards(words(language_of(locale)))

    def game(self, locale: str, key: str) -> GamePage:
        """All about a game."""
        return game_page(find_ruleset(key), words(language_of(locale)))

    async def lobby(self, request: Request) -> Lobby | Answer:
        """The matches that this person may go on with, join or watch in this place."""

        async def act(context: Context) -> Lobby:
            return await lobby_of(context, self._lists)

        return await self._papan.answer(request, "lobby", act, looks=True)

    async def sat_down(self, person: Person) -> None:
        """Know somebody from now on, so that what they are offered is theirs."""
        await self._services.services.people.player(person)

    async def preferences(self, request: Request) -> Preferences | Answer:
        """The name and the settings of this person, and what they can be."""

        async def act(context: Context) -> Preferences:
            return preferences_of(context.player, context.say)

        return await self._papan.answer(request, "preferences", act, looks=True)

    async def prefer(self, request: Request, field: str, value: str) -> Preferences | Answer:
        """Set one of the settings of this person; another field or value is refused."""

        async def act(context: Context) -> Preferences | Answer:
            try:
                return await changed_preference(context, field, value)
            except BadCallbackData:
                return Refusal(text=context.say("There is no such setting."))

        return await self._papan.answer(request, "prefer", act)

    async def table(self, request: Request, code: str) -> Table | Answer:
        """A match as this person may see and touch it; an answer where they may not."""

        async def act(context: Context) -> Table | Answer:
            return await self._papan.judged(context, lambda: table_of(context, code), code)

        return await self._papan.answer(request, "table", act, looks=True)

    async def past(self, request: Request, code: str, ply: int) -> PastPosition | Answer:
        """A match as it stood after so many moves."""

        async def act(context: Context) -> PastPosition | Answer:
            return await self._papan.judged(context, lambda: past_of(context, code, ply), code)

        return await self._papan.answer(request, "past", act, looks=True)

    async def is_private(self, code: str) -> bool:
        """Does a match stand in private chats only?"""
        views = await self._services.services.views.of_match(code)
        return bool(views) and all(view.place.private for view in views)

    async def has_acted(self, request: Request) -> bool:
        """Has a request with the event of this one, by the same person, changed something before?"""
        player = await self._services.services.people.known(request.person)
        return player is not None and await self._services.services.matches.has_acted(request.event, player)

    async def turn(self, request: Request, code: str, ply: int, picks: Sequence[int], *, price: bool) -> Answer:
        """Play a turn by the points touched for it."""

        async def act(context: Context) -> Answer:
            try:
                answer = await self._papan.judged(
                    context, lambda: play_turn(context, code, ply, picks, price=price), code
                )
            except BadCallbackData:
                return Refusal(text=context.say("The board has changed. Look at it again."))
            return for_one(context, answer, Question.MOVE, code)

        return await self._papan.answer(request, "turn", act)

    async def why_not(self, request: Request, code: str, ply: int, way: Sequence[int]) -> WhyNot | Answer:
        """Why the piece on the first of these points cannot go over the others."""

        async def act(context: Context) -> WhyNot | Answer:
            return await self._papan.judged(context, lambda: why_not(context, code, ply, way), code)

        return await self._papan.answer(request, "why_not", act)

    def watch(self, wake: Callable[[str], None]) -> Callable[[], None]:
        """Call ``wake`` with the code of each match that changes; gives a function that ends that."""
        return self._services.services.changes.subscribe(wake)

    def watch_people(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person whose settings have changed; gives a function that ends that."""
        return self._services.services.people.changed.subscribe(lambda player: wake(player.person))

    def watch_erased(self, wake: Callable[[Person, Sequence[RoomMessage]], None]) -> Callable[[], None]:
        """Call ``wake`` with each person who has had their data deleted, and with what others may have seen of it.

        Gives a function that ends that.
        """
        return self._services.services.people.erased.subscribe(lambda player, said: wake(player.person, said))
