"""The board as a grid of buttons, where it is 5 x 5: pieces by their face, open points by their name."""

from dataclasses import dataclass, replace

from bot.app.callback_data import Action, CallbackData
from bot.app.move_steps import Step, step_for
from bot.app.picker import Panel, View, play_button
from bot.app.text.moves import dropped_name
from bot.chat import Button, Style
from engine.game import Game
from engine.moves import drop_letter
from engine.position import EMPTY
from engine.ruleset import Kind, Ruleset

GRID = 5
FEW = 20
"""With at most so many moves of pieces on the board a list of them is quicker than two taps on the grid."""
AS_GRID = "grid"
"""The argument of the button that asks for the grid."""


def has_grid(ruleset: Ruleset) -> bool:
    """Does the whole board fit into five rows of five buttons?"""
    return len(ruleset.board.points) == GRID * GRID and ruleset.board.width == GRID


def is_listed(game: Game) -> bool:
    """Are the moves of a board that has a grid few enough for a list, and no drops, which are one tap on the grid?"""
    return len(game.legal_moves) <= FEW and not game.legal_moves[0].drops


@dataclass(frozen=True)
class Grid:
    """The grid of a panel."""

    panel: Panel

    def view(self, picked: tuple[int, ...]) -> View:
        """The grid after what was picked; the points that cannot be chosen are switched off."""
        step = step_for(self._game, picked)
        board = self._game.ruleset.board
        turned = tuple(rank[::-1] for rank in board.ranks[::-1])
        ranks = turned if self.panel.look.orientation == 1 else board.ranks
        rows = tuple(tuple(self._button(step, point) for point in rank) for rank in ranks)
        scene = self.panel.scene()
        if step.picked:
            drops = bool(step.moves and step.moves[0].drops)
            scene = replace(scene, rings=step.picked) if drops else replace(scene, selected=step.picked[-1])
        return View(self._prompt(step), rows, scene)

    @property
    def _game(self) -> Game:
        return self.panel.match.game

    @property
    def _dropped(self) -> Kind:
        """The kind of piece that the side to act puts on the board."""
        return self._game.ruleset.kind[drop_letter(self._game.ruleset, self._game.position)]

    def _prompt(self, step: Step) -> str:
        say = self.panel.say
        if step.moves and (count := len(step.moves[0].drops)):
            noun = dropped_name(self._game.ruleset, step.moves[0], say)
            if count > 1:
                return say("Tap {count} points for the {pieces}.", count=count, pieces=noun)
            return say("Tap a free point for the {piece}.", piece=noun)
        if step.moves and step.moves[0].huff is not None and not step.picked:
            return say("Which piece does your opponent lose?")
        if step.stop:
            return say("Tap ✓ to stop there, or where it goes on.")
        return say("Tap where it goes, or another piece.") if step.picked else say("Tap the piece to move.")

    def _button(self, step: Step, point: int) -> Button:
        game, panel = self._game, self.panel
        cell, name = game.position.cells[point], game.ruleset.board.points[point]
        face = name if cell == EMPTY else game.ruleset.kind[cell].figure.glyph
        if step.stop and point == step.picked[-1]:
            return play_button(panel.match, step.stop, f"✓ {face}", style=Style.GOOD)
        drops = {drop for move in step.moves for drop in move.drops if drop not in step.picked}
        following = drops or set(step.groups())
        if point in following and step.is_last:
            chosen = next(move for move in step.moves if point in step.following(move))
            return play_button(panel.match, chosen, face, style=Style.GOOD if step.picked else Style.PLAIN)
        if point in following:
            picked = panel.pick((*step.picked, point))
            return Button(face, picked, Style.PLAIN if cell == EMPTY else Style.MAIN)
        if point in step.picked:
            # The point is named so that no two buttons have the same payload.
            again = CallbackData(Action.MOVE, panel.match.code, game.ply, f"{AS_GRID}:{name}")
            return Button(self._dropped.figure.glyph if drops and cell == EMPTY else face, str(again), Style.MAIN)
        if cell != EMPTY and any(move.path and move.path[0] == point for move in game.legal_moves):
            return Button(face, panel.pick((point,)))
        unused = CallbackData(Action.UNAVAILABLE, panel.match.code, game.ply, name)
        return Button("·" if cell == EMPTY else face, str(unused), disabled=True)
