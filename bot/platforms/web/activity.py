"""Launches of the page as an activity on Discord: the server asks Discord who it is, and believes nothing of the page.

The page brings a code, by which Discord tells the server once who its person is, and the id of the activity, of which
Discord tells the server who is in it.
"""

import asyncio
import hashlib
import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import aiohttp
import structlog

from bot.chat import Person, Place
from bot.chat.activity import OpenedMatches
from bot.platforms.web.launch import Launch, LaunchRefused
from bot.platforms.web.limits import Budget
from bot.words import N_

_log = structlog.get_logger(__name__)

OFFICIAL = "https://discord.com/api/v10"
BY_ACTIVITY = "activity:"
"""Stands before the activity and the code in what a page says of who opens it."""
NAMED = "discord"
ANSWER_WITHIN = 10.0
"""Seconds for all questions to Discord about one person."""
AT_ONCE = 8
"""The most people who are asked about at once."""

NOT_CONFIRMED = N_("Discord does not confirm who you are. Close this activity, and open it again.")
NO_SUCH_ACTIVITY = N_("Discord knows no such activity any more. Close it, and open it again.")
NOT_IN_ACTIVITY = N_("Discord does not count you among the people in this activity. Close it, and open it again.")
NO_ANSWER = N_("Discord does not answer at the moment. Close this activity, and open it again soon.")

_TOLD = re.compile(r"activity:(?P<instance>[A-Za-z0-9_-]{1,128}):(?P<code>[A-Za-z0-9._-]{1,256})")


class _Answered(Exception):
    """Discord answers with a status other than that of success."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


def mark_of(data: str) -> str:
    """A mark of this launch alone; the code itself is kept nowhere."""
    return hashlib.sha256(data.encode()).hexdigest()


class Activities:
    """Asks Discord about those who come from an activity. ``stop`` once.

    ``application`` gives the id of the bot's application, once it is connected; ``token`` is that of the bot.
    """

    def __init__(
        self, secret: str, token: str, application: Callable[[], str], opened: OpenedMatches, api_url: str | None = None
    ) -> None:
        self._secret = secret
        self._token = token
        self.application = application
        self._opened = opened
        self._url = api_url or OFFICIAL
        self._session: aiohttp.ClientSession | None = None
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._budget = Budget(burst=60, per_second=5)

    async def stop(self) -> None:
        """Ask nothing any more."""
        if self._session:
            await self._session.close()

    async def read(self, data: str) -> Launch:
        """The person who comes, and the activity they come from. Raises LaunchRefused."""
        told = _TOLD.fullmatch(data)
        application = self.application()
        if told is None or not application:
            raise LaunchRefused(NOT_CONFIRMED)
        if not self._budget.has(1.0):
            raise LaunchRefused(NO_ANSWER)
        self._budget.take()
        try:
            async with asyncio.timeout(ANSWER_WITHIN), self._turns:
                return await self._asked(application, told["instance"], told["code"], mark_of(data))
        except (aiohttp.ClientError, OSError, TimeoutError, _Answered):
            # What went wrong may quote a code or a token, so no word of it goes on.
            raise LaunchRefused(NO_ANSWER) from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise LaunchRefused(NOT_CONFIRMED) from None

    async def _asked(self, application: str, instance: str, code: str, mark: str) -> Launch:
        form = {"grant_type": "authorization_code", "code": code}
        secret = {"client_id": application, "client_secret": self._secret}
        try:
            bearer = (await self._ask("POST", "/oauth2/token", "", data=form | secret))["access_token"]
            user = await self._ask("GET", "/users/@me", f"Bearer {bearer}")
        except _Answered as answered:
            # With 401 it is the operator's secret that is wrong, with 400 somebody's code.
            _log.warning("activity_not_confirmed", status=answered.status)
            raise _refusal(answered, NOT_CONFIRMED) from None
        bot, account = f"Bot {self._token}", str(user["id"])
        try:
            found = await self._ask("GET", f"/applications/{application}/activity-instances/{instance}", bot)
        except _Answered as answered:
            raise _refusal(answered, NO_SUCH_ACTIVITY) from None
        if account not in map(str, found["users"]) or user.get("bot"):
            raise LaunchRefused(NOT_IN_ACTIVITY)
        private = await self._ask("POST", "/users/@me/channels", bot, json={"recipient_id": account})
        person = Person(
            NAMED,
            account,
            str(user.get("global_name") or user["username"]),
            handle=str(user["username"]).casefold(),
            locale=str(user.get("locale") or ""),
        )
        place = Place(NAMED, str(private["id"]), private=True)
        wish = self._opened.wish(account, instance, time.monotonic())
        return Launch(person, datetime.now(UTC), mark, place, wish)

    async def _ask(self, method: str, path: str, who: str, **body: Any) -> Mapping[str, Any]:
        """An object that Discord answers with. Raises _Answered, and what the library raises."""
        if self._session is None:
            self._session = aiohttp.ClientSession(headers={"User-Agent": "DiscordBot (https://discord.com, 1)"})
        headers = {"Authorization": who} if who else {}
        async with self._session.request(method, f"{self._url}{path}", headers=headers, **body) as answer:
            if answer.status >= HTTPStatus.BAD_REQUEST:
                raise _Answered(answer.status)
            found: Mapping[str, Any] = await answer.json(content_type=None)
            return found


def _refusal(answered: _Answered, sentence: str) -> LaunchRefused:
    """The reason why a person does not come in: by what Discord says of them, or because it says nothing now."""
    is_down = answered.status == HTTPStatus.TOO_MANY_REQUESTS or answered.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return LaunchRefused(NO_ANSWER if is_down else sentence)
