"""A ladder as it is shown: the card for all in its chat, and the lines and the picture that panels show too."""

from dataclasses import dataclass
from enum import StrEnum

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import AppServices
from bot.app.text.names import game_name, still_known
from bot.app.text.shield import SHIELD, month_told
from bot.chat import BoardMessage, Button, Picture, Style
from bot.services.contests.ladders import LadderView
from bot.store.ladders import Ladder
from bot.words import Words, words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from renderer import THEMES, RankedRow, RankingCard

LISTED = 10
"""So many rungs from the top are shown."""
CHALLENGES = 5
"""So many challenges under way are told."""


class LadderAction(StrEnum):
    """The buttons of a ladder."""

    JOIN = "lb"
    COME = "lg"
    LEAVE = "lc"
    CHALLENGE = "ld"
    CONFIRM_LEAVE = "lf"


def title_of(ruleset: Ruleset, say: Words) -> str:
    """The name of the ladder of a game."""
    return " · ".join((say("Ladder"), game_name(ruleset, say)))


def lines_of(found: LadderView, say: Words) -> list[str]:
    """A line for each rung shown, for the shield, and for each challenge under way; who wants to be in no list is
    *somebody*.
    """
    somebody = say("somebody")
    lines, last = [], 0
    for each in found.rungs:
        if each.rung > last + 1:
            lines.append("...")
        held = f" {SHIELD}" if _holds_shield(found, each.player) else ""
        name = found.names.get(each.player, somebody)
        name = say("{name} (you)", name=name) if found.mine and each.player == found.mine.player else name
        lines.append(f"{each.rung}. {name}{held}")
        last = each.rung
    lines.append(say.plural("{count} person is on it.", "{count} people are on it.", found.count))
    if found.shield:
        player, month = found.shield
        facts = {"name": found.names.get(player, somebody), "month": month_told(month, say)}
        lines.append(say("{name} has held the shield since the end of {month}.", **facts))
    for made in found.challenges[:CHALLENGES]:
        who, whom = (found.names.get(each, somebody) for each in (made.challenger, made.challenged))
        lines.append(say("{who} challenges {whom}: {code}", who=who, whom=whom, code=made.match))
    return lines


def _holds_shield(found: LadderView, player: str) -> bool:
    return found.shield is not None and found.shield[0] == player


async def picture_of(tools: AppServices, found: LadderView, theme: str, say: Words) -> Picture | None:
    """The rungs that are shown as a picture; None where nobody stands on the ladder."""
    if not found.rungs:
        return None
    busy = {player: made.match for made in found.challenges for player in (made.challenger, made.challenged)}
    rows = tuple(
        RankedRow(
            each.rung,
            found.names.get(each.player, say("somebody")),
            busy.get(each.player, ""),
            found.count + 1 - each.rung,
            own=found.mine is not None and each.player == found.mine.player,
            shield=_holds_shield(found, each.player),
        )
        for each in found.rungs
    )
    beside = say.plural("{count} person is on it.", "{count} people are on it.", found.count)
    card = RankingCard(title_of(find_ruleset(found.ladder.ruleset), say), beside, rows, theme, from_zero=True)
    return await tools.images.ranking(card, say)


@dataclass(frozen=True)
class LadderCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, ladder: Ladder) -> tuple[Ladder, BoardMessage] | None:
        """The card of a ladder, with the ladder as it shows it; None where there is none any more, or no such game."""
        found = await self.tools.services.ladders.card(ladder.id, LISTED)
        known = still_known([found.ladder.ruleset]) if found else []
        if found is None or not known:
            return None
        ruleset, say = known[0], words(found.ladder.language)
        game = ruleset.short_id
        buttons = (
            Button(say("Join"), str(CallbackData(LadderAction.COME, argument=game))),
            Button(say("Challenge"), str(CallbackData(Action.LADDER, argument=game)), Style.MAIN),
        )
        return found.ladder, BoardMessage(
            title=title_of(ruleset, say),
            text="\n".join(lines_of(found, say)),
            picture=await picture_of(self.tools, found, THEMES[0], say),
            rows=(buttons,),
            language=found.ladder.language,
        )
