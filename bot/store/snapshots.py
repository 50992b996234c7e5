"""Matches with all that is needed to show them, read in one statement."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from sqlalchemy import ColumnElement, and_, bindparam, case, exists, select

from bot.matches.communities import OWN, Community
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.names import in_text
from bot.matches.team import Team, due_member
from bot.store import communities, notices, people
from bot.store import teams as team_rows
from bot.store.connection import AnyRow, Connection
from bot.store.matches import Matches
from bot.store.notices import StoredNotice
from bot.store.records import BrokenMatch, View, view_of
from bot.store.table_talk import SPOKEN
from bot.store.tables import accounts, follows, guesses, leftovers, matches, players, views
from bot.store.tables import communities as community_rows
from bot.store.tables import notices as notice_rows

_PREFIX = "view_"
_NOTICE = "notice_"


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
_HERE = and_(
    community_rows.c.platform == views.c.platform,
    views.c.private == 0,
    community_rows.c.account
    == case((views.c.server != "", views.c.server), (views.c.parent != "", views.c.parent), else_=views.c.chat),
)
"""The community of the place of a view, as in ``Place.community``."""
_SNAPSHOTS = (
    select(
        matches,
        *(_name(matches.c[person]).label(f"{_NAME}{person}") for person in _PEOPLE),
        *(_account(matches.c[person]).label(f"{_ACCOUNT}{person}") for person in _PEOPLE),
        *(_labels(matches.c[seat]).label(f"{_LABELS}{seat}") for seat in _SEATS),
        *(column.label(f"{_PREFIX}{column.name}") for column in views.columns),
        leftovers.c.message.label("leftover"),
        *(column.label(f"{_NOTICE}{column.name}") for column in notice_rows.columns),
        exists().where(follows.c.match == matches.c.code).correlate(matches).label("followed"),
        exists()
        .where(guesses.c.match == matches.c.code, guesses.c.ply == matches.c.ply, guesses.c.hit.is_not(None))
        .correlate(matches)
        .label("guessed"),
        SPOKEN,
        community_rows.c.settings.label("hosts_want"),
    )
    .outerjoin(views, views.c.match == matches.c.code)
    .outerjoin(leftovers, and_(leftovers.c.match == views.c.match, leftovers.c.view == views.c.id))
    .outerjoin(notice_rows, and_(notice_rows.c.match == matches.c.code, notices.OPEN))
    .outerjoin(community_rows, _HERE)
    .where(matches.c.code.in_(bindparam("codes", expanding=True)))
    .order_by(matches.c.code, views.c.created, views.c.id, notice_rows.c.version, notice_rows.c.due)
)
"""Each view with each of its leftovers and each notice of its match: these are few."""


@dataclass(frozen=True)
class MatchSnapshot:
    """A match with its views (the oldest first), the messages of theirs that others have replaced, and the notices that
    are still to be told or stand beside them.

    ``names`` are those of the players at the board and of the invitation, by id, and ``accounts`` theirs on the
    platforms of the views, by platform and id. ``labels`` are those of boards that the players have chosen, by id.
    ``followed``: others want to be told how it goes; ``guessed``: somebody has guessed the latest turn; ``spoken``:
    somebody has said something beside the match. ``quiet`` are the ids of the views where hosts want no sound of
    boards, ``silent_calls`` of those where they want none of calls, ``calls_an_hour`` how
    many they want at most, where they have set a limit, ``mute``
    of those where they want no table talk, ``guessable`` of those where they want the button *Guess*, ``untyped`` of
    those where they want no moves that are typed; ``languages`` those that they have chosen for their places, by view.
    ``teams`` are those that play in it, of which the member who is due is in ``names`` and ``accounts``.
    """

    match: Match
    views: tuple[View, ...]
    leftovers: tuple[tuple[View, str], ...]
    notices: tuple[StoredNotice, ...]
    names: Mapping[str, str]
    accounts: Mapping[tuple[str, str], str]
    labels: Mapping[str, str] = field(default_factory=dict)
    followed: bool = False
    guessed: bool = False
    spoken: bool = False
    quiet: frozenset[str] = frozenset()
    silent_calls: frozenset[str] = frozenset()
    calls_an_hour: Mapping[str, int] = field(default_factory=dict)
    mute: frozenset[str] = frozenset()
    guessable: frozenset[str] = frozenset()
    untyped: frozenset[str] = frozenset()
    languages: Mapping[str, str] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()

    @property
    def due(self) -> str | None:
        """The member of a team who is to choose the turn; None where nobody is alone."""
        member = due_member(self.teams, self.match)
        return member.player if member else None

    def person(self, player: str, platform: str) -> Person | None:
        """A player as the person that a platform knows; None where they have no account there."""
        account = self.accounts.get((platform, player))
        return Person(platform, account, self.names[player]) if account else None

    def called_beside(self, view: View, person: Person) -> Person:
        """A person as they are called where others read it: in the language that the hosts there have chosen."""
        return replace(person, locale=self.languages.get(view.id, person.locale))


async def snapshots(connection: Connection, known: Matches, codes: Collection[str]) -> list[MatchSnapshot]:
    """The matches with these codes, as far as they exist and can be read."""
    rows = (await connection.execute(_SNAPSHOTS, {"codes": list(codes)})).all()
    of_match = [list(same) for _, same in groupby(rows, key=lambda row: row.code)]
    read = await known.of_rows(connection, [same[0] for same in of_match])
    return [
        await _snapshot(connection, match, same)
        for match, same in zip(read, of_match, strict=True)
        if not isinstance(match, BrokenMatch)
    ]


async def _snapshot(connection: Connection, match: Match, rows: Sequence[AnyRow]) -> MatchSnapshot:
    first = rows[0]
    of_views = {row.view_id: row for row in rows if row.view_id is not None}
    shown = {view: view_of(row, _PREFIX) for view, row in of_views.items()}
    superseded = dict.fromkeys((row.view_id, row.leftover) for row in rows if row.leftover is not None)
    told = dict.fromkeys(notice for row in rows if (notice := notices.notice_of(row, _NOTICE)))
    named = {getattr(first, person): getattr(first, f"{_NAME}{person}") for person in _PEOPLE}
    names = {player: in_text(name) for player, name in named.items() if player and name}
    if people.are_alike(names.values()):
        names = await people.names(connection, names)
    known_by = {
        (row.view_platform, getattr(row, person)): account
        for row in rows
        for person in _PEOPLE
        if (account := getattr(row, f"{_ACCOUNT}{person}"))
    }
    wanted = {row.view_id: _hosts(row) for row in of_views.values() if row.hosts_want}
    teams = await team_rows.of_match(connection, match) if match.teams else ()
    if due := due_member(teams, match):
        names = {**names, due.player: due.name}
        theirs = sorted(await people.accounts_of(connection, due.player), key=lambda each: each.updated)
        known_by |= {(each.platform, due.player): each.account for each in theirs}
    chosen = {getattr(first, seat): getattr(first, f"{_LABELS}{seat}") for seat in _SEATS}
    return MatchSnapshot(
        match,
        tuple(shown.values()),
        tuple((shown[view], message) for view, message in superseded),
        tuple(told),
        names,
        known_by,
        {player: value for player, value in chosen.items() if player and value},
        followed=bool(first.followed),
        guessed=bool(first.guessed),
        spoken=bool(first.spoken),
        quiet=_where_on("quiet", wanted),
        calls_an_hour={view: limit for view, found in wanted.items() if (limit := found.limit("calls"))},
        silent_calls=frozenset(view for view, found in wanted.items() if found.silences_calls),
        mute=frozenset(wanted) - _where_on("table_talk", wanted),
        guessable=_where_on("guess", wanted),
        untyped=frozenset(wanted) - _where_on("typed", wanted),
        languages={view: found.chosen("language") for view, found in wanted.items() if found.chosen("language") != OWN},
        teams=teams,
    )


def _hosts(row: AnyRow) -> Community:
    """The choices of the hosts of the place of a view."""
    return Community(row.view_platform, "", communities.settings_of(row.hosts_want))


def _where_on(feature: str, wanted: Mapping[str, Community]) -> frozenset[str]:
    """The views in whose places something is on, which are ``wanted`` by their hosts as these say."""
    return frozenset(view for view, found in wanted.items() if found.has(feature))
