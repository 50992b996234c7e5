"""Papan put together and running: the one place where the parts meet."""

import asyncio
import gc
import signal
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import Protocol

import structlog

from bot.app.buttons.owners import Signer
from bot.app.contests.boards_card import BoardsCards
from bot.app.contests.ladder_card import LadderCards
from bot.app.contests.shield_mark import tag_in, told_to_hosts
from bot.app.contests.simul_card import SimulCards
from bot.app.contests.tournament_card import TournamentCards
from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.host.ruling_message import RulingMessages
from bot.app.learning.daily_card import DailyCards
from bot.app.learning.puzzle_pool import shipped_among
from bot.app.match.digest import DigestMessages
from bot.app.match.follow import FollowMessages
from bot.app.match.own_view import stop_following
from bot.app.pictures.board_pictures import BoardPictures
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.standing.weekly_card import WeeklyCards
from bot.bootstrap.settings import WEB_ALONE, Address, Settings
from bot.chat import PLATFORM_NAMES, Capabilities, LiveHandler, MessageGateway, RequestHandler
from bot.chat.activity import OpenedMatches
from bot.chat.browser_links import BrowserLinks
from bot.chat.ports import BoardFiles
from bot.computer.computer_player import ComputerPlayer, chance_of_host
from bot.computer.puzzle_miner import PUZZLES, PuzzleMiner
from bot.computer.search_pool import SearchPool
from bot.computer.swiss_process import pair_apart
from bot.computer.village_votes import VillageVotes
from bot.foundation import metrics
from bot.foundation.attention import Attention
from bot.foundation.detached_threads import DetachedThreads
from bot.foundation.errors import PlatformRefused
from bot.foundation.monitoring.contact import Contact
from bot.foundation.monitoring.health import Check, HealthPage
from bot.foundation.shared_work import MATCHES, Leases, SingleProcess
from bot.foundation.steady_clock import SteadyClock
from bot.foundation.version import this_version
from bot.platforms.discord import DiscordPlatform, Shards
from bot.platforms.telegram import OFFICIAL_API, TelegramPlatform, Webhook, inbox_name
from bot.platforms.web import Activities, MiniApp, WebRoom
from bot.services.services import Services
from bot.store import Database, Inbox, View, room_key
from bot.store.database import CANNOT_WRITE, explained
from bot.store.room import RoomStore
from bot.store.secrets import SecretName
from bot.workers.departures import Departures
from bot.workers.errands.contest_cards import (
    BoardsErrands,
    LadderErrands,
    ShieldMarks,
    SimulErrands,
    TournamentErrands,
)
from bot.workers.errands.courier import Courier
from bot.workers.errands.dailies import DailyPuzzles, WeeklyPosts
from bot.workers.errands.followed import Digests, FollowedMatches
from bot.workers.errands.rulings import RulingLog
from bot.workers.late_boards import LateBoards
from bot.workers.leases import LeaseHolder
from bot.workers.nightly_backup import BACKUPS, NightlyBackup
from bot.workers.start_checks import PageCheck, ReplayCheck
from bot.workers.timekeeper import PULSE, TimeKeeper
from bot.workers.views.view_reconciler import ViewReconciler
from renderer.text import has_raqm

log = structlog.get_logger()


class Part(Protocol):
    """Something that runs while Papan does."""

    async def start(self) -> None:
        """Begin; raises CannotStart."""

    async def stop(self) -> None:
        """End in order."""


class Platform(Part, MessageGateway, Protocol):
    """A chat platform: it brings requests in, and matches are shown on it."""

    contact: Contact


@dataclass(frozen=True)
class Setup:
    """The parts from which a platform is built."""

    settings: Settings
    handler: RequestHandler
    live: LiveHandler
    board_files: BoardFiles
    database: Database
    leases: Leases


@dataclass(frozen=True)
class PlatformSpec:
    """A platform's class; ``build`` gives it set up, or None where the settings do not ask for it."""

    kind: type[Platform]
    build: Callable[[Setup], Platform | None]


@dataclass(frozen=True)
class RunningApp:
    """A running Papan, for those who want to talk to its parts."""

    papan: App
    services: Services
    search_pool: SearchPool
    platforms: tuple[Platform, ...]
    mini_app: MiniApp | None = None
    new_room_key: str = ""
    """The key of the common room, where it was made just now: it is kept nowhere."""


