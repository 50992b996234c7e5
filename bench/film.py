"""What a film of a match costs: bytes and processor time of drawing and encoding, beside Pillow's own writers."""

import io
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

from bot.app.pictures.films import shots_of
from bot.app.pictures.images import Look
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset
from renderer.compose import picture_of
from renderer.film import Frame, film_of, frame_of

KEYS = ("main-tapal-empat", "permainan-tabal", "malaysian-checkers", "international")
PLIES = 80
SMALLEST = {"keys": ("malaysian-checkers",), "plies": 3, "films": 1}
NAMES = ("Siti Nurhaliza", "Pak Dollah")


def long_game(key: str, plies: int, seed: int) -> Game:
    """A game of so many turns, played at random; the same on every run."""
    chance = Random(seed)
    while True:
        game = Game.begin(find_ruleset(key))
        while game.outcome is None and game.ply < plies:
            game = game.play(chance.choice(game.legal_moves))
        if game.ply == plies:
            return game


def by_pillow(kind: str) -> Callable[[Sequence[Frame], bytes], bytes]:
    """A writer of Pillow's own, which gets the same pictures with their palette."""

    def write(frames: Sequence[Frame], palette: bytes) -> bytes:
        pictures = []
        for frame in frames:
            picture = frame.picture.copy()
            picture.putpalette(palette)
            pictures.append(picture if kind == "GIF" else picture.convert("RGB"))
        written = io.BytesIO()
        stays = [10 * frame.stays for frame in frames]
        how = {} if kind == "GIF" else {"quality": 70, "method": 0}
        pictures[0].save(written, kind, save_all=True, append_images=pictures[1:], duration=stays, loop=0, **how)
        return written.getvalue()

    return write


WRITERS: dict[str, Callable[[Sequence[Frame], bytes], bytes]] = {
    "Papan GIF": film_of,
    "Pillow GIF": by_pillow("GIF"),
    "Pillow WebP": by_pillow("WEBP"),
}


def run(keys: Sequence[str] = KEYS, plies: int = PLIES, films: int = 3) -> None:
    """Print the medians of a few films of each game."""
    print(f"films of {plies} turns, 400 pixels wide: processor time and size, medians of {films}")
    for key in keys:
        drawing, costs = [], {name: list[tuple[float, float]]() for name in WRITERS}
        for seed in range(films):
            shots = list(shots_of(long_game(key, plies, seed), NAMES, Look(), words("en")))
            palette = picture_of(shots[0].scene)[1].inks.palette
            before = process_time()
            frames = [frame_of(shot) for shot in shots]
            drawing.append(process_time() - before)
            for name, write in WRITERS.items():
                before = process_time()
                size = len(write(frames, palette))
                costs[name].append((process_time() - before, size))
        print(f"{key}: drawing {1000 * median(drawing):.0f} ms")
        for name, found in costs.items():
            spent, length = median(each[0] for each in found), median(each[1] for each in found)
            print(f"  {name:12}{1000 * spent:8.0f} ms{length / 1024:8.0f} KiB")
