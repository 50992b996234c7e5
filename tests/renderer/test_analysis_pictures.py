"""The pictures of an analysis: the graph of a game, and two boards side by side or one below the other."""

import io
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.position import parse_position
from engine.ruleset import Ruleset
from renderer import (
    THEMES,
    Caption,
    Graph,
    Pair,
    Scene,
    Turn,
    describe,
    describe_graph,
    describe_pair,
    draw,
    draw_graph,
    draw_pair,
)
from renderer.brush import Colour
from renderer.themes import THEME
from tests.suites import each_ruleset, quick_first

DAM_8 = find_ruleset("dam-8")
KEYS = [ruleset.key for ruleset in rulesets()]
CAPTIONS = (Caption("BETTER", "3. c3-d4"), Caption("PLAYED", "3. a3-b4"))


def opened(png: bytes) -> Image.Image:
    """The picture in a PNG, read by a library that did not write it."""
    picture = Image.open(io.BytesIO(png))
    picture.load()
    return picture.convert("RGB")


def many(picture: Image.Image, colour: Colour) -> int:
    """The number of pixels that have a colour."""
    return next((count for count, found in picture.getcolors(1 << 20) or [] if found == colour), 0)


def said(message: str, **facts: object) -> str:
    return message.format(**facts)


def graph(ruleset: Ruleset = DAM_8, **more: Any) -> Graph:
    start = Graph(
        ruleset,
        (0.5, 0.5, 0.4, 0.9, 0.9, 0.2, 0.0),
        (1, 1, 2, 2, 3, 3, 4),
        (Turn(2, "1", 2), Turn(4, "2", 3)),
        ("Adi", "Siti"),
        side_names=("White", "Black"),
        result=("", "WON"),
    )
    return replace(start, **more)


def pair_of(game: Game, theme: str = "kayu", **more: Any) -> Pair:
    """The last but one move recommended, the last one played."""
    first, last = game.legal_moves[0], game.legal_moves[-1]
    look = Scene(game.ruleset, game.position, theme=theme)
    after = game.play(last)
    return Pair(
        replace(look, advice=first, **more),
        replace(look, position=after.position, last=last, before=game.position, **more),
        CAPTIONS,
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ruleset", each_ruleset())
def test_every_game_has_a_graph_in_every_theme(ruleset: Ruleset, theme: str) -> None:
    assert opened(draw_graph(graph(ruleset, theme=theme))).width == 720


def near(pixel: object, colour: Colour) -> bool:
    """As good as that colour; a palette does not hold every one exactly."""
    assert isinstance(pixel, tuple)
    return all(abs(one - other) <= 8 for one, other in zip(pixel, colour, strict=True))


def test_the_field_shows_who_is_likely_to_win() -> None:
    picture, theme = opened(draw_graph(graph(chances=(0.75,) * 7, turns=()))), THEME["kayu"]
    field = [picture.getpixel((300, y)) for y in range(60, 355)]
    below, above = ([near(pixel, body.face) for pixel in field] for body in theme.bodies)
    assert sum(below) == pytest.approx(3 * sum(above), rel=0.15)
    assert above.index(True) < below.index(True)
    assert theme.arrow in field


@pytest.mark.parametrize("chances", [(0.5,), (1.0, 0.0), (0.0,) * 601])
def test_short_and_long_games_have_graphs(chances: tuple[float, ...]) -> None:
    numbers = tuple(ply // 2 + 1 for ply in range(len(chances)))
    assert opened(draw_graph(graph(chances=chances, numbers=numbers, turns=()))).width == 720


def test_discs_of_turning_points_that_are_near_do_not_cover_each_other() -> None:
    chances = (0.5, 0.1, 0.9, 0.1, *(0.1,) * 100)
    numbers = tuple(ply // 2 + 1 for ply in range(len(chances)))
    turns = (Turn(0, "1", 1), Turn(1, "2", 1), Turn(2, "3", 2))
    one = opened(draw_graph(graph(chances=chances, numbers=numbers, turns=turns[:1])))
    three = opened(draw_graph(graph(chances=chances, numbers=numbers, turns=turns)))
    red = THEME["kayu"].capture
    assert many(three, red) == pytest.approx(3 * many(one, red), rel=0.1)


@pytest.mark.parametrize(("theme", "size"), [("none", 720), ("kayu", 100), ("kayu", 5000)])
def test_what_cannot_be_drawn_is_refused(theme: str, size: int) -> None:
    with pytest.raises(ValueError, match=r"theme|pixels"):
        draw_graph(graph(theme=theme, size=size))


def test_a_graph_is_told_in_words() -> None:
    assert describe_graph(graph(), said) == (
        "Malaysian checkers 8x8: the chances of winning in the course of 6 turns. At the start White: 50 %. "
        "Turning point 1, move 2: White from 40 % to 90 %. Turning point 2, move 3: White from 90 % to 20 %. "
        "At the end White: 0 %. White: Adi. Black: Siti."
    )


@pytest.mark.parametrize("theme", quick_first(THEMES, "boards are drawn in every theme by themselves"))
@pytest.mark.parametrize("ruleset", each_ruleset())
def test_every_game_has_its_two_boards(ruleset: Ruleset, theme: str) -> None:
    game = Game.begin(ruleset)
    for _ in range(5):
        game = game.play(game.legal_moves[0])
    pair = pair_of(game, theme)
    beside, below = opened(draw_pair(pair)), opened(draw_pair(replace(pair, stacked=True)))
    assert beside.width == pytest.approx(2 * below.width, rel=0.02)
    assert below.height == pytest.approx(2 * beside.height, rel=0.02)
    assert below.width == 720


def test_the_better_move_is_green_on_the_first_board_and_the_other_is_on_the_second() -> None:
    picture, theme = opened(draw_pair(pair_of(Game.begin(DAM_8)))), THEME["kayu"]
    half = picture.width // 2
    boards = [picture.crop((left, 60, left + half, picture.height)) for left in (0, half)]
    green, blue = ([many(board, ink) for board in boards] for ink in (theme.advice, theme.arrow))
    assert green[0] > 200
    assert green[1] == 0
    assert blue[0] == 0
    assert blue[1] > 200


def test_what_a_recommended_move_takes_and_forfeits_is_crossed_where_it_stands() -> None:
    position = parse_position(DAM_8, "4/4/4/2m1/2M1/4/4/4 w")
    game = Game.begin(DAM_8, position)
    plain, red = opened(draw(Scene(DAM_8, position))), THEME["kayu"].capture
    for move in game.legal_moves:
        marked = opened(draw(Scene(DAM_8, position, advice=move)))
        assert many(marked, red) > many(plain, red) + 50, move


def test_a_recommended_move_is_told_in_words() -> None:
    game = Game.begin(DAM_8)
    scene = Scene(DAM_8, game.position, advice=game.legal_moves[0])
    assert "Recommended: a3 – b4." in describe(scene, said)
    told = describe_pair(pair_of(game), said)
    assert told.startswith("Two boards. First, BETTER: 3. c3-d4. Second, PLAYED: 3. a3-b4. Malaysian checkers 8x8,")
    assert "Recommended: a3 – b4." in told


def test_descriptions_stay_within_what_platforms_take() -> None:
    crowded = Game.begin(find_ruleset("dam"))
    names = ("A" * 900, "B" * 900)
    assert len(describe_pair(pair_of(crowded, names=names), said)) <= 1000
    assert len(describe_graph(graph(names=names), said)) <= 1000
