"""What people type: in a private chat, in a room, as a reply, with several matches; and the answers that lead on."""

from dataclasses import replace

import pytest

from bot.app.router import App
from bot.app.text.moves import move_text
from bot.chat import Answer, Menu
from bot.chat.commands import COMMANDS
from bot.matches.invitation import Invitation
from bot.matches.people import Place
from bot.matches.status import Status
from bot.services.services import Services
from bot.words import LANGUAGES, words
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.notation import format_move
from engine.position import parse_position
from engine.ruleset import Ruleset
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import IN_ROOM, ROOM, event

PRIVATE = Place("telegram", "7", private=True)
GROUP = Place("telegram", "-100")


async def begin_at(services: Services, adi: Visitor, siti: Visitor, game: str, position: str) -> str:
    """A match in the room that stands at a position, Adi first; its code."""
    ruleset = find_ruleset(game)
    host = await services.people.player(adi.person)
    invitation = Invitation(ruleset, siti.person, 0, position=parse_position(ruleset, position))
    match, _ = await services.matches.open(event(), host, invitation, IN_ROOM)
    await services.matches.join(event(), await services.people.player(siti.person), match.code)
    return match.code


class TestPlay:
    """What a typed /play says where something in it is missing or wrong."""

    async def test_a_level_there_is_not_names_the_levels_and_offers_them(self, adi: Visitor) -> None:
        answer = await adi.types("/play computer 9 dam")
        assert "1 to 8" in answer.text
        assert answer.title == find_ruleset("dam").name
        card = await adi.presses(answer, "8 ·")
        assert "Computer 8" in card.text

    async def test_anybody_gets_an_open_invitation_at_once(self, adi: Visitor) -> None:
        card = await adi.types("/play anybody dam-8")
        assert "Adi invites anybody" in card.text
        assert {"Sit down as White", "Sit down as Black"} <= set(labels(card))

    async def test_anybody_without_a_game_is_asked_for_the_game_alone(self, adi: Visitor) -> None:
        card = await adi.presses(await adi.types("/play anybody"), "Main tapal empat")
        assert "Adi invites anybody" in card.text

    async def test_the_code_of_ones_own_match_shows_its_board(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti)
        for place in (PRIVATE, PRIVATE, GROUP, ROOM):
            shown = await adi.types(f"/start {code}", place=place)
            assert shown.title.startswith(code), place
            assert shown.picture is not None
            assert "Your move" in labels(shown)

    async def test_the_code_of_ones_own_invitation_shows_the_invitation(self, adi: Visitor, siti: Visitor) -> None:
        card = await adi.types("/play dam-8", opponent=siti)
        shown = await adi.types(f"/start {card.title.split()[0]}", place=PRIVATE)
        assert "Adi invites Siti" in shown.text
        assert "Withdraw" in labels(shown)


