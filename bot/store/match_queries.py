"""The queries of the table of matches, and their conditions."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, case, exists, func, or_, select, union_all, update

from bot.matches.history import HistoryFilter, MatchResult
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import LIVE, Status
from bot.store.connection import AnySelect
from bot.store.people import RESTS
from bot.store.plans import PLANNED
from bot.store.records import FIRST_TURNS, columns_of
from bot.store.tables import BELOW, LEFT_CHAT, leftovers, matches, moves, players, pulse, views
from bot.store.term_columns import TERM_COLUMNS
from bot.store.views import tells

LISTED = 100
"""At most so many matches are listed."""

LIVE_STATUSES = [status.value for status in LIVE]
LIVE_PACES = [pace.value for pace in Pace if pace.live]
_UNDER_WAY_LIVE = (matches.c.status == Status.PLAYING.value, matches.c.pace.in_(LIVE_PACES))

# What every move needs is put together once.
ONE = select(matches).where(matches.c.code == bindparam("wanted"))
_RESTED = (
    exists()
    .where(
        players.c.id.in_((matches.c.seat_0, matches.c.seat_1, matches.c.host, matches.c.invited)),
        RESTS,
    )
    .correlate(matches)
)
_PRESENT = tuple(
    select(column).scalar_subquery().label(f"present_{column.name}")
    for column in (pulse.c.era, pulse.c.gap_begin, pulse.c.gap_end)
)
ONE_LOCKED = ONE.add_columns(_RESTED.label("rested"), PLANNED, *_PRESENT).with_for_update(key_share=True)
"""A match to be changed, and all that this depends on. A transaction that only writes a row that refers to the match
need not wait.
"""
NEXT_VERSION = matches.c.version + 1
SAVE = update(matches).where(matches.c.code == bindparam("wanted"))
_PLACE = tuple(views.c[name] == bindparam(name) for name in ("platform", "chat", "thread"))
CODES_IN = (
    select(matches.c.code)
    .join(views, views.c.match == matches.c.code)
    .where(*_PLACE, matches.c.status.in_(LIVE_STATUSES))
)
BY_MESSAGE = select(matches).where(
    matches.c.code
    == select(views.c.match)
    .where(
        views.c.platform == bindparam("platform"),
        views.c.chat == bindparam("chat"),
        or_(
            views.c.message == bindparam("message"),
            tells(views, bindparam("message")),
            views.c.id.in_(select(leftovers.c.view).where(leftovers.c.message == bindparam("message"))),
        ),
    )
    .limit(1)
    .scalar_subquery()
)
"""The match that a message of a chat shows or tells of, or has."""


def _newest_in(*conditions: ColumnElement[bool]) -> AnySelect:
    """The matches that stand in a place and are so, the one that has changed last first."""
    here = select(views.c.match).where(*_PLACE)
    return select(matches).where(matches.c.code.in_(here), *conditions).order_by(matches.c.changed.desc())


GONE = select(case((matches.c.turn == 0, matches.c.seat_0), else_=matches.c.seat_1)).where(LEFT_CHAT)
"""The players whose clocks are stopped because they have left."""
OPEN_IN = _newest_in(
    matches.c.status == Status.INVITED.value, matches.c.invited.is_(None), matches.c.invited_handle.is_(None)
)
PLAYED_IN = _newest_in(matches.c.status == Status.PLAYING.value)
WITH_MOVES_IN = _newest_in(matches.c.status.in_((Status.PLAYING.value, Status.OVER.value)), matches.c.ply > 0)

_AS_OPENED = (
    "host", "ruleset", "start", "host_side", "invited", "invited_platform", "invited_handle", "status", "ply",
    "version", *TERM_COLUMNS
)  # fmt: skip
"""The columns in which two matches agree that were opened by the same wish."""


def _seated(player: str | BindParameter[str]) -> ColumnElement[bool]:
    return or_(matches.c.seat_0 == player, matches.c.seat_1 == player)


def _of_player(status: ColumnElement[bool]) -> AnySelect:
    player: BindParameter[str] = bindparam("player")
    invited = and_(matches.c.invited == player, matches.c.status == Status.INVITED.value)
    involved = or_(_seated(player), matches.c.host == player, invited)
    return select(matches).where(involved, status).order_by(matches.c.changed.desc()).limit(LISTED)


LIVE_OF_PLAYER = _of_player(matches.c.status.in_(LIVE_STATUSES))
LIVE_WITH_PLACE = LIVE_OF_PLAYER.add_columns(
    exists().where(views.c.match == matches.c.code, *_PLACE).correlate(matches).label("here")
)
"""The same, and whether each stands in a place."""
OVER_OF_PLAYER = _of_player(matches.c.status == Status.OVER.value)
GAMES_OF_PLAYER = (
    select(matches.c.ruleset)
    .where(or_(_seated(bindparam("player")), matches.c.host == bindparam("player")))
    .group_by(matches.c.ruleset)
    .order_by(func.max(matches.c.created).desc())
)


def _has_turn(ply: int, turn: str) -> ColumnElement[bool]:
    """Is this the turn of a match with that number? A capture may be told by its ends, a forfeit left out."""
    ways = [moves.c.text == turn, moves.c.text.like(f"{turn},~%")]
    begin, _, end = turn.partition("x")
    if end and "x" not in end:
        ways += [moves.c.text.like(f"{begin}x%x{end}"), moves.c.text.like(f"{begin}x%x{end},~%")]
    return exists().where(moves.c.match == matches.c.code, moves.c.ply == ply, or_(*ways)).correlate(matches)


def _begins_like(turns: Sequence[str]) -> ColumnElement[bool]:
    """Could a match begin with these turns? It is read from the index of a seat, so few matches are looked at."""
    begin = "% ".join(turn.replace("x", "x%") for turn in turns[:FIRST_TURNS])
    return matches.c.first_turns.like(f"{begin}%")


def history(player: str, wanted: HistoryFilter, skipped: int, limit: int) -> AnySelect:
    """The matches that a player has finished, the latest first: at most ``limit``, after so many that are ``skipped``.

    Each side is read by its own index, in order, and no further than the page goes.
    """
    sides = [_of_side(player, side, wanted, skipped + limit).subquery() for side in (0, 1)]
    either = union_all(*(select(side.c.code, side.c.changed) for side in sides)).subquery()
    page = select(either.c.code).order_by(either.c.changed.desc(), either.c.code.desc()).offset(skipped).limit(limit)
    return select(matches).where(matches.c.code.in_(page)).order_by(matches.c.changed.desc(), matches.c.code.desc())


def _of_side(player: str, side: int, wanted: HistoryFilter, most: int) -> AnySelect:
    """The codes of the matches that a player has finished as a side; practice boards stand with the first."""
    own, other = (matches.c.seat_0, matches.c.seat_1) if side == 0 else (matches.c.seat_1, matches.c.seat_0)
    conditions = [own == player, matches.c.status == Status.OVER.value]
    if wanted.opponent:
        conditions.append(other == wanted.opponent)
    if wanted.ruleset:
        conditions.append(matches.c.ruleset == wanted.ruleset)
    if wanted.since:
        conditions.append(matches.c.changed >= wanted.since)
    if wanted.opening:
        conditions.append(_begins_like(wanted.opening))
    conditions += [_has_turn(ply, turn) for ply, turn in enumerate(wanted.opening, 1)]
    if wanted.result or side == 1:  # on a practice board nobody wins or loses
        conditions.append(or_(other.is_(None), other != player))
    if wanted.result is MatchResult.DRAWN:
        conditions.append(matches.c.winner.is_(None))
    elif wanted.result:
        conditions.append(matches.c.winner == (side if wanted.result is MatchResult.WON else 1 - side))
    latest = (matches.c.changed.desc(), matches.c.code.desc())
    return select(matches.c.code, matches.c.changed).where(*conditions).order_by(*latest).limit(most)


def open_invitation(host: str, invited: str, ruleset: str, now: datetime) -> AnySelect:
    """The invitations of one player to another for a game that can still be accepted, locked."""
    return (
        select(matches)
        .where(
            matches.c.host == host,
            matches.c.invited == invited,
            matches.c.ruleset == ruleset,
            matches.c.status == Status.INVITED.value,
            matches.c.expires > now,
        )
        .order_by(matches.c.code)
        .with_for_update(key_share=True)
    )


def opened_alike(match: Match, since: datetime) -> AnySelect:
    """The codes of the matches opened since then that are what ``match`` is to be, and that nobody has touched."""
    columns = columns_of(match)
    same = (matches.c[name] == columns[name] for name in _AS_OPENED)
    return select(matches.c.code).where(matches.c.created > since, *same)


def counted(player: str, status: Status) -> AnySelect:
    """The codes of a player's matches in a state: invitations are their host's, others belong to both seats."""
    who = matches.c.host == player if status is Status.INVITED else _seated(player)
    return select(matches.c.code).where(who, matches.c.status == status.value)


def played_live(player: str) -> AnySelect:
    """The codes of a player's matches under way that are played live."""
    return select(matches.c.code).where(_seated(player), *_UNDER_WAY_LIVE)


