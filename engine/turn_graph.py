"""The legal turns of a position as a graph of points to pick, small where the turns are tens of thousands.

Ways that come to the same rest share it, and points whose order does not matter are one choice of several. So the
graph of a position grows with its captures, not with the number of ways along them. Pure: no input or output.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from engine.turns import PartialMove


@dataclass(frozen=True, slots=True)
class Step:
    """A point that may be picked: the node it leads to, the pieces that it takes off, and what the turn costs if it
    ends there (``PartialMove.price``).

    ``vacated``: only where the point was picked before, as that of a piece which left the board.
    """

    point: int
    node: int
    takes: tuple[int, ...] = ()
    price: tuple[int, ...] = ()
    vacated: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """The steps still to follow: so many (``count``) of these, in any order; ``ends``: the turn may end here."""

    steps: tuple[Step, ...] = ()
    ends: bool = False
    count: int = 1


@dataclass(frozen=True)
class TurnGraph:
    """All legal turns: each is a way from the first node (number 0) to one at which a turn may end."""

    nodes: tuple[Node, ...]


def turn_graph(first: PartialMove) -> TurnGraph:
    """The graph of the turns that begin with nothing picked. Raises TooMuchWork."""
    nodes = _Nodes()
    last = nodes.number(first)
    return TurnGraph(tuple(_renumbered(node, last) for node in reversed(nodes.found)))


def _renumbered(node: Node, last: int) -> Node:
    """A node whose steps lead to numbers that count down from the last, so that the first node comes first."""
    return replace(node, steps=tuple(replace(step, node=last - step.node) for step in node.steps))


class _Nodes:
    """The nodes found so far, each after all that follow it."""

    def __init__(self) -> None:
        self.found: list[Node] = []
        self._numbers: dict[Node, int] = {}
        self._by_rest: dict[Hashable, int] = {}

    def number(self, here: PartialMove) -> int:
        """The number of the node of a turn as far as it is picked. Raises TooMuchWork."""
        rest = here.rest
        if rest not in self._by_rest:
            node = self._node(here)
            if node not in self._numbers:
                self._numbers[node] = len(self.found)
                self.found.append(node)
            self._by_rest[rest] = self._numbers[node]
        return self._by_rest[rest]

    def _node(self, here: PartialMove) -> Node:
        if here.in_any_order:
            return self._choice(here)
        anyway = [point for point in here.following if point not in here.vacated]
        steps = [self._step(here, point) for point in anyway]
        if here.vacated:
            # Where such a piece goes is the same point for the board, whether it was free or has become so.
            after = self.number(here.then(here.vacated[0]))
            steps += [Step(point, after, vacated=True) for point in here.vacated]
        return Node(tuple(steps), here.stop is not None)

    def _step(self, here: PartialMove, point: int) -> Step:
        after = here.then(point)
        takes = (point,) if point in after.taken_off else after.taken[len(here.taken) :]
        return Step(point, self.number(after), takes, after.price)

    def _choice(self, here: PartialMove) -> Node:
        """Several points in any order: whichever they are, the same can follow."""
        after = here
        for point in here.following[: here.in_any_order]:
            after = after.then(point)
        number, takes = self.number(after), bool(here.takes_off)
        steps = (Step(point, number, (point,) if takes else ()) for point in here.following)
        return Node(tuple(steps), count=here.in_any_order)
