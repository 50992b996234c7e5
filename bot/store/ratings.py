"""The ratings of players, and the ledger of rated matches from which they follow."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, delete, exists, func, literal, or_, select, tuple_, update

from bot.matches.glicko import Rating
from bot.matches.rating import NotCounted, PlayerRating, RatedResult, is_provisional
from bot.matches.status import Status
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import accounts, matches, members, ratings, results
from bot.words import N_
from engine.ruleset import Ending

Key = tuple[str, str, int]
"""A player, a ruleset's key, and the side of the rating."""


@dataclass(frozen=True)
class StoredRating:
    """A rating, how many matches have counted for it, and when the last did; None where none has."""

    rating: Rating
    played: int
    at: datetime | None

    @property
    def provisional(self) -> bool:
        """Is it too early to rely on it?"""
        return is_provisional(self.rating, self.played)


@dataclass(frozen=True)
class Counted:
    """A result that counts for a player's rating: ``before``, ``after``, and their opponent's before, who was
    ``untested`` if they had met nobody else.
    """

    key: Key
    before: StoredRating
    against: Rating
    untested: bool
    after: Rating


async def lock(connection: Connection, keys: Collection[Key], now: datetime) -> Mapping[Key, StoredRating]:
    """The ratings with these keys, which no other transaction changes before this one ends. Those who have none begin
    with the first rating; whoever locks several does so in the order of the keys.
    """
    first = Rating()
    found: dict[Key, StoredRating] = {}
    for player, ruleset, side in sorted(keys):
        begun = {"player": player, "ruleset": ruleset, "side": side, "played": 0, "at": now} | _numbers(first)
        await connection.execute(unless_there(connection.dialect.name, ratings), begun)
    wanted = tuple_(ratings.c.player, ratings.c.ruleset, ratings.c.side).in_(sorted(keys))
    query = select(ratings).where(wanted).order_by(ratings.c.player, ratings.c.ruleset, ratings.c.side)
    for row in await connection.execute(query.with_for_update(key_share=True)):
        found[row.player, row.ruleset, row.side] = StoredRating(
            _rating(row), row.played, row.at if row.played else None
        )
    return found


async def count(connection: Connection, code: str, opponent: str, points: int, counted: Counted, now: datetime) -> None:
    """Write what a match has done to a rating that is locked."""
    player, ruleset, side = counted.key
    number = counted.before.played + 1
    met = exists().where(
        results.c.player == player,
        results.c.opponent == opponent,
        results.c.ruleset == ruleset,
        results.c.side == side,
        results.c.uncounted.is_(None),
    )
    one = update(ratings).where(ratings.c.player == player, ratings.c.ruleset == ruleset, ratings.c.side == side)
    opponents = ratings.c.opponents + case((met, 0), else_=1)
    await connection.execute(one.values(played=number, at=now, opponents=opponents, **_numbers(counted.after)))
    before = {f"{name}_before": value for name, value in _numbers(counted.before.rating).items()}
    against = {"against": counted.against.rating, "against_deviation": counted.against.deviation}
    row = _result(code, counted.key, opponent, points, now) | before | against | _numbers(counted.after)
    row["untested"] = counted.untested
    await connection.execute(results.insert().values(number=number, **row))


async def leave_uncounted(
    connection: Connection, code: str, key: Key, opponent: str, points: int, why: NotCounted, now: datetime
) -> None:
    """Write that a rated match does not count for a player."""
    row = _result(code, key, opponent, points, now)
    await connection.execute(results.insert().values(uncounted=why.value, **row))


async def has_met_nobody_but(connection: Connection, player: str, other: str) -> bool:
    """Has no match of a player with anybody else than ``other`` counted, in any game?"""
    another = exists().where(results.c.player == player, results.c.opponent != other, results.c.uncounted.is_(None))
    return not (await connection.execute(select(another))).scalar_one()


async def counted_since(connection: Connection, player: str, other: str, since: datetime) -> int:
    """The number of matches of two players that have counted since a moment."""
    query = select(func.count()).select_from(results)
    query = query.where(results.c.player == player, results.c.opponent == other, results.c.at > since)
    return (await connection.execute(query.where(results.c.uncounted.is_(None)))).scalar_one()


async def flags_since(connection: Connection, player: str, since: datetime, limit: int) -> list[datetime]:
    """The times when a player has lost rated matches on time since a moment, the latest first: at most ``limit``."""
    lost = or_(
        and_(matches.c.seat_0 == player, matches.c.winner == 1), and_(matches.c.seat_1 == player, matches.c.winner == 0)
    )
    rated = and_(matches.c.status == Status.OVER.value, matches.c.rated == 1, matches.c.ending == Ending.TIME.value)
    query = select(matches.c.changed).where(lost, rated, matches.c.changed > since)
    return list((await connection.execute(query.order_by(matches.c.changed.desc()).limit(limit))).scalars())


