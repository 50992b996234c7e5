"""From an update to its answer, shown as a board, a toast or a panel."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import assert_never

import structlog
from structlog.contextvars import bound_contextvars
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.chat import (
    AddedToGroup,
    Answer,
    BoardMessage,
    Content,
    FileMessage,
    Later,
    Place,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Refused,
    RequestHandler,
    Toast,
    Unreachable,
)
from bot.foundation.shared_work import Leases
from bot.platforms.double_presses import DoublePresses
from bot.platforms.misread import MisreadLines
from bot.platforms.telegram.chat_messages import ChatMessages
from bot.platforms.telegram.errors import TopicClosed
from bot.platforms.telegram.formatting import HEADING, read_data, toast_of
from bot.platforms.telegram.greetings import Greetings, permissions_in
from bot.platforms.telegram.invite_cards import CARD_LINK
from bot.platforms.telegram.one_person import OnePersonAnswers
from bot.platforms.telegram.reading import (
    PLATFORM,
    BotRemoved,
    ButtonPress,
    ChatMoved,
    ChosenLine,
    GuestCall,
    IncomingMessage,
    InlineQuery,
    PeopleEntered,
    PersonLeft,
    private_place,
    read_update,
    topic_of,
)
from bot.platforms.telegram.sending import WaitingAnswers, in_place
from bot.platforms.telegram.suggestions import Suggestions
from bot.platforms.telegram.titles import Titles
from bot.platforms.telegram.toasts import SEEN, Origin, Toasts
from bot.words import language_of, words

_log = structlog.get_logger(__name__)

ACKNOWLEDGE_AFTER = 5.0
"""Seconds until a press is acknowledged without an answer, so that the button stops turning."""


class UpdateHandler:
    """Processes updates, one call each."""

    def __init__(self, bot: Bot, messages: ChatMessages, handler: RequestHandler, leases: Leases) -> None:
        self._leases = leases
        self._bot = bot
        self._messages = messages
        self._handler = handler
        self._presses = DoublePresses()
        self._misread = MisreadLines()
        self._toasts = Toasts(bot)
        self._waiting = WaitingAnswers()
        self._for_one = OnePersonAnswers(messages, handler, self._toasts)
        self._greetings = Greetings(messages, handler)
        self._suggestions = Suggestions(bot, handler)
        self._titles = Titles(bot)

    async def stop(self) -> None:
        """End the tasks that change or delete answers later; the answers stay as they are."""
        await self._waiting.stop()
        await self._for_one.stop()

    async def handle(self, update: Update, arrived: float) -> None:
        """Act on an update that came in at this time, and show the answer. Every log line about it names it."""
        with bound_contextvars(update_id=update.update_id):
            self._titles.note(update)
            if update.my_chat_member:
                self._messages.rights_changed(update.my_chat_member.chat.id)
            if topic := topic_of(update):
                await self._handler.topic_seen(*topic[:2], renamed=topic[2])
            match read_update(update, self._bot.bot):
                case ChatMoved() as moved:
                    self._greetings.moved(moved.new)
                    if not moved.repeated:
                        await self._handler.place_moved(moved.old, moved.new)
                case IncomingMessage() as said:
                    await self._message(said)
                case ButtonPress() as pressed:
                    await self._press(pressed, arrived)
                case InlineQuery() as inline:
                    await self._suggestions.suggest(inline)
                case GuestCall() as call:
                    await self._suggestions.answer_call(call)
                case ChosenLine() as chosen:
                    await self._chosen(chosen)
                case AddedToGroup() as adding:
                    await self._greetings.greet(adding)
                case BotRemoved() as removed:
                    await self._handler.removed(PLATFORM, [removed.chat])
                case PeopleEntered() as entered:
                    await self._handler.entered(entered.place, entered.people)
                case PersonLeft() as gone:
                    await self._handler.left(gone.place, gone.person)

    async def given_up(self, update: Update) -> None:
        """Tell the sender of an update that it is given up. For suggestions there is nothing to tell."""
        with bound_contextvars(update_id=update.update_id):
            match read_update(update, self._bot.bot):
                case IncomingMessage() as said:
                    origin = Origin(said.request, message=said.message)
                case ButtonPress() as pressed:
                    origin = Origin(pressed.request, query=pressed.query, press=pressed)
                case _:
                    return
            await self._show(origin, await self._handler.given_up(origin.request))

    async def _message(self, said: IncomingMessage) -> None:
        if said.command:
            self._suggestions.heard(said)
        place = said.request.place
        name = f"{place.chat} {said.message}"
        if said.edited and not self._misread.is_corrected(name, said.line):
            if stands := self._misread.stands(name, said.line, said.request.person.locale):
                await self._show(Origin(said.request, message=said.message), stands)
            return
        newest = self._messages.note(place, said.message)
        if newest and not self._leases.holds(PLATFORM, place.chat):
            await self._handler.left_behind(place, [str(number) for number in newest])
        answer = await self._answer_to(said)
        self._misread.note(name, said.line, answer)
        if answer is None:
            return
        origin = Origin(said.request, message=said.message, comments=said.comments)
        await self._show(origin, answer)
        if said.request.offers and said.request.chosen and isinstance(answer, BoardMessage):
            await self._take_away_panel(origin)

    async def _answer_to(self, said: IncomingMessage) -> Answer | None:
        if said.link.startswith(CARD_LINK):
            return await self._suggestions.followed(said.request, said.link)
        request = replace(said.request, called=self._titles.of)
        if said.link:
            return await self._handler.follow(request, said.link)
        if said.payload:
            return await self._handler.press(request, said.payload)
        if said.command:
            return await self._handler.command(request, said.command, said.arguments)
        return await self._handler.text(said.request, said.text)

    async def _chosen(self, chosen: ChosenLine) -> None:
        """Do what a suggestion says that was posted where the bot does not read: it is answered in private."""
        if found := await self._suggestions.unheard(chosen):
            answer = await self._handler.command(chosen.request, *found)
            await self._show(Origin(chosen.request), answer)

    async def _press(self, pressed: ButtonPress, arrived: float) -> None:
        if pressed.data == HEADING:
            await self._toasts.show(Origin(pressed.request, query=pressed.query, press=pressed))
            return
        payload, on_panel = read_data(pressed.data)
        if on_panel and pressed.ephemeral is None:  # a changed client can send any payload from below any message
            on_panel = not await self._handler.is_for_all(pressed.request.place, pressed.request.message)
        origin = Origin(pressed.request, query=pressed.query, press=pressed, on_panel=on_panel)
        request, new_message = pressed.request, False
        self._for_one.pressed(pressed, on_panel=on_panel)
        press = self._presses.begin(request.person.account, f"{request.place.chat} {request.message}", payload, arrived)
        if press is None:
            await self._toasts.show(origin)
            return
        try:
            new_message = await self._answer_press(origin, payload)
        finally:
            press.end(asyncio.get_running_loop().time(), new_message=new_message)

    async def _answer_press(self, origin: Origin, payload: str) -> bool:
        """Act on a press; was it answered by a new message?"""
        permissions = partial(permissions_in, self._bot)
        request = replace(origin.request, permissions=permissions, called=self._titles.of)
        answering = asyncio.ensure_future(self._handler.press(request, payload))
        try:
            ready, _ = await asyncio.wait([answering], timeout=ACKNOWLEDGE_AFTER)
            if not ready:
                await self._toasts.show(origin)
            answer = await answering
        finally:
            answering.cancel()
        shown = await self._show(origin, answer)
        if origin.on_panel and isinstance(answer, BoardMessage):
            await self._take_away_panel(origin)
        return shown

    async def _take_away_panel(self, origin: Origin) -> None:
        """Delete a panel that has served its purpose, so that it is not used twice."""
        place, account, press = origin.request.place, origin.request.person.account, origin.press
        try:
            if press and press.ephemeral is not None:
                await self._messages.delete_ephemeral(place, account, press.ephemeral)
            else:
                await self._messages.delete(place, int(origin.request.message))
        except (Later, Unreachable, Refused, TelegramError) as error:
            _log.warning("panel_left", platform=PLATFORM, reason=type(error).__name__)

    async def _show(self, origin: Origin, answer: Answer) -> bool:
        """Show an answer; was it a new message? In a group one that has to wait holds up nobody else's."""
        place = origin.request.place
        # A board that has to wait is left to others; but in a topic, which may be closed, who asked is to know.
        if place.private or (isinstance(answer, BoardMessage) and not place.thread):
            return await self._show_now(origin, answer)
        # What changes the same panel, or answers the same person, stays in its order.
        line = f"{place.chat} {origin.request.message if origin.press else origin.request.person.account}"
        return await self._waiting.show(line, partial(self._show_now, origin, answer))

    async def _show_now(self, origin: Origin, answer: Answer) -> bool:
        self._for_one.answered(origin)
        try:
            match answer:
                case BoardMessage():
                    await self._for_all(origin, answer)
                case PublicAnswer():
                    await self._to_all(origin, answer)
                case Toast():
                    await self._confirm(origin, answer)
                    return False
                case PrivatePanel() | Refusal():
                    return await self._for_one.show(origin, answer)
                case FileMessage():
                    await self._for_one.post(origin, answer)
                case _:
                    assert_never(answer)
        except (Unreachable, Refused) as error:
            _log.warning("answer_unreachable", platform=PLATFORM, reason=str(error))
            await self._say_why_not(origin, error)
        except Later as later:
            _log.warning("answer_lost", platform=PLATFORM, reason=later.reason)
            say = words(language_of(origin.request.person.locale))
            text = say("Too much is going on here just now. Try again in a moment.")
            if not await self._toasts.show(origin, text, alert=True):
                await self._toasts.mark(origin, SEEN)
        else:
            return True
        finally:
            await self._toasts.show(origin)
        return False

    async def _say_why_not(self, origin: Origin, why: Unreachable | Refused) -> None:
        """Tell a person in private, or in an alert, that an answer could not be shown in the place of the request."""
        person = origin.request.person
        say = words(language_of(person.locale))
        match why:
            case Refused():
                text = say("Telegram does not take my answer there. Ask me in a private chat.")
            case TopicClosed():
                text = say("I cannot write in that topic: it is closed.")
            case _:
                text = say("I cannot write in that chat: I am not allowed to send messages there.")
        if person.is_bot or origin.request.place.private or await self._toasts.show(origin, text, alert=True):
            return
        with suppress(Unreachable, Refused, Later):
            await self._messages.post(private_place(person.account), Content(text=text), panel=True)

    async def _for_all(self, origin: Origin, board: BoardMessage) -> None:
        """Post a board for everybody; one that cannot be posted now is left to the view reconciler."""
        place = origin.request.place

        async def post(place: Place) -> int:
            return await self._messages.post(place, board, reply_to=origin.message if origin.comments else None)

        try:
            message = await in_place(self._handler, place, post, again=bool(place.thread))
        except (Unreachable, Refused):
            await self._handler.never_shown(board.view)
            raise
        except Later as later:
            _log.warning("answer_left_to_loop", platform=PLATFORM, reason=later.reason)
            await self._handler.not_shown(board.view, later.seconds)
            await self._toasts.mark(origin)
            return
        await self._handler.shown(board.view, str(message))

    async def _to_all(self, origin: Origin, answer: PublicAnswer) -> None:
        """Post an answer for everybody; the panel it was shown from changes once it stands."""
        spare = self._for_one.spare(origin)
        await in_place(
            self._handler,
            origin.request.place,
            lambda place: self._messages.post(place, answer, spare=spare),
        )
        if origin.on_panel and answer.panel:
            await self._for_one.show(origin, answer.panel)

    async def _confirm(self, origin: Origin, toast: Toast) -> None:
        if origin.on_panel and toast.closes and origin.press:
            await self._for_one.take_away(origin, origin.press)
        if toast.closes:
            await self._toasts.mark(origin)
        await self._toasts.show(origin, toast_of(toast))