@asynccontextmanager
async def run_app(settings: Settings) -> AsyncIterator[RunningApp]:
    """Papan put together and running: the one place where the parts meet. Leaving it stops everything in order.

    Raises UnusableDatabase or CannotStart, each with one sentence.
    """
    async with AsyncExitStack() as stack:
        database = await Database.open(settings.database_url.get_secret_value(), state=settings.papan_state)
        stack.push_async_callback(database.close)
        leases: Leases = SingleProcess() if database.is_file else LeaseHolder(database)
        clock = SteadyClock(leases.now, time.monotonic)
        able = capabilities()
        live_boards = {name: each.live_boards for name, each in able.items() if each.live_boards is not None}
        services = Services.over(database, clock.now, SystemRandom(), live_boards)
        services.matches.moved.subscribe(metrics.MOVES.inc)
        services.news.subscribe_words(leases.publish)
        services.news.matches.subscribe_local(lambda _: metrics.CHANGES.inc())
        leases.received.subscribe(services.news.receive)
        attention = Attention()
        # Boards are brought up to date, here or by another process.
        services.news.matches.subscribe(lambda _: attention.touched())
        search_pool = SearchPool(attention=attention)
        with explained(database.where, CANNOT_WRITE):
            signer = Signer(await services.secret(SecretName.BUTTONS))
        gateways: dict[str, Platform] = {}
        departures = Departures(services, gateways)
        app_services = AppServices(
            services,
            ImageRenderer(),
            search_pool,
            signer=signer,
            capabilities=able,
            is_gone=departures.is_gone,
            is_there=departures.is_there,
            manages=departures.manages,
            roles=departures.roles,
            browser=BrowserLinks(settings.papan_app_url, signer.key) if settings.papan_app_url else None,
            attention=attention,
        )
        stack.callback(app_services.images.close)
        if not has_raqm():
            log.warning("names_not_laid_out", missing="FriBiDi")
        papan = App(app_services)
        setup = Setup(
            settings, papan, LiveBoards(papan, app_services), BoardPictures(app_services.images), database, leases
        )
        platforms = _platforms(setup)
        new_room_key = await _room_key(setup, platforms)
        mini_app = _mini_app(setup, app_services.browser, platforms)
        gateways |= {platform.platform: platform for platform in platforms}
        parts: list[Part] = [
            leases,
            TimeKeeper(services, clock, leases, departures.has_left),
            ReplayCheck(services),
            PageCheck(database),
            search_pool,
            ComputerPlayer(services, search_pool, SystemRandom(), leases),
            VillageVotes(services, search_pool, SystemRandom(), leases),
        ]
        if folder := settings.papan_backups:
            url, kept = settings.database_url.get_secret_value(), settings.papan_backups_kept
            parts.append(NightlyBackup(url, folder, kept, leases))
            leases.register(BACKUPS, 1)
        if hours := settings.papan_puzzles:
            parts.append(PuzzleMiner(services.site_puzzles, leases, attention, search_pool.ready, hours))
            leases.register(PUZZLES, 1)
        pages: list[Part] = [*platforms, *([mini_app] if mini_app else [])]
        if settings.papan_health:
            late_boards, health_page = _monitoring(settings.papan_health, services, platforms, leases)
            parts.append(late_boards)
            pages.append(health_page)
        for kind in (MATCHES, *(platform.platform for platform in platforms)):
            leases.register(kind)
        leases.register(PULSE, 1)
        for part in parts:
            # The first of them write: on a full disk, or where the file may only be read, nothing begins.
            with explained(database.where, CANNOT_WRITE):
                await part.start()
            stack.push_async_callback(part.stop)
        started: list[Part] = []
        stack.push_async_callback(_stop_together, started)
        for page in pages:
            try:
                await page.start()
            except PlatformRefused as error:
                _leave_out(page, gateways, error)
            else:
                started.append(page)
        reconciler = ViewReconciler(
            services, gateways, app_services.boards.show, app_services.boards.notice, app_services.boards.thread, leases
        )
        running = asyncio.create_task(reconciler.run())
        stack.push_async_callback(_end, reconciler, running)
        couriers: list[Part] = [
            Courier(DailyPuzzles(services, DailyCards(app_services).show, shipped_among), services, gateways, leases),
            Courier(WeeklyPosts(services, WeeklyCards(app_services).show), services, gateways, leases),
            Courier(
                LadderErrands(
                    services,
                    LadderCards(app_services).show,
                    ShieldMarks(services.shields, tag_in, told_to_hosts),
                ),
                services,
                gateways,
                leases,
            ),
            Courier(BoardsErrands(services, BoardsCards(app_services).show), services, gateways, leases),
            Courier(
                TournamentErrands(
                    services, TournamentCards(app_services).show, partial(chance_of_host, search_pool), pair_apart
                ),
                services,
                gateways,
                leases,
            ),
            Courier(SimulErrands(services, SimulCards(app_services).show), services, gateways, leases),
            Courier(FollowedMatches(services, FollowMessages(app_services).compose), services, gateways, leases),
            Courier(Digests(services, DigestMessages(app_services).compose), services, gateways, leases),
            Courier(RulingLog(services, RulingMessages(app_services).compose), services, gateways, leases),
        ]
        for courier in couriers:
            await courier.start()
        stack.push_async_callback(_stop_together, couriers)
        stack.push_async_callback(stop_following, app_services)
        yield RunningApp(papan, services, search_pool, tuple(gateways.values()), mini_app, new_room_key)


