"""Everybody hears of what the other has done, beside the board, on Telegram and on Discord."""

from pathlib import Path

from bot.platforms.telegram.formatting import STRIP
from loopback.discord import DiscordServer
from loopback.discord.server import until
from loopback.discord.world import ALL, OPEN_THREADS
from tests.bot.platforms.notices_harness import GAME, Kampung, Table, in_its_thread, on_discord
from tests.suites import deep


async def test_a_call_names_the_move_the_other_and_the_match_and_has_the_way_to_answer(kampung: Kampung) -> None:
    board = await kampung.begin()
    code = kampung.code
    kampung.types(kampung.adi, f"/move {code} c3-d4")
    told = await kampung.told(f"Siti, Adi played c3-d4 in {code}.", "Your move")
    assert told.reply_to is board
    kampung.siti.press(told, "Your move")
    await kampung.siti.gets(kampung.siti.private, photo=True, key="f6")
    kampung.types(kampung.siti, f"/move {code} f6-e5")
    await kampung.told(f"Adi, Siti played f6-e5 in {code}.", "Your move")
    kampung.types(kampung.adi, f"/move {code} d4xf6")
    await kampung.told(f"Siti, Adi played d4xf6 (took 1) in {code}.", "Your move")


async def test_offers_refusals_the_result_and_the_wish_for_a_rematch_are_told(kampung: Kampung) -> None:
    board = await kampung.begin()
    adi, siti, code = kampung.adi, kampung.siti, kampung.code
    kampung.types(adi, f"/move {code} c3-d4")
    await kampung.told("Siti, Adi played c3-d4")
    kampung.types(adi, f"/draw {code}")
    offer = await kampung.told(f"Siti, Adi offers a draw in {code}.", "Accept the draw", "Play on")
    siti.press(offer, "Play on")
    await kampung.told(f"Adi, Siti plays on in {code}: no draw.")
    kampung.types(siti, f"/move {code} b6-a5")
    await kampung.told("Adi, Siti played b6-a5")
    kampung.types(adi, f"/takeback {code}")
    asked = await kampung.told(f"Siti, Adi asks to take back a move in {code}.", "Allow it", "Refuse")
    siti.press(asked, "Refuse")
    await kampung.told(f"Adi, Siti does not let you take your move back in {code}.", "Your move")
    kampung.types(siti, f"/resign {code}")
    sure = await siti.gets(siti.private, key="Yes, resign")
    siti.press(sure, "Yes, resign")
    await kampung.told(f"Adi, {code} is over. Adi wins: Siti has resigned.")
    adi.press(board, "Rematch, sides swapped")
    wish = await kampung.told(f"Siti, Adi would like a rematch of {code}.", "Rematch, sides swapped")
    await kampung.server.until(lambda: "Adi would like a rematch." in board.shown)
    siti.press(wish, "Rematch, sides swapped")
    await kampung.server.until(lambda: "Rematch: " in board.shown)
    after = board.shown.partition("Rematch: ")[2][:4]
    await kampung.told(f"Adi, the rematch {after} with Siti has begun.")
    assert not [key for key in board.keys if "Rematch" in key.label]


async def test_undo_on_the_board_takes_back_the_move_and_its_call_and_the_panel_leaves_a_toast(
    kampung: Kampung,
) -> None:
    board = await kampung.begin()
    adi = kampung.adi
    adi.press(board, "Your move")
    panel = await adi.gets(adi.private, photo=True, key="c3-d4")
    played = await adi.answer(adi.press(panel, "c3-d4"))
    assert played.text == f"You played c3-d4 in {kampung.code}."
    await kampung.server.until(lambda: panel.deleted)
    await kampung.told("Siti, Adi played c3-d4")
    undone = await adi.answer(adi.press(board, "Undo"))
    assert undone.text == "Taken back."
    await kampung.server.until(lambda: "Adi (White) to move" in board.shown)
    await kampung.server.until(lambda: adi.from_bot(kampung.group) == [board])
    assert not [key for key in board.keys if key.label == "Undo"]


async def test_an_invitation_that_ends_is_told_to_the_other(kampung: Kampung) -> None:
    declined = await kampung.invite()
    await kampung.told("Siti, Adi invites you to play ")
    kampung.siti.press(declined, "Decline")
    await kampung.told(f"Adi, Siti has declined your invitation {kampung.code}.")


