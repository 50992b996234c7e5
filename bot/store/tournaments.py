"""The tournaments of chats. Whoever changes one has locked it: after people, and after the matches in it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, or_, select, update

from bot.matches.identity import Place
from bot.matches.pace import PACE_WORDS, Pace
from bot.matches.status import LIVE, Status
from bot.matches.tournament import DECIDED_WITHIN, Entrant, Form, Halves, Pairing, TournamentGame, TournamentState
from bot.store.connection import AnyRow, Connection
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import CARD_BEHIND, matches, ratings, tournament_entrants, tournament_games, tournaments
from bot.words import N_

_OPEN, _PLAYING = TournamentState.OPEN.value, TournamentState.PLAYING.value

_DEPENDS = tournaments.c.form.in_([form.value for form in Form if form.depends])
"""The next round depends on the results."""


@dataclass(frozen=True)
class Tournament:
    """A tournament in a community, which is ``account`` on its platform; its card is in a place, as that of a simul.

    ``round`` is the latest that has begun. ``until``: people can join till then, or the time of the round is over; once
    the tournament is over, when that was.
    """

    id: str
    community: str
    account: str
    place: Place
    language: str
    name: str
    ruleset: str
    form: Form
    pace: Pace
    state: TournamentState
    round: int
    until: datetime
    message: str | None
    version: int
    shown: int
    edited: datetime


@dataclass(frozen=True)
class Cup:
    """A tournament that somebody has won, by its game and name, and when."""

    ruleset: str
    name: str
    won: datetime


_PLAIN = (
    *("id", "community", "account", "language", "name", "ruleset", "round", "until"),
    *("message", "version", "shown", "edited"),
)


async def make(connection: Connection, tournament: Tournament) -> None:
    """Write a new tournament."""
    place = tournament.place
    row = {name: getattr(tournament, name) for name in _PLAIN}
    row |= {name: getattr(tournament, name).value for name in ("form", "pace", "state")}
    row |= {"platform": place.platform, "chat": place.chat, "thread": place.thread, "threads": place.can_thread}
    await connection.execute(tournaments.insert().values(row))


async def get(connection: Connection, tournament: str, *, lock: bool = False) -> Tournament | None:
    """A tournament; with ``lock`` no other transaction changes it before this one ends."""
    query = select(tournaments).where(tournaments.c.id == tournament)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _tournament(row) if row else None


async def of_community(connection: Connection, community: str) -> list[Tournament]:
    """The tournaments of a community that are not over: those that people can join first, the latest before others."""
    waits = case((tournaments.c.state == _OPEN, 0), else_=1)
    query = select(tournaments).where(tournaments.c.community == community, tournaments.c.state.in_((_OPEN, _PLAYING)))
    query = query.order_by(waits, tournaments.c.until.desc(), tournaments.c.id)
    return [_tournament(row) for row in await connection.execute(query)]


async def entrants(connection: Connection, tournament: str) -> list[Entrant]:
    """Those who play in a tournament: by their numbers, or as long as people join by when they came."""
    row = tournament_entrants.c
    query = select(tournament_entrants).where(row.tournament == tournament, row.replaced == 0)
    found = await connection.execute(query.order_by(func.coalesce(row.number, 0), row.joined, row.player))
    return [Entrant(each.player, each.joined, each.number or 0, bool(each.withdrawn), each.place) for each in found]


async def by_rating(connection: Connection, tournament: Tournament) -> list[str]:
    """Those who have joined, by their ratings in the game; whoever came first before the others."""
    row = tournament_entrants.c
    rating = select(func.avg(ratings.c.rating)).where(
        ratings.c.player == row.player, ratings.c.ruleset == tournament.ruleset, ratings.c.played > 0
    )
    query = select(row.player).where(row.tournament == tournament.id, row.replaced == 0)
    query = query.order_by(func.coalesce(rating.scalar_subquery(), 0).desc(), row.joined, row.player)
    return list((await connection.execute(query)).scalars())


async def join(connection: Connection, tournament: str, player: str, now: datetime, number: int | None = None) -> None:
    """Write that somebody is in a tournament, which is locked; with a ``number`` they play in another one's place."""
    row = {"tournament": tournament, "player": player, "joined": now, "number": number}
    await connection.execute(tournament_entrants.insert().values(**row, withdrawn=False, replaced=False, place=None))
    await show_again(connection, tournament)


async def leave(connection: Connection, tournament: str, players: Collection[str]) -> None:
    """Write that some people are not in a tournament, which is locked and has not begun."""
    row = tournament_entrants.c
    gone = delete(tournament_entrants).where(row.tournament == tournament, row.player.in_(players))
    await connection.execute(gone.where(row.number.is_(None)))
    await show_again(connection, tournament)


