"""Measures what a press costs in the worst positions of each ruleset that games by chance and of the computer find.

Worst are the position with the most legal turns and the one whose captures take longest to compare. There the panel is
opened, the longest way is picked point by point, and what people type is understood, refused and suggested. Promised:
at most 20 ms of processor for each, and no more than 5 ms of them on the event loop; the comparison of captures goes to
a thread where it takes longer, and pictures are always drawn in one.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from time import monotonic, process_time

from bot.app.entry.completion import fitting_moves
from bot.app.moves import picker
from bot.app.moves.grid import Grid, has_grid
from bot.app.moves.move_steps import move_argument, read_move_argument
from bot.app.pictures.images import Look
from bot.foundation.off_loop import LEAPS
from bot.matches.match import Match
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.moves import Move, capturers, compared_captures
from engine.notation import format_move
from engine.parser import MoveError, parse_move
from engine.ruleset import Ruleset
from engine.search.results import Limit
from engine.search.searcher import Searcher
from engine.work import TooMuchWork, at_most

SECONDS = 60.0
"""Of looking for worst positions, in all rulesets together."""
COUNTED = 50_000
THINKING = Limit(nodes=200)
SMALLEST = {"keys": ("main-tapal-empat", "dutch-queens-20"), "seconds": 0.2}
SAY = words("en")
NOW = datetime(2026, 11, 1, tzinfo=UTC)


def run(keys: Sequence[str] = (), seconds: float = SECONDS) -> None:
    """Print a line for each ruleset."""
    measured = [find_ruleset(key) for key in keys] or rulesets()
    print(f"{'ruleset':<30}{'turns':>8}{'compare':>10}{'where':>8}{'press':>9}  the dearest press")
    for ruleset in measured:
        widest, hardest = worst(ruleset, seconds / len(measured))
        compared = _milliseconds(partial(compare, hardest))
        costs = dict(presses(hardest) if hardest is widest else (*presses(widest), *presses(hardest)))
        dearest = max(costs, key=costs.__getitem__)
        turns = f"{len(widest.first_choice.some(COUNTED))}"
        where = "thread" if is_long(hardest) else "loop"
        cells = f"{turns:>8}{compared:>7.1f} ms{where:>8}{costs[dearest]:>6.1f} ms"
        print(f"{ruleset.key:<30}{cells}  {dearest}", flush=True)


def worst(ruleset: Ruleset, seconds: float) -> tuple[Game, Game]:
    """The position with most turns, and the one that is hardest to compare, of games by chance and of the computer."""
    end, number = monotonic() + seconds, 0
    widest = hardest = Game.begin(ruleset)
    most, longest = len(widest.first_choice.some(COUNTED)), 0.0
    while monotonic() < end:
        number += 1
        for game in game_of(ruleset, number):
            turns, cost = len(game.first_choice.some(COUNTED)), _milliseconds(partial(compare, game))
            if turns > most:
                widest, most = game, turns
            if cost > longest:
                hardest, longest = game, cost
            if monotonic() > end:
                break
    return widest, hardest


def game_of(ruleset: Ruleset, number: int) -> Iterator[Game]:
    """The positions of a game: each second one by chance alone, the others of the computer with a turn by chance."""
    chance, searcher = random.Random(f"{ruleset.key} {number}"), Searcher(ruleset, hash_mb=1)
    game = Game.begin(ruleset)
    for ply in range(120):
        if game.outcome:
            return
        yield game
        by_chance = number % 2 or ply % 8 == 0
        moves = game.first_choice.some(COUNTED) if by_chance else ()
        game = game.play(chance.choice(moves) if moves else searcher.search(game, THINKING).best)


def compare(game: Game) -> Sequence[int]:
    """Compare the captures of a position as if nothing were known of it; gives the pieces that may move."""
    compared_captures.cache_clear()
    capturers.cache_clear()
    return game.first_choice.following


def is_long(game: Game) -> bool:
    """Does the comparison leave the event loop?"""
    try:
        with at_most(LEAPS):
            compare(game)
    except TooMuchWork:
        return True
    return False


def presses(game: Game) -> Iterator[tuple[str, float]]:
    """The presses of people in a position, and the milliseconds that each takes once its captures are compared."""
    match = Match.practise("K7QM", game, "adi", NOW)
    compare(game)

    def page(picked: tuple[int, ...]) -> picker.PickerPage:
        panel = picker.Panel(match.code, game, ("Adi", "Siti"), Look(), SAY)
        return Grid(panel).page(picked) if has_grid(game.ruleset) else panel.page(picked)

    step = game.first_choice
    yield "the panel", _milliseconds(partial(page, ()))
    while step.following:
        step = max(map(step.then, step.following), key=lambda onward: len(onward.following))
        yield f"point {len(step.picked)} of a way", _milliseconds(partial(page, step.picked))
    move = step.stop or next(game.first_choice.moves())
    argument = move_argument(game.first_choice, move)
    yield "a move pressed", _milliseconds(partial(play, game, argument))
    for name, text in typed(game, move):
        yield f"{name} typed", _milliseconds(partial(understand, game, text))
        yield f"{name} suggested", _milliseconds(partial(fitting_moves, game, text, SAY))


def play(game: Game, argument: str) -> Game:
    """Play the move that a payload names."""
    move = read_move_argument(game.first_choice, argument)
    assert move
    return game.play(move)


def typed(game: Game, move: Move) -> Iterator[tuple[str, str]]:
    """The lines that people type: a move, parts of it, and words that are no move."""
    points = [game.ruleset.board.points[point] for point in (*move.removed, *(move.path or move.drops))]
    yield "a move", format_move(game.ruleset, move)
    yield "its ends", f"{points[0]} {points[-1]}"
    yield "a point", points[-1]
    yield "a wrong move", f"{points[0]} {points[-1]} a1"
    yield "talk", "and how are you today"


def understand(game: Game, text: str) -> None:
    """Parse what was typed; what is refused is understood as well."""
    try:
        parse_move(game.ruleset, game.position, text, barred=game.barred)
    except MoveError:
        return


def _milliseconds(work: Callable[[], object]) -> float:
    """Processor time, the smaller of two."""
    times = []
    for _ in range(2):
        began = process_time()
        work()
        times.append(1000 * (process_time() - began))
    return min(times)