def _leave_out(refused: Part, gateways: dict[str, Platform], error: PlatformRefused) -> None:
    """Go on without a platform that refuses the bot, and have the health page say so; raise if it is the only one."""
    if len(gateways) == 1:
        raise error
    for platform in [each for each in gateways.values() if each is refused]:
        del gateways[platform.platform]
        platform.contact.refused(str(error))
        log.error("platform_refused", platform=platform.platform, reason=str(error))


def _discord(setup: Setup) -> Platform | None:
    settings = setup.settings
    if not settings.discord_token:
        return None
    return DiscordPlatform(
        setup.handler,
        settings.discord_token.get_secret_value(),
        settings.discord_api_url,
        settings.discord_gateway_url,
        shards=Shards(settings.shard_ids, settings.discord_shard_count or 0),
        leases=setup.leases,
        opened=OpenedMatches() if settings.discord_client_secret else None,
    )


def _telegram(setup: Setup) -> Platform | None:
    settings, leases = setup.settings, setup.leases
    if not settings.telegram_token:
        return None
    token = settings.telegram_token.get_secret_value()
    inbox = Inbox(setup.database, inbox_name(token), leases.now, lambda: leases.id)
    api_url = settings.telegram_api_url or OFFICIAL_API
    app_url = settings.papan_app_url or ""
    webhook = _webhook(settings)
    return TelegramPlatform(
        token, inbox, setup.handler, api_url=api_url, webhook=webhook, app_url=app_url, leases=leases
    )


def _web(setup: Setup) -> Platform | None:
    return _web_at(setup.settings.papan_web, setup) if setup.settings.papan_web else None


def _web_at(address: Address, setup: Setup) -> Platform:
    public = setup.settings.papan_web_url or ""
    archive = RoomStore(setup.database)
    return WebRoom(setup.handler, setup.live, archive, setup.board_files, *address, public, setup.settings.proxies)


async def _room_key(setup: Setup, platforms: Sequence[Platform]) -> str:
    """The key of the common room if it is made now: there is such a room, it has none, and the settings name none."""
    if not any(isinstance(each, WebRoom) for each in platforms):
        return ""
    database = setup.database
    with explained(database.where, CANNOT_WRITE):
        if wanted := setup.settings.papan_room_key:
            await database.write(lambda connection: room_key.change(connection, wanted.get_secret_value()))
            return ""
        made = room_key.new_key()
        return made if await database.write(lambda connection: room_key.first(connection, made)) else ""


def _mini_app(setup: Setup, links: BrowserLinks | None, platforms: Sequence[Platform]) -> MiniApp | None:
    """The page inside Telegram and on Discord, where the settings ask for it."""
    settings = setup.settings
    if not (settings.papan_app_url and settings.papan_app_listen):
        return None
    token = settings.telegram_token.get_secret_value() if settings.telegram_token else ""
    bots = [each for each in platforms if isinstance(each, TelegramPlatform)]

    def bot_name() -> str:
        return next((each.bot_name for each in bots), "")

    listen, public = settings.papan_app_listen, settings.papan_app_url
    activities = _activities(settings, platforms)
    return MiniApp(
        setup.handler,
        setup.live,
        setup.board_files,
        token,
        *listen,
        public,
        links,
        bot_name,
        activities,
        settings.proxies,
    )


