"""The members of teams who are due: each is told once that it is their turn, as a player of any other match is. Whoever
changes who is due has locked the match.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.matches.match import Match
from bot.matches.notices import Notice, TeamTurn, due_at
from bot.matches.refusals import UnreadableMatch
from bot.matches.team import begins_turn, due_member
from bot.store import notices, people, teams, views
from bot.store.connection import Connection
from bot.store.matches import Matches


async def tell(connection: Connection, match: Match, now: datetime, *, by: str | None = None) -> None:
    """Have the member told who has just become due in a match, unless that is who has made it so (``by``)."""
    due = due_member(await teams.of_match(connection, match), match)
    if due is None or due.player == by:
        return
    rested = replace(match, rests=await people.rests(connection, (due.player,)))
    notice = Notice(due.player, TeamTurn.DUE, match.version)
    await notices.add_anew(connection, match.code, notice, due_at(rested, due.player, now))


async def tell_of_change(connection: Connection, before: Match | None, after: Match, now: datetime) -> None:
    """The same where it may have become the turn of a team by a change of a match under way."""
    if begins_turn(before, after):
        await tell(connection, after, now)


async def of_people(
    connection: Connection, known: Matches, players: Collection[str], *, lock: bool = False
) -> list[tuple[Match, str]]:
    """The matches under way whose teams some players are in, each with the member who is due in it, where one is; with
    ``lock`` nobody else changes them. Those that cannot be read are left out.
    """
    found = []
    for code in await teams.live_with(connection, players):
        with suppress(UnreadableMatch):
            match = await known.load(connection, code, lock=lock)
            if due := due_member(await teams.of_match(connection, match), match):
                found.append((match, due.player))
    return found


async def tell_next(
    connection: Connection, known: Matches, before: Mapping[str, str], now: datetime, same: Collection[str] = ()
) -> list[str]:
    """Have those told, and boards say, who have become due in the place of another member: ``before`` are those who
    were, by the codes of their matches. The codes of these matches. Two players who are the ``same`` person are one.
    """
    changed = []
    for code, was in before.items():
        match = await known.load(connection, code, lock=True)
        due = due_member(await teams.of_match(connection, match), match)
        if due and due.player != was and not {due.player, was} <= {*same}:
            await tell(connection, match, now)
            await views.show_again(connection, code)
            changed.append(code)
    return changed
