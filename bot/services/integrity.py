"""Replays every stored match and names each row that does not agree with what the moves give."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.matches.match import Match
from bot.matches.status import Status
from bot.store import Database, View
from bot.store.audit import Stored, find_damage, read_matches

__all__ = ["Problem", "check"]


@dataclass(frozen=True)
class Problem:
    """A row that is wrong: ``where`` names it, ``what`` says what is wrong."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


async def check(database: Database) -> list[Problem]:
    """Every problem in the database; none where all is well."""
    problems = [Problem(*broken) for broken in await find_damage(database)]
    async for one in read_matches(database):
        problems += _problems(one)
    return problems


def _problems(one: Stored) -> Iterator[Problem]:
    where = f"match {one.code}"
    if one.match is None:
        yield Problem(where, one.broken)
        return
    for what in (*_game(one), *_state(one.match), *_record(one)):
        yield Problem(where, what)
    for view in one.views:
        for what in _view(one.match, view):
            yield Problem(f"view {view.id} of {where}", what)


def _game(one: Stored) -> Iterator[str]:
    """What the row says of the game, against what replaying gives."""
    assert one.match is not None
    game = one.match.game
    outcome = game.outcome
    given = {
        "ply": game.ply,
        "turn": game.turn,
        "ending": outcome.ending.value if outcome else None,
        "winner": outcome.winner if outcome else None,
    }
    for name, value in given.items():
        if one.said[name] != value:
            yield f"says {name} {one.said[name]}, the moves give {value}"


def _state(match: Match) -> Iterator[str]:
    begun = match.status in (Status.PLAYING, Status.OVER, Status.CALLED_OFF)
    if begun and None in match.seats:
        yield "is under way with a free seat"
    if not begun and None not in match.seats:
        yield f"is {match.status.value} with both seats taken"
    if match.host not in match.seats and any(match.seats):
        yield "seats its host nowhere"
    if not begun and match.game.ply:
        yield f"is {match.status.value} and has moves"
    if match.status is Status.PLAYING and match.game.outcome:
        yield "goes on after the end of its game"
    if match.status is Status.OVER and not match.game.outcome:
        yield "is over, its game is not"
    if match.status is not Status.PLAYING and (match.draw_offer, match.takeback) != (None, None):
        yield "has an offer that nobody can answer"
    if (match.status is Status.INVITED) != (match.expires is not None):
        yield "expires only while it is an invitation"


def _record(one: Stored) -> Iterator[str]:
    """Who made each move, against who sits where."""
    assert one.match is not None
    for ply, player in enumerate(one.movers):
        side = one.match.game.positions[ply].turn
        if player != one.match.seats[side]:
            yield f"ply {ply + 1} was made by a player who does not have that side"


def _view(match: Match, view: View) -> Iterator[str]:
    if view.match_version != match.version:
        yield f"stands at version {view.match_version}, the match is at {match.version}"
    if view.shown_version > match.version:
        yield f"shows version {view.shown_version}, the match is at {match.version}"
    if view.pinged_version > match.version:
        yield f"called somebody for version {view.pinged_version}, the match is at {match.version}"
