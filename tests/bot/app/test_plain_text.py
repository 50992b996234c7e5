"""Lines without a command: in a private chat, in a group, in a room, as a reply, with several matches."""

from dataclasses import replace

import pytest

from bot.app.entry.app import App
from bot.chat.commands import COMMANDS
from bot.matches.identity import Place
from bot.services.services import Services
from tests.bot.app.seen import Seen, seen_text
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM, told

PRIVATE = Place("telegram", "7", private=True)
GROUP = Place("telegram", "-100")


class TestPlainText:
    """A line without a command belongs to the match of the board, the call or the chat in which it was typed."""

    async def said(
        self, visitor: Visitor, text: str, place: Place, message: str = "", *, addressed: bool = False
    ) -> Seen | None:
        request = replace(visitor.request(place, message), addressed=addressed)
        return seen_text(await visitor.papan.text(request, text))

    async def test_in_a_private_chat_it_is_the_match_that_is_shown_there(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        elsewhere, _ = await begin(adi, siti)
        here, _ = await begin(adi, ros, place=PRIVATE)
        answer = await self.said(adi, "c3-d4", PRIVATE)
        assert answer is not None
        assert f"You played c3-d4 in {here}" in answer.text
        refused = await self.said(adi, "e3-e4", PRIVATE)
        assert refused is not None
        assert (await services.matches.get(elsewhere)).game.ply == 0

    async def test_what_is_not_possible_there_is_refused_there(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        elsewhere, _ = await begin(adi, siti)
        await begin(adi, ros, "tabal", place=PRIVATE)
        answer = await self.said(adi, "g3-f4", PRIVATE)
        assert answer is not None, "on the other board it is a move"
        assert elsewhere in answer.text
        refused = await self.said(adi, "c4-c6", PRIVATE)
        assert refused is not None
        assert refused.title == "Not possible"

    async def test_while_the_match_shown_there_waits_for_the_opponent_another_is_asked_about(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        here, _ = await begin(adi, ros, place=PRIVATE)
        await self.said(adi, "c3-d4", PRIVATE)
        elsewhere, _ = await begin(adi, siti)
        asked = await self.said(adi, "g3-f4", PRIVATE)
        assert asked is not None
        assert asked.text.startswith(f"Play g3-f4 in {elsewhere}")
        assert (await services.matches.get(elsewhere)).game.ply == 0
        assert (await services.matches.get(here)).game.ply == 1

    async def test_a_question_about_a_move_elsewhere_puts_a_placed_piece_in_words(
        self, adi: Visitor, siti: Visitor, ros: Visitor
    ) -> None:
        await begin(adi, ros, place=PRIVATE)
        await self.said(adi, "c3-d4", PRIVATE)
        elsewhere, _ = await begin(siti, adi, "tapal")
        asked = await self.said(adi, "b2 d4", PRIVATE)
        assert asked is not None
        assert asked.text == f"Tigers to b2 and d4 in {elsewhere} (Siti - Adi)?"

    async def test_in_a_room_a_line_with_a_code_is_a_move_of_that_match(
        self, adi: Visitor, siti: Visitor, ros: Visitor
    ) -> None:
        first, _ = await begin(adi, siti, place=ROOM)
        other, _ = await begin(adi, ros, place=ROOM)
        for line in (f"{first} is fun", "c3-d4", "K7QM c3-d4"):
            assert await self.said(adi, line, ROOM) is None, line
        for line in (f"{first} c3-d4", f"c3-d4 {other}"):
            answer = await self.said(adi, line, ROOM)
            assert answer is not None
            assert "You played c3-d4 in" in answer.text
        with_code = await self.said(siti, f"{first} b6-b5", ROOM)
        assert with_code is not None
        assert with_code.title == "Not possible"

    async def test_a_code_before_the_move_names_the_match(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        elsewhere, _ = await begin(adi, siti)
        await begin(adi, ros, place=PRIVATE)
        answer = await self.said(adi, f"{elsewhere} c3-d4", PRIVATE)
        assert answer is not None
        assert f"You played c3-d4 in {elsewhere}" in answer.text

    async def test_a_reply_to_a_call_is_a_reply_to_its_board(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        code, card = await begin(adi, siti, place=GROUP)
        await begin(adi, ros, place=GROUP)
        await adi.papan.shown(card.view, "board")
        (view,) = await services.views.of_match(code)
        await told(services, view, "call")
        answer = await self.said(adi, "c3-d4", GROUP, "call")
        assert answer is not None
        assert f"You played c3-d4 in {code}" in answer.text

    async def test_one_who_is_not_to_move_is_told_so(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        code, card = await begin(adi, siti, place=GROUP)
        await adi.papan.shown(card.view, "board")
        for place, message in ((GROUP, "board"), (PRIVATE, "")):
            answer = await self.said(siti, "b6-a5", place, message)
            assert answer is not None
            assert answer.text == f"It is not your turn in {code}."
        assert await self.said(siti, "nice", GROUP, "board") is None
        assert await self.said(ros, "b6-a5", GROUP, "board") is None

    async def test_in_a_group_the_bots_name_makes_it_a_move(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti, place=GROUP)
        assert await self.said(adi, "c3-d4", GROUP) is None
        assert await self.said(adi, "is a nice bot", GROUP, addressed=True) is None
        answer = await self.said(adi, "c3-d4", GROUP, addressed=True)
        assert answer is not None
        assert f"You played c3-d4 in {code}" in answer.text
        other, _ = await begin(adi, ros)
        asked = await self.said(adi, "c3-d4", GROUP, addressed=True)
        assert asked is not None
        assert asked.text.startswith(f"Play c3-d4 in {other}"), "shown elsewhere: asked, never guessed"
        assert (await services.matches.get(other)).game.ply == 0

    async def test_in_a_room_a_legal_move_of_the_one_match_that_waits_is_played(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        for talk in ("c3-c5", "3", "c3", "c4", "well played", "b6-a5"):
            assert await self.said(adi, talk, ROOM) is None, talk
        assert await self.said(adi, "c3-d4", Place("web", "another")) is None
        assert await self.said(siti, "b6-a5", ROOM) is None
        answer = await self.said(adi, "c3-d4", ROOM)
        assert answer is not None
        assert (await services.matches.get(code)).game.ply == 1
        assert await self.said(siti, "b6-a5", ROOM) is not None
        assert (await services.matches.get(code)).game.ply == 2

    async def test_in_a_room_two_that_wait_leave_it_talk(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        await begin(adi, siti)
        await begin(adi, ros)
        assert await self.said(adi, "c3-d4", ROOM) is None

    @pytest.mark.parametrize(
        ("locale", "greeting"),
        [("en", "Hello!"), ("en", "help"), ("ms", "apa khabar?"), ("id", "Halo"), ("id", "bantuan")],
    )
    async def test_a_greeting_in_private_gets_a_short_help_with_two_buttons(
        self, papan: App, locale: str, greeting: str
    ) -> None:
        wati = Visitor(papan, "Wati", locale)
        answer = await self.said(wati, greeting, PRIVATE)
        assert answer is not None
        assert len(answer.text) < 200
        new, every = (label for label in labels(answer))
        assert len((await wati.presses(answer, new)).rows) == 2, "games, and families"
        listed = (await wati.presses(answer, every, place=PRIVATE)).text
        assert all(f"/{spec.name} " in listed for spec in COMMANDS)
        assert await self.said(wati, greeting, GROUP) is None

    @pytest.mark.parametrize(
        ("locale", "line"),
        [
            ("en", "how do i play?"), ("en", "?"), ("ms", "macam mana nak main"), ("id", "bagaimana cara bermain?"),
        ],
    )  # fmt: skip
    async def test_a_question_in_private_gets_the_short_help(self, papan: App, locale: str, line: str) -> None:
        wati = Visitor(papan, "Wati", locale)
        asked, greeted = await self.said(wati, line, PRIVATE), await self.said(wati, "help", PRIVATE)
        assert asked is not None
        assert greeted is not None
        assert asked.text == greeted.text

    async def test_the_name_of_the_bot_alone_in_a_group_gets_the_short_help(self, adi: Visitor) -> None:
        answer = await self.said(adi, "", GROUP, addressed=True)
        assert answer is not None
        assert labels(answer) == ["New game", "All commands"]

    async def test_a_game_that_is_asked_for_in_plain_words_is_offered(self, adi: Visitor, papan: App) -> None:
        levels = await self.said(adi, "Play Malaysian checkers with the computer", PRIVATE)
        assert levels is not None
        assert "How strong" in levels.text
        wati = Visitor(papan, "Wati", "ms")
        found = await self.said(wati, "main dam", PRIVATE)
        assert found is not None
        assert any("Dam" in label for label in labels(found))

    @pytest.mark.parametrize(
        ("locale", "line", "game"), [("en", "tiger", "Rimau"), ("id", "macan", "Rimau"), ("ms", "dam", "Dam Malaysia")]
    )
    async def test_words_for_a_game_alone_offer_the_games_they_fit_in_private(
        self, papan: App, locale: str, line: str, game: str
    ) -> None:
        wati = Visitor(papan, "Wati", locale)
        found = await self.said(wati, line, PRIVATE)
        assert found is not None
        assert any(game in label for label in labels(found))
        assert await self.said(wati, line, GROUP, addressed=True) is None

    async def test_talk_that_happens_to_stand_in_a_name_is_no_game(self, adi: Visitor) -> None:
        answer = await self.said(adi, "lol", PRIVATE)
        assert answer is not None
        assert answer.text.startswith("I did not understand that.")

    @pytest.mark.parametrize("line", ["play practice dam-8", "main latihan dam-8", "play dam-8 practice second"])
    async def test_a_practice_board_may_be_asked_for_in_words(self, adi: Visitor, line: str) -> None:
        board = await self.said(adi, line, ROOM, addressed=True)
        assert board is not None
        assert board.text.startswith("White: Adi · Black: Adi")

    @pytest.mark.parametrize("line", ["play me", "main latihan", "latihan", "Practice!", "practise", "latihan dam-8"])
    async def test_words_for_practice_alone_mean_a_practice_board(self, adi: Visitor, line: str) -> None:
        board = await self.said(adi, line, PRIVATE)
        assert board is not None
        if "dam-8" not in line:
            assert board.text.startswith("Which game?")
            board = await adi.presses(await adi.presses(board, "Malaysian checkers"), "Malaysian checkers 8x8")
        assert "White: Adi · Black: Adi" in board.text, "both sides are moved by the one who asked"

    async def test_in_a_group_a_line_with_the_name_begins_practice_too_and_talk_does_not(self, adi: Visitor) -> None:
        asked = await self.said(adi, "latihan", GROUP, addressed=True)
        assert asked is not None
        assert "Permainan-Tabal" in " ".join(labels(asked))
        assert await self.said(adi, "latihan itu bagus sekali untuk kita", GROUP, addressed=True) is None

    async def test_dama_offers_permainan_tabal_too(self, adi: Visitor) -> None:
        offered = labels(await adi.types("/play dama"))
        assert any("Permainan-Tabal" in label for label in offered)
        assert any("Kenya" in label for label in offered)

    async def test_who_talks_on_still_gets_a_short_sign(self, adi: Visitor) -> None:
        await self.said(adi, "lol", PRIVATE)
        again = await self.said(adi, "what a day", PRIVATE)
        assert again is not None
        assert (again.text, again.rows) == ("Not understood. /help lists what I know.", ())
        assert await self.said(adi, "what a day", GROUP, addressed=True) is None

    @pytest.mark.parametrize(
        ("locale", "line", "answered"),
        [
            ("en", "undo", "/takeback?"), ("ms", "Undur gerakan", "/takeback?"), ("en", "accept the draw", "/draw?"),
            ("en", "No rematch", "That is a button below a board."), ("en", "pause", "That is a button below a board."),
            ("en", "offer draw!", "/draw?"), ("en", "Take back", "/takeback?"), ("id", "tukar pihak", "/swap?"),
        ],
    )  # fmt: skip
    async def test_the_words_of_a_button_are_understood(
        self, papan: App, locale: str, line: str, answered: str
    ) -> None:
        wati = Visitor(papan, "Wati", locale)
        answer = await self.said(wati, line, PRIVATE)
        assert answer is not None
        assert answered in answer.text

    async def test_new_game_and_your_move_are_done_at_once(self, adi: Visitor, siti: Visitor) -> None:
        games = await self.said(adi, "new game", PRIVATE)
        assert games is not None
        assert "Permainan-Tabal" in " ".join(labels(games))
        await begin(adi, siti, place=PRIVATE)
        panel = await self.said(adi, "your move", PRIVATE)
        assert panel is not None
        assert "Which piece" in panel.text or panel.picture is not None

    async def test_of_two_boards_that_a_move_fits_the_one_moved_in_last_goes_first(
        self, adi: Visitor, siti: Visitor, ros: Visitor
    ) -> None:
        first, _ = await begin(adi, siti, place=PRIVATE)
        await begin(adi, ros, place=PRIVATE)
        await self.said(adi, f"{first} c3-d4", PRIVATE)
        await self.said(siti, f"{first} b6-a5", Place("telegram", "8", private=True))
        asked = await self.said(adi, "g3-h4", PRIVATE)
        assert asked is not None
        assert labels(asked)[0].startswith(first)

    async def test_what_opponents_have_done_since_changes_nothing_in_that(
        self, adi: Visitor, siti: Visitor, ros: Visitor
    ) -> None:
        first, _ = await begin(adi, siti, place=PRIVATE)
        second, _ = await begin(adi, ros, place=PRIVATE)
        at_home = Place("telegram", "8", private=True)
        for code in (second, first):
            await self.said(adi, f"{code} c3-d4", PRIVATE)
        for other, code in ((siti, first), (ros, second)):
            await self.said(other, f"{code} b6-a5", at_home)
        asked = await self.said(adi, "g3-h4", PRIVATE)
        assert asked is not None
        assert labels(asked)[0].startswith(first)

    async def test_a_command_before_a_move_plays_it(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti)
        answer = await self.said(adi, "move c3 d4", PRIVATE)
        assert answer is not None
        assert answer.text.startswith(("You played c3-d4", f"Play c3-d4 in {code}"))

    @pytest.mark.parametrize("line", ["c3-d4", "move b4 a5"])
    async def test_a_move_without_a_match_says_so_and_offers_one(self, adi: Visitor, line: str) -> None:
        answer = await self.said(adi, line, PRIVATE)
        assert answer is not None
        assert answer.text == "None of your matches is waiting for your move."
        assert labels(answer) == ["New game", "All commands"]

    async def test_a_command_without_its_stroke_is_named_and_not_carried_out(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti, place=PRIVATE)
        answer = await self.said(adi, "resign", PRIVATE)
        assert answer is not None
        assert "/resign" in answer.text
        assert (await services.matches.get(code)).version == 2

    async def test_other_lines_are_answered_once_and_talk_in_a_group_never(self, adi: Visitor) -> None:
        first = await self.said(adi, "what a lovely day it is", PRIVATE)
        assert first is not None
        assert labels(first) == ["New game", "All commands"]
        again = await self.said(adi, "and tomorrow too", PRIVATE)
        assert again is not None
        assert again.rows == ()
        assert await self.said(adi, "what a lovely day it is", GROUP) is None
        assert await self.said(adi, "c3-d4", GROUP) is None