async def latest_ends(connection: Connection, player: str, limit: int) -> list[tuple[str, bool, int]]:
    """The endings of the latest rated matches of a player, whether they have lost, and the number of moves of both;
    the latest first, at most ``limit``.
    """
    found: list[AnyRow] = []
    for side, seat in enumerate((matches.c.seat_0, matches.c.seat_1)):  # each by its index
        over = and_(seat == player, matches.c.status == Status.OVER.value, matches.c.rated == 1)
        query = select(matches.c.changed, matches.c.code, matches.c.ending, matches.c.winner, matches.c.ply)
        query = query.add_columns(literal(1 - side).label("other")).where(over)
        found += await connection.execute(query.order_by(matches.c.changed.desc()).limit(limit))
    found.sort(key=lambda row: (row.changed, row.code), reverse=True)
    return [(row.ending or "", row.winner == row.other, row.ply) for row in found[:limit]]


async def platforms_of(connection: Connection, players: Collection[str]) -> dict[str, set[str]]:
    """The platforms on which some players have accounts; none of those who have had their data deleted."""
    found: dict[str, set[str]] = {player: set() for player in players}
    query = select(accounts.c.player, accounts.c.platform).where(accounts.c.player.in_(players))
    for player, platform in await connection.execute(query):
        found[player].add(platform)
    return found


async def seen_in(connection: Connection, community: str, players: Collection[str], now: datetime) -> None:
    """Note that some players have just played rated in a chat."""
    for player in sorted(players):
        row = {"community": community, "player": player, "seen": now}
        await connection.execute(unless_there(connection.dialect.name, members), row)
        one = update(members).where(members.c.community == community, members.c.player == player)
        await connection.execute(one.values(seen=now))


async def of_player(connection: Connection, player: str) -> list[PlayerRating]:
    """The ratings of a player, by games and sides."""
    query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.ruleset, ratings.c.side)
    return [PlayerRating(row.ruleset, row.side, _rating(row), row.played) for row in await connection.execute(query)]


async def course(connection: Connection, of: PlayerRating, player: str, limit: int) -> list[float]:
    """A player's rating after each of the last matches that counted for it, at most ``limit``, the latest last."""
    mine = and_(results.c.player == player, results.c.ruleset == of.ruleset, results.c.side == of.side)
    query = select(results.c.rating).where(mine, results.c.number.is_not(None))
    found = (await connection.execute(query.order_by(results.c.number.desc()).limit(limit))).scalars()
    return list(found)[::-1]


async def of_match(connection: Connection, code: str) -> dict[str, RatedResult]:
    """The effects of a match on the ratings of its players, by player; nothing for a match that was not rated."""
    found = {}
    for row in await connection.execute(select(results).where(results.c.match == code)):
        if row.uncounted:
            nothing = PlayerRating(row.ruleset, row.side, Rating(), 0)
            found[row.player] = RatedResult(row.side, Rating(), nothing, NotCounted(row.uncounted))
        else:
            before = Rating(row.rating_before, row.deviation_before, row.volatility_before)
            found[row.player] = RatedResult(
                row.side, before, PlayerRating(row.ruleset, row.side, _rating(row), row.number)
            )
    return found


async def all_of(connection: Connection, player: str) -> list[dict[str, object]]:
    """The rated matches of a player and what they have done, as plain values for JSON."""
    query = select(results).where(results.c.player == player).order_by(results.c.at, results.c.match)
    names = ("match", "ruleset", "side", "points", "uncounted", "rating_before", "rating", "deviation", "volatility")
    return [
        {**{name: getattr(row, name) for name in names}, "at": row.at.isoformat(timespec="seconds")}
        for row in await connection.execute(query)
    ]


def _result(code: str, key: Key, opponent: str, points: int, now: datetime) -> dict[str, object]:
    player, ruleset, side = key
    return {
        "match": code,
        "player": player,
        "opponent": opponent,
        "ruleset": ruleset,
        "side": side,
        "points": points,
        "at": now,
    }


def _numbers(rating: Rating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}


def _rating(row: AnyRow) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


async def _ratings(connection: Connection, player: str) -> list[dict[str, object]]:
    names = ("ruleset", "side", "rating", "deviation", "volatility", "played", "opponents")
    query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.ruleset, ratings.c.side)
    rows = await connection.execute(query)
    return [{**{name: getattr(row, name) for name in names}, "at": moment(row.at)} for row in rows]


async def _seen(connection: Connection, player: str) -> list[str]:
    query = select(members.c.seen).where(members.c.player == player).order_by(members.c.seen)
    return [moment(seen) for seen in (await connection.execute(query)).scalars()]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    """The rows of their opponents hold all that theirs need."""
    for table in (ratings, results, members):
        await connection.execute(delete(table).where(table.c.player == leaver.player))


PERSONAL = PersonalData(
    N_("Your ratings, what each rated match did to them, and in how many chats you have played rated, and when last."),
    forgotten=(ratings.c.player, results.c.player, members.c.player),
    stays=(results.c.opponent,),
    export={"rated_matches": all_of, "ratings": _ratings, "played_rated_in_chats": _seen},
    erase=_erase,
)
