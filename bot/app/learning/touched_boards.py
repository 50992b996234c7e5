"""The boards of puzzles and lessons under the hand, for platforms that have live boards.

What may be touched is sent as for a match, and the touches come back as what is chosen from a menu: the button that
plays a turn in chats is the one that plays it here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.app.buttons.callback_data import NO_MATCH
from bot.app.moves.move_entry import why_button
from bot.app.moves.move_steps import Touches
from bot.app.moves.picker import Panel
from bot.app.requests.context import Context, side_look
from bot.app.requests.memory import graph_of
from bot.app.text.names import side_names
from bot.app.text.reasons import move_sentence
from bot.chat import Button, PanelBoard, PieceName, PrivatePanel, Row, TurnGraph, TurnNode, TurnStep
from bot.foundation.off_loop import off_loop_if_long
from engine.game import Game
from engine.lessons import Lesson
from engine.moves import Move
from engine.parser import IllegalMove, MoveError, parse_move

_POINT = re.compile(r"[a-z][0-9]{1,2}")


@dataclass(frozen=True, kw_only=True)
class Touching:
    """A position to be touched: the side that looks at it, what a touch is for, and what is drawn."""

    side: int
    text: str
    rows: tuple[Row, ...]
    marks: tuple[tuple[int, int], ...] = ()
    steps: TurnGraph | None = None
    """What may be touched in place of the legal turns."""
    ask: str = ""
    payload: str = ""
    rests: bool = False
    """Nothing is touched: it shows what has been done."""


async def with_board(context: Context, answer: PrivatePanel, game: Game, touching: Touching) -> PrivatePanel:
    """A panel that is also a live board where the platform draws some, unless too many turns are legal."""
    if not context.able.draws_boards:
        return answer
    rests = touching.rests or (touching.steps is None and game.outcome is not None)
    steps = touching.steps if rests or touching.steps else await graph_of(game)
    if steps is None and not rests:
        return answer
    say, ruleset, position = context.say, game.ruleset, game.position
    panel = Panel(NO_MATCH, game, ("", ""), side_look(context, touching.side), say)
    ask = touching.ask
    if not (rests or ask):
        ask = " ".join(line for line in (panel.duty(), panel.asked(panel.first)) if line)
    board = PanelBoard(
        payload=touching.payload,
        ruleset=ruleset.key,
        ply=game.ply,
        bottom=panel.look.orientation,
        turn=game.turn,
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        pieces=tuple(PieceName(kind.letter, kind.side, say.noun(kind.noun)) for kind in ruleset.kinds),
        sides=side_names(ruleset, say),
        last=game.moves[-1] if game.moves else None,
        steps=steps,
        ask=ask,
        puts=() if rests or touching.steps else panel.puts(),
        marks=touching.marks,
        text=touching.text,
        rows=touching.rows,
    )
    return replace(answer, board=board)


async def touched_move(game: Game, touches: Touches) -> Move | None:
    """The turn of the points touched; None where they make none."""
    step = await off_loop_if_long(lambda: game.first_choice.after(touches.points))
    return step.stop if step else None


async def why_not(context: Context, game: Game, touches: Touches) -> tuple[str, tuple[Button, ...]]:
    """The reason why a piece cannot go over the points touched, with a way to the rule; empty where it can."""
    names = game.ruleset.board.points
    text = "-".join(names[point] for point in touches.points if point < len(names))

    def found() -> MoveError | None:
        try:
            parse_move(game.ruleset, game.position, text, (), game.barred)
        except MoveError as error:
            return error
        return None

    error = await off_loop_if_long(found)
    return why_refused(context, game, error) if error else ("", ())


def why_refused(context: Context, game: Game, error: MoveError) -> tuple[str, tuple[Button, ...]]:
    """The reason why a turn cannot be played, with a way to the rule."""
    why = (why_button(game.ruleset, error, context.say),) if isinstance(error, IllegalMove) else ()
    return move_sentence(game, error, context.say), why


def marks_of(move: Move) -> tuple[tuple[int, int], ...]:
    """A turn in arrows; what puts pieces on the board in rings."""
    if not move.path:
        return tuple((point, point) for point in move.drops)
    return tuple(pairwise(move.path))


def points_of(lesson: Lesson, choice: str) -> tuple[int, ...]:
    """The points of a choice of a lesson."""
    index = lesson.ruleset.board.index
    return tuple(index[point] for point in _POINT.findall(choice))


def choice_graph(ways: Sequence[tuple[int, ...]]) -> TurnGraph:
    """The touches by which one of some ways is chosen, legal or not."""
    begun = list(dict.fromkeys(way[:length] for way in ways for length in range(len(way) + 1)))
    begun.sort(key=len)
    return TurnGraph(
        tuple(
            TurnNode(
                tuple(TurnStep(way[-1], number) for number, way in enumerate(begun) if way and way[:-1] == so_far),
                so_far in ways,
            )
            for so_far in begun
        )
    )
