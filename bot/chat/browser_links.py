"""Links from a chat to the page of live boards in a browser, each for one person, once, and for ten minutes.

They hold who it is, signed with a key that only Papan has, so that nothing is kept until somebody comes by one. It all
stands in the fragment, which browsers send to no server: neither a log nor another site is told of it.
"""

import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.matches.identity import Person, Place

LINK_LASTS = timedelta(minutes=10)
LONGEST = 2_000
"""No link is longer."""


@dataclass(frozen=True)
class BrowserLink:
    """Somebody who asked for a link in a place, at a time; ``mark`` is of this link alone."""

    person: Person
    place: Place
    code: str
    at: datetime
    mark: str


class BrowserLinks:
    """Makes and reads them, for the page at the address ``url``."""

    def __init__(self, url: str, key: bytes) -> None:
        self._url = url
        self._key = key

    def make(self, person: Person, place: Place, code: str, now: datetime) -> str:
        """The address that lets a person in, at first to a match."""
        who = [person.platform, person.account, person.name, person.handle, person.locale]
        where = [place.chat, place.thread, place.private]
        said = json.dumps([who, where, code, int(now.timestamp()), secrets.token_urlsafe(16)], separators=(",", ":"))
        body = _text(said.encode())
        return f"{self._url}/app#match={code}&link={body}.{_text(self._sign(body))}"

    def read(self, told: str) -> BrowserLink | None:
        """The content of a link, of whatever age; None for one that is not ours."""
        body, _, sign = told.partition(".")
        if len(told) > LONGEST or not hmac.compare_digest(_text(self._sign(body)).encode(), sign.encode()):
            return None
        # Only what this class has made has the right sign.
        who, (chat, thread, private), code, at, mark = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        platform, account, name, handle, locale = who
        return BrowserLink(
            Person(platform, account, name, handle=handle, locale=locale),
            Place(platform, chat, thread, private=private),
            code,
            datetime.fromtimestamp(at, UTC),
            mark,
        )

    def _sign(self, body: str) -> bytes:
        return hmac.digest(self._key, f"browser link {body}".encode(), "sha256")


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
