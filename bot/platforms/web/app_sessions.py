"""The people in the page inside a chat: the sessions of each account, in memory."""

import hmac
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bot.chat import Person, Place
from bot.chat.browser_links import LINK_LASTS, BrowserLinks
from bot.foundation.bounded import BoundedMemory
from bot.foundation.digest import digest_of
from bot.platforms.web.activity import BY_ACTIVITY, NOT_CONFIRMED, Activities, mark_of
from bot.platforms.web.launch import (
    LAUNCH_LASTS,
    NOT_SIGNED,
    OVER,
    PLATFORM,
    Launch,
    LaunchRefused,
    check_age,
    read_launch,
)
from bot.words import N_

SESSION_LASTS = timedelta(hours=12)
SESSIONS = 4
"""The most sessions of one account at once; the newest ends the oldest."""
ACCOUNTS = 20_000
"""The most accounts that are remembered."""

LINKS = 20_000
"""The most links that are remembered as used."""
BY_LINK = "link:"
"""Stands before a link in what a page says of who opens it."""

NO_LINK = N_("This link is not whole. Ask for a new one in the chat.")
LINK_USED = N_("This link has been used. Ask for a new one in the chat.")
LINK_OVER = N_("This link is too old. Ask for a new one in the chat.")
ANOTHERS = N_("Somebody else was here before. Close this page, and open it again from the chat.")


class SessionLost(Exception):
    """A key is known no more. Its code was taken when it was given, but the page can ask Discord for another."""


@dataclass(frozen=True)
class AppMember:
    """A person of a chat in the page, as ``RoomMember``: the id is that of no person of the room."""

    id: str
    person: Person
    place: Place
    """From where they ask: their private chat, or where they asked for a link."""

    @property
    def name(self) -> str:
        """The name that they have in the chat."""
        return self.person.name

    @property
    def language(self) -> str:
        """The locale of their app."""
        return self.person.locale


@dataclass(frozen=True)
class _AppSession:
    """One launch that has let somebody in, and the key that lets them in again."""

    mark: str
    key: str
    until: datetime


@dataclass(frozen=True)
class _Known:
    """An account with its sessions, the newest last: a phone and a desktop may be open at once."""

    member: AppMember
    sessions: tuple[_AppSession, ...] = ()
    wish: str = ""


def member_id(person: Person) -> str:
    """The id of a person of a chat among the members of the page."""
    return f"{person.platform}:{person.account}"


