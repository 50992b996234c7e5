"""The data of one person: to export all of it, or to delete it.

A player is an opaque id. Who that is on a platform stands in ``accounts`` only, so that removing those rows leaves the
matches to the opponents, and nobody in them but a former player.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, tuple_, update

from bot.matches.identity import CORNER
from bot.store import (
    away,
    bans,
    blocks,
    boards,
    dailies,
    deletions,
    duplicates,
    followings,
    follows,
    guesses,
    holdouts,
    inbox,
    kept_games,
    ladders,
    lessons,
    links,
    merging,
    mistakes,
    notices,
    own_notes,
    pair_numbers,
    people,
    plans,
    puzzles,
    ratings,
    reports,
    requests,
    room,
    rulings,
    seat_marks,
    shields,
    simuls,
    table_talk,
    teams,
    tells,
    tournaments,
    villages,
)
from bot.store.connection import Connection
from bot.store.matches import apart
from bot.store.moves import moves_of
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.records import StoredMessage
from bot.store.tables import leftovers, matches, moves, views
from bot.store.views import set_match_version
from bot.words import N_

PAGE = 500
"""Matches that are read at once."""

Document = dict[str, Any]
"""Plain values for JSON."""


async def export(connection: Connection, player: str) -> Document:
    """All that is kept of a player. Of their opponents it names nothing but the side."""
    found: Document = {"player": player}
    for each in REGISTER:
        for name, read in each.export.items():
            found[name] = await read(connection, player)
    return found


@dataclass(frozen=True)
class Erased:
    """The traces of a deletion for others: emptied messages of the web room, and the codes of matches that change."""

    said: list[StoredMessage]
    changed: list[str]


async def erase(connection: Connection, player: str, now: datetime, left: Collection[str]) -> Erased:
    """Remove all that tells who a player is, and the boards that only they see. Their matches stay, without them.

    They have just ``left`` some: these change in any case. Boards in the web room are to be drawn anew.
    """
    leaver = Leaver(player, tuple(await people.accounts_of(connection, player)), now)
    # Former players who have become this one keep the matches that they have played against them.
    formers = [Leaver(former, (), now) for former in await merging.formers(connection, player)]
    told = {*await guesses.named_in(connection, player), *await table_talk.named_in(connection, player)}
    told |= {*await teams.named_in(connection, player)}
    for each in REGISTER:
        if each.erase:
            for one in (leaver, *formers):
                await each.erase(connection, one)
    return Erased(leaver.emptied, await _renewed(connection, player, left, told))


async def _renewed(connection: Connection, player: str, left: Collection[str], told: Collection[str]) -> list[str]:
    """Take the quiet hours out of the matches of a player, and have those in the web room shown anew, and any whose
    boards have ``told`` of a guess of theirs, or what they said; their codes.

    Whoever shows such a match must read it again, hence the version.
    """
    in_web = exists().where(views.c.match == matches.c.code, views.c.platform == "web")
    query = select(matches.c.code).where(_takes_part(player), or_(in_web, matches.c.quiet.is_not(None)))
    found: list[str] = []
    for code in sorted({*(await connection.execute(query)).scalars(), *told} - set(left)):
        # A match whose row breaks a rule is not shown to anybody.
        await apart(connection, partial(_renew, connection, code, found))
    return found


async def _renew(connection: Connection, code: str, done: list[str]) -> None:
    one = update(matches).where(matches.c.code == code)
    await connection.execute(one.values(quiet=None, version=matches.c.version + 1))
    theirs = update(views).where(views.c.match == code)
    await connection.execute(theirs.values(match_version=views.c.match_version + 1))
    done.append(code)


async def _matches(connection: Connection, player: str) -> list[Document]:
    found: list[Document] = []
    last = ""
    while True:
        page = (
            await connection.execute(
                select(matches).where(_takes_part(player), matches.c.code > last).order_by(matches.c.code).limit(PAGE)
            )
        ).all()
        if not page:
            return found
        last = page[-1].code
        made = await moves_of(connection, [row.code for row in page])
        for row in page:
            found.append(
                {
                    "match": row.code,
                    "ruleset": row.ruleset,
                    "status": row.status,
                    "role": "host" if row.host == player else "guest",
                    "sides": [side for side, seat in enumerate((row.seat_0, row.seat_1)) if seat == player],
                    "begun": moment(row.created),
                    "changed": moment(row.changed),
                    "start": row.start,
                    "goes_on_from": row.origin,
                    "after_turns": row.origin_ply,
                    "ending": row.ending,
                    "winner": row.winner,
                    "other_half": row.mirror_of,
                    "moves": [move.text for move in made[row.code]],
                }
            )


async def _forget_handle(connection: Connection, leaver: Leaver) -> None:
    # Processes must read such a match again, hence the version.
    by_handle = await connection.execute(
        update(matches)
        .where(matches.c.invited == leaver.player, matches.c.invited_handle.is_not(None))
        .values(invited_handle=None, invited_platform=None, version=matches.c.version + 1)
        .returning(matches.c.code, matches.c.version)
    )
    for code, version in by_handle.all():
        await set_match_version(connection, code, version)


async def _boards(connection: Connection, player: str) -> list[Document]:
    query = select(views).where(views.c.perspective == player).order_by(views.c.match, views.c.id)
    return [
        {name: getattr(row, name) for name in ("match", "platform", "chat", "thread", "private", "message")}
        for row in await connection.execute(query)
    ]


async def _forget_boards(connection: Connection, leaver: Leaver) -> None:
    chats = [
        and_(views.c.platform == row.platform, views.c.chat.in_((row.account, f"{CORNER}{row.account}")))
        for row in leaver.accounts
    ]
    own = and_(views.c.private == 1, or_(views.c.perspective == leaver.player, *chats))
    # Whoever notes a leftover of such a view at this moment is waited for.
    await connection.execute(select(views.c.id).where(own).order_by(views.c.match, views.c.id).with_for_update())
    keys = select(views.c.match, views.c.id).where(own)
    await connection.execute(delete(leftovers).where(tuple_(leftovers.c.match, leftovers.c.view).in_(keys)))
    await connection.execute(delete(views).where(own))


def _takes_part(player: str) -> ColumnElement[bool]:
    columns = (matches.c.host, matches.c.seat_0, matches.c.seat_1, matches.c.invited)
    return or_(*(column == player for column in columns))


MATCHES = PersonalData(
    N_("Your matches, with all moves and their times. Your opponents keep them, without your name."),
    forgotten=(matches.c.invited_handle,),
    stays=(
        *(matches.c.host, matches.c.invited, matches.c.seat_0, matches.c.seat_1, matches.c.actor),
        *(matches.c.rematch_by, moves.c.player),
    ),
    export={"matches": _matches},
    erase=_forget_handle,
)
BOARDS = PersonalData(
    N_("Where your boards are shown: chat, thread and message."),
    forgotten=(views.c.chat,),
    stays=(views.c.perspective,),
    export={"boards": _boards},
    erase=_forget_boards,
)
REGISTER = (
    people.PERSONAL,
    away.PERSONAL,
    blocks.PERSONAL,
    lessons.PERSONAL,
    links.PERSONAL,
    notices.PERSONAL,
    tells.PERSONAL,
    follows.PERSONAL,
    followings.PERSONAL,
    plans.PERSONAL,
    guesses.PERSONAL,
    table_talk.PERSONAL,
    own_notes.PERSONAL,
    kept_games.PERSONAL,
    ladders.PERSONAL,
    pair_numbers.PERSONAL,
    shields.PERSONAL,
    villages.PERSONAL,
    simuls.PERSONAL,
    tournaments.PERSONAL,
    duplicates.PERSONAL,
    boards.PERSONAL,
    teams.PERSONAL,
    seat_marks.PERSONAL,
    ratings.PERSONAL,
    puzzles.PERSONAL,
    mistakes.PERSONAL,
    dailies.PERSONAL,
    holdouts.PERSONAL,
    bans.PERSONAL,
    rulings.PERSONAL,
    reports.PERSONAL,
    MATCHES,
    BOARDS,
    room.PERSONAL,
    merging.PERSONAL,
    inbox.PERSONAL,
    deletions.PERSONAL,
    requests.PERSONAL,
)
"""All that is kept about people, in the order of the file and of ``/privacy``, in which it is deleted too: the private
boards before what is said in the web room, where those of others stay."""