def _activities(settings: Settings, platforms: Sequence[Platform]) -> Activities | None:
    """The activity on Discord, where there is a secret by which Discord tells who is in it."""
    bot = next((each for each in platforms if isinstance(each, DiscordPlatform)), None)
    if bot is None or bot.opened is None or not (settings.discord_client_secret and settings.discord_token):
        return None
    secret, token = settings.discord_client_secret, settings.discord_token
    return Activities(
        secret.get_secret_value(),
        token.get_secret_value(),
        lambda: bot.application,
        bot.opened,
        settings.discord_api_url,
    )


PLATFORMS = (
    PlatformSpec(DiscordPlatform, _discord),
    PlatformSpec(TelegramPlatform, _telegram),
    PlatformSpec(WebRoom, _web),
)
"""Every platform that there is."""


def capabilities() -> dict[str, Capabilities]:
    """The capabilities of each platform. Raises LookupError for one whose name the record does not know."""
    found = {spec.kind.platform: spec.kind.capabilities for spec in PLATFORMS}
    if unknown := found.keys() - PLATFORM_NAMES:
        raise LookupError(f"PLATFORMS in bot/matches/identity.py does not name {', '.join(sorted(unknown))}")
    return found


def _platforms(setup: Setup) -> list[Platform]:
    """The platforms that the settings ask for; the web room where they ask for none."""
    asked = [platform for spec in PLATFORMS if (platform := spec.build(setup))]
    return asked or [_web_at(WEB_ALONE, setup)]


def _monitoring(
    address: Address, services: Services, platforms: Sequence[Platform], leases: Leases
) -> tuple[Part, Part]:
    """The check for boards that stay behind, and the health page at an address."""
    names = [platform.platform for platform in platforms]

    async def behind_here() -> list[View]:
        found = await services.views.behind(names)
        return [view for view in found if leases.holds(view.place.platform, view.place.chat)]

    async def views_behind() -> int:
        return len(await services.views.behind(names))

    async def database() -> str:
        await services.database.probe()
        return ""

    late_boards = LateBoards(behind_here, services.news.matches)
    checks: dict[str, Check] = {"database": database, "boards": late_boards.check}
    for platform in platforms:
        checks[platform.platform] = partial(platform.contact.check, platform.platform.capitalize())
    return late_boards, HealthPage(checks, views_behind, *address)


def _webhook(settings: Settings) -> Webhook | None:
    url, secret = settings.telegram_webhook_url, settings.telegram_webhook_secret
    if not url or not secret:
        return None
    return Webhook(url, secret.get_secret_value(), *settings.telegram_webhook_listen)


async def _end(reconciler: ViewReconciler, running: "asyncio.Task[None]") -> None:
    reconciler.stop()
    await running


async def _stop_together(parts: Collection[Part]) -> None:
    """Stop parts that may each have to wait for a network: at once, so that the waits do not add up."""
    for ended in await asyncio.gather(*(part.stop() for part in parts), return_exceptions=True):
        if isinstance(ended, BaseException):
            raise ended


async def serve(settings: Settings) -> None:
    """Run until the process is told to end (SIGTERM, or Ctrl-C), which also ends a start that takes long."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.set_default_executor(DetachedThreads(thread_name_prefix="off-loop"))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    running, stopping = asyncio.create_task(_run(settings)), asyncio.create_task(stop.wait())
    await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if stop.is_set():
        running.cancel()
    with suppress(asyncio.CancelledError):
        await running


def tell_version() -> None:
    """Say which Papan this is, in the log and the metrics."""
    version = this_version()
    metrics.BUILD_INFO.labels(version.number, version.commit, version.date).set(1)
    log.info("papan_starts", version=str(version))


async def _run(settings: Settings) -> None:
    """Run until cancelled."""
    tell_version()
    async with run_app(settings) as running:
        for platform in running.platforms:
            print(f"Papan is ready: {platform}", flush=True)
        if running.new_room_key:
            print(f"The key of the room, shown this once: {running.new_room_key}", flush=True)
            print(
                "Enter it there: You, Settings, Name. You then manage the common room. papan room-key makes another.",
                flush=True,
            )
        await running.search_pool.ready()
        # What is there by now stays, the kernel above all: no garbage collection has to look through it again.
        gc.freeze()
        await asyncio.get_running_loop().create_future()