class AppSessions:
    """Lets people in by what their chat says of them, and again by the key that they got then.

    Without a ``token`` nobody comes from Telegram, without ``activities`` nobody from an activity on Discord.

    A key is bound to its account and launch. A launch of which the session has been left lets nobody in any more, nor
    does one from before its person had their data deleted.
    """

    def __init__(
        self,
        token: str,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        links: BrowserLinks | None = None,
        activities: Activities | None = None,
    ) -> None:
        self.activities = activities
        self._token = token
        self._now = now
        self._links = links
        self._began = now()
        self._used = BoundedMemory[str, bool](LINKS, LINK_LASTS.total_seconds())
        """The links by which somebody has come."""
        self.on_end: Callable[[str], None] = lambda _: None
        """Called with each member whose session is ended before its time."""
        self._known = BoundedMemory[str, _Known](ACCOUNTS)
        self._left = BoundedMemory[str, bool](LINKS, LAUNCH_LASTS.total_seconds())
        """The launches of which the session is over before its time."""
        self._erased = BoundedMemory[str, datetime](ACCOUNTS, LAUNCH_LASTS.total_seconds())
        """When accounts had their data deleted, by the digest of platform and account."""

    def remember(self, deletions: Mapping[str, datetime]) -> None:
        """Take what was noted of deletions before this process began."""
        for account, at in deletions.items():
            self._erased.put(account, at, at.timestamp())

    async def come(self, data: str, key: str = "") -> tuple[AppMember, str, bool]:
        """As ``enter``, for those from Discord too: it is asked about them once, and not again by a key.

        Raises LaunchRefused, SessionLost.
        """
        if not data.startswith(BY_ACTIVITY):
            return self.enter(data, key)
        mark = mark_of(data)
        if self._is_left(mark):
            raise LaunchRefused(OVER)
        for known in self._known.values():
            if session := _of_launch(known, mark):
                if self._lets_in(session, key):
                    return known.member, key, False
                raise LaunchRefused(OVER)
        if self.activities is None:
            raise LaunchRefused(NOT_CONFIRMED)
        if key and not any(each.key == key for known in self._known.values() for each in known.sessions):
            raise SessionLost
        launch = await self.activities.read(data)
        name = member_id(launch.person)
        if key and self._is_of_another(key, name):
            raise LaunchRefused(ANOTHERS)
        return self._begin(name, launch)

    def wish(self, name: str) -> str:
        """The match that somebody from an activity on Discord wishes to see first; else empty."""
        known = self._known.get(name)
        return known.wish if known else ""

    def enter(self, data: str, key: str = "") -> tuple[AppMember, str, bool]:
        """The member who has opened the page, their session's key, and whether it is new. Raises LaunchRefused."""
        launch = self._followed(data) if data.startswith(BY_LINK) else self._signed(data)
        name = member_id(launch.person)
        known, moment = self._known.get(name), self._now().timestamp()
        session = known and _of_launch(known, launch.mark)
        if known and session and self._lets_in(session, key):
            return known.member, key, False
        if key and self._is_of_another(key, name):
            raise LaunchRefused(ANOTHERS)
        erased = self._erased.get(digest_of(launch.person.platform, launch.person.account), moment)
        if self._is_left(launch.mark) or (erased and launch.at <= erased):
            raise LaunchRefused(OVER)
        if data.startswith(BY_LINK):
            self._use(launch)
        else:
            check_age(launch, self._now())
        return self._begin(name, launch)

    def _signed(self, data: str) -> Launch:
        """The launch signed by Telegram. Raises LaunchRefused, also where there is no token and anybody could sign."""
        if not self._token:
            raise LaunchRefused(NOT_SIGNED)
        return read_launch(data, self._token)

    def _begin(self, name: str, launch: Launch) -> tuple[AppMember, str, bool]:
        """A new session, in the place of one of the same launch."""
        now, known = self._now(), self._known.get(name)
        session = _AppSession(launch.mark, secrets.token_urlsafe(32), now + SESSION_LASTS)
        others = [each for each in (known.sessions if known else ()) if each.mark != launch.mark and now < each.until]
        wish = launch.wish if launch.person.platform != PLATFORM else ""
        begun = _Known(AppMember(name, launch.person, launch.place), (*others, session)[-SESSIONS:], wish)
        self._known.put(name, begun)
        return begun.member, session.key, True

    def member(self, name: str) -> AppMember | None:
        """The member in the page by this id, as long as one of their sessions lasts."""
        known = self._known.get(name)
        return known.member if known and any(self._now() < each.until for each in known.sessions) else None

    def change(self, member: AppMember) -> None:
        """Somebody who is in the page has another name or language."""
        if known := self._known.get(member.id):
            self._known.put(member.id, replace(known, member=member))

    def leave(self, name: str, key: str) -> None:
        """End the session of a key; its launch lets nobody in any more."""
        if known := self._known.get(name):
            self._end(name, known, [each for each in known.sessions if each.key == key])

    def end(self, name: str) -> None:
        """Let nobody in who was here before this moment: neither by a session, nor by a launch or a link."""
        self._erased.put(digest_of(*name.split(":", 1)), self._now(), self._now().timestamp())
        if known := self._known.get(name):
            self._end(name, known, known.sessions)

    def _end(self, name: str, known: _Known, over: Collection[_AppSession]) -> None:
        for each in over:
            self._left.put(each.mark, True, self._now().timestamp())
        if left := tuple(each for each in known.sessions if each not in over):
            self._known.put(name, replace(known, sessions=left))
        else:  # no name of its person is kept
            self._known.pop(name)
            self.on_end(name)

    def _followed(self, data: str) -> Launch:
        """The link as a launch. Raises LaunchRefused."""
        found = self._links.read(data.removeprefix(BY_LINK)) if self._links else None
        if found is None:
            raise LaunchRefused(NO_LINK)
        return Launch(found.person, found.at, found.mark, found.place, found.code)

    def _use(self, launch: Launch) -> None:
        """Somebody comes by a link. Raises LaunchRefused.

        The links that were used before this process began are not known here, so it takes none of that time.
        """
        now = self._now()
        moment = now.timestamp()
        if self._used.get(launch.mark, moment):
            raise LaunchRefused(LINK_USED)
        if now - launch.at > LINK_LASTS or launch.at < self._began.replace(microsecond=0):
            raise LaunchRefused(LINK_OVER)
        self._used.put(launch.mark, True, moment)

    def _is_left(self, mark: str) -> bool:
        return self._left.get(mark, self._now().timestamp()) is not None

    def _lets_in(self, session: _AppSession, key: str) -> bool:
        return self._now() < session.until and hmac.compare_digest(session.key.encode(), key.encode())

    def _is_of_another(self, key: str, name: str) -> bool:
        """Is it the key of another account? Keys cannot be guessed, so that this tells nobody anything."""
        others = (known for known in self._known.values() if known.member.id != name)
        return any(each.key == key for known in others for each in known.sessions)


def _of_launch(known: _Known, mark: str) -> _AppSession | None:
    return next((each for each in known.sessions if each.mark == mark), None)
