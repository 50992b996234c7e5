"""Two players who are one person become one, and two again.

Whatever was of the younger player is of the older one: accounts, matches, ratings, puzzles, lessons, bans, blocks, and
whom they follow. Where both have a row that there can be only once, the one that says more stays. What one has reported
about the other is dropped. Of the matches that the two have played with each other nothing else changes, but they count
for no rating: in them the younger goes on as a former player.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Table, and_, case, delete, exists, func, insert, or_, select, update

from bot.matches.glicko import HIGHEST, LOWEST
from bot.matches.identity import UNPROVEN
from bot.matches.limits import NOTE_LENGTH
from bot.matches.preferences import PREFERENCES
from bot.matches.rating import NotCounted
from bot.matches.status import LIVE
from bot.store import boards as board_rows
from bot.store import guesses as guess_rows
from bot.store import images, ladders, pair_numbers, recount
from bot.store import notices as notice_rows
from bot.store import shields as shield_rows
from bot.store import simuls as simul_rows
from bot.store import table_talk as talk_rows
from bot.store import teams as team_rows
from bot.store import tournaments as tournament_rows
from bot.store import villages as village_rows
from bot.store.connection import AnyColumn, AnyRow, Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import (
    accounts,
    attempts,
    away,
    bans,
    blocks,
    boards_line,
    challenges,
    daily_tries,
    duplicate_entrants,
    followings,
    follows,
    guesses,
    holdouts,
    kept_games,
    lessons,
    matches,
    members,
    merges,
    mistakes,
    moves,
    notices,
    own_notes,
    plans,
    players,
    ratings,
    reports,
    results,
    rulings,
    seat_marks,
    shields,
    simul_entrants,
    simuls,
    table_talk,
    team_members,
    tells,
    tournament_entrants,
    views,
    villagers,
    votes,
)
from bot.words import N_

UNDONE_WITHIN = timedelta(days=7)
_SEATS = (matches.c.host, matches.c.invited, matches.c.seat_0, matches.c.seat_1)
_OF_MATCHES = (*_SEATS, matches.c.actor, matches.c.rematch_by)
_NUMBERS = (
    *("number", "rating_before", "deviation_before", "volatility_before", "against", "against_deviation"),
    *("rating", "deviation", "volatility"),
)
Values: TypeAlias = Mapping[str, Any]
_Combine: TypeAlias = Callable[[AnyRow, AnyRow], Values]


@dataclass(frozen=True)
class Merge:
    """Two players who are one since ``at``."""

    younger: str
    older: str
    at: datetime


def _keep(mine: AnyRow, other: AnyRow) -> Values:
    del mine, other
    return {}


def _known(*values: Any) -> list[Any]:
    """Those of some values that are there."""
    return [each for each in values if each is not None]


_ONCE: tuple[tuple[Table, _Combine], ...] = (
    (away, _keep),
    (tells, _keep),
    (follows, _keep),
    (guesses, _keep),
    (votes, _keep),
    (seat_marks, _keep),
    (simul_entrants, simul_rows.seated),
    (boards_line, board_rows.at_board),
    (tournament_entrants, tournament_rows.with_number),
    (team_members, _keep),
    (table_talk, lambda mine, other: _newer(mine, other)),
    (own_notes, lambda mine, other: {"text": f"{mine.text}\n{other.text}"[:NOTE_LENGTH]}),
    (notices, _keep),
    (reports, _keep),
    (kept_games, _keep),
    (lessons, lambda mine, other: {"at": min(mine.at, other.at)}),
    (
        mistakes,
        lambda mine, other: {
            "done": mine.done or other.done,
            "offered": max(_known(mine.offered, other.offered), default=None),
        },
    ),
    (daily_tries, lambda mine, other: {"solved": max(_known(mine.solved, other.solved), default=None)}),
    (holdouts, lambda mine, other: _earlier(mine, other)),
    (villagers, lambda mine, other: {"since": min(mine.since, other.since)}),
    (members, lambda mine, other: {"seen": max(mine.seen, other.seen)}),
    (bans, lambda mine, other: _longer(mine, other)),
)
"""Tables in which a player is a part of the key, and the changes of a row of the older player where both have one."""
_OF_A_MATCH = (tells, follows, guesses, votes, seat_marks, table_talk, own_notes, notices, mistakes, reports)
"""Those of them that have rows about matches."""


def _newer(mine: AnyRow, other: AnyRow) -> Values:
    """The later of two sentences."""
    return {name: getattr(other, name) for name in ("turn", "sentence", "at", "shown")} if other.at > mine.at else {}


def _earlier(mine: AnyRow, other: AnyRow) -> Values:
    """The try that was begun first: a second one does not count. One of no turn is not begun."""
    names = ("ending", "community", "turns", "held", "practice", "begun", "ended")
    is_earlier = (not other.turns, other.begun) < (not mine.turns, mine.begun)
    return {name: getattr(other, name) for name in names} if is_earlier else {}


_PAIRS = (blocks, followings)
"""Tables of what a player does about another one."""


def _longer(mine: AnyRow, other: AnyRow) -> Values:
    is_longer = mine.until is not None and (other.until is None or other.until > mine.until)
    return {"until": other.until, "why": other.why} if is_longer else {}


async def live_between(connection: Connection, one: str, other: str) -> list[str]:
    """The codes of matches under way, and of invitations, in which two players have to do with each other."""
    live = matches.c.status.in_([status.value for status in LIVE])
    query = select(matches.c.code).where(_between(one, other), live).order_by(matches.c.code)
    return list((await connection.execute(query)).scalars())


async def of_younger(connection: Connection, player: str) -> Merge | None:
    """The merge by which a player has become another."""
    row = (await connection.execute(select(merges).where(merges.c.younger == player))).one_or_none()
    return Merge(row.younger, row.older, row.at) if row else None


async def latest(connection: Connection, player: str, since: datetime) -> Merge | None:
    """The latest merge since a moment by which others have become a player, as far as it can be undone."""
    theirs = and_(merges.c.older == player, merges.c.at >= since, merges.c.rows != "")
    row = (await connection.execute(select(merges).where(theirs).order_by(merges.c.at.desc()).limit(1))).one_or_none()
    return Merge(row.younger, row.older, row.at) if row else None


async def formers(connection: Connection, player: str) -> list[str]:
    """The players who have become this one, directly and by others who have."""
    found = [player]
    for each in found:
        query = select(merges.c.younger).where(merges.c.older == each).order_by(merges.c.younger)
        found += (await connection.execute(query)).scalars()
    return found[1:]


async def merge(connection: Connection, pair: Merge, settings_of: str) -> list[str]:
    """Make one of two players who are locked, with the settings of one of them; the codes of the matches that change.

    Nothing changes where they are one already.
    """
    older, younger = pair.older, pair.younger
    if await of_younger(connection, younger):
        return []
    before = await images.taken(connection, older, younger)
    ours = _between(older, younger)
    codes = await _renewed(connection, and_(_has(younger, *_SEATS), ~ours))
    # Of two accounts in the web room, the one with the settings is the one that is reached.
    there = and_(accounts.c.player == settings_of, accounts.c.platform.in_(UNPROVEN))
    await connection.execute(update(accounts).where(there).values(updated=pair.at))
    await notice_rows.become_one(connection, younger, older)
    await _move(connection, older, younger, ours)
    await _rate(connection, older, younger, ours)
    await _puzzle(connection, older, younger)
    await _settle_players(connection, older, younger, settings_of)
    await guess_rows.settle_players(connection, (older, younger))
    await village_rows.drop_own(connection, (older, younger))
    await simul_rows.drop_own(connection, (older, younger))
    await team_rows.leave_second(connection, older)
    await pair_numbers.recount_players(connection, (older, younger))
    await ladders.merge(connection, older, younger, pair.at)
    changed = images.differences(before, await images.taken(connection, older, younger))
    row = {"younger": younger, "older": older, "at": pair.at, "rows": images.written(changed)}
    await connection.execute(merges.insert().values(row))
    return codes


async def undo(connection: Connection, pair: Merge, now: datetime) -> list[str]:
    """Make two of one again, whose players are locked; the codes of the matches that change.

    What was done meanwhile in the matches of the younger player is theirs, all else of the older one.
    """
    older, younger = pair.older, pair.younger
    text = (await connection.execute(select(merges.c.rows).where(merges.c.younger == younger))).scalar_one()
    put_back = [each for each in images.read(text) if each.table != ratings.name]  # they are counted again below
    await images.put_back(connection, put_back, await _become(connection, younger))
    for table in _PAIRS:  # nobody blocks or follows who has had their data deleted
        gone = (~exists().where(accounts.c.player == each) for each in (table.c.player, table.c.other))
        await connection.execute(delete(table).where(or_(*gone)))
    back = and_(_has(younger, *_SEATS), ~_has(older, *_SEATS))
    both = and_(_has(younger, *_SEATS), _has(older, *_SEATS))
    codes = await _renewed(connection, and_(_has(younger, *_SEATS), ~and_(both, matches.c.changed < pair.at)))
    given = select(matches.c.code).where(back)
    await _point(connection, (matches.c.actor, matches.c.rematch_by), older, younger, matches.c.code.in_(given))
    theirs = results.alias()
    twice = exists().where(theirs.c.match == results.c.match, theirs.c.player == younger)
    await connection.execute(delete(results).where(results.c.player == older, results.c.match.in_(given), twice))
    for columns in (
        (moves.c.player,),
        (results.c.player, results.c.opponent),
        (plans.c.player,),
        (views.c.perspective,),
        (reports.c.subject,),
        (challenges.c.challenger, challenges.c.challenged),
    ):
        await _point(connection, columns, older, younger, columns[0].table.c.match.in_(given))
    for table in (tells, notices, mistakes):
        await _once(connection, table, _keep, older, younger, table.c.match.in_(given))
    of_teams = notices.c.match.in_(await team_rows.only_of(connection, younger, older))
    await _once(connection, notices, _keep, older, younger, of_teams)
    # What the older one has said there before, as an onlooker, stays theirs.
    for table in (table_talk, own_notes, reports):
        await _once(connection, table, _keep, older, younger, and_(table.c.match.in_(given), table.c.at >= pair.at))
    await _set_opponents(connection, older, younger)
    await talk_rows.drop_untrue(connection, (older, younger))
    await ladders.part(connection, older, younger, pair.at, now)
    await shield_rows.part(connection, older, younger)
    for player in (older, younger):
        await _recount(connection, player)
    await guess_rows.settle_players(connection, (older, younger))
    await village_rows.drop_own(connection, (older, younger))
    await simul_rows.drop_own(connection, (older, younger))
    await pair_numbers.recount_players(connection, (older, younger))
    await connection.execute(delete(merges).where(merges.c.younger == younger))
    return codes


async def _set_opponents(connection: Connection, older: str, younger: str) -> None:
    """Have the results of the matches of two players say who plays there now: others may have become one meanwhile, or
    two.
    """
    theirs = select(matches.c.code).where(_has(older, *_SEATS) | _has(younger, *_SEATS))
    other = case((matches.c.seat_0 == results.c.player, matches.c.seat_1), else_=matches.c.seat_0)
    there = select(other).where(matches.c.code == results.c.match, other.is_not(None)).scalar_subquery()
    right = func.coalesce(there, results.c.opponent)
    wrong = and_(results.c.match.in_(theirs), results.c.opponent != right)
    await connection.execute(update(results).where(wrong).values(opponent=right))


async def _recount(connection: Connection, player: str) -> None:
    """Have all ratings of a player follow from their results."""
    await connection.execute(delete(ratings).where(ratings.c.player == player))
    for pool in await recount.pools(connection, player):
        await recount.recount(connection, player, pool)
    await recount.count_opponents(connection, player)


async def _become(connection: Connection, besides: str) -> dict[str, str]:
    """Those who have become other players, with whom they are now."""
    query = select(merges.c.younger, merges.c.older).where(merges.c.younger != besides)
    found = {row.younger: row.older for row in await connection.execute(query)}
    for younger, older in found.items():
        while older in found:
            older = found[older]
        found[younger] = older
    return found


async def forget_images(connection: Connection, before: datetime) -> None:
    """Drop what is kept to undo merges that happened before a moment."""
    old = and_(merges.c.at < before, merges.c.rows != "")
    await connection.execute(update(merges).where(old).values(rows=""))


def _has(player: str, *columns: AnyColumn) -> ColumnElement[bool]:
    return or_(*(column == player for column in columns))


def _between(one: str, other: str) -> ColumnElement[bool]:
    """Have both to do with a match?"""
    return and_(_has(one, *_SEATS), _has(other, *_SEATS))


async def _renewed(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Have some matches read and shown anew; their codes."""
    codes = list((await connection.execute(select(matches.c.code).where(which).order_by(matches.c.code))).scalars())
    for code in codes:
        await connection.execute(update(matches).where(matches.c.code == code).values(version=matches.c.version + 1))
        await connection.execute(
            update(views).where(views.c.match == code).values(match_version=views.c.match_version + 1)
        )
    return codes


