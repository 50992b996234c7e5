"""The program prints no token, whatever goes wrong: the real program, in a process of its own."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable
from pathlib import Path

from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.telegram import Mishap, TelegramServer
from loopback.waiting import patience, until
from tests.suites import deep

ROOT = Path(__file__).parents[1]
DISCORD_TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMA.GaBcDe.d1sc0rd-s3cret-part"
HOOK_SECRET = "h00k-s3cret"


class Program:
    """A process of Papan, and all it prints."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.printed = ""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, *arguments: str, **environment: str) -> "Program":
        """``papan`` with these arguments and settings."""
        known = {name: value for name, value in os.environ.items() if not name.endswith(("_TOKEN", "_URL"))}
        command = (sys.executable, "-m", "bot", *arguments)
        return cls(
            await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, stdout=PIPE, stderr=STDOUT, env=known | environment
            )
        )

    async def _read(self) -> None:
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            self.printed += line.decode()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for something that is to be printed, or to happen."""
        await until(lambda: true() or self._process.returncode is not None, lambda: self.printed)

    async def end(self) -> str:
        """Stop it; all it has printed."""
        self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> str:
        """Wait until it has ended; all it has printed."""
        async with patience("the end of the program", lambda: self.printed):
            await self._process.wait()
        await self._reading
        return self.printed


@deep("log lines are cleaned in tests/bot/foundation/test_logging.py")
async def test_no_token_is_printed_whatever_goes_wrong(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'papan.db'}"
    async with DiscordServer(DISCORD_TOKEN) as discord, TelegramServer() as telegram:
        channel = discord.add_channel("serambi", discord.add_guild("Kampung"), allowed=ALL & ~OPEN_THREADS)
        adi = Member(discord, discord.add_user("Adi"), channel)
        nur = telegram.person("Nur", "nur_k", started=True)
        group = telegram.group("Kampung", nur)
        settings = {
            "DATABASE_URL": database,
            "DISCORD_TOKEN": DISCORD_TOKEN,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.api_url,
        }
        telegram.fail_next("setMyCommands", Mishap.CLOSED_BEFORE)
        program = await Program.start("run", **settings)
        await program.until(lambda: program.printed.count("ready") == 2)
        for method, path in (("POST", "/callback$"), ("POST", "/messages$"), ("PATCH", "/messages/")):
            for kind in ("503", "429", "close before", "close after"):
                discord.fail_next(method, path, kind)
        for method in ("getUpdates", "sendPhoto", "sendMessage", "editMessageMedia", "answerCallbackQuery"):
            for mishap in (Mishap.BAD_GATEWAY, Mishap.CLOSED_BEFORE, Mishap.TOO_MANY, Mishap.CLOSED_AFTER):
                telegram.fail_next(method, mishap)
        pressed = [await adi.slash("play", game="permainan-tabal"), await adi.slash("help")]
        nur.say(group, "/play tabal")
        nur.say(nur.private, "/help")
        await program.until(lambda: all(f'"{word}' in program.printed for word in ("answer_waits", "telegram_out")))
        telegram.token, known = "700000001:AAanother", telegram.token
        await program.until(lambda: "telegram_token_refused" in program.printed)
        await discord.gateway.drop(4004)
        await program.until(lambda: "discord_ended" in program.printed)
        printed = await program.end()
        checked = await (await Program.start("check", **settings)).ended()
        wrong = await (await Program.start("run", **settings | {"DISCORD_TOKEN": "wr0ng-t0ken"})).ended()
        hooked = {"TELEGRAM_WEBHOOK_URL": "https://", "TELEGRAM_WEBHOOK_SECRET": HOOK_SECRET}
        refused = await (await Program.start("run", **settings | hooked)).ended()
    secrets = (known, telegram.token, DISCORD_TOKEN, "wr0ng-t0ken", HOOK_SECRET, *(each.token for each in pressed))
    assert "Traceback" not in checked
    assert "DISCORD_TOKEN" in wrong
    for text in (printed, checked, wrong, refused):
        assert text
        for secret in secrets:
            assert secret not in text
            assert secret.partition(":")[2] == "" or secret.partition(":")[2] not in text
