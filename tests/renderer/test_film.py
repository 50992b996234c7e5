"""Films: every frame as it was drawn, pixel for pixel, in few bytes and little time."""

import io
import random
from dataclasses import replace
from time import thread_time

import pytest
from PIL import Image

from engine.game import Game
from engine.games import find_ruleset
from renderer import THEMES, Scene, Shot, draw, draw_film
from renderer.compose import picture_of
from renderer.film import Frame, film_of, frame_of
from tests.suites import quick_first

PLIES, SIZE = 80, 400
MOST_BYTES = 350 * 1024
ENCODING = 0.2
"""The processor time that encoding such a film may take, in seconds."""


def shots(key: str, plies: int, seed: int = 1, **look: object) -> list[Shot]:
    """The positions of a game played at random, each as a scene."""
    game, chance = Game.begin(find_ruleset(key)), random.Random(seed)
    scene = replace(Scene(game.ruleset, game.position, to_move_label="", size=SIZE), **look)  # type: ignore[arg-type]
    found = [Shot(scene, 70)]
    while game.outcome is None and len(found) <= plies:
        before, move = game.position, chance.choice(game.legal_moves)
        game = game.play(move)
        stays = 100 if move.captured else 70
        found.append(Shot(replace(scene, position=game.position, before=before, last=move), stays))
    return found


def seen(film: bytes) -> list[tuple[Image.Image, float]]:
    """The frames of a film as somebody sees them, with the time that each stays."""
    played = Image.open(io.BytesIO(film))
    found = []
    for number in range(played.n_frames):  # type: ignore[attr-defined]
        played.seek(number)
        found.append((played.convert("RGB"), played.info["duration"] / 10))
    return found


@pytest.mark.parametrize("key", ["malaysian-checkers", "main-tapal-empat", "permainan-tabal"])
@pytest.mark.parametrize("theme", quick_first(THEMES, "frames are made the same way in every palette"))
def test_every_frame_is_the_picture_that_was_drawn(key: str, theme: str) -> None:
    wanted = shots(key, 12, theme=theme)
    frames = seen(draw_film(wanted))
    assert [stays for _, stays in frames] == [shot.stays for shot in wanted]
    for (frame, _), shot in zip(frames, wanted, strict=True):
        drawn = Image.open(io.BytesIO(draw(shot.scene))).convert("RGB")
        assert frame.size == drawn.size
        assert frame.tobytes() == drawn.tobytes()


def test_a_frame_that_changes_nothing_stays_a_frame() -> None:
    (first, second) = shots("malaysian-checkers", 1)
    frames = seen(draw_film([first, replace(first, stays=30), second, second]))
    assert [stays for _, stays in frames] == [70, 30, 70, 70]
    assert frames[0][0].tobytes() == frames[1][0].tobytes() != frames[2][0].tobytes()


def test_a_long_frame_is_several_of_a_second() -> None:
    """A video made of a film shows its last frame only for a moment."""
    (first, second) = shots("malaysian-checkers", 1)
    frames = seen(draw_film([replace(first, stays=150), replace(second, stays=400)]))
    assert [stays for _, stays in frames] == [100, 50, 100, 100, 100, 100]
    assert frames[0][0].tobytes() == frames[1][0].tobytes()
    assert len({frame.tobytes() for frame, _ in frames[2:]}) == 1


@pytest.mark.parametrize("colours", [2, 3, 4, 15, 16, 17, 255])
def test_any_number_of_colours_leaves_one_to_spare(colours: int) -> None:
    chance = random.Random(colours)
    pictures = [Image.frombytes("L", (9, 7), bytes(chance.randrange(colours) for _ in range(63))) for _ in range(5)]
    palette = bytes(value for level in range(colours) for value in (level, 0, 255 - level))
    frames = seen(film_of([Frame(picture, 50) for picture in pictures], palette))
    for (frame, _), picture in zip(frames, pictures, strict=True):
        assert [red for red, *_ in _pixels(frame)] == list(picture.tobytes())


def _pixels(frame: Image.Image) -> list[tuple[int, ...]]:
    content = frame.tobytes()
    return [tuple(content[at : at + 3]) for at in range(0, len(content), 3)]


def test_it_plays_for_ever() -> None:
    played = Image.open(io.BytesIO(draw_film(shots("malaysian-checkers", 2))))
    assert played.format == "GIF"
    assert played.info["loop"] == 0


def test_a_film_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="a film needs a picture"):
        draw_film([])
    with pytest.raises(ValueError, match="a film needs a picture"):
        film_of([], b"")


@pytest.mark.parametrize("seed", range(3))
def test_eighty_turns_are_few_bytes_and_little_time(seed: int) -> None:
    game: list[Shot] = []
    while len(game) < PLIES:
        game = shots("malaysian-checkers", PLIES, seed := seed + 10)
    frames = [frame_of(replace(shot, progress=number / PLIES)) for number, shot in enumerate(game)]
    began = thread_time()
    film = film_of(frames, picture_of(game[0].scene)[1].inks.palette)
    assert thread_time() - began <= ENCODING
    assert len(film) <= MOST_BYTES


def test_a_thin_line_shows_how_much_has_passed() -> None:
    plain = shots("malaysian-checkers", 4)
    marked = [replace(shot, progress=number / 4) for number, shot in enumerate(plain)]
    for (without, _), (with_line, _), shot in zip(seen(draw_film(plain)), seen(draw_film(marked)), marked, strict=True):
        width, height = without.size
        reached = round(width * shot.progress)
        for box in ((0, 0, width, height - 3), (reached, 0, width, height)):
            assert with_line.crop(box).tobytes() == without.crop(box).tobytes()
        line = with_line.crop((0, height - 3, reached, height)) if reached else None
        assert line is None or len(line.getcolors() or []) == 1
