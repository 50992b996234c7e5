"""The card of the week of a chat: how its season stands, and what was most often overlooked there."""

from dataclasses import dataclass

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import AppServices
from bot.app.standing.top_card import value_told
from bot.app.text.names import game_name
from bot.chat import BoardMessage, Button, Row
from bot.services.standing.standing import TopScope
from bot.store.weeklies import Overlooked, Weekly
from bot.words import Words, words
from engine.games import find_ruleset
from engine.refusal import Reason

FIRST = 3
"""So many of the season are listed."""
OVERLOOKED = (Reason.MUST_CAPTURE, Reason.MUST_GO_ON, Reason.TAKE_LONGER, Reason.TAKE_MOST)
"""The reasons that are counted: duties that one overlooks, and no slips of the hand."""


@dataclass(frozen=True)
class WeeklyCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, weekly: Weekly) -> BoardMessage | None:
        """The card that is to be sent now; None where the week has nothing to tell."""
        services, say = self.tools.services, words(weekly.language)
        lines = await self._season(weekly, say)
        rows: tuple[Row, ...] = ()
        if found := await services.weeklies.most_overlooked(weekly):
            game = find_ruleset(found.ruleset)
            lines.append(f"{game_name(game, say)}: {_told(found, say)}")
            why = CallbackData(Action.WHY, argument=f"{game.short_id}:{found.reason}")
            rows = ((Button(say("Why?"), str(why)),),)
        if not lines:
            return None
        return BoardMessage(title=say("The week here"), text="\n".join(lines), rows=rows, language=weekly.language)

    async def _season(self, weekly: Weekly, say: Words) -> list[str]:
        """The first of this season in the game that is played rated most, under its name."""
        standing, place = self.tools.services.standing, weekly.place
        for key in await standing.rated_games(TopScope.HERE, place, 1):
            found = await standing.top(TopScope.SEASON, place, key, "", FIRST)
            told = [f"{each.ranked.place}. {each.name}: {value_told(each, TopScope.SEASON, say)}" for each in found]
            if told:
                return [" · ".join((say("This season"), game_name(find_ruleset(key), say))), *told]
        return []


def _told(found: Overlooked, say: Words) -> str:
    match Reason[found.reason]:
        case Reason.MUST_CAPTURE:
            return say.plural(
                "{count} move was refused because a capture was a duty.",
                "{count} moves were refused because a capture was a duty.",
                found.count,
            )
        case Reason.MUST_GO_ON:
            return say.plural(
                "{count} move was refused because the capture was not complete.",
                "{count} moves were refused because the capture was not complete.",
                found.count,
            )
        case _:
            return say.plural(
                "{count} move was refused because another capture takes more.",
                "{count} moves were refused because another capture takes more.",
                found.count,
            )
