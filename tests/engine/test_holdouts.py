"""The lost endings that ship: the longest way holds exactly the longest, and no way holds longer."""

from collections import Counter
from itertools import groupby
from math import ceil

import pytest

from engine.game import Game
from engine.holdouts import Ending, InvalidEnding, ending_named, endings, read_endings, turns_in_order, write_ending
from engine.moves import Move
from engine.position import Key
from engine.puzzles import identity
from tests.suites import quick_first

SMALLEST = sorted(endings(), key=lambda each: len(each.answers))


class Ways:
    """The most turns that can be held in each position of an ending, by plain play of its answers."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self._most: dict[Key, tuple[int, Move]] = {}

    def most(self, game: Game) -> tuple[int, Move]:
        """The most turns that the side to move holds, and the turn with which it does."""
        key = game.position.key
        if key not in self._most:
            found = []
            for move in turns_in_order(game):
                after = self.ending.after(game, move)
                if after.outcome:
                    assert after.outcome.winner == 1 - self.ending.side, "it is lost, whatever is played"
                found.append((1 + (0 if after.outcome else self.most(after)[0]), move))
            self._most[key] = max(found, key=lambda each: each[0])
        return self._most[key]


@pytest.mark.parametrize(
    "ending",
    quick_first(SMALLEST, "the rule is the same in each ending; the smallest is gone through"),
    ids=lambda e: e.id,
)
def test_the_longest_way_holds_the_longest_and_no_other_holds_longer(ending: Ending) -> None:
    ways, game, held = Ways(ending), ending.start, 0
    assert ways.most(game)[0] == ending.longest
    while not game.outcome:
        game = ending.after(game, ways.most(game)[1])
        held += 1
    assert held == ending.longest


def test_what_ships_is_worth_a_week() -> None:
    every = endings()
    assert len({each.id for each in every}) == len(every) >= 20, "none comes again for months"
    assert len({each.ruleset for each in every}) >= 3
    assert all(8 <= each.longest <= 40 for each in every)
    assert all(each.id == identity(each.start.ruleset, each.start.position) for each in every)
    games = Counter(each.ruleset for each in every)
    most = games.most_common(1)[0][1]
    runs = [len(list(run)) for _, run in groupby(each.ruleset for each in every)]
    assert max(runs) <= ceil(most / (len(every) - most)), "the games take turns as well as their numbers allow"
    assert list(read_endings(map(write_ending, every))) == [*every]


def test_what_cannot_be_read_or_played_is_named() -> None:
    ending = SMALLEST[0]
    with pytest.raises(InvalidEnding, match="line 1: an ending has id, game"):
        list(read_endings(["one\ttwo"]))
    with pytest.raises(InvalidEnding, match="is no ending that ships"):
        ending_named("zz")
    with pytest.raises(InvalidEnding, match="is no turn"):
        ending.replay(["z9"])
    for text in ("a1-a1", "a1-a2-a3"):
        with pytest.raises(InvalidEnding):
            ending.replay([text])
    empty = Ending(ending.id, ending.ruleset, ending.position, ending.longest, "")
    with pytest.raises(InvalidEnding, match="there is no answer after 1 turns"):
        empty.after(empty.start, turns_in_order(empty.start)[0])
