"""The card of a week of duplicate, for all in its chat: who plays, then how all have done."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.app.buttons.callback_data import CallbackData
from bot.app.contests.simul_card import private_boards
from bot.app.requests.context import AppServices
from bot.app.text.clock import pace_line
from bot.app.text.names import game_name, still_known
from bot.chat import BoardMessage, Button, Style
from bot.matches.duplicate import (
    DUPLICATE_PACE,
    FOR_A_MEAN,
    POSITIONS,
    DuplicateEntrant,
    DuplicateGame,
    DuplicateState,
    mean_of,
)
from bot.matches.status import LIVE, Status
from bot.services.contests.duplicates import DuplicateView
from bot.store.duplicates import Duplicate
from bot.words import Words, words
from engine.games import find_ruleset


class DuplicateAction(StrEnum):
    """The buttons of duplicate."""

    JOIN = "yb"
    LEAVE = "yc"


def title_of_week(found: DuplicateView, say: Words) -> str:
    """The name of a card."""
    return " · ".join((say("Duplicate"), game_name(find_ruleset(found.week.ruleset), say)))


def lines_of_week(found: DuplicateView, say: Words) -> list[str]:
    """The words of a card."""
    if found.duplicate.state is DuplicateState.OVER:
        return _ended(found, say)
    there = [each for each in found.entrants if not each.left]
    waiting = [each for each in there if each.pair is None]
    pairs = {each.pair: [other for other in there if other.pair == each.pair] for each in there if each.pair}
    told = [
        say(
            "The same {count} positions are played in every chat, from both sides. Win more from them than others do.",
            count=POSITIONS,
        ),
        say("Two who have joined are a pair, in the order in which they came."),
        pace_line(DUPLICATE_PACE, say),
        say("What is over by {day}, 00:00 UTC, counts.", day=say.day(found.week.until)),
    ]
    told += [_of_pair(found, two, say) for _, two in sorted(pairs.items())]
    if waiting:
        told.append(
            say("Waiting for a partner: {names}.", names=say.all_of([called(found, each, say) for each in waiting]))
        )
    return told


def called(found: DuplicateView, entrant: DuplicateEntrant, say: Words) -> str:
    """The name of somebody who has joined."""
    return found.names.get(entrant.player, say("somebody"))


def _of_pair(found: DuplicateView, two: list[DuplicateEntrant], say: Words) -> str:
    """The line of a pair: how far they are, and the codes of what they play."""
    names = " – ".join(called(found, each, say) for each in two)
    theirs = [game for game in found.games if any(game.has(each.number) for each in two)]
    tables = say.plural("{count} table finished", "{count} tables finished", _finished(theirs))
    codes = [game.match for game in theirs if game.match and game.status in LIVE and game.pair == two[0].pair]
    return " · ".join((f"{names}: {tables}", *codes))


def _finished(games: list[DuplicateGame]) -> int:
    """The number of positions that two have played from both sides."""
    over = [(game.pair, game.position) for game in games if game.status is Status.OVER]
    return sum(over.count(each) == 2 for each in set(over))


def _ended(found: DuplicateView, say: Words) -> list[str]:
    compared = [each for each in found.entrants if each.place is not None]
    told = [say("The week is over. Each is compared with all who had the same side of the same position.")]
    for each in sorted(compared, key=lambda one: (one.place or 0, one.number)):
        told.append(f"{each.place}. {called(found, each, say)} {percent(each.points.share)}")
    if not compared:
        return [say("The week is over. Nobody here had a table that could be compared.")]
    mean = mean_of(each.points for each in found.entrants)
    if mean is None or found.duplicate.rank is None:
        told.append(say("A chat has a place among the others with {count} people who were compared.", count=FOR_A_MEAN))
    else:
        told.append(
            say(
                "This chat: {mean}, place {place} of {chats}.",
                mean=percent(mean),
                place=found.duplicate.rank,
                chats=found.chats,
            )
        )
    return told


def percent(share: Fraction | None) -> str:
    """A part of the possible match points: *62.5 %*."""
    return f"{float(100 * (share or 0)):.1f} %"


def duplicate_buttons(found: DuplicateView, say: Words) -> tuple[Button, ...]:
    """The buttons for all in a chat; none once the week is over."""
    if found.duplicate.state is DuplicateState.OVER:
        return ()
    return (
        Button(say("Join"), str(CallbackData(DuplicateAction.JOIN, argument=found.duplicate.id)), Style.MAIN),
        Button(say("Leave"), str(CallbackData(DuplicateAction.LEAVE, argument=found.duplicate.id))),
    )


@dataclass(frozen=True)
class DuplicateCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, duplicate: Duplicate) -> tuple[Duplicate, BoardMessage] | None:
        """The card of a week in a chat, with it as it is shown; None where there is none any more, or no such game."""
        found = await self.tools.services.duplicates.view(duplicate.id)
        if found is None or not still_known([found.week.ruleset]):
            return None
        here, say = found.duplicate, words(found.duplicate.language)
        buttons = duplicate_buttons(found, say)
        private, chat = private_boards(self.tools.able(here.place), say) if buttons else ("", ())
        return here, BoardMessage(
            title=title_of_week(found, say),
            text="\n".join(filter(None, (*lines_of_week(found, say), private))),
            rows=(buttons, *chat) if buttons else (),
            language=here.language,
        )
