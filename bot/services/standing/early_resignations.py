"""Early resignations: a player who resigns rated matches in a row as soon as they count may be giving points away.

The hosts of the place are told, in the log channel in which they read what the staff decides.
"""

from bot.matches.rating import EARLY, is_decided
from bot.matches.rulings import RulingAct
from bot.services.core import MatchEnd
from bot.store import ratings, rulings
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.rulings import Ruling
from engine.ruleset import Ending

IN_A_ROW = 3
_WHY = "resigned early"


async def note_early_resignations(connection: Connection, end: MatchEnd) -> None:
    """Note for the hosts of each place of a rated match that has just ended that its loser has now resigned early for
    the third time in a row.
    """
    match = end.match
    outcome = match.game.outcome
    if outcome is None or not is_decided(match) or outcome.ending is not Ending.RESIGNATION or outcome.winner is None:
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
            connection, Ruling(end.new_id(), here, end.now, None, RulingAct.NOTED, match.code, None, _WHY, done=True)
        )
