"""Draw the pictures of the documents into ``docs/pictures``: ``make pictures``."""

from dataclasses import replace
from pathlib import Path

from engine.games import find_ruleset
from engine.moves import legal_moves, play
from engine.parser import parse_move
from engine.position import parse_position, start_position
from renderer import Route, Scene, Target, draw

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("Siti", "Adi")


def board(game: str, position: str = "", last: str = "", size: int = 560) -> Scene:
    """A position of a game, its start if none is given; ``last`` is played from there and drawn as an arrow."""
    ruleset = find_ruleset(game)
    before = parse_position(ruleset, position) if position else start_position(ruleset)
    first, second = ruleset.sides
    scene = Scene(ruleset, before, names=NAMES, side_names=(first.name, second.name), size=size)
    if not last:
        return scene
    move = parse_move(ruleset, before, last).move
    return replace(scene, position=play(ruleset, before, move), last=move, before=before)


def routes(scene: Scene, *wanted: str) -> Scene:
    """Captures as numbered routes: those named, or all of them."""
    captures = [move for move in legal_moves(scene.ruleset, scene.position) if move.captured]
    moves = [parse_move(scene.ruleset, scene.position, text).move for text in wanted] or captures
    lanes = tuple(Route(move.path, move.captured, str(number)) for number, move in enumerate(moves, start=1))
    return replace(scene, routes=lanes)


def choices(scene: Scene, start: str) -> Scene:
    """Where one piece can go, numbered."""
    origin = scene.ruleset.board.index[start]
    moves = [move for move in legal_moves(scene.ruleset, scene.position) if move.path and move.path[0] == origin]
    targets = tuple(Target(move.target, str(number)) for number, move in enumerate(moves, start=1))
    return replace(scene, targets=targets, selected=origin)


def rings(scene: Scene, points: str) -> Scene:
    """Points that the text speaks of."""
    return replace(scene, rings=tuple(scene.ruleset.board.index[point] for point in points.split()))


DAM = "5m/mmm1mm/mmmm1m/mmmmmm/mmmmMm/mmmM2/MmM1Mm/MMMM1M/MMMMMM/MMMMM1/MMMM2/M2M2 b"
TABAL = "mmm/mm1/1mm1m/mm2m/mM2M/M2MM/M1MMM/MM1/MMM b"
TAPAL = "1GG1G/T3G/GGG1G/GTGGG/2GGG t"
SHIELD = "3/3/3m1/2m1m/K1m2/5/5/3/3 w"
FORFEIT = "4/4/2m1/4/mm2/1M1m/3M/M3 w"

SCENES = {
    "dam": board("dam", DAM, "i9xk7xi5xk3", size=720),
    "tabal": board("tabal", TABAL, "b6xb4xd2", size=720),
    "tapal": board("tapal", TAPAL, "b2xd4", size=720),
    "routes": replace(routes(board("tabal-gj", SHIELD, size=720)), theme="kertas"),
    "upright": replace(board("tabal", TABAL, "b6xb4xd2", size=400), theme="pasar", upright=True),
    "tabal-start": board("tabal"),
    "tabal-at-once": routes(board("tabal", SHIELD), "a5xe5xe7xc7xc1"),
    "tabal-shield": routes(board("tabal-gj", SHIELD), "a5xe5xe7xc7"),
    "tapal-leaps": choices(board("tapal", "T2G1/2G2/2TGG/1G3/5 t"), "c3"),
    "tapal-shut-in": replace(board("tapal", "2GGG/G3G/G1G2/TGG2/TGG2 t"), to_move_label="", result=("WON", "")),
    "dam-start": board("dam-8"),
    "dam-captures": routes(board("dam-8", FORFEIT)),
    "dam-forfeit": rings(board("dam-8", FORFEIT, "a1-b2!"), "c3 h2"),
    "dam-king": routes(board("dam", "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w")),
    "draughts": board("international", "2m2/mmmm1/2mmm/1mmmm/1mmMm/mmmMM/MMMMM/MMMMM/M1MM1/M4 w", "d4xb6xd8xb10"),
}
"""Each picture by the name of its file."""


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.png").write_bytes(draw(scene))


if __name__ == "__main__":
    main()