async def _move(connection: Connection, older: str, younger: str, ours: ColumnElement[bool]) -> None:
    """Have all rows of the younger player point to the older one, but those of matches that are ``ours``."""
    between = select(matches.c.code).where(ours)
    codes = list((await connection.execute(between)).scalars())
    await _point(connection, _OF_MATCHES, younger, older, matches.c.code.not_in(codes))
    for column in (moves.c.player, plans.c.player, views.c.perspective, reports.c.subject):
        await _point(connection, (column,), younger, older, column.table.c.match.not_in(codes))
    pairs = (challenges.c.challenger, challenges.c.challenged)
    await _point(connection, pairs, younger, older, challenges.c.match.not_in(codes))
    whole = (
        (accounts.c.player,),
        (shields.c.player,),
        (duplicate_entrants.c.player,),
        (simuls.c.host,),
        (rulings.c.staff, rulings.c.subject),
    )
    for columns in whole:
        await _point(connection, columns, younger, older)
    elsewhere: dict[Table, ColumnElement[bool]] = {each: each.c.match.not_in(codes) for each in _OF_A_MATCH}
    elsewhere[simul_entrants] = simul_rows.not_both_seated(younger, older)
    elsewhere[tournament_entrants] = tournament_rows.not_both_in_tournament(younger, older)
    elsewhere[boards_line] = board_rows.not_both_at_boards(younger, older)
    for table, combine in _ONCE:
        await _once(connection, table, combine, younger, older, elsewhere.get(table))
    both = (older, younger)
    await connection.execute(delete(reports).where(reports.c.player.in_(both), reports.c.subject.in_(both)))
    playing = select(matches.c.code).where(_has(older, matches.c.seat_0, matches.c.seat_1))
    await connection.execute(delete(follows).where(follows.c.player == older, follows.c.match.in_(playing)))
    for table in _PAIRS:
        await _pair(connection, table, older, younger)


