"""The course of a tournament: what is to be done next, from who plays in it and how its games stand. Pure.

What is due follows from these alone, so it does not matter which process makes a step, or how often it is tried.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.matches.berger import berger_rounds
from bot.matches.bracket import DueRematch, GoesOn, decided, first_round, next_round, rounds_of
from bot.matches.crosstable import cross_table
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.swiss import rounds_of_swiss
from bot.matches.swiss_table import swiss_table
from bot.matches.tournament import Entrant, Form, Halves, Pairing, TournamentGame
from bot.matches.withdrawal import awards
from engine.ruleset import Family, Ruleset

ATTEMPTS = 3
"""So often a match that its players call off is opened; then it is worth nothing to either."""
NOTHING = (0, 0)
_QUICKER = {Pace.SLOW: Pace.RELAXED, Pace.RELAXED: Pace.COFFEE}


@dataclass(frozen=True)
class TournamentCourse:
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
        match self.form:
            case Form.ROUND_ROBIN:
                return len(berger_rounds(len(self.entrants)))
            case Form.KNOCKOUT:
                return rounds_of(len(self.entrants))
            case Form.SWISS:
                # Late-comers do not make it longer.
                first = [pairing for pairing in self.pairings if pairing.round == 1]
                began = sum(1 if pairing.second is None else 2 for pairing in first)
                return rounds_of_swiss(began or len(self.entrants))

    @property
    def takes_late_comers(self) -> bool:
        """Can people still enter a Swiss that has begun? Until half of its rounds have."""
        return self.form is Form.SWISS and 2 * self.round <= self.rounds

    @property
    def between_two(self) -> tuple[TournamentGame, ...]:
        """The games in which somebody does not rest."""
        return tuple(game for game in self.games if game.pairing.second is not None)

    @property
    def pairings(self) -> Mapping[Pairing, Sequence[TournamentGame]]:
        """The games of each pairing, in the order of rounds and boards."""
        found: dict[Pairing, list[TournamentGame]] = {}
        for game in self.games:
            found.setdefault(game.pairing, []).append(game)
        return found

    def of_round(self) -> list[Pairing]:
        """The pairings of the latest round, in the order of the boards."""
        return [pairing for pairing in self.pairings if pairing.round == self.round]


@dataclass(frozen=True)
class Step:
    """The next thing to be done: games that were decided while they are played end; games get a worth without being
    played further, or are begun anew; then games are added to the latest round, or the pairings of the next one; or the
    tournament is over, and these are the ``places`` of all numbers. ``swiss``: the next round of a Swiss is to be
    paired, which takes a while and is done beside.
    """

    ends: tuple[TournamentGame, ...] = ()
    awards: tuple[tuple[TournamentGame, Halves], ...] = ()
    anew: tuple[TournamentGame, ...] = ()
    added: tuple[tuple[Pairing, int], ...] = ()
    pairings: tuple[Pairing, ...] = ()
    places: Mapping[int, int | None] | None = None
    swiss: bool = False

    @property
    def is_none(self) -> bool:
        """Is nothing to be done?"""
        return not (self.ends or self.awards or self.anew or self.added or self.pairings or self.places or self.swiss)


def legs_of(ruleset: Ruleset) -> int:
    """The games of a pairing: both sides of a hunt are not alike, so each has either once."""
    return 2 if ruleset.family is Family.HUNT else 1


def pace_of_leg(pace: Pace, leg: int, ruleset: Ruleset) -> Pace:
    """The pace of a game: where a pairing is played once more, the next quicker one."""
    return _QUICKER.get(pace, pace) if leg >= legs_of(ruleset) else pace


def next_step(course: TournamentCourse, late: Collection[tuple[Pairing, int]], now: datetime) -> Step:
    """The next step in a tournament that has begun. ``late`` are those, by their numbers, who have not come to a
    pairing: they lose its games.
    """
    if ends := tuple(game for game in course.games if game.awarded is not None and game.status is Status.PLAYING):
        return Step(ends)
    given = [*awards(course.between_two, course.withdrawn), *_missed(course, late)]
    if given:
        return Step(awards=tuple((replace(game, awarded=None), game.awarded or NOTHING) for game in given))
    came_to_nothing = [game for game in course.between_two if _came_to_nothing(game)]
    if came_to_nothing:
        anew = [game for game in came_to_nothing if game.attempt + 1 < ATTEMPTS]
        return Step(awards=tuple((game, NOTHING) for game in came_to_nothing if game not in anew), anew=tuple(anew))
    match course.form:
        case Form.KNOCKOUT:
            return _of_knockout(course)
        case Form.SWISS:
            return _of_swiss(course)
        case Form.ROUND_ROBIN:
            return _of_round_robin(course, now)


def _missed(course: TournamentCourse, late: Collection[tuple[Pairing, int]]) -> Iterable[TournamentGame]:
    """The games of those who are late, awarded."""
    absent: dict[Pairing, set[int]] = {}
    for pairing, number in late:
        absent.setdefault(pairing, set()).add(number)
    for pairing, numbers in absent.items():
        games = [game for game in course.between_two if game.pairing == pairing]
        if course.withdrawn.isdisjoint((pairing.first, pairing.second or 0)):
            yield from awards(games, numbers)


def _came_to_nothing(game: TournamentGame) -> bool:
    """Was its match called off, while both play on?"""
    return game.worth is None and game.match is not None and not game.waits and game.status is not Status.OVER


def _of_round_robin(course: TournamentCourse, now: datetime) -> Step:
    rounds = berger_rounds(len(course.entrants))
    is_over = not any(game.waits for game in course.games)
    if course.round < len(rounds) and (now >= course.until or is_over):
        return Step(pairings=rounds[course.round])
    if course.round == len(rounds) and is_over:
        return Step(places=places_of(course))
    return Step()


def _of_swiss(course: TournamentCourse) -> Step:
    if any(game.waits for game in course.games):
        return Step()
    return Step(swiss=True) if course.round < course.rounds else Step(places=places_of(course))


def _of_knockout(course: TournamentCourse) -> Step:
    added, winners = list[tuple[Pairing, int]](), dict[int, int]()
    for pairing in course.of_round():
        result = result_of(course, pairing)
        if result is None:
            return Step()
        if isinstance(result, DueRematch):
            added += [(pairing, leg) for leg in result.legs]
        elif result.number is not None and result.number not in course.withdrawn:
            winners[pairing.board] = result.number
    if added:
        return Step(added=tuple(added))
    rounds: list[list[Pairing]] = [[] for _ in range(course.round)]
    for pairing in course.pairings:
        rounds[pairing.round - 1].append(pairing)
    if following := next_round(rounds, winners):
        return Step(pairings=following)
    return Step(places=places_of(course))


def result_of(course: TournamentCourse, pairing: Pairing) -> GoesOn | DueRematch | None:
    """The end of a pairing of a knockout; None as long as it is played."""
    if pairing.second is None:
        return GoesOn(pairing.first)
    return decided(pairing, course.pairings[pairing], legs_of(course.ruleset), course.withdrawn)


def champion_of(course: TournamentCourse) -> int | None:
    """The number of who has won a knockout that is over; None where nobody has."""
    final = next((pairing for pairing in course.pairings if pairing.round == course.rounds), None)
    result = result_of(course, final) if final else None
    number = result.number if isinstance(result, GoesOn) else None
    return None if number in course.withdrawn else number


def places_of(course: TournamentCourse) -> Mapping[int, int | None]:
    """The places of all numbers once it is over; None where games count for nothing. In a knockout the champion stands
    before who lost in the final, and they before those who lost in the round before that.
    """
    legs = legs_of(course.ruleset)
    match course.form:
        case Form.ROUND_ROBIN:
            return {row.number: row.place for row in cross_table(course.entrants, course.games, legs).rows}
        case Form.SWISS:
            return {row.number: row.place for row in swiss_table(course.entrants, course.games, legs)}
        case Form.KNOCKOUT:
            return _places_of_knockout(course)


def _places_of_knockout(course: TournamentCourse) -> Mapping[int, int | None]:
    last, champion = {each.number: 0 for each in course.entrants}, champion_of(course)
    for pairing in course.pairings:
        for number in (pairing.first, pairing.second):
            if number is not None:
                last[number] = max(last[number], pairing.round)
    reached = {number: round_ + (number == champion) for number, round_ in last.items()}
    better = {number: sum(other > mine for other in reached.values()) for number, mine in reached.items()}
    # Where nobody has won, nobody is first.
    return {number: above + (1 if champion else 2) for number, above in better.items()}


def begins_with(form: Form, count: int) -> Sequence[Pairing]:
    """The pairings of the first round of so many entrants; none where they are made as those of the others are."""
    match form:
        case Form.ROUND_ROBIN:
            return berger_rounds(count)[0]
        case Form.KNOCKOUT:
            return first_round(count)
        case Form.SWISS:
            return ()
