"""Finds rows that break a rule of their table, and rows that contradict others, by a statement for each kind."""

import re
from collections.abc import AsyncIterator, Iterator
from functools import cache, partial
from typing import TypeAlias

from sqlalchemy import (
    Boolean,
    ColumnElement,
    ScalarSelect,
    Table,
    and_,
    case,
    exists,
    false,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    type_coerce,
)
from sqlalchemy.exc import SQLAlchemyError

from bot.matches.ladder import ChallengeOutcome, RungCause
from bot.matches.state import EventKind
from bot.matches.status import LIVE, Status
from bot.store.audit import Found, Raw, Remark, fetch, raw, where
from bot.store.connection import AnyColumn, AnyElement, AnySelect
from bot.store.database import Database
from bot.store.guessers import SUMMED, counted
from bot.store.guesses import MISTAKEN, OF_OWN, UNDECIDED
from bot.store.notices import KINDS
from bot.store.rule import Rule
from bot.store.rules import RULES
from bot.store.seat_marks import GONE_BY
from bot.store.table_talk import TO_COME
from bot.store.tables import (
    UNDER_WAY,
    VOTING,
    accounts,
    attempts,
    away,
    boards_games,
    boards_line,
    challenges,
    daily_puzzles,
    daily_tries,
    duplicate_games,
    events,
    follows,
    guessers,
    guesses,
    inbox,
    ladders,
    leftovers,
    matches,
    merges,
    metadata,
    mistakes,
    moves,
    notices,
    offsets,
    players,
    polls,
    pulse,
    puzzles,
    ratings,
    results,
    room_messages,
    room_names,
    room_people,
    rung_changes,
    seat_marks,
    shields,
    simul_entrants,
    table_talk,
    team_members,
    tells,
    tournament_games,
    views,
    votes,
)
from bot.store.term_columns import TERM_COLUMNS
from bot.store.types import Number, UtcDateTime
from bot.store.villages import OF_OWN as VOTE_OF_OWN
from bot.store.villages import TO_COME as VOTE_TO_COME

CLOCKS_DIFFER = 60_000_000
"""Microseconds by which the clocks of two machines may differ: less than that is worth no remark."""

Columns: TypeAlias = tuple[AnyColumn, ...]

_BREAKS = "breaks "
_WORD = re.compile(r"\w+")
_PERSONAL = {"account", "body", "invited_handle", "name", "folded", "secret_hash"}


async def find_contradictions(database: Database) -> AsyncIterator[Found]:
    """Rows that break a rule of their table, point at rows that are not there, or contradict rows of other tables."""
    for table, query in _breaking():
        async for row in _rows(database, query):
            for rule in RULES.get(table.name, ()):
                if row[_BREAKS + rule.name]:
                    yield where(table.name, row), f"{rule.says}{_shown(table, rule, row)}"
    for columns, other, query in _dangling():
        async for row in _rows(database, query):
            key = " ".join(str(row[column.name]) for column in columns)
            yield where(columns[0].table.name, row), f"points at {key} in {other.name}, which is not there"
    for table, query, what in _contradicting():
        async for row in _rows(database, query):
            yield where(table.name, row), type(what)(what.format_map(row))


async def _rows(database: Database, query: AnySelect) -> AsyncIterator[Raw]:
    """The rows of a query; nothing where the database cannot say, which reading the whole table names."""
    try:
        found = await database.read(partial(fetch, query=query))
    except SQLAlchemyError:
        return
    for row in found:
        yield row


@cache
def _breaking() -> tuple[tuple[Table, AnySelect], ...]:
    """For each table the query for rows that break a rule, with a column for each rule."""
    found = []
    for table in metadata.sorted_tables:
        rules = RULES.get(table.name, ())
        broken = [literal_column(f"NOT ({rule.sql})", Boolean) for rule in rules]
        named = (each.label(_BREAKS + rule.name) for each, rule in zip(broken, rules, strict=True))
        query = select(*raw(*table.columns), *named).where(or_(false(), *broken)).order_by(*table.primary_key)
        found.append((table, query))
    return tuple(found)


