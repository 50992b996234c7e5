"""From a request in an update to the answer: who sees it, and how it reaches them.

A panel, a refusal or a file for one person takes the first way that is open:

1. the panel the person pressed a button on is edited into it;
2. an alert, where an alert shows all of it;
3. in a private chat: a message there;
4. in a group: an ephemeral message, a message in the private chat with the bot, or at last a message for all, which
   says for whom it is and leads to the private chat.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, assert_never

import structlog
from structlog.contextvars import bound_contextvars
from telegram import Bot, InlineQueryResultArticle, InputTextMessageContent, Update
from telegram.error import TelegramError

from bot.chat import (
    Answer,
    BoardMessage,
    Content,
    FileMessage,
    Gone,
    Later,
    Panel,
    Person,
    Personal,
    Place,
    PlaceMoved,
    PrivateChat,
    PrivatePanel,
    Refusal,
    Request,
    RequestHandler,
    Toast,
    Unreachable,
    harmless,
)
from bot.chat.ports import Leases
from bot.platforms.double_presses import DoublePresses
from bot.platforms.follow_ups import FollowUps
from bot.platforms.passing import PassingMessages
from bot.platforms.telegram.chat_messages import ANSWERS_SPARE, ChatMessages, NotEphemeral
from bot.platforms.telegram.errors import explained, reason_of
from bot.platforms.telegram.formatting import alert_of, read_data, toast_of
from bot.platforms.telegram.reading import (
    PLATFORM,
    ButtonPress,
    ChatMoved,
    IncomingMessage,
    InlineQuery,
    private_place,
    read_update,
)
from bot.words import language_of, words

_log = structlog.get_logger(__name__)

T = TypeVar("T")

ACKNOWLEDGE_AFTER = 5.0
"""Seconds until a press is acknowledged without an answer, so that the button stops turning."""
ATTEMPTS = 4
UPDATE_ATTEMPTS = 8
"""So often an answer is tried to be brought up to date: nobody presses anything for it, but it must not stand still."""
LONGEST_WAIT = 10.0
"""An answer that may not be sent for longer than this is given up: it would come when nobody waits for it any more."""


@dataclass
class Origin:
    """Where a request came from. ``message`` is what the person wrote; ``query`` their press, as long as it is open."""

    request: Request
    message: int | None = None
    query: str = ""
    press: ButtonPress | None = None
    on_panel: bool = False
    acknowledged: bool = False


class UpdateHandler:
    """Processes updates, one call each."""

    def __init__(self, bot: Bot, messages: ChatMessages, handler: RequestHandler, leases: Leases) -> None:
        self._leases = leases
        self._bot = bot
        self._messages = messages
        self._handler = handler
        self._presses = DoublePresses()
        self._follow_ups = FollowUps()
        self._passing = PassingMessages()

    async def stop(self) -> None:
        """Leave the answers that change by themselves, or would go, as they are."""
        await self._follow_ups.stop()
        await self._passing.stop()

    async def handle(self, update: Update, arrived: float) -> None:
        """Act on an update that came in at this time, and show the answer. Every log line about it names it."""
        with bound_contextvars(update_id=update.update_id):
            match read_update(update, self._bot.bot):
                case ChatMoved(old, new):
                    await self._handler.place_moved(old, new)
                case IncomingMessage() as said:
                    await self._message(said)
                case ButtonPress() as pressed:
                    await self._press(pressed, arrived)
                case InlineQuery() as inline:
                    await self._suggest(inline)

    async def given_up(self, update: Update) -> None:
        """Tell the sender of an update that it is not tried any more; nobody waits for old suggestions."""
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
        place = said.request.place
        newest = self._messages.note(place, said.message)
        if newest and not self._leases.holds(PLATFORM, place.chat):
            await self._handler.left_behind(place, [str(number) for number in newest])
        if said.link:
            answer = await self._handler.follow(said.request, said.link)
        elif said.command:
            answer = await self._handler.command(said.request, said.command, said.arguments)
        else:
            spoken = await self._handler.text(said.request, said.text)
            if spoken is None:
                return
            answer = spoken
        origin = Origin(said.request, message=said.message)
        await self._show(origin, answer)
        if said.request.offers and said.request.chosen and isinstance(answer, BoardMessage):
            await self._take_away_panel(origin)

    async def _suggest(self, inline: InlineQuery) -> None:
        """Legal moves that fit what is typed; a chosen one is posted as the command that plays it."""
        found = await self._handler.complete(inline.request, "move", "move", inline.typed)
        results = [
            InlineQueryResultArticle(
                str(number), each.label, InputTextMessageContent(f"/move@{self._bot.username} {each.value}")
            )
            for number, each in enumerate(found)
        ]
        try:
            await self._bot.answer_inline_query(inline.query, results, cache_time=0, is_personal=True)
        except TelegramError as error:  # the next letter typed asks again
            _log.warning("suggestions_lost", platform=PLATFORM, reason=reason_of(error))

    async def _press(self, pressed: ButtonPress, arrived: float) -> None:
        payload, on_panel = read_data(pressed.data)
        if on_panel and pressed.ephemeral is None:  # a changed client can send any payload from below any message
            on_panel = not await self._handler.is_for_all(pressed.request.place, pressed.request.message)
        origin = Origin(pressed.request, query=pressed.query, press=pressed, on_panel=on_panel)
        request, new_message = pressed.request, False
        self._follow_ups.end(_key(request.place, request.message, pressed.ephemeral))
        press = self._presses.begin(request.person.account, f"{request.place.chat} {request.message}", payload, arrived)
        if press is None:
            await self._toast(origin)
            return
        try:
            new_message = await self._answer_press(origin, payload)
        finally:
            press.end(asyncio.get_running_loop().time(), new_message=new_message)

    async def _answer_press(self, origin: Origin, payload: str) -> bool:
        """Act on a press; was it answered by a new message?"""
        answering = asyncio.ensure_future(self._handler.press(origin.request, payload))
        try:
            ready, _ = await asyncio.wait([answering], timeout=ACKNOWLEDGE_AFTER)
            if not ready:
                await self._toast(origin)
            answer = await answering
        finally:
            answering.cancel()
        shown = await self._show(origin, answer)
        if origin.on_panel and isinstance(answer, BoardMessage):
            await self._take_away_panel(origin)
        return shown

    async def _take_away_panel(self, origin: Origin) -> None:
        """What the panel was for has begun; it cannot be used a second time."""
        place, account, press = origin.request.place, origin.request.person.account, origin.press
        try:
            if press and press.ephemeral is not None:
                await self._messages.delete_ephemeral(place, account, press.ephemeral)
            else:
                await self._messages.delete(place, int(origin.request.message))
        except (Later, Unreachable, TelegramError) as error:
            _log.warning("panel_left", platform=PLATFORM, reason=type(error).__name__)

    async def _show(self, origin: Origin, answer: Answer) -> bool:
        """Show an answer; was it a new message?"""
        self._passing.end(_asker(origin))
        try:
            match answer:
                case BoardMessage():
                    await self._for_all(origin, answer)
                case Toast():
                    await self._confirm(origin, answer)
                    return False
                case PrivatePanel() | Refusal():
                    return await self._show_panel(origin, answer)
                case FileMessage():
                    await self._post_for_one(origin, answer)
                case _:
                    assert_never(answer)
        except Unreachable:
            _log.warning("answer_unreachable", platform=PLATFORM)
            await self._say_what_is_missing(origin)
        except Later as later:
            _log.warning("answer_lost", platform=PLATFORM, reason=later.reason)
        else:
            return True
        finally:
            await self._toast(origin)
        return False

    async def _say_what_is_missing(self, origin: Origin) -> None:
        """Tell a person in another way that nothing can be shown where they have asked."""
        person = origin.request.person
        say = words(language_of(person.locale))
        text = say("I cannot write in that chat: I am not allowed to send messages there.")
        if origin.request.place.private or await self._toast(origin, text, alert=True):
            return
        with suppress(Unreachable, Later):
            await self._messages.post(private_place(person.account), Content(text=text), panel=True)

    async def _for_all(self, origin: Origin, board: BoardMessage) -> None:
        """Post a board for everybody; one that cannot be posted now is left to the view reconciler."""
        place = origin.request.place
        try:
            message = await self._in_place(place, lambda place: self._messages.post(place, board), again=False)
        except Later as later:
            _log.warning("answer_left_to_loop", platform=PLATFORM, reason=later.reason)
            await self._handler.not_shown(board.view, later.seconds)
            return
        await self._handler.shown(board.view, str(message))

    async def _confirm(self, origin: Origin, toast: Toast) -> None:
        if origin.on_panel and toast.closes and origin.press:
            await self._take_away(origin, origin.press)
        await self._toast(origin, toast_of(toast))

    async def _show_panel(self, origin: Origin, panel: Panel) -> bool:
        """Show a panel to one person; was it a new message?"""
        press = origin.press
        if origin.on_panel and panel.replace and press and await self._edit_panel(origin, press, panel):
            return False
        if (words := alert_of(panel)) and await self._toast(origin, words, alert=True):
            return False
        await self._post_for_one(origin, panel)
        return True

    async def _post_for_one(self, origin: Origin, personal: Personal) -> None:
        if origin.request.place.private:
            await self._post_panel(origin.request.place, personal)
        else:
            await self._to_one_in_group(origin, personal)

    async def _take_away(self, origin: Origin, press: ButtonPress) -> None:
        """Delete the panel, which has done what it was for."""
        place, request = origin.request.place, origin.request
        if press.ephemeral is not None:
            await self._messages.delete_ephemeral(place, request.person.account, press.ephemeral)
        else:
            await self._with_retries(lambda: self._messages.delete(place, int(request.message)))

    async def _post_panel(self, place: Place, personal: Personal) -> None:
        """Post an answer in a private chat."""
        message = await self._in_place(place, lambda place: self._messages.post(place, personal, panel=True))
        self._follow(place, message, personal, _as_it_is)

    def _follow(self, place: Place, message: int, personal: Personal, shown: Callable[[Personal], Content]) -> None:
        """Let a message change by itself as its answer does; where all see it, it is edited once, at the end."""

        async def edit(now: Panel) -> bool:
            return await self._update(lambda: self._messages.edit(place, message, shown(now), panel=True))

        self._follow_ups.begin(_key(place, str(message)), personal, edit, last_only=not place.private)

    def _follow_ephemeral(self, place: Place, person: Person, ephemeral: int, personal: Personal) -> None:
        async def edit(now: Panel) -> bool:
            return await self._update(
                lambda: self._messages.edit_ephemeral(place, person.account, ephemeral, now, pictured=False)
            )

        self._follow_ups.begin(_key(place, "", ephemeral), personal, edit)

    @staticmethod
    async def _update(edit: Callable[[], Awaitable[None]]) -> bool:
        """Edit a message as soon as Telegram lets us; False if it is not there any more."""
        for _ in range(UPDATE_ATTEMPTS):
            try:
                await edit()
            except Later as later:
                _log.warning("update_waits", platform=PLATFORM, reason=later.reason)
                await asyncio.sleep(1.0 if later.seconds is None else later.seconds)
            except (Gone, Unreachable, NotEphemeral, PlaceMoved):
                return False
            else:
                return True
        return False

    async def _edit_panel(self, origin: Origin, press: ButtonPress, panel: Panel) -> bool:
        """Edit the panel pressed on into another; False if that is not possible, so that a new message is needed."""
        place, account = origin.request.place, origin.request.person.account
        before_all = press.ephemeral is None and not place.private
        shown = partial(_before_all, person=origin.request.person) if before_all else _as_it_is
        if press.ephemeral is not None:
            try:
                ephemeral = press.ephemeral
                await self._with_retries(
                    lambda: self._messages.edit_ephemeral(place, account, ephemeral, panel, pictured=press.pictured)
                )
            except NotEphemeral:
                await self._messages.delete_ephemeral(place, account, press.ephemeral)
                return False
        elif panel.picture is None and press.pictured:
            await self._messages.delete(place, int(origin.request.message))
            return False
        else:
            try:
                await self._with_retries(
                    lambda: self._messages.edit(place, int(origin.request.message), shown(panel), panel=True)
                )
            except Gone:
                return False
        if press.ephemeral is None:
            self._follow(place, int(origin.request.message), panel, shown)
        else:
            self._follow_ephemeral(place, origin.request.person, press.ephemeral, panel)
        return True

    async def _to_one_in_group(self, origin: Origin, personal: Personal) -> None:
        place, person = origin.request.place, origin.request.person
        try:
            ephemeral = await self._with_retries(
                lambda: self._messages.post_ephemeral(place, person.account, origin.query, personal)
            )
        except NotEphemeral:
            pass
        else:
            # A message that names the press it comes from has answered it: the button stops turning.
            origin.acknowledged = True
            self._follow_ephemeral(place, person, ephemeral, personal)
            return
        ways = [self._before_all, self._in_private]
        first, second = ways if isinstance(personal, PrivatePanel) and personal.stays else reversed(ways)
        try:
            await first(origin, personal)
        except Unreachable:
            await second(origin, personal)

    async def _in_private(self, origin: Origin, personal: Personal) -> None:
        person = origin.request.person
        await self._post_panel(private_place(person.account), personal)
        say = words(personal.language or language_of(person.locale))
        await self._toast(origin, say("The answer is in our private chat."))

    async def _before_all(self, origin: Origin, personal: Personal) -> None:
        place, person = origin.request.place, origin.request.person
        shown = _before_all(personal, person)
        message = await self._in_place(
            place,
            lambda place: self._messages.post(place, shown, panel=True, reply_to=origin.message, spare=ANSWERS_SPARE),
        )
        self._follow(place, message, personal, lambda now: _before_all(now, person))
        if isinstance(personal, Refusal):
            self._passing.begin(_asker(origin), message, lambda: self._messages.delete(place, message))

    async def _toast(self, origin: Origin, text: str = "", *, alert: bool = False) -> bool:
        """Answer the press with a toast; False if there is none, or it is too late."""
        if not origin.query or origin.acknowledged:
            return False
        origin.acknowledged = True

        async def acknowledge() -> bool:
            with explained(origin.request.place):
                return await self._bot.answer_callback_query(origin.query, text=text or None, show_alert=alert or None)

        try:
            return await self._with_retries(acknowledge)
        except Later as later:
            reason = later.reason
        except TelegramError as error:
            reason = reason_of(error)
        _log.warning("press_not_acknowledged", platform=PLATFORM, reason=reason)
        return False

    async def _in_place(self, place: Place, send: Callable[[Place], Awaitable[T]], *, again: bool = True) -> T:
        """Send to a place, and on to where it has moved."""
        try:
            return await (self._with_retries(lambda: send(place)) if again else send(place))
        except PlaceMoved as moved:
            new = moved.place
        await self._handler.place_moved(place, new)
        return await self._with_retries(lambda: send(new))

    @staticmethod
    async def _with_retries(send: Callable[[], Awaitable[T]]) -> T:
        """Repeat while Telegram cannot be reached or asks for a short wait."""
        for attempt in range(1, ATTEMPTS):
            try:
                return await send()
            except Later as later:
                wait = 0.2 * 2**attempt if later.seconds is None else later.seconds
                if wait > LONGEST_WAIT:
                    raise
                _log.warning("answer_waits", platform=PLATFORM, reason=later.reason)
            await asyncio.sleep(wait)
        return await send()


def _asker(origin: Origin) -> str:
    """A name for a person in a place."""
    place = origin.request.place
    return f"{place.chat} {place.thread} {origin.request.person.account}"


def _key(place: Place, message: str, ephemeral: int | None = None) -> str:
    """A name for a message among those that change by themselves."""
    return f"{place.chat} {message}" if ephemeral is None else f"{place.chat} ephemeral {ephemeral}"


def _as_it_is(personal: Personal) -> Content:
    return personal


def _before_all(personal: Personal, person: Person) -> Content:
    """An answer to one person as it stands where all see it: for whom it is, and the way to the private chat."""
    say = words(personal.language or language_of(person.locale))
    row = (PrivateChat(say("Open a private chat"), personal.link or "help_"),)
    panel = personal if isinstance(personal, PrivatePanel) else None
    if panel and panel.confidential:
        return Content(
            text=say("{name}, that is not for others to read. Ask me in private.", name=harmless(person.name)),
            rows=(row,),
        )
    text = "\n".join(part for part in (say("For {name} alone.", name=harmless(person.name)), personal.text) if part)
    return replace(personal, text=text, rows=personal.rows if panel and panel.stays else (*personal.rows, row))
