"""The panels of puzzles and lessons: a position of no match, in which a turn is picked or something is told."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.buttons.callback_data import NO_MATCH
from bot.app.moves.picker import Panel, Picking
from bot.app.requests.context import Context, side_look
from bot.chat import PrivatePanel, Row
from bot.foundation.off_loop import off_loop_if_long
from engine.game import Game
from renderer import Scene


async def picking_panel(
    context: Context, game: Game, purpose: Picking, picked: tuple[int, ...] = (), rings: tuple[int, ...] = ()
) -> PrivatePanel:
    """The picker of a match on this position, seen by the side to act; with ``rings`` these points alone are marked."""
    panel = Panel(NO_MATCH, game, ("", ""), side_look(context, game.turn), context.say, purpose)
    page = await off_loop_if_long(lambda: panel.page(picked))
    if rings:
        page = replace(page, scene=replace(page.scene, targets=(), rings=rings))
    return await panel.answer(context.tools.images, page)


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