async def _point(
    connection: Connection, columns: tuple[AnyColumn, ...], of: str, to: str, only: ColumnElement[bool] | None = None
) -> None:
    """Have columns of a table that point to one player point to another: all at once, as rules bind some together."""
    mine = _has(of, *columns) if only is None else and_(_has(of, *columns), only)
    changed = {column: case((column == of, to), else_=column) for column in columns}
    await connection.execute(update(columns[0].table).where(mine).values(changed))


async def _once(
    connection: Connection,
    table: Table,
    combine: _Combine,
    of: str,
    to: str,
    only: ColumnElement[bool] | None = None,
) -> None:
    """The same for a table in which a player is a part of the key."""
    keys = [column for column in table.primary_key if column.name != "player"]
    rows = select(table).where(table.c.player == of, *([] if only is None else [only]))
    for row in (await connection.execute(rows)).all():
        same = and_(*(column == getattr(row, column.name) for column in keys))
        theirs = and_(same, table.c.player == to)
        mine = (await connection.execute(select(table).where(theirs))).one_or_none()
        if mine is None:
            await connection.execute(update(table).where(same, table.c.player == of).values(player=to))
            continue
        await connection.execute(delete(table).where(same, table.c.player == of))
        if changes := combine(mine, row):
            await connection.execute(update(table).where(theirs).values(**changes))


