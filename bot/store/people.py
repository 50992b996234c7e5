"""Players and their accounts on the platforms."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import groupby

from sqlalchemy import bindparam, delete, func, or_, select, update

from bot.matches.identity import Person, Place
from bot.matches.names import in_text, is_visible
from bot.matches.preferences import NOWHERE, PREFERENCES
from bot.matches.quiet_hours import QuietHours
from bot.matches.refusals import UnreadableAccount
from bot.matches.state import Rest
from bot.store.connection import AnyRow, Connection
from bot.store.locks import lock_named
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.records import Player, player_of
from bot.store.tables import accounts, matches, players, views, villages
from bot.words import N_

NAME_LENGTH = 32
MARKS = 2
"""Combining marks kept on one letter: more of them spill over the lines around a name."""

_BIDI = {0x061C, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF}
_SPACES = re.compile(r"\s+")

RESTS = or_(
    players.c.quiet.is_not(None),
    players.c.days_off.is_not(None),
    players.c.away_until.is_not(None),
    players.c.forced == "yes",
)
"""Something is set for turns to come, or the player is away."""
_OF_PLAYER = (*PREFERENCES, "away_until", "planned_from", "planned_until")
_JOINED = select(accounts, *(players.c[name] for name in _OF_PLAYER)).join(players, players.c.id == accounts.c.player)

# What every move needs is put together once.
_BY_ACCOUNT = _JOINED.where(accounts.c.platform == bindparam("platform"), accounts.c.account == bindparam("account"))
_BY_ID = _JOINED.where(accounts.c.player == bindparam("player")).order_by(accounts.c.updated.desc()).limit(1)
BY_ID_ON = _BY_ID.where(accounts.c.platform == bindparam("platform"))
"""The rows of a player by the latest of their accounts on a platform."""
_NAMES = (
    select(accounts.c.player, accounts.c.name, accounts.c.handle)
    .where(accounts.c.player.in_(bindparam("ids", expanding=True)))
    .order_by(accounts.c.updated)
)


def clean_name(name: str) -> str:
    """A name as it may stand in any message: one line, no control or direction marks, at most 32 letters.

    Empty where there is nothing to see.
    """
    if not is_visible(name):
        return ""
    letters = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter
        for letter in unicodedata.normalize("NFC", name)
        if ord(letter) not in _BIDI and unicodedata.category(letter) not in ("Cs", "Co", "Cn")
    )
    tamed = "".join(
        "".join(list(run)[:MARKS]) if marks else "".join(run)
        for marks, run in groupby(letters, key=lambda letter: unicodedata.combining(letter) > 0)
    )
    return _SPACES.sub(" ", tamed).strip()[:NAME_LENGTH].strip()


def clean_handle(handle: str) -> str:
    """A handle as it is kept and compared: lower case, without the @."""
    return clean_name(handle).removeprefix("@").casefold()


async def by_account(connection: Connection, platform: str, account: str) -> Player | None:
    """The player who has this account."""
    row = (await connection.execute(_BY_ACCOUNT, {"platform": platform, "account": account})).one_or_none()
    return player_of(row) if row else None


async def by_handle(connection: Connection, platform: str, handle: str) -> Player | None:
    """The player who was last seen under this handle."""
    query = _JOINED.where(accounts.c.platform == platform, accounts.c.handle == handle)
    row = (await connection.execute(query.order_by(accounts.c.updated.desc()).limit(1))).one_or_none()
    return player_of(row) if row else None


async def by_id(connection: Connection, player: str, platform: str | None = None) -> Player | None:
    """A player through their latest account, or the latest on one platform; None where there is none."""
    if platform is None:
        found = await connection.execute(_BY_ID, {"player": player})
    else:
        found = await connection.execute(BY_ID_ON, {"player": player, "platform": platform})
    row = found.one_or_none()
    return player_of(row) if row else None


async def accounts_of(connection: Connection, player: str) -> Sequence[AnyRow]:
    """All accounts of a player."""
    query = select(accounts).where(accounts.c.player == player).order_by(accounts.c.platform, accounts.c.account)
    return (await connection.execute(query)).all()


async def met(connection: Connection, place: Place, player: str, limit: int) -> list[Player]:
    """At most ``limit`` players other than ``player`` in the matches that stand in a place, the latest match first."""
    here = select(views.c.match).where(views.c.platform == place.platform, views.c.chat == place.chat)
    latest = (
        select(accounts.c.account, func.max(matches.c.created).label("met"))
        .join(
            matches,
            or_(*(column == accounts.c.player for column in (matches.c.seat_0, matches.c.seat_1, matches.c.host))),
        )
        .where(matches.c.code.in_(here), accounts.c.platform == place.platform, accounts.c.player != player)
        .group_by(accounts.c.account)
        .order_by(func.max(matches.c.created).desc())
        .limit(limit)
        .subquery()
    )
    query = _JOINED.join(latest, latest.c.account == accounts.c.account).where(accounts.c.platform == place.platform)
    return [player_of(row) for row in await connection.execute(query.order_by(latest.c.met.desc()))]


async def names(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """The names of some players, each as in their latest account; with the handle, or the app of a village, where two
    have the same name.
    """
    latest = {row.player: row for row in await connection.execute(_NAMES, {"ids": list(ids)})}
    shown = {player: in_text(row.name) for player, row in latest.items()}
    if not are_alike(shown.values()):
        return shown
    many = Counter(name.casefold() for name in shown.values())
    apps = select(villages.c.player, villages.c.platform).where(villages.c.player.in_(list(shown)))
    known = {row.player: row.platform.title() for row in await connection.execute(apps)}
    known |= {player: f"@{row.handle}" for player, row in latest.items() if row.handle}
    return {
        player: f"{name} ({known[player]})" if many[name.casefold()] > 1 and player in known else name
        for player, name in shown.items()
    }


async def unlisted(connection: Connection, of: Collection[str]) -> set[str]:
    """Those of some players who want to be in no list."""
    query = select(players.c.id).where(players.c.id.in_(of), players.c.listed == NOWHERE)
    return set((await connection.execute(query)).scalars())


def are_alike(names: Collection[str]) -> bool:
    """Could one of these names be taken for another?"""
    return len({name.casefold() for name in names}) < len(names)


async def rests(connection: Connection, ids: Collection[str | None]) -> dict[str, Rest]:
    """Choices of some players for turns to come, by id; those who have set nothing and are not away are left out."""
    theirs = players.c.id.in_([player for player in ids if player])
    query = select(players).where(theirs, RESTS)
    return {
        row.id: Rest(QuietHours.of(row.zone, row.quiet, row.days_off), row.away_until, row.forced == "yes")
        for row in await connection.execute(query)
    }


def as_known(player: Player, person: Person) -> bool:
    """Does the store have all of this about the person already?"""
    name, handle = _shown(person)
    return (player.name, player.handle) == (in_text(name), handle) and (
        player.locale == person.locale or not person.locale
    )


async def save(connection: Connection, person: Person, new_id: str, now: datetime) -> Player:
    """Write what is known of a person; ``new_id`` becomes their id if the person is new.

    Raises UnreadableAccount for an account whose player does not exist.
    """
    name, handle = _shown(person)
    values = {"name": name, "handle": handle, "updated": now}
    same = update(accounts).where(accounts.c.platform == person.platform, accounts.c.account == person.account)
    changed = await connection.execute(same.values(values | ({"locale": person.locale} if person.locale else {})))
    if not changed.rowcount:
        await connection.execute(players.insert().values(id=new_id, created=now))
        key = {"platform": person.platform, "account": person.account, "player": new_id}
        await connection.execute(accounts.insert().values(key | values | {"locale": person.locale}))
    saved = await by_account(connection, person.platform, person.account)
    if saved is None:
        raise UnreadableAccount
    return saved


async def set_values(connection: Connection, player: str, values: dict[str, str | None]) -> None:
    """Change settings of a player. Raises KeyError for a setting there is not."""
    if unknown := values.keys() - PREFERENCES.keys():
        raise KeyError(*unknown)
    await connection.execute(update(players).where(players.c.id == player).values(**values))


async def lock(connection: Connection, *ids: str | None) -> frozenset[str]:
    """Keep other transactions from beginning matches with these players, or deleting their data, until this one ends.

    Gives those whose data has not been deleted. Whoever locks a handle, people and a match does so in this order, so
    that no two transactions wait for each other.
    """
    wanted = sorted({player for player in ids if player})
    query = select(players.c.id).where(players.c.id.in_(wanted)).order_by(players.c.id)
    await connection.execute(query.with_for_update(key_share=True))
    known = select(accounts.c.player).where(accounts.c.player.in_(wanted))
    return frozenset((await connection.execute(known)).scalars())


async def by_age(connection: Connection, *ids: str) -> list[str]:
    """Players, those who came first before the others."""
    query = select(players.c.id).where(players.c.id.in_(ids)).order_by(players.c.created, players.c.id)
    return list((await connection.execute(query)).scalars())


async def lock_handle(connection: Connection, platform: str, handle: str) -> None:
    """Keep a person from becoming known by a handle while an invitation to it is written, and the other way round."""
    await lock_named(connection, platform, handle)


def _shown(person: Person) -> tuple[str, str]:
    handle = clean_handle(person.handle)
    return clean_name(person.name) or handle or "?", handle


async def _since(connection: Connection, player: str) -> str:
    query = select(players.c.created).where(players.c.id == player)
    return moment((await connection.execute(query)).scalar_one())


async def _settings(connection: Connection, player: str) -> dict[str, str | None]:
    known = (await connection.execute(select(players).where(players.c.id == player))).one()
    return {name: getattr(known, name) for name in PREFERENCES}


async def _accounts(connection: Connection, player: str) -> list[dict[str, object]]:
    names = ("platform", "account", "name", "handle", "locale")
    return [
        {**{name: getattr(row, name) for name in names}, "updated": moment(row.updated)}
        for row in await accounts_of(connection, player)
    ]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    await connection.execute(delete(accounts).where(accounts.c.player == leaver.player))
    nothing = dict.fromkeys(_OF_PLAYER)
    await connection.execute(update(players).where(players.c.id == leaver.player).values(nothing))


PERSONAL = PersonalData(
    N_("Your accounts: platform, id, name, handle, language. Your choices in /settings, and when you first came."),
    forgotten=(accounts.c.player, accounts.c.account, accounts.c.name, accounts.c.handle),
    stays=(players.c.id,),
    export={"since": _since, "settings": _settings, "accounts": _accounts},
    erase=_erase,
)