async def test_a_withdrawal_calls_nobody_and_takes_the_call_of_the_invitation_along(kampung: Kampung) -> None:
    card = await kampung.invite()
    await kampung.told("Siti, Adi invites you to play ")
    kampung.adi.press(card, "Withdraw")
    await kampung.server.until(lambda: "This invitation was withdrawn." in card.shown)
    await kampung.server.until(lambda: kampung.adi.from_bot(kampung.group) == [card])


async def test_calling_off_is_told(kampung: Kampung) -> None:
    board = await kampung.begin()
    kampung.siti.press(board, "More")
    more = await kampung.siti.gets(kampung.siti.private, key="Call off")
    kampung.siti.press(more, "Call off")
    await kampung.told(f"Adi, Siti has called off {kampung.code}: no result.")


@deep("whom a notice is for is tested without a client in the quick suite")
async def test_nobody_is_called_for_practice_or_the_computer(kampung: Kampung) -> None:
    adi, group = kampung.adi, kampung.group
    kampung.types(adi, f"/play computer {GAME} 1 first")
    board = await adi.gets(group, photo=True, text="Adi (White) to move")
    code = board.shown.split()[0]
    kampung.types(adi, f"/move {code} c3-d4")
    await kampung.server.until(lambda: "Computer 1 played" in board.shown)
    assert [each for each in adi.from_bot(group) if not each.photo] == []


async def test_on_discord_the_call_has_the_move_and_its_button_and_the_result_is_told(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord, ALL & ~OPEN_THREADS)
    async with on_discord(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game=GAME, side="first")
        card = await table.siti.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        await table.told("Siti plays with you in")
        await table.adi.slash("move", move="c3-d4")
        told = await table.told("Adi played c3-d4 in")
        assert told.content.startswith(f"<@{table.siti.user.id}>, Adi played")
        assert told.body["allowed_mentions"]["users"] == [int(table.siti.user.id)]
        assert str(told.body["message_reference"]["message_id"]) == card.id
        await table.siti.press(told, "Your move")
        await table.siti.until(lambda each: "Which piece?" in each.content)
        await table.siti.slash("resign")
        sure = await table.siti.until(lambda each: "Give up" in each.content)
        await table.siti.press(sure, "Yes, resign")
        await table.told("is over. Adi wins: Siti has resigned.")


async def test_title_and_line_of_a_thread_tell_the_result_and_follow_the_rematch(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with on_discord(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game=GAME, side="first")
        card = await table.siti.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        adi, siti = await in_its_thread(discord, card, table.adi, table.siti)
        await adi.until(lambda each: "It is your turn" in each.content)
        await until(lambda: card.content.startswith("**Adi v Siti · "), discord.world)
        assert card.content.endswith(f"<#{adi.channel.id}>")
        await adi.slash("resign")
        sure = await adi.until(lambda each: "Give up" in each.content)
        await adi.press(sure, "Yes, resign")
        await until(lambda: adi.channel.name.startswith("Adi 0-1 Siti · "), discord.world)
        assert "Siti wins: Adi has resigned." in card.content
        assert not adi.channel.archived
        over = await adi.until(lambda each: bool(each.files) and "resigned" in each.content)
        await siti.press(over, "Rematch, sides swapped")
        wish = await adi.until(lambda each: "would like a rematch" in each.content)
        await adi.press(wish, "Rematch, sides swapped")
        await until(lambda: adi.channel.name.startswith("Siti v Adi · "), discord.world)
        assert "wins" not in card.content


@deep("whom a notice is for is tested without a client in the quick suite")
async def test_a_computer_game_in_a_server_makes_no_thread_calls_nobody_and_shows_the_humans_side_below(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with on_discord(discord, tmp_path):
        await table.adi.slash("play", game=GAME, level="1", side="second")
        board = await table.adi.until(lambda each: "Computer 1 played" in each.content)
        await table.adi.slash("board")
        own = await table.adi.until_told()
        assert own.picture == board.picture, "the public board lies as Adi, who plays Black, sees it"
        assert [each for each in table.siti.sees() if not each.files] == []
        assert board.id not in discord.world.channels


async def test_a_declined_invitation_loses_its_picture_where_it_stands(kampung: Kampung) -> None:
    card = await kampung.invite()
    kampung.siti.press(card, "Decline")
    await kampung.told(f"Adi, Siti has declined your invitation {kampung.code}.")
    (board,) = [each for each in kampung.adi.from_bot(kampung.group) if each.photo]
    assert "Siti declined." in board.shown
    assert board.id == card.id, "no new message for that"
    assert board.photo == STRIP