def shown_live(platform: str, chat: str) -> AnySelect:
    """The codes of the matches under way that are played live, and kept up to date where all in a chat read them."""
    return (
        select(matches.c.code)
        .distinct()
        .join(views, views.c.match == matches.c.code)
        .where(
            views.c.chat == chat,
            views.c.platform == platform,
            views.c.private == 0,
            views.c.frozen == 0,
            *_UNDER_WAY_LIVE,
        )
    )


def played_around(place: Place, limit: int) -> AnySelect:
    """The matches under way that stand where all in a chat read them, in it or in a thread of it; the latest changed
    first. Practice boards are left out.
    """
    chat = place.parent or place.chat
    public = (views.c.platform == place.platform, views.c.private == 0)
    within = union_all(
        select(views.c.match).where(views.c.chat == chat, *public),
        select(views.c.match).where(views.c.parent == chat, BELOW, *public),
    )
    between_two = or_(matches.c.seat_0.is_(None), matches.c.seat_1.is_(None), matches.c.seat_0 != matches.c.seat_1)
    playing = (matches.c.code.in_(within), matches.c.status == Status.PLAYING.value, between_two)
    return select(matches).where(*playing).order_by(matches.c.changed.desc(), matches.c.code).limit(limit)


def waits_for_handle(player: str, platform: str, handle: str) -> AnySelect:
    """The codes of the invitations to a handle, but for the player's own, locked."""
    return (
        select(matches.c.code)
        .where(
            matches.c.invited_platform == platform,
            matches.c.invited_handle == handle,
            matches.c.invited.is_(None),
            matches.c.status == Status.INVITED.value,
            matches.c.host != player,
        )
        .order_by(matches.c.code)
        .with_for_update(key_share=True)
    )


