"""A second program for ratings and lists, as simple as it can be: written from what is promised, not from the code.

It keeps all that has happened in one list, and answers every question by going through it from the beginning. Glicko-2
follows the steps of the paper (Glickman 2022), each number rounded to billionths, as it is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import exp, log, pi, sqrt
from typing import NamedTuple

HUNTS = {"main-tapal-empat"}
"""The games of these tests whose sides are not alike."""


class Number(NamedTuple):
    """A rating, its deviation, and its volatility."""

    r: float = 1500.0
    rd: float = 350.0
    vol: float = 0.06


FIRST = Number()


@dataclass(frozen=True)
class Fought:
    """A match that is over: when, which game, who sat where, who won (None: drawn), and the moves of each side."""

    code: str
    at: datetime
    game: str
    seats: tuple[str, str]
    winner: int | None
    moves: tuple[int, int] = (3, 3)
    rated: bool = True
    community: str = ""
    level: int = 0
    """Of the computer on the second player's seat, whichever that is."""


@dataclass
class Standing:
    """A rating as it stands."""

    number: Number = FIRST
    played: int = 0
    at: datetime | None = None
    course: list[float] = field(default_factory=list)
    """The rating after each match."""
    met: set[str] = field(default_factory=set)
    """Whom they have played for it."""

    @property
    def sure(self) -> bool:
        """Can it be relied on?"""
        return self.played >= 8 and self.number.rd <= 110


@dataclass
class Chronicle:
    """All that has happened, in its order."""

    fought: list[Fought] = field(default_factory=list)
    left: list[tuple[datetime, str, str]] = field(default_factory=list)
    erased: set[str] = field(default_factory=set)
    listed: dict[str, str] = field(default_factory=dict)

    def counted(self) -> list[Fought]:
        """The rated matches that count: three moves of each side, and no sixth of the same two within seven days."""
        found: list[Fought] = []
        of_two: dict[frozenset[str], list[datetime]] = defaultdict(list)
        for each in self.fought:
            lately = [at for at in of_two[frozenset(each.seats)] if at > each.at - timedelta(days=7)]
            if each.rated and min(each.moves) >= 3 and len(lately) < 5:
                found.append(each)
                of_two[frozenset(each.seats)].append(each.at)
        return found

    def ratings(self) -> dict[tuple[str, str, int], Standing]:
        """The rating of everybody who is there, by game and side. A twentieth of a match counts against somebody whose
        rating is not sure and who has met nobody else in any game.
        """
        found: dict[tuple[str, str, int], Standing] = defaultdict(Standing)
        ever_met: dict[str, set[str]] = defaultdict(set)
        for each in self.counted():
            mine = [found[player, each.game, pool(each.game, side)] for side, player in enumerate(each.seats)]
            before = [one.number for one in mine]
            new = [not one.sure and ever_met[each.seats[at]] <= {each.seats[1 - at]} for at, one in enumerate(mine)]
            for side, one in enumerate(mine):
                score = 0.5 if each.winner is None else float(each.winner == side)
                days = (each.at - one.at) / timedelta(days=1) if one.at else 0.0
                share = 0.05 if new[1 - side] else 1.0
                one.number = rate(before[side], before[1 - side], score, days * 0.21436, share)
                one.played, one.at = one.played + 1, each.at
                one.course.append(one.number.r)
                one.met.add(each.seats[1 - side])
                ever_met[each.seats[side]].add(each.seats[1 - side])
        return {key: one for key, one in found.items() if key[0] not in self.erased}

    def members(self, community: str, now: datetime) -> set[str]:
        """The players who have played rated in a chat within ninety days, have not left it since, and do not hide."""
        seen: dict[str, datetime] = {}
        for each in self.counted():
            if each.community == community:
                seen |= dict.fromkeys(each.seats, each.at)
        for at, player, chat in self.left:
            if chat == community and player in seen and seen[player] < at:
                del seen[player]
        recent = {player for player, at in seen.items() if at >= now - timedelta(days=90)}
        return {one for one in recent - self.erased if self.listed.get(one) != "nowhere"}

    def strongest(self, players: Collection[str], game: str) -> list[tuple[str, float, bool]]:
        """Some players by their rating, on both sides together: each with it, and whether it is provisional."""
        found = defaultdict(list)
        for (player, pool_game, _), one in self.ratings().items():
            if pool_game == game and player in players and len(one.met) >= 3:
                found[player].append(one)
        told = [
            (
                player,
                sum(one.number.r for one in of) / len(of),
                sum(one.played for one in of) < 8 or max(one.number.rd for one in of) > 110,
            )
            for player, of in found.items()
        ]
        return sorted(told, key=lambda each: (-each[1], each[0]))

    def everywhere(self, game: str) -> list[tuple[str, float, bool]]:
        """Those who want to be listed among all."""
        wanted = [player for player, where in self.listed.items() if where == "everywhere"]
        return self.strongest(set(wanted) - self.erased, game)

    def month(self, community: str, game: str, since: datetime, now: datetime) -> list[tuple[str, float, int]]:
        """The members of a chat by what they have got there since a moment: points, and how many matches."""
        points: Counter[str] = Counter()
        played: Counter[str] = Counter()
        for each in self.counted():
            if each.game == game and each.community == community and each.at >= since:
                for side, player in enumerate(each.seats):
                    points[player] += 1 if each.winner is None else 2 * (each.winner == side)
                    played[player] += 1
        wanted = self.members(community, now) & set(played) & self.tested(game)
        return sorted(((one, points[one], played[one]) for one in wanted), key=lambda each: (-each[1], each[0]))

    def season(
        self, community: str, game: str, first: datetime, end: datetime, now: datetime
    ) -> list[tuple[str, float, int]]:
        """The members by the points of a season: 3, 1 or 0, of the first three matches of two in this chat."""
        points: Counter[str] = Counter()
        played: Counter[str] = Counter()
        of_two: Counter[frozenset[str]] = Counter()
        for each in self.counted():
            if each.game != game or each.community != community or not first <= each.at < end:
                continue
            of_two[frozenset(each.seats)] += 1
            if of_two[frozenset(each.seats)] <= 3:
                for side, player in enumerate(each.seats):
                    points[player] += 1 if each.winner is None else 3 * (each.winner == side)
                    played[player] += 1
        wanted = self.members(community, now) & set(played) & self.tested(game)
        return sorted(((one, points[one], played[one]) for one in wanted), key=lambda each: (-each[1], each[0]))

    def tested(self, game: str) -> set[str]:
        """The players who have met three people in a game, on one side of it where the sides are not alike."""
        return {player for (player, of, _), one in self.ratings().items() if of == game and len(one.met) >= 3}

    def scores(self, player: str) -> dict[tuple[str, int], tuple[int, int, int]]:
        """The games that a player has won, drawn and lost against people, rated or not, by games and seats."""
        found: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for each in self.fought:
            if player in each.seats and not each.level:
                side = each.seats.index(player)
                found[each.game, side][1 if each.winner is None else 0 if each.winner == side else 2] += 1
        return {key: (won, drawn, lost) for key, (won, drawn, lost) in found.items()}

    def badges(self, player: str) -> dict[tuple[str, int, int], datetime]:
        """The times of a player's first win against each level in each game, on a side where sides are not alike."""
        found: dict[tuple[str, int, int], datetime] = {}
        for each in self.fought:
            if each.level and player in each.seats and each.winner == each.seats.index(player):
                found.setdefault((each.game, pool(each.game, each.winner), each.level), each.at)
        return found


