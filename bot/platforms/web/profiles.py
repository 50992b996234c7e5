"""The choices of people of the room for themselves: their name and settings, the same in all their windows."""

import asyncio
import secrets
from collections.abc import Callable
from typing import assert_never

import structlog

from bot.chat import LiveHandler, NameTaken, Person, Preferences, Refusal, RenamedTooOften, Request
from bot.chat.ports import RoomArchive, RoomMember
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.entrances import People
from bot.platforms.web.frames import ManageFrame, MeFrame, PreferFrame, ProfileFrame, RenameFrame
from bot.platforms.web.limits import Budgets
from bot.platforms.web.names import NameRefused, checked_name, taken
from bot.platforms.web.windows import Windows
from bot.words import language_of, words

_log = structlog.get_logger(__name__)


KEYS = 5
"""Wrong keys of the common room that one person may enter before they have to wait."""
KEYS_PER_SECOND = 1 / 60


class Profiles:
    """Reads and changes them, and tells all windows of a person of each change, wherever it was made."""

    def __init__(self, live: LiveHandler, archive: RoomArchive, people: People, windows: Windows) -> None:
        self._live = live
        self._archive = archive
        self._people = people
        self._windows = windows
        self._keys = Budgets(KEYS, KEYS_PER_SECOND)
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._untold: set[str] = set()
        """Who has changed since their windows were last told."""
        self._end_watch = live.watch_people(self._changed)

    def stop(self) -> None:
        """Tell nothing more."""
        self._end_watch()
        for task in self._telling.values():
            task.cancel()

    async def look(self, member: RoomMember) -> tuple[str | None, str | None]:
        """The language that is spoken with a person and the theme of their boards, for a page at which they sit."""
        found = await self._preferences(member)
        return (found.spoken, found.theme) if found else (None, None)

    async def act(self, frame: ProfileFrame, request: Request, send: Callable[[sent.SentFrame], None]) -> None:
        """Act on a frame; ``send`` reaches its window."""
        says: type[sent.ToastFrame | sent.RefusedNameFrame | sent.RefusedKeyFrame]
        match frame:
            case MeFrame():
                found = await self._live.preferences(request)
                if isinstance(found, Preferences):
                    send(await self._told(request.person.account, request.person.name, found))
                return
            case PreferFrame():
                refusal, says = await self._prefer(frame, request), sent.ToastFrame
            case RenameFrame():
                refusal, says = await self._rename(frame, request), sent.RefusedNameFrame
            case ManageFrame():
                refusal, says = await self._enter_key(frame, request), sent.RefusedKeyFrame
            case _:
                assert_never(frame)
        if refusal:
            send(says(event=frame.event, text=refusal))
        send(sent.DoneFrame(event=frame.event, done=not refusal))

    async def _prefer(self, frame: PreferFrame, request: Request) -> str:
        """Change a setting; the sentence that says why not, or an empty text."""
        answer = await self._live.prefer(request, frame.field, frame.value)
        return "" if isinstance(answer, Preferences) else _text(answer)

    async def _rename(self, frame: RenameFrame, request: Request) -> str:
        """Give the person another name; the sentence that says why not, or an empty text."""
        person, given = request.person.account, frame.name
        say = words(language_of(request.person.locale))
        try:
            name = checked_name(given, lambda name: self._windows.is_present(name, besides=person), say)
            member = await self._archive.rename(person, name)
        except NameRefused as refused:
            return str(refused)
        except NameTaken:
            return taken(given, say)
        except RenamedTooOften as often:
            return say(
                "You have changed your name often. Your last {count} names are still kept for you: take one of "
                "them, or wait. Each is kept for {days} days.",
                count=often.count,
                days=often.kept.days,
            )
        if member:
            await self._tell(member)
        return ""

    async def _enter_key(self, frame: ManageFrame, request: Request) -> str:
        """Have the person manage the common room; the sentence that says why not, or an empty text."""
        person, tries = request.person.account, self._keys.of(request.person.account)
        say = words(language_of(request.person.locale))
        if not tries.has(1.0):
            return say("These were too many wrong keys. Wait a minute, then try again.")
        if await self._archive.let_manage(person, frame.key):
            if member := await self._archive.member(person):
                await self._tell(member)
            return ""
        tries.take()
        return say("That is not the key of this room. Whoever runs Papan makes a new one with: papan room-key")

    async def _told(self, person: str, name: str, found: Preferences) -> sent.PreferencesFrame:
        manages = await self._archive.manages(person) if self._people.has_talk else None
        return me_frame(name, found, manages=manages)

    def _changed(self, person: Person) -> None:
        name = self._people.id_of(person)
        if not name:
            return
        self._untold.add(name)
        if name in self._telling:
            return
        self._telling[name] = asyncio.create_task(self._tell_of(name))

    async def _tell_of(self, person: str) -> None:
        try:
            while person in self._untold:
                self._untold.remove(person)  # before it is read: what changes meanwhile is told next
                if member := await self._archive.member(person):
                    await self._tell(member)
        except Exception:  # the page asks again when it is opened
            _log.exception("preferences_not_sent")
        finally:
            # Not by a callback of the task, which comes later: what changed until then would be told by nobody.
            self._telling.pop(person, None)

    async def _tell(self, member: RoomMember) -> None:
        """Send name and settings to all windows of a person, and have the room speak their language with them."""
        found = await self._preferences(member)
        if found is None:
            return
        if language_of(member.language) != found.spoken:
            member = await self._archive.set_language(member.id, found.spoken) or member
        frame = await self._told(member.id, member.name, found)
        for window in self._windows.of(member.id):
            if window.seat:
                window.seat.member = member
            self._windows.people_changed(window.room)
            window.send(frame)

    async def _preferences(self, member: RoomMember) -> Preferences | None:
        person, place = self._people.person_of(member), self._people.corner_of(member)
        found = await self._live.preferences(Request(f"{member.id}:{secrets.token_hex(16)}", person, place))
        return found if isinstance(found, Preferences) else None


def me_frame(name: str, preferences: Preferences, *, manages: bool | None) -> sent.PreferencesFrame:
    """The settings of a person as they go to a browser; ``name`` is the one that they gave, letter by letter.

    ``manages``: do they manage the common room? None where there is none.
    """
    return sent.PreferencesFrame(**{**vars(preferences), "name": name}, manages=manages)


def _text(answer: object) -> str:
    return answer.text if isinstance(answer, Refusal) else ""
