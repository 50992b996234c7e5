"""Finding a game among many: by family, among one's last ones, by any name or a slip of it, as a variant of another."""

import re

import pytest

from bot.app.text.names import family_name, game_name
from bot.chat import Menu
from bot.chat.games import game_key, search
from bot.words import LANGUAGES, words
from engine.games import find_ruleset, rulesets
from engine.ruleset import Family, Ruleset
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, labels
from tests.suites import each_ruleset

SAY = words("en")
MENU = 25
"""Discord takes no more lines in a menu, nor suggestions."""


def menus(answer: Seen) -> list[Menu]:
    """The menus of an answer that are no menus of people."""
    return [row for row in answer.rows if isinstance(row, Menu) and not row.people]


class TestOrder:
    """One order for every list: families one after the other, and each variant behind its game."""

    def test_families_stand_together(self) -> None:
        order = [ruleset.family for ruleset in rulesets()]
        assert order == sorted(order, key=list(Family).index)

    def test_a_variant_stands_behind_its_game(self) -> None:
        game = ""
        for ruleset in rulesets():
            if not ruleset.variant:
                game = ruleset.key
            assert not ruleset.variant or (ruleset.like and ruleset.like.key == game), ruleset.key

    @pytest.mark.parametrize("ruleset", each_ruleset())
    def test_a_likeness_leads_to_a_game_that_is_no_variant(self, ruleset: Ruleset) -> None:
        roots = {"main-tapal-empat", "permainan-tabal", "malaysian-checkers"}
        assert (ruleset.like is None) == (ruleset.key in roots)
        seen = {ruleset.key}
        while ruleset.like:
            ruleset = find_ruleset(ruleset.like.key)
            assert ruleset.key not in seen
            assert not ruleset.variant
            seen.add(ruleset.key)

    @pytest.mark.parametrize("ruleset", each_ruleset())
    def test_the_size_of_a_board_is_written_as_in_the_names_of_games(self, ruleset: Ruleset) -> None:
        told = f"{ruleset.summary} {ruleset.like.but if ruleset.like else ''}"
        assert not re.search(r"\b[a-z]+ by (?:six|eight|ten|twelve)\b|\d x \d|\bDam\b", told)

    def test_no_family_is_longer_than_a_menu(self) -> None:
        for family in Family:
            assert sum(ruleset.family is family for ruleset in rulesets()) <= MENU


