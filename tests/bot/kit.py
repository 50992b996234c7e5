"""The common parts of the tests of matches: a clock, people, places, and a match of two."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count

from sqlalchemy import exists, select

from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.kept_games import key_of_record
from bot.matches.match import Match
from bot.matches.names import skeleton
from bot.matches.swiss import swiss_round
from bot.matches.terms import UNTIMED, Terms
from bot.matches.tournament import Pairing
from bot.matches.tournament_course import TournamentCourse, legs_of
from bot.services import integrity
from bot.services.match.matches import MatchAction, Player, View
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.tables import accounts, room_people
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.parser import parse_move
from engine.position import format_position, start_position
from engine.puzzles import Goal, Puzzle, identity, texts_of, themes_of
from engine.record import format_record, parse_record
from engine.ruleset import Ruleset

ROOM = Place("web", "room")
IN_ROOM = Venue(ROOM, "en")
DAM_8 = find_ruleset("dam-8")
TABAL = find_ruleset("tabal")
TAPAL = find_ruleset("tapal")

_numbers = count(1)


class Clock:
    """A clock that tests move forward."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **how_far: float) -> None:
        """Move on by some seconds, minutes, hours or days."""
        self.now += timedelta(**how_far)


def event() -> str:
    """An event with a new id."""
    return f"event-{next(_numbers)}"


def person(name: str, platform: str = "web", handle: str = "") -> Person:
    """Somebody with an account of that name."""
    return Person(platform, name.casefold(), name, handle)


async def begun(
    services: Services, ruleset: Ruleset = DAM_8, place: Place = ROOM, terms: Terms = UNTIMED, platform: str = ""
) -> tuple[Match, Player, Player, View]:
    """A match under way: Adi has the first side, Siti the second; and its view."""
    platform = platform or ("telegram" if terms.rated else "web")  # nobody of the web room plays rated
    adi, siti = [await services.people.player(person(name, platform)) for name in ("Adi", "Siti")]
    invitation = Invitation(ruleset, siti.person, 0, terms=terms)
    match, view = await services.opening.open(event(), adi, invitation, Venue(place, "en"))
    return await services.matches.join(event(), siti, match.code), adi, siti, view


def moving(player: Player, move: Move, ply: int | None = None) -> MatchAction:
    """The action of making a move, chosen at ``ply`` (None: whatever the board is now)."""
    return lambda match, now: match.move(player.id, move, ply, now)


async def check(database: Database) -> list[integrity.Finding]:
    """The findings of the check, once all those are in the web room who have an account there."""
    await come_in(database)
    return await integrity.check(database)


async def check_file(database: Database) -> list[integrity.Finding]:
    """The same of a file alone: a server takes seconds for it, which ``test_integrity.py`` gives it."""
    return await check(database) if database.is_file else []


async def come_in(database: Database) -> None:
    """Have all those in the web room who have an account there: ``person`` makes people who came without it."""

    async def work(connection: Connection) -> None:
        there = exists().where(room_people.c.id == accounts.c.account)
        absent = select(accounts.c.account).where(accounts.c.platform == "web", ~there)
        for account in (await connection.execute(absent)).scalars().all():
            name, now = f"Guest {account}", datetime(2026, 3, 1, tzinfo=UTC)
            digest = sha256(account.encode()).hexdigest()
            facts = {"folded": skeleton(name), "secret_hash": digest, "language": "", "created": now, "seen": now}
            await connection.execute(room_people.insert().values(id=account, name=name, **facts))

    await database.write(work)


async def told(services: Services, view: View, message: str) -> None:
    """A message beside a view has told somebody the latest news of its match."""
    (snapshot,) = await services.views.snapshots([view.match])
    *_, latest = [each.notice for each in snapshot.notices if each.told is None]
    await services.views.told(view, latest, message)


async def pair_here(course: TournamentCourse) -> tuple[Pairing, ...]:
    """The pairings of a Swiss, without a process of their own, whose start takes longer."""
    return swiss_round(course.entrants, course.games, course.round + 1, course.rounds, legs_of(course.ruleset))


def puzzle_at(game: Game, ply: int, goal: Goal = Goal.WIN) -> Puzzle:
    """A puzzle as it may have been found in a game; whether the turn it asks for is a good one, nobody has looked."""
    start = Game.begin(game.ruleset, game.positions[ply])
    text, move = format_position(game.ruleset, start.position, counters=False), start.legal_moves[0]
    name, line = identity(game.ruleset, start.position), texts_of(start, move)
    return Puzzle(name, game.ruleset.key, text, (line,), goal, themes_of(start, [move], goal), 1400)


async def play(services: Services, match: Match, *players: Player, moves: int = 1, choice: int = 0) -> Match:
    """Some moves, each the legal one with number ``choice``."""
    for _ in range(moves):
        mover = next(player for player in players if player.id == match.seats[match.game.turn])
        move = match.game.legal_moves[choice % len(match.game.legal_moves)]
        match = await services.matches.act(event(), mover, match.code, moving(mover, move))
    return match


async def keep_game(services: Services, player: str, name: str = "Pak Su's trap") -> str:
    """Keep a game of one turn from elsewhere for a player: the key of its record."""
    record = format_record(Game.begin(DAM_8).play(parse_move(DAM_8, start_position(DAM_8), "c3-d4").move), {})
    await services.kept_games.keep(player, name, parse_record(record).game, record)
    return key_of_record(record)


async def hold_out(services: Services, player: str, place: Place) -> None:
    """A player's try in the ending of this week to its end, and one turn of practice."""
    found = await services.holdouts.of_now(player, place)
    while not found.is_practice:
        game = found.ending.start if found.game.outcome else found.game
        found = await services.holdouts.plays(player, place, found, game.legal_moves[0])
