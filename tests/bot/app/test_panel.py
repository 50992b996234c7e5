"""The panel on which a move is chosen: few presses, and pictures in which the choices can be told from each other."""

import pytest

from bot.app.text.moves import move_text
from bot.chat import Button, Menu, Style
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.services.services import Services
from bot.words import LANGUAGES, words
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from engine.position import parse_position
from engine.ruleset import Ruleset
from engine.work import at_most
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import IN_ROOM, ROOM, event
from tests.engine.positions import FULL_OF_TURNS
from tests.suites import deep, each_ruleset

GROUP = Place("telegram", "-100")


async def begin_at(services: Services, adi: Visitor, siti: Visitor, game: str, position: str) -> str:
    """A match in the room that stands at a position, Adi first; its code."""
    ruleset = find_ruleset(game)
    host = await services.people.player(adi.person)
    invitation = Invitation(ruleset, siti.person, 0, position=parse_position(ruleset, position))
    match, _ = await services.opening.open(event(), host, invitation, IN_ROOM)
    await services.matches.join(event(), await services.people.player(siti.person), match.code)
    return match.code


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

    async def test_a_piece_tells_how_many_it_can_take(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        await begin_at(services, adi, siti, "dam-8", "4/4/2m1/4/mm2/1M1m/3M/M3 w")
        (pieces, *_) = (row for row in (await adi.types("/move")).rows if isinstance(row, Menu))
        details = {option.value: option.detail for option in pieces.options}
        assert details["c3"] == "can take 2 pieces"
        assert "" in details.values()

    async def test_the_only_move_is_one_button(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        code = await begin_at(services, adi, siti, "dam-8-strict", "m3/4/4/4/1m2/1M2/4/3M w - 0 0")
        panel = await adi.types("/move")
        assert "This is the only move you have." in panel.text
        (row,) = panel.rows
        assert isinstance(row, tuple)
        (button,) = row
        assert isinstance(button, Button)
        assert button.style is Style.GOOD
        await adi.presses(panel, button.label)
        assert (await services.matches.get(code)).game.ply == 1

    @pytest.mark.parametrize(
        ("position", "piece", "ways"),
        [
            ("m3/4/4/4/1m2/1M2/4/M3 w - 0 0", "a1", ["a1-b2 - loses c3", "Back"]),
            ("m3/4/4/4/4/M3/4/3M w - 0 0", "a3", ["a3-b4", "Back"]),
        ],
    )
    async def test_a_piece_with_one_way_on_has_that_as_a_button(
        self, adi: Visitor, siti: Visitor, services: Services, position: str, piece: str, ways: list[str]
    ) -> None:
        code = await begin_at(services, adi, siti, "dam-8", position)
        where = await adi.presses(await adi.types("/move"), piece)
        assert labels(where) == ways
        assert (await services.matches.get(code)).game.ply == 0, "the piece alone moves nothing"
        await adi.presses(where, ways[0])
        assert (await services.matches.get(code)).game.ply == 1, "at that price, which stood beside it"

    async def test_two_menus_say_what_each_holds(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        await begin_at(services, adi, siti, "dam", DECLINED_BY_TWO)
        move = await adi.presses(await adi.types("/move"), "l10")
        _, first, second, *_ = (row for row in move.rows if isinstance(row, Menu))
        assert first.prompt.endswith(" (1-25)")
        assert second.prompt.startswith("Or the whole move (26-")

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

    @deep("shorter captures are gone landing by landing in the quick suite")
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

    @deep("the engine's tests hold that choices are few however many turns there are")
    async def test_among_forty_thousand_moves_no_press_looks_at_many(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code = await begin_at(services, adi, siti, "bagh-bandi-basirhat", FULL_OF_TURNS)
        with at_most(1000):
            panel = await siti.types("/move")
        (pieces,) = (row for row in panel.rows if isinstance(row, Menu))
        capturing, quiet = (option.detail for option in pieces.options)
        # How many is told only where that is known already, as it may be from another look at the same position.
        assert capturing in ("can take pieces", "can take 31 pieces")
        assert quiet == ""
        presses = 1
        while (await services.matches.get(code)).game.ply == 0 and presses < 40:
            assert len(panel.rows) <= 5
            ways = [label for label in labels(panel) if "ways on" in label]
            with at_most(1000):
                panel = await siti.presses(panel, (ways or labels(panel))[-1 if ways else 0])
            presses += 1
        game = (await services.matches.get(code)).game
        assert game.ply == 1
        assert presses < len(game.moves[0].captured)

    async def test_what_is_typed_there_is_asked_about(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        await begin_at(services, adi, siti, "bagh-bandi-basirhat", FULL_OF_TURNS)
        with at_most(2000):
            assert (await siti.moves("c4")).title == "Which way?"
            assert (await siti.moves("c3 c8")).title == "Which way?"
            request = siti.request()
            assert len(await siti.papan.complete(request, "move", "move", "c3")) == 25

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
        assert "no longer in use" in (await adi.sends(f"1:{code}:0:pk", "999/1")).text
        assert "no longer in use" in (await adi.sends(f"1:{code}:0:pl:0")).text
        assert "Which piece?" in (await adi.sends(f"1:{code}:0:pk", ".1.z")).text


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
@pytest.mark.parametrize("ruleset", each_ruleset())
def test_no_sign_of_the_notation_is_left_in_what_people_read(ruleset: Ruleset, language: str) -> None:
    game, say = Game.begin(ruleset), words(language)
    for choice in range(30):
        if game.outcome:
            break
        for move in game.legal_moves:
            text = move_text(ruleset, move, say)
            assert not set("~@") & set(text)
            if not (move.drops or move.removed) and move.huff is None and move.forfeit is None:
                assert text == format_move(ruleset, move)
        game = game.play(game.legal_moves[(7 * choice) % len(game.legal_moves)])
