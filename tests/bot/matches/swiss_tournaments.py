"""Swiss tournaments by chance: people who come later, withdraw, do not turn up, win, lose and draw."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from random import Random

from bot.matches.swiss import Proposer, dutch_proposal, rounds_of_swiss, swiss_round
from bot.matches.tournament import Entrant, Halves, Pairing, TournamentGame
from tests.bot.matches.timed_matches import NOW

NOT_PLAYED: list[Halves] = [(2, 0), (0, 2), (0, 0)]


def entrants_of_swiss(count: int, withdrawn: Collection[int] = ()) -> list[Entrant]:
    return [Entrant(f"p{each}", NOW, each, withdrawn=each in withdrawn) for each in range(1, count + 1)]


@dataclass
class PlayedSwiss:
    """A tournament that has been played by chance. ``paired`` are its rounds, and ``there`` who was to be paired."""

    rounds: int
    legs: int
    entrants: list[Entrant]
    games: list[TournamentGame] = field(default_factory=list)
    paired: list[tuple[Pairing, ...]] = field(default_factory=list)
    there: list[set[int]] = field(default_factory=list)

    def before(self, round_: int) -> list[TournamentGame]:
        """The games of the rounds before this one."""
        return [game for game in self.games if game.pairing.round < round_]


def played_swiss(
    seed: int, count: int, legs: int = 1, propose: Proposer = dutch_proposal, trouble: float = 1
) -> PlayedSwiss:
    """Plays one; with no ``trouble`` everybody is there from the first round to the last."""
    chance = Random(seed)
    course = PlayedSwiss(rounds_of_swiss(count), legs, entrants_of_swiss(count))
    for round_ in range(1, course.rounds + 1):
        if round_ > 1:
            _come_and_go(chance, course, trouble)
        course.there.append({each.number for each in course.entrants if not each.withdrawn})
        pairings = swiss_round(course.entrants, course.games, round_, course.rounds, legs, propose)
        if not pairings:
            break
        course.paired.append(pairings)
        for pairing in pairings:
            for leg in range(legs if pairing.second is not None else 1):
                course.games.append(_game(chance, TournamentGame(pairing, leg), trouble))
    return course


def _come_and_go(chance: Random, course: PlayedSwiss, trouble: float) -> None:
    for at, each in enumerate(course.entrants):
        present = sum(not other.withdrawn for other in course.entrants)
        if not each.withdrawn and present > 2 and chance.random() < 0.03 * trouble:
            course.entrants[at] = replace(each, withdrawn=True)
    if chance.random() < 0.2 * trouble:
        course.entrants.append(Entrant("late", NOW, len(course.entrants) + 1))


def _game(chance: Random, game: TournamentGame, trouble: float) -> TournamentGame:
    if game.pairing.second is None:
        return game
    if chance.random() < 0.05 * trouble:
        return replace(game, awarded=chance.choice(NOT_PLAYED))
    if chance.random() < 0.25:
        return replace(game, played=(1, 1))
    better = 0.5 + 0.03 * (game.pairing.second - game.pairing.first)
    return replace(game, played=(2, 0) if chance.random() < better else (0, 2))
