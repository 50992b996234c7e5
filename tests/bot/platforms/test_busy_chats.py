"""In a busy chat the board comes back to where people look, within few calls, on Telegram and on Discord."""

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.chat import OWN_THREAD, SCREENS
from bot.platforms.send_limits import Limit
from bot.platforms.telegram import chat_messages
from bot.workers.views import pings
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Message
from tests.bot.platforms.notices_harness import GAME, Kampung, Table, in_its_thread, on_discord
from tests.suites import quick_first

TALK = 20


def _boards(kampung: Kampung) -> list[Message]:
    return [each for each in kampung.adi.from_bot(kampung.group) if each.photo]


async def test_who_accepts_with_their_first_word_has_one_board_made(kampung: Kampung) -> None:
    kampung.adi.say(kampung.group, f"/play @siti_b {GAME} first")
    kampung.siti.press(await kampung.adi.gets(kampung.group, key="Accept"), "Accept")
    await kampung.adi.gets(kampung.group, key="Your move", photo=True)
    await kampung.server.until(lambda: [call for call in kampung.server.calls if call.method == "sendMessage"])
    assert [call.method for call in kampung.server.calls].count("editMessageMedia") == 1


async def test_who_has_just_invited_is_not_called_when_that_is_accepted(
    kampung: Kampung, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pings, "PRESENT_FOR", timedelta(seconds=60))
    card = await kampung.invite()
    kampung.siti.press(card, "Accept")
    await kampung.adi.gets(kampung.group, key="Your move", photo=True)
    kampung.types(kampung.adi, f"/move {kampung.code} c3-d4")
    await kampung.server.until(lambda: "Adi played c3-d4" in card.shown)
    assert not [each for each in kampung.adi.from_bot(kampung.group) if not each.photo]


async def test_in_a_busy_group_a_typed_move_brings_the_board_down(kampung: Kampung) -> None:
    old = await kampung.begin()
    for number in range(TALK):
        kampung.siti.say(kampung.group, f"talk {number}")
    calls = len(kampung.server.calls)
    kampung.types(kampung.adi, f"/move {kampung.code} c3-d4")
    await kampung.told("Siti, Adi played c3-d4")
    await kampung.server.until(lambda: old.deleted)
    (board,) = _boards(kampung)
    assert "Adi played c3-d4" in board.shown
    made = [call.method for call in kampung.server.calls[calls:] if call.method != "getUpdates"]
    assert sorted(made) == ["deleteMessage", "deleteMessage", "sendMessage", "sendPhoto", "setMessageReaction"]
    calls = len(kampung.server.calls)
    kampung.types(kampung.siti, f"/move {kampung.code} b6-a5")
    await kampung.told("Adi, Siti played b6-a5")
    made = [call.method for call in kampung.server.calls[calls:] if call.method != "getUpdates"]
    assert sorted(made) == ["deleteMessage", "editMessageMedia", "sendMessage", "setMessageReaction"], (
        "the board is near enough"
    )


