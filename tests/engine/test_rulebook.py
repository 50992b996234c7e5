"""The positions of docs/rules/worked-positions.md: every legal turn, exactly, and what follows."""

from dataclasses import replace

import pytest

from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.notation import move_texts
from engine.parser import parse_move
from engine.position import format_position, parse_position
from engine.ruleset import CapturePrecedence, Ending, Landing, Ruleset
from engine.turns import legal_moves


def turns(game: str | Ruleset, position: str) -> set[str]:
    ruleset = find_ruleset(game) if isinstance(game, str) else game
    texts = move_texts(ruleset, legal_moves(ruleset, parse_position(ruleset, position)))
    assert len(set(texts)) == len(texts)
    return set(texts)


def after(game: str, position: str, *moves: str) -> Game:
    ruleset = find_ruleset(game)
    played = Game.begin(ruleset, parse_position(ruleset, position))
    for move in moves:
        played = played.play(parse_move(ruleset, played.position, move).move)
    return played


def board_of(game: Game) -> str:
    return format_position(game.ruleset, game.position, counters=False)


T2 = "3/3/3m1/2m1m/K1m2/5/5/3/3 w"


class TestTabal:
    @pytest.mark.parametrize("game", ["tabal", "tabal-gj"])
    def test_t1_start(self, game: str) -> None:
        start = find_ruleset(game).start
        assert turns(game, start) == {"a4-a5", "b4-a5", "b4-b5", "b4-c5", "c4-c5", "d4-c5", "d4-d5", "d4-e5", "e4-e5"}
        assert turns(game, format_position(find_ruleset(game), after(game, start, "c4-c5").position)) == {"c6xc4"}
        assert {"c3xc5"} == turns(
            game, format_position(find_ruleset(game), after(game, start, "c4-c5", "c6xc4").position)
        )

    def test_t2_dead_pieces_stay_and_shield(self) -> None:
        assert turns("tabal-gj", T2) == {"a5xd5", "a5xe5xe7xc7", "a5xe5xe7xb7", "a5xe5xe7xa7"}

    def test_t2_captured_pieces_leave_at_once(self) -> None:
        shared = {"a5xd5", "a5xe5xe7xb7", "a5xe5xe7xa7"}
        assert turns("tabal", T2) == shared | {f"a5xe5xe7xc7xc{rank}" for rank in range(1, 6)}

    @pytest.mark.parametrize("game", ["tabal", "tabal-gj"])
    def test_t2_a_landing_that_ends_the_chain_is_free_to_choose(self, game: str) -> None:
        ruleset = find_ruleset(game)
        kinds = tuple(replace(kind, landing=Landing.MUST_CONTINUE) for kind in ruleset.kinds)
        assert "a5xd5" in turns(ruleset, T2)
        assert "a5xd5" not in turns(replace(ruleset, kinds=kinds), T2)

    @pytest.mark.parametrize("game", ["tabal", "tabal-gj"])
    def test_t3_no_promotion_in_passing(self, game: str) -> None:
        position = "1m1/m1m/2M2/5/5/5/5/3/3 w"
        assert turns(game, position) == {"c7xa9xe9xc7", "c7xe9xa9xc7"}
        assert board_of(after(game, position, "c7xa9xe9xc7")) == "3/3/2M2/5/5/5/5/3/3 b -"

    @pytest.mark.parametrize("game", ["tabal", "tabal-gj"])
    def test_t3_promotion_where_the_turn_ends(self, game: str) -> None:
        position = "3/m1m/2M2/5/5/5/5/3/3 w"
        assert turns(game, position) == {"c7xa9", "c7xe9"}
        assert board_of(after(game, position, "c7xa9")) == "K2/2m/5/5/5/5/5/3/3 b -"

    @pytest.mark.parametrize("game", ["tabal", "tabal-gj"])
    def test_t4_across_the_join(self, game: str) -> None:
        assert turns(game, "3/3/5/5/5/5/2mm1/MM1/3 w") == {"b2xd4", "c2xc4"}
        assert turns(game, "3/3/2m2/1MMM1/5/5/5/3/3 w") == {"b6xd8", "c6xc8", "d6xb8"}
        assert turns(game, "3/3/2m2/5/5/5/2m2/3/K2 w") == {"a1xd4", "a1xe5xb8", "a1xe5xa9"}

    @pytest.mark.parametrize("game", ["tabal", "tabal-gj"])
    def test_t5_blocked(self, game: str) -> None:
        blocked = after(game, "3/3/Mmm2/5/5/5/5/3/3 w")
        assert blocked.legal_moves == ()
        assert blocked.outcome == Outcome(Ending.BLOCKED, winner=1)
        assert turns(game, "3/3/5/5/2m2/5/m2m1/MM1/3 b") == {
            "a3-b3",
            "d3-c3",
            "d3-e3",
            "c5-b5",
            "c5-d5",
            "c5-b4",
            "c5-c4",
            "c5-d4",
        }


