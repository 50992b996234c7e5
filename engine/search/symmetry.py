"""The turns and mirror images of a board that leave a ruleset as it is, or change its sides.

An image counts if it carries every ray of every kind, every promotion row and every place for drops onto those of the
same kind, or of its opposite number on the other side. Pure: no input or output.
"""

from collections.abc import Callable, Iterator

from engine.ruleset import Kind, Ruleset


def symmetries(ruleset: Ruleset) -> Iterator[tuple[list[int], dict[str, str]]]:
    """The symmetries: for each point the one where it comes to lie, and for each kind the one it becomes; the first
    changes nothing at all.
    """
    for image in _images(ruleset):
        for letters in _pairings(ruleset):
            if _carries(ruleset, image, letters):
                yield image, letters


def _images(ruleset: Ruleset) -> Iterator[list[int]]:
    """The turns and mirror images of the board that carry points onto points: where each point comes to lie."""
    board = ruleset.board
    width, height = board.width - 1, board.height - 1
    at = {spot: point for point, spot in enumerate(board.coordinates)}
    moves: list[Callable[[int, int], tuple[int, int]]] = [
        lambda x, y: (x, y),
        lambda x, y: (width - x, y),
        lambda x, y: (x, height - y),
        lambda x, y: (width - x, height - y),
    ]
    for move in moves:
        for turned in (False, True) if width == height else (False,):
            spots = [move(y, x) if turned else move(x, y) for x, y in board.coordinates]
            if all(spot in at for spot in spots):
                yield [at[spot] for spot in spots]


def _pairings(ruleset: Ruleset) -> Iterator[dict[str, str]]:
    """Each kind with itself, and each with its like on the other side if all have one."""
    yield {kind.letter: kind.letter for kind in ruleset.kinds}
    opposite = {}
    for kind in ruleset.kinds:
        for other in ruleset.kinds:
            if other.side != kind.side and other.figure.role is kind.figure.role:
                opposite[kind.letter] = other.letter
    if len(opposite) == len(ruleset.kinds):
        yield opposite


def _carries(ruleset: Ruleset, image: list[int], letters: dict[str, str]) -> bool:
    return all(
        _facts(ruleset, ruleset.kind[one], image) == _facts(ruleset, ruleset.kind[other], list(range(len(image))))
        for one, other in letters.items()
    )


def _facts(ruleset: Ruleset, kind: Kind, image: list[int]) -> tuple[object, ...]:
    """All that the rules say of a kind on the points, as the image shows it."""
    quiet = ruleset.move_rays[kind.letter]
    taking = ruleset.capture_rays.get(kind.letter, ())
    placement = ruleset.placement.get(kind.letter)
    return (
        frozenset(
            tuple(image[each] for each in (point, *ray.points)) for point, rays in enumerate(quiet) for ray in rays
        ),
        frozenset(
            tuple(image[each] for each in (point, *ray.points)) for point, rays in enumerate(taking) for ray in rays
        ),
        frozenset(image[point] for point in kind.promotes_on),
        frozenset(image[point] for point in placement.region) if placement and placement.region else None,
        (kind.move.reach, kind.capture.reach if kind.capture else None, kind.chain, kind.landing, kind.promotion),
        (kind.row, kind.turns_back),
        frozenset(image[point] for point in kind.joins_on),
    )
