"""The ratings of the computer's levels follow from the ladder in docs/levels.md."""

from engine.search.learned_data import anchors_by_ruleset, balance_by_ruleset
from tools.ladder import PAGE, anchors, balance


def test_the_ratings_of_the_levels_are_those_of_the_page() -> None:
    found = anchors(PAGE.read_text(encoding="utf-8"))
    assert found == anchors_by_ruleset()
    assert len(found) > 10
    for sides in found.values():
        assert all(len(each) == 8 for each in sides)
        assert abs(sum(each[3] for each in sides) / len(sides) - 1500) <= 0.5
    assert {name for name, sides in found.items() if len(sides) == 2} == {"main-tapal-empat"}


def test_the_difference_of_two_levels_makes_the_points_of_the_ladder_likely() -> None:
    page = "| some-game | 200 | 90 ± 4 | 75 ± 6 | 72 ± 6 | 50 ± 6 | 77 ± 5 | 83 ± 5 | 78 ± 5 | 100 ± 0 | 95 ± 2 |"
    ((name, (levels,)),) = anchors(page).items()
    assert name == "some-game"
    assert levels[2] == levels[3] == 1500
    assert round(100 / (1 + 10 ** ((levels[3] - levels[4]) / 400))) == 77
    assert round(100 / (1 + 10 ** ((levels[0] - levels[1]) / 400))) == 75
    assert levels[7] - levels[6] == 798, "a hundred of a hundred is taken for ninety-nine"


def test_where_a_side_is_easier_to_play_its_ratings_are_higher() -> None:
    page = (
        "| main-tapal-empat | 200 | 90 ± 4 | 75 ± 6 | 72 ± 6 | 60 ± 6 | 77 ± 5 | 83 ± 5 | 78 ± 5 | 70 ± 0 | 95 ± 2 |\n"
        "| main-tapal-empat | 40 | 50 ± 9 | 60 ± 9 | 40 ± 9 | 75 ± 9 | 50 ± 9 | 50 ± 9 | 50 ± 9 | 0 ± 0 |"
    )
    goats, tigers = anchors(page)["main-tapal-empat"]
    (means,) = anchors(page.splitlines()[0])["main-tapal-empat"]
    assert [round((one + other) / 2) for one, other in zip(goats, tigers, strict=True)] == means
    assert goats[0] == tigers[0]
    assert round(100 / (1 + 10 ** ((goats[3] - tigers[3]) / 400))) == 75, "the tigers hunt"
    assert round(100 / (1 + 10 ** ((goats[2] - tigers[2]) / 400))) == 40


def test_how_even_the_hunts_are_is_that_of_the_page() -> None:
    assert balance(PAGE.read_text(encoding="utf-8")) == balance_by_ruleset()
    page = "| some-hunt | 60 | 50 ± 9 | 60 ± 9 | 40 ± 9 | 75 ± 9 | 50 ± 9 | 46 ± 9 | 60 ± 9 | 50 ± 0 |"
    assert balance(page) == {"some-hunt": 52}
