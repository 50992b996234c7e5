"""A match against its moves: what its row says of the game, of offers and endings, of time, and of the match before."""

from collections.abc import Iterator

from bot.matches.handicaps import for_sides_swapped
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.core import CODE_LETTERS
from bot.store.audit import Raw, Remark, Stored
from bot.store.contradictions import CLOCKS_DIFFER
from bot.store.records import columns_of
from bot.store.types import number_of
from engine.position import format_position
from engine.ruleset import Ending


def problems_of_match(one: Stored) -> Iterator[str]:
    """The contradictions between the rows of a match and its moves, beyond what the rules of the tables find."""
    yield from _moments(one)
    yield from _rematch(one)
    if one.match is None:
        yield one.broken
        return
    yield from _game(one.match, one.row)
    yield from _moves(one.match, one.moves)
    yield from _actor(one.match, one.moves)
    yield from _versions(one.match)
    yield from _offers(one.match)
    yield from _ending(one.match)
    yield from _clock(one.match, one.row)


def _game(match: Match, row: Raw) -> Iterator[str]:
    """Faults of the row about the game, compared with the replayed moves."""
    given = columns_of(match)
    for name in ("ply", "turn", "ending", "winner", "first_turns"):
        if row[name] != given[name]:
            yield f"says {name} {row[name]}, the moves give {given[name]}"
    for name in ("ruleset", "start"):
        if row[name] != given[name]:
            yield f"spells its {name} {row[name]}, it is to be {given[name]}"
    if not set(match.code) <= set(CODE_LETTERS):
        yield "has a code with letters that no code has"
    handle = row["invited_handle"]
    if handle is not None and handle != handle.casefold():
        yield "spells the handle of the one invited in another way than it is looked for"
    both_moved = len({position.turn for position in match.game.positions[:-1]}) == 2
    might_be_late = match.clock is not None and not match.clock.pace.live
    if match.status is Status.CALLED_OFF and both_moved and not might_be_late:
        yield "was called off after both sides had moved"


def _moves(match: Match, moves: tuple[Raw, ...]) -> Iterator[str]:
    """Moves made by another than the player of the side."""
    for move in moves:
        if move["player"] != match.mover(move["ply"] - 1):
            yield f"ply {move['ply']} was made by a player who did not have that side"


def _actor(match: Match, moves: tuple[Raw, ...]) -> Iterator[str]:
    """A latest change by a person who could not make it."""
    could = match.actor
    if match.happened is Happening.MOVED and moves and match.moved_at == match.changed:
        # At another moment it was something else, of a Papan that did not note what happens.
        could = moves[-1]["player"]
    elif match.happened is Happening.HINT_TAKEN:
        could = match.seats[match.game.turn]
    elif match.happened is Happening.NUDGED:
        could = match.seats[1 - match.game.turn]
    if match.actor != could:
        yield f"the latest change ({match.happened.value}) was made by player {match.actor}, who could not make it"


def _moments(one: Stored) -> Iterator[str]:
    """Moments in their order: made, each move, the latest change. What came first is told by plies, not by clocks."""
    row, moves = one.row, one.moves
    if row["changed"] < row["created"] - CLOCKS_DIFFER:
        yield Remark("was changed before it was made")
    before = row["created"]
    for move in moves:
        if move["at"] < before - CLOCKS_DIFFER:
            yield Remark(f"ply {move['ply']} was made before what came before it")
        before = move["at"]
    if moves and moves[-1]["at"] > row["changed"] + CLOCKS_DIFFER:
        yield Remark("the last move was made after the latest change")
    if row["moved_at"] is not None and moves and row["moved_at"] != moves[-1]["at"]:
        yield "was last moved in at another moment than that of its last move"


def _versions(match: Match) -> Iterator[str]:
    """Every move, every hint, every swap of sides with the wish for it, and the acceptance have made a version each."""
    begun = match.status in (Status.PLAYING, Status.OVER, Status.CALLED_OFF)
    accepted = begun and not match.practice and match.rematch_of is None
    least = 1 + match.game.ply + sum(match.hints) + 2 * len(match.swaps) + accepted
    if match.version < least:
        yield f"is at version {match.version}, what happened in it makes {least} at least"