def _shown(table: Table, rule: Rule, row: Raw) -> str:
    """The values that a rule is about, unless they tell who somebody is."""
    words = set(_WORD.findall(rule.sql)) - _PERSONAL
    values = [f"{column.name} {row[column.name]}" for column in table.columns if column.name in words]
    return f" ({', '.join(values)})" if values else ""


def _references() -> Iterator[tuple[Columns, Columns]]:
    """Columns and the columns they refer to: foreign keys, and references that are no foreign keys."""
    for table in metadata.sorted_tables:
        for constraint in table.foreign_key_constraints:
            yield tuple(constraint.columns), tuple(element.column for element in constraint.elements)
    yield (matches.c.rematch_of,), (matches.c.code,)
    yield (matches.c.mirror_of,), (matches.c.code,)
    yield (matches.c.origin,), (matches.c.code,)
    yield (events.c.match,), (matches.c.code,)
    yield (room_messages.c.author,), (room_people.c.id,)
    yield (room_messages.c.only_for,), (room_people.c.id,)
    yield (room_names.c.person,), (room_people.c.id,)


@cache
def _dangling() -> tuple[tuple[Columns, Table, AnySelect], ...]:
    """For each reference its columns, the table it refers to, and the query for rows that refer to nothing."""
    found = []
    for columns, others in _references():
        table, other = columns[0].table, others[0].table.alias()
        same = [other.c[there.name] == here for here, there in zip(columns, others, strict=True)]
        nowhere = ~select(*other.c).where(*same).correlate(table).exists()
        given = (column.is_not(None) for column in columns)
        query = select(*raw(*table.columns)).where(*given, nowhere).order_by(*table.primary_key)
        found.append((columns, others[0].table, query))
    return tuple(found)


def _earlier(column: AnyElement, than: AnyElement) -> ColumnElement[bool]:
    """Is a moment earlier than another, by more than clocks differ? That is worth a remark: a clock was put right."""
    return type_coerce(column, Number) < type_coerce(than, Number) - CLOCKS_DIFFER


def _several(column: AnyColumn) -> ColumnElement[bool]:
    """Does another row say the same there?"""
    return column.in_(select(column).where(column.is_not(None)).group_by(column).having(func.count() > 1))


def _another(*same: AnyColumn) -> ColumnElement[bool]:
    """Does another row of the table say the same in all these columns?"""
    table = same[0].table
    other = table.alias()
    differs = or_(*(other.c[column.name] != column for column in table.primary_key))
    return exists().where(differs, *(other.c[column.name] == column for column in same))


_before = select(
    room_messages.c.id,
    type_coerce(
        func.lag(room_messages.c.created).over(partition_by=room_messages.c.room, order_by=room_messages.c.seq),
        UtcDateTime,
    ).label("created"),
).subquery()
_asked = offsets.c.platform == inbox.c.platform
_made = views.c.id == events.c.outcome
_told_of = matches.c.code == notices.c.match
_SEATS = (matches.c.seat_0, matches.c.seat_1, matches.c.host, matches.c.invited)

_other_result = results.alias()
_other_half = matches.alias()
_try_before = attempts.alias()


def _mirrored() -> ColumnElement[bool]:
    """Is another row the other half of a mirror match: the same two with sides swapped, the same game and terms?"""
    half, same = _other_half.c, ("ruleset", "host", "start", *TERM_COLUMNS)
    return and_(
        half.code == matches.c.mirror_of,
        half.mirror_of == matches.c.code,
        half.seat_0 == matches.c.seat_1,
        half.seat_1 == matches.c.seat_0,
        *(half[name].is_not_distinct_from(matches.c[name]) for name in same),
    )


def _gave(side: int) -> ColumnElement[bool]:
    """Does a result say what its match gave to the player of a side?"""
    seats = (matches.c.seat_0, matches.c.seat_1)
    points = case((matches.c.winner.is_(None), 1), (matches.c.winner == side, 2), else_=0)
    return and_(results.c.player == seats[side], results.c.opponent == seats[1 - side], results.c.points == points)


def _unkept(seat: AnyColumn) -> ColumnElement[bool]:
    """Is no result kept for somebody who has played a rated match, and whose data nobody has had deleted?"""
    kept = exists().where(results.c.match == matches.c.code, results.c.player == seat)
    over = and_(matches.c.status == Status.OVER.value, matches.c.rated == 1)
    return and_(over, matches.c.ending.is_not(None), exists().where(accounts.c.player == seat), ~kept)


