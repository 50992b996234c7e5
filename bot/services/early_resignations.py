"""Whoever resigns one rated match after the other as soon as it counts may be giving points away.

The hosts of the place are told, in the log channel in which they read what the staff decides.
"""

from collections.abc import Callable
from datetime import datetime

from bot.matches.match import Match
from bot.matches.rating import SHORTEST
from bot.matches.rulings import RulingAct
from bot.store import ratings, rulings
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.events import key_of
from bot.store.rulings import Ruling
from engine.ruleset import Ending

IN_A_ROW = 3
EARLY = 2 * SHORTEST + 1
"""Moves of both together up to which a resignation is early: the fewest with which a match counts, and one."""
_WHY = "resigned early"


def is_early(match: Match) -> bool:
    """Has somebody resigned a match as soon as it counts?"""
    outcome = match.game.outcome
    return outcome is not None and outcome.ending is Ending.RESIGNATION and match.game.ply <= EARLY


async def note_early_resignations(
    connection: Connection, match: Match, now: datetime, new_id: Callable[[], str]
) -> None:
    """Note for the hosts of each place of a rated match that has just ended that its loser has now resigned early for
    the third time in a row.
    """
    outcome = match.game.outcome
    if outcome is None or outcome.ending is not Ending.RESIGNATION or outcome.winner is None:
        return
    loser = match.seats[1 - outcome.winner] or ""
    latest = await ratings.latest_ends(connection, loser, IN_A_ROW + 1)
    early = [ending == Ending.RESIGNATION.value and lost and ply <= EARLY for ending, lost, ply in latest]
    if early[:IN_A_ROW] != [True] * IN_A_ROW or early[IN_A_ROW:] == [True]:
        return
    shown = [view.place for view in await view_rows.of_matches(connection, [match.code]) if view.place.community]
    for platform, community in sorted({(place.platform, place.community) for place in shown}):
        here = key_of(platform, community)
        await rulings.add(
            connection, Ruling(new_id(), here, now, None, RulingAct.NOTED, match.code, None, _WHY, done=True)
        )
