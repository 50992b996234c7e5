"""Moves as people write them, over the whole app: the code before the move, behind it, or left out."""

import asyncio
from pathlib import Path

import pytest

from bot.platforms.telegram import suggestions
from loopback.discord import DiscordServer, Member
from loopback.discord.world import DM
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep, quick_first

WITH_CODE = ["{code} c3-d4", "c3-d4 {code}", "c3-d4"]


@pytest.mark.parametrize("line", quick_first(("reply", "@papan_bot {move}", "/move {move}"), "read by the same lines"))
@pytest.mark.parametrize("move", WITH_CODE)
async def test_a_code_is_read_before_a_move_and_behind_it(village: Village, line: str, move: str) -> None:
    board = await village.begin()
    move = move.format(code=board.shown.split()[0])
    if line == "reply":
        village.adi.say(village.group, move, reply_to=board)
    else:
        village.adi.say(village.group, line.format(move=move))
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


async def test_it_is_read_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        code = board.content.split()[0].strip("*")
        await table.adi.says(f"{code} c3-d4", reply_to=board)
        await table.stranger.until(lambda each: each.id == board.id and "Adi played c3-d4" in each.content)
        await table.siti.says(f"b6-a5 {code}", mention=True)
        await table.stranger.until(lambda each: each.id == board.id and "Siti played b6-a5" in each.content)
        await table.adi.slash("move", move=f"g3-h4 {code}")
        await table.stranger.until(lambda each: each.id == board.id and "Adi played g3-h4" in each.content)


async def test_a_move_typed_in_private_for_a_match_elsewhere_is_confirmed_there(village: Village) -> None:
    board = await village.begin()
    village.adi.start()
    village.adi.say(village.adi.private, "c3-d4")
    done = await village.adi.gets(village.adi.private, text="You played c3-d4 in")
    assert [key.label for key in done.keys] == ["Undo"]
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


async def test_it_is_confirmed_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    private = Member(discord, table.adi.user, discord.add_channel("dm", kind=DM, recipient=table.adi.user))
    async with papan(discord, tmp_path):
        await table.begin()
        await private.says("c3-d4")
        await private.until(lambda each: "You played c3-d4 in" in each.content)


async def test_a_wrong_move_in_a_group_that_is_refused_in_private_gets_a_reaction(village: Village) -> None:
    board = await village.begin()
    village.adi.start()
    typed = village.adi.say(village.group, "c3-c5", reply_to=board)
    await village.adi.gets(village.adi.private, text="Not possible")
    await village.server.until(lambda: typed.reaction)


async def test_while_the_match_here_waits_for_the_opponent_it_is_not_said_that_there_is_none(village: Village) -> None:
    board = await village.begin()
    village.adi.say(village.group, "c3-d4", reply_to=board)
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    other = village.server.group("Other", village.adi, village.ros)
    village.adi.say(other, f"/play @{village.ros.account.username} dam-8 first")
    await village.ros.answer(village.ros.press(await village.ros.gets(other, key="Accept"), "Accept"))
    await village.ros.gets(other, key="Your move", photo=True)
    village.adi.say(village.group, "/move d4-e5")
    told = await village.adi.gets(village.group, text="is waiting for your move elsewhere")
    assert f"It is not your turn here ({board.shown.split()[0]})." in told.shown


async def test_a_number_is_one_of_the_moves_just_offered_and_no_point(village: Village) -> None:
    village.adi.start()
    village.adi.say(village.adi.private, "/play practice tapal")
    board = await village.adi.gets(village.adi.private, photo=True, text="to move")
    village.adi.say(village.adi.private, "b2 d4")
    await village.server.until(lambda: "tigers on b2 and d4" in board.shown.casefold() or "d4" in board.shown)
    village.adi.say(village.adi.private, "7")
    await village.adi.gets(village.adi.private, text="There is no list to choose 7 from.")
    village.adi.say(village.adi.private, "b2")
    refused = await village.adi.gets(village.adi.private, text="Not possible")
    offered = [key.label for key in refused.keys][:5]
    village.adi.say(village.adi.private, "2")
    point = offered[1].split()[-1]
    await village.server.until(lambda: f"goat to {point}" in board.shown or f"goat on {point}" in board.shown)


