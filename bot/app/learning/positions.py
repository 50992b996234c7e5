"""The panels of puzzles and lessons: a position of no match, in which a turn is picked or something is told."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.buttons.callback_data import NO_MATCH
from bot.app.moves.picker import Panel, PickerPage, Picking
from bot.app.requests.context import Context, side_look
from bot.chat import Button, PrivatePanel, Row
from bot.foundation.off_loop import off_loop_if_long
from engine.game import Game
from engine.parser import AmbiguousMove, UnsureMove
from renderer import Scene


async def picking_panel(
    context: Context,
    game: Game,
    purpose: Picking,
    picked: tuple[int, ...] = (),
    rings: tuple[int, ...] = (),
    meant: AmbiguousMove | UnsureMove | None = None,
) -> PrivatePanel:
    """The picker of a match on this position, seen by the side to act; with ``rings`` these points alone are marked.
    With what was ``meant`` it asks which of these turns.
    """
    panel = Panel(NO_MATCH, game, ("", ""), side_look(context, game.turn), context.say, purpose)

    def asked() -> PickerPage:
        if meant is None:
            return panel.page(picked)
        return panel.among(*((meant.moves, meant.picked) if isinstance(meant, AmbiguousMove) else ((meant.move,), ())))

    page = await off_loop_if_long(asked)
    if rings:
        page = replace(page, scene=replace(page.scene, targets=(), rings=rings))
    return await panel.answer(context.tools.images, page)


def open_here(context: Context, button: Button) -> None:
    """Note that this person has a puzzle or lesson before them, the one of a button: a turn typed here is for it."""
    context.tools.studies.begin(context.player.id, context.request.place, button.payload, context.now().timestamp())


def closed_here(context: Context) -> None:
    """Note that it is done."""
    context.tools.studies.end(context.player.id, context.request.place)


async def position_panel(
    context: Context, title: str, lines: Sequence[str], scene: Scene, rows: tuple[Row, ...]
) -> PrivatePanel:
    """A panel of one's own with the picture of a position."""
    return PrivatePanel(
        title=title,
        text="\n".join(lines),
        picture=await context.tools.images.picture(scene, context.say),
        rows=rows,
        replace=True,
        confidential=True,
    )