class TestWhichMatch:
    """With several matches a command asks which one, and goes on with what was asked."""

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("/resign", "Give up {code} ("),
            ("/draw", "Draw offered"),
            ("/takeback", "You have made no move"),
        ],
    )
    async def test_the_match_chosen_gets_what_was_asked(
        self, adi: Visitor, siti: Visitor, ros: Visitor, line: str, said: str
    ) -> None:
        code, _ = await begin(adi, siti)
        other, _ = await begin(adi, ros)
        asked = await adi.types(line)
        assert "Which one do you mean?" in asked.text
        assert {label[:4] for label in labels(asked)} == {other, code}
        answer = await adi.presses(asked, code)
        assert said.format(code=code) in answer.text

    async def test_a_hint_asks_for_which_match_it_is(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        codes = {(await begin(adi, siti))[0], (await begin(adi, ros))[0]}
        asked = await adi.types("/hint")
        assert "Which one do you mean?" in asked.text
        assert {label[:4] for label in labels(asked)} == codes

    async def test_the_board_chosen_is_shown_as_it_was_asked_for(
        self, adi: Visitor, siti: Visitor, ros: Visitor
    ) -> None:
        code, _ = await begin(adi, siti)
        await begin(adi, ros)
        plain = await adi.presses(await adi.types("/board"), code)
        assert plain.private
        assert plain.picture is not None
        text = await adi.presses(await adi.types("/board text"), code)
        assert text.code
        assert text.picture is None
        public = await adi.presses(await adi.types("/board public"), code)
        assert not public.private
        assert public.title.startswith(code)

    async def test_one_match_elsewhere_gets_what_was_asked_once_it_is_confirmed(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        asked = await adi.types("/resign", place=GROUP)
        assert (await services.matches.get(code)).status is Status.PLAYING
        sure = await adi.presses(asked, code, place=GROUP)
        await adi.presses(sure, "Yes, resign", place=GROUP)
        assert (await services.matches.get(code)).status is Status.OVER


class TestPointsAndNumbers:
    """What cannot be read is answered with what is there."""

    async def test_a_light_square_is_named_with_the_dark_ones_beside_it(self, adi: Visitor, siti: Visitor) -> None:
        await begin(adi, siti)
        text = (await adi.moves("c3-c4")).text
        assert "only the dark squares are played" in text.casefold()
        assert "b4, c3, c5, d4" in text
        corner = (await adi.moves("a8-b7")).text
        assert "a7, b8" in corner

    async def test_a_point_beyond_the_board_names_its_corners(self, adi: Visitor, siti: Visitor) -> None:
        await begin(adi, siti)
        text = (await adi.moves("c3-k9")).text
        assert "There is no point k9" in text
        assert "a1 to h8" in text

    async def test_a_crossing_that_is_missing_names_those_beside_it(self, adi: Visitor, siti: Visitor) -> None:
        await begin(adi, siti, "tabal")
        text = (await adi.moves("c3-b1")).text
        assert "There is no point b1" in text
        assert "a1, b2, c1" in text

    async def test_a_number_without_a_list_says_that_there_is_none(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        answer = await adi.moves("3")
        assert "no list" in answer.text
        panel = await adi.presses(answer, "Your move")
        listed = [label for label in labels(panel) if label.startswith("3 · ")]
        assert len(listed) == 1
        assert f"You played {listed[0].split(' · ')[1]}" in (await adi.moves("3")).text
        assert (await services.matches.get(code)).game.ply == 1

    async def test_a_number_beyond_the_list_says_how_long_it_is(self, adi: Visitor, siti: Visitor) -> None:
        await begin(adi, siti)
        panel = await adi.types("/move")
        count = len([label for label in labels(panel) if " · " in label and label[0].isdecimal()])
        answer = await adi.moves("25")
        assert f"1 to {count}" in answer.text


DECLINED_BY_TWO = "6/6/1k3k/6/6/6/6/6/6/6/2KK2/K4K w - 0 1 f:d10,l10"
KING_WITH_MANY_WAYS = "5/2m2/m4/5/m2m1/m1mK1/2mm1/1m3/2mm1/m1m2 w"
"""On ten by ten: sixteen ways for one king, and it takes nine men on each."""


class TestPanel:
    """A move in few presses, and pictures in which each choice can be told from the others."""

    async def test_few_moves_are_offered_whole_beside_the_pieces(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        panel = await adi.types("/move")
        pieces, whole = (row for row in panel.rows if isinstance(row, Menu))
        assert [option.label.split(" · ")[0] for option in pieces.options] == ["a3", "c3", "e3", "g3"]
        assert len(whole.options) == len((await services.matches.get(code)).game.legal_moves) == 7
        await adi.presses(panel, "7 · ")
        assert (await services.matches.get(code)).game.ply == 1, "Your move, and the move"

    async def test_many_moves_are_chosen_by_piece(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        code = await begin_at(services, adi, siti, "international", "K4/5/5/5/5/5/4K/5/2K2/4m w")
        assert len((await services.matches.get(code)).game.legal_moves) > 25
        panel = await adi.types("/move")
        (menu,) = (row for row in panel.rows if isinstance(row, Menu))
        assert menu.prompt == "Which piece?"
        where = await adi.presses(panel, menu.options[0].label)
        await adi.presses(where, "1 · ")
        assert (await services.matches.get(code)).game.ply == 1, "Your move, the piece, where to"

    async def test_after_a_forfeited_piece_the_whole_move_is_one_choice(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code = await begin_at(services, adi, siti, "dam", DECLINED_BY_TWO)
        assert len((await services.matches.get(code)).game.legal_moves) > 50
        panel = await adi.types("/move")
        move = await adi.presses(panel, "l10")
        many = [row for row in move.rows if isinstance(row, Menu)][1:]
        assert len({menu.payload for menu in many}) == len(many) > 1, "more than one menu holds, each on its own"
        last = many[-1].options[-1].label
        await adi.presses(move, last)
        assert (await services.matches.get(code)).game.ply == 1, "Your move, the forfeited piece, the move"

    async def test_what_a_move_costs_stands_on_it_and_is_accepted_with_it(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code = await begin_at(services, adi, siti, "dam-8", "m3/4/4/4/1m2/1M2/4/3M w - 0 0")
        panel = await adi.types("/move")
        await adi.presses(panel, "g1-h2 - loses c3")
        game = (await services.matches.get(code)).game
        assert game.ply == 1
        assert game.position.count(game.ruleset, 0) == 1

    @pytest.mark.parametrize("place", [Place("discord", "1"), GROUP, ROOM], ids=lambda place: place.platform)
    async def test_a_tiger_moves_in_two_presses_and_on_the_grid_in_three(
        self, adi: Visitor, siti: Visitor, services: Services, place: Place
    ) -> None:
        code = await begin_at(services, adi, siti, "tapal", "GGGGG/GG1GG/1T3/3T1/GGG2 t")
        panel = await siti.types(f"/move {code}", place=place)
        assert all(label[0].isdecimal() for label in labels(panel)[:-1])
        grid = await siti.presses(panel, "Tap on the board", place=place)
        assert len(labels(grid)) == 25
        target = await siti.presses(grid, "🐯", place=place)
        assert len(labels(target)) == 25
        await siti.presses(panel, "1 · ", place=place)
        assert (await services.matches.get(code)).game.ply == 1

    async def test_many_routes_are_gone_landing_by_landing(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code = await begin_at(services, adi, siti, "international", KING_WITH_MANY_WAYS)
        game = (await services.matches.get(code)).game
        assert len(game.legal_moves) > 6
        panel = await adi.types("/move")
        assert "Where does it land next?" in panel.text
        whole = [row for row in panel.rows if isinstance(row, Menu)][1]
        assert len(whole.options) == len(game.legal_moves)
        for _ in range(12):
            if (await services.matches.get(code)).game.ply:
                break
            first = labels(panel)[0]
            panel = await adi.presses(panel, first)
        assert (await services.matches.get(code)).game.ply == 1, "landing by landing it comes to its end"

    async def test_a_way_can_be_gone_back(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        await begin_at(services, adi, siti, "international", KING_WITH_MANY_WAYS)
        panel = await adi.types("/move")
        further = await adi.presses(panel, "ways on")
        assert further.text != panel.text or labels(further) != labels(panel)
        assert labels(await adi.presses(further, "Back")) == labels(panel)

    async def test_a_chosen_forfeit_is_off_the_preview(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        await begin_at(services, adi, siti, "dam-8", "4/4/4/1m1k/M3/4/4/4 w - 0 0 f:c5,g5")
        panel = await adi.types("/move")
        assert panel.picture is not None
        assert "To be forfeited, one of: c5, g5" in panel.picture.alt
        move = await adi.presses(panel, "g5 · ")
        assert move.picture is not None
        assert "g5" not in move.picture.alt
        assert "c5" in move.picture.alt

    async def test_buttons_of_older_panels_still_work(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti)
        assert "Which piece?" in (await adi.sends(f"1:{code}:0:mv:all")).text
        assert "Where to?" in (await adi.sends(f"1:{code}:0:pk", "c3")).text
        assert "no longer in use" in (await adi.sends(f"1:{code}:0:pk", "999/1x")).text
        assert "Which piece?" in (await adi.sends(f"1:{code}:0:pk", "999/1")).text


class TestForfeit:
    """A capture declined: which pieces may be taken off, whose, and why."""

    async def test_the_board_marks_the_candidates_and_says_whose_they_are_and_why(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code = await begin_at(services, adi, siti, "dam-8", "4/4/4/1m1k/M3/4/4/4 w - 0 0 f:c5,g5")
        board = await adi.types(f"/board {code} public")
        assert (
            "Siti could have captured with the ringed pieces and did not: Adi (White) takes one of them off the board "
            "(c5 or g5), then moves."
        ) in board.text
        played = await adi.moves("~g5,b4xd6")
        assert "g5 taken off, then b4xd6" in played.text
        after = (await adi.types(f"/board {code}")).text
        assert "Adi took the piece of Siti on g5 off the board, because it could have captured and did not." in after
        assert "Adi played b4xd6." in after

    async def test_the_only_candidate_is_said_to_be_taken_off(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code = await begin_at(services, adi, siti, "dam-8", "m3/4/4/4/1m2/1M2/4/3M w - 0 0")
        assert "g1-h2, then c3 taken off" in (await adi.moves("g1-h2!")).text
        after = (await adi.types(f"/board {code}")).text
        assert "The piece of Adi on c3 is taken off the board, because it could have captured and did not." in after

    async def test_pieces_that_are_put_on_the_board_are_named(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti, "tapal")
        assert "tigers to b2 and d4" in (await siti.moves("T@b2,T@d4")).text
        assert "Siti put the tigers on b2 and d4." in (await adi.types(f"/board {code}")).text
        assert "goat to c3" in (await adi.moves("c3")).text
        assert "Adi put the goat on c3." in (await adi.types(f"/board {code}")).text
        match = await services.matches.get(code)
        assert [format_move(match.game.ruleset, move) for move in match.game.moves] == ["T@b2,T@d4", "@c3"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_no_sign_of_the_notation_is_left_in_what_people_read(ruleset: Ruleset, language: str) -> None:
    game, say = Game.begin(ruleset), words(language)
    for choice in range(30):
        if game.outcome:
            break
        for move in game.legal_moves:
            text = move_text(ruleset, move, say)
            assert not set("~@") & set(text)
            if not move.drops and move.huff is None and move.forfeit is None:
                assert text == format_move(ruleset, move)
        game = game.play(game.legal_moves[(7 * choice) % len(game.legal_moves)])


class TestPlainText:
    """A line without a command belongs to the match of the board, the call or the chat in which it was typed."""

    async def said(
        self, visitor: Visitor, text: str, place: Place, message: str = "", *, addressed: bool = False
    ) -> Answer | None:
        request = replace(visitor.request(place, message), addressed=addressed)
        return await visitor.papan.text(request, text)

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
        await services.views.pinged(view, 1, "call")
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
        assert len((await wati.presses(answer, new)).rows) == 1
        listed = (await wati.presses(answer, every)).text
        assert all(f"/{spec.name} " in listed for spec in COMMANDS)
        assert await self.said(wati, greeting, GROUP) is None
        assert await self.said(wati, "hello Siti", PRIVATE) is None


class TestSuggestions:
    """While a move is typed, the match that was named is the one whose moves are suggested."""

    async def test_the_match_given_beside_it(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        await begin(adi, siti)
        other, _ = await begin(adi, ros, "tabal")
        found = await adi.papan.complete(adi.request(), "move", "move", "", other.lower())
        assert {each.value for each in found} >= {"c4-c5"}
        assert all("g3" not in each.value and other not in each.value for each in found)
        assert await adi.papan.complete(adi.request(), "move", "move", "", "ZZZZ") == []

    async def test_a_code_before_it_stays(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        code, _ = await begin(adi, siti)
        await begin(adi, ros)
        found = await adi.papan.complete(adi.request(), "move", "move", f"{code.lower()}  d4")
        assert {each.value for each in found} == {f"{code} c3-d4", f"{code} e3-d4"}
        played = await adi.moves(found[0].value)
        assert f"You played {found[0].value.split()[1]} in {code}" in played.text