@pytest.mark.parametrize("line", ["latihan", "play me", "/play me", "/main latihan"])
async def test_practice_is_asked_for_in_one_word(village: Village, line: str) -> None:
    village.adi.start()
    village.adi.say(village.adi.private, line)
    asked = await village.adi.gets(village.adi.private, key="Malaysian checkers")
    village.adi.press(asked, "Malaysian checkers")
    village.adi.press(
        await village.adi.gets(village.adi.private, key="Malaysian checkers 8x8"), "Malaysian checkers 8x8"
    )
    await village.adi.gets(village.adi.private, photo=True, text="White: Adi · Black: Adi")


async def test_it_is_asked_for_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    private = Member(discord, table.adi.user, discord.add_channel("dm", kind=DM, recipient=table.adi.user))
    async with papan(discord, tmp_path):
        await private.says("latihan dam-8")
        await private.until(lambda each: "White: Adi · Black: Adi" in each.content)


@deep("a platform is not needed to see it, and Discord takes so many messages in one chat slowly")
async def test_of_two_boards_that_a_move_fits_the_one_moved_in_last_goes_first(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    private = Member(discord, table.adi.user, discord.add_channel("dm", kind=DM, recipient=table.adi.user))
    async with papan(discord, tmp_path):
        await private.says("latihan dam-8")
        first = (await private.until(lambda each: "· move 1" in each.content)).content.split()[0].strip("*")
        await private.says("c3-d4")
        await private.until(lambda each: "Adi played c3-d4" in each.content)
        await private.says("latihan dam-8")
        await private.until(lambda each: "· move 1" in each.content and first not in each.content)
        await private.says(f"{first} b6-a5")
        await private.until(lambda each: "Adi played b6-a5" in each.content)
        await private.says("g3-h4")
        asked = await private.until(lambda each: "Which one" in each.content)
        (menu,) = asked.components
        assert menu["options"][0]["label"].startswith(first)


async def test_a_suggestion_says_where_it_is_played(village: Village) -> None:
    await village.begin()
    search = village.adi.search("c3")
    await village.adi.found(search)
    assert search.results
    assert {each["description"] for each in search.results} == {
        "Plays in a chat that I am in. Elsewhere, write the move to me in private."
    }
    assert search.button is None


async def test_without_a_match_the_suggestions_lead_to_the_private_chat_and_invite(village: Village) -> None:
    search = village.ros.search("")
    await village.ros.found(search)
    assert search.button is not None
    assert search.button["text"] == "Open a private chat"
    first, *others = search.results or []
    assert first["title"].startswith("Invite: ")
    assert len(others) == 4
    named = village.ros.search("tabal")
    await village.ros.found(named)
    assert named.results
    assert named.results[0]["title"].startswith("Invite: Permainan-Tabal")
    nothing = village.ros.search("zzz")
    await village.ros.found(nothing)
    assert nothing.results == []
    village.ros.start(search.button["start_parameter"])
    await village.ros.gets(village.ros.private, key="New game")


async def test_a_chosen_move_is_played_also_where_the_bot_does_not_read(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suggestions, "HEARD_WITHIN", 0.3)
    village.server.state.inline_feedback = True
    board = await village.begin()
    code = board.shown.split()[0]
    village.adi.start()
    other = village.server.group("Other", village.adi, village.ros)
    village.adi.kick_bot(other)
    search = village.adi.search("c3-d4")
    await village.adi.found(search)
    village.adi.choose(search, (search.results or [])[0]["title"], other)
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)
    await village.adi.gets(village.adi.private, text=f"You played c3-d4 in {code}")
    village.siti.start()
    before = len(village.siti.from_bot(village.siti.private))
    search = village.siti.search("b6-a5")
    await village.siti.found(search)
    village.siti.choose(search, (search.results or [])[0]["title"], village.group)
    await village.server.until(lambda: "Siti played b6-a5" in board.shown)
    await asyncio.sleep(0.6)
    assert len(village.siti.from_bot(village.siti.private)) <= before + 1, "it was played where it was posted"
    assert not [each for each in village.siti.from_bot(village.siti.private) if "turn" in each.shown]


