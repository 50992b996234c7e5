"""The board as a grid of buttons, where it is 5 x 5: pieces by their face, open points by their name."""

from dataclasses import dataclass, replace

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.moves.move_steps import step_for
from bot.app.moves.picker import Panel, PickerPage
from bot.app.text.moves import dropped_name
from bot.app.text.names import piece_name, side_name
from bot.chat import Button, Style
from engine.game import Game
from engine.moves import Move, drop_letter
from engine.position import EMPTY
from engine.ruleset import Kind, Ruleset
from engine.turns import PartialMove

GRID = 5
FEW = 20
"""With at most so many moves of pieces on the board a list of them is quicker than two taps on the grid."""
_DISC, _COLOURS = "●", ("⚪", "⚫")
"""The glyph of a man, and what tells the sides apart where their pieces have the same glyph."""
AS_GRID = "grid"
"""The argument of the button that asks for the grid."""


def has_grid(ruleset: Ruleset) -> bool:
    """Does the whole board fit into five rows of five buttons?"""
    return len(ruleset.board.points) == GRID * GRID and ruleset.board.width == GRID


def is_listed(game: Game) -> bool:
    """Are the moves of a board that has a grid few enough for a list, and no drops, which are one tap on the grid?"""
    first = game.first_choice
    return not first.drops and len(first.some(FEW + 1)) <= FEW


@dataclass(frozen=True)
class Grid:
    """The grid of a panel."""

    panel: Panel

    def page(self, picked: tuple[int, ...]) -> PickerPage:
        """The grid after what was picked; the points that cannot be chosen are switched off."""
        step = step_for(self.panel.first, picked)
        board = self._game.ruleset.board
        turned = tuple(rank[::-1] for rank in board.ranks[::-1])
        ranks = turned if self.panel.look.orientation == 1 else board.ranks
        rows = tuple(tuple(self._named_button(step, point) for point in rank) for rank in ranks)
        scene = self.panel.scene(step)
        if step.drops and step.picked:
            scene = replace(scene, rings=step.picked)
        elif step.way:
            scene = replace(scene, selected=step.way[-1])
        return PickerPage(self._prompt(step), rows, scene)

    @property
    def _game(self) -> Game:
        return self.panel.game

    @property
    def _dropped(self) -> Kind:
        """The kind of piece that the side to act puts on the board."""
        return self._game.ruleset.kind[drop_letter(self._game.ruleset, self._game.position)]

    def _prompt(self, step: PartialMove) -> str:
        say = self.panel.say
        if step.drops:
            noun = dropped_name(self._game.ruleset, step.drops, say)
            if step.drops > 1:
                return say("Tap {count} points for the {pieces}.", count=step.drops, pieces=noun)
            return say("Tap a free point for the {piece}.", piece=noun)
        if step.forfeits:
            return say("Which piece does your opponent lose?")
        if step.stop:
            return say("Tap ✓ to stop there, or where it goes on.")
        if step.way:
            return say("Tap where it goes, or another piece.")
        if not step.taken_off:
            return say("Tap the piece to move.")
        points = self._game.ruleset.board.points
        return say(
            "Your opponent loses the piece on {point}. Tap the piece to move, or another that they lose instead.",
            point=points[step.taken_off[0]],
        )

    def _named_button(self, step: PartialMove, point: int) -> Button:
        """The button of a point, with a name for those who only hear it."""
        ruleset, say = self._game.ruleset, self.panel.say
        cell, name = self._cell(step, point), ruleset.board.points[point]
        what = say("free")
        if cell != EMPTY:
            what = f"{side_name(ruleset, ruleset.kind[cell].side, say)}: {piece_name(ruleset, cell, say)}"
        button = self._button(step, point)
        letter = self._dropped.letter if cell == EMPTY and step.drops else cell
        has_face = letter != EMPTY and self.face(ruleset.kind[letter]) in button.label
        return replace(button, name=f"{name}, {what}", piece=(ruleset.key, letter) if has_face else None)

    @staticmethod
    def _before_piece(step: PartialMove) -> tuple[int, ...]:
        """The points picked before the piece that moves."""
        return step.picked[: len(step.picked) - len(step.way)]

    def _cell(self, step: PartialMove, point: int) -> str:
        """The piece on a point, without those that were chosen to leave the board first."""
        return EMPTY if point in step.taken_off else self._game.position.cells[point]

    def face(self, kind: Kind) -> str:
        """The glyph of a piece; with the colour of its side where those of the other side have the same."""
        glyph = kind.figure.glyph
        if all(other.side == kind.side or other.figure.glyph != glyph for other in self._game.ruleset.kinds):
            return glyph
        colour = _COLOURS[kind.side]
        return colour if glyph == _DISC else f"{colour}{glyph}"

    def _button(self, step: PartialMove, point: int) -> Button:
        game, panel = self._game, self.panel
        cell, name = self._cell(step, point), game.ruleset.board.points[point]
        face = name if cell == EMPTY else self.face(game.ruleset.kind[cell])
        if step.stop and point == step.picked[-1]:
            return self._play(step.stop, f"✓ {face}", Style.GOOD)
        if point in step.following and (chosen := self._decided_by(step, point)):
            return self._play(chosen, face, Style.GOOD if step.picked else Style.PLAIN)
        if point in step.following:
            picked = panel.pick((*step.picked, point))
            return Button(face, picked, Style.PLAIN if cell == EMPTY else Style.MAIN)
        if point in step.picked and point not in step.taken_off and self._leads_on(step, ()):
            # The point is named so that no two buttons have the same payload.
            again = CallbackData(Action.MOVE, panel.code, game.ply, f"{AS_GRID}:{name}")
            return Button(self.face(self._dropped) if step.drops and cell == EMPTY else face, str(again), Style.MAIN)
        for before in dict.fromkeys((self._before_piece(step), ())):
            others = panel.first.along(before).following if cell != EMPTY else ()
            if point in others and self._leads_on(step, (*before, point)):
                return Button(face, panel.pick((*before, point)))
        unused = CallbackData(Action.UNAVAILABLE, panel.code, game.ply, name)
        style = Style.MAIN if point in step.way else Style.PLAIN
        return Button("·" if cell == EMPTY else face, str(unused), style, disabled=True)

    def _leads_on(self, step: PartialMove, picked: tuple[int, ...]) -> bool:
        """Does the grid differ after these picks?"""
        return step_for(self.panel.first, picked).picked != step.picked

    @staticmethod
    def _decided_by(step: PartialMove, point: int) -> Move | None:
        """The move that is made by picking a point; None where more is to be picked."""
        return step.then(point).stop if step.is_last else None

    def _play(self, move: Move, label: str, style: Style) -> Button:
        return Button(label, self.panel.play(move), style)
