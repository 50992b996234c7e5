"""Draw the pictures of the documents: ``python -m tools.pictures [FOLDER]``, by default into ``docs/pictures``."""

import sys
from dataclasses import replace
from pathlib import Path

from engine.game import Game
from engine.games import find_ruleset
from engine.games.examples import EXAMPLES
from engine.parser import parse_move
from engine.turns import legal_moves
from renderer import Route, Scene, Target, draw

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("Siti", "Adi")


def board(game: str, size: int = 560) -> Scene:
    """The start of a game."""
    return _scene(Game.begin(find_ruleset(game)), size)


def example(name: str, size: int = 560) -> Scene:
    """An example (``EXAMPLES``) after its move, which is drawn as an arrow."""
    return _scene(EXAMPLES[name].played(), size)


def before(name: str, size: int = 560) -> Scene:
    """An example before its move."""
    return _scene(EXAMPLES[name].begun(), size)


def _scene(game: Game, size: int) -> Scene:
    first, second = game.ruleset.sides
    scene = Scene(game.ruleset, game.position, names=NAMES, side_names=(first.name, second.name), size=size)
    return replace(scene, last=game.moves[-1], before=game.positions[-2]) if game.moves else scene


def routes(scene: Scene, *wanted: str) -> Scene:
    """Captures as numbered routes: those named, or all of them."""
    captures = [move for move in legal_moves(scene.ruleset, scene.position) if move.captured]
    moves = [parse_move(scene.ruleset, scene.position, text).move for text in wanted] or captures
    lanes = tuple(Route(move.path, move.captured, str(number)) for number, move in enumerate(moves, start=1))
    return replace(scene, routes=lanes)


def choices(scene: Scene, start: str) -> Scene:
    """The scene with the points where one piece can go, numbered."""
    origin = scene.ruleset.board.index[start]
    moves = [move for move in legal_moves(scene.ruleset, scene.position) if move.path and move.path[0] == origin]
    targets = tuple(Target(move.target, str(number)) for number, move in enumerate(moves, start=1))
    return replace(scene, targets=targets, selected=origin)


def rings(scene: Scene, points: str) -> Scene:
    """Points that the text speaks of."""
    return replace(scene, rings=tuple(scene.ruleset.board.index[point] for point in points.split()))


SMALL = 360


def over(name: str, size: int = SMALL) -> Scene:
    """An example in which the side to move has lost."""
    scene = example(name, size)
    labels = ("", "WON") if scene.position.turn == 0 else ("WON", "")
    return replace(scene, to_move_label="", result=labels)


RELATIVES = {
    "bagh-chal-start": board("bagh-chal", size=SMALL),
    "bagh-chal-capture": example("bagh-chal-capture", SMALL),
    "bagh-chal-shut-in": over("bagh-chal-shut-in"),
    "tapak-1919-start": board("tapak-1919", size=SMALL),
    "rimau-start": board("rimau", size=SMALL),
    "rimau-row": example("rimau-row", SMALL),
    "rimau-rimau-opening": example("rimau-rimau-opening", SMALL),
    "adugo-start": board("adugo", size=SMALL),
    "adugo-capture": example("adugo-capture", SMALL),
    "adugo-lair": over("adugo-lair"),
    "hare-start": board("catch-the-hare", size=SMALL),
    "hare-capture": example("hare-capture", SMALL),
    "hare-caught": over("hare-caught"),
    "soldiers-capture": example("soldiers-capture", SMALL),
    "soldiers-stop": routes(before("soldiers-stop", SMALL), "c6xc4", "c6xc4xe4"),
    "alquerque-start": board("alquerque", size=SMALL),
    "alquerque-capture": example("alquerque-capture", SMALL),
    "alquerque-rest": rings(choices(before("alquerque-rest", SMALL), "b3"), "a5"),
    "dam-daman-king": example("dam-daman-king", SMALL),
    "dam-daman-crowned": example("dam-daman-crowned", SMALL),
    "komikan-start": board("komikan", size=SMALL),
    "komikan-capture": example("komikan-capture", SMALL),
    "komikan-tower": replace(over("komikan-tower"), theme="kertas", upright=True),
    "buga-start": board("buga-shadara", size=SMALL),
    "buga-capture": example("buga-capture", SMALL),
    "buga-full-win": over("buga-full-win"),
    "bagh-bandi-start": board("bagh-bandi", size=SMALL),
    "bagh-bandi-capture": example("bagh-bandi-capture", SMALL),
    "sher-bakar-join": example("sher-bakar-join", SMALL),
    "main-dam-choice": routes(before("main-dam-choice", SMALL)),
    "kenya-start": board("dama-kenya", size=SMALL),
    "kenya-crowned": example("kenya-crowned", SMALL),
    "kenya-king-first": routes(before("kenya-king-first", SMALL)),
    "comoros-king": routes(before("comoros-king", SMALL)),
    "comoros-forfeit": example("comoros-forfeit", SMALL),
    "solomon-start": board("game-of-solomon", size=SMALL),
    "solomon-capture": example("solomon-capture", SMALL),
    "solomon-crowned": example("solomon-crowned", SMALL),
    "omni-start": board("omnidirectional-draughts", size=SMALL),
    "omni-capture": example("omni-capture", SMALL),
    "omni-king": example("omni-king", SMALL),
    "dutch-start": board("dutch-queens-1805", size=SMALL),
    "dutch-crowned": example("dutch-crowned", SMALL),
    "dutch-great-queen": example("dutch-great-queen", SMALL),
}
"""The pictures of the relatives: their starts, captures, and what is peculiar to each."""

SCENES = {
    **RELATIVES,
    "dam": example("dam", 720),
    "tabal": example("tabal", 720),
    "tapal": example("tapal", 720),
    "routes": replace(routes(before("tabal-shield", 720)), theme="kertas"),
    "upright": replace(example("tabal", 400), theme="pasar", upright=True),
    "tabal-start": board("tabal"),
    "tabal-at-once": routes(before("tabal-at-once"), "a5xe5xe7xc7xc1"),
    "tabal-shield": routes(before("tabal-shield"), "a5xe5xe7xc7"),
    "tapal-leaps": choices(before("tapal-leaps"), "c3"),
    "tapal-shut-in": over("tapal-shut-in", 560),
    "dam-start": board("dam-8"),
    "dam-captures": routes(before("dam-captures")),
    "dam-forfeit": rings(example("dam-forfeit"), "c3 h2"),
    "dam-king": routes(before("dam-king")),
    "draughts": example("draughts"),
}
"""Each picture by the name of its file."""


def main(folder: Path = FOLDER) -> None:
    """Draw them all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        (folder / f"{name}.png").write_bytes(draw(scene))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
