"""Whole matches from the start to the end, kept as records in ``playthroughs/``, at least one of every released game.

In each record the number in braces before a move says how many legal turns there are; these numbers come from the naive
generator, not from the one that is tested here.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from engine.game import Game, GameOver
from engine.moves import Move
from engine.position import Position, format_position
from engine.record import Record, format_record, parse_record, result_of
from engine.ruleset import Ending
from tests.released import RELEASED
from tests.suites import covering, deep

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = sorted(file.stem for file in FOLDER.glob("*.pdn"))
OTHERS = deep("its facts are those of the rulesets whose matches the quick suite reads move by move")
MOVE_BY_MOVE = [
    pytest.param(name, marks=() if name.startswith(tuple(ruleset.key for ruleset in covering())) else OTHERS)
    for name in NAMES
]


@dataclass(frozen=True)
class Turn:
    """A move with the positions before and after it."""

    game: Game
    before: Position
    move: Move
    after: Position

    @property
    def by_king(self) -> bool:
        """Did a king move?"""
        return self.game.ruleset.kind[self.before.cells[self.move.path[0]]].is_king

    @property
    def crowned(self) -> bool:
        """Did a man become a king?"""
        return self.before.cells[self.move.path[0]] != self.after.cells[self.move.path[-1]]

    @property
    def other_routes(self) -> list[Move]:
        """Other legal moves with the same ends."""
        here = Game.begin(self.game.ruleset, self.before).legal_moves
        ends = (self.move.path[0], self.move.path[-1])
        return [move for move in here if move.path and (move.path[0], move.path[-1]) == ends and move != self.move]


@cache
def record(name: str) -> tuple[Record, str]:
    text = (FOLDER / f"{name}.pdn").read_text(encoding="utf-8")
    return parse_record(text), text


def turns(game: Game) -> list[Turn]:
    return [Turn(game, *step) for step in zip(game.positions[:-1], game.moves, game.positions[1:], strict=True)]


@pytest.mark.parametrize("name", NAMES)
def test_it_ends_as_recorded(name: str) -> None:
    played, text = record(name)
    game, tags = played.game, played.tags
    assert game.outcome is not None
    assert game.ended is None, "the moves alone end it"
    assert game.outcome.ending.value == tags["Ending"]
    assert result_of(game) == tags["Result"]
    assert format_position(game.ruleset, game.position) == tags["Final"]
    assert text.rstrip().endswith(tags["Result"])
    assert game.legal_moves == ()
    with pytest.raises(GameOver):
        game.play(game.moves[-1])


@pytest.mark.parametrize("name", MOVE_BY_MOVE)
def test_as_many_turns_are_legal_as_recorded(name: str) -> None:
    played, text = record(name)
    counts = [int(count) for count in re.findall(r"\{(\d+)\}", text.split("\n\n")[1])]
    assert len(counts) == len(played.game.moves)
    so_far = Game.begin(played.game.ruleset)
    for count, move in zip(counts, played.game.moves, strict=True):
        assert len(so_far.legal_moves) == count, f"ply {so_far.ply}"
        so_far = so_far.play(move)
    assert so_far == played.game


@pytest.mark.parametrize("name", MOVE_BY_MOVE)
def test_the_record_is_written_as_it_is_kept(name: str) -> None:
    played, text = record(name)
    written = format_record(played.game, {tag: played.tags[tag] for tag in ("Event", "Ending", "Final")})
    kept = re.sub(r"\{\d+\}\s", "", text)
    assert written.split("\n\n")[1].split() == kept.split("\n\n")[1].split()
    assert parse_record(written).game == played.game


def test_every_released_game_has_a_match() -> None:
    assert {record(name)[0].game.ruleset.key for name in NAMES} >= set(RELEASED)


@deep("each recorded match is played in the quick suite")
def test_the_matches_end_in_every_way_that_moves_can_bring_about() -> None:
    endings = {outcome.ending for name in NAMES if (outcome := record(name)[0].game.outcome)}
    assert endings == set(Ending) - {Ending.AGREEMENT, Ending.RESIGNATION, Ending.TIME, Ending.RULING, Ending.STATED}


@pytest.mark.parametrize(
    ("ruleset", "happens"),
    [
        ("main-tapal-empat", "set-up"),
        *(("malaysian-checkers", what) for what in ["forfeit", "choice of the forfeit", "promotion", "king takes"]),
        *(("malaysian-checkers-8", what) for what in ["forfeit", "choice of the forfeit", "promotion", "king takes"]),
        *((key, "promotion") for key in ["permainan-tabal", "permainan-tabal-globe-joueur", "russian-draughts"]),
        *((key, "king takes") for key in ["permainan-tabal", "permainan-tabal-globe-joueur", "english-draughts"]),
        *((key, "two routes") for key in ["permainan-tabal", "permainan-tabal-globe-joueur", "malaysian-checkers"]),
        *((key, "three in a chain") for key in ["permainan-tabal", "international-draughts", "canadian-draughts"]),
    ],
)
def test_what_is_special_about_a_game_happens(ruleset: str, happens: str) -> None:
    seen = set()
    for name in NAMES:
        game = record(name)[0].game
        if game.ruleset.key != ruleset:
            continue
        for turn in turns(game):
            move = turn.move
            seen |= {"set-up"} if len(move.drops) == 2 else set()
            seen |= {"forfeit"} if move.forfeit is not None else set()
            seen |= {"choice of the forfeit"} if move.huff is not None and len(turn.before.pending) > 1 else set()
            seen |= {"promotion"} if move.path and turn.crowned else set()
            seen |= {"king takes"} if move.captured and turn.by_king else set()
            seen |= {"three in a chain"} if len(move.captured) >= 3 else set()
            seen |= {"two routes"} if len(move.captured) >= 2 and turn.other_routes else set()
    assert happens in seen