class TestSearch:
    """A game by what people type."""

    @pytest.mark.parametrize("ruleset", each_ruleset())
    def test_any_name_in_any_language_finds_it(self, ruleset: Ruleset) -> None:
        names = [ruleset.key, *ruleset.aliases, *(game_name(ruleset, words(language)) for language in LANGUAGES)]
        for name in names:
            for typed in (name, name.upper(), name.replace("-", " "), name.replace("-", "").replace(" ", "")):
                assert game_key(typed) == ruleset.key, typed
                assert search(typed)[0] is ruleset, typed

    @pytest.mark.parametrize(
        ("typed", "found"),
        [
            ("bagchal", "bagh-chal"),
            ("bhag chal", "bagh-chal"),
            ("adguo", "adugo"),
            ("alqerque", "alquerque"),
            ("solo guti", "sholo-guti"),
            ("dam damen", "dam-daman"),
            ("jogo da onça", "adugo"),
            ("onça", "adugo"),
            ("hare", "catch-the-hare"),
            ("komkan", "komikan"),
            ("omnidirectonal", "omnidirectional-draughts"),
            ("arnab", "catch-the-hare"),
            ("Dam Haji", "malaysian-checkers"),
            ("dam aji", "malaysian-checkers"),
            ("haji", "malaysian-checkers"),
            ("kenya dama", "dama-kenya"),
            ("русские", "russian-draughts"),
            ("Шашки", "russian-draughts"),
            ("国际跳棋", "international-draughts"),
            ("دام", "malaysian-checkers"),
            ("बाघ", "bagh-chal"),
        ],
    )
    def test_a_part_of_a_name_or_a_slip_is_enough(self, typed: str, found: str) -> None:
        assert search(typed)[0].key == found

    @pytest.mark.parametrize("typed", ["каньяда", "மஹா", "🐯", "虎", "--"])
    def test_letters_and_signs_that_name_no_game_find_none(self, typed: str) -> None:
        assert search(typed) == ()

    @pytest.mark.parametrize(
        ("typed", "among", "not_among"),
        [
            ("tiger", ["main-tapal-empat", "bagh-chal", "rimau", "sher-bakar"], ["adugo", "alquerque"]),
            ("tigers", ["rimau", "bagh-chal"], ["adugo"]),
            ("two tigers", ["main-tapal-empat", "rimau-rimau"], ["rimau", "bagh-chal"]),
            ("Goat", ["main-tapal-empat", "bagh-bandi"], ["rimau"]),
            ("star", ["game-of-solomon"], ["alquerque"]),
            ("bintang", ["game-of-solomon"], ["alquerque"]),
            ("squares", ["international-draughts", "malaysian-checkers"], ["alquerque", "main-tapal-empat"]),
            ("macan", ["main-tapal-empat", "rimau"], ["adugo"]),
            ("harimau", ["rimau-rimau", "main-tapal-empat", "bagh-chal"], ["komikan"]),
            ("kambing", ["main-tapal-empat", "bagh-chal"], ["rimau"]),
            ("kelinci", ["catch-the-hare"], ["adugo"]),
            ("anjing", ["adugo", "komikan", "buga-shadara"], ["rimau"]),
            ("puma", ["komikan", "komikan-forward"], ["adugo"]),
        ],
    )
    def test_words_of_a_description_find_its_games(self, typed: str, among: list[str], not_among: list[str]) -> None:
        found = [ruleset.key for ruleset in search(typed)]
        assert set(among) <= set(found)
        assert not set(not_among) & set(found)

    def test_names_come_before_descriptions(self) -> None:
        found = [ruleset.key for ruleset in search("hare")]
        assert found[:2] == ["catch-the-hare", "catch-the-hare-single"]
        found = [ruleset.key for ruleset in search("tiger")]
        assert found.index("bagh-chal") < found.index("main-tapal-empat"), "one of its names begins so"

    @pytest.mark.parametrize("ruleset", each_ruleset())
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_long_word_of_its_sentence_finds_a_game(self, ruleset: Ruleset, language: str) -> None:
        for word in words(language)(ruleset.summary).split():
            if len(word) > 3:
                assert ruleset in search(word), word

    @pytest.mark.parametrize("typed", ["poker", "xyzzy", "go fish", "a1", "tarok"])
    def test_what_is_no_game_finds_none(self, typed: str) -> None:
        assert search(typed) == ()

    def test_without_letters_everything_is_there(self) -> None:
        assert set(search(" ")) == set(rulesets())


