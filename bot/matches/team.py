"""A team: up to six people who share a side, against the computer or another team. Pure.

*In turn* each turn belongs to the next member, and what they choose is played at once; when their time is over it
belongs to the one after them. *By vote* all members vote, as a village does. *In consultation* their votes are
proposals, which all of them see and can agree with; any of them plays the one on which two thirds agree. In every way
two thirds end a match.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import (
    AlreadyInTeam,
    NotAgreed,
    NotDueInTeam,
    NotOfTeam,
    NotProposed,
    OnlyFirstBegins,
    OtherTeamsTurn,
    TeamIsFull,
    TooFewForTeams,
    TooFewInTeam,
)
from bot.matches.status import Status
from bot.matches.village import ENDINGS, Vote, awaited_village
from bot.matches.village import choice_of as voted_for

TEAM = "team"
"""In the place of a platform in the account of a team: an id of its own is behind it."""
FEWEST, MOST = 2, 6
"""So many people are a team against the computer; of two teams one may be a single person."""
MOST_IN_CONSULTATION = 4
"""So many people at most consult with each other."""
MARKS = 20
"""So many marks at most a member has on the board for the others."""
LINE = 12
"""So many turns at most has the line that a member shows the others."""
AT_ONCE = 3
"""So many matches of teams at most are under way in a chat, those that gather included."""


class Way(Enum):
    """The way in which a team chooses its turns."""

    IN_TURN = "turn"
    BY_VOTE = "vote"
    IN_CONSULTATION = "consultation"


@dataclass(frozen=True)
class Member:
    """One of a team; ``number`` grows in the order in which they joined."""

    number: int
    player: str
    name: str = ""


@dataclass(frozen=True)
class Proposal:
    """A turn that some members of a team want, ``choice`` as in ``Vote``; whoever wanted it first stands first."""

    choice: str
    members: tuple[Member, ...]

    def has(self, player: str) -> bool:
        """Does this person agree with it?"""
        return any(each.player == player for each in self.members)


@dataclass(frozen=True)
class Team:
    """The player who is some people of a place. The latest turn belonged to the member with the number ``last``, or did
    to one who was silent; ``silent`` members have been so, one after another, in the present turn.
    """

    player: str
    way: Way
    place: Place
    members: tuple[Member, ...] = ()
    last: int = 0
    silent: int = 0

    @property
    def due(self) -> Member | None:
        """The member whose turn it is; None where it belongs to all of them, or nobody is in it any more."""
        if self.way is not Way.IN_TURN or not self.members:
            return None
        return next((each for each in self.members if each.number > self.last), self.members[0])

    @property
    def latest(self) -> str | None:
        """The player whose turn was the latest; None where that was nobody's alone, or they are in it no more."""
        return next((each.player for each in self.members if each.number == self.last), None)

    @property
    def most(self) -> int:
        """So many people at most can be in it."""
        return MOST_IN_CONSULTATION if self.way is Way.IN_CONSULTATION else MOST

    @property
    def needed(self) -> int:
        """So many of its members are two thirds: of two of them both, of one who is left alone that one."""
        return max((2 * len(self.members) + 2) // 3, 1)

    def has(self, player: str) -> bool:
        """Is this person in it?"""
        return any(each.player == player for each in self.members)

    def check_may_join(self, player: str) -> int:
        """The number of a new member. Raises AlreadyInTeam, TeamIsFull."""
        if self.has(player):
            raise AlreadyInTeam
        if len(self.members) >= self.most:
            raise TeamIsFull(self.most)
        return max([each.number for each in self.members], default=0) + 1

    def check_member(self, player: str) -> None:
        """Raises NotOfTeam."""
        if not self.has(player):
            raise NotOfTeam

    def check_may_choose(self, player: str, choice: str) -> None:
        """May this person choose this turn, or to end the match? Raises NotOfTeam, NotDueInTeam."""
        self.check_member(player)
        if choice not in ENDINGS and self.due and self.due.player != player:
            raise NotDueInTeam(self.due.name)

    def proposals(self, votes: Sequence[Vote]) -> tuple[Proposal, ...]:
        """The turns that members want, the one with most of them first, of several the one that was proposed first."""
        members = {each.player: each for each in self.members}
        found: dict[str, list[Vote]] = {}
        for vote in sorted(votes, key=lambda each: (each.at, each.player)):
            if vote.player in members and vote.choice not in ENDINGS:
                found.setdefault(vote.choice, []).append(vote)
        ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[1][0].at, item[0]))
        return tuple(Proposal(choice, tuple(members[each.player] for each in of)) for choice, of in ordered)

    def check_proposed(self, choice: str, votes: Sequence[Vote]) -> Proposal:
        """The proposal of a turn. Raises NotProposed."""
        found = next((each for each in self.proposals(votes) if each.choice == choice), None)
        if found is None:
            raise NotProposed
        return found

    def check_may_play(self, player: str, choice: str, votes: Sequence[Vote]) -> None:
        """May this person have the team play this turn? Raises NotOfTeam, NotProposed, NotAgreed."""
        self.check_member(player)
        agreed = len(self.check_proposed(choice, votes).members)
        if agreed < self.needed:
            raise NotAgreed(agreed, len(self.members), self.needed)

    def passed_on(self) -> "Team | None":
        """The same once the time of the member who is due is over; None where all have been silent, or they vote."""
        if self.due is None or self.silent + 1 >= len(self.members):
            return None
        return replace(self, last=self.due.number, silent=self.silent + 1)

    def played(self) -> "Team":
        """The same once its turn is played, by whomever."""
        return replace(self, last=self.due.number if self.due else self.last, silent=0)

    def choice_of(self, votes: Sequence[Vote]) -> str | None:
        """The deed of the team by these votes, as in ``Vote``; None where it has none."""
        votes = [vote for vote in votes if self.has(vote.player)]
        for ending in ENDINGS:
            if self._is_most(sum(vote.choice == ending for vote in votes)):
                return ending
        turns = [vote for vote in votes if vote.choice not in ENDINGS]
        return voted_for([vote for vote in turns if self.due is None or vote.player == self.due.player])

    def is_decided(self, votes: Sequence[Vote]) -> bool:
        """Is its turn over before its time: has the member who is due chosen, or do two thirds want the same? In
        consultation one of them then plays it, unless nobody else is left.
        """
        votes = [vote for vote in votes if self.has(vote.player)]
        talks = self.way is Way.IN_CONSULTATION and len(self.members) > 1
        wanted = Counter(vote.choice for vote in votes if not talks or vote.choice in ENDINGS)
        if any(self._is_most(count) for count in wanted.values()):
            return True
        return self.due is not None and self.choice_of(votes) is not None

    def _is_most(self, count: int) -> bool:
        return count >= self.needed


