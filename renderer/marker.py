"""The marks of a scene on its canvas: the last move, what is chosen, ringed and numbered."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from PIL import Image

from engine.moves import Move, drop_letter
from engine.position import EMPTY
from renderer.board_template import BoardTemplate
from renderer.brush import Colour
from renderer.inks import Stamp
from renderer.labels import spread
from renderer.pieces import face_of
from renderer.scene import Route, Scene
from renderer.taken import lost_pieces

_LONG = 4
"""Points of a way, its start included, from which its landings are numbered."""


class Marker:
    """Puts the marks of a scene on its canvas."""

    def __init__(self, scene: Scene, template: BoardTemplate, canvas: Image.Image) -> None:
        self._scene = scene
        self._stage = template
        self._canvas = canvas

    def mark(self) -> None:
        """All marks, the most important last."""
        marks, theme = self._stage.marks, self._stage.theme
        if self._scene.selected is not None:
            self._around(marks.glow(), self._scene.selected)
        if self._scene.last:
            self._mark_last()
        if self._scene.forbidden:
            self._mark_forbidden(self._scene.forbidden)
        if self._scene.advice:
            self._mark_advice(self._scene.advice)
        for point in self._scene.forbidden[-1:]:
            self._stamp(marks.cross(theme.capture), point)
        if routes := [route for route in self._scene.routes if len(route.path) > 1]:
            self._mark_routes(routes)
        for point in dict.fromkeys((*self._scene.position.pending, *self._scene.rings)):
            self._around(marks.ring(theme.capture), point)
        for point, height in self._scene.position.stacks:
            self._stamp(marks.height(height), point, (-self._corner, self._corner))
        for target in self._scene.targets:
            self._stamp(marks.number(target.label, theme.arrow), target.point, self._aside(target.point))

    def _stamp(self, mark: Stamp, point: int, aside: tuple[int, int] = (0, 0)) -> None:
        x, y = self._stage.spots[point]
        self._stage.inks.paint(self._canvas, mark, x + aside[0], y + aside[1])

    def _around(self, mark: Stamp, point: int) -> None:
        """A mark that lies around a piece and under it."""
        self._stamp(mark, point)
        self._lift(point)

    def _lift(self, point: int) -> None:
        """The piece on a point lies over what was painted there."""
        position = self._scene.position
        letter = position.cells[point]
        if letter != EMPTY:
            height = dict(position.stacks).get(point, 1)
            self._stage.lift(self._canvas, point, face_of(self._scene.ruleset, letter, height))

    @property
    def _corner(self) -> int:
        """The distance, right and down, from a piece's middle to the middle of what is written beside it."""
        return round(self._stage.geometry.radius * 0.66)

    def _aside(self, point: int) -> tuple[int, int]:
        """The place of a number: in the middle of an empty point, or at the upper right of a piece."""
        if self._scene.position.cells[point] == EMPTY:
            return 0, 0
        return self._corner, -self._corner

    def _mark_last(self) -> None:
        scene, marks, ink = self._scene, self._stage.marks, self._stage.theme.arrow
        move = scene.last
        assert move is not None
        lost = lost_pieces(scene.ruleset, move, scene.before)
        for point, letter in lost.items():
            if letter and scene.position.cells[point] == EMPTY:
                self._stage.put(self._canvas, point, face_of(scene.ruleset, letter), ghost=True)
        if move.path:
            for point in (move.path[0], move.path[-1]):
                self._around(marks.ring(ink), point)
            self._arrow(move, ink)
            for point in (move.path[0], *lost, move.path[-1]):
                self._lift(point)
            if len(move.path) >= _LONG:
                self._number_landings(move.path[1:-1], ink)
        for point in move.drops:
            self._around(marks.ring(ink), point)
        for point, letter in lost.items():
            left = scene.position.cells[point]
            if left in (EMPTY, letter):
                aside = (0, 0) if left == EMPTY else (-self._corner, -self._corner)
                given = point in (move.huff, move.forfeit)
                self._stamp(marks.forfeit() if given else marks.cross(self._stage.theme.capture), point, aside)

    def _mark_forbidden(self, points: Sequence[int]) -> None:
        """The way of a move that the rules refuse, which need not follow a line; the cross comes on top of it."""
        marks, ink = self._stage.marks, self._stage.theme.capture
        for point in dict.fromkeys((points[0], points[-1])):
            self._around(marks.ring(ink), point)
        way = [self._stage.spots[point] for point, _ in groupby(points)]
        if len(way) > 1:
            self._stage.inks.paint(self._canvas, marks.route(way, 0, 1, ink), 0, 0)

    def _mark_advice(self, move: Move) -> None:
        """A move that is not played yet: its captures and forfeits are marked where the pieces stand now."""
        marks, theme = self._stage.marks, self._stage.theme
        for point in move.drops:
            letter = drop_letter(self._scene.ruleset, self._scene.position)
            self._stage.put(self._canvas, point, face_of(self._scene.ruleset, letter), ghost=True)
        for point in (*move.path[:1], *move.path[-1:], *move.drops):
            self._around(marks.ring(theme.advice), point)
        if move.path:
            self._arrow(move, theme.advice)
            if len(move.path) >= _LONG:
                self._number_landings(move.path[1:-1], theme.advice)
        if not self._scene.forbidden:  # there a cross says that a move is not allowed
            for point in (*move.captured, *move.removed):
                self._stamp(marks.cross(theme.capture), point)
        # A move names the piece it forfeits by where it is removed, and the moving piece has not moved yet.
        forfeited = move.origin if move.forfeit == move.target else move.forfeit
        for given in (move.huff, forfeited):
            if given is not None:
                self._stamp(marks.forfeit(), given)

    def _mark_routes(self, routes: Sequence[Route]) -> None:
        marks, theme = self._stage.marks, self._stage.theme
        takers: dict[int, list[Colour]] = {}
        for number, route in enumerate(routes):
            ink = theme.routes[number % len(theme.routes)]
            lane = number - (len(routes) - 1) / 2
            way = [self._stage.spots[point] for point in route.path]
            self._stage.inks.paint(self._canvas, marks.route(way, lane, len(routes), ink), 0, 0)
            for point in route.captured:
                takers.setdefault(point, []).append(ink)
        for point, inks in takers.items():
            self._stamp(marks.cross(inks[0] if len(inks) == 1 else theme.capture), point)
        if len(routes) == 1 and len(routes[0].path) >= _LONG:
            self._number_landings(routes[0].path[1:], theme.routes[0])
            return
        ends = [self._stage.spots[route.path[-1]] for route in routes]
        for number, (route, (x, y)) in enumerate(zip(routes, self._apart(ends), strict=True)):
            if route.label:
                mark = marks.number(route.label, theme.routes[number % len(theme.routes)])
                self._stage.inks.paint(self._canvas, mark, x, y)

    def _apart(self, wanted: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Places for numbers, at the wanted ones or beside them, so that none covers another."""
        marks, (left, top, right, bottom) = self._stage.marks, self._stage.geometry.plate
        room = marks.disc
        box = (left + room, top + room, right - room, bottom - room)
        return spread(wanted, 2 * (marks.disc + marks.edge), box)

    def _number_landings(self, landings: Sequence[int], ink: Colour) -> None:
        """The order of the landings of a long capture, each with its number."""
        visits: dict[int, list[str]] = {}
        for number, point in enumerate(landings, start=1):
            visits.setdefault(point, []).append(str(number))
        for point, numbers in visits.items():
            self._stamp(self._stage.marks.number("·".join(numbers), ink), point, self._aside(point))

    def _steps(self, start: int, end: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The stretches of a leg from point to point, each from one place on the canvas to another."""
        ray = self._scene.ruleset.board.ray_between(start, end)
        places = [self._stage.spots[point] for point in (start, *(ray.points if ray else (end,)))]
        return list(pairwise(places))

    def _arrow(self, move: Move, ink: Colour) -> None:
        """An arrow through every landing of a move: first the outline of the whole, then its colour."""
        marks, path = self._stage.marks, move.path
        if move.removed:
            # A piece is put elsewhere, along no line.
            way = [self._stage.spots[point] for point in path]
            self._stage.inks.paint(self._canvas, marks.route(way, 0, 1, ink), 0, 0)
            return
        steps = [step for leg in pairwise(path) for step in self._steps(*leg)]
        stamps: list[tuple[tuple[Stamp, Stamp], int, int]] = []
        for number, ((x, y), (to_x, to_y)) in enumerate(steps):
            link = marks.link((to_x - x, to_y - y), number == 0, number == len(steps) - 1, ink)
            stamps.append((link, x, y))
        stamps += [(marks.landing(ink), *self._stage.spots[point]) for point in path[1:-1]]
        for part in (0, 1):
            for pair, x, y in stamps:
                self._stage.inks.paint(self._canvas, pair[part], x, y)
