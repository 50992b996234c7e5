"""The floor of ``python -m bench floor``: bots that answer every move with one fixed picture, and keep nothing.

They make the calls that Papan makes for a typed move in a group (edit the board, call the next player, delete the call
before), with the same libraries on the same kind of loop, and know no rules: their board says everything that somebody
may wait for. ``python -m bench.floor_bot discord|telegram`` runs one until it is told to end.
"""

import asyncio
import io
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import discord
import uvloop
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Message, Update
from telegram.constants import ParseMode
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from engine.games import find_ruleset
from engine.position import start_position
from renderer import Scene, draw

RULESET = find_ruleset("permainan-tabal")
PICTURE = draw(Scene(RULESET, start_position(RULESET)))
LABELS = ("Your move", "My view", "More")
STANDING = "<b>K7QM</b>\n{}(White) to move (Black) to move wins"
CALL = "It is your turn in K7QM."
_READY = "ready"

Pressed = Callable[[discord.Interaction[Any]], Coroutine[Any, Any, None]]


def _keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=label) for label in labels]])


async def _telegram(stop: asyncio.Event) -> None:
    """A group's board on Telegram."""
    boards: dict[int, Message] = {}
    calls: dict[int, Message] = {}

    async def play(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat is not None
        await context.bot.send_message(update.effective_chat.id, "Adi invites Siti", reply_markup=_keyboard("Accept"))

    async def accept(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat is not None
        assert update.callback_query is not None
        await update.callback_query.answer()
        boards[update.effective_chat.id] = await context.bot.send_photo(
            update.effective_chat.id,
            PICTURE,
            caption=STANDING.format(""),
            parse_mode=ParseMode.HTML,
            reply_markup=_keyboard(*LABELS),
        )

    async def move(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat is not None
        chat, played = update.effective_chat.id, " ".join(context.args or ())
        caption = STANDING.format(f"Adi played {played}. ")
        await boards[chat].edit_media(
            InputMediaPhoto(PICTURE, caption=caption, parse_mode=ParseMode.HTML), reply_markup=_keyboard(*LABELS)
        )
        former = calls.pop(chat, None)
        calls[chat] = await boards[chat].reply_text(CALL, disable_notification=True)
        if former:
            await former.delete()

    url = os.environ["TELEGRAM_API_URL"]
    application = Application.builder().token(os.environ["TELEGRAM_TOKEN"]).base_url(f"{url}/bot").build()
    application.add_handler(CommandHandler("play", play))
    application.add_handler(CommandHandler("move", move))
    application.add_handler(CallbackQueryHandler(accept))
    async with application:
        assert application.updater is not None
        await application.updater.start_polling()
        await application.start()
        print(_READY, flush=True)
        await stop.wait()
        await application.updater.stop()
        await application.stop()


class _Button(discord.ui.Button["_View"]):
    """A button, and what happens when it is pressed."""

    def __init__(self, label: str, pressed: Pressed) -> None:
        super().__init__(label=label, custom_id=label)
        self._pressed = pressed

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await self._pressed(interaction)


class _View(discord.ui.View):
    """A row of buttons; only *Accept* does something."""

    def __init__(self, labels: tuple[str, ...], pressed: Pressed) -> None:
        super().__init__(timeout=None)
        for label in labels:
            self.add_item(_Button(label, pressed))


async def _discord(stop: asyncio.Event) -> None:
    """A channel's board on Discord."""
    client = discord.Client(intents=discord.Intents(guilds=True, guild_messages=True))
    tree = app_commands.CommandTree(client)
    boards: dict[int, discord.Message] = {}
    calls: dict[int, discord.Message] = {}

    async def accept(interaction: discord.Interaction) -> None:
        assert interaction.channel_id is not None
        await interaction.response.defer()
        channel = client.get_partial_messageable(interaction.channel_id)
        boards[interaction.channel_id] = await channel.send(
            STANDING.format(""), file=_file(), view=_View(LABELS, accept)
        )

    @tree.command(name="play", description="Invite somebody")
    async def play(interaction: discord.Interaction, opponent: discord.User, game: str, side: str) -> None:
        del opponent, game, side
        await interaction.response.send_message("Adi invites Siti", view=_View(("Accept",), accept))

    @tree.command(name="move", description="Make a move")
    async def move(interaction: discord.Interaction, move: str) -> None:
        assert interaction.channel_id is not None
        chat = interaction.channel_id
        await interaction.response.send_message(f"You played {move}.", ephemeral=True)
        content = STANDING.format(f"Adi played {move}. ")
        board = await boards[chat].edit(content=content, attachments=[_file()], view=_View(LABELS, accept))
        former = calls.pop(chat, None)
        calls[chat] = await board.reply(CALL)
        if former:
            await former.delete()

    @client.event
    async def setup_hook() -> None:
        await tree.sync()

    @client.event
    async def on_ready() -> None:
        print(_READY, flush=True)

    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    async with client:
        running = asyncio.create_task(client.start(os.environ["DISCORD_TOKEN"]))
        await stop.wait()
        await client.close()
        await running


def _file() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), "board.png")


async def _main(platform: str) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await {"discord": _discord, "telegram": _telegram}[platform](stop)


if __name__ == "__main__":
    uvloop.run(_main(sys.argv[1]))