@pytest.mark.parametrize(
    "allowed",
    quick_first([True, False], "without the right to react nothing is marked"),
    ids=["reactions", "no reactions"],
)
async def test_a_typed_move_in_a_group_is_marked_at_once_though_its_board_has_to_wait(
    kampung: Kampung, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    board = await kampung.begin()
    kampung.group.no_reactions = not allowed
    monkeypatch.setattr(chat_messages, "GROUP", (Limit(1, 3600.0),))  # one has been sent already
    typed = kampung.adi.say(kampung.group, "c3-d4", reply_to=board)
    await kampung.server.until(lambda: [call for call in kampung.server.calls if call.method == "setMessageReaction"])
    assert typed.reaction == ("\N{THUMBS UP SIGN}" if allowed else "")
    wrong = kampung.siti.say(kampung.group, "b6-b5", reply_to=board)
    asked = kampung.siti.say(kampung.group, f"/play @adi_k {GAME} first")
    await kampung.server.until(lambda: (asked.reaction and wrong.reaction) or not allowed)
    assert wrong.reaction == ("\N{THINKING FACE}" if allowed else ""), "why it is none is said to Siti alone"
    assert "Adi played c3-d4" not in board.shown


async def test_after_a_move_by_the_panel_the_call_tells_how_far_up_the_board_is(kampung: Kampung) -> None:
    old = await kampung.begin()
    kampung.adi.press(old, "Your move")
    panel = await kampung.adi.gets(kampung.adi.private, photo=True, key="c3-d4")
    for number in range(TALK):
        kampung.siti.say(kampung.group, f"talk {number}")
    kampung.adi.press(panel, "c3-d4")
    await kampung.server.until(lambda: old.deleted)
    (board,) = _boards(kampung)
    assert "Adi played c3-d4" in board.shown
    await kampung.server.until(lambda: [e.id for e in kampung.adi.from_bot(kampung.group)][-1] == board.id)


async def test_in_a_busy_channel_a_move_brings_the_board_down(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, ALL & ~OPEN_THREADS)
    async with on_discord(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game=GAME, side="first")
        old = await table.siti.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(old, "Accept")
        await table.told("Siti plays with you in")
        for number in range(SCREENS):
            await table.siti.says(f"talk {number}")
        await table.adi.slash("move", move="c3-d4")
        await until(lambda: old.id not in discord.world.messages, discord.world)
        (board,) = [each for each in table.siti.sees() if each.files]
        assert "Adi played c3-d4" in board.content
        await table.siti.slash("move", move="b6-a5")
        await table.siti.until(lambda each: each.id == board.id and "Siti played b6-a5" in each.content)


async def _in_a_thread(discord: DiscordServer, table: Table) -> tuple[Member, Member, DiscordMessage]:
    """Adi and Siti in the thread of a match that has just begun, and its board there."""
    await table.adi.slash("play", opponent=table.siti.user, game="english-draughts", side="first")
    card = await table.siti.until(lambda each: "Adi invites Siti" in each.content)
    await table.siti.press(card, "Accept")
    adi, siti = await in_its_thread(discord, card, table.adi, table.siti)
    board = await adi.until(lambda each: bool(each.files) and "to move" in each.content)
    await adi.until(lambda each: "plays with you" in each.content)
    return adi, siti, board


async def test_in_a_thread_of_its_own_talk_pushes_the_board_up(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with on_discord(discord, tmp_path):
        adi, siti, board = await _in_a_thread(discord, table)
        await table.adi.slash("games")
        listed = await table.adi.until(lambda each: "with Siti" in each.content)
        assert f" <#{adi.channel.id}> · " in listed.content, "a short way to the thread, in which its board stands"
        for line in range(OWN_THREAD):
            await adi.says(f"talk {line}")
        game = Game.begin(find_ruleset("english-draughts"))
        mover = (adi, siti)[game.turn]
        await mover.says(format_move(game.ruleset, game.legal_moves[0]), reply_to=board)
        await until(lambda: board.id not in discord.world.messages, discord.world)


async def test_in_a_thread_of_its_own_the_board_follows_typed_moves(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with on_discord(discord, tmp_path):
        adi, siti, _ = await _in_a_thread(discord, table)
        game = Game.begin(find_ruleset("english-draughts"))
        for _ in range(3 * OWN_THREAD):
            mover, name = ((adi, "Adi"), (siti, "Siti"))[game.turn]
            move = format_move(game.ruleset, game.legal_moves[0])
            game = game.play(game.legal_moves[0])
            await mover.says(move, reply_to=_board(mover))
            board = await mover.until(partial(_says, f"{name} played {move}"))
            await until(lambda: sum(bool(each.files) for each in adi.sees()) == 1, discord.world)
            written = [each for each in adi.sees() if each.author in (adi.user, siti.user)]
            assert sum(int(each.id) > int(board.id) for each in written) < OWN_THREAD


def _says(words: str, message: DiscordMessage) -> bool:
    return bool(message.files) and words in message.content


def _board(member: Member) -> DiscordMessage:
    return next(each for each in reversed(member.sees()) if each.files)