class TestTapalEmpat:
    M1 = "T2G1/2G2/2TGG/1G3/5 t"

    def test_m1_slides_and_single_leaps(self) -> None:
        leaps = {"c3xc5", "c3xa1"}
        from_c3 = {f"c3-{end}" for end in ["a3", "b3", "b4", "c1", "c2", "d2", "d4", "e1", "e5"]}
        from_a5 = {f"a5-{end}" for end in ["a1", "a2", "a3", "a4", "b5", "c5", "b4"]}
        assert turns("tapal", self.M1) == leaps | from_c3 | from_a5

    def test_m2_immobilised(self) -> None:
        held = after("tapal", "2GGG/G3G/G1G2/TGG2/TGG2 t")
        assert held.legal_moves == ()
        assert held.outcome == Outcome(Ending.BLOCKED, winner=0)
        assert turns("tapal", "1GGGG/4G/G1G2/TGG2/TGG2 t") == {"a2xa4"}

    def test_m3_the_eighth_goat_ends_it_even_while_goats_are_dropped(self) -> None:
        position = "GGG1G/5/1TG2/5/G3T t G5 0 20"
        assert turns("tapal", position) == {
            *(f"b3-{end}" for end in ["a3", "b1", "b2", "b4"]),
            "b3xd3",
            *(f"e1-{end}" for end in ["b1", "c1", "d1", "d2", "e2", "e3", "e4"]),
        }
        won = after("tapal", position, "b3xd3")
        assert won.outcome == Outcome(Ending.FEW_LEFT, winner=1)
        assert won.legal_moves == ()

    def test_m3_seven_taken_is_not_enough(self) -> None:
        assert after("tapal", "GGG1G/5/1TG2/5/G3T t G5 0 20").outcome is None

    def test_m4_tigers_shield_each_other(self) -> None:
        position = "5/3T1/5/1T3/5 g G18 0 1"
        dropped = after("tapal", position, "@c3")
        moves = move_texts(dropped.ruleset, dropped.legal_moves)
        assert len(moves) == 22
        assert sum(move.startswith("b2-") for move in moves) == 11
        assert not any("x" in move for move in moves)

    def test_set_up_offers_36_placements_on_the_nine_central_points(self) -> None:
        start = find_ruleset("tapal").start
        centre = [file + rank for file in "bcd" for rank in "234"]
        assert turns("tapal", start) == {f"T@{one},T@{two}" for one in centre for two in centre if one < two}
        placed = after("tapal", start, "T@b2,T@d4")
        assert format_position(placed.ruleset, placed.position) == "5/3T1/5/1T3/5 g G18 0 1"

    def test_goats_may_not_move_before_all_are_dropped(self) -> None:
        assert turns("tapal", "5/3T1/2G2/1T3/5 g G1 0 1") == {
            "@" + point for point in find_ruleset("tapal").board.points if point not in ("b2", "d4", "c3")
        }
        assert "c3-c4" in turns("tapal", "5/3T1/2G2/1T3/5 g - 0 1")


C1 = "4/4/2m1/4/mm2/1M1m/3M/M3 w"
C3 = "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w"


