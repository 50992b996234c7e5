"""Suggestions while somebody types ``@bot words`` in any chat: legal moves, or invitations; and what comes of one."""

import asyncio
from collections.abc import Iterable

import structlog
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
)
from telegram.error import TelegramError

from bot.chat import DEFAULT_PACE, Answer, Person, Refusal, Request, RequestHandler, in_text
from bot.chat.command_lines import read_line
from bot.foundation.bounded import BoundedMemory
from bot.platforms.telegram.errors import reason_of
from bot.platforms.telegram.formatting import chat_url
from bot.platforms.telegram.invite_cards import InviteCards
from bot.platforms.telegram.one_person import ANY_LINK
from bot.platforms.telegram.reading import PLATFORM, ChosenLine, GuestCall, IncomingMessage, InlineQuery, private_place
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
        self._cards = InviteCards(bot.token)
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
            results = await self.invitations(request, typed)
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

    async def invitations(self, request: Request, typed: str) -> list[InlineQueryResultArticle]:
        """Cards that invite to the games that fit what was typed. A chosen one leads into private chats, because it may
        stand where the bot cannot write; its match is opened when the first person follows its link.
        """
        say, person = words(language_of(request.person.locale)), request.person
        games = await self._handler.complete(request, "play", "game", typed)
        cards = []
        for each in games[:INVITATIONS]:
            if not (link := self._cards.make(person.account, each.value)):
                continue
            game, _, about = each.label.partition(" – ")
            invites = say("{host} invites you to play {game}.", host=in_text(person.name), game=game)
            pace = say("Pace: {pace}", pace=say(DEFAULT_PACE.label))
            lines = (invites, about, pace, say("The match is played in a private chat with me."))
            sit_down = InlineKeyboardButton(say("Sit down"), url=chat_url(self._bot.username, link))
            card = InlineQueryResultArticle(
                f"card:{each.value}",
                say("Invite: {game}", game=each.label),
                InputTextMessageContent("\n".join(filter(None, lines))),
                InlineKeyboardMarkup([[sit_down]]),
                description=say("Whoever sits down first plays with you."),
            )
            cards.append(card)
        return cards

    async def answer_call(self, call: GuestCall) -> None:
        """Answer in a chat of which the bot is no member: with the card of the game that was named, or how to name one.

        What is about matches is for the private chat: nobody knows who reads here.
        """
        request, cards = call.request, list[InlineQueryResultArticle]()
        if len(call.typed) >= NAME_FROM:
            cards = await self.invitations(request, call.typed)
        say = words(language_of(request.person.locale))
        key = InlineKeyboardButton(say("Open a private chat"), url=chat_url(self._bot.username, ANY_LINK))
        text = InputTextMessageContent(say("Write the name of a game after mine, and I bring an invitation to it."))
        how = InlineQueryResultArticle("how", "Papan", text, InlineKeyboardMarkup([[key]]))
        try:
            await self._bot.answer_guest_query(call.query, cards[0] if cards else how)
        except TelegramError as error:  # they may call again
            _log.warning("guest_answer_lost", platform=PLATFORM, reason=reason_of(error))

    async def followed(self, request: Request, link: str) -> Answer:
        """The link of a card was followed: the invitation of whoever has put that card into a chat."""
        card = self._cards.read(link)
        if card is None:
            say = words(language_of(request.person.locale))
            return Refusal(text=say("Nobody can accept the invitation any more."))
        host = Request(card.name, Person(PLATFORM, card.account, ""), private_place(card.account))
        return await self._handler.invited_by(request, host, card.game)

    def heard(self, said: IncomingMessage) -> None:
        """A command was heard in a chat."""
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
