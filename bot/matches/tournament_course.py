"""The course of a tournament: what is to be done next, from who plays in it and how its games stand. Pure.

What is due follows from these alone, so it does not matter which process makes a step, or how often it is tried.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.matches.berger import berger_rounds
from bot.matches.bracket import Tie, decided, first_round, next_round
from bot.matches.crosstable import crosstable
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.tournament import Entrant, Form, Halves, Pairing, TournamentGame
from engine.ruleset import Family, Ruleset

ATTEMPTS = 3
"""So often a match that its players call off is opened; then it is worth nothing to either."""
LOST, WON, NOTHING = (0, 2), (2, 0), (0, 0)
_QUICKER = {Pace.SLOW: Pace.RELAXED, Pace.RELAXED: Pace.COFFEE}


@dataclass(frozen=True)
class Field:
    """A tournament as it stands in its latest ``round``, whose time is over at ``until``: who plays in it, and the
    games.
    """

    form: Form
    ruleset: Ruleset
    round: int
    until: datetime
    entrants: tuple[Entrant, ...]
    games: tuple[TournamentGame, ...]

    @property
    def withdrawn(self) -> frozenset[int]:
        """The numbers of those who play no further game."""
        return frozenset(each.number for each in self.entrants if each.withdrawn)

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        if self.form is Form.ROUND_ROBIN:
            return len(berger_rounds(len(self.entrants)))
        return max(1, (len(self.entrants) - 1).bit_length())

    def of_round(self) -> dict[Pairing, list[TournamentGame]]:
        """The games of the latest round, by their pairings, in the order of the boards."""
        found: dict[Pairing, list[TournamentGame]] = {}
        for game in self.games:
            if game.pairing.round == self.round:
                found.setdefault(game.pairing, []).append(game)
        return found


@dataclass(frozen=True)
class Step:
    """What is to be done next: games that get a worth without being played further, and games that are begun anew; then
    games that are added to the latest round, or the pairings of the next one; or the tournament is over, and these are
    the ``places`` of all numbers.
    """

    awards: tuple[tuple[TournamentGame, Halves], ...] = ()
    anew: tuple[TournamentGame, ...] = ()
    added: tuple[tuple[Pairing, int], ...] = ()
    pairings: tuple[Pairing, ...] = ()
    places: Mapping[int, int] | None = None

    @property
    def is_none(self) -> bool:
        """Is nothing to be done?"""
        return not (self.awards or self.anew or self.added or self.pairings or self.places)


def legs_of(ruleset: Ruleset) -> int:
    """The games of a pairing: both sides of a hunt are not alike, so each has either once."""
    return 2 if ruleset.family is Family.HUNT else 1


def pace_of_leg(pace: Pace, leg: int, ruleset: Ruleset) -> Pace:
    """The pace of a game: where a pairing is played once more, the next quicker one."""
    return _QUICKER.get(pace, pace) if leg >= legs_of(ruleset) else pace


def next_step(field: Field, late: Collection[tuple[Pairing, int]], now: datetime) -> Step:
    """What is to be done in a tournament that has begun. ``late`` are those, by their numbers, who have not come to a
    pairing: they lose its games.
    """
    awards, anew = [], []
    for game in field.games:
        if worth := _forfeited(game, field.withdrawn, late):
            awards.append((game, worth))
        elif _came_to_nothing(game):
            if game.attempt + 1 < ATTEMPTS:
                anew.append(game)
            else:
                awards.append((game, NOTHING))
    if awards or anew:
        return Step(tuple(awards), tuple(anew))
    if field.form is Form.KNOCKOUT:
        return _of_knockout(field)
    return _of_round_robin(field, now)


def _forfeited(
    game: TournamentGame, withdrawn: Collection[int], late: Collection[tuple[Pairing, int]]
) -> Halves | None:
    """What a game is worth in which somebody does not play on; None where both do."""
    first, second = game.pairing.first, game.pairing.second
    if second is None or game.worth is not None:
        return None
    gone = [number in withdrawn or (game.pairing, number) in late for number in (first, second)]
    return {(True, True): NOTHING, (True, False): LOST, (False, True): WON}.get((gone[0], gone[1]))


def _came_to_nothing(game: TournamentGame) -> bool:
    """Was its match called off, while both play on?"""
    return game.worth is None and game.match is not None and not game.waits and game.status is not Status.OVER


def _of_round_robin(field: Field, now: datetime) -> Step:
    rounds = berger_rounds(len(field.entrants))
    is_over = not any(game.waits for game in field.games)
    if field.round < len(rounds) and (now >= field.until or is_over):
        return Step(pairings=rounds[field.round])
    if field.round == len(rounds) and is_over:
        rows = crosstable(field.entrants, field.games)
        return Step(places={row.number: row.place for row in rows})
    return Step()


def _of_knockout(field: Field) -> Step:
    added, winners = list[tuple[Pairing, int]](), list[int | None]()
    pairings = field.of_round()
    for pairing, games in pairings.items():
        if any(game.waits for game in games):
            return Step()
        winner = decided(pairing, games, legs_of(field.ruleset), field.withdrawn)
        if isinstance(winner, Tie):
            added += [(pairing, leg) for leg in winner.legs]
        else:
            winners.append(winner)
    if added:
        return Step(added=tuple(added))
    if len(pairings) > 1:
        return Step(pairings=next_round(field.round, winners, _begun(field)))
    return Step(places=_places(field, winners[0]))


def _begun(field: Field) -> Mapping[int, int]:
    """How often each has had the first side in the first game of a pairing."""
    found: dict[int, int] = {}
    for pairing in {game.pairing for game in field.games if game.pairing.second is not None}:
        found[pairing.first] = found.get(pairing.first, 0) + 1
    return found


def _places(field: Field, champion: int | None) -> Mapping[int, int]:
    """The places of all: the champion before who lost in the final, before those who lost in the round before that."""
    last = {each.number: 0 for each in field.entrants}
    for game in field.games:
        for number in (game.pairing.first, game.pairing.second):
            if number is not None:
                last[number] = max(last[number], game.pairing.round)
    reached = {number: round_ + (number == champion) for number, round_ in last.items()}
    return {number: 1 + sum(other > mine for other in reached.values()) for number, mine in reached.items()}


def begins_with(form: Form, count: int) -> Sequence[Pairing]:
    """The pairings of the first round of so many entrants."""
    return berger_rounds(count)[0] if form is Form.ROUND_ROBIN else first_round(count)