class TestPanels:
    """The panels of /play and /rules."""

    @pytest.mark.parametrize("family", Family)
    async def test_every_game_is_reached_through_its_family(self, adi: Visitor, family: Family) -> None:
        panel = await adi.presses(await adi.types("/play"), family_name(family, SAY))
        games = [ruleset for ruleset in rulesets() if ruleset.family is family and not ruleset.variant]
        (menu,) = menus(panel)
        assert [option.value for option in menu.options] == [ruleset.short_id for ruleset in games]
        for ruleset in games:
            assert SAY(ruleset.summary) in panel.text
            assert panel.picture is not None
            assert game_name(ruleset, SAY) in panel.picture.alt
        chosen = await adi.presses(panel, game_name(games[-1], SAY))
        assert chosen.title == game_name(games[-1], SAY)
        assert chosen.picture is not None
        assert "Like " in chosen.text

    async def test_variants_stand_behind_their_game(self, adi: Visitor) -> None:
        panel = await adi.types("/play alquerque")
        (menu,) = menus(panel)
        assert [option.value for option in menu.options] == ["alqh", "alqb", "alqf"]
        panel = await adi.presses(panel, "Bell")
        assert panel.title == "Alquerque by Bell's rules"
        assert "Like Alquerque, but men never go back" in panel.text
        assert "★ Alquerque" in labels(panel), "and the way back"

    async def test_a_known_opponent_is_invited_by_the_rules_one_chooses(self, adi: Visitor, siti: Visitor) -> None:
        panel = await adi.presses(await adi.types("/play", opponent=siti), "Draughts on lines")
        asked = await adi.presses(panel, "Alquerque")
        assert not asked.view
        card = await adi.presses(asked, "with the huff")
        assert card.view
        assert "Alquerque with the huff" in f"{card.title} {card.text}"
        panel = await adi.presses(await adi.types("/play", opponent=siti), "Tigers and goats")
        assert (await adi.presses(panel, "Buga-shadara")).view, "a game without variants is begun at once"

    @pytest.mark.parametrize("command", ["/play", "/rules"])
    async def test_three_games_come_first_with_their_boards(self, adi: Visitor, command: str) -> None:
        panel = await adi.types(command)
        names = ["Permainan-Tabal", "Main tapal empat", "Malaysian checkers"]
        assert labels(panel) == [*names, "Tigers and goats", "Draughts on lines", "Draughts on squares"]
        assert panel.picture is not None
        assert all(name in panel.picture.alt for name in names)
        for name in names:
            chosen = await adi.presses(panel, name)
            assert chosen.title.startswith(name)
            assert chosen.picture is not None

    async def test_one_press_chooses_a_first_game_for_a_known_opponent(self, adi: Visitor, siti: Visitor) -> None:
        asked = await adi.presses(await adi.types("/play", opponent=siti), "Main tapal empat")
        card = await adi.presses(asked, "with 15 goats")
        assert card.view
        assert "Adi invites Siti" in card.text

    async def test_ones_last_games_come_before_the_families(self, adi: Visitor, siti: Visitor) -> None:
        for game in ("komikan", "dutch-queens-20", "tabal", "komikan"):
            await adi.types(f"/play {game} first", opponent=siti)
        (menu,) = menus(await adi.types("/play"))
        assert {option.value for option in menu.options} == {"kom", "dutt"}, "what stands above is not said twice"
        assert menus(await siti.types("/play")) == [], "they are one's own"

    async def test_games_that_are_easy_to_learn_have_a_mark(self, adi: Visitor) -> None:
        panel = await adi.presses(await adi.types("/play"), "Tigers and goats")
        assert "★ Bagh-chal – Four tigers" in panel.text
        assert "\nRimau – One tiger" in panel.text
        assert panel.text.endswith("★ easy to learn")
        (menu,) = menus(panel)
        assert {"★ Bagh-chal", "Rimau"} <= {option.label for option in menu.options}

    async def test_a_name_with_a_slip_is_asked_about(self, adi: Visitor, siti: Visitor) -> None:
        panel = await adi.types("/play adguo", opponent=siti)
        assert panel.text.startswith("There is no game called adguo.")
        (menu,) = menus(panel)
        assert menu.options[0].value == "adg"
        assert (await adi.presses(panel, "single leaps")).view, "the opponent is not forgotten"
        nothing = await adi.types("/play xyzzy")
        assert menus(nothing) == []
        assert family_name(Family.HUNT, SAY) in labels(nothing)

    @pytest.mark.parametrize("command", ["/play", "/rules"])
    async def test_a_word_of_a_description_offers_its_games(self, adi: Visitor, command: str) -> None:
        (menu,) = menus(await adi.types(f"{command} tiger"))
        assert {"tap", "bag", "rim", "shb"} <= {option.value for option in menu.options}
        found = [each.value for each in await adi.papan.complete(adi.request(), command[1:], "game", "tiger")]
        assert {"main-tapal-empat", "bagh-chal", "rimau", "sher-bakar"} <= set(found)

    async def test_rules_are_found_alike(self, adi: Visitor, siti: Visitor) -> None:
        panel = await adi.presses(await adi.types("/rules"), "Tigers and goats")
        assert (await adi.presses(panel, "Rimau-rimau")).title == "Rimau-rimau · Board and goal"
        (menu,) = menus(await adi.types("/rules rimau-rimau"))
        assert [option.value for option in menu.options] == ["rirb"]
        assert (await siti.presses(panel, "Komikan")).title == "Komikan · Board and goal", "anybody may read them"
        assert (
            await adi.presses(await adi.types("/rules solomn"), "Solomon")
        ).title == "Game of Solomon · Board and goal"

    async def test_games_are_suggested_while_typing(self, adi: Visitor, siti: Visitor) -> None:
        async def suggested(visitor: Visitor, typed: str) -> list[str]:
            return [each.value for each in await visitor.papan.complete(visitor.request(), "play", "game", typed)]

        new = await suggested(adi, "")
        assert len(new) == MENU, "also for somebody who is not known yet"
        await adi.types("/play sher-bakar first", opponent=siti)
        assert (await suggested(adi, ""))[0] == "sher-bakar"
        assert (await suggested(adi, "alqu"))[:4] == ["alquerque", "alquerque-huff", "alquerque-bell", "alquerque-free"]
        assert (await suggested(adi, "jogo"))[0] == "adugo"
        assert await suggested(adi, "xyzzy") == []