async def _pair(connection: Connection, table: Table, older: str, younger: str) -> None:
    """Nobody blocks or follows themselves, nor anybody twice: of two rows the earlier one stays."""
    both, keys = (older, younger), table.primary_key.columns
    theirs = or_(table.c.player.in_(both), table.c.other.in_(both))
    found: dict[tuple[str, ...], Values] = {}
    for row in (await connection.execute(select(table).where(theirs).order_by(table.c.since, *keys))).mappings():
        renamed = {**row, **{name: older if row[name] in both else row[name] for name in ("player", "other")}}
        if renamed["player"] != renamed["other"]:
            found.setdefault(tuple(renamed[key.name] for key in keys), renamed)
    await connection.execute(delete(table).where(theirs))
    for each in found.values():
        await connection.execute(insert(table).values(**each))


async def _rate(connection: Connection, older: str, younger: str, ours: ColumnElement[bool]) -> None:
    between = results.c.match.in_(select(matches.c.code).where(ours))
    nothing = dict.fromkeys(_NUMBERS) | {"uncounted": NotCounted.SAME.value, "untested": False, "recounted": False}
    await connection.execute(update(results).where(between, results.c.uncounted.is_(None)).values(**nothing))
    await _point(connection, (results.c.player, results.c.opponent), younger, older, ~between)
    await connection.execute(delete(ratings).where(ratings.c.player == younger))
    await _recount(connection, older)


