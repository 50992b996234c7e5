"""Telegram as a whole: connects, receives updates, answers, and shows matches as a MessageGateway."""

import asyncio
import logging
from collections.abc import Collection, Iterable
from dataclasses import replace

import structlog
from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeDefault,
    MenuButtonWebApp,
    WebAppInfo,
)
from telegram.error import InvalidToken, TelegramError

from bot.chat import (
    BoardMessage,
    CannotStart,
    Capabilities,
    Later,
    Person,
    Ping,
    Place,
    Refused,
    RequestHandler,
    Successor,
    ThreadTitle,
    Unreachable,
)
from bot.chat.commands import COMMANDS, CommandSpec, OfferedTo
from bot.chat.ports import UpdateInbox
from bot.foundation.errors import PlatformRefused
from bot.foundation.http_server import HttpServer
from bot.foundation.monitoring.contact import Contact
from bot.foundation.shared_work import Leases
from bot.platforms.telegram.answering import UpdateHandler
from bot.platforms.telegram.chat_messages import ChatMessages
from bot.platforms.telegram.errors import TopicClosed, message_id, reason_of
from bot.platforms.telegram.http_client import HttpClient
from bot.platforms.telegram.reading import PLATFORM, private_place
from bot.platforms.telegram.receiving import LONGEST_PAUSE, WANTED, PollingBot, Webhook, listen, poll
from bot.platforms.telegram.update_queues import UpdateQueues
from bot.words import LANGUAGES, words

_log = structlog.get_logger(__name__)

OFFICIAL_API = "https://api.telegram.org"
START_WITHIN = 10.0
"""The most seconds for which a start waits for Telegram; after that it goes on trying beside the rest."""
STOP_WITHIN = 2.0
_CONNECTIONS = 64
_NOT_NOW = (TelegramError, KeyError, TypeError)
"""The library's exceptions where Telegram cannot be reached, or the response is not Telegram's, such as HTML."""


class TokenRefused(PlatformRefused):
    """Telegram does not know the token."""


class CannotListen(CannotStart):
    """The webhook's address cannot be used."""


def inbox_name(token: str) -> str:
    """The name of a bot's inbox: another bot numbers its updates differently, so it has an inbox of its own."""
    return f"{PLATFORM}:{token.partition(':')[0]}"


