"""Records as clubs, servers and other programs write them: docs/rules/notation.md#reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game, Outcome
from engine.games import find_ruleset, rulesets
from engine.moves import Move
from engine.movetext import Omitted, games_in
from engine.notation import Style, format_move
from engine.parser import AmbiguousMove, parse_move
from engine.record import InvalidRecord, Record, format_record, parse_record, result_of
from engine.ruleset import Ending, Family
from engine.stated import Stated, Verdict
from tests.engine.positions import games

FOUR = "1. 32-28 19-23 2. 28x19 14x23"
SHUFFLE = "1-6 50-45 6-1 45-50"
ENGLISH = '[GameType "21"] [SetUp "1"] [FEN "B:W30:B1,2,3,4,5"] 1. 1-6 30-25'


def read(text: str, game: str = "international") -> Record:
    return parse_record(text, find_ruleset(game))


def refusal(text: str, game: str = "international") -> str:
    with pytest.raises(InvalidRecord) as caught:
        read(text, game)
    return str(caught.value)


def fitting(game: Game, text: str) -> tuple[Move, ...]:
    """The move that a text means, or those among which it does not tell."""
    try:
        return (parse_move(game.ruleset, game.position, text).move,)
    except AmbiguousMove as error:
        return error.moves


class TestResults:
    @pytest.mark.parametrize(
        ("result", "winner"),
        [
            ("2-0", 0), ("0-2", 1), ("1-0", 0), ("0-1", 1), ("12-0", 0), ("2–0", 0),
            ("1-1", None), ("1/2-1/2", None), ("½-½", None), ("½", None), ("0.5-0.5", None),
        ],
    )  # fmt: skip
    def test_those_of_the_field_name_the_winner_or_a_draw(self, result: str, winner: int | None) -> None:
        for text in (f"{FOUR} {result}", f'[Result "{result}"]\n\n{FOUR} *', f'[Result "{result}"]\n\n{FOUR} {result}'):
            found = read(text)
            assert found.game.ply == 4
            assert found.game.outcome == Outcome(Ending.STATED, winner)
            assert found.stated.text == result

    def test_free_points_are_a_result_where_the_tag_says_so(self) -> None:
        record = read(f'[Result "8-4"]\n\n{FOUR} 8-4')
        assert (record.game.ply, record.game.outcome) == (4, Outcome(Ending.STATED, 0))
        assert "in the tag Result" in refusal(f"{FOUR} 8-4")
        assert read(f"{FOUR} 33-28").game.ply == 5

    @pytest.mark.parametrize("word", ["0-0", "won", "adjourned", "+-", "1-0F"])
    def test_an_unknown_word_at_the_end_is_a_result_and_gives_nobody_the_game(self, word: str) -> None:
        record = read(f"{FOUR} {word}")
        assert (record.game.ply, record.game.outcome, record.stated.text) == (4, None, word)
        assert record.stated.verdict in (Verdict.NOBODY, Verdict.UNKNOWN)

    def test_a_move_that_is_none_is_no_result(self) -> None:
        assert refusal(f"{FOUR} 19-24").startswith("turn 5: 19-24 is not a legal move; move 3. can be ")
        assert refusal("won").startswith("turn 1: won is not a legal move")
        assert refusal("1. 32-28 2-0 19-23").startswith("turn 2: 19-23 comes after the result 2-0 (move 1...)")

    def test_a_result_alone_says_nothing_of_resigning(self) -> None:
        for result in ("1-0", "0-1"):
            outcome = read(f"{FOUR} {result}").game.outcome
            assert outcome is not None
            assert outcome.ending is Ending.STATED

    def test_english_draughts_names_black_first_because_black_begins(self) -> None:
        record = parse_record(f"{ENGLISH} 1-0")
        assert record.game.outcome == Outcome(Ending.STATED, 1)
        assert '[Result "1-0"]' in format_record(record.game, {})
        assert parse_record(f"{ENGLISH} 0-1").game.outcome == Outcome(Ending.STATED, 0)
        begun = Game.begin(find_ruleset("english"))
        assert (result_of(begun.resign(0)), result_of(begun.resign(1))) == ("1-0", "0-1")
        assert result_of(Game.begin(find_ruleset("international")).resign(0)) == "0-1"

    @given(games(longest=12), st.sampled_from(["resign", "late", "agree", "stated", "drawn"]), st.sampled_from([0, 1]))
    def test_an_end_off_the_board_comes_back(self, game: Game, how: str, side: int) -> None:
        if game.outcome:
            return
        match how:
            case "resign":
                over = game.resign(side)
            case "late":
                over = game.forfeit(side, Ending.TIME)
            case "agree":
                over = game.agree()
            case _:
                over = game.give(Outcome(Ending.STATED, side if how == "stated" else None))
        counted = game.agree().outcome
        if over.outcome and counted and how in ("stated", "drawn") and counted.ending is Ending.COUNT_OFF:
            return  # where an agreed stop counts off, a result alone is that
        assert parse_record(format_record(over, {})).game == over


class TestCaptures:
    def test_one_named_by_its_ends_is_played_where_all_ways_leave_the_same(self) -> None:
        record = parse_record('[GameType "20"]\n[FEN "W:WK46:B28,10"]\n\n1. 46x5 *')
        assert record.game.moves[0].target == 4
        assert len(record.game.moves[0].captured) == 2

    def test_one_is_refused_where_they_differ(self) -> None:
        says = refusal('[GameType "21"]\n[FEN "B:W6,7,14,15:B2"]\n\n1. 2x18')
        assert says == "turn 1: 2x18 can be 2x9x18 or 2x11x18 (move 1.)"

    @given(games(longest=60))
    def test_games_written_by_their_ends_are_the_same_on_the_board(self, game: Game) -> None:
        words = []
        for move in game.moves:
            ends = format_move(game.ruleset, move, Style.NUMBERS).split("x")
            words.append(f"{ends[0]}x{ends[-1]}" if len(ends) > 2 else "x".join(ends))
        try:
            record = parse_record(f'[Ruleset "{game.ruleset.key}"]\n\n{" ".join(words).replace(",~", " ~")}')
        except InvalidRecord as error:
            said = str(error)
        else:
            said = ""
            assert record.game.positions == game.positions
        assert not said or " can be " in said


class TestColumns:
    @pytest.mark.parametrize("text", ["1. 32-28  19-23 2. 28x19 14x23", "1. 32- 28 19 -23\n2. 28x 19  14 x 23 *"])
    def test_moves_torn_apart_are_put_together(self, text: str) -> None:
        assert read(text).game == read(FOUR).game

    def test_one_digit_numbers_in_two_columns(self) -> None:
        record = read('[FEN "B:W44,50:B1,6"]\n 6-11 4. 44-39  1- 6 5. 50-44', "international")
        assert record.game.ply == 4
        assert read('[FEN "W:W47:B42,3"]\n1. 47x 38 3- 9').game.ply == 2

    def test_numbers_with_nothing_between_them(self) -> None:
        assert read("1. 3228 1923 2. 2819 1423").game == read(FOUR).game

    def test_a_draw_in_columns(self) -> None:
        assert read(f"{FOUR} 1/2 - 1/2").game.outcome == Outcome(Ending.STATED, None)

    def test_a_result_in_columns(self) -> None:
        assert read(f"{FOUR} 2 - 0").stated.text == "2-0"


class TestLeftOut:
    @pytest.mark.parametrize(
        ("text", "omitted"),
        [
            (FOUR, Omitted()),
            ("1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19 $1 14x23 ; text", Omitted(1, 1, 1)),
            ("1. 32-28 (1. 33-28 (1. 34-29) 19-23) 19-23 2. 28x19 14x23", Omitted(variations=2)),
            ("1. 32-28! 19-23?! 2. 28x19 (!) 14x23* $12", Omitted(glyphs=5)),
            ("{a {b} c} 1. 32-28 {(} 19-23 ( {)} 1... 18-23 ; )\n) 2. 28x19 14x23", Omitted(variations=1, comments=2)),
            ("% a program's own\n1. 32-28;white\n19-23 ;black { \n2. 28x19 14x23", Omitted(comments=3)),
            ('1. 32-28 19-23 /FEN "W:W28:B23"/ 2. 28x19 14x23', Omitted(setups=1)),
            ("{unbalanced { comment} 1. 32-28 {again { here} 19-23 (1... 17-22) 2. 28x19 14x23", Omitted(1, 2)),
        ],
    )
    def test_it_is_left_out_and_counted(self, text: str, omitted: Omitted) -> None:
        record = read(text)
        assert record.game == read(FOUR).game
        assert record.omitted == omitted

    def test_a_position_before_the_first_move_is_where_the_game_begins(self) -> None:
        record = read('/FEN "W:W32:B19"/ 1. 32-28 19-23')
        assert (record.game.ply, record.omitted) == (2, Omitted())

    def test_what_is_never_closed_is_named(self) -> None:
        assert refusal("1. 32-28 (1. 33-28 19-23").startswith(
            "turn 2: ( is not a legal move; what begins there is never"
        )
        assert refusal("1. 32-28 { comment 19-23").startswith(
            "turn 2: { is not a legal move; what begins there is never"
        )

    @given(games(longest=30), st.data())
    def test_whatever_stands_between_the_moves_changes_nothing(self, game: Game, data: st.DataObject) -> None:
        others = st.sampled_from(["{a; b}", "(1... x (y {)}))", "$7", "; rest\n", "\n% rest\n", "{ {n} }", "(!)", "\n"])
        words = [word for word in format_record(game, {}).split("\n\n")[1].split() if not word.endswith(".")]
        mixed = " ".join(f"{word} {data.draw(others)}" for word in words)
        assert (
            parse_record(f'[Ruleset "{game.ruleset.key}"]\n\n{mixed}'.replace(" \n%", "\n%")).game.moves == game.moves
        )


class TestUnclaimed:
    def test_play_after_a_draw_that_nobody_claimed_is_read_on(self) -> None:
        record = read(f'[FEN "W:WK1:BK50"]\n{SHUFFLE} {SHUFFLE} {SHUFFLE} 1-7 *')
        assert record.game.ply == 13
        assert record.unclaimed == 5
        assert record.game.back_to(13).positions == record.game.positions

    def test_its_result_counts(self) -> None:
        repeated = f'[FEN "W:WK1,K3:BK50,49,48,47"]\n{SHUFFLE} {SHUFFLE}'
        assert read(repeated).game.outcome == Outcome(Ending.REPETITION, None)
        for result, winner in (("2-0", 0), ("0-2", 1)):
            game = read(f"{repeated} {result}").game
            assert game.outcome == Outcome(Ending.STATED, winner)
            assert parse_record(format_record(game, {})).game == game
        assert read(f"{repeated} 1-1").game.outcome == Outcome(Ending.REPETITION, None)

    def test_an_end_on_the_board_is_none_that_is_claimed(self) -> None:
        assert "comes after the end of the game" in refusal('[FEN "W:W32:B28"]\n1. 32x23 1-6')


class TestProblems:
    TEXT = '[GameType "21"] [FEN "W:W27,K23:BK28,12."] [Result "0-1"] 0-1'

    def test_a_position_with_a_result_is_to_be_solved(self) -> None:
        record = parse_record(self.TEXT)
        assert record.is_problem
        assert record.game.outcome is None
        assert record.stated.winner == 0

    def test_a_match_that_was_given_up_at_once_is_none(self) -> None:
        over = parse_record(self.TEXT).game.resign(1)
        record = parse_record(format_record(over, {}))
        assert not record.is_problem
        assert record.game == over


class TestSeveralGames:
    TWO = f'[Event "a"]\n[GameType "20"]\n\n{FOUR} 2-0\n\n[Event "b"]\n[GameType "21"]\n\n1. 9-13 22-18 *\n'

    def test_they_are_told_apart(self) -> None:
        for text in (self.TWO, " ".join(self.TWO.split())):
            assert [(game.tags["Event"], len(game.words)) for game in games_in(text)] == [("a", 5), ("b", 3)]
        assert refusal(self.TWO) == "there are 2 games in the text; give one of them"

    def test_a_result_parts_games_without_tags(self) -> None:
        found = games_in(f'[GameType "20"]\n{FOUR} 2-0\n{FOUR} *\n1. 33-28')
        assert [game.words[-1] for game in found] == ["2-0", "*", "33-28"]
        assert {game.tags["GameType"] for game in found} == {"20"}

    def test_tags_alone_part_problems(self) -> None:
        text = '[GameType "20"]\n[FEN "W:W32:B28"]\n\n[GameType "20"]\n[FEN "W:W31:B27"]\n'
        assert [game.tags["FEN"] for game in games_in(text)] == ["W:W32:B28", "W:W31:B27"]


class TestTags:
    def test_quotation_marks_in_a_value_need_not_be_escaped(self) -> None:
        record = parse_record(f'[White "The "first" one"]\n[GameType "20"]\n[Black "B"]\n\n{FOUR} *')
        assert record.tags == {"White": 'The "first" one', "GameType": "20", "Black": "B"}
        assert record.game.ply == 4

    def test_a_result_that_is_not_known_says_nothing(self) -> None:
        for value in ("?", "", "*"):
            assert read(f'[Result "{value}"]\n{FOUR}').stated == Stated()

    def test_a_kind_of_draughts_that_is_not_here_is_named_with_those_that_are(self) -> None:
        with pytest.raises(
            InvalidRecord, match=r"PDN's game 99 is none of those here \(20 international-draughts, 21 "
        ):
            parse_record('[GameType "99,W,8,8,N2,1"]\n\n1. 21-18')
        with pytest.raises(
            InvalidRecord, match="the tag GameType 22 names Italian draughts, a game that Papan does not"
        ):
            parse_record('[GameType "22,W,8,8,N2,1"]\n\n1. 21-18')
        assert read('[GameType "29"]\n\n1. cd4', "russian").game.ply == 1
        assert read('[GameType "25"]\n\n1. cd4', "international").game.ruleset.key == "russian-draughts"
        assert "needs a tag" in refusal('[Ruleset "chess"]\n\n1. cd4', "russian")


def test_every_ruleset_has_a_result_for_each_side() -> None:
    for ruleset in rulesets():
        begun = Game.begin(ruleset)
        assert {result_of(begun.resign(0)), result_of(begun.resign(1))} == {"1-0", "0-1"}


class TestShortNotation:
    LINE = ("a3-b4", "b6-a5", "c3-d4", "a5xc3xe5", "e3-d4", "e5xc3")

    @pytest.mark.parametrize(
        "text",
        [
            "1. ab4 ba5 2. cd4 ae5 3. ed4 ec3",
            "1.ab4 ba5 2.cd4 a:c3:e5 3.ed4 e:c3*",
            "1. аb4 bа5 2. сd4 aхе5 3. еd4 ес3!",
            "1. a3-b4 ba5 2. c3-d4 a5:e5 3. ed4 e5xc3",
        ],
    )
    def test_books_name_the_file_and_the_end(self, text: str) -> None:
        game = read(text, "russian").game
        assert tuple(format_move(game.ruleset, move) for move in game.moves) == self.LINE

    def test_two_that_fit_are_not_told_apart_by_a_guess(self) -> None:
        both = '[FEN "W:Wc3,Kc5:Bh8,b8"]\n1. cd4'
        assert refusal(both, "russian") == "turn 1: cd4 can be c5-d4 or c3-d4 (move 1.)"

    def test_only_the_small_boards_have_it(self) -> None:
        for game in ("russian", "brazilian", "english", "dam-8"):
            assert read("1. cd4" if game != "english" else "1. ba5", game).game.ply == 1
        for game in ("international", "dam", "tabal"):
            assert "is not a legal move" in refusal("1. cd4", game)

    @given(games(longest=40))
    def test_a_move_in_it_is_the_move_or_one_of_several(self, game: Game) -> None:
        ruleset, here = game.ruleset, Game.begin(game.ruleset)
        if ruleset.family is not Family.SQUARES or len(ruleset.board.ranks) != 8:
            return
        for move in game.moves:
            if move.path and move.huff is None and not here.position.pending:
                names = [ruleset.board.points[point] for point in move.path]
                assert move in fitting(here, f"{names[0][0]}{names[-1]}")
            here = here.play(move)
