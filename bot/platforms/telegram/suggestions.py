"""Suggestions while somebody types ``@bot words`` in any chat: legal moves, or invitations; and what comes of one."""

import asyncio
from collections.abc import Iterable

import structlog
from telegram import Bot, InlineQueryResultArticle, InlineQueryResultsButton, InputTextMessageContent
from telegram.error import TelegramError

from bot.chat import Completion, Person, RequestHandler
from bot.chat.command_lines import read_line
from bot.foundation.bounded import BoundedMemory
from bot.platforms.telegram.errors import reason_of
from bot.platforms.telegram.one_person import ANY_LINK
from bot.platforms.telegram.reading import PLATFORM, ChosenLine, IncomingMessage, InlineQuery
from bot.words import language_of, words

_log = structlog.get_logger(__name__)

INVITATIONS = 5
"""The most games to which an invitation is suggested."""
NAME_FROM = 3
"""Fewer letters name no game: they begin a move."""
ID_BYTES = 64
"""The longest id of a suggestion."""
HEARD_WITHIN = 3.0
"""Seconds in which a suggestion that was posted in a chat of the bot is heard there: the news come in any order."""
LINES = 10_000
"""The most lines that are remembered to have been heard."""


class Suggestions:
    """Suggests, and tells whether what was chosen was heard in the chat in which it was posted."""

    def __init__(self, bot: Bot, handler: RequestHandler) -> None:
        self._bot = bot
        self._handler = handler
        self._heard = BoundedMemory[tuple[str, object], bool](LINES, 10 * HEARD_WITHIN)

    async def suggest(self, inline: InlineQuery) -> None:
        """Suggest legal moves that fit the typed text; a chosen one is posted as the command that plays it.

        Where none waits, invitations are suggested, to the games that fit what was typed or to any before that; and the
        way to the private chat is above them.
        """
        say, request = words(language_of(inline.request.person.locale)), inline.request
        where = say("Plays in a chat that I am in. Elsewhere, write the move to me in private.")
        found = await self._handler.complete(request, "move", "move", inline.typed)
        results = list(self._articles("move", ((each.label, each.value) for each in found), where))
        way = None if results else InlineQueryResultsButton(say("Open a private chat"), start_parameter=ANY_LINK)
        typed = inline.typed.strip()
        if not results and (not typed or len(typed) >= NAME_FROM):
            games: list[Completion] = await self._handler.complete(request, "play", "game", typed)
            invited = (
                (say("Invite: {game}", game=each.label), f"{each.value} anybody") for each in games[:INVITATIONS]
            )
            results = list(self._articles("play", invited, say("Whoever sits down first plays with you.")))
        try:
            await self._bot.answer_inline_query(inline.query, results, cache_time=0, is_personal=True, button=way)
        except TelegramError as error:  # the next letter typed asks again
            _log.warning("suggestions_lost", platform=PLATFORM, reason=reason_of(error))

    def _articles(
        self, command: str, offered: Iterable[tuple[str, str]], where: str
    ) -> Iterable[InlineQueryResultArticle]:
        """Suggestions, each with the command and its words as its id, by which a chosen one is known."""
        for number, (label, value) in enumerate(offered):
            name = f"{command} {value}"
            known = len(name.encode()) <= ID_BYTES
            content = InputTextMessageContent(f"/{command}@{self._bot.username} {value}")
            yield InlineQueryResultArticle(name if known else str(number), label, content, description=where)

    def heard(self, said: IncomingMessage) -> None:
        """A line was heard in a chat."""
        if said.command:
            line = (said.command, tuple(sorted(said.arguments.items(), key=str)))
            self._heard.put((said.request.person.account, line), True, asyncio.get_running_loop().time())

    async def unheard(self, chosen: ChosenLine) -> tuple[str, dict[str, str | Person]] | None:
        """The command and arguments of a chosen suggestion that nobody has heard, once that is clear; else None."""
        command, typed = read_line(f"/{chosen.command} {chosen.value}")
        arguments: dict[str, str | Person] = dict(typed)
        line = (command, tuple(sorted(arguments.items(), key=str)))
        await asyncio.sleep(HEARD_WITHIN)
        known = self._heard.pop((chosen.request.person.account, line))
        return None if known else (command, arguments)
