"""Whole matches on Telegram: the whole of Papan on a real database, two people in a group with privacy mode on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Settings
from bot.matches.identity import Person as Account
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from engine.games import find_ruleset
from engine.position import parse_position
from loopback.telegram import Chat, Message, Person, TelegramServer
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.suites import deep

TWO_ROUTES = "4/3m/M3/3M/1mM1/4/2M1/2k1 b - 0 0"
"""The king on e1 comes to a5 by two ways, and takes other men on each."""
DECLINED = "4/4/4/1m1k/M3/4/4/4 w - 0 0 f:c5,g5"
"""Black has declined; White chooses which of c5 and g5 is lost."""
CAN_CAPTURE = "m3/4/4/4/1m2/1M2/4/3M w - 0 0"
"""White can take d4 with c3."""


@dataclass
class Kampung:
    """Two people in a group with Papan."""

    server: TelegramServer
    settings: Settings
    adi: Person
    siti: Person
    group: Chat

    @asynccontextmanager
    async def open(self) -> AsyncIterator[RunningApp]:
        """Papan running."""
        async with run_app(self.settings) as running:
            yield running

    async def board(self, *words: str) -> Message:
        """The board in the group, once it says all this."""

        def found() -> Message | None:
            boards = [message for message in self.adi.from_bot(self.group) if message.photo]
            return next((board for board in boards if all(word in board.shown for word in words)), None)

        return await self.server.until(found)

    async def begin_at(self, running: RunningApp, ruleset: str, position: str) -> str:
        """A match from a position, Adi first, both in the group; its code."""
        rules = find_ruleset(ruleset)
        host = await running.services.people.player(Account("telegram", str(self.adi.id), "Adi", "adi_k", "en"))
        place = Place("telegram", str(self.group.id))
        invitation = Invitation(rules, host_side=0, position=parse_position(rules, position))
        match, _ = await running.services.opening.open(f"open {position}", host, invitation, Venue(place, "en"))
        self.siti.say(self.group, f"/join {match.code}")
        self.adi.say(self.group, f"/board {match.code} public")
        await self.board(match.code, "White: Adi")
        return match.code


@pytest.fixture
async def kampung(tmp_path: Path) -> AsyncIterator[Kampung]:
    async with TelegramServer() as server:
        settings = to_telegram(server, file_in(tmp_path))
        adi = server.person("Adi", "adi_k", started=True)
        siti = server.person("Siti", "siti_b", started=True)
        yield Kampung(server, settings, adi, siti, server.group("Kampung", adi, siti))
        assert server.violations == []


async def test_from_the_challenge_to_the_agreed_draw_through_a_restart(kampung: Kampung) -> None:
    adi, siti, group = kampung.adi, kampung.siti, kampung.group
    budi = kampung.server.person("Budi", started=True)
    group.members[budi.id] = budi.account
    async with kampung.open():
        adi.say(group, "/play @siti_b dam-8 first")
        card = await adi.gets(group, key="Accept", photo=True)
        refused = await budi.answer(budi.press(card, "Accept"))
        assert refused.text or budi.from_bot(budi.private), "somebody else cannot accept"
        await siti.answer(siti.press(card, "Accept"))
        board = await kampung.board("Adi (White) to move")
        assert board is card, "the invitation becomes the board"
        first = board.photo

        adi.say(group, "C3 to D4", reply_to=board)
        await kampung.board("Adi played c3-d4", "Siti (Black) to move")
        assert board.photo != first

        call = await siti.gets(group, text="Siti, Adi played")
        assert call.reply_to is board
        siti.press(board, "Your move")
        panel = await siti.gets(siti.private, photo=True, key="f6 · ")
        siti.press(panel, "f6 · ")
        await kampung.server.until(lambda: any("f6-e5" in key.label for key in panel.keys))
        siti.press(panel, "f6-e5")
        await kampung.board("Siti played f6-e5")
        await kampung.server.until(lambda: call.deleted)

        alert = await siti.answer(siti.press(board, "Your move"))
        assert alert.is_alert, "it is not her turn"
        adi.say(group, "/move a3-a4")
        refusal = await adi.gets(adi.private, text="Not possible")
        assert refusal.photo
        assert refusal.keys
        adi.press(board, "Your move")
        await adi.gets(adi.private, key="1 · ")

    async with kampung.open():
        assert len([message for message in adi.from_bot(group) if message.photo]) == 1, "a restart posts nothing anew"
        edits = board.edits
        adi.say(group, f"/move@papan_bot {board.shown[:4]} d4xf6!")
        await kampung.board("Adi played d4xf6")
        assert board.edits > edits

        siti.press(board, "More")
        more = await siti.gets(siti.private, key="draw")
        siti.press(more, "draw")
        await kampung.server.until(lambda: any("Accept the draw" in key.label for key in board.keys))
        await adi.answer(adi.press(board, "Accept the draw"))
        over = await kampung.board("Draw")
        assert [key.label for key in over.keys if "Your move" in key.label] == []


async def test_the_bots_name_and_a_reply_to_a_call_are_moves(kampung: Kampung) -> None:
    adi, siti, group = kampung.adi, kampung.siti, kampung.group
    async with kampung.open():
        adi.say(group, "/play @siti_b dam-8 first")
        siti.press(await adi.gets(group, key="Accept"), "Accept")
        await kampung.board("Adi (White) to move")
        adi.say(group, "@papan_bot g3-f4")
        await kampung.board("Adi played g3-f4")
        call = await siti.gets(group, text="Siti, Adi played")
        siti.say(group, "b6-a5", reply_to=call)
        await kampung.board("Siti played b6-a5")


async def test_help_in_private_gets_a_short_help(kampung: Kampung) -> None:
    adi = kampung.adi
    async with kampung.open():
        for line in ("help", "/start"):
            adi.say(adi.private, line)
            answer = await adi.gets(adi.private, text="choose a game")
            assert [key.label for key in answer.keys] == ["New game", "All commands"]
            assert len(answer.shown.splitlines()) == 4


async def test_declining_a_capture_is_asked_for_its_price(kampung: Kampung) -> None:
    adi, group = kampung.adi, kampung.group
    async with kampung.open() as running:
        code = await kampung.begin_at(running, "dam-8", CAN_CAPTURE)
        adi.say(group, f"/move {code} g1-h2")
        price = await adi.gets(adi.private, key="Play and lose it", photo=True)
        assert "c3" in price.shown
        adi.press(price, "Play and lose it")
        await kampung.board(code, "g1-h2", "Siti (Black) to move")
        match = await running.services.matches.get(code)
        assert match.game.position.count(match.game.ruleset, 0) == 1, "the man that could have taken is gone"


@deep("what is asked is asked without a client in the quick suite")
async def test_the_opponent_chooses_which_piece_is_lost(kampung: Kampung) -> None:
    adi, group = kampung.adi, kampung.group
    async with kampung.open() as running:
        code = await kampung.begin_at(running, "dam-8", DECLINED)
        board = await kampung.board(code)
        adi.press(board, "Your move")
        panel = await adi.gets(adi.private, photo=True, key="g5 · ")
        adi.press(panel, "g5 · ")
        await kampung.server.until(lambda: any("b4" in key.label for key in panel.keys))
        adi.say(group, f"/move {code} ~g5,b4xd6")
        await kampung.board(code, "on g5 off the board", "Adi played b4xd6")


@deep("what is asked is asked without a client in the quick suite")
async def test_two_routes_are_never_chosen_between_in_silence(kampung: Kampung) -> None:
    siti, group = kampung.siti, kampung.group
    async with kampung.open() as running:
        code = await kampung.begin_at(running, "dam-8", TWO_ROUTES)
        siti.say(group, "e1 a5", reply_to=await kampung.board(code))
        routes = await siti.gets(siti.private, photo=True, key="e1xh4xd8xa5")
        assert len([key for key in routes.keys if "e1x" in key.label]) == 2
        assert (await running.services.matches.get(code)).game.ply == 0
        siti.press(routes, "e1xh4xd8xa5")
        await kampung.board(code, "e1xh4xd8xa5")


async def test_a_match_from_a_group_is_joined_by_link_from_elsewhere_and_shown_in_both(kampung: Kampung) -> None:
    adi, siti, group = kampung.adi, kampung.siti, kampung.group
    async with kampung.open():
        adi.say(group, "/play tabal first")
        card = await adi.gets(group, key="Sit down")
        share = adi.key(card, "Invite by link").url
        assert parse_qs(urlsplit(share).query)["text"] == ["Adi invites you to play Permainan-Tabal. You play Black."]
        siti.open(share)
        opened = await siti.gets(siti.private, photo=True, text="Adi invites you to play", key="Sit down as Black")
        siti.press(opened, "Sit down as Black")
        own = await siti.gets(siti.private, photo=True, text="Adi (White) to move")
        await kampung.board("Adi (White) to move")
        adi.press(card, "Your move")
        panel = await adi.gets(adi.private, photo=True, key="1 · ")
        adi.press(panel, "1 · ")
        await kampung.board("Siti (Black) to move")
        await kampung.server.until(lambda: "Siti (Black) to move" in own.shown)


async def test_tapal_empat_is_entered_on_a_grid_like_the_board(kampung: Kampung) -> None:
    server, adi, siti, group = kampung.server, kampung.adi, kampung.siti, kampung.group

    async def press_point(person: Person, panel: Message, row: int, column: int) -> None:
        edits = panel.edits
        person.press(panel, data=panel.rows[row][column].data)
        await server.until(lambda: panel.edits > edits or panel.deleted)

    async with kampung.open():
        adi.say(group, "/play @siti_b tapal second")
        card = await adi.gets(group, key="Accept")
        siti.press(card, "Accept")
        board = await kampung.board("Adi (Tigers) to move")
        adi.press(board, "Your move")
        tigers = await adi.gets(adi.private, photo=True)
        assert [len(row) for row in tigers.rows[:5]] == [5] * 5
        await press_point(adi, tigers, 1, 1)
        await press_point(adi, tigers, 3, 3)
        await kampung.board("Siti (Goats) to move")
        siti.press(board, "Your move")
        goats = await siti.gets(siti.private, photo=True)
        assert [len(row) for row in goats.rows[:5]] == [5] * 5
        await press_point(siti, goats, 4, 4)
        await kampung.board("Adi (Tigers) to move", "Siti put the goat on e1")