class TestMalaysianCheckers:
    def test_c1_declining_with_two_candidates(self) -> None:
        assert turns("dam-8", C1) == {"c3xe5xg7", "h2xf4", "a1-b2"}
        assert turns("dam-8-strict", C1) == {"c3xe5xg7", "h2xf4"}

    def test_c1_under_the_longest_of_all(self) -> None:
        ruleset = replace(find_ruleset("dam-8-strict"), precedence=CapturePrecedence.LONGEST_OF_ALL)
        assert turns(ruleset, C1) == {"c3xe5xg7"}

    def test_c1_the_opponent_chooses_then_moves_with_his_own_duty(self) -> None:
        declined = after("dam-8", C1, "a1-b2")
        assert board_of(declined).endswith(" b - f:c3,h2")
        replies = set(move_texts(declined.ruleset, declined.legal_moves))
        assert {reply for reply in replies if reply.startswith("~c3,")} == {
            f"~c3,{quiet}" for quiet in ["b4-a3", "b4-c3", "d4-c3", "d4-e3", "f6-e5", "f6-g5", "g3-f2"]
        }
        captures = {reply for reply in replies if "x" in reply}
        assert captures == {"~h2,b4xd2"}
        # The chooser may decline in turn, at the price of his only capturing piece
        # (docs/rules/malaysian-checkers.md#f5).
        assert {reply for reply in replies if reply.startswith("~h2,")} - captures == {
            "~h2,b4-a3,~a3",
            *(f"~h2,{quiet},~b4" for quiet in ["d4-e3", "f6-e5", "f6-g5", "g3-f2", "g3-h2"]),
        }
        assert replies == {reply for reply in replies if reply.startswith(("~c3,", "~h2,"))}

    def test_c1_the_forfeited_piece_is_gone_and_the_counter_is_reset(self) -> None:
        replied = after("dam-8", C1, "a1-b2", "~h2,b4xd2")
        assert format_position(replied.ruleset, replied.position) == "4/4/2m1/4/1m2/3m/Mm2/4 w - 0 2"

    def test_c2_one_candidate_is_lost_at_once_where_it_stands(self) -> None:
        position = "4/4/2m1/4/m3/1M2/4/2M1 w"
        assert turns("dam-8", position) == {"c3xa5", "c3-d4,~d4", "e1-d2,~c3", "e1-f2,~c3"}
        assert board_of(after("dam-8", position, "c3-d4,~d4")) == "4/4/2m1/4/m3/4/4/2M1 b -"
        assert board_of(after("dam-8", position, "e1-d2")) == "4/4/2m1/4/m3/4/1M2/4 b -"

    def test_c3_the_king_takes_its_maximum_and_dead_pieces_block(self) -> None:
        assert turns("dam-strict", C3) == {"a1xe5xc7xa5"}
        captured = after("dam", C3, "a1xe5xc7xa5")
        assert board_of(captured) == "6/6/6/6/6/6/6/K5/m5/6/6/6 b -"

    def test_c3_declining_with_the_last_piece_loses(self) -> None:
        lost = after("dam", C3, "a1-b2")
        assert turns("dam", C3) == {"a1xe5xc7xa5", "a1-b2,~b2"}
        assert lost.outcome == Outcome(Ending.NO_PIECES, winner=1)

    def test_c4_crowned_and_the_turn_is_over(self) -> None:
        position = "6/3mm1/2M3/6/6/6/6/6/6/6/6/6 w"
        assert turns("dam-strict", position) == {"f10xh12"}
        assert turns("dam", position) == {"f10xh12", "f10-e11,~e11"}
        assert board_of(after("dam", position, "f10xh12")) == "3K2/4m1/6/6/6/6/6/6/6/6/6/6 b -"

    @pytest.mark.parametrize("game", ["dam-8", "dam-8-strict"])
    def test_a_man_never_captures_back(self, game: str) -> None:
        assert turns(game, "4/4/4/4/1M2/1m2/4/4 w") == {"d4-c5", "d4-e5"}

    @pytest.mark.parametrize("game", ["dam-8", "dam-8-strict"])
    def test_a_king_captures_from_afar_and_chooses_its_landing(self, game: str) -> None:
        captures = {turn for turn in turns(game, "4/4/4/4/4/1m2/4/K3 w") if "x" in turn}
        assert captures == {"a1xd4", "a1xe5", "a1xf6", "a1xg7", "a1xh8"}


class TestOtherDraughts:
    IN_PASSING = "4/1m2/M1m1/4/4/4/4/4 w"

    def test_russian_man_goes_on_as_a_king(self) -> None:
        assert turns("russian", self.IN_PASSING) == {"b6xd8xg5", "b6xd8xh4"}

    def test_russian_king_lands_where_it_can_go_on(self) -> None:
        """Over c3 it may land on d4, but only from f6 does it take e7 as well."""
        position = "4/2m1/4/4/4/1m2/4/K3 w"
        assert turns("russian", position) == {"a1xf6xd8"}
        ruleset = find_ruleset("russian")
        free = replace(ruleset, kinds=tuple(replace(kind, landing=Landing.FREE) for kind in ruleset.kinds))
        assert "a1xd4" in turns(free, position)

    @pytest.mark.parametrize("game", ["brazilian", "english"])
    def test_elsewhere_the_far_row_ends_the_turn(self, game: str) -> None:
        assert turns(game, self.IN_PASSING) == {"b6xd8"}
        assert board_of(after(game, self.IN_PASSING, "b6xd8")).startswith("1K2/4/2m1/")

    def test_english_king_is_short(self) -> None:
        assert turns("english", "4/4/4/4/4/1K2/4/4 w") == {"c3-b2", "c3-d2", "c3-b4", "c3-d4"}

    def test_international_takes_the_most_of_all(self) -> None:
        position = "5/5/5/2M2/2m2/5/1m1m1/1M2M/5/5 w"
        assert turns("international", position) == {"c3xe5xg7"}
        free = replace(find_ruleset("international"), precedence=CapturePrecedence.FREE)
        assert turns(free, position) == {"c3xe5xg7", "i3xg5", "e7xg5"}
