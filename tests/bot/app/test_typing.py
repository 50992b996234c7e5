"""Typed commands: with several matches, with points and numbers that are not there."""

import pytest

from bot.matches.identity import Place
from bot.matches.status import Status
from bot.services.services import Services
from engine.games import find_ruleset
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM

PRIVATE = Place("telegram", "7", private=True)
GROUP = Place("telegram", "-100")


class TestPlay:
    """The answer to a typed /play where something in it is missing or wrong."""

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
        games = await adi.presses(await adi.types("/play anybody"), "Draughts on squares")
        card = await adi.presses(games, "English draughts")
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
            ("/resign", "({code})?"),
            ("/draw", "Draw offered"),
            ("/takeback", "You have no move to take back"),
            ("/swap", "You asked to swap sides."),
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

    async def test_the_match_chosen_gets_its_effect(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        """All the way: a move that is taken back, a draw that is offered, a match that is resigned."""
        code, _ = await begin(adi, siti)
        other, _ = await begin(adi, ros)
        for match in (code, other):
            await adi.moves(f"{match} c3-d4")
        await adi.presses(await adi.types("/takeback"), code)
        assert (await services.matches.get(code)).game.ply == 0
        await adi.presses(await adi.types("/draw"), code)
        assert (await services.matches.get(code)).draw_offer is not None
        await adi.presses(await adi.presses(await adi.types("/resign"), code), "Yes, resign")
        assert (await services.matches.get(code)).status is Status.OVER
        untouched = await services.matches.get(other)
        assert (untouched.status, untouched.game.ply, untouched.draw_offer) == (Status.PLAYING, 1, None)

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
    """Points and numbers that cannot be read are answered with those that are there."""

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
        assert "There is no square k9" in text
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