def pool(game: str, side: int) -> int:
    """The side that a rating is kept for."""
    return side if game in HUNTS else 0


def rate(one: Number, other: Number, score: float, periods: float, share: float = 1.0) -> Number:
    """The paper's steps 2 to 8 for one match, or a share of one, after so many rating periods."""
    mu, phi = (one.r - 1500) / 173.7178, one.rd / 173.7178
    mu_j, phi_j = (other.r - 1500) / 173.7178, other.rd / 173.7178
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    e = 1 / (1 + exp(-g * (mu - mu_j)))
    v = 1 / (share * g**2 * e * (1 - e))
    delta = v * share * g * (score - e)
    a = log(one.vol**2)
    tau = 0.75

    def f(x: float) -> float:
        first = exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2)
        return first - (x - a) / tau**2

    big_a = a
    if delta**2 > phi**2 + v:
        big_b = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        big_b = a - k * tau
    f_a, f_b = f(big_a), f(big_b)
    while abs(big_b - big_a) > 0.000001:
        big_c = big_a + (big_a - big_b) * f_a / (f_b - f_a)
        f_c = f(big_c)
        if f_c * f_b <= 0:
            big_a, f_a = big_b, f_b
        else:
            f_a = f_a / 2
        big_b, f_b = big_c, f_c
    vol = min(exp(big_a / 2), 0.1)
    phi_star = sqrt(phi**2 + periods * vol**2)
    phi_new = 1 / sqrt(1 / phi_star**2 + 1 / v)
    mu_new = mu + phi_new**2 * share * g * (score - e)
    r = min(max(173.7178 * mu_new + 1500, 600.0), 4000.0)
    rd = min(max(173.7178 * phi_new, 50.0), 350.0)
    return Number(round(r, 9), round(rd, 9), round(vol, 9))