def due_by(now: datetime, *, spares_live: bool = False) -> AnySelect:
    """The codes of at most ``LISTED`` matches in which something is due, the longest due first.

    ``spares_live``: but those that are played live just now.
    """
    query = select(matches.c.code).where(matches.c.wake <= now).order_by(matches.c.wake).limit(LISTED)
    if not spares_live:
        return query
    slow = or_(matches.c.pace.is_(None), matches.c.pace.not_in(LIVE_PACES))
    return query.where(or_(slow, matches.c.runs_since.is_(None)))


def next_due_after(now: datetime) -> AnySelect:
    """The moment at which an event falls due next."""
    return select(matches.c.wake).where(matches.c.wake > now).order_by(matches.c.wake).limit(1)


def awaiting(players: Collection[str]) -> AnySelect:
    """The codes of live matches in which one of these players is to accept, to move, or perhaps to answer."""
    seats = (matches.c.seat_0, matches.c.seat_1)
    to_accept = and_(matches.c.status == Status.INVITED.value, matches.c.invited.in_(players))
    to_move = (and_(matches.c.turn == turn, seat.in_(players)) for turn, seat in enumerate(seats))
    offered = or_(matches.c.draw_offer.is_not(None), matches.c.takeback.is_not(None), matches.c.swap.is_not(None))
    to_answer = and_(offered, or_(*(seat.in_(players) for seat in seats)))
    playing = matches.c.status == Status.PLAYING.value
    return select(matches.c.code).where(or_(to_accept, and_(playing, or_(*to_move, to_answer))))
