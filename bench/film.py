"""Measures what a film of a match costs: bytes and processor time of drawing and encoding, beside Pillow's own writers,
and how long boards take while films are made.
"""

import asyncio
import io
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter, process_time

from bot.app.pictures.films import MOST_WAITING, FilmMaker, shots_of
from bot.app.pictures.images import ImageRenderer, Look, scene_of
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset
from renderer.compose import picture_of
from renderer.film import Frame, film_of, frame_of

KEYS = ("main-tapal-empat", "permainan-tabal", "malaysian-checkers", "international")
PLIES = 80
BOARDS, EVERY = 200, 0.03
"""So many boards, one in so many seconds, are drawn beside films."""
ROUNDS = 5
BESIDE = 20
"""So many films are made in one round beside boards, as many at a time as may wait."""
SMALLEST = {"keys": ("malaysian-checkers",), "plies": 3, "films": 1, "rounds": 1, "boards": 4, "beside": 1}
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


def run(
    keys: Sequence[str] = KEYS,
    plies: int = PLIES,
    films: int = 3,
    rounds: int = ROUNDS,
    boards: int = BOARDS,
    beside: int = BESIDE,
) -> None:
    """Print the medians of a few films of each game, and the time that boards take without films and beside them."""
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
    asyncio.run(_boards_beside(keys, plies, rounds, boards, beside))


async def _boards_beside(keys: Sequence[str], plies: int, rounds: int, boards: int, beside: int) -> None:
    games = [long_game(keys[number % len(keys)], plies, number) for number in range(max(beside, len(keys)))]
    alone, together = list[float](), list[float]()
    renderer = ImageRenderer()
    for _ in range(rounds):  # in turn, so that a slow minute of the machine is nobody's alone
        alone += await _boards(renderer, games, boards)
        films = FilmMaker(renderer)
        making = asyncio.create_task(_films(films, games[:beside]))
        together += await _boards(renderer, games, boards, making)
        await making
    renderer.close()
    without, with_films = 1000 * median(alone), 1000 * median(together)
    print(f"boards without films {without:.1f} ms, while {beside} are made {with_films:.1f} ms, ", end="")
    print(f"{with_films / without:.2f} times ({len(together)} boards)")


async def _films(films: FilmMaker, games: Sequence[Game]) -> None:
    """All of them, as many at a time as may wait."""
    waiting = asyncio.Semaphore(MOST_WAITING)

    async def one(game: Game) -> None:
        async with waiting:
            await films.film(game, NAMES, Look(), words("en"), 60)

    await asyncio.gather(*(one(game) for game in games))


async def _boards(
    renderer: ImageRenderer, games: Sequence[Game], boards: int, making: "asyncio.Task[None] | None" = None
) -> list[float]:
    """The seconds each board took, drawn at an even pace; beside films until they are all made, or at least one."""
    taken: list[float] = []
    for number in range(boards):
        if making and making.done() and taken:
            break
        game, say = games[number % len(games)], words("en")
        begun = perf_counter()
        await renderer.picture(scene_of(game, (NAMES[0], f"{NAMES[1]} {number}"), Look(), say), say)
        taken.append(perf_counter() - begun)
        await asyncio.sleep(EVERY)
    return taken
