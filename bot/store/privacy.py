"""The data of one person: to export all of it, or to delete it.

A player is an opaque id. Who that is on a platform stands in ``accounts`` only, so that removing those rows leaves the
matches to the opponents, and nobody in them but a former player.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, tuple_, update

from bot.matches.names import harmless
from bot.matches.people import CORNER
from bot.matches.preferences import PREFERENCES
from bot.store import (
    bans,
    blocks,
    dailies,
    deletions,
    follows,
    lessons,
    mistakes,
    notices,
    plans,
    puzzles,
    ratings,
    room,
    rulings,
)
from bot.store.database import Connection
from bot.store.inbox import forget_updates, pending_from
from bot.store.matches import apart
from bot.store.moves import moves_of
from bot.store.room import StoredMessage
from bot.store.tables import (
    accounts,
    away,
    leftovers,
    matches,
    players,
    room_messages,
    room_names,
    tells,
    views,
)
from bot.store.views import set_match_version

PAGE = 500
"""Matches that are read at once."""

Document = dict[str, Any]
"""Plain values for JSON."""


async def export(connection: Connection, player: str) -> Document:
    """All that is kept of a player. Of their opponents it names nothing but the side."""
    known = (await connection.execute(select(players).where(players.c.id == player))).one()
    return {
        "player": player,
        "since": _moment(known.created),
        "settings": {name: getattr(known, name) for name in PREFERENCES},
        "accounts": await _accounts(connection, player),
        "away": await _away(connection, player),
        "blocked_others": [_moment(since) for since in await blocks.moments_of(connection, player)],
        "lessons_done": [
            {"game": game, "lesson": lesson, "at": _moment(at)}
            for game, lesson, at in await lessons.all_of(connection, player)
        ],
        "told": await _told(connection, player),
        "told_in_matches": await _tells(connection, player),
        "followed_matches": await follows.all_of(connection, player),
        "planned_answers": await plans.all_of(connection, player),
        "rated_matches": await ratings.all_of(connection, player),
        "played_rated_in_chats": [_moment(seen) for seen in await ratings.seen_of(connection, player)],
        "puzzles": await puzzles.all_of(connection, player),
        "own_mistakes": await mistakes.all_of(connection, player),
        "puzzles_of_the_day": await dailies.all_of(connection, player),
        "may_not_play_in_chats": [
            {"until": _moment(ban.until) if ban.until else None, "why": ban.why}
            for ban in await bans.all_of(connection, player)
        ],
        "rulings": await _rulings(connection, player),
        "matches": await _matches(connection, player),
        "boards": await _boards(connection, player),
        "earlier_names_in_the_web_room": await _earlier_names(connection, player),
        "said_in_the_web_room": await _said(connection, player),
        "not_answered_yet": [json.loads(payload) for *_, payload in await _pending(connection, player)],
    }


@dataclass(frozen=True)
class Erased:
    """What others see of a deletion: emptied messages of the web room, and the codes of matches that change."""

    said: list[StoredMessage]
    changed: list[str]


async def erase(connection: Connection, player: str, now: datetime, left: Collection[str]) -> Erased:
    """Remove all that tells who a player is, and the boards that only they see. Their matches stay, without them.

    They have just ``left`` some: these change in any case. Boards in the web room are to be drawn anew.
    """
    await forget_updates(connection, [(name, number) for name, number, _ in await _pending(connection, player)], now)
    known = await _accounts(connection, player)
    named = matches.c.invited == player
    # Processes must read such a match again, hence the version.
    by_handle = await connection.execute(
        update(matches)
        .where(named, matches.c.invited_handle.is_not(None))
        .values(invited_handle=None, invited_platform=None, version=matches.c.version + 1)
        .returning(matches.c.code, matches.c.version)
    )
    for code, version in by_handle.all():
        await set_match_version(connection, code, version)
    await deletions.note(connection, [(row["platform"], row["account"]) for row in known], now)
    await connection.execute(delete(accounts).where(accounts.c.player == player))
    await connection.execute(delete(away).where(away.c.player == player))
    await blocks.forget_player(connection, player)
    await follows.forget_player(connection, player)
    await bans.forget_player(connection, player)
    await rulings.forget_player(connection, player)
    await lessons.forget_player(connection, player)
    await plans.forget_player(connection, player)
    await ratings.forget_player(connection, player)
    await puzzles.forget_player(connection, player)
    await dailies.forget_player(connection, player)
    await mistakes.forget_player(connection, player)
    await notices.forget_player(connection, player)
    await connection.execute(delete(tells).where(tells.c.player == player))
    nothing = dict.fromkeys((*PREFERENCES, "away_until"))
    await connection.execute(update(players).where(players.c.id == player).values(nothing))
    chats = [
        and_(views.c.platform == row["platform"], views.c.chat.in_((row["account"], f"{CORNER}{row['account']}")))
        for row in known
    ]
    own = and_(views.c.private == 1, or_(views.c.perspective == player, *chats))
    # Whoever notes a leftover of such a view at this moment is waited for.
    await connection.execute(select(views.c.id).where(own).order_by(views.c.match, views.c.id).with_for_update())
    keys = select(views.c.match, views.c.id).where(own)
    await connection.execute(delete(leftovers).where(tuple_(leftovers.c.match, leftovers.c.view).in_(keys)))
    await connection.execute(delete(views).where(own))
    web = [row for row in known if row["platform"] == "web"]
    words = {word for row in web for word in _forms(row["name"], row["handle"])}
    said = await room.erase(connection, [row["account"] for row in web], words) if web else []
    return Erased(said, await _renewed(connection, player, left))


def _forms(name: str, handle: str) -> tuple[str, ...]:
    """The ways in which Papan writes a name, and in which it is typed in a command."""
    return name, harmless(name), handle, name.replace(" ", "_")


async def _renewed(connection: Connection, player: str, left: Collection[str]) -> list[str]:
    """Take the quiet hours out of the matches of a player, and have those in the web room shown anew; their codes.

    Whoever shows such a match must read it again, hence the version.
    """
    in_web = exists().where(views.c.match == matches.c.code, views.c.platform == "web")
    query = select(matches.c.code).where(_takes_part(player), or_(in_web, matches.c.quiet.is_not(None)))
    found: list[str] = []
    for code in sorted(set((await connection.execute(query)).scalars()) - set(left)):
        # A match whose row breaks a rule is not shown to anybody.
        await apart(connection, _renew(connection, code, found))
    return found


async def _renew(connection: Connection, code: str, done: list[str]) -> None:
    one = update(matches).where(matches.c.code == code)
    await connection.execute(one.values(quiet=None, version=matches.c.version + 1))
    theirs = update(views).where(views.c.match == code)
    await connection.execute(theirs.values(match_version=views.c.match_version + 1))
    done.append(code)


async def _accounts(connection: Connection, player: str) -> list[Document]:
    query = select(accounts).where(accounts.c.player == player).order_by(accounts.c.platform, accounts.c.account)
    return [
        {
            **{name: getattr(row, name) for name in ("platform", "account", "name", "handle", "locale")},
            "updated": _moment(row.updated),
        }
        for row in await connection.execute(query)
    ]


async def _earlier_names(connection: Connection, player: str) -> list[Document]:
    here = select(accounts.c.account).where(accounts.c.player == player, accounts.c.platform == "web")
    query = select(room_names).where(room_names.c.person.in_(here)).order_by(room_names.c.given_up)
    return [{"name": row.folded, "given_up": _moment(row.given_up)} for row in await connection.execute(query)]


async def _pending(connection: Connection, player: str) -> list[tuple[str, int, str]]:
    """The updates they have sent that nobody has answered yet."""
    query = select(accounts.c.platform, accounts.c.account).where(accounts.c.player == player)
    return await pending_from(connection, {(row.platform, row.account) for row in await connection.execute(query)})


async def _away(connection: Connection, player: str) -> list[Document]:
    query = select(away).where(away.c.player == player).order_by(away.c.began)
    return [
        {"began": _moment(row.began), "ended": _moment(row.ended), "by_itself": row.by_itself}
        for row in await connection.execute(query)
    ]


async def _told(connection: Connection, player: str) -> list[Document]:
    """What they were told, or are still to be told."""
    return [
        {"match": row.match, "news": row.kind, "due": _moment(row.due), "told": _moment(row.told) if row.told else None}
        for row in await notices.of_player(connection, player)
    ]


async def _rulings(connection: Connection, player: str) -> list[Document]:
    """What they have decided as staff, and what was decided about them."""
    return [
        {"act": row.act, "match": row.match, "at": _moment(row.at), "why": row.why, "by_me": row.staff == player}
        for row in await rulings.of_player(connection, player)
    ]


async def _tells(connection: Connection, player: str) -> Document:
    """How they are told of their turn, by match."""
    query = select(tells).where(tells.c.player == player).order_by(tells.c.match)
    return {row.match: row.how for row in await connection.execute(query)}


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
                    "begun": _moment(row.created),
                    "changed": _moment(row.changed),
                    "start": row.start,
                    "ending": row.ending,
                    "winner": row.winner,
                    "other_half": row.mirror_of,
                    "moves": [move.text for move in made[row.code]],
                }
            )


async def _boards(connection: Connection, player: str) -> list[Document]:
    query = select(views).where(views.c.perspective == player).order_by(views.c.match, views.c.id)
    return [
        {name: getattr(row, name) for name in ("match", "platform", "chat", "thread", "private", "message")}
        for row in await connection.execute(query)
    ]


async def _said(connection: Connection, player: str) -> list[Document]:
    here = select(accounts.c.account).where(accounts.c.player == player, accounts.c.platform == "web")
    query = select(room_messages).where(room_messages.c.author.in_(here)).order_by(room_messages.c.created)
    return [{"room": row.room, "said": row.body, "at": _moment(row.created)} for row in await connection.execute(query)]


def _takes_part(player: str) -> ColumnElement[bool]:
    columns = (matches.c.host, matches.c.seat_0, matches.c.seat_1, matches.c.invited)
    return or_(*(column == player for column in columns))


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