async def close(connection: Connection, tournament: str) -> None:
    """Write that a tournament, which is locked, is called off."""
    await _set(connection, tournament, state=TournamentState.CLOSED.value)


async def begin(connection: Connection, tournament: str, order: Sequence[str]) -> None:
    """Write the numbers of those who play in a tournament, which is locked and begins."""
    row = tournament_entrants.c
    for number, player in enumerate(order, 1):
        one = update(tournament_entrants).where(row.tournament == tournament, row.player == player)
        await connection.execute(one.values(number=number))


async def begin_round(connection: Connection, tournament: str, number: int, until: datetime) -> None:
    """Write that a round of a tournament, which is locked, has begun; its pairings are added beside."""
    await _set(connection, tournament, state=_PLAYING, round=number, until=until)


async def add_game(connection: Connection, tournament: str, pairing: Pairing, leg: int, attempt: int = 0) -> None:
    """Write a game of a pairing in a tournament, which is locked."""
    row = {"tournament": tournament, "round": pairing.round, "board": pairing.board, "leg": leg, "attempt": attempt}
    row |= {"first": pairing.first, "second": pairing.second, "match": None, "awarded": None}
    row |= {"judged": False, "dropped": False}
    await connection.execute(tournament_games.insert().values(row))


async def drop_game(connection: Connection, tournament: str, game: TournamentGame) -> None:
    """Write that a game counts no more, and another one is to be opened in its place; the tournament is locked."""
    await connection.execute(update(tournament_games).where(*_is(tournament, game)).values(dropped=True))
    await add_game(connection, tournament, game.pairing, game.leg, game.attempt + 1)
    await show_again(connection, tournament)


async def opened(connection: Connection, tournament: str, game: TournamentGame, match: str) -> None:
    """Write the match of a game in a tournament, which is locked."""
    await connection.execute(update(tournament_games).where(*_is(tournament, game)).values(match=match))
    await show_again(connection, tournament)


async def award(
    connection: Connection, tournament: str, game: TournamentGame, worth: Halves, *, judged: bool = False
) -> None:
    """Write what a game is worth without having been played to its end; the tournament is locked. ``judged``: as the
    computer sees it.
    """
    values = {"awarded": f"{worth[0]}-{worth[1]}", "judged": judged}
    await connection.execute(update(tournament_games).where(*_is(tournament, game)).values(values))
    await show_again(connection, tournament)


async def withdraw(connection: Connection, tournament: str, number: int) -> None:
    """Write that whoever has a number in a tournament, which is locked, plays no further game."""
    await connection.execute(update(tournament_entrants).where(*_holds(tournament, number)).values(withdrawn=True))
    await show_again(connection, tournament)


async def replace(connection: Connection, tournament: str, number: int, player: str, now: datetime) -> None:
    """Write that somebody plays under a number from now on; the tournament is locked."""
    gone = {"withdrawn": True, "replaced": True}
    await connection.execute(update(tournament_entrants).where(*_holds(tournament, number)).values(gone))
    await join(connection, tournament, player, now, number)


async def end(connection: Connection, tournament: str, places: Mapping[int, int | None], now: datetime) -> None:
    """Write that a tournament, which is locked, is over, with the places of all numbers in it."""
    for number, place in places.items():
        await connection.execute(update(tournament_entrants).where(*_holds(tournament, number)).values(place=place))
    await _set(connection, tournament, state=TournamentState.OVER.value, until=now)


async def has_entered(connection: Connection, tournament: str, player: str) -> bool:
    """Is somebody in a tournament, or were they before another one took their place?"""
    row = tournament_entrants.c
    query = select(row.player).where(row.tournament == tournament, row.player == player)
    return (await connection.execute(query)).first() is not None


async def show_again(connection: Connection, tournament: str) -> None:
    """Have the card of a tournament show what has changed."""
    await _set(connection, tournament)


async def _set(connection: Connection, tournament: str, **values: object) -> None:
    one = update(tournaments).where(tournaments.c.id == tournament)
    await connection.execute(one.values(**values, version=tournaments.c.version + 1))


def _is(tournament: str, game: TournamentGame) -> tuple[ColumnElement[bool], ...]:
    row, pairing = tournament_games.c, game.pairing
    return (
        row.tournament == tournament,
        row.round == pairing.round,
        row.board == pairing.board,
        row.leg == game.leg,
        row.attempt == game.attempt,
    )


def _holds(tournament: str, number: int) -> tuple[ColumnElement[bool], ...]:
    row = tournament_entrants.c
    return row.tournament == tournament, row.number == number, row.replaced == 0


async def games(connection: Connection, tournament: str) -> list[TournamentGame]:
    """The games of a tournament as they stand, in the order of rounds and boards."""
    row, found = tournament_games.c, matches.c
    query = select(tournament_games, found.status, found.winner, found.host, found.seat_1)
    query = query.outerjoin(matches, found.code == row.match).where(row.tournament == tournament, row.dropped == 0)
    return [game_of(each) for each in await connection.execute(query.order_by(row.round, row.board, row.leg))]