class TelegramPlatform:
    """The bot on Telegram, by long polling, or by webhook if one is given.

    ``inbox`` belongs to the name ``inbox_name(token)``; ``app_url`` is the address of the page of live boards, if there
    is one. ``start`` once, ``stop`` once; in between it is a
    ``MessageGateway``.
    """

    platform = PLATFORM
    capabilities = Capabilities(
        picture_right="Send Photos",
        narrow_pictures=True,
        one_person_messages=False,
        people_by_handle=True,
        calls_elsewhere=True,
        has_tags=True,
        has_topics=True,
        live_boards=3,  # a group's messages may be changed twenty times a minute
    )

    def __init__(
        self,
        token: str,
        inbox: UpdateInbox,
        handler: RequestHandler,
        *,
        api_url: str = OFFICIAL_API,
        webhook: Webhook | None = None,
        app_url: str = "",
        leases: Leases,
    ) -> None:
        _keep_quiet(token)
        self.contact = Contact()
        self._bot = PollingBot(
            token,
            base_url=f"{api_url}/bot",
            base_file_url=f"{api_url}/file/bot",
            request=HttpClient(_CONNECTIONS, read_within=20.0, pool_within=LONGEST_PAUSE),
            get_updates_request=HttpClient(2, read_within=5.0),
        )
        self._webhook = webhook
        self._leases = leases
        self._polling = f"poll {inbox_name(token)}"
        self._leases.register(self._polling, count=1)
        self._more = asyncio.Event()
        self._messages = ChatMessages(self._bot, app_url)
        self._app_url = app_url
        self._handling = UpdateHandler(self._bot, self._messages, handler, leases)
        self._queues = UpdateQueues(self._bot, inbox, self._handling.handle, self._handling.given_up)
        self._connected = False
        self._receiving: asyncio.Task[None] | None = None
        self._webhook_server: HttpServer | None = None

    def __str__(self) -> str:
        if not self._connected:
            return "Telegram, once it can be reached"
        listens = self._webhook or self._leases.holds(self._polling)
        return f"Telegram, as @{self._bot.username}{'' if listens else ', standing by for another process'}"

    @property
    def bot_name(self) -> str:
        """The bot's name in links; empty until it has connected."""
        return self._bot.username if self._connected else ""

    async def start(self) -> None:
        """Connect and begin to receive. If Telegram is out of reach that is tried again until ``stop``.

        Raises TokenRefused, CannotListen.
        """
        if self._webhook:
            try:
                self._webhook_server = await listen(self._webhook, self._queues)
            except OSError as error:
                raise CannotListen(
                    f"TELEGRAM_WEBHOOK_LISTEN: cannot listen on {self._webhook.host}:{self._webhook.port} "
                    f"({error.strerror or error})."
                ) from None
        try:
            async with asyncio.timeout(START_WITHIN):
                await self._connect()
        except (*_NOT_NOW, TimeoutError) as error:
            self.contact.lost()
            _log.warning("telegram_out_of_reach", reason=reason_of(error))
        except BaseException:
            await self.stop()
            raise
        self._receiving = asyncio.create_task(self._receive())

    async def stop(self) -> None:
        """Stop receiving, finish what is under way within two seconds, and disconnect."""
        if self._receiving:
            self._receiving.cancel()
            await asyncio.gather(self._receiving, return_exceptions=True)
        if self._webhook_server:
            await self._webhook_server.stop()
        await self._queues.finish(STOP_WITHIN)
        await self._handling.stop()
        await self._bot.shutdown()

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Seconds until Telegram's limits allow one more message in a chat."""
        return self._messages.wait(place, spare, turn)

    def below(self, place: Place, message: str) -> int:
        """The number of messages known to stand below this one: in a supergroup by their numbers."""
        return self._messages.below(place, int(message)) if message.isdecimal() else 0

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message. Telegram has no key to know a repeated message by, so ``key`` is of no use here."""
        del key
        return str(await self._ready.post(place, board))

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state."""
        await self._ready.edit(place, message_id(message), board)

    async def private_place(self, account: str) -> Place:
        """The chat with one person; only a message tells whether they have started it."""
        return private_place(account)

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Is a person in a group? Telegram may keep that to itself unless the bot is an administrator there."""
        return await self._ready.is_member(place, account)

    async def may_manage(self, place: Place, account: str) -> bool:
        """Is a person an administrator of a group?"""
        return await self._ready.may_manage(place, account)

    async def roles(self, place: Place, account: str) -> Collection[str]:
        """None: there are no roles here."""
        del place, account
        return ()

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        """Give a member of a group a tag, or take it."""
        await self._ready.mark(place, account, mark, on=on)

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """No thread is opened for a match here."""
        raise Unreachable

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """No thread is opened for a match here."""
        del place, named, archive

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Delete a message; one too old for that loses picture and buttons, and leads to its successor."""
        await self._ready.delete(place, message_id(message), successor)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Answer the board with a mention. In a group the message makes no sound, so that nobody else is called.

        Where nothing can be said beside the board, the person is told in the private chat; of what is in a closed
        topic, in General where there is no such chat.
        """
        beside = int(message) if message else None
        try:
            return str(await self._ready.ping(place, beside, person, ping, turn=key))
        except (Unreachable, Refused) as error:
            is_closed = isinstance(error, TopicClosed)
            if place.private or not (message or is_closed):
                raise
        try:
            await self._ready.post(private_place(person.account), ping)
        except Unreachable:
            if not is_closed:
                raise
            return str(await self._ready.ping(replace(place, thread=""), None, person, ping))
        return ""

    @property
    def _ready(self) -> ChatMessages:
        if not self._connected:
            raise Later(1.0, "not connected")
        return self._messages

    async def _connect(self) -> None:
        """Say who we are and what we can do. Raises TokenRefused, and _NOT_NOW to be tried again."""
        try:
            await self._bot.initialize()
        except InvalidToken:
            raise TokenRefused("Telegram refuses TELEGRAM_TOKEN; copy the bot's token again from @BotFather.") from None
        await self._messages.learn()
        if self._webhook:
            await self._bot.set_webhook(self._webhook.url, secret_token=self._webhook.secret, allowed_updates=WANTED)
        else:
            await self._bot.delete_webhook()
        await self._offer_commands()
        if self._app_url:
            await self._offer_app()
        self._connected = True
        self.contact.made()

    async def _receive(self) -> None:
        pause = 1.0
        while not self._connected:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                await self._connect()
            except (*_NOT_NOW, TokenRefused) as error:
                reason = reason_of(error)
                if isinstance(error, TokenRefused):
                    reason = "token refused"
                    self.contact.refused(str(error))
                _log.warning("telegram_out_of_reach", reason=reason, retry_in=pause)
        unsubscribe = self._leases.gained.subscribe(self._more.set)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._work_off())
                if not self._webhook:
                    both.create_task(self._poll())
        finally:
            unsubscribe()

    async def _work_off(self) -> None:
        """Process what waits, and what other processes leave when they end."""
        self._more.set()
        while True:
            await self._more.wait()
            self._more.clear()
            try:
                await self._queues.open()
            except Exception:  # the database may be away
                _log.exception("updates_waiting")
                await asyncio.sleep(1.0)
                self._more.set()

    async def _poll(self) -> None:
        """Poll for updates while this process holds the lease for it: Telegram gives each update to one poller."""
        while True:
            await self._leases.wait_until_held(self._polling)
            self._queues.forget()
            tasks = [
                asyncio.create_task(poll(self._bot, self._queues, self.contact)),
                asyncio.create_task(self._leases.wait_until_lost(self._polling)),
            ]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            self.contact.left()
            _log.warning("telegram_polling_left", hint="another process may have taken it over")

    async def _offer_app(self) -> None:
        """The button beside the field for words in private chats opens the page of live boards."""
        try:
            await self._bot.set_chat_menu_button(
                menu_button=MenuButtonWebApp("Papan", WebAppInfo(f"{self._app_url}/app"))
            )
        except TelegramError as error:
            _log.warning("telegram_app_not_offered", reason=reason_of(error))

    async def _offer_commands(self) -> None:
        """The menus of commands, in each language with its own names where they have some. That of administrators has
        the commands for them too; a menu of a narrower scope takes the place of the others, so it has all.
        """
        everybody = [spec for spec in COMMANDS if spec.offered_to is OfferedTo.EVERYBODY]
        await self._offer(everybody, BotCommandScopeDefault())
        await self._offer(COMMANDS, BotCommandScopeAllChatAdministrators())

    async def _offer(self, commands: Iterable[CommandSpec], scope: BotCommandScope) -> None:
        for language in LANGUAGES:
            say = words(language)
            menu = [BotCommand(spec.local_names.get(language, spec.name), say(spec.summary)) for spec in commands]
            code = None if language == LANGUAGES[0] else language
            try:
                await self._bot.set_my_commands(menu, scope=scope, language_code=code)
            except TelegramError as error:
                _log.warning("telegram_menu_not_set", scope=scope.type, language=language, reason=reason_of(error))


class _WithoutToken(logging.Filter):
    """Takes the token out of log records: a library may name whole URLs."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if self._token in message:
            record.msg, record.args = message.replace(self._token, "***"), ()
        return True


def _keep_quiet(token: str) -> None:
    """Keep the library from logging each request, the token, and answers to failed requests."""
    for name in ("aiohttp.client", "telegram.Bot", "telegram.request.BaseRequest"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        logger.addFilter(_WithoutToken(token))
    # It logs a response that it cannot read whole, with a traceback; we log the reason.
    logging.getLogger("telegram.request.BaseRequest").setLevel(logging.CRITICAL)
