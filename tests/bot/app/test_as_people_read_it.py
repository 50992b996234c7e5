"""Small things that people stumble over: times, cut texts, lines said twice, letters without a meaning."""

import re
from datetime import timedelta

import pytest

from bot.app.text.lettered import legend_lines, letters_of
from bot.chat import as_text, cut_at_word
from bot.matches.identity import Place
from bot.services.services import Services
from bot.words import LANGUAGES, words
from engine.games import find_ruleset, rulesets
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.textboard import text_board
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock
from tests.suites import each_ruleset

SAY = words("en")


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "just now"), (59, "just now"), (60, "1 minute ago"), (300, "5 minutes ago")]
)
def test_a_minute_is_told_once_it_has_passed(seconds: int, told: str) -> None:
    assert SAY.ago(timedelta(seconds=seconds)) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_says_a_minute_for_a_second(language: str) -> None:
    assert "1" not in words(language).ago(timedelta(seconds=1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_squares_are_counted_in_one_way(language: str) -> None:
    for each in rulesets():
        told = words(language)(each.summary)
        assert not re.search(r"\d (x|by|kali|dengan) \d|\d×\d", told), f"{each.key}: {told!r}"
        assert " twelve by " not in told


class TestCut:
    """Texts that are too long end behind a word."""

    def test_a_text_that_fits_stays(self) -> None:
        assert cut_at_word("two words", 9) == "two words"

    @pytest.mark.parametrize(
        ("text", "length", "left"),
        [
            ("two more words", 10, "two more…"),
            ("two more, words", 11, "two more…"),
            ("two – words", 7, "two…"),
            ("a-word-without-any-gap", 8, "a-word-…"),
            ("one anotherverylongword", 12, "one…"),
        ],
    )
    def test_a_longer_one_ends_behind_a_word(self, text: str, length: int, left: str) -> None:
        assert cut_at_word(text, length) == left

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_suggested_games(self, adi: Visitor, language: str) -> None:
        adi.locale = language
        found = [
            each
            for ruleset in rulesets()
            for each in await adi.papan.complete(adi.request(), "play", "game", ruleset.key)
        ]
        whole = {f"{words(language)(each.name)} – {words(language)(each.summary)}" for each in rulesets()}
        assert any(each.label.endswith("…") for each in found)
        for each in found:
            assert len(each.label) <= 100
            kept = each.label.removesuffix("…")
            assert any(re.match(rf"{re.escape(kept)}(?:$|\W)", line) for line in whole), each.label


class TestGames:
    """A match is told in one line, and its button is short."""

    async def test_each_line_is_said_once(self, adi: Visitor, siti: Visitor, clock: Clock) -> None:
        codes = [(await begin(adi, siti, game))[0] for game in ("tabal", "tapal")]
        clock.forward(hours=3)
        listed = await adi.types("/games")
        lines = listed.text.splitlines()
        assert len(lines) == 2
        assert not set(lines) & set(labels(listed))
        for code in codes:
            assert f"{code} · with Siti" in labels(listed)
            assert (await adi.presses(listed, code)).title.startswith(code)


class TestTextBoards:
    """Each letter stands for what it is, and is explained below the board."""

    @pytest.mark.parametrize(
        ("game", "board", "legend"),
        [
            ("adugo", "DJ", ["D dogs", "J jaguar"]),
            ("komikan", "DP", ["D dogs", "P puma"]),
            ("catch-the-hare", "MH", ["M hunters", "H hare"]),
            ("buga-shadara", "DB", ["D dogs", "B bugas"]),
            ("rimau", "VT", ["V villagers", "T tiger"]),
            ("tapal", "", ["G goats", "T tigers"]),
            ("dam-8", "Mm", ["M men (White)", "K kings (White)", "m men (Black)", "k kings (Black)"]),
            ("bagh-bandi", "GT", ["G goats", "T tigers", "G5: 5 goats on one point"]),
        ],
    )
    async def test_letters_are_explained(
        self, adi: Visitor, siti: Visitor, game: str, board: str, legend: list[str]
    ) -> None:
        code, _ = await begin(adi, siti, game)
        shown = (await adi.types(f"/board {code} text")).code
        assert shown.splitlines()[-len(legend) :] == legend
        drawn = "\n".join(line[3:] for line in shown.splitlines()[1 : -len(legend) - 1])
        assert set(board) <= set(drawn)
        assert {letter for letter in drawn if letter.isalpha()} == set(board)

    @pytest.mark.parametrize("ruleset", each_ruleset())
    def test_no_two_kinds_have_one_letter_and_the_board_stays_as_wide(self, ruleset: Ruleset) -> None:
        letters = letters_of(ruleset)
        assert len(set(letters.values())) == len(ruleset.kinds)
        start = start_position(ruleset)
        drawn = text_board(ruleset, start, letters=letters)
        assert max(map(len, drawn.splitlines())) <= 34
        for kind in ruleset.kinds:
            if kind.is_hunter or kind.is_prey:
                assert letters[kind.letter].casefold() in kind.noun.singular or kind.noun.singular == "hunter"

    @pytest.mark.parametrize("ruleset", each_ruleset())
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_legend_fits_a_phone(self, ruleset: Ruleset, language: str) -> None:
        assert max(map(len, legend_lines(ruleset, words(language)))) <= 34


@pytest.mark.parametrize(
    ("place", "told", "other"),
    [
        (Place("telegram", "-7"), "Send Photos", "Attach Files"),
        (Place("discord", "7"), "Attach Files", "Send Photos"),
    ],
)
async def test_the_missing_permission_is_that_of_the_platform(
    adi: Visitor, siti: Visitor, services: Services, place: Place, told: str, other: str
) -> None:
    card = await adi.types("/play dam-8 first", place=place, opponent=siti)
    _, why = card.without_picture()
    assert f"the permission {told} is missing" in why
    assert other not in why
    assert find_ruleset("dam-8").name in card.title
    assert as_text(card).text.endswith(why)