async def _puzzle(connection: Connection, older: str, younger: str) -> None:
    """Lay the first tries of both one after another in the order of time: each moves the rating as it did then, since
    the rating that its puzzle had is not kept.
    """
    theirs = attempts.c.player.in_((older, younger))
    rows = (await connection.execute(select(attempts).where(theirs).order_by(attempts.c.at, attempts.c.number))).all()
    if not any(row.player == younger for row in rows):
        return
    first: dict[str, AnyRow] = {}
    for row in rows:
        first.setdefault(row.puzzle, row)
    await connection.execute(delete(attempts).where(theirs))
    rating = None
    for number, row in enumerate(first.values(), 1):
        before = row.rating_before if rating is None else rating
        rating = min(max(before + row.rating - row.rating_before, LOWEST), HIGHEST)
        values = row._asdict() | {"player": older, "number": number, "rating_before": before, "rating": rating}
        await connection.execute(insert(attempts).values(**values))


async def _settle_players(connection: Connection, older: str, younger: str, settings_of: str) -> None:
    """The older player has the settings of one of the two, and is away as long as one of them is."""
    found = {row.id: row for row in await connection.execute(select(players).where(players.c.id.in_((older, younger))))}
    chosen = {name: getattr(found[settings_of], name) for name in PREFERENCES}
    moments = [found[each].away_until for each in (older, younger) if found[each].away_until]
    until = max(moments, default=None)
    mine = update(players).where(players.c.id == older)
    chosen |= {name: getattr(found[settings_of], name) for name in ("planned_from", "planned_until")}
    await connection.execute(mine.values(**chosen, away_until=until))
    nothing = dict.fromkeys((*chosen, "away_until"))
    await connection.execute(update(players).where(players.c.id == younger).values(**nothing))


async def _file(connection: Connection, player: str) -> list[str]:
    query = select(merges.c.at).where(merges.c.older == player).order_by(merges.c.at)
    return [moment(at) for at in (await connection.execute(query)).scalars()]


PERSONAL = PersonalData(
    N_("That accounts of yours have become one, and for a week all that is needed to undo it."),
    stays=(merges.c.younger, merges.c.older),
    export={"became_one_with_another_account": _file},
    erase=dropped(merges.c.younger, merges.c.older),
)
