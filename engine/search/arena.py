"""Two settings of the computer player against each other: balanced openings, sides swapped, Elo with its error."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.game import Game
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.search.results import Limit
from engine.search.searcher import Searcher

Player = Callable[[Game], Move]  # chooses a move; may keep what it learns from one game to the next
OnGame = Callable[["Tally", Game], None]

OPENING = 8  # plies of an opening
LONGEST = 600  # plies; a game that is not decided by then is drawn
EVEN = 60  # an opening is balanced within this, in hundredths of a man
TRIES = 40
JUDGE = Limit(depth=6)
SURE = 1.96  # standard deviations in an error bar of 95 %
UNSURE = 0.05  # how likely a bound may be wrong


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by the first of two players."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The points made, of all there were, from 0 to 1."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """The difference in strength that this share stands for; infinite when every game was won or lost."""
        return _elo(self.share)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of ``elo``; infinite when it has no bound."""
        low, high = (_elo(share) for share in self.interval)
        return math.inf if math.inf in (-low, high) else (high - low) / 2

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares the true one lies with 95 %, from 0 to 1.

        Where one side won every game its share is at least such that this had happened one time in twenty.
        """
        if not self.games:
            return 0.0, 1.0
        if self.won == self.games:
            return UNSURE ** (1 / self.games), 1.0
        if self.lost == self.games:
            return 0.0, 1 - UNSURE ** (1 / self.games)
        share = self.share
        spread = self.won * (1 - share) ** 2 + self.drawn * (0.5 - share) ** 2 + self.lost * share**2
        margin = SURE * math.sqrt(spread) / self.games
        return max(0.0, share - margin), min(1.0, share + margin)

    def __str__(self) -> str:
        return f"+{self.won} ={self.drawn} -{self.lost}  {self.share:.1%}  Elo {self._elo_text()}"

    def _elo_text(self) -> str:
        """The difference with its error; a bound where the interval has one end, words where it has none."""
        low, high = self.interval
        if low > 0 and high < 1:
            return f"{self.elo:+.0f} ± {self.error:.0f}"
        if low > 0:
            return f"> {_elo(low):+.0f}"
        if high < 1:
            return f"< {_elo(high):+.0f}"
        return "not known yet"


def _elo(share: float) -> float:
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def player(searcher: Searcher, limit: Limit, threads: int = 1) -> Player:
    """The best move of a searcher within a limit."""
    return lambda game: searcher.search(game, limit, threads=threads).best


def openings(ruleset: Ruleset, seed: str, plies: int = OPENING) -> Iterator[Game]:
    """Games begun at random, each about even as a short search sees it; the most even of many where none is."""
    chance = random.Random(seed)
    judge = Searcher(ruleset, hash_mb=1)
    while True:
        best: tuple[int, Game] | None = None
        for _ in range(TRIES):
            game = Game.begin(ruleset)
            while game.ply < plies and not game.outcome:
                game = game.play(chance.choice(game.legal_moves))
            if game.outcome:
                continue
            worth = abs(judge.search(game, JUDGE).score.cp)
            if best is None or worth < best[0]:
                best = worth, game
            if worth <= EVEN:
                break
        if best is None:
            raise ValueError(f"{ruleset.key}: no game goes on for {plies} plies")
        yield best[1]


def match(ruleset: Ruleset, one: Player, other: Player, games: int, seed: str, on_game: OnGame | None = None) -> Tally:
    """Play so many games; every opening is played twice, with the sides swapped."""
    tally = Tally()
    begun = openings(ruleset, seed)
    opening = next(begun)
    for number in range(games):
        if number and number % 2 == 0:
            opening = next(begun)
        pair = (one, other) if number % 2 == 0 else (other, one)
        game = opening
        while not game.outcome and game.ply < LONGEST:
            game = game.play(pair[game.turn](game))
        winner = game.outcome.winner if game.outcome else None
        if winner is None:
            tally = replace(tally, drawn=tally.drawn + 1)
        elif pair[winner] is one:
            tally = replace(tally, won=tally.won + 1)
        else:
            tally = replace(tally, lost=tally.lost + 1)
        if on_game:
            on_game(tally, game)
    return tally
