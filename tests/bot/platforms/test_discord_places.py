"""Every place gets what it needs, on Discord: the real discord.py against a loopback Discord, and the whole app."""

from functools import partialmethod
from pathlib import Path

import pytest

from bot.platforms.discord.tokens import VALID_FOR, Tokens
from bot.platforms.pictureless import ASK_AGAIN, PicturelessChats
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL, ATTACH, DM, OPEN_THREADS, VIEW, Message, member_payload
from loopback.waiting import eventually
from tests.bot.platforms.test_discord import Table, papan

"""Seconds until what should appear is said to be missing."""


async def panel_of(table: Table) -> Message:
    """Adi's panel after a bare /play and the choice of a game."""
    await table.adi.slash("play")
    games = await table.adi.until(lambda each: "Which game?" in each.content)
    await table.adi.press(games, "Main tapal empat")
    return await table.adi.until(lambda each: "on which side?" in each.content)


async def test_the_panel_names_a_user_and_a_side_and_is_used_once(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        panel = await panel_of(table)
        assert panel.files, "the panel shows the start"
        await table.adi.press(panel, "Tigers")
        await table.adi.until(lambda each: "\N{CHECK MARK} Tigers" in labels(each))
        await table.adi.choose_user(panel, table.siti.user)
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await until(lambda: not panel.components, discord.world)
        match = await running.services.matches.get(card.content.removeprefix("**").split(" ")[0])
        assert match.game.ruleset.sides[match.host_side or 0].name == "Tigers"


async def test_a_bot_chosen_in_the_panel_is_refused(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        panel = await panel_of(table)
        await table.adi.choose_user(panel, discord.add_user("Dyno", bot=True))
        await table.adi.until(lambda each: "Bots and channels cannot play" in each.content)


async def test_a_nickname_stays_in_its_server(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.nick = "Pak Cik Rahsia"
    async with papan(discord, tmp_path):
        board = await table.begin()
        assert "Adi" in board.content
        assert not [each for each in discord.world.messages.values() if "Rahsia" in each.content]


def labels(message: Message) -> list[str]:
    """The labels of the buttons on a message."""
    return [item.get("label", "") for item in message.components]


class Installed(Table):
    """A channel of a server that Papan is not in; Adi has installed it for himself, and so has everybody else."""

    def __init__(self, server: DiscordServer) -> None:
        super().__init__(server, allowed=0)
        self.adi, self.siti, self.stranger = (
            Member(server, member.user, self.channel, user_installed=True)
            for member in (self.adi, self.siti, self.stranger)
        )

    async def moves(self, member: Member, board: Message, move: str) -> None:
        """Make a move by the buttons of the board; it is seen by all on the same message."""
        await member.press(board, "Your move")
        panel = await member.until(lambda each: each.only_for == member.user.id and offers(each, move))
        await member.choose(panel, move)
        await self.stranger.until(lambda each: each is board and f"played {move}" in board.content)


async def test_a_whole_match_where_papan_is_installed_by_a_person(discord: DiscordServer, tmp_path: Path) -> None:
    """Nothing is posted or edited in the channel by the bot itself: all goes by the tokens of interactions."""
    table = Installed(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        assert "I cannot write here by myself" in board.content
        for number, move in enumerate(("c3-d4", "b6-a5", "e3-f4")):
            await table.moves((table.adi, table.siti)[number % 2], board, move)
        assert not [each for each in discord.world.messages.values() if "not allowed to show" in each.content]
        await table.siti.press(board, "More")
        more = await table.siti.until(lambda each: each.only_for == table.siti.user.id and has(each, "Resign"))
        await table.siti.press(more, "Resign")
        sure = await table.siti.until(lambda each: each.only_for == table.siti.user.id and has(each, "Yes, resign"))
        await table.siti.press(sure, "Yes, resign")
        await table.stranger.until(lambda each: each is board and has(each, "Rematch"))
        match = await running.services.matches.get(board.content.removeprefix("**").split(" ")[0])
        assert match.game.outcome
        assert match.game.outcome.winner == 0
    own = [path for _, path in discord.requests if path.startswith(f"/channels/{table.channel.id}")]
    assert not own, "requests that need rights in the channel"


async def test_whoever_moves_from_elsewhere_reads_it_there(discord: DiscordServer, tmp_path: Path) -> None:
    table = Installed(discord)
    dm = discord.add_channel("dm", kind=DM, recipient=table.adi.user)
    adi = Member(discord, table.adi.user, dm, user_installed=True)
    async with papan(discord, tmp_path):
        board = await table.begin()
        for _ in range(9):
            discord.refuse_next("PATCH", rf"/webhooks/.*/messages/({board.id}|@original)$", 400, 200000)
        await adi.slash("move", move="c3-d4", match=board.content.removeprefix("**").split(" ")[0])
        told = await adi.until(lambda each: "does not let me change the board." in each.content)
        assert told.channel == dm.id
        assert not [each for each in table.siti.sees() if "not let me change" in each.content]


async def test_whoever_moves_reads_at_once_that_the_board_could_not_be_changed(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Installed(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        for _ in range(9):
            discord.refuse_next("PATCH", rf"/webhooks/.*/messages/({board.id}|@original)$", 400, 200000)
        await table.adi.press(board, "Your move")
        panel = await table.adi.until(lambda each: each.only_for == table.adi.user.id and offers(each, "c3-d4"))
        before = len(discord.requests)
        await table.adi.choose(panel, "c3-d4")
        told = await table.adi.until(lambda each: "does not let me change the board." in each.content)
        assert told.only_for == table.adi.user.id
        tries = [each for each in discord.requests[before:] if each[0] == "PATCH"]
        assert len(tries) <= 3, "the panel, the board, and the board as text"
        assert "played c3-d4" not in board.content


async def test_a_board_goes_on_with_the_next_press_when_its_token_has_expired(
    discord: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Installed(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        edit = Tokens.edit
        later = partialmethod(lambda self, message, content, now: edit(self, message, content, now + VALID_FOR))
        monkeypatch.setattr(Tokens, "edit", later)
        await table.adi.press(board, "Your move")
        panel = await table.adi.until(lambda each: each.only_for == table.adi.user.id and each.components)
        await table.adi.choose(panel, "c3-d4")
        code = board.content.removeprefix("**").split(" ")[0]
        views = running.services.views
        await eventually(lambda: views.of_match(code), lambda found: found[0].frozen)
        monkeypatch.setattr(Tokens, "edit", edit)
        await table.siti.press(board, "Your move")
        await table.stranger.until(lambda each: each is board and "played c3-d4" in each.content)


@pytest.mark.parametrize("allowed", [VIEW, 0, None], ids=["may not write", "hidden", "installed by a person"])
async def test_where_it_may_not_write_the_invitation_calls_and_names_another_way(
    discord: DiscordServer, tmp_path: Path, allowed: int | None
) -> None:
    table = Installed(discord) if allowed is None else Table(discord, allowed=allowed)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        assert card.content.startswith(f"<@{table.siti.user.id}>")
        assert card.body["allowed_mentions"]["users"] == [int(table.siti.user.id)]
        code = card.content.partition("**")[2].split(" ")[0]
        await table.siti.press(card, "Accept")
        await table.stranger.until(lambda each: each is card and "to move" in each.content)
        assert f"<@{table.siti.user.id}>" not in card.content
        assert "people are called in private, where they take messages from me" in card.content
        assert "If you are not called, open a private chat with me" in card.content
        # The other way: the board and the calls come to the private chat.
        dm = discord.add_channel("dm", kind=DM, recipient=table.siti.user)
        siti = Member(discord, table.siti.user, dm, user_installed=allowed is None)
        await siti.slash("join", code=code)
        board = await siti.until(lambda each: bool(each.files) and code in each.content)
        await table.adi.press(card, "Your move")
        panel = await table.adi.until(lambda each: each.only_for == table.adi.user.id and offers(each, "c3-d4"))
        await table.adi.choose(panel, "c3-d4")
        await siti.until(lambda each: each is not board and each.content.startswith("Siti, Adi played c3-d4"))


async def test_without_the_right_to_write_its_own_board_is_edited(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=VIEW)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-d4")
        await table.stranger.until(lambda each: each is board and "Adi played c3-d4" in each.content)


async def test_in_a_hidden_channel_a_match_goes_on_by_its_buttons(discord: DiscordServer, tmp_path: Path) -> None:
    """Papan does not see the channel; who uses its commands there does, and the sentence names the missing right."""
    table = Table(discord, allowed=0)
    async with papan(discord, tmp_path):
        board = await table.begin()
        assert "View Channel" in board.content
        await table.adi.press(board, "Your move")
        panel = await table.adi.until(lambda each: each.only_for == table.adi.user.id and offers(each, "c3-d4"))
        await table.adi.choose(panel, "c3-d4")
        await table.stranger.until(lambda each: each is board and "Adi played c3-d4" in each.content)


async def test_without_the_right_to_attach_the_board_is_text(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        board = await table.begin()
        table.channel.allowed = ALL & ~ATTACH & ~OPEN_THREADS
        del discord.world.messages[board.id]
        await table.adi.slash("move", move="c3-d4")
        again = await table.stranger.until(lambda each: "Adi played c3-d4" in each.content)
        assert not again.files
        assert "```" in again.content
        assert "Attach Files" in again.content


async def test_without_the_right_to_attach_it_is_asked_for_once(
    discord: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()

        async def moves(mover: Member, move: str) -> int:
            """The requests that it takes to show a move on the board."""
            before = discord.requests.count(edited)
            await mover.slash("move", move=move)
            await table.stranger.until(lambda each: each is board and f"played {move}" in each.content)
            return discord.requests.count(edited) - before

        edited = ("PATCH", f"/channels/{table.channel.id}/messages/{board.id}")
        table.channel.allowed = ALL & ~ATTACH & ~OPEN_THREADS
        assert [await moves(table.adi, "c3-d4"), await moves(table.siti, "b6-a5")] == [2, 1]
        assert not board.files
        table.channel.allowed = ALL & ~OPEN_THREADS
        await discord.gateway.tell("CHANNEL_UPDATE", table.channel.payload())
        assert await moves(table.adi, "e3-f4") == 1
        assert board.files, "the rights have changed"
        guild = table.channel.guild or ""
        for refused, again in (("d6-c5", "d4xb6"), ("a7xc5", "d2-c3")):
            table.channel.allowed = ALL & ~ATTACH & ~OPEN_THREADS
            await moves(table.siti, refused)
            assert not board.files
            table.channel.allowed = ALL & ~OPEN_THREADS
            if again == "d4xb6":  # it gets another role, or is taken out and added again
                await discord.gateway.tell(
                    "GUILD_MEMBER_UPDATE", {"guild_id": guild, **member_payload(discord.world.bot)}
                )
            else:
                # Until then the library holds whatever guild comes for one that it was in before.
                await vars(running.platforms[0])["_client"].wait_until_ready()
                await discord.gateway.leave(guild)
                await discord.gateway.join(guild)
            await moves(table.adi, again)
            assert board.files
        table.channel.allowed = ALL & ~ATTACH & ~OPEN_THREADS
        for _ in ("the picture, which is refused", "the text, whose answer comes after the rights have changed"):
            discord.fail_next("PATCH", f"/messages/{board.id}$", "slow", table.channel.id, 1.0)
        await moves(table.siti, "b8-a7")
        assert not board.files
        table.channel.allowed = ALL & ~OPEN_THREADS
        await moves(table.adi, "c1-d2")
        assert board.files, "the command came with the rights that there are"
        table.channel.allowed = ALL & ~ATTACH & ~OPEN_THREADS
        is_text_only = PicturelessChats.is_text_only
        later = partialmethod(lambda self, chat, now: is_text_only(self, chat, now + ASK_AGAIN))
        monkeypatch.setattr(PicturelessChats, "is_text_only", later)
        assert [await moves(table.siti, "c7-b6"), await moves(table.adi, "d2-e3")] == [2, 2], "asked again in time"


async def test_without_the_right_to_open_threads_the_invitation_says_so_once(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", game="malaysian-checkers-8", opponent=table.siti.user)
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        assert "Create Public Threads" in card.content
        await table.siti.press(card, "Accept")
        await table.stranger.until(lambda each: each is card and "to move" in each.content)
        assert "Threads" not in card.content
        await table.adi.slash("play", game="main-tapal-empat", opponent=table.siti.user)
        second = await table.stranger.until(lambda each: "Adi invites Siti" in each.content and each is not card)
        assert "Threads" not in second.content, "once a day in a server"
        await table.adi.slash("play", game="malaysian-checkers-8", level="1")
        alone = await table.stranger.until(lambda each: "Computer" in each.content)
        assert "Threads" not in alone.content, "a match against the computer has no thread anywhere"


async def test_no_board_waits_for_discords_window_for_new_threads(discord: DiscordServer, tmp_path: Path) -> None:
    """Discord allows the next thread in five minutes only; until then the match is played in the channel."""
    table = Table(discord, allowed=ALL)
    discord.fail_next("POST", "/threads$", "429 for long", table.channel.id)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.stranger.until(lambda each: f"<@{table.adi.user.id}>" in each.content)
        await table.adi.slash("move", move="c3-d4")
        await table.stranger.until(lambda each: each is board and "Adi played c3-d4" in each.content)
        assert board.files
        assert board.id not in discord.world.channels


async def test_each_match_in_a_channel_has_its_thread_at_once(discord: DiscordServer, tmp_path: Path) -> None:
    """Discord allows fifty new threads in five minutes, and says so with the first one: the next is not waited for."""
    table = Table(discord, allowed=ALL)
    async with papan(discord, tmp_path):
        for game in ("malaysian-checkers-8", "permainan-tabal", "english-draughts"):
            await table.adi.slash("play", opponent=table.siti.user, game=game)
        await until(lambda: sum(bool(each.files) for each in table.stranger.sees()) == 3, discord.world)
        cards = [each for each in table.stranger.sees() if each.files]
        for card in cards:
            await table.siti.press(card, "Accept")
        await until(lambda: all(card.id in discord.world.channels for card in cards), discord.world)


async def test_one_thread_too_many_is_asked_for_and_waited_for_as_discord_says(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord, allowed=ALL)
    discord.threads.limit = 1
    async with papan(discord, tmp_path):
        first = await table.begin()
        await until(lambda: first.id in discord.world.channels, discord.world)
        await table.adi.slash("play", opponent=table.siti.user, game="permainan-tabal")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        asked = ("POST", f"/channels/{table.channel.id}/messages/{card.id}/threads")
        await until(lambda: asked in discord.requests, discord.world)
        await table.stranger.until(lambda each: each is card and "to move" in each.content)
    assert discord.requests.count(asked) == 1


async def test_whoever_is_to_move_is_called_in_the_thread(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await until(lambda: board.id in discord.world.channels, discord.world)
        inside = Member(discord, table.siti.user, discord.world.channels[board.id])
        await inside.until(lambda each: f"<@{table.adi.user.id}>" in each.content)
        await until(lambda: [each.id for each in table.stranger.sees()] == [board.id], discord.world)
        await until(lambda: not board.files and not board.components, discord.world)
        assert f"<#{board.id}>" in board.content


async def test_a_match_leaves_a_locked_thread_for_the_channel(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="permainan-tabal", side="first")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        await table.siti.press(card, "Accept")
        await until(lambda: card.id in discord.world.channels, discord.world)
        thread = discord.world.channels[card.id]
        adi = Member(discord, table.adi.user, thread)
        board = await adi.until(lambda each: bool(each.files) and "to move" in each.content)
        code = board.content.removeprefix("**").split(" ")[0]
        thread.archived = thread.locked = True
        await table.adi.slash("move", move="c4-c5", match=code)
        await table.stranger.until(lambda each: bool(each.files) and "Adi played c4-c5" in each.content)


def offers(message: Message, move: str) -> bool:
    """Does a message have a menu in which this can be chosen?"""
    return any(move in option["label"] for item in message.components for option in item.get("options", []))


def has(message: Message, label: str) -> bool:
    """Does a message have a button with these words?"""
    return any(label in each for each in labels(message))
