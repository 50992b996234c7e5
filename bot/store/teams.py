"""Teams, and who is in them. Whoever changes a team that plays has locked its match."""

from collections.abc import Collection

from sqlalchemy import and_, delete, exists, func, select, update

from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.state import EventKind
from bot.matches.status import LIVE
from bot.matches.team import Member, Team, Way
from bot.store import notices, people
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped
from bot.store.tables import matches, team_members, teams
from bot.words import N_

_IS_LIVE = matches.c.status.in_([status.value for status in LIVE])
_PLAYED = and_(
    matches.c.event_kind.in_((EventKind.TEAM.value, EventKind.TEAMS.value)),
    teams.c.player.in_((matches.c.host, matches.c.invited)),
)
"""A match is one of a team."""


async def put(connection: Connection, team: Team) -> None:
    """Note a new team, without its members."""
    place = team.place
    row = {"player": team.player, "way": team.way.value, "platform": place.platform, "account": place.community}
    row |= {"chat": place.chat, "thread": place.thread}
    await connection.execute(teams.insert().values(**row, last=team.last, silent=team.silent))


async def settle(connection: Connection, team: Team) -> None:
    """Note whose turn it is in a team."""
    here = teams.c.player == team.player
    await connection.execute(update(teams).where(here).values(last=team.last, silent=team.silent))


async def get(connection: Connection, player: str) -> Team | None:
    """The team who is this player, with the names of its members."""
    row = (await connection.execute(select(teams).where(teams.c.player == player))).one_or_none()
    if row is None:
        return None
    query = select(team_members).where(team_members.c.team == player).order_by(team_members.c.number)
    found = (await connection.execute(query)).all()
    names = await people.names(connection, [each.player for each in found])
    members = tuple(Member(each.number, each.player, names.get(each.player, "")) for each in found)
    server = row.account if row.account != row.chat else ""
    place = Place(row.platform, row.chat, row.thread, server=server)
    return Team(row.player, Way(row.way), place, members, row.last, row.silent)


async def of_match(connection: Connection, match: Match) -> tuple[Team, ...]:
    """The teams that play in a match, or gather for it."""
    found = [await get(connection, player) for player in match.teams]
    return tuple(team for team in found if team)


async def join(connection: Connection, team: str, member: Member) -> None:
    """Note a new member of a team that is locked."""
    row = {"team": team, "player": member.player, "number": member.number}
    await connection.execute(team_members.insert().values(row))


async def leave(connection: Connection, team: str, player: str) -> None:
    """Forget a member of a team, and what they are told of its matches."""
    gone = (team_members.c.team == team, team_members.c.player == player)
    await connection.execute(delete(team_members).where(*gone))
    theirs = select(matches.c.code).join(teams, _PLAYED).where(teams.c.player == team)
    await notices.withdraw(connection, player, theirs)


async def leave_second(connection: Connection, player: str) -> None:
    """Have a player who is in two teams that play each other leave that of the guest: two of them have become one."""
    other = team_members.alias()
    played = (matches.c.event_kind == EventKind.TEAMS.value, matches.c.invited == team_members.c.team)
    twice = exists().where(*played, other.c.team == matches.c.host, other.c.player == team_members.c.player)
    await connection.execute(delete(team_members).where(team_members.c.player == player, twice))


async def count_live(connection: Connection, place: Place) -> int:
    """The number of the matches of teams of a community that are under way or gather; two teams have one together."""
    here = (teams.c.platform == place.platform, teams.c.account == place.community)
    query = select(func.count(matches.c.code.distinct())).select_from(matches).join(teams, _PLAYED)
    query = query.where(_IS_LIVE, *here)
    return int((await connection.execute(query)).scalar_one())


async def live_of(connection: Connection, of: Collection[str]) -> list[str]:
    """The codes of the matches of these teams that are under way or gather."""
    query = select(matches.c.code).join(teams, _PLAYED).where(_IS_LIVE, teams.c.player.in_(of))
    return list((await connection.execute(query.order_by(matches.c.code))).scalars())


async def live_with(connection: Connection, players: Collection[str]) -> list[str]:
    """The codes of the matches of teams under way, or that gather, in which one of these players is."""
    query = select(matches.c.code).join(teams, _PLAYED).join(team_members, team_members.c.team == teams.c.player)
    query = query.where(_IS_LIVE, team_members.c.player.in_(players)).distinct().order_by(matches.c.code)
    return list((await connection.execute(query)).scalars())


async def only_of(connection: Connection, player: str, other: str) -> list[str]:
    """The codes of the matches in whose teams a player is, but not the other one."""
    theirs, others = await named_in(connection, player), await named_in(connection, other)
    return sorted({*theirs} - {*others})


async def named_in(connection: Connection, player: str) -> list[str]:
    """The codes of the matches whose boards name a player among those of a team."""
    query = select(matches.c.code).join(teams, _PLAYED).join(team_members, team_members.c.team == teams.c.player)
    query = query.where(team_members.c.player == player).order_by(matches.c.code)
    return list((await connection.execute(query)).scalars())


async def move(connection: Connection, before: str, new: Place) -> None:
    """A community lives on under another id than ``before``."""
    here = (teams.c.platform == new.platform, teams.c.account == before)
    values = {"account": new.community, "chat": new.chat, "thread": new.thread}
    await connection.execute(update(teams).where(*here).values(values))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(matches.c.code, team_members.c.number).join(teams, _PLAYED)
    query = query.join(team_members, team_members.c.team == teams.c.player).where(team_members.c.player == player)
    found = await connection.execute(query.order_by(matches.c.code))
    return [{"match": row.code, "number": row.number} for row in found]


PERSONAL = PersonalData(
    N_("The teams in which you share a side with others, which their boards show to all."),
    forgotten=(team_members.c.player,),
    stays=(teams.c.player, team_members.c.team),
    export={"teams": _export},
    erase=dropped(team_members.c.player),
)
