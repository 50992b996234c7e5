"""The lobby for one person: the games, their matches, and those of others that stand in the place."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.app.buttons.ladder_button import has_ladders
from bot.app.match.better_turn import better_turn_at_home
from bot.app.match.games import opponent, state
from bot.app.requests.context import Context, match_look, side_look
from bot.app.requests.game_chooser import FIRST
from bot.app.text.names import family_name, game_name
from bot.chat import FinishedMatches, GameCard, ListedMatch, Lobby, TodaysPuzzle
from bot.chat.games import found_by
from bot.foundation.bounded import BoundedMemory
from bot.matches.history import HistoryFilter
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.status import Status
from bot.words import Words
from engine.games import rulesets
from engine.lessons import lessons_of

LISTED = 24
"""The most matches in each list."""
SPARE = 24
"""Matches in the lists of a place besides, as one's own are left out of them."""
FRESH_PUZZLE = timedelta(minutes=1)
"""The time for which the puzzle of today is the same."""
FRESH = timedelta(seconds=0.9)
"""The time for which the lists of a place are the same for all: a lobby is told of a change later than that."""
PLACES = 100
"""Places, each in a language, whose lists are kept."""


def game_cards(say: Words) -> tuple[GameCard, ...]:
    """All games, a family after the other."""
    return tuple(
        GameCard(
            key=each.key,
            name=game_name(each, say),
            summary=say(each.summary),
            family=family_name(each.family, say),
            first=each.key in FIRST,
            easy=each.beginners,
            taught=bool(lessons_of(each)),
            words=found_by(each),
        )
        for each in rulesets()
    )


@dataclass
class _Kept:
    """The lists of a place as they were at a time: open invitations, and matches under way; and the puzzle of today.

    With whether the place has ladders.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    made: datetime | None = None
    invitations: tuple[ListedMatch, ...] = ()
    watched: tuple[ListedMatch, ...] = ()
    today_made: datetime | None = None
    today: TodaysPuzzle | None = None
    ladder: bool = False


class PlaceLists:
    """The matches in a place, as those see them who have no seat: made once for all who ask in a language."""

    def __init__(self, today: Callable[[Context], Awaitable[TodaysPuzzle | None]]) -> None:
        """``today`` gives the puzzle of today."""
        self._today = today
        self._kept = BoundedMemory[tuple[Place, str], _Kept](PLACES)

    async def of(self, context: Context) -> _Kept:
        """The lists of the place of a request, which may be older by ``FRESH``; the latest changed match first."""
        kept = self._kept.get_or_put((context.request.place, context.say.language), _Kept)
        async with kept.lock:
            now = context.now()
            if kept.made is None or not timedelta(0) <= now - kept.made < FRESH:
                nobody = _nobody(context)
                found = await context.services.matches.newest_in(context.request.place, LISTED + SPARE)
                names = await context.services.people.names(*found)
                open_to_all = [match for match in found if match.open or match.terms.watched]
                listed = [(match.open, await _listed(nobody, match, names)) for match in open_to_all]
                kept.invitations = tuple(each for is_open, each in listed if is_open)
                kept.watched = tuple(each for is_open, each in listed if not is_open)
                kept.ladder = has_ladders(await context.community(), context.request.place)
                kept.made = now
            if kept.today_made is None or not timedelta(0) <= now - kept.today_made < FRESH_PUZZLE:
                kept.today, kept.today_made = await self._today(_nobody(context)), now
        return kept


def _nobody(context: Context) -> Context:
    """A request as somebody makes it who has no seat and no settings."""
    return replace(context, player=replace(context.player, id="", view=None))


async def lobby_of(context: Context, lists: PlaceLists) -> Lobby:
    """The matches for the person of this request."""
    here, me = await lists.of(context), context.player.id
    own = (await context.services.matches.listed(me)).matches if me else ()
    names = await context.services.people.names(*own[:LISTED])
    codes = {match.code for match in own}
    bottom = side_look(context, 0).orientation

    def others(listed: tuple[ListedMatch, ...]) -> tuple[ListedMatch, ...]:
        return tuple(replace(each, bottom=bottom) for each in listed if each.code not in codes)[:LISTED]

    return Lobby(
        mine=tuple([await _listed(context, match, names, waits=me in match.to_act) for match in own[:LISTED]]),
        invitations=others(here.invitations),
        watched=others(here.watched),
        today=here.today,
        mistake=await better_turn_at_home(context),
        ladder=here.ladder,
    )


async def finished_of(context: Context, skipped: int) -> FinishedMatches:
    """The latest finished matches of the person of this request, each with its result, after so many."""
    if not context.player.id:
        return FinishedMatches((), None)
    matches = context.services.matches
    found = await matches.history(context.player.id, HistoryFilter(), skipped, LISTED)
    is_end = not await matches.history(context.player.id, HistoryFilter(), skipped + LISTED, 1)
    return FinishedMatches(await listed_of(context, found), None if is_end else skipped + LISTED)


async def listed_of(context: Context, found: Sequence[Match]) -> tuple[ListedMatch, ...]:
    """Matches as they are listed, in their order."""
    names = await context.services.people.names(*found)
    return tuple([await _listed(context, match, names) for match in found])


async def _listed(context: Context, match: Match, names: Mapping[str, str], *, waits: bool = False) -> ListedMatch:
    game, left = match.game, _milliseconds_left(match, context.now())
    how = state(context, match)
    if left is not None:  # it is counted beside these words
        how = "" if waits else context.say("their turn")
    return ListedMatch(
        code=match.code,
        game=game_name(game.ruleset, context.say),
        players=await opponent(context, match, names),
        state=how,
        waits=waits,
        left=left,
        ruleset=game.ruleset.key,
        ply=game.ply,
        bottom=match_look(context, match).orientation,
        cells=game.position.cells,
        stacks=game.position.stacks,
        last=game.moves[-1] if game.moves else None,
    )


def _milliseconds_left(match: Match, now: datetime) -> int | None:
    clock = match.clock
    if match.status is not Status.PLAYING or clock is None or not clock.pace.live or clock.since is None:
        return None
    left, bank = clock.left_at(now)
    return (left or bank) // timedelta(milliseconds=1)
