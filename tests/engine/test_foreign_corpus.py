"""A corpus of files as others write them, made anew from our own games: each is read, with the right end."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decoding import NoText, text_of
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.movetext import games_in
from engine.notation import Style, format_move
from engine.record import format_record, parse_record, read_game, result_of
from engine.ruleset import Ending, Ruleset
from tests.engine.foreign import WRITERS, by_chance
from tests.suites import each_ruleset, examples, quick_first

NUMBERED = [ruleset.key for ruleset in rulesets() if ruleset.gametype is not None]
GAMES = examples(30)
"""Games of each ruleset in each form."""


@pytest.mark.parametrize(
    ("key", "form"), quick_first(product(NUMBERED, WRITERS), "the first rulesets are read in every form", 14)
)
def test_every_game_is_read_with_its_end(key: str, form: str) -> None:
    ruleset, chance = find_ruleset(key), random.Random(f"{key} {form}")
    for _ in range(GAMES):
        game = by_chance(ruleset, chance, longest=chance.randrange(200))
        read = parse_record(WRITERS[form](game, chance)).game
        assert read.positions[-1].cells == game.positions[-1].cells
        assert (read.outcome and read.outcome.winner) == (game.outcome and game.outcome.winner)
        assert bool(read.outcome) == bool(game.outcome)
        if form != "from a position":
            assert read.positions == game.positions


def test_a_tournament_in_one_file_is_read_whole() -> None:
    chance = random.Random(47)
    games = [by_chance(find_ruleset(chance.choice(NUMBERED)), chance) for _ in range(40)]
    text = "\n".join(WRITERS[chance.choice(list(WRITERS))](game, chance) for game in games)
    found = games_in(text)
    assert len(found) == len(games)
    for game, read in zip(games, found, strict=True):
        assert read_game(read).game.position.cells == game.position.cells


NAMES = '[White "{}"]\n[Black "{}"]\n[GameType "25"]\n\n1. cd4 ba5 *\n'


class TestEncodings:
    @pytest.mark.parametrize(
        ("encoding", "names"),
        [
            ("utf-8", ("Чижов", "Jürgen")),
            ("utf-8-sig", ("Чижов", "Jürgen")),
            ("utf-16", ("Чижов", "Jürgen")),
            ("utf-16-le", ("Чижов", "Jürgen")),
            ("utf-16-be", ("Чижов", "Jürgen")),
            ("cp1251", ("Чижов", "Гантварг")),
            ("latin-1", ("Jürgen Müller", "José")),
            ("cp1252", ("D’Orazio", "Nuñez")),
        ],
    )
    def test_each_is_told_apart(self, encoding: str, names: tuple[str, str]) -> None:
        text = NAMES.format(*names)
        for written in (text, text.replace("\n", "\r\n")):
            assert text_of(written.encode(encoding)) == text
        record = parse_record(text_of(text.encode(encoding)))
        assert (record.tags["White"], record.tags["Black"], record.game.ply) == (*names, 2)

    @pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", b"PK\x03\x04", b"1. 32-28\x00"])
    def test_what_is_no_text_is_refused(self, data: bytes) -> None:
        with pytest.raises(NoText):
            text_of(data)

    @given(st.binary(max_size=200))
    def test_no_bytes_are_more_than_a_text_or_refused(self, data: bytes) -> None:
        try:
            assert "\r" not in text_of(data)
        except NoText:
            return

    @given(st.text(max_size=100))
    def test_any_text_comes_back_from_unicode(self, text: str) -> None:
        plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            try:
                assert text_of(plain.encode(encoding)) == plain
            except NoText:
                assert any(ord(letter) < 32 or ord(letter) == 127 for letter in plain)


def written(game: Game) -> Iterator[str]:
    """The game in every form in which Papan writes or reads it."""
    text = format_record(game, {"White": "Adi"})
    yield text
    yield " ".join(text.split())
    numbers = " ".join(format_move(game.ruleset, move, Style.NUMBERS).replace(",~", " ~") for move in game.moves)
    tags, _ = text.split("\n\n")
    yield f"{tags}\n\n{numbers} {result_of(game)}"


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_what_is_written_of_any_game_is_the_same_game(ruleset: Ruleset) -> None:
    chance = random.Random(ruleset.key)
    for number in range(examples(40)):
        game = by_chance(ruleset, chance, longest=chance.randrange(80))
        if not game.outcome and number % 2:
            ends = (game.resign(0), game.resign(1), game.agree(), game.forfeit(game.turn, Ending.TIME))
            game = chance.choice(ends)
        for text in written(game):
            read = parse_record(text)
            assert read.game == game
            assert not read.omitted
            assert format_record(read.game, {"White": "Adi"}) == format_record(game, {"White": "Adi"})
