"""Positions and whole games as text, as docs/rules/notation.md writes them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.record
from engine.foreign_position import parse_pdn_position, read_position
from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.notation import Style, format_move
from engine.parser import parse_move
from engine.position import InvalidPosition, Position, format_position, parse_position, start_position
from engine.record import InvalidRecord, format_record, parse_record, result_of
from engine.ruleset import Ending, Ruleset
from tests.engine.positions import anywhere, as_pdn, games
from tests.suites import examples

C1 = "4/4/2m1/4/mm2/1M1m/3M/M3 w - 0 1"
WANDER = "K2/3/5/5/5/5/5/3/2k w - 0 1"


def at(game: str, text: str) -> Position:
    return parse_position(find_ruleset(game), text)


def played(game: str, position: str, *moves: str) -> Game:
    ruleset = find_ruleset(game)
    so_far = Game.begin(ruleset, parse_position(ruleset, position) if position else None)
    for move in moves:
        so_far = so_far.play(parse_move(ruleset, so_far.position, move).move)
    return so_far


class TestPositionText:
    @pytest.mark.parametrize(
        ("game", "text"),
        [
            ("tabal", "mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM w - 0 1"),
            ("tabal-gj", "mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM w - 0 1"),
            ("tapal", "5/5/5/5/5 t T2G18 0 0"),
            ("dam-8", "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1"),
            ("dam", "/".join(["mmmmmm"] * 5 + ["6", "6"] + ["MMMMMM"] * 5) + " w - 0 1"),
        ],
    )
    def test_the_starts(self, game: str, text: str) -> None:
        ruleset = find_ruleset(game)
        assert format_position(ruleset, start_position(ruleset)) == text

    def test_after_the_set_up(self) -> None:
        game = played("tapal", "", "T@b2,T@d4")
        assert format_position(game.ruleset, game.position) == "5/3T1/5/1T3/5 g G18 0 1"

    def test_the_pending_forfeit_stands_last(self) -> None:
        game = played("dam-8", C1, "a1-b2")
        assert format_position(game.ruleset, game.position) == "4/4/2m1/4/mm2/1M1m/M2M/4 b - 1 1 f:c3,h2"

    def test_the_counters(self) -> None:
        """Plies since the last capture or drop, and the number of the move, which grows when White is to move."""
        texts = [
            format_position(game.ruleset, position).split(maxsplit=1)[1]
            for game in [played("tabal", WANDER, "a9-c9", "e1-c1", "c9-a9")]
            for position in game.positions
        ]
        assert texts == ["w - 0 1", "b - 1 1", "w - 2 2", "b - 3 2"]

    @pytest.mark.parametrize("short", ["w", "w -", "W", "w - 0 1", "  w   -  "])
    def test_counters_and_an_empty_hand_may_be_left_out(self, short: str) -> None:
        assert at("tabal", f"{WANDER.split()[0]} {short}") == at("tabal", WANDER)

    def test_a_hand_that_is_not_empty_is_kept(self) -> None:
        position = at("tapal", "5/3T1/5/1T3/5 g G18")
        assert position.hand == (("G", 18),)
        assert (position.quiet, position.number) == (0, 1)
        assert at("tapal", "5/3T1/5/1T3/5 g").hand == ()
        assert at("tapal", "5/5/5/5/5 t G18T2") == at("tapal", "5/5/5/5/5 t T2G18")

    @pytest.mark.parametrize("fields", ["b f:c3,h2", "b - f:h2,c3", "b - 1 1 f:c3,h2"])
    def test_a_pending_forfeit_may_follow_any_field(self, fields: str) -> None:
        ruleset = find_ruleset("dam-8")
        assert at("dam-8", f"4/4/2m1/4/mm2/1M1m/M2M/4 {fields}").pending == (
            ruleset.board.index["c3"],
            ruleset.board.index["h2"],
        )

    @pytest.mark.parametrize(
        ("game", "text", "says"),
        [
            ("tabal", "", "a position needs a board and a side to move"),
            ("tabal", "3/3/5/5/5/5/5/3/3", "a position needs a board and a side to move: 3/3/5/5/5/5/5/3/3"),
            ("tabal", "3/3/5/5/5/5/5/3 w", "the board has 9 ranks, not 8"),
            ("tabal", "3/3/5/5/5/5/5/3/3/3 w", "the board has 9 ranks, not 10"),
            ("tabal", "3/3/5/5/4/5/5/3/3 w", "rank 5 has 5 points: 4"),
            ("tabal", "4/3/5/5/5/5/5/3/3 w", "rank 9 has 3 points: 4"),
            ("tabal", "3/3/5/5/5/5/5/3/MMMM w", "rank 1 has 3 points: MMMM"),
            ("tabal", "3/3/5/5/99999/5/5/3/3 w", "rank 5 has 5 points"),
            ("tabal", f"3/3/5/5/{'9' * 5000}/5/5/3/3 w", "rank 5 has 5 points"),
            ("tabal", "3/3/5/5/2x2/5/5/3/3 w", "no such piece in this game: x"),
            ("tabal", "3/3/5/5/2T2/5/5/3/3 w", "no such piece in this game: T"),
            ("tabal", "3/3/5/5/5/5/5/3/3 x", "the side to move is w or b: x"),
            ("tapal", "5/5/5/5/5 w", "the side to move is g or t: w"),
            ("tabal", "3/3/5/5/5/5/5/3/3 w M1", "no such piece in hand in this game: M"),
            ("tapal", "5/5/5/5/5 t T2T2", "no such piece in hand in this game: T"),
            ("tapal", "5/5/5/5/5 t TT", "the hand is written as G18, or - for none: TT"),
            ("tapal", "5/5/5/5/5 t T3", "there are only 2 such pieces: T"),
            ("tapal", "5/3T1/5/1T3/5 g T1", "there are only 2 such pieces: T"),
            ("tapal", "5/3T1/2G2/1T3/5 g G22", "there are only 22 such pieces: G"),
            ("adugo", "T4/5/2T2/5/5/3/3 t", "there are only 1 such pieces: T"),
            ("catch-the-hare", "GGGGG/GGGGG/2T2/GGG2/5 g", "there are only 12 such pieces: G"),
            ("bagh-bandi", "2T2/1G{6}3/5/5/2T2 g", "at most 5 pieces stand there: G{6} on b4"),
            ("bagh-bandi", "2T2/5/2G{2}2/5/2T2 g", "no such pieces stand on one another there: G{2} on c3"),
            ("bagh-bandi", "2T{2}2/5/5/5/5 g", "no such pieces stand on one another there: T{2} on c5"),
            ("tapak-1919", "5/5/2G{2}2/5/5 t G20", "no such pieces stand on one another there: G{2} on c3"),
            ("tapak-1919", "5/T{2}4/5/5/5 t G20", "no such pieces stand on one another there: T{2} on a4"),
            ("rimau-rimau-b", "3/3/2T2/5/5/1GGG1/2T2/3/3 g ~1G14", "only the side that begins takes pieces off: g"),
            ("tabal", "3/3/5/5/5/5/5/3/3 w - 0", "a position has a board, a side, a hand and two counters"),
            ("tabal", "3/3/5/5/5/5/5/3/3 w - 0 1 2", "a position has a board, a side, a hand and two counters"),
            ("tabal", "3/3/5/5/5/5/5/3/3 w - 0 x", "a counter is a whole number: x"),
            ("tabal", "3/3/5/5/5/5/5/3/3 w - -1 1", "a counter is a whole number: -1"),
            ("tabal", "3/3/5/5/2m2/5/5/3/3 w f:c5", "no piece is forfeited in this game"),
            ("dam-8", "4/4/2m1/4/mm2/1M1m/M2M/4 b f:c4", "no such point on this board: c4"),
            ("dam-8", "4/4/2m1/4/mm2/1M1m/M2M/4 b f:", "no such point on this board"),
            ("dam-8", "4/4/2m1/4/mm2/1M1m/M2M/4 b f:b4", "only a piece of the other side can be forfeited: b4"),
            ("dam-8", "4/4/2m1/4/mm2/1M1m/M2M/4 b f:a1", "only a piece of the other side can be forfeited: a1"),
        ],
    )
    def test_what_cannot_be_read_is_named(self, game: str, text: str, says: str) -> None:
        with pytest.raises(InvalidPosition) as caught:
            at(game, text)
        assert str(caught.value).startswith(says)
        assert "\n" not in str(caught.value)

    @settings(max_examples=examples(300))
    @given(
        anywhere(), st.integers(0, 99), st.one_of(st.text(max_size=3), st.sampled_from("0123456789/mMkKTGwbtg -f:,\n"))
    )
    def test_a_damaged_text_is_a_position_or_refused(
        self, given_position: tuple[Ruleset, Position], place: int, patch: str
    ) -> None:
        ruleset, position = given_position
        text = format_position(ruleset, position)
        damaged = text[: place % len(text)] + patch + text[place % len(text) + 1 :]
        try:
            read = parse_position(ruleset, damaged)
        except InvalidPosition:
            return
        assert parse_position(ruleset, format_position(ruleset, read)) == read


class TestPdnPosition:
    @pytest.mark.parametrize(
        ("game", "pdn", "text"),
        [
            ("dam-8", "W:Wa1,c3,h2:Bb4,d4,f6,g3", C1),
            ("dam-8", "W:W29,22,28:B17,18,11,24", C1),
            ("dam-8", "b:Wa1,Kc3:Bb8", "m3/4/4/4/4/1K2/4/M3 b"),
            ("dam-8", "B:B1-12:W21-32.", "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM b"),
            ("dam", "W:Wk5,Kk1:BKk11", "6/5k/6/6/6/6/6/5M/6/6/6/5K w"),
            ("tabal", "W:WKa5:Bc5,c6,d7,e6", "3/3/3m1/2m1m/K1m2/5/5/3/3 w"),
            ("international", "W:W31-50:B1-20", find_ruleset("international").start),
            ("international", "W:W31-50:B1-20:H0:F1", find_ruleset("international").start),
            (
                "international",
                "B:B1-20:W31-50:H3:F17.",
                find_ruleset("international").start.replace("w - 0 1", "b - 3 17"),
            ),
            ("international", " W : W31 - 50 , 30:B1, 2 ", "mm3/5/5/5/5/4M/MMMMM/MMMMM/MMMMM/MMMMM w"),
            ("international", "W:Wk50:Bk1,K2", "kk3/5/5/5/5/5/5/5/5/4K w"),
            ("international", '[FEN "W:W50:B1"]', "m4/5/5/5/5/5/5/5/5/4M w"),
            ("canadian", "W:Wk5,72:B1", "m3K1/6/6/6/6/6/6/6/6/6/6/5M w"),
        ],
    )
    def test_read(self, game: str, pdn: str, text: str) -> None:
        assert read_position(find_ruleset(game), pdn) == at(game, text)

    @given(anywhere())
    def test_boards_come_back(self, given_position: tuple[Ruleset, Position]) -> None:
        ruleset, position = given_position
        board = replace(position, hand=(), pending=(), quiet=0, number=1, opening=0)
        assert parse_pdn_position(ruleset, as_pdn(ruleset, board)) == board

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "a PDN position looks like W:W21,22,K30:B1,2"),
            ("W:Wa1", "a PDN position looks like"),
            ("X:Wa1:Bb8", "a PDN position looks like"),
            ("W:Xa1:Bb8", "a list of pieces begins with W or B: Xa1"),
            ("W:Wa2:Bb8", "no such point on this board: a2"),
            ("W:W33:Bb8", "no such point on this board: 33"),
            ("W:W0:Bb8", "no such point on this board: 0"),
            (f"W:W{'1' * 5000}:Bb8", "no such point on this board"),
            ("W:W1 2:B3", "no such point on this board: 1 2"),
            ("W:W1:W2", "there are two lists for one side: W2"),
            ("W:W1:B2:H1x", "a PDN position looks like"),
            ("W:W32-21:B1", "a range begins with its lower number: 32-21"),
        ],
    )
    def test_what_cannot_be_read_is_named(self, text: str, says: str) -> None:
        with pytest.raises(InvalidPosition) as caught:
            parse_pdn_position(find_ruleset("dam-8"), text)
        assert str(caught.value).startswith(says)

    def test_a_game_without_kings(self) -> None:
        with pytest.raises(InvalidPosition, match="this game has no kings"):
            parse_pdn_position(find_ruleset("tapal"), "G:GKa1:Tb2")


class TestRecordText:
    def test_as_the_rules_write_it(self) -> None:
        game = played("dam-8", "4/4/2m1/4/mm2/1M1m/3M/M3 w - 0 1", "a1-b2", "~c3,b4-a3")
        assert format_record(game, {"Event": 'Kampung "open"', "White": "Adi", "Black": "Siti"}) == (
            '[Event "Kampung \\"open\\""]\n'
            '[White "Adi"]\n'
            '[Black "Siti"]\n'
            '[Ruleset "malaysian-checkers-8@1"]\n'
            '[SetUp "1"]\n'
            '[FEN "4/4/2m1/4/mm2/1M1m/3M/M3 w - 0 1"]\n'
            '[Result "*"]\n'
            "\n"
            "1. a1-b2 ~c3 b4-a3 *\n"
        )

    def test_an_automatic_forfeit_is_written_too(self) -> None:
        game = played("dam-8", "4/4/2m1/4/m3/1M2/4/2M1 w - 0 1", "e1-d2", "f6-e5")
        assert "1. e1-d2 ~c3 f6-e5 *" in format_record(game, {})
        assert parse_record(format_record(game, {})).game == game

    def test_comments_stand_behind_their_turns(self) -> None:
        game = played("dam-8", "4/4/2m1/4/m3/1M2/4/2M1 w - 0 1", "e1-d2", "f6-e5")
        text = format_record(game, {}, ["[%clk 0:01:00]", "a {brace}\nand ;more"])
        assert text.endswith("\n1. e1-d2 ~c3 {[%clk 0:01:00]} f6-e5 {a {brace) and ;more} *\n")
        assert format_record(game, {}, ["", "late"]).endswith("\n1. e1-d2 ~c3 f6-e5 {late} *\n")
        assert parse_record(text).game == game

    def test_the_set_up_comes_before_the_first_move(self) -> None:
        game = played("tapal", "", "T@b2,T@d4", "@c3", "b2-a1")
        text = format_record(game, {})
        assert '[Sides "G,T"]' in text
        assert text.endswith("0... T@b2,T@d4 1. @c3 b2-a1 *\n")
        assert parse_record(text).game == game

    def test_black_begins_english_draughts(self) -> None:
        assert "\n1. b6-a5 a3-b4 *" in format_record(played("english", "", "b6-a5", "a3-b4"), {})

    def test_game_types_of_pdn_stand_only_where_there_is_one(self) -> None:
        types = {"international": 20, "english": 21, "russian": 25, "brazilian": 26, "canadian": 27}
        for game, number in types.items():
            assert f'[GameType "{number}"]' in format_record(Game.begin(find_ruleset(game)), {})
        for game in ("tabal", "tabal-gj", "tapal", "dam", "dam-8", "dam-strict", "dam-8-strict"):
            assert "GameType" not in format_record(Game.begin(find_ruleset(game)), {})

    def test_results(self) -> None:
        game = played("tabal", WANDER)
        assert result_of(game) == "*"
        assert result_of(game.resign(0)) == "0-1"
        assert result_of(game.resign(1)) == "1-0"
        assert result_of(game.agree()) == "1/2-1/2"

    @pytest.mark.parametrize("game", ["tabal", "tabal-gj", "dam-8"])
    def test_a_game_lost_on_time_says_so(self, game: str) -> None:
        for side, result in enumerate(("0-1", "1-0")):
            late = Game.begin(find_ruleset(game)).forfeit(side, Ending.TIME)
            text = format_record(late, {})
            assert f'[Result "{result}"]\n[Termination "time forfeit"]' in text
            assert parse_record(text).game == late
        given_up = Game.begin(find_ruleset(game)).resign(0)
        assert '[Termination "resignation"]' in format_record(given_up, {})
        assert parse_record(format_record(given_up, {})).game == given_up

    def test_time_did_not_end_a_game_that_goes_on_or_is_over_by_its_moves(self) -> None:
        text = '[Ruleset "tabal"]\n[Termination "time forfeit"]\n[FEN "3/3/5/5/2m2/2M2/5/3/3 w"]\n\n'
        assert parse_record(text + "*").game.outcome is None
        assert parse_record(text + "1. c4xc6 1-0").game.outcome == Outcome(Ending.NO_PIECES, 0)

    @pytest.mark.parametrize("game", ["tabal", "dam-8"])
    def test_what_the_moves_do_not_tell_is_in_the_result(self, game: str) -> None:
        begun = Game.begin(find_ruleset(game))
        for over in (begun.resign(0), begun.resign(1), begun.agree()):
            assert parse_record(format_record(over, {})).game == over

    def test_an_agreed_stop_of_globe_joueur_is_a_count_off(self) -> None:
        game = played("tabal-gj", "K1K/3/5/5/5/5/5/3/2k w - 0 1").agree()
        assert game.outcome == Outcome(Ending.COUNT_OFF, 0)
        assert parse_record(format_record(game, {})).game == game
        given_up = played("tabal-gj", "K1K/3/5/5/5/5/5/3/2k w - 0 1").resign(0)
        assert parse_record(format_record(given_up, {})).game == given_up

    def test_an_automatic_end_needs_no_result(self) -> None:
        game = played("dam-8", "4/4/4/4/4/1m2/3M/4 b - 0 1", "c3-d2", "h2-g3", "d2-c1")
        text = format_record(game, {})
        assert parse_record(text.replace(" *\n", "\n")).game == game

    @pytest.mark.parametrize(
        "movetext",
        [
            "1. c4-c5 c6xc4 2. c3xc5 *",
            "1.c4-c5 c6xc4 2.c3xc5",
            "c4-c5 c6xc4 c3xc5",
            "1. C4-C5 C6xC4 2. C3:C5 *",
            "1. 24-19 14x24 2. 29x19 *",
            "{a comment} 1. c4-c5 {forced} 1... c6xc4 2. c3xc5 *",
            "1. c4-c5 c6xc4 ; to the end of the line 9. e4-e5\n2. c3xc5".replace("c6xc4 ;", "c6xc4\n;"),
            "1.\nc4-c5\n\nc6xc4\n2. c3xc5\n*\n",
        ],
    )
    def test_read_in_many_ways(self, movetext: str) -> None:
        text = f'[Ruleset "tabal"]\n\n{movetext}'
        assert parse_record(text).game == played("tabal", "", "c4-c5", "c6xc4", "c3xc5")

    def test_short_captures_and_comments_in_tags(self) -> None:
        record = parse_record(
            '[White "A \\"B\\" \\\\ C"]\n[Ruleset "DAM 8@1"]\n[SetUp "1"]\n[FEN "' + C1 + '"]\n\n1. c3xg7'
        )
        assert record.tags["White"] == 'A "B" \\ C'
        assert format_move(record.game.ruleset, record.game.moves[0]) == "c3xe5xg7"

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", 'the record needs a tag [Ruleset "..."] with the key of a game'),
            ("1. c4-c5", 'the record needs a tag [Ruleset "..."]'),
            ('[Ruleset "chess"]\n\n1. e4', 'the record needs a tag [Ruleset "..."]'),
            ('[Ruleset "tabal"]\n[FEN "3/3 w"]\n\n*', "the tag FEN: the board has 9 ranks, not 2"),
            ('[Ruleset "tabal"]\n\n1. c4-c6', "turn 1: c4-c6 is not a legal move"),
            ('[Ruleset "tabal"]\n\n1. c4-c5 a6-a5', "turn 2: a6-a5 is not a legal move"),
            ('[Ruleset "tabal"]\n\n1. c4-c5 c6xc4 2. hello c3xc5', "turn 3: hello is not a legal move"),
            ('[Ruleset "tabal"]\n\n1. b5', "turn 1: b5 is not a legal move"),
            ('[Ruleset "tabal"]\n\n1. a5', "turn 1: a5 can be a4-a5 or b4-a5"),
            (
                '[GameType "21"]\n[FEN "B:W6,7,14,15:B2"]\n\n1. 2x18',
                "turn 1: 2x18 can be 2x9x18 or 2x11x18",
            ),
            (f'[Ruleset "dam-8"]\n[FEN "{C1}"]\n\n1. a1-b2 b4-a3', "turn 2: b4-a3 can be ~c3,b4-a3 or ~h2,b4-a3,~a3"),
            (f'[Ruleset "dam-8"]\n[FEN "{C1}"]\n\n1. a1-b2 ~c3', "turn 2: ~c3 is not a legal move"),
            (
                '[Ruleset "tabal"]\n[FEN "3/3/5/5/2m2/2M2/5/3/3 w"]\n\n1. c4xc6 c5-c4',
                "turn 2: c5-c4 comes after the end of the game",
            ),
            (
                '[Ruleset "tabal"]\n[FEN "3/3/5/5/2m2/2M2/5/3/3 w"]\n\n1. c4xc6 0-1',
                "the result is 0-1, but the moves give 1-0",
            ),
            (
                '[Ruleset "tabal-gj"]\n[FEN "K1K/3/5/5/5/5/5/3/2k w"]\n\n1. a9-b8 e1-c1 1/2-1/2',
                "the result is a draw, but counting off gives a winner",
            ),
        ],
    )
    def test_what_cannot_be_read_is_named(self, text: str, says: str) -> None:
        with pytest.raises(InvalidRecord) as caught:
            parse_record(text)
        assert str(caught.value).startswith(says)

    def test_a_record_without_end_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = '[Ruleset "tabal"]\n\n1. c4-c5 c6xc4 2. c3xc5'
        monkeypatch.setattr(engine.record, "MOST_PLIES", 3)
        assert parse_record(text).game.ply == 3
        monkeypatch.setattr(engine.record, "MOST_PLIES", 2)
        with pytest.raises(InvalidRecord, match="the record has more than 2 turns"):
            parse_record(text)

    def test_a_record_of_nothing_but_tags_is_refused(self) -> None:
        text = '[Ruleset "tabal"]' + '[Round "1"]' * (engine.record.MOST_TAGS - 1)
        assert parse_record(text).tags == {"Ruleset": "tabal", "Round": "1"}
        with pytest.raises(InvalidRecord, match="the record has more than 100 tags"):
            parse_record(text + '[Round "1"]')

    def test_a_number_of_a_game_without_end_is_none(self) -> None:
        assert parse_record('[GameType "0020,W,10,10,N2,0"]').game.ruleset == find_ruleset("international")
        with pytest.raises(InvalidRecord, match="needs a tag"):
            parse_record(f'[GameType "{"2" * 5000}"]')

    def test_a_comment_that_is_not_closed_is_no_comment(self) -> None:
        text = '[Ruleset "tabal"]\n\n1. c4-c5 {\n 1... c6xc4\n; nothing\n2. {c3xc5'
        with pytest.raises(InvalidRecord, match=r"turn 2: \{ is not a legal move"):
            parse_record(text)
        text = text.replace("{\n", "{; a comment }")
        assert parse_record(text).game == played("tabal", "", "c4-c5", "c6xc4", "c3xc5")

    @given(games())
    def test_whole_games_come_back(self, game: Game) -> None:
        tags = {"Event": "By chance", "White": 'The "first"', "Black": "back\\slash"}
        record = parse_record(format_record(game, tags))
        assert record.game == game
        assert {name: record.tags[name] for name in tags} == tags

    @given(games(longest=40), st.lists(st.text(max_size=20) | st.just("[%clk 71:59:30]")))
    def test_no_comment_changes_a_game(self, game: Game, comments: list[str]) -> None:
        text = format_record(game, {}, comments)
        assert parse_record(text).game == game
        assert parse_record(" ".join(text.split())).game == game

    @given(games(longest=40))
    def test_games_come_back_from_numbers(self, game: Game) -> None:
        words = " ".join(format_move(game.ruleset, move, Style.NUMBERS).replace(",~", " ~") for move in game.moves)
        assert parse_record(f'[Ruleset "{game.ruleset.key}"]\n\n{words}').game == game

    @given(st.text(max_size=80))
    def test_no_text_is_more_than_a_record_or_refused(self, text: str) -> None:
        for opening in ("", '[Ruleset "tabal"]\n\n', '[Ruleset "tabal"]\n\n1. c4-c5 '):
            try:
                parse_record(opening + text)
            except InvalidRecord:
                continue


class TestPasted:
    """Records as chats change them, and as other programs write them."""

    def test_a_record_on_one_line_is_the_same_record(self) -> None:
        game = played("dam-8", "", "c3-d4", "b6-a5", "d4-e5")
        text = format_record(game, {"White": 'A "great" player', "Site": "K7QM"})
        assert parse_record(" ".join(text.split())) == parse_record(text)

    def test_the_number_of_a_kind_of_draughts_names_it(self) -> None:
        record = parse_record('[Event "a club"]\n[GameType "20,W,10,10,N2,0"]\n\n1. 32-28 19-23 2. 28x19 14x23 *')
        assert record.game.ruleset is find_ruleset("international-draughts")
        assert record.game.ply == 4
        with pytest.raises(InvalidRecord, match="needs a tag"):
            parse_record('[GameType "99"] 1. 32-28')
        with pytest.raises(InvalidRecord, match="needs a tag"):
            parse_record('[Ruleset "chess"] [GameType "20"] 1. 32-28')

    def test_a_position_may_be_given_as_pdn_has_it(self) -> None:
        record = parse_record('[GameType "20"] [FEN "B:W31,32,K5:B1-3"] 1... 1-7')
        assert as_pdn(record.game.ruleset, record.game.positions[0]).startswith("B:W")
        assert record.game.positions[0].turn == 1