def to_move(teams: Sequence[Team], match: Match) -> Team | None:
    """The team that is to act in a match under way; None where somebody else is."""
    village = awaited_village(match)
    return next((team for team in teams if team.player == village), None)


def due_member(teams: Sequence[Team], match: Match) -> Member | None:
    """The member of the team that is to act in a match whose turn it is; None where it is nobody's alone."""
    team = to_move(teams, match)
    return team.due if team else None


def begins_turn(before: Match | None, after: Match) -> bool:
    """Has a change of a match under way made it the turn of a team? That it offers a draw in its turn has not."""
    if before is None or before.status is not Status.PLAYING or awaited_village(after) not in after.teams:
        return False
    return awaited_village(before) != awaited_village(after) or before.game.ply != after.game.ply


def team_of(teams: Sequence[Team], player: str) -> Team | None:
    """The team of these in which a person is."""
    return next((team for team in teams if team.has(player)), None)


def first_of(teams: Sequence[Team]) -> Member | None:
    """The one who begins the match of these teams: who has been longest in the first of them that has anybody."""
    return next((team.members[0] for team in teams if team.members), None)


def check_may_choose_now(teams: Sequence[Team], team: Team, player: str) -> None:
    """May this person choose for the team that is to move? Raises OtherTeamsTurn, NotOfTeam."""
    if not team.has(player) and team_of(teams, player):
        raise OtherTeamsTurn
    team.check_member(player)


def check_may_begin(teams: Sequence[Team], player: str) -> None:
    """May this person begin the match of these teams?

    Raises NotOfTeam, OnlyFirstBegins, TooFewInTeam, TooFewForTeams.
    """
    if team_of(teams, player) is None:
        raise NotOfTeam
    first = first_of(teams)
    if first and first.player != player:
        raise OnlyFirstBegins(first.name)
    sizes = [len(team.members) for team in teams]
    if max(sizes) < FEWEST and len(sizes) == 1:
        raise TooFewInTeam(FEWEST)
    if max(sizes) < FEWEST or not min(sizes):
        raise TooFewForTeams(FEWEST)
