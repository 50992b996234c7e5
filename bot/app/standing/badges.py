"""*Badges* of ``/profile``: the first win against each level of the computer, by games and sides of a hunt, and the
shields of ladders, and the cups of tournaments.
"""

from collections.abc import Sequence
from typing import TypeAlias

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.standing.profile import kept_private
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name, side_name
from bot.app.text.shield import CUP, SHIELD, month_told
from bot.chat import Answer, Button, PrivatePanel
from bot.matches.preferences import NOWHERE
from bot.matches.rating import by_sides
from bot.services.standing.standing import Badge
from bot.store import Player
from bot.store.shields import Shield
from bot.store.tournaments import Cup
from bot.words import Words
from engine.games import find_ruleset

SHOWN = 20
"""The badges that are told, the latest: more would not be read."""


BadgeKind: TypeAlias = Badge | Shield | Cup
"""All that somebody keeps for good."""


async def pressed_badges(context: Context, data: CallbackData) -> Answer:
    """Those of the player whose id is the argument. Raises BadCallbackData."""
    say, known = context.say, await context.services.people.by_id(data.argument)
    if known is None:
        raise BadCallbackData(str(data))
    own = known.id == context.player.id
    listed = own or known.listed != NOWHERE
    found = await badges_of(context, known) if listed else None
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


async def badges_of(context: Context, player: Player) -> list[BadgeKind] | None:
    """A player's badges, shields and cups, the latest first; None where they keep them from whoever asks."""
    found = await context.services.standing.badges(player.id, context.player.id)
    if found is None:
        return None
    held = await context.services.shields.of_player(player.id)
    cups = await context.services.tournaments.cups_of(player.id)
    return sorted(
        [*found, *held, *cups], key=lambda each: each.ends if isinstance(each, Shield) else each.won, reverse=True
    )


def more_told(found: Sequence[BadgeKind], say: Words) -> str:
    """The number of those besides the ones that are told, or what there would be one for; empty where all are told."""
    if not found:
        return say("No badge yet. There is one for the first win against each level of the computer.")
    more = len(found[SHOWN:])
    return say("and {count} more", count=more) if more else ""


def _badge(badge: BadgeKind, say: Words) -> str:
    ruleset = find_ruleset(badge.ruleset)
    game = game_name(ruleset, say)
    if isinstance(badge, Shield):
        month = month_told(badge.month, say)
        return say("{game}: {shield} the shield of a ladder, {month}", game=game, shield=SHIELD, month=month)
    if isinstance(badge, Cup):
        return say("{game}: {cup} the tournament {name}, won on {day}", game=game, **cup_facts(badge, say))
    if by_sides(ruleset):
        game = f"{game}, {side_name(ruleset, badge.side, say)}"
    name = level_name(ruleset, badge.level, say)
    facts = {"game": game, "level": badge.level, "name": name, "day": say.day(badge.won)}
    return say("{game}: level {level}, {name}, beaten on {day}", **facts)


def cup_facts(won: Cup, say: Words) -> dict[str, str]:
    """The facts of a cup for a sentence."""
    return {"cup": CUP, "name": won.name or say("without a name"), "day": say.day(won.won)}
