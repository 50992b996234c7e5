"""The windows that are open in the web room, and the people in them."""

import asyncio

from bot.chat import skeleton
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.socket import Window

PEOPLE_AFTER = 0.1
"""Seconds in which people come and go before the list of them is sent."""


class Windows:
    """The open windows of all people and rooms."""

    def __init__(self) -> None:
        self._open: set[Window] = set()
        self._changed_rooms: dict[str, asyncio.TimerHandle] = {}

    @property
    def count(self) -> int:
        """The number of open windows."""
        return len(self._open)

    def enter(self, window: Window) -> None:
        """A window has been opened."""
        self._open.add(window)

    def leave(self, window: Window) -> None:
        """A window has been closed."""
        self._open.discard(window)
        self.people_changed(window.room)
        for room in window.looks_on:
            self.people_changed(room)

    def close(self) -> None:
        """End every connection; the pages will try again."""
        for window in self._open:
            window.close()

    def stop(self) -> None:
        """Send no list of people any more."""
        for timer in self._changed_rooms.values():
            timer.cancel()

    def tell(self, room: str, only_for: str | None, frame: str) -> None:
        """Send a frame to every window that hears a room, or to those of one person among them."""
        for window in self._open:
            if window.hears(room) and only_for in (None, window.person):
                window.tell(room, frame)

    def of(self, person: str) -> list[Window]:
        """The open windows of a person."""
        return [window for window in self._open if window.person == person]

    def present(self, room: str) -> list[str]:
        """The names of those who are in a room, each once."""
        return sorted({window.name for window in self._open if window.room == room and window.name})

    def is_present(self, name: str, besides: str = "") -> bool:
        """Is a person whose name looks like this in any room, another one than ``besides``?"""
        looks = skeleton(name)
        return any(skeleton(each.name) == looks for each in self._open if not besides or each.person != besides)

    def people_changed(self, room: str) -> None:
        """Send the list of people to all windows of a room soon: once for all who come and go until then."""
        if room not in self._changed_rooms:
            loop = asyncio.get_running_loop()
            self._changed_rooms[room] = loop.call_later(PEOPLE_AFTER, self._send_people, room)

    def _send_people(self, room: str) -> None:
        del self._changed_rooms[room]
        if room.startswith("#"):
            self._send_onlookers(room)
            return
        frame = sent.PeopleFrame(people=self.present(room)).as_json
        for window in self._open:
            if window.room == room:
                window.send_text(frame)

    def shows(self, window: Window, room: str, *, looks_on: bool) -> None:
        """A window shows a match from now on; who looks on at it is counted, without a name."""
        window.beside.add(room)
        if looks_on != (room in window.looks_on):
            (window.looks_on.add if looks_on else window.looks_on.discard)(room)
            self.people_changed(room)
        elif any(room in each.looks_on for each in self._open):
            self.people_changed(room)

    def hides(self, window: Window, room: str) -> None:
        """A window shows a match no more."""
        window.beside.discard(room)
        if room in window.looks_on:
            window.looks_on.discard(room)
            self.people_changed(room)

    def _send_onlookers(self, room: str) -> None:
        count = sum(room in window.looks_on for window in self._open)
        frame = sent.OnlookersFrame(code=room.removeprefix("#"), count=count).as_json
        for window in self._open:
            if room in window.beside:
                window.send_text(frame)
