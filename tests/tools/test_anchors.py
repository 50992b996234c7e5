"""The ratings of the computer's levels follow from the ladder in docs/levels.md."""

from engine.search.learned_data import anchors_by_ruleset
from tools.ladder import PAGE, anchors


def test_the_ratings_of_the_levels_are_those_of_the_page() -> None:
    found = anchors(PAGE.read_text(encoding="utf-8"))
    assert found == anchors_by_ruleset()
    assert len(found) > 10
    assert all(len(each) == 8 and each[3] == 1500 for each in found.values())


def test_the_difference_of_two_levels_makes_the_points_of_the_ladder_likely() -> None:
    page = "| some-game | 200 | 90 ± 4 | 75 ± 6 | 72 ± 6 | 50 ± 6 | 77 ± 5 | 83 ± 5 | 78 ± 5 | 100 ± 0 | 95 ± 2 |"
    ((name, levels),) = anchors(page).items()
    assert name == "some-game"
    assert levels[2] == levels[3] == 1500
    assert round(100 / (1 + 10 ** ((levels[3] - levels[4]) / 400))) == 77
    assert round(100 / (1 + 10 ** ((levels[0] - levels[1]) / 400))) == 75
    assert levels[7] - levels[6] == 798, "a hundred of a hundred is taken for ninety-nine"
