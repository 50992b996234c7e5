"""*Badges* of ``/profile``: the first win against each level of the computer, by games and sides of a hunt."""

from collections.abc import Sequence

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.standing.profile import kept_private
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name, side_name
from bot.chat import Answer, Button, PrivatePanel
from bot.matches.preferences import NOWHERE
from bot.matches.rating import by_sides
from bot.services.standing.standing import Badge
from bot.words import Words
from engine.games import find_ruleset

SHOWN = 20
"""The badges that are told, the latest: more would not be read."""


async def pressed_badges(context: Context, data: CallbackData) -> Answer:
    """Those of the player whose id is the argument. Raises BadCallbackData."""
    say, known = context.say, await context.services.people.by_id(data.argument)
    if known is None:
        raise BadCallbackData(str(data))
    own = known.id == context.player.id
    listed = own or known.listed != NOWHERE
    found = await context.services.standing.badges(known.id, context.player.id) if listed else None
    if found is None:
        return kept_private(known, say)
    lines = [_badge(each, say) for each in found[:SHOWN]]
    if more := more_told(found, say):
        lines.append(more)
    lines.append(say("A win counts from the beginning of a game, without a hint."))
    back = Button(say("Back"), str(CallbackData(Action.PROFILE, argument=known.id)))
    return PrivatePanel(
        title=say("Badges of {name}", name=known.name),
        text="\n".join(lines),
        rows=((back,),),
        replace=True,
        confidential=True,
    )


def more_told(found: Sequence[Badge], say: Words) -> str:
    """The number of those besides the ones that are told, or what there would be one for; empty where all are told."""
    if not found:
        return say("No badge yet. There is one for the first win against each level of the computer.")
    more = len(found[SHOWN:])
    return say("and {count} more", count=more) if more else ""


def _badge(badge: Badge, say: Words) -> str:
    ruleset = find_ruleset(badge.ruleset)
    game = game_name(ruleset, say)
    if by_sides(ruleset):
        game = f"{game}, {side_name(ruleset, badge.side, say)}"
    name = level_name(ruleset, badge.level, say)
    facts = {"game": game, "level": badge.level, "name": name, "day": say.day(badge.won)}
    return say("{game}: level {level}, {name}, beaten on {day}", **facts)