def _tries(*those: ColumnElement[bool]) -> ScalarSelect[int]:
    """The number of tries at a puzzle that are kept: without those of people whose data was deleted."""
    query = select(func.count()).select_from(attempts).where(attempts.c.puzzle == puzzles.c.id, *those)
    return query.correlate(puzzles).scalar_subquery()


_sums = (type_coerce(guessers.c[name], Number) for name in SUMMED)
_MISCOUNTED = tuple_(guessers.c.community, guessers.c.player, *_sums).not_in(counted())
_UNCOUNTED = guesses.c.hit.is_not(None) & ~exists().where(
    guessers.c.community == guesses.c.community, guessers.c.player == guesses.c.player
)
_CONTRADICTIONS: tuple[tuple[Table, ColumnElement[bool], str], ...] = (
    (matches, or_(_unkept(matches.c.seat_0), _unkept(matches.c.seat_1)), "was rated, and has no result of a player"),
    (
        results,
        ~exists().where(
            matches.c.code == results.c.match,
            matches.c.ruleset == results.c.ruleset,
            matches.c.status == Status.OVER.value,
            matches.c.rated == 1,
            or_(_gave(0), _gave(1)),
        ),
        "says of match {match} what it did not come to",
    ),
    (
        results,
        exists().where(
            _other_result.c.match == results.c.match,
            _other_result.c.player == results.c.opponent,
            or_(
                and_(
                    _other_result.c.recounted == literal_column("0"),
                    or_(
                        _other_result.c.rating_before != results.c.against,
                        _other_result.c.deviation_before != results.c.against_deviation,
                    ),
                ),
                func.coalesce(_other_result.c.uncounted, "") != func.coalesce(results.c.uncounted, ""),
            ),
        ),
        "says of match {match} another thing than the result of the opponent",
    ),
    (
        attempts,
        and_(
            attempts.c.number > 1,
            ~exists().where(
                _try_before.c.player == attempts.c.player,
                _try_before.c.number == attempts.c.number - 1,
                _try_before.c.rating == attempts.c.rating_before,
            ),
        ),
        "begins with another rating than the try before it has led to",
    ),
    (
        puzzles,
        or_(
            puzzles.c.tried < _tries(),
            puzzles.c.solved < _tries(attempts.c.solved == literal_column("1")),
        ),
        "was tried or solved by fewer than have done so",
    ),
    (
        mistakes,
        ~exists().where(moves.c.match == mistakes.c.match, moves.c.ply == mistakes.c.ply + 1),
        "is of move {ply} of match {match}, after which none was made",
    ),
    (
        mistakes,
        ~exists().where(
            matches.c.code == mistakes.c.match,
            or_(matches.c.seat_0 == mistakes.c.player, matches.c.seat_1 == mistakes.c.player),
        ),
        "is a puzzle of player {player} from match {match}, in which they have no seat",
    ),
    (
        mistakes,
        exists().where(matches.c.code == mistakes.c.match, matches.c.ruleset != mistakes.c.ruleset),
        "is of game {ruleset}, which match {match} is not",
    ),
    (
        daily_tries,
        ~exists().where(
            daily_puzzles.c.platform == daily_tries.c.platform,
            daily_puzzles.c.chat == daily_tries.c.chat,
            daily_puzzles.c.day == daily_tries.c.day,
            daily_puzzles.c.puzzle == daily_tries.c.puzzle,
        ),
        "is of puzzle {puzzle}, which is not that of the day",
    ),
    (
        ratings,
        ~exists().where(
            results.c.player == ratings.c.player,
            results.c.ruleset == ratings.c.ruleset,
            results.c.side == ratings.c.side,
            results.c.number == ratings.c.played,
        ),
        "is of {played} matches, of which the last is not there",
    ),
    (
        matches,
        and_(matches.c.mirror_of.is_not(None), ~exists().where(_mirrored())),
        "is half of a mirror match with {mirror_of}, which is not the other half",
    ),
    (matches, _several(matches.c.rematch_of), "is one of several rematches of match {rematch_of}"),
    (views, _several(views.c.id), "has the id of another view"),
    (
        views,
        _another(views.c.platform, views.c.chat, views.c.message),
        "has message {message}, as another view of chat {chat} has",
    ),
    (
        views,
        (views.c.platform == "web")
        & exists().where(room_messages.c.id == views.c.message, room_messages.c.room != views.c.chat),
        "has message {message} in {chat}, but that stands in another room",
    ),
    (
        views,
        (views.c.platform == "web")
        & (views.c.frozen == 0)
        & views.c.message.is_not(None)
        & exists().where(matches.c.code == views.c.match, matches.c.status.in_([status.value for status in LIVE]))
        & ~exists().where(room_messages.c.id == views.c.message, room_messages.c.deleted == 0),
        "has message {message} in {chat}, but that is gone, and its match is live",
    ),
    (
        accounts,
        (accounts.c.platform == "web") & ~exists().where(room_people.c.id == accounts.c.account),
        "is of somebody who is not in the room",
    ),
    (
        events,
        exists().where(_made) & ~exists().where(_made, views.c.match == events.c.match),
        "made view {outcome} of match {match}, which is a view of another match",
    ),
    (
        leftovers,
        exists().where(
            views.c.match == leftovers.c.match,
            views.c.id == leftovers.c.view,
            views.c.message == leftovers.c.message,
        ),
        "says that a message is to be deleted which shows the view",
    ),
    (notices, notices.c.kind.not_in(KINDS), "tells {kind}, which is no news"),
    (
        notices,
        exists().where(_told_of, matches.c.version < notices.c.version),
        "is of version {version} of match {match}, which is not there yet",
    ),
    (
        notices,
        ~exists().where(_told_of, or_(*(column == notices.c.player for column in _SEATS)))
        & ~exists().where(
            _told_of,
            team_members.c.player == notices.c.player,
            team_members.c.team.in_((matches.c.host, matches.c.invited)),
        ),
        "is for player {player}, who has nothing to do with match {match}",
    ),
    (
        notices,
        notices.c.message.is_not(None)
        & ~exists().where(views.c.match == notices.c.match, views.c.id == notices.c.view),
        "was told beside view {view}, which is not there",
    ),
    (
        merges,
        exists().where(accounts.c.player == merges.c.younger),
        "says that a player is {older} now, who still has an account",
    ),
    (
        accounts,
        # In the web room somebody may have come under two names before they were found to be one.
        and_(accounts.c.platform != "web", _another(accounts.c.player, accounts.c.platform)),
        "belongs to player {player}, who has another account on {platform}",
    ),
    (
        accounts,
        exists().where(players.c.id == accounts.c.player, _earlier(accounts.c.updated, players.c.created)),
        Remark("was updated before its player {player} was there"),
    ),
    (
        matches,
        (matches.c.era > 0) & ~exists().where(pulse.c.era >= matches.c.era),
        "is in an era that has not begun",
    ),
    (
        players,
        players.c.away_until.is_not(None)
        & ~exists().where(away.c.player == players.c.id, away.c.ended == players.c.away_until),
        "is away until a moment at which no days away end",
    ),
    (
        tells,
        ~exists().where(
            matches.c.code == tells.c.match,
            or_(matches.c.seat_0 == tells.c.player, matches.c.seat_1 == tells.c.player),
        ),
        "says how player {player} is told of match {match}, in which they have no seat",
    ),
    (
        follows,
        exists().where(
            matches.c.code == follows.c.match,
            or_(matches.c.seat_0 == follows.c.player, matches.c.seat_1 == follows.c.player),
        ),
        "says that player {player} follows match {match}, in which they play",
    ),
    (guesses, UNDECIDED, "is of turn {ply} of match {match}, which is not the next one, and not decided"),
    (guesses, MISTAKEN, "says of turn {ply} of match {match} another thing than its record"),
    (guessers, _MISCOUNTED, "says of the guesses of player {player} in a chat another thing than they come to"),
    (
        guesses,
        _UNCOUNTED,
        "is of turn {ply} of match {match}, which has fallen, and is in no sum",
    ),
    (guesses, OF_OWN, "is a guess of player {player} in match {match}, in which they play"),
    (votes, VOTE_OF_OWN, "is a vote of player {player} in match {match}, in which they play"),
    (votes, VOTE_TO_COME, "is on turn {ply} of match {match}, which is not there yet"),
    (seat_marks, GONE_BY, "was drawn on turn {ply} of match {match}, which has fallen"),
    (table_talk, TO_COME, "was said in turn {turn} of match {match}, which is not there yet"),
    (
        matches,
        and_(
            matches.c.event_kind == EventKind.LADDER.value,
            ~exists().where(challenges.c.match == matches.c.code, challenges.c.ladder == matches.c.event_code),
        ),
        "is of ladder {event_code}, on which it decides nothing",
    ),
    (
        matches,
        and_(
            matches.c.event_kind.in_((EventKind.VILLAGE.value, EventKind.TEAM.value)),
            ~exists().where(polls.c.match == matches.c.code, polls.c.village == matches.c.event_code),
        ),
        "is played by village {event_code}, which votes on nothing in it",
    ),
    (
        matches,
        and_(
            matches.c.event_kind == EventKind.VILLAGES.value,
            or_(
                *(
                    ~exists().where(polls.c.match == matches.c.code, polls.c.village == seat)
                    for seat in (matches.c.seat_0, matches.c.seat_1)
                )
            ),
        ),
        "is played by villages {seat_0} and {seat_1}, of which one votes on nothing in it",
    ),
    (
        matches,
        and_(
            matches.c.event_kind == EventKind.TEAMS.value,
            or_(
                *(
                    ~exists().where(polls.c.match == matches.c.code, polls.c.village == team)
                    for team in (matches.c.host, matches.c.invited)
                )
            ),
        ),
        "is played by teams {host} and {invited}, of which one votes on nothing in it",
    ),
    (
        simul_entrants,
        simul_entrants.c.match.is_not(None)
        & ~exists().where(
            matches.c.code == simul_entrants.c.match,
            matches.c.event_kind == EventKind.SIMUL.value,
            matches.c.event_code == simul_entrants.c.simul,
        ),
        "says that match {match} is a board of simul {simul}, of which it is none",
    ),
    (
        boards_games,
        boards_games.c.match.is_not(None)
        & ~exists().where(
            matches.c.code == boards_games.c.match,
            matches.c.event_kind == EventKind.BOARDS.value,
            matches.c.event_code == boards_games.c.boards,
        ),
        "says that match {match} is played on board {board} of boards match {boards}, of which it is none",
    ),
    (
        boards_games,
        (boards_games.c.dropped == 1)
        & ~exists().where(matches.c.code == boards_games.c.match, matches.c.status == Status.CALLED_OFF.value),
        "says that match {match} of boards match {boards} is played anew, which was not called off",
    ),
    (
        matches,
        and_(
            matches.c.event_kind == EventKind.BOARDS.value,
            ~exists().where(boards_games.c.match == matches.c.code, boards_games.c.boards == matches.c.event_code),
        ),
        "is of boards match {event_code}, in which it stands on no board",
    ),
    (
        tournament_games,
        tournament_games.c.match.is_not(None)
        & ~exists().where(
            matches.c.code == tournament_games.c.match,
            matches.c.event_kind == EventKind.TOURNAMENT.value,
            matches.c.event_code == tournament_games.c.tournament,
        ),
        "says that match {match} is a game of tournament {tournament}, of which it is none",
    ),
    (
        tournament_games,
        (tournament_games.c.dropped == 1)
        & ~exists().where(matches.c.code == tournament_games.c.match, matches.c.status == Status.CALLED_OFF.value),
        "says that match {match} of tournament {tournament} is played anew, which was not called off",
    ),
    (
        matches,
        and_(
            matches.c.event_kind == EventKind.TOURNAMENT.value,
            ~exists().where(
                tournament_games.c.match == matches.c.code, tournament_games.c.tournament == matches.c.event_code
            ),
        ),
        "is of tournament {event_code}, of which it is no game",
    ),
    (
        duplicate_games,
        duplicate_games.c.match.is_not(None)
        & ~exists().where(
            matches.c.code == duplicate_games.c.match,
            matches.c.event_kind == EventKind.DUPLICATE.value,
            matches.c.event_code == duplicate_games.c.duplicate,
        ),
        "says that match {match} is a game of duplicate {duplicate}, of which it is none",
    ),
    (
        matches,
        and_(
            matches.c.event_kind == EventKind.DUPLICATE.value,
            ~exists().where(
                duplicate_games.c.match == matches.c.code, duplicate_games.c.duplicate == matches.c.event_code
            ),
        ),
        "is of duplicate {event_code}, of which it is no game",
    ),
    (
        boards_line,
        boards_line.c.board.is_not(None)
        & ~exists().where(boards_games.c.boards == boards_line.c.boards, boards_games.c.board == boards_line.c.board),
        "says that player {player} has board {board} of boards match {boards}, on which nothing is played",
    ),
    (
        polls,
        ~exists().where(
            matches.c.code == polls.c.match,
            or_(
                matches.c.event_code == polls.c.village,
                and_(
                    matches.c.event_kind == EventKind.VILLAGES.value,
                    or_(matches.c.seat_0 == polls.c.village, matches.c.seat_1 == polls.c.village),
                ),
                and_(matches.c.event_kind == EventKind.TEAMS.value, matches.c.invited == polls.c.village),
            ),
        ),
        "is a vote in match {match}, in which village {village} does not play",
    ),
    (
        polls,
        VOTING
        & ~exists().where(
            matches.c.code == polls.c.match, matches.c.status == Status.PLAYING.value, matches.c.ply == polls.c.ply
        ),
        "is on turn {ply} of match {match}, which is not the present one",
    ),
    (
        challenges,
        ~exists().where(matches.c.code == challenges.c.match, matches.c.event_code == challenges.c.ladder),
        "is decided by match {match}, which does not know of it",
    ),
    (
        challenges,
        exists().where(
            matches.c.code == challenges.c.match,
            matches.c.status.in_([status.value for status in LIVE]) == challenges.c.outcome.is_not(None),
        ),
        "ends as match {match} does, and not before or after it",
    ),
    (
        challenges,
        (challenges.c.outcome == ChallengeOutcome.WON.value)
        != exists().where(
            matches.c.code == challenges.c.match,
            matches.c.status == Status.OVER.value,
            or_(
                and_(matches.c.winner == 0, matches.c.seat_0 == challenges.c.challenger),
                and_(matches.c.winner == 1, matches.c.seat_1 == challenges.c.challenger),
            ),
        ),
        "has another winner than match {match}",
    ),
    (
        rung_changes,
        and_(
            rung_changes.c.match.is_not(None),
            ~exists().where(
                challenges.c.match == rung_changes.c.match,
                challenges.c.ladder == rung_changes.c.ladder,
                challenges.c.outcome == rung_changes.c.cause,
            ),
        ),
        "says of match {match} that it has decided otherwise",
    ),
    (
        rung_changes,
        and_(
            rung_changes.c.cause.in_((RungCause.WON.value, RungCause.UNANSWERED.value)), rung_changes.c.match.is_(None)
        ),
        "is of a challenge, and names no match",
    ),
    (
        ladders,
        ladders.c.changes != select(func.count()).where(rung_changes.c.ladder == ladders.c.id).scalar_subquery(),
        "has another number of changes than it says",
    ),
    (
        ladders,
        ~exists().where(shields.c.ladder == ladders.c.id, UNDER_WAY),
        "has no month under way, at whose end its shield is given",
    ),
    (
        inbox,
        ~exists().where(_asked, offsets.c.number > inbox.c.number),
        "has arrived, though it was not asked for yet",
    ),
    (inbox, _earlier(inbox.c.done, inbox.c.received), Remark("was done before it was received")),
    (room_people, _several(room_people.c.folded), "has a name that looks like somebody else's"),
    (
        room_messages,
        exists().where(_before.c.id == room_messages.c.id, _earlier(room_messages.c.created, _before.c.created)),
        Remark("was said before the message that stands above it"),
    ),
)


@cache
def _contradicting() -> tuple[tuple[Table, AnySelect, str], ...]:
    """For each way in which rows can contradict others the query for them, and what is said of such a row."""
    return tuple(
        (table, select(*raw(*table.columns)).where(wrong).order_by(*table.primary_key), what)
        for table, wrong, what in _CONTRADICTIONS
    )
