"""A match in one picture: how it ended, above the positions in which it turned."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine.game import Game
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from renderer import THEMES, Caption, Graph, Scene, Share, Turn, Turned, describe_share, draw, draw_share
from tests.suites import each_ruleset


def share(key: str, turns: int, **look: object) -> Share:
    """The end of a short game, and the first positions of it, each with the move that was played as the better one."""
    game = Game.begin(find_ruleset(key))
    for _ in range(4):
        game = game.play(game.legal_moves[0])
    end = Scene(game.ruleset, game.position, names=("Adi", "Siti"), to_move_label="", result=("WON", ""))
    end = replace(end, **look)  # type: ignore[arg-type]
    turned = tuple(
        Turned(
            replace(end, position=game.positions[ply], advice=game.moves[ply], result=("", "")),
            Caption(str(ply + 1), f"{ply + 1}. c3-d4"),
        )
        for ply in range(turns)
    )
    return Share(end, turned)


def opened(png: bytes) -> Image.Image:
    """The picture in a PNG, read by a library that did not write it."""
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_the_end_stands_above_as_it_is_drawn_alone(ruleset: Ruleset) -> None:
    shared = share(ruleset.key, 3)
    course = Graph(ruleset, (0.5, 0.4, 0.9, 0.7, 1.0), (1, 1, 2, 2, 3), (Turn(1, "1", 1),), names=("Adi", "Siti"))
    without, whole = opened(draw_share(shared)), opened(draw_share(replace(shared, course=course)))
    alone = opened(draw(replace(shared.end, size=whole.width)))
    assert whole.crop((0, 0, *alone.size)).tobytes() == alone.tobytes()
    below = without.crop((0, alone.height, *without.size))
    assert below.height > 34
    assert whole.crop((0, whole.height - below.height, *whole.size)).tobytes() == below.tobytes()
    course_shown = whole.crop((0, alone.height, whole.width, whole.height - below.height))
    assert len(course_shown.getcolors(100_000) or ()) > 4, "the shares of both sides, the line and a disc"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_few_positions_stand_in_the_middle(theme: str, turns: int) -> None:
    shared = share("malaysian-checkers", turns, theme=theme)
    whole = opened(draw_share(shared))
    below = whole.crop((0, whole.height - 200, whole.width, whole.height))
    edge = below.crop((0, 0, 100, 200)).getcolors(20_000) or []
    assert (len(edge) == 1) is (turns < 3), "nothing but the ground beside them"


def test_the_ratings_stand_below_the_names_in_any_letters() -> None:
    shared = share("malaysian-checkers-8", 0, names=("Siti" * 20, "😀"))
    without, rated = (opened(draw_share(each)) for each in (shared, replace(shared, ratings=("1512 (+12)", "1488?"))))
    line = rated.crop((0, without.height, *rated.size))
    assert rated.crop((0, 0, *without.size)).tobytes() == without.tobytes()
    for half in (line.crop((0, 0, 372, line.height)), line.crop((372, 0, *line.size))):
        assert len(half.getcolors(20_000) or ()) > 2
        assert len(half.crop((0, 0, 10, half.height)).getcolors() or ()) == 1, "what is long is cut off"


def test_it_says_what_it_shows() -> None:
    shared = share("malaysian-checkers", 2)
    course = Graph(shared.end.ruleset, (0.5, 0.25), (1, 1))
    shared = replace(shared, course=course, ratings=("1512? (+12)", "1488? (–12)"))
    said = describe_share(shared, lambda message, **facts: message.format(**facts))
    assert said.startswith("1: 1. c3-d4. 2: 2. c3-d4. White: 1512? (+12). Black: 1488? (–12). ")
    assert "Adi" in said
    assert said.endswith("At the start White: 50 %. At the end White: 25 %.")
    assert len(said) <= 1000