async def to_open(connection: Connection, limit: int) -> list[tuple[Tournament, TournamentGame]]:
    """The games that are to be opened."""
    row = tournament_games.c
    waits = and_(row.match.is_(None), row.awarded.is_(None), row.second.is_not(None), row.dropped == 0)
    here = exists().where(row.tournament == tournaments.c.id, waits)
    query = select(tournaments).where(tournaments.c.state == _PLAYING, here).order_by(tournaments.c.id).limit(limit)
    return [
        (each, game)
        for each in [_tournament(row) for row in (await connection.execute(query)).all()]
        for game in await games(connection, each.id)
        if game.match is None and game.waits
    ]


async def to_advance(connection: Connection, now: datetime) -> list[Tournament]:
    """Those in which a step is to be made: nothing in them waits, a match in them ended without a result, somebody who
    has withdrawn is still awaited, or a moment has come.
    """
    row, entrant = tournament_games.c, tournament_entrants.c
    counts = and_(row.tournament == tournaments.c.id, row.awarded.is_(None), row.dropped == 0, row.second.is_not(None))
    waits = exists().where(counts, or_(row.match.is_(None), _match_in(LIVE)))
    unclear = exists().where(counts, row.match.is_not(None), ~_match_in((*LIVE, Status.OVER)))
    decided = exists().where(row.tournament == tournaments.c.id, row.awarded.is_not(None), _match_in([Status.PLAYING]))
    gone = exists().where(
        entrant.tournament == tournaments.c.id,
        entrant.withdrawn == 1,
        entrant.replaced == 0,
        exists().where(
            counts, or_(row.first == entrant.number, row.second == entrant.number), ~_match_in([Status.OVER])
        ),
    )
    query = select(tournaments).where(
        or_(
            and_(tournaments.c.state.in_((_OPEN, _PLAYING)), tournaments.c.until <= now),
            and_(tournaments.c.state == _PLAYING, or_(~waits, unclear, decided, gone)),
        )
    )
    return [_tournament(row) for row in await connection.execute(query.order_by(tournaments.c.id))]


def _match_in(status: Collection[Status]) -> ColumnElement[bool]:
    held = [each.value for each in status]
    return exists().where(matches.c.code == tournament_games.c.match, matches.c.status.in_(held))


async def young(connection: Connection, turns: int) -> list[Tournament]:
    """Those with a match of fewer turns than this under way."""
    row = tournament_games.c
    here = exists().where(
        row.tournament == tournaments.c.id,
        row.dropped == 0,
        row.awarded.is_(None),
        matches.c.code == row.match,
        matches.c.status == Status.PLAYING.value,
        matches.c.ply < turns,
    )
    query = select(tournaments).where(tournaments.c.state == _PLAYING, here)
    return [_tournament(row) for row in await connection.execute(query.order_by(tournaments.c.id))]


async def any_goes_on(connection: Connection) -> bool:
    """Does any tournament wait or go on, or has its card something to show? Where none does nothing more is asked."""
    going = select(tournaments.c.id).where(tournaments.c.state.in_((_OPEN, _PLAYING))).exists()
    behind = select(tournaments.c.id).where(CARD_BEHIND).exists()
    return bool((await connection.execute(select(or_(going, behind)))).scalar_one())