def _offers(match: Match) -> Iterator[str]:
    """An offer that stands has been made, by a side that could make it, and was not answered by a move."""
    if match.practice and (match.draw_offer, match.takeback, *match.draw_asked) != (None, None, None, None):
        yield "has an offer, though one person plays both sides"
    elif match.draw_offer in (0, 1) and not _stands(match, match.draw_offer):
        yield f"has a draw offered by side {match.draw_offer}, which did not offer one since the other side moved"
    if match.takeback is not None and all(
        position.turn != match.takeback for position in match.game.positions[: match.game.ply]
    ):
        yield f"side {match.takeback} asks to take back a move, and has not made any"


def _ending(match: Match) -> Iterator[str]:
    """A resignation or agreement that the result contradicts; about a rematch its asker acts later."""
    ended = match.game.ended
    if ended is None or match.status is not Status.OVER or match.practice:
        return
    acted = None if match.rematch_by or match.happened is Happening.OFFER_WITHDRAWN else match.actor
    if ended.ending is Ending.RESIGNATION:
        if ended.winner is not None and acted == match.seats[ended.winner]:
            yield f"side {ended.winner} has won, and it is the one who resigned"
        return
    if ended.ending is Ending.RULING:
        return
    if ended.ending is Ending.TIME:
        timed = match.clock is not None or len(match.villages) == len(match.seats)
        if ended.winner == match.game.turn or not timed:
            yield f"side {ended.winner} has won on time, and the time was not the other side's"
        return
    answered = {side for side in (0, 1) if acted in (None, match.seats[side])}
    if not any(_stands(match, 1 - side) for side in answered):
        yield "ended by agreement, and nobody had offered that"


def _clock(match: Match, row: Raw) -> Iterator[str]:
    """Faults of the row about the time, compared with the moves and the clock itself."""
    wake = match.wake and number_of(match.wake)
    if row["wake"] != wake:
        yield f"falls due at {row['wake']}, its time gives {wake}"
    if match.clock is None:
        return
    if match.clock.left > match.clock.pace.times.move:
        yield "has more time for the move than its pace gives"
    if match.clock.pace.live and match.clock.quiet:
        yield "has quiet hours, which a live match does not have"
    waiting = 1 - match.game.turn
    if match.clock.banks[waiting] != match.banks[-1][waiting]:
        yield f"has another bank for side {waiting} than after that side's last move"


def _stands(match: Match, side: int) -> bool:
    """Has a side offered a draw, and the other not moved since?"""
    asked = match.draw_asked[side]
    if asked is None:
        return False
    return all(position.turn == side for position in match.game.positions[asked : match.game.ply])


def _rematch(one: Stored) -> Iterator[str]:
    """A rematch against the match before: the same two with sides swapped, the same game, later."""
    row, before = one.row, one.previous
    if before is None:
        return
    code = before["code"]
    if (row["seat_0"], row["seat_1"]) != (before["seat_1"], before["seat_0"]):
        yield f"is a rematch of match {code}, in which others sit, or these two on the same sides"
    if row["host"] != before["host"]:
        yield f"is a rematch of match {code}, which has another host"
    # One for the number of the two begins at that number, which its match before has moved.
    starts_alike = row["start"] in _starts(one) or (row["our_number"] == before["our_number"] == 1)
    if row["ruleset"] != before["ruleset"] or not starts_alike:
        yield f"is a rematch of match {code}, in which another game is played, or from another position"
    if before["status"] not in (Status.OVER.value, Status.CALLED_OFF.value):
        yield f"is a rematch of match {code}, which is not over"
    elif before["rematch_by"] is None and before["seat_0"] != before["seat_1"]:
        yield f"is a rematch of match {code}, and nobody asked for one there"
    elif before["rematch_refused"]:
        yield f"is a rematch of match {code}, in which one was refused"
    if row["created"] < before["changed"] - CLOCKS_DIFFER:
        yield Remark(f"is a rematch of match {code}, and was made before that one ended")


def _starts(one: Stored) -> tuple[str | None, ...]:
    """The starts that the match before a rematch allows: its own, and that in which the same person has the handicap
    on the other side.
    """
    before = one.previous["start"] if one.previous else None
    if one.match is None or not one.row["start"]:
        return (before,)
    ruleset = one.match.game.ruleset
    other = for_sides_swapped(ruleset, one.match.game.positions[0])
    return (before,) if format_position(ruleset, other) != before else (before, one.row["start"])
