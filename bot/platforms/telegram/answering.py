"""From a request in an update to the answer: who sees it, and how it reaches them.

An answer for one person takes the first way that is open:

1. the panel the person pressed a button on is edited into it;
2. a toast, where it only confirms what the board shows; an alert, where an alert holds all of it;
3. in a private chat: a message there;
4. in a group: an ephemeral message, a message in the private chat with the bot, or at last a message for all, which
   says for whom it is and leads to the private chat.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog
from structlog.contextvars import bound_contextvars
from telegram import Bot, InlineQueryResultArticle, InputTextMessageContent, Update
from telegram.error import TelegramError

from bot.chat import (
    Answer,
    Gone,
    Later,
    Person,
    Place,
    PlaceMoved,
    PrivateChat,
    Request,
    RequestHandler,
    Unreachable,
    harmless,
)
from bot.chat.ports import Leases
from bot.platforms.double_presses import DoublePresses
from bot.platforms.follow_ups import FollowUps
from bot.platforms.passing import PassingMessages
from bot.platforms.telegram.chat_messages import ANSWERS_SPARE, ChatMessages, NotEphemeral
from bot.platforms.telegram.errors import explained, reason_of
from bot.platforms.telegram.formatting import fits_alert, plain, read_data
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
        if said.request.offers and said.request.chosen and answer.view and not answer.private:
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
        if origin.on_panel and answer.view and not answer.private:
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
            if answer.private:
                return await self._privately(origin, answer)
            await self._for_all(origin, answer)
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
            await self._messages.post(private_place(person.account), Answer(text=text), panel=True)

    async def _for_all(self, origin: Origin, answer: Answer) -> None:
        """Post a message for everybody. A view that cannot be posted now is left to the view reconciler."""
        place, spare = origin.request.place, 0 if answer.view else ANSWERS_SPARE
        try:
            message = await self._in_place(
                place, lambda place: self._messages.post(place, answer, spare=spare), again=not answer.view
            )
        except Later as later:
            if not answer.view:
                raise
            _log.warning("answer_left_to_loop", platform=PLATFORM, reason=later.reason)
            await self._handler.not_shown(answer.view, later.seconds)
            return
        if answer.view:
            await self._handler.shown(answer.view, str(message))

    async def _privately(self, origin: Origin, answer: Answer) -> bool:
        """Show an answer to one person; was it a new message?"""
        request, press = origin.request, origin.press
        if answer.brief and not (origin.on_panel and answer.rows):
            if origin.on_panel and answer.replace and press:
                await self._take_away(origin, press)
            await self._toast(origin, plain(answer))
            return False
        if origin.on_panel and answer.replace and press and await self._edit_panel(origin, press, answer):
            return False
        if fits_alert(answer) and await self._toast(origin, plain(answer), alert=True):
            return False
        if request.place.private:
            await self._post_panel(request.place, answer)
            return True
        await self._to_one_in_group(origin, answer)
        return True

    async def _take_away(self, origin: Origin, press: ButtonPress) -> None:
        """Delete the panel, which has done what it was for."""
        place, request = origin.request.place, origin.request
        if press.ephemeral is not None:
            await self._messages.delete_ephemeral(place, request.person.account, press.ephemeral)
        else:
            await self._with_retries(lambda: self._messages.delete(place, int(request.message)))

    async def _post_panel(self, place: Place, answer: Answer) -> None:
        """Post an answer in a private chat."""
        message = await self._in_place(place, lambda place: self._messages.post(place, answer, panel=True))
        self._follow(place, message, answer)

    def _follow(
        self, place: Place, message: int, answer: Answer, shown: Callable[[Answer], Answer] = lambda now: now
    ) -> None:
        """Let a message change by itself as its answer does; where all see it, it is edited once, at the end."""

        async def edit(now: Answer) -> bool:
            return await self._update(lambda: self._messages.edit(place, message, shown(now), panel=True))

        self._follow_ups.begin(_key(place, str(message)), answer, edit, last_only=not place.private)

    def _follow_ephemeral(self, place: Place, person: Person, ephemeral: int, answer: Answer) -> None:
        async def edit(now: Answer) -> bool:
            return await self._update(
                lambda: self._messages.edit_ephemeral(place, person.account, ephemeral, now, pictured=False)
            )

        self._follow_ups.begin(_key(place, "", ephemeral), answer, edit)

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

    async def _edit_panel(self, origin: Origin, press: ButtonPress, answer: Answer) -> bool:
        """Edit the panel into the answer; False if that is not possible, so that a new message is needed."""
        place, account = origin.request.place, origin.request.person.account
        if press.ephemeral is None and not place.private:
            answer = _before_all(answer, origin.request.person)
        if press.ephemeral is not None:
            try:
                ephemeral = press.ephemeral
                await self._with_retries(
                    lambda: self._messages.edit_ephemeral(place, account, ephemeral, answer, pictured=press.pictured)
                )
            except NotEphemeral:
                await self._messages.delete_ephemeral(place, account, press.ephemeral)
                return False
        elif answer.picture is None and press.pictured:
            await self._messages.delete(place, int(origin.request.message))
            return False
        else:
            try:
                await self._with_retries(
                    lambda: self._messages.edit(place, int(origin.request.message), answer, panel=True)
                )
            except Gone:
                return False
        if press.ephemeral is None:
            shown = (lambda now: now) if place.private else (lambda now: _before_all(now, origin.request.person))
            self._follow(place, int(origin.request.message), answer, shown)
        else:
            self._follow_ephemeral(place, origin.request.person, press.ephemeral, answer)
        return True

    async def _to_one_in_group(self, origin: Origin, answer: Answer) -> None:
        place, person = origin.request.place, origin.request.person
        try:
            ephemeral = await self._with_retries(
                lambda: self._messages.post_ephemeral(place, person.account, origin.query, answer)
            )
        except NotEphemeral:
            pass
        else:
            # A message that names the press it comes from has answered it: the button stops turning.
            origin.acknowledged = True
            self._follow_ephemeral(place, person, ephemeral, answer)
            return
        ways = [self._before_all, self._in_private]
        first, second = ways if answer.stays else reversed(ways)
        try:
            await first(origin, answer)
        except Unreachable:
            await second(origin, answer)

    async def _in_private(self, origin: Origin, answer: Answer) -> None:
        person = origin.request.person
        await self._post_panel(private_place(person.account), answer)
        say = words(answer.language or language_of(person.locale))
        await self._toast(origin, say("The answer is in our private chat."))

    async def _before_all(self, origin: Origin, answer: Answer) -> None:
        place, person = origin.request.place, origin.request.person
        shown = _before_all(answer, person)
        message = await self._in_place(
            place,
            lambda place: self._messages.post(place, shown, panel=True, reply_to=origin.message, spare=ANSWERS_SPARE),
        )
        self._follow(place, message, answer, lambda now: _before_all(now, person))
        if answer.passing:
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


def _before_all(answer: Answer, person: Person) -> Answer:
    """An answer to one person as it stands where all see it: for whom it is, and the way to the private chat.

    What only confirms something and offers nothing is left as it is.
    """
    if answer.brief and not answer.rows:
        return answer
    say = words(answer.language or language_of(person.locale))
    row = (PrivateChat(say("Open a private chat"), answer.link or "help_"),)
    if answer.confidential:
        return Answer(
            text=say("{name}, that is not for others to read. Ask me in private.", name=harmless(person.name)),
            rows=(row,),
        )
    text = "\n".join(part for part in (say("For {name} alone.", name=harmless(person.name)), answer.text) if part)
    return replace(answer, text=text, rows=answer.rows if answer.stays else (*answer.rows, row))
