"""The drawn card of ``/top``: ten rows, that of whoever asks, and the computer's levels near them as grey lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.requests.context import Context
from bot.app.standing.person_card import LONGEST_BESIDE
from bot.app.text.level_names import level_name
from bot.chat import Picture
from bot.services.standing.standing import ListedPlayer, TopScope
from bot.store.types import BILLION
from bot.words import Words
from engine.ruleset import Ruleset
from renderer import THEMES, RankedRow, RankingCard

BY_POINTS = (TopScope.MONTH, TopScope.SEASON, TopScope.BEFORE)
"""Lists that are sorted by what was got in a time, in which the computer has no place."""


@dataclass(frozen=True)
class TopList:
    """A list as it is shown: its game, its heading, its players, and the ratings of the computer's levels."""

    scope: TopScope
    ruleset: Ruleset
    heading: str
    found: Sequence[ListedPlayer]
    levels: Sequence[float]


async def top_picture(context: Context, shown: TopList, text: str) -> Picture | None:
    """The card that goes with the words of a list; None where there is nothing to draw, or no room for it."""
    if not shown.found or len(shown.heading) + len(text) > LONGEST_BESIDE:
        return None
    return await context.tools.images.ranking(top_card(context, shown), context.say)


def top_card(context: Context, shown: TopList) -> RankingCard:
    """The card of a list, in the theme of whoever asks."""
    say, me = context.say, context.player.id
    people = [
        RankedRow(
            each.ranked.place,
            each.name,
            value_told(each, shown.scope, say),
            value_of(each, shown.scope),
            own=each.ranked.player == me,
        )
        for each in shown.found
    ]
    own = [each.ranked for each in shown.found if each.ranked.player == me]
    beside = say("You are number {place} of {count}.", place=own[0].place, count=own[0].of) if own else ""
    sure = sum(not each.ranked.provisional for each in shown.found) or len(people)
    levels = _near([row.value for row in people[:sure]], shown.levels)
    grey = [
        RankedRow(0, f"{level} · {level_name(shown.ruleset, level, say)}", f"{rating:.0f}", rating)
        for level, rating in levels
    ]
    # Whoever's rating is provisional stands below those who can be compared with the levels.
    rows = (*sorted([*people[:sure], *grey], key=lambda row: -row.value), *people[sure:])
    return RankingCard(
        shown.heading, beside, rows, context.player.theme or THEMES[0], from_zero=shown.scope in BY_POINTS
    )


def value_of(each: ListedPlayer, scope: TopScope) -> float:
    """The number by which a list is sorted."""
    return each.ranked.sorted_by / {TopScope.MONTH: 2}.get(scope, 1 if scope in BY_POINTS else BILLION)


def value_told(each: ListedPlayer, scope: TopScope, say: Words) -> str:
    """The value with which a player stands in a list, in words."""
    ranked, value = each.ranked, value_of(each, scope)
    if scope is TopScope.MONTH:
        return say("{points} of {count}", points=f"{value:g}", count=ranked.played)
    if scope in BY_POINTS:
        points = say.plural("{count} point", "{count} points", ranked.sorted_by)
        return say("{points} ({count} played)", points=points, count=ranked.played)
    return f"{value:.0f}{'?' if ranked.provisional else ''}"


def _near(values: Sequence[float], levels: Sequence[float]) -> list[tuple[int, float]]:
    """The levels, each with its rating, that stand between some values, and one beyond them to either side."""
    numbered = list(enumerate(levels, 1))
    above = [each for each in numbered if each[1] > max(values)]
    below = [each for each in numbered if each[1] < min(values)]
    between = [each for each in numbered if min(values) <= each[1] <= max(values)]
    return [*sorted(above, key=lambda each: each[1])[:1], *between, *sorted(below, key=lambda each: each[1])[-1:]]