async def test_two_players_of_one_name_have_their_handles_beside_it(village: Village) -> None:
    other = village.server.person("Adi", "adi88")
    village.group.members[other.account.id] = other.account
    village.adi.say(village.group, "/play @adi88 dam-8 first")
    card = await other.gets(village.group, key="Accept")
    await other.answer(other.press(card, "Accept"))
    board = await other.gets(village.group, key="Your move", photo=True)
    await village.server.until(lambda: "White: Adi (@adi_k) · Black: Adi (@adi88)" in board.shown)
    village.adi.say(village.group, "/move c3-d4")
    await village.server.until(lambda: "Adi (@adi_k) played c3-d4." in board.shown)
    await other.gets(village.group, text="Adi (@adi88), Adi (@adi_k) played c3-d4")


async def test_who_wants_that_is_shown_the_board_after_the_move_first(village: Village) -> None:
    board = await village.begin()
    village.adi.start()
    village.adi.say(village.adi.private, "/settings")
    village.adi.press(await village.adi.gets(village.adi.private, key="Moves"), "Moves")
    village.adi.press(await village.adi.gets(village.adi.private, key="Always"), "Always")
    await village.adi.gets(village.adi.private, text="Asked before a move in a chat: Always.")
    village.adi.say(village.adi.private, "c3-d4")
    asked = await village.adi.gets(village.adi.private, text="Play c3-d4? So the board would stand.", photo=True)
    assert [key.label for key in asked.keys] == ["Play", "Back"]
    assert "Adi played" not in board.shown
    village.adi.press(asked, "Play")
    await village.server.until(lambda: "Adi played c3-d4" in board.shown)


@deep("the board after a move is shown first on Telegram in the quick suite")
async def test_it_is_shown_so_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("settings")
        panel = await table.adi.until(lambda each: "Your settings" in each.content)
        await table.adi.press(panel, "Moves")
        panel = await table.adi.until(lambda each: "Asked before a move" in each.content)
        await table.adi.choose(panel, "Always")
        await table.adi.until(lambda each: "Asked before a move in a chat: Always." in each.content)
        await table.adi.slash("move", move="c3-d4")
        asked = await table.adi.until(lambda each: "So the board would stand." in each.content and bool(each.files))
        await table.adi.press(asked, "Play")
        await table.stranger.until(lambda each: each.id == board.id and "Adi played c3-d4" in each.content)


@deep("the rule is opened on Discord in the quick suite")
async def test_why_beside_a_refused_move_opens_its_rule_on_telegram(village: Village) -> None:
    village.adi.start()
    village.adi.say(village.adi.private, "/play practice dam-8")
    await village.adi.gets(village.adi.private, photo=True, text="to move")
    village.adi.say(village.adi.private, "c3-c5")
    refused = await village.adi.gets(village.adi.private, text="Not possible", key="Why?")
    village.adi.press(refused, "Why?")
    rule = await village.adi.gets(village.adi.private, text="Not allowed here: ", key="All rules", photo=True)
    assert "Source: " in rule.shown


async def test_why_beside_a_refused_move_opens_its_rule_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.says("c3-c5", reply_to=board)
        refused = await table.adi.until(lambda each: "Not possible" in each.content)
        await table.adi.press(refused, "Why?")
        rule = await table.adi.until(lambda each: "Not allowed here: " in each.content)
        assert "Source: " in rule.content