async def to_judge(connection: Connection, since: datetime) -> list[Tournament]:
    """Those with games under way in a round whose time was over by a moment, and on which the next one depends."""
    row = tournament_games.c
    waits = exists().where(
        row.tournament == tournaments.c.id, row.dropped == 0, row.awarded.is_(None), _match_in([Status.PLAYING])
    )
    query = select(tournaments).where(_DEPENDS, tournaments.c.state == _PLAYING, tournaments.c.until <= since, waits)
    return [_tournament(row) for row in await connection.execute(query.order_by(tournaments.c.id))]


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The next moment at which people cannot join any more, or the time of a round is over, or that of those who may
    decide its games.
    """
    until, going = tournaments.c.until, tournaments.c.state.in_((_OPEN, _PLAYING))
    moments = []
    for query, later in (
        (select(func.min(until)).where(going, until > now), timedelta()),
        (select(func.min(until)).where(going, _DEPENDS, until > now - DECIDED_WITHIN), DECIDED_WITHIN),
    ):
        found: datetime | None = (await connection.execute(query)).scalar_one()
        if found:
            moments.append(found + later)
    return min(moments, default=None)


async def put_off(connection: Connection, tournament: str, until: datetime) -> None:
    """Write how long the present round of a tournament, which is locked, lasts."""
    await _set(connection, tournament, until=until)


async def cups_of(connection: Connection, player: str) -> list[Cup]:
    """The cups that a player has, the latest first."""
    row = tournament_entrants.c
    query = select(tournaments.c.name, tournaments.c.ruleset, tournaments.c.until)
    query = query.join(tournament_entrants, row.tournament == tournaments.c.id)
    query = query.where(row.player == player, row.place == 1, row.withdrawn == 0)
    found = await connection.execute(query.order_by(tournaments.c.until.desc(), tournaments.c.id))
    return [Cup(each.ruleset, each.name, each.until) for each in found]


async def not_shown(connection: Connection, limit: int) -> list[Tournament]:
    """The tournaments whose card shows another state of them, or is not there yet."""
    query = select(tournaments).where(CARD_BEHIND).order_by(tournaments.c.edited).limit(limit)
    return [_tournament(row) for row in await connection.execute(query)]


async def shown(connection: Connection, tournament: Tournament, message: str | None, now: datetime) -> None:
    """Note that the card shows its tournament as it was read."""
    values = {"message": message, "shown": tournament.version, "edited": now}
    await connection.execute(update(tournaments).where(tournaments.c.id == tournament.id).values(values))


async def stand(connection: Connection, tournament: str, place: Place) -> None:
    """Have the card be posted in another place of its community."""
    await _set(connection, tournament, chat=place.chat, thread=place.thread, message=None)


async def move(connection: Connection, before: str, after: str, place: Place) -> None:
    """A community lives on as another one: its tournaments too."""
    values = {"community": after, "account": place.community, "chat": place.chat, "thread": "", "message": None}
    here = update(tournaments).where(tournaments.c.community == before)
    await connection.execute(here.values(values | {"version": tournaments.c.version + 1}))


def not_both_in_tournament(of: str, to: str) -> ColumnElement[bool]:
    """The rows of a player that may become another's: where both have a number, either keeps the row of theirs."""
    row, theirs = tournament_entrants.c, tournament_entrants.alias()
    there = and_(theirs.c.tournament == row.tournament, theirs.c.player == to, theirs.c.number.is_not(None))
    return and_(row.player == of, or_(row.number.is_(None), ~exists().where(there)))


def with_number(mine: AnyRow, other: AnyRow) -> Mapping[str, Any]:
    """Of two rows of one person in a tournament, what changes in the first: the one with a number says more."""
    if mine.number is not None or other.number is None:
        return {}
    return {name: getattr(other, name) for name in ("number", "withdrawn", "replaced", "place")}


def _tournament(row: AnyRow) -> Tournament:
    server = row.account if row.account != row.chat else ""
    place = Place(row.platform, row.chat, row.thread, can_thread=bool(row.threads), server=server)
    pace = PACE_WORDS[row.pace]
    assert pace, "a tournament has a pace"
    known = {name: getattr(row, name) for name in _PLAIN}
    return Tournament(place=place, form=Form(row.form), pace=pace, state=TournamentState(row.state), **known)


def game_of(row: AnyRow) -> TournamentGame:
    """A game by its row, with those of its match: the first of the pairing is the host of it."""
    pairing = Pairing(row.round, row.board, row.first, row.second)
    status = Status(row.status) if row.status else None
    played: Halves | None = None
    if status is Status.OVER:
        first = int(row.seat_1 == row.host)
        played = (1, 1) if row.winner is None else (2, 0) if row.winner == first else (0, 2)
    awarded = (int(row.awarded[0]), int(row.awarded[2])) if row.awarded else None
    return TournamentGame(pairing, row.leg, row.attempt, row.match, status, played, awarded, bool(row.judged))


async def _erase(connection: Connection, leaver: Leaver) -> None:
    row = tournament_entrants.c
    theirs = row.player == leaver.player
    joined = select(row.tournament).where(theirs)
    here = update(tournaments).where(tournaments.c.id.in_(joined))
    await connection.execute(here.values(version=tournaments.c.version + 1))
    await connection.execute(delete(tournament_entrants).where(theirs, row.number.is_(None)))
    playing = select(tournaments.c.id).where(tournaments.c.state == _PLAYING)
    await connection.execute(
        update(tournament_entrants).where(theirs, row.tournament.in_(playing)).values(withdrawn=True)
    )


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    row = tournament_entrants.c
    query = select(tournament_entrants, tournaments.c.ruleset, tournaments.c.name)
    query = query.join(tournaments, tournaments.c.id == row.tournament).where(row.player == player)
    return [
        {
            "tournament": each.name,
            "game": each.ruleset,
            "joined": moment(each.joined),
            "number": each.number,
            "place": each.place,
        }
        for each in await connection.execute(query.order_by(row.joined, row.tournament))
    ]


PERSONAL = PersonalData(
    N_("The tournaments of a chat that you have entered, and your place in them."),
    stays=(tournament_entrants.c.player,),
    export={"tournaments": _export},
    erase=_erase,
)
