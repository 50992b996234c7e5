"""Draw the pictures of the documents: ``python -m tools.pictures [FOLDER]``, by default into ``docs/pictures``."""

import sys
from dataclasses import replace
from pathlib import Path

from engine.games import find_ruleset
from engine.moves import play
from engine.parser import parse_move
from engine.position import parse_position, start_position
from engine.turns import legal_moves
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

SMALL = 360


def over(game: str, position: str) -> Scene:
    """A position in which the side to move has lost."""
    scene = board(game, position, size=SMALL)
    labels = ("", "WON") if scene.position.turn == 0 else ("WON", "")
    return replace(scene, to_move_label="", result=labels)


RELATIVES = {
    "bagh-chal-start": board("bagh-chal", size=SMALL),
    "bagh-chal-capture": board("bagh-chal", "GGGGG/1GG1G/1GGTG/GTTGG/GGGGT t", "b2xd4", SMALL),
    "bagh-chal-shut-in": over("bagh-chal", "TGGGT/GGGGG/GGG1G/GGGGG/TGGGT t"),
    "tapak-1919-start": board("tapak-1919", size=SMALL),
    "rimau-start": board("rimau", size=SMALL),
    "rimau-row": board("rimau", "3/3/5/2G2/2G2/2G2/2T2/1GG/1GG t G9 0 1", "c3xc7", SMALL),
    "rimau-rimau-opening": board("rimau-rimau", last="~b4,~c5,~d6,c3@a9", size=SMALL),
    "adugo-start": board("adugo", size=SMALL),
    "adugo-capture": board("adugo", "1GGGG/GGGGG/G1G1G/3G1/1TG2/3/3 t", "b3xd3xd5xb5", SMALL),
    "adugo-lair": over("adugo", "GGGGG/G3G/1G1G1/2G2/2G2/1G1/GTG t"),
    "hare-start": board("catch-the-hare", size=SMALL),
    "hare-capture": board("catch-the-hare", "5/TG1G1/GG3/1G2G/1GGGG t", "a4xc4xe4", SMALL),
    "hare-caught": over("catch-the-hare", "TGG2/GGG2/GGG2/1G1G1/1G1G1 t"),
    "soldiers-capture": board(
        "sixteen-soldiers", "1mm/1m1/1m1m1/mM3/2M1M/MM1M1/M1MMM/MMM/MM1 b", "a6xc6xc4xe4xe6", SMALL
    ),
    "soldiers-stop": routes(
        board("sholo-guti", "mmm/mmm/mmmmm/mmmmm/2M1M/MM1M1/MMMMM/MMM/MMM b", size=SMALL), "c6xc4", "c6xc4xe4"
    ),
    "alquerque-start": board("alquerque", size=SMALL),
    "alquerque-capture": board("alquerque", "m1m2/m4/m3m/MMM2/1M3 b", "a3xa1xc1xc3xa1", SMALL),
    "alquerque-rest": rings(choices(board("alquerque-bell", "M4/m4/1M3/2m2/3m1 w", size=SMALL), "b3"), "a5"),
    "dam-daman-king": board("dam-daman", "m1m/3/2k2/5/5/2M2/1M3/3/MMM b", "c7xc3xa3", SMALL),
    "dam-daman-crowned": board("dam-daman", "1k1/3/5/5/2m1m/1M3/5/3/MMM w", "b4xd6", SMALL),
    "komikan-start": board("komikan", size=SMALL),
    "komikan-capture": board("komikan", "5/5/1T1/2G1G/G4/1GG1G/3G1/GG1GG t", "e10xe7xe3", SMALL),
    "komikan-tower": replace(over("komikan", "TGG2/G4/G2/1G1G1/2G2/G1G1G/1G3/3G1 t"), theme="kertas", upright=True),
    "buga-start": board("buga-shadara", size=SMALL),
    "buga-capture": board("buga-shadara", "1/3/2G2/2T2/5/1GGG1/5/1GT/1 t G8 0 1", "c6xc8", SMALL),
    "buga-full-win": over("buga-shadara", "T/GGG/2G2/2G2/1G1G1/2G2/2G2/GGG/T t"),
    "bagh-bandi-start": board("bagh-bandi", size=SMALL),
    "bagh-bandi-capture": board("bagh-bandi", "3G1/1G{2}1G{4}1/4T/1G{3}1G1/2T2 t", "c1xa3xc5xe5xc3", SMALL),
    "sher-bakar-join": board("sher-bakar", "2T2/1G{4}1G{5}1/1G3/1G{4}1G{5}1/2T2 g", "b3-b4", SMALL),
    "main-dam-choice": routes(board("main-dam", "m2m/m1mm/3m/4/2Mm/mM2/2M1/M1kM b", size=SMALL)),
    "kenya-start": board("dama-kenya", size=SMALL),
    "kenya-crowned": board("dama-kenya", "5m2/3m4/3M4/8/8/8/8/8 w", "d6xd8xg8", SMALL),
    "kenya-king-first": routes(board("dama-kenya", "8/2m5/2M5/8/3m4/2M5/8/K3m3 w", size=SMALL)),
    "comoros-king": routes(board("dama-comoros", "5/5/m4/1m3/K2M1 w", size=SMALL)),
    "comoros-forfeit": board("dama-comoros", "5/2m2/1mM2/5/M4 w", "a1-a2", SMALL),
    "solomon-start": board("game-of-solomon", size=SMALL),
    "solomon-capture": board("game-of-solomon", "m/mm1mm/2/1m1/M1/1MMMM/M w", "c3xg5", SMALL),
    "solomon-crowned": board("game-of-solomon", "1/2mmM/2/mMM/2/m1m1M/1 w", "e4xe7", SMALL),
    "omni-start": board("omnidirectional-draughts", size=SMALL),
    "omni-capture": board("omnidirectional-draughts", "8/1m2m3/8/1m1m4/2M5/8/8/8 w", "c4xe6xe8", SMALL),
    "omni-king": board("omnidirectional-draughts", "8/8/3m4/2M5/8/8/1m6/K7 w", "a1xf6xa6", SMALL),
    "dutch-start": board("dutch-queens-1805", size=SMALL),
    "dutch-crowned": board("dutch-queens-1805", "10/6K3/10/10/10/3m6/10/10/10/9k w", "g9-f10", SMALL),
    "dutch-great-queen": board("dutch-queens-1805", "1S8/10/10/1m6m1/10/10/10/1s8/10/10 w", "b10xb5xb1", SMALL),
}
"""The pictures of the relatives: their starts, captures, and what is peculiar to each."""

SCENES = {
    **RELATIVES,
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


def main(folder: Path = FOLDER) -> None:
    """Draw them all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        (folder / f"{name}.png").write_bytes(draw(scene))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
