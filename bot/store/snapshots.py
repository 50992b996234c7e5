"""Matches with all that is needed to show them, read in one statement."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sqlalchemy import ColumnElement, and_, bindparam, or_, select

from bot.matches.match import Match
from bot.matches.names import harmless
from bot.matches.people import Person, Place
from bot.matches.refusals import UnreadableMatch
from bot.store import notices, people
from bot.store.connection import AnyRow, Connection
from bot.store.matches import Matches
from bot.store.notices import StoredNotice
from bot.store.records import BrokenMatch, View, view_of
from bot.store.tables import accounts, leftovers, matches, players, views
from bot.store.views import tells

_PREFIX = "view_"


def _name(player: ColumnElement[str | None]) -> ColumnElement[str]:
    """The name of a player, as in the latest of their accounts."""
    latest = select(accounts.c.name).where(accounts.c.player == player).order_by(accounts.c.updated.desc()).limit(1)
    return latest.correlate(matches).scalar_subquery()


def _account(player: ColumnElement[str | None]) -> ColumnElement[str]:
    """The account of a player on the platform of a view, the latest if there are several."""
    here = and_(accounts.c.player == player, accounts.c.platform == views.c.platform)
    latest = select(accounts.c.account).where(here).order_by(accounts.c.updated.desc()).limit(1)
    return latest.correlate(matches, views).scalar_subquery()


def _labels(player: ColumnElement[str | None]) -> ColumnElement[str]:
    """The labels of boards that a player has chosen."""
    return select(players.c.labels).where(players.c.id == player).correlate(matches).scalar_subquery()


_PEOPLE = ("seat_0", "seat_1", "host", "invited")
_SEATS = _PEOPLE[:2]
_NAME = "name_of_"
_ACCOUNT = "account_of_"
_LABELS = "labels_of_"
_SNAPSHOTS = (
    select(
        matches,
        *(_name(matches.c[person]).label(f"{_NAME}{person}") for person in _PEOPLE),
        *(_account(matches.c[person]).label(f"{_ACCOUNT}{person}") for person in _PEOPLE),
        *(_labels(matches.c[seat]).label(f"{_LABELS}{seat}") for seat in _SEATS),
        *(column.label(f"{_PREFIX}{column.name}") for column in views.columns),
        leftovers.c.message.label("leftover"),
    )
    .outerjoin(views, views.c.match == matches.c.code)
    .outerjoin(leftovers, and_(leftovers.c.match == views.c.match, leftovers.c.view == views.c.id))
    .order_by(matches.c.code, views.c.created, views.c.id)
)
_OF_CODES = _SNAPSHOTS.where(matches.c.code.in_(bindparam("codes", expanding=True)))
_others = views.alias()
_BY_MESSAGE = _SNAPSHOTS.where(
    matches.c.code
    == select(_others.c.match)
    .where(
        _others.c.platform == bindparam("platform_"),
        _others.c.chat == bindparam("chat_"),
        or_(
            _others.c.message == bindparam("message_"),
            tells(_others, bindparam("message_")),
            _others.c.id.in_(select(leftovers.c.view).where(leftovers.c.message == bindparam("message_"))),
        ),
    )
    .limit(1)
    .scalar_subquery()
)


@dataclass(frozen=True)
class MatchSnapshot:
    """A match with its views (the oldest first), the messages of theirs that others have replaced, and the notices that
    are still to be told or stand beside them.

    ``names`` are those of the players at the board and of the invitation, by id, and ``accounts`` theirs on the
    platforms of the views, by platform and id. ``labels`` are those of boards that the players have chosen, by id.
    """

    match: Match
    views: tuple[View, ...]
    leftovers: tuple[tuple[View, str], ...]
    notices: tuple[StoredNotice, ...]
    names: Mapping[str, str]
    accounts: Mapping[tuple[str, str], str]
    labels: Mapping[str, str] = field(default_factory=dict)

    def person(self, player: str, platform: str) -> Person | None:
        """A player as the person that a platform knows; None where they have no account there."""
        account = self.accounts.get((platform, player))
        return Person(platform, account, self.names[player]) if account else None


async def snapshots(connection: Connection, known: Matches, codes: Collection[str]) -> list[MatchSnapshot]:
    """The matches with these codes, as far as they exist and can be read."""
    rows = (await connection.execute(_OF_CODES, {"codes": list(codes)})).all()
    return [each for each in await _snapshots(known, connection, rows) if isinstance(each, MatchSnapshot)]


async def snapshot_by_message(
    connection: Connection, known: Matches, place: Place, message: str
) -> MatchSnapshot | None:
    """The match of which this message of a chat (in any thread) is a view, or was before the view was posted again.

    A ping beside a view counts as well. Raises UnreadableMatch.
    """
    where = {"platform_": place.platform, "chat_": place.chat, "message_": message}
    found = await _snapshots(known, connection, (await connection.execute(_BY_MESSAGE, where)).all())
    if not found:
        return None
    if isinstance(found[0], BrokenMatch):
        raise UnreadableMatch(found[0].code)
    return found[0]


async def _snapshots(
    known: Matches, connection: Connection, rows: Sequence[AnyRow]
) -> list[MatchSnapshot | BrokenMatch]:
    of_match = [list(same) for _, same in groupby(rows, key=lambda row: row.code)]
    told = await notices.of_matches(connection, [same[0].code for same in of_match]) if of_match else {}
    found: list[MatchSnapshot | BrokenMatch] = []
    for match, same in zip(await known.of_rows(connection, [same[0] for same in of_match]), of_match, strict=True):
        if isinstance(match, BrokenMatch):
            found.append(match)
            continue
        shown = {row.view_id: view_of(row, _PREFIX) for row in same if row.view_id is not None}
        superseded = ((shown[row.view_id], row.leftover) for row in same if row.leftover is not None)
        named = {getattr(same[0], person): getattr(same[0], f"{_NAME}{person}") for person in _PEOPLE}
        names = {player: harmless(name) for player, name in named.items() if player and name}
        if people.are_alike(names.values()):
            names = await people.names(connection, names)
        known_by = {
            (row.view_platform, getattr(row, person)): account
            for row in same
            for person in _PEOPLE
            if (account := getattr(row, f"{_ACCOUNT}{person}"))
        }
        chosen = {getattr(same[0], seat): getattr(same[0], f"{_LABELS}{seat}") for seat in _SEATS}
        labels = {player: value for player, value in chosen.items() if player and value}
        waiting = tuple(told.get(match.code, ()))
        found.append(MatchSnapshot(match, tuple(shown.values()), tuple(superseded), waiting, names, known_by, labels))
    return found
