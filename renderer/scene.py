"""The content of a picture: plain values, which the caller puts together."""

from dataclasses import dataclass

from engine.moves import Move
from engine.position import Position
from engine.ruleset import Ruleset
from renderer.taken import pieces_lost

SMALLEST, LARGEST = 240, 1600


@dataclass(frozen=True)
class Target:
    """A point with a number or a name, ``label`` as in the menu beside the picture."""

    point: int
    label: str


@dataclass(frozen=True)
class Route:
    """A numbered move: its start and every landing, and the pieces it takes. Drops have no route.

    Without a ``label`` it is the way of a capture so far. A long route that is drawn alone has its landings numbered
    instead.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...]
    label: str


@dataclass(frozen=True)
class Labels:
    """The writing on a board besides its coordinates: the number of each point, and ``large`` print."""

    numbers: bool = False
    large: bool = False


NO_LABELS = Labels()
"""The coordinates alone, as they fit into the frame."""


@dataclass(frozen=True)
class Scene:
    """A position and everything drawn on and around it.

    ``orientation`` is the side whose pieces stand at the bottom (at the left where a long board lies). ``begun`` is
    where the game began, from which losses are counted. ``last`` is drawn as an arrow; ``before``, the position it
    was played in, tells which pieces it took. ``advice`` is a move that
    could be played now: another arrow, in the colour of good advice. ``forbidden`` are the points of a move that the
    rules refuse: a line with a cross at its end, so that its colour is not the only sign; ``advice`` beside it is a
    move that they allow. Long captures have their landings numbered, and
    pieces of which one is to be forfeited are ringed. A name outside the bundled font gives way to the side's name.
    ``game_name`` is the ruleset's where it is empty; ``kind_names`` are the plurals of the ruleset's kinds, in order.
    ``to_move_label`` is empty when the game is over, and ``result`` then holds a pill for each side. ``banks``
    tell what is left on the clock of each side, where its bar has room. ``rings`` are
    points a refusal is about. ``size`` is the width in pixels, 240 to 1600.
    """

    ruleset: Ruleset
    position: Position
    orientation: int = 0
    begun: Position | None = None
    last: Move | None = None
    before: Position | None = None
    advice: Move | None = None
    forbidden: tuple[int, ...] = ()
    names: tuple[str, str] = ("", "")
    game_name: str = ""
    side_names: tuple[str, str] = ("White", "Black")
    kind_names: tuple[str, ...] = ()
    to_move_label: str = "TO MOVE"
    result: tuple[str, str] = ("", "")
    banks: tuple[str, str] = ("", "")
    targets: tuple[Target, ...] = ()
    routes: tuple[Route, ...] = ()
    rings: tuple[int, ...] = ()
    selected: int | None = None
    theme: str = "kayu"
    size: int = 720
    upright: bool = False
    labels: Labels = NO_LABELS

    @property
    def names_of_kinds(self) -> tuple[str, ...]:
        """The names of several pieces of each kind, in the reader's language if it was given."""
        return self.kind_names or tuple(kind.noun.plural for kind in self.ruleset.kinds)

    def lost(self, side: int) -> int:
        """The number of pieces a side has lost; 0 where a few pieces show what is forbidden, for no game led there."""
        return 0 if self.forbidden else pieces_lost(self.ruleset, self.position, side, self.begun)
