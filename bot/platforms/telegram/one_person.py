"""Answers for one person, shown to them and nobody else.

A panel, a refusal or a file for one person takes the first way that is open:

1. the panel the person pressed a button on is edited into it;
2. an alert, where an alert shows all of it;
3. in a private chat: a message there;
4. in a group: an ephemeral message, a message in the private chat with the bot, which a press opens, or at last a
   message for all, which says for whom it is and leads to the private chat. It goes when it is not used for a while.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bot.chat import (
    Content,
    Gone,
    Panel,
    Person,
    Personal,
    Place,
    PrivateChat,
    PrivatePanel,
    Refusal,
    RequestHandler,
    Unreachable,
    beside_others,
    in_text,
)
from bot.platforms.follow_ups import FollowUps
from bot.platforms.passing import PassingMessages
from bot.platforms.telegram import answer_shares, chat_messages
from bot.platforms.telegram.answer_shares import Shares, ShareSpent
from bot.platforms.telegram.chat_messages import ANSWERS_SPARE, ChatMessages, NotEphemeral
from bot.platforms.telegram.formatting import alert_of
from bot.platforms.telegram.reading import ButtonPress, private_place
from bot.platforms.telegram.sending import in_place, update, with_retries
from bot.platforms.telegram.toasts import REFUSED, Origin, Toasts
from bot.platforms.telegram.unused_panels import UnusedPanels
from bot.words import language_of, words

ANY_LINK = "help_"
"""The question in the private chat for an answer that cannot be asked for again."""


class OnePersonAnswers:
    """Shows panels, refusals and files to the person who asked."""

    def __init__(self, messages: ChatMessages, handler: RequestHandler, toasts: Toasts) -> None:
        self._messages = messages
        self._handler = handler
        self._toasts = toasts
        self._follow_ups = FollowUps()
        self._passing = PassingMessages()
        self._unused = UnusedPanels()
        self._answers = Shares(answer_shares.ANSWERS)
        self._moves = Shares(answer_shares.MOVES)
        self._edits = Shares(answer_shares.EDITS)

    async def stop(self) -> None:
        """End the tasks that change or delete answers later; the answers stay as they are."""
        await self._follow_ups.stop()
        await self._passing.stop()
        await self._unused.stop()

    def pressed(self, press: ButtonPress, *, on_panel: bool) -> None:
        """End the changes of a message that was pressed on: the answer decides how it goes on."""
        place, message = press.request.place, press.request.message
        self._follow_ups.end(_key(place, message, press.ephemeral))
        if on_panel and press.ephemeral is None and not place.private:
            self._unused.used(_key(place, message), self._leaving(place, int(message)))

    def answered(self, origin: Origin) -> None:
        """Delete a former refusal that all see, because its person gets a new answer."""
        self._passing.end(_asker(origin))

    async def show(self, origin: Origin, panel: Panel) -> bool:
        """Show a panel to one person; was it a new message?"""
        press = origin.press
        # To an edited message nobody is asked to reply.
        asks = isinstance(panel, PrivatePanel) and panel.asks is not None and origin.request.place.private
        if not asks and origin.on_panel and panel.replace and press and await self._edit_panel(origin, press, panel):
            return False
        if (words := alert_of(panel)) and await self._toasts.show(origin, words, alert=True):
            return False
        await self.post(origin, panel)
        return True

    def spare(self, origin: Origin, personal: Personal | None = None) -> int:
        """Take an answer of a person's share; the messages of the group's limit that it leaves to others. A panel about
        a position of a match has a share of its own.

        Those are more with each answer, up to nearly half of them, so that boards, calls and first answers to others go
        before. Raises ShareSpent.
        """
        if origin.replaces:  # it counts as an edit
            return ANSWERS_SPARE
        if isinstance(personal, PrivatePanel) and personal.passed:
            self._moves.take(origin.request)
            return ANSWERS_SPARE
        nearly_half = (chat_messages.GROUP[0].count - 1) // 2
        return min(ANSWERS_SPARE + 2 * self._answers.take(origin.request), nearly_half)

    async def post(self, origin: Origin, personal: Personal) -> None:
        if origin.request.place.private:
            await self._post_panel(origin.request.place, personal)
        else:
            await self._to_one_in_group(origin, personal)

    async def take_away(self, origin: Origin, press: ButtonPress) -> None:
        """Delete a panel that has served its purpose."""
        place, request = origin.request.place, origin.request
        if press.ephemeral is not None:
            await self._messages.delete_ephemeral(place, request.person.account, press.ephemeral)
        else:
            await with_retries(lambda: self._messages.delete(place, int(request.message)))

    async def _post_panel(self, place: Place, personal: Personal) -> None:
        """Post an answer in a private chat."""
        message = await in_place(self._handler, place, lambda place: self._messages.post(place, personal, panel=True))
        self._follow(place, message, personal, _as_it_is)

    def _follow(self, place: Place, message: int, personal: Personal, shown: Callable[[Personal], Content]) -> None:
        """Let a message change by itself as its answer does; where all see it, it is edited once, at the end."""

        async def edit(now: Panel) -> bool:
            return await update(lambda: self._messages.edit(place, message, shown(now), panel=True))

        self._follow_ups.begin(_key(place, str(message)), personal, edit, last_only=not place.private)

    def _follow_ephemeral(self, place: Place, person: Person, ephemeral: int, personal: Personal) -> None:
        async def edit(now: Panel) -> bool:
            return await update(
                lambda: self._messages.edit_ephemeral(
                    place, person.account, ephemeral, beside_others(now), pictured=False
                )
            )

        self._follow_ups.begin(_key(place, "", ephemeral), personal, edit)

    def _watch(self, place: Place, message: int, personal: Personal) -> None:
        """Delete an answer that all see once it is not used for a while, or asks about what is no more."""
        passed = personal.passed if isinstance(personal, PrivatePanel) else None
        self._unused.watch(_key(place, str(message)), self._leaving(place, message), passed)

    def _leaving(self, place: Place, message: int) -> Callable[[], Awaitable[None]]:
        async def delete() -> None:
            self._follow_ups.end(_key(place, str(message)))
            await self._messages.delete(place, message)

        return delete

    async def _edit_panel(self, origin: Origin, press: ButtonPress, panel: Panel) -> bool:
        """Edit the panel pressed on into another; False if that is not possible, so that a new message is needed."""
        place, account = origin.request.place, origin.request.person.account
        before_all = press.ephemeral is None and not place.private
        shown = partial(_as_all_see_it, person=origin.request.person) if before_all else _as_it_is
        if before_all:
            self._edits.take(origin.request)
        if press.ephemeral is not None:
            try:
                ephemeral = press.ephemeral
                await with_retries(
                    lambda: self._messages.edit_ephemeral(
                        place, account, ephemeral, beside_others(panel), pictured=press.pictured
                    )
                )
            except NotEphemeral:
                await self._messages.delete_ephemeral(place, account, press.ephemeral)
                return False
        elif panel.picture is None and press.pictured:
            await self._messages.delete(place, int(origin.request.message))
            origin.replaces = True
            return False
        else:
            spare = ANSWERS_SPARE if before_all else 0
            try:
                await with_retries(
                    lambda: self._messages.edit(
                        place, int(origin.request.message), shown(panel), panel=True, spare=spare
                    )
                )
            except Gone:
                return False
        if press.ephemeral is None:
            self._follow(place, int(origin.request.message), panel, shown)
            if before_all:
                self._watch(place, int(origin.request.message), panel)
        else:
            self._follow_ephemeral(place, origin.request.person, press.ephemeral, panel)
        return True

    async def _to_one_in_group(self, origin: Origin, personal: Personal) -> None:
        place, person = origin.request.place, origin.request.person
        if person.is_bot:  # what stands for a private chat with it would be a channel, or this group
            await self._before_all(origin, personal)
            return
        try:
            ephemeral = await with_retries(
                lambda: self._messages.post_ephemeral(place, person.account, origin.query, beside_others(personal))
            )
        except NotEphemeral:
            pass
        else:
            # A message that names the press it comes from has answered it: the button stops turning.
            origin.acknowledged = True
            self._follow_ephemeral(place, person, ephemeral, personal)
            return
        stays = isinstance(personal, PrivatePanel) and personal.stays
        ways = [self._before_all, self._in_private]
        first, second = ways if stays else reversed(ways)
        try:
            await first(origin, personal)
        except ShareSpent as spent:
            if not stays:
                raise
            try:
                await second(origin, personal)
            except Unreachable:
                raise spent from None
        except Unreachable:
            is_secret = isinstance(personal, PrivatePanel) and personal.confidential
            if not is_secret or not await self._toasts.open_private_chat(origin, personal.link or ANY_LINK):
                await second(origin, personal)

    async def _in_private(self, origin: Origin, personal: Personal) -> None:
        person = origin.request.person
        await self._post_panel(private_place(person.account), personal)
        await self._toasts.open_private_chat(origin, personal.link or ANY_LINK)
        if isinstance(personal, Refusal):
            await self._toasts.mark(origin, REFUSED)

    async def _before_all(self, origin: Origin, personal: Personal) -> None:
        place, person = origin.request.place, origin.request.person
        shown = _as_all_see_it(personal, person)
        spare = self.spare(origin, personal)
        message = await in_place(
            self._handler,
            place,
            lambda place: self._messages.post(place, shown, panel=True, reply_to=origin.message, spare=spare),
        )
        self._follow(place, message, personal, lambda now: _as_all_see_it(now, person))
        if isinstance(personal, Refusal):
            self._passing.begin(_asker(origin), message, lambda: self._messages.delete(place, message))
        elif isinstance(personal, PrivatePanel):
            self._watch(place, message, personal)


def _asker(origin: Origin) -> str:
    """A name for a person in a place."""
    place = origin.request.place
    return f"{place.chat} {place.thread} {origin.request.person.account}"


def _key(place: Place, message: str, ephemeral: int | None = None) -> str:
    """A name for a message among those that change by themselves."""
    return f"{place.chat} {message}" if ephemeral is None else f"{place.chat} ephemeral {ephemeral}"


def _as_it_is(personal: Personal) -> Content:
    return personal


def _as_all_see_it(personal: Personal, person: Person) -> Content:
    """An answer to one person as it stands where all see it: for whom it is, and the way to the private chat."""
    if person.is_bot:
        return personal
    say = words(personal.language or language_of(person.locale))
    row = (PrivateChat(say("Open a private chat"), personal.link or ANY_LINK),)
    panel = personal if isinstance(personal, PrivatePanel) else None
    if panel and panel.confidential:
        return Content(
            text=say("{name}, that is not for others to read. Ask me in private.", name=in_text(person.name)),
            rows=(row,),
        )
    text = "\n".join(part for part in (say("For {name} alone.", name=in_text(person.name)), personal.text) if part)
    if panel and panel.stays:
        return replace(panel, text=text)
    return replace(personal, text=text, rows=(row,) if panel and panel.rows_in_private else (*personal.rows, row))
