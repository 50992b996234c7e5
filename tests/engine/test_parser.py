"""Typed moves: every spelling that is accepted, what is asked back, and that nothing is chosen silently."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import find_ruleset
from engine.notation import Style, format_move, move_texts
from engine.parser import (
    FITTING,
    LONGEST_TYPED,
    NEAREST,
    AmbiguousMove,
    InvalidMove,
    MoveError,
    NotListed,
    Played,
    UnsureMove,
    parse_move,
)
from engine.position import Position, parse_position, start_position
from engine.ruleset import Ruleset
from engine.turns import first_choice, legal_moves
from tests.adugo import ADUGO
from tests.engine.positions import anywhere
from tests.released import RELEASED
from tests.suites import examples

C1 = "4/4/2m1/4/mm2/1M1m/3M/M3 w"
C1_DECLINED = "4/4/2m1/4/mm2/1M1m/M2M/4 b - f:c3,h2"
C2 = "4/4/2m1/4/m3/1M2/4/2M1 w"
T2 = "3/3/3m1/2m1m/K1m2/5/5/3/3 w"
T3 = "1m1/m1m/2M2/5/5/5/5/3/3 w"
M1 = "T2G1/2G2/2TGG/1G3/5 t"
DROPPING = "5/3T1/5/1T3/5 g G18 0 1"
PLACING = "5/5/5/5/5 t T2G18 0 0"


def read(game: str, position: str, text: str) -> str:
    """The move that a text is read as, in the printed form."""
    ruleset = find_ruleset(game)
    return format_move(ruleset, parse_move(ruleset, parse_position(ruleset, position or ruleset.start), text).move)


def choices(game: str, position: str, text: str) -> list[str]:
    """The moves that an ambiguous text leaves to choose from."""
    ruleset = find_ruleset(game)
    with pytest.raises(AmbiguousMove) as caught:
        parse_move(ruleset, parse_position(ruleset, position), text)
    return move_texts(ruleset, caught.value.moves)


class Spellings(NamedTuple):
    """A move of a game, and all that is understood as that move."""

    game: str
    position: str
    move: str
    texts: tuple[str, ...]


TABLE = [
    Spellings(
        "dam-8",
        C1,
        "c3xe5xg7",
        (
            *("c3xe5xg7", "C3xE5xG7", "c3:e5:g7", "c3 e5 g7", "c3e5g7", "c3×e5×g7", "C3 X E5 X G7", "c3-e5-g7"),
            *("c3xg7", "c3 g7", "c3g7", "c3:g7", "c3→g7", "c3 -> g7", "c3>g7", "c3–g7", "c3—g7", "c3 − g7", "c3‐g7"),
            *("c3 takes g7", "c3 makan g7", "c3 ke g7", "c3 to g7", "c3 take e5 take g7", "from c3 to g7"),
            *("dari c3 ke g7", "c3, e5, g7", "c3;g7", "c3/g7", "c3 captures g7", "c3 ambil g7"),
            *("22x15x8", "22 15 8", "22 8", "22-8", "22:15:8", "２２ｘ１５ｘ８", "22 takes 8", "22.15.8"),
            *("ｃ３ｘｇ７", "c3xg7.", "c3xg7!", "c3xg7?!", "c3xg7...", " c3xg7\n", "c3xg7)", "(c3xg7)", "c3xg7,"),
            *("`c3xg7`", "```c3xg7```", "**c3xg7**", "__c3xg7__", "“c3xg7”", "'c3xg7'", "c3 ➡️ g7", "c3…g7"),
            *("/m@bot c3g7", "/move c3xe5xg7", "/m c3 g7", "/MOVE@PapanBot C3G7", "1. c3xg7", "12... c3xg7", "3.c3xg7"),
        ),
    ),
    Spellings("dam-8", C1, "h2xf4", ("h2f4", "H2:F4", "28x19", "28 19", "h2 makan f4")),
    Spellings("dam-8", C1, "a1-b2", ("a1-b2", "a1b2", "a1 ke b2", "29-25", "29 25", "a1-b2!", "a1 b2 !")),
    Spellings("dam-8", C2, "c3-d4,~d4", ("c3-d4", "c3-d4,~d4", "c3-d4 ~d4", "C3D4~D4", "22-18,~18", "c3 ke d4!")),
    Spellings("dam-8", C2, "e1-d2,~c3", ("e1-d2", "e1d2 ~c3", "31-26,~22")),
    Spellings("dam-8", C1_DECLINED, "~c3,b4-a3", ("~c3,b4-a3", "~c3 b4-a3", "~C3 B4 A3", "~22,17-21", "～c3 b4a3")),
    Spellings("dam-8", C1_DECLINED, "~h2,b4xd2", ("~h2,b4xd2", "~h2 b4xd2", "~H2 B4D2", "~28,17x26", "b4xd2", "b4 d2")),
    Spellings("dam-8", C1_DECLINED, "~h2,b4-a3,~a3", ("~h2,b4-a3,~a3", "~h2 b4-a3 ~a3", "~h2 b4a3", "~28,17-21,~21")),
    Spellings("dam", "", "a5-b6", ("a5-b6", "a5b6", "A5 B6", "43-37", "43 37", "1. 43-37")),
    Spellings(
        "dam", "6/3mm1/2M3/6/6/6/6/6/6/6/6/6 w", "f10xh12", ("f10xh12", "f10h12", "F10 takes H12", "15x4", "15 4")
    ),
    Spellings("dam-strict", "", "k5-l6", ("k5-l6", "K5 L6", "48-42", "k5l6")),
    Spellings("dam-8-strict", C1, "c3xe5xg7", ("c3xg7", "22 8")),
    Spellings("tabal", "", "c4-c5", ("c4c5", "C4 to C5", "c4 → c5", "1. c4-c5", "24-19", "24 19")),
    Spellings("tabal", T2, "a5xe5xe7xb7", ("a5xe5xe7xb7", "a5 b7", "a5xe5xb7", "a5 e7 b7", "A5:B7")),
    Spellings("tabal-gj", T2, "a5xe5xe7xc7", ("a5xe5xe7xc7", "a5c7", "a5xe7xc7")),
    Spellings("tapal", M1, "c3xc5", ("c3xc5", "c3c5", "13x3", "13 3", "c3 makan c5")),
    Spellings("tapal", M1, "c3-e1", ("c3-e1", "c3e1", "13-25", "13 to 25")),
    Spellings(
        "tapal",
        DROPPING,
        "@c3",
        (
            "c3",
            "C3",
            "@c3",
            "+c3",
            "drop c3",
            "letak c3",
            "G@c3",
            "g@C3",
            "goat c3",
            "kambing di c3",
            "goat at c3",
        ),
    ),
    Spellings(
        "tapal",
        PLACING,
        "T@b2,T@d4",
        ("T@b2,T@d4", "t@b2 t@d4", "b2 d4", "d4 b2", "b2d4", "b2,d4", "@d4@b2", "+b2 +d4", "17 9", "tiger b2 d4"),
    ),
    Spellings("international", "", "b4-a5", ("31-26", "31 26", "b4a5")),
    Spellings("canadian", "", "a5-b6", ("a5-b6", "43-37")),
    Spellings("english", "", "b6-a5", ("b6-a5", "9-13", "b6a5")),
    Spellings("russian", "", "c3-d4", ("c3-d4", "c3:d4", "22-18")),
    Spellings("brazilian", "", "c3-d4", ("c3-d4", "22-18")),
    Spellings("rimau", "", "~b4,~c5,~d6", ("~b4 ~c5 ~d6", "b4 c5 d6", "d6,b4,c5", "b4c5d6", "23 19 15")),
    Spellings("rimau-dua", "", "~b4,~c5,~d6,c3@a9", ("~b4 ~c5 ~d6 c3@a9", "d6 c5 b4 c3 a9", "~b4,~c5,~d6,c3-a9")),
    Spellings("rimau-rimau-b", "", "~c4", ("c4", "~c4")),
    Spellings("bagh-chal", "", "@c3", ("c3", "goat c3", "G@c3")),
    Spellings("bagh-chal-no-repeating", "", "@c3", ("c3", "goat c3")),
    Spellings("tapal-15", "", "T@b2,T@d4", ("b2 d4", "T@b2 T@d4", "harimau b2 d4")),
    Spellings("tapak-1919", "", "@b3", ("b3", "@b3", "+b3", "kambing b3")),
    Spellings("tapak-1919", "2G2/5/2T{2}2/5/2G2 t G22 0 1", "c3-a1", ("c3a1", "c3 a1", "tiger c3 a1", "13-21")),
    Spellings("adugo", "1GGGG/GGGGG/G1G1G/3G1/1TG2/3/3 t - 0 1", "b3xd3", ("b3xd3", "b3 d3", "jaguar b3 d3")),
    Spellings("adugo", "1GGGG/GGGGG/G1G1G/3G1/1TG2/3/3 t - 0 1", "b3xd3xd5", ("b3xd3xd5", "b3 d5")),
    Spellings("adugo-single", "", "c5-c4", ("c5c4", "onca c5 c4")),
    Spellings("catch-the-hare", "", "b2-b3", ("b2 b3", "hunter b2 b3", "pemburu b2 b3")),
    Spellings("catch-the-hare-single", "", "b2-b3", ("b2b3",)),
    Spellings("sholo-guti", "", "c4-c5", ("c4c5", "24-19")),
    Spellings("16 soldiers", "", "c4-c5", ("c4c5",)),
    Spellings("sixteen-soldiers-huff", "", "c4-c5", ("c4c5",)),
    Spellings("qirkat", "", "b2-c3", ("b2c3", "17-13")),
    Spellings("alquerque-huff", "", "b2-c3", ("b2c3",)),
    Spellings("alquerque-bell", "", "b2-c3", ("b2c3",)),
    Spellings("alquerque-free", "", "b2-c3", ("b2c3",)),
    Spellings("damdas", "", "c4-c5", ("c4c5",)),
    Spellings("komikan", "", "e11-e10", ("e11e10", "e11 e10", "puma e11 e10", "8-12")),
    Spellings("komikan-forward", "", "e11-e10", ("e11e10",)),
    Spellings("buga-shadara", "", "c3-b2", ("c3b2", "buga c3 b2", "rusa c3 b2")),
    Spellings("bagh-bandi", "", "b2-b3", ("b2b3", "goat b2 b3")),
    Spellings("sher-bakar", "", "b2-b3", ("b2b3",)),
    Spellings("bagh-bandi-32", "", "T@a1,T@a3", ("a1 a3", "T@a1 T@a3")),
    Spellings("main-dam", "", "c3-d4", ("c3d4", "22-18")),
    Spellings("dama-kenya", "", "c3-c4", ("c3c4", "43-35")),
    Spellings("dama-comoros", "", "b2-c3", ("b2c3",)),
    Spellings("dama-comoros-strict", "", "b2-c3", ("b2c3",)),
    Spellings("solomon", "", "e2-e4", ("e2e4", "16-10")),
    Spellings("omni-draughts", "", "c3-d4", ("c3d4",)),
    Spellings("omni-draughts-6", "", "c2-d3", ("c2d3",)),
    Spellings("omni-draughts-10", "", "c4-d5", ("c4d5",)),
    Spellings("dutch-queens", "", "c3-d4", ("c3d4",)),
    Spellings("dutch-queens-20", "", "b4-c5", ("b4c5",)),
]


@pytest.mark.parametrize(
    ("game", "position", "text", "move"),
    [(row.game, row.position, text, row.move) for row in TABLE for text in (row.move, *row.texts)],
)
def test_accepted_spellings(game: str, position: str, text: str, move: str) -> None:
    assert read(game, position, text) == move


def test_every_released_game_is_in_the_table() -> None:
    assert {find_ruleset(row.game).key for row in TABLE} >= set(RELEASED)


class TestNothingIsChosenSilently:
    """Routes that differ in a landing are different moves (docs/rules/notation.md#moves); a short form fits one."""

    def test_two_routes_that_take_the_same_pieces(self) -> None:
        assert choices("tabal", T3, "c7xc7") == ["c7xa9xe9xc7", "c7xe9xa9xc7"]
        assert choices("tabal", T3, "c7 a9 c7") == ["c7xa9xe9xc7", "c7xe9xa9xc7"]
        assert read("tabal", T3, "c7xa9xe9xc7") == "c7xa9xe9xc7"
        assert read("tabal", T3, "c7 e9 a9 c7") == "c7xe9xa9xc7"

    @pytest.mark.parametrize(
        ("game", "position", "short", "routes"),
        [
            ("dam-8-strict", "4/K1m1/4/4/1mm1/3m/4/m3 w", "a7xd8", ["a7xe3xg5xd8", "a7xf2xh4xd8"]),
            ("tabal", "3/3/2m2/mm3/5/2mK1/5/2m/3 w", "d4xe1", ["d4xa7xa5xe1", "d4xb4xe1"]),
            ("tabal-gj", "K1m/m2/5/5/2m2/m4/5/m2/3 w", "a9xa1", ["a9xc7xc3xa1", "a9xe5xa1"]),
        ],
    )
    def test_two_routes_that_take_other_pieces(self, game: str, position: str, short: str, routes: list[str]) -> None:
        assert choices(game, position, short) == routes
        assert [read(game, position, route) for route in routes] == routes

    def test_every_landing_written_out_is_that_route_though_another_has_the_same_ends(self) -> None:
        position = "3/3/2m2/1K3/2mm1/1m3/5/3/3 w"
        assert read("tabal-gj", position, "b6xb3") == "b6xb3"
        assert read("tabal-gj", position, "b6xd4xb3") == "b6xd4xd7xb7xb3"

    @pytest.mark.parametrize("text", ["c3", "~c3", "~22", "~c3!"])
    def test_naming_the_forfeited_piece_leaves_the_move_to_choose(self, text: str) -> None:
        moves = choices("dam-8", C1_DECLINED, text)
        assert moves == [f"~c3,{quiet}" for quiet in ("b4-a3", "b4-c3", "d4-c3", "d4-e3", "f6-e5", "f6-g5", "g3-f2")]

    def test_a_move_without_the_forfeited_piece_leaves_the_piece_to_choose(self) -> None:
        assert choices("dam-8", C1_DECLINED, "b4-a3") == ["~c3,b4-a3", "~h2,b4-a3,~a3"]

    def test_one_tiger_leaves_the_other_to_choose(self) -> None:
        assert choices("tapal", PLACING, "b2") == [
            f"T@b2,T@{other}" for other in ["b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4"]
        ]
        assert choices("tapal", PLACING, "b2 b2") == choices("tapal", PLACING, "b2")


class TestOnePoint:
    """A destination alone is confirmed, never played at once; several candidates are shown."""

    @pytest.mark.parametrize(
        ("game", "position", "text", "move"),
        [
            ("dam-8", C1, "g7", "c3xe5xg7"),
            ("dam-8", C1, "b2", "a1-b2"),
            ("dam-8", C1, "h2", "h2xf4"),
            ("tabal", T2, "d5", "a5xd5"),
            ("tabal-gj", T2, "makan c7!", "a5xe5xe7xc7"),
            ("tapal", M1, "d2", "c3-d2"),
            ("dam-8", C2, "d4", "c3-d4,~d4"),
        ],
    )
    def test_the_only_move_there_is_asked_about(self, game: str, position: str, text: str, move: str) -> None:
        ruleset = find_ruleset(game)
        with pytest.raises(UnsureMove) as caught:
            parse_move(ruleset, parse_position(ruleset, position), text)
        assert format_move(ruleset, caught.value.move) == move

    def test_several_moves_there_are_shown(self) -> None:
        assert choices("tabal", find_ruleset("tabal").start, "c5") == ["b4-c5", "c4-c5", "d4-c5"]

    def test_several_moves_from_there_are_shown(self) -> None:
        assert choices("tabal", find_ruleset("tabal").start, "b4") == ["b4-a5", "b4-b5", "b4-c5"]
        assert choices("tapal", M1, "b4") == ["a5-b4", "c3-b4"]

    def test_after_the_forfeited_piece_only_its_moves_are_meant(self) -> None:
        assert choices("dam-8", C1_DECLINED, "~c3 d4") == ["~c3,d4-c3", "~c3,d4-e3"]


class TestShownList:
    """A number alone is a line of the list that was just shown to this person; more numbers are points."""

    def shown(self, text: str, *listed: str) -> str:
        ruleset = find_ruleset("dam-8")
        position = parse_position(ruleset, C1)
        moves = {format_move(ruleset, move): move for move in legal_moves(ruleset, position)}
        return format_move(ruleset, parse_move(ruleset, position, text, [moves[move] for move in listed]).move)

    @pytest.mark.parametrize(
        ("text", "move"), [("1", "h2xf4"), ("2", "a1-b2"), ("3", "c3xe5xg7"), (" ３. ", "c3xe5xg7")]
    )
    def test_the_number_in_the_list(self, text: str, move: str) -> None:
        assert self.shown(text, "h2xf4", "a1-b2", "c3xe5xg7") == move

    @pytest.mark.parametrize("number", ["8", "0", "25.", "200"])
    def test_beyond_the_list_it_is_none_of_it(self, number: str) -> None:
        with pytest.raises(NotListed) as caught:
            self.shown(number, "h2xf4", "a1-b2", "c3xe5xg7")
        assert (caught.value.number, caught.value.count) == (int(float(number)), 3)

    def test_without_a_list_it_is_nothing(self) -> None:
        with pytest.raises(NotListed) as caught:
            self.shown("3")
        assert caught.value.count == 0

    def test_one_of_the_pieces_to_be_forfeited_is_not_named_by_its_number(self) -> None:
        ruleset = find_ruleset("dam-8")
        position = parse_position(ruleset, C1_DECLINED)
        number = ruleset.board.number(ruleset.board.index["c3"])
        with pytest.raises(NotListed):
            parse_move(ruleset, position, str(number))

    def test_two_numbers_are_points(self) -> None:
        assert self.shown("28 19", "c3xe5xg7") == "h2xf4"

    def test_a_list_of_another_position_is_not_trusted(self) -> None:
        ruleset = find_ruleset("tabal")
        start, elsewhere = parse_position(ruleset, ruleset.start), parse_position(ruleset, T2)
        with pytest.raises(MoveError):
            parse_move(ruleset, start, "1", legal_moves(ruleset, elsewhere))

    def test_while_goats_are_dropped_a_number_is_a_line_of_the_list_too(self) -> None:
        ruleset = find_ruleset("tapal")
        position = parse_position(ruleset, DROPPING)
        shown = legal_moves(ruleset, position)[:5]
        assert parse_move(ruleset, position, "2", shown).move == shown[1]
        for number, listed in (("7", shown), ("7", ())):
            with pytest.raises(NotListed):
                parse_move(ruleset, position, number, listed)

    @pytest.mark.parametrize("text", ["-1", "goat 7", "-7-", "di 7"])
    @pytest.mark.parametrize("game", ["tapal", "dam-8"])
    def test_the_number_of_a_point_alone_is_no_point(self, game: str, text: str) -> None:
        ruleset = find_ruleset(game)
        position = parse_position(ruleset, DROPPING if game == "tapal" else C1)
        with pytest.raises(InvalidMove):
            parse_move(ruleset, position, text)


class TestConsent:
    """Declining a capture has a price; ``!`` at the end, or the forfeit spelled out, accepts it."""

    @pytest.mark.parametrize(
        ("text", "consent"),
        [
            *((text, True) for text in ["c3-d4!", "c3-d4 !", "c3-d4!.", "22-18!", "c3-d4,~d4"]),
            *((text, False) for text in ["c3-d4", "c3-d4!?", "!c3-d4"]),
        ],
    )
    def test_the_price_is_accepted(self, text: str, consent: bool) -> None:
        ruleset = find_ruleset("dam-8")
        played = parse_move(ruleset, parse_position(ruleset, C2), text)
        assert format_move(ruleset, played.move) == "c3-d4,~d4"
        assert played.consent is consent


class TestUnreadable:
    @pytest.mark.parametrize(
        ("game", "text", "unknown"),
        [
            *(
                ("tabal", text, "")
                for text in ["", " ", "!", "x", "~", "=", "hello", "/move", "c4-hello", "c4-24", "c4c"]
            ),
            *(("dam-8", text, "") for text in ["+c3", "@c3", "c3-22", "2218", "~~c3", "a1-~b2-c3"]),
            ("tabal", "c4-c10", "c10"),
            ("tabal", "b1-c4", "b1"),
            ("tabal", "c4-z9", "z9"),
            ("tabal", "0-1", "0"),
            ("dam-8", "b1-c2", "b1"),
            ("dam-8", "a9", "a9"),
            ("dam-8", "33-29", "33"),
            ("dam", "a13-b12", "a13"),
            ("tapal", "f3", "f3"),
        ],
    )
    def test_it_is_said_and_what_looks_like_it_is_offered(self, game: str, text: str, unknown: str) -> None:
        ruleset = find_ruleset(game)
        position = parse_position(ruleset, ruleset.start)
        with pytest.raises(InvalidMove) as caught:
            parse_move(ruleset, position, text)
        assert caught.value.unknown == unknown
        assert caught.value.text == text
        assert len(caught.value.nearest) == NEAREST
        assert set(caught.value.nearest) <= set(legal_moves(ruleset, position))

    def test_a_text_without_end_is_no_move(self) -> None:
        ruleset = find_ruleset("tabal")
        position = parse_position(ruleset, ruleset.start)
        move = parse_move(ruleset, position, "c4" + " " * (LONGEST_TYPED - 4) + "c5").move
        assert parse_move(ruleset, position, "c4" + " to" * 300 + " c5" + "\n" * LONGEST_TYPED).move == move
        with pytest.raises(InvalidMove) as caught:
            parse_move(ruleset, position, "c4" + " " * (LONGEST_TYPED - 3) + "c5")
        assert caught.value.nearest[0] == move

    def test_the_nearest_come_first(self) -> None:
        ruleset = find_ruleset("tabal")
        with pytest.raises(InvalidMove) as caught:
            parse_move(ruleset, parse_position(ruleset, ruleset.start), "c4-c5z")
        assert format_move(ruleset, caught.value.nearest[0]) == "c4-c5"


LOOKED_UP = 20_000
"""Moves that are compared while those of a position are read back; an opening may be one of thousands."""


@settings(max_examples=examples(150))
@given(anywhere())
def test_every_move_is_read_back_from_every_style_of_text(given_position: tuple[Ruleset, Position]) -> None:
    ruleset, position = given_position
    legal = legal_moves(ruleset, position)
    for move in legal[:: 1 + len(legal) ** 2 // LOOKED_UP]:
        for style in Style:
            text = format_move(ruleset, move, style)
            for spelled in (text, text.upper(), text.replace("-", " ").replace("x", ":"), f"{text}!"):
                assert parse_move(ruleset, position, spelled).move == move, spelled


@settings(max_examples=examples(150))
@given(anywhere())
def test_the_ends_alone_play_only_what_they_alone_can_mean(given_position: tuple[Ruleset, Position]) -> None:
    ruleset, position = given_position
    legal = [move for move in legal_moves(ruleset, position) if move.path and not move.removed]
    ends = sorted({(move.origin, move.target) for move in legal})
    for start, end in ends[:: 1 + len(ends) * len(legal) // LOOKED_UP]:
        meant = [move for move in legal if (move.origin, move.target) == (start, end)]
        spelled_out = [move for move in meant if len(move.path) == 2]
        wanted = spelled_out or meant
        text = f"{ruleset.board.points[start]} {ruleset.board.points[end]}"
        asked = None
        try:
            found = {parse_move(ruleset, position, text).move}
        except AmbiguousMove as error:
            asked, found = error, {*error.moves}
        if found:
            assert found == set(wanted)
            assert (asked is None) == (len(wanted) == 1)
        else:  # too many to be listed: they are to be walked from the start of the piece
            assert asked
            assert len(legal) > FITTING
            assert first_choice(ruleset, position).after(asked.picked)
            assert asked.picked in ((start,), ())


ALMOST_MOVES = st.text(alphabet="abcdefghijklmz0123456789 x-~@+!,.:/GT", max_size=20)


@settings(max_examples=examples(400))
@given(anywhere(), st.one_of(ALMOST_MOVES, st.text(max_size=30)))
def test_no_text_is_more_than_a_move_or_a_move_error(given_position: tuple[Ruleset, Position], text: str) -> None:
    ruleset, position = given_position
    shown = first_choice(ruleset, position).some(3)
    try:
        played = parse_move(ruleset, position, text, shown)
    except MoveError:
        return
    assert isinstance(played, Played)
    assert played.move in legal_moves(ruleset, position)


def test_the_words_for_pieces_are_those_of_the_game() -> None:
    """``goat c3`` says something where goats are played, and nothing elsewhere."""
    adugo = start_position(ADUGO)
    assert format_move(ADUGO, parse_move(ADUGO, adugo, "jaguar c5 c4").move) == "c5-c4"
    for ruleset, typed in ((ADUGO, "tiger c5 c4"), (find_ruleset("tabal"), "goat c4 c5")):
        with pytest.raises(InvalidMove):
            parse_move(ruleset, start_position(ruleset), typed)
