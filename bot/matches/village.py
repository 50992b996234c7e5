"""The village: all in a chat who want to are one player. Each has a vote on a turn, and the turn that most want is
played at the close. Pure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, MatchOver, NotStarted, NotTheVillagesTurn, VoteOfPlayer, VotesOnOther
from bot.matches.status import Status

VILLAGE = "village"
"""In the place of a platform in the account of a village: that of its community is behind it."""
RESIGN, DRAW, OFFER = ENDINGS = ("resign", "draw", "offer")
"""In the place of a turn in a vote: the village resigns, accepts the draw that it is offered, or offers one."""
ENOUGH = 3
"""At least so many voices end a vote before its time, or a match without a turn."""
LEVEL = 3
"""The level of the computer that plays for a village in which nobody has voted."""
AT_ONCE = 3
"""So many matches of one village at most are under way."""
CHALLENGE_LASTS = timedelta(days=7)
"""So long another chat can accept a challenge."""


@dataclass(frozen=True)
class Vote:
    """The wish of a player for their village: a turn in canonical notation, ``RESIGN`` or ``DRAW``; since when."""

    player: str
    choice: str
    at: datetime


@dataclass(frozen=True)
class Poll:
    """The vote of a village on turn ``ply`` of a match: open until it ``closes``, None where it is not its turn.

    ``again``: nobody voted in time, and it is open once more. ``before`` is the number of voices of the last vote.
    ``voices`` are those so far, shown on boards from ``shown`` on; ``agreed`` are those for the latest turn, out of
    ``cast``; both are 0 where nobody had voted on it. Of two villages that play against each other all these numbers
    are told in the ``homes`` of their own alone: the community of each, a digest.
    """

    match: str
    village: str
    lasts: timedelta
    ply: int
    closes: datetime | None
    again: bool = False
    before: int = 0
    shown: datetime | None = None
    frozen: datetime | None = None
    voices: int = 0
    agreed: int = 0
    cast: int = 0
    homes: Mapping[str, str] = field(default_factory=dict)

    def is_told(self, village: str | None, community: str | None) -> bool:
        """May those in a community learn how many have voted for a village?"""
        return not self.homes or self.homes.get(village or "") == community


def choice_of(votes: Sequence[Vote]) -> str | None:
    """The deed of a village by these votes: the turn that most want, of several the one that was wanted first. It ends
    the match, or offers a draw, where two thirds want that, at least ``ENOUGH``. None where nobody wants a turn.
    """
    voices = Counter(vote.choice for vote in votes)
    for ending in ENDINGS:
        if _is_most(voices[ending], len(votes)):
            return ending
    since: dict[str, datetime] = {}
    for vote in votes:
        since[vote.choice] = min(vote.at, since.get(vote.choice, vote.at))
    turns = [choice for choice in voices if choice not in ENDINGS]
    return min(turns, key=lambda turn: (-voices[turn], since[turn], turn), default=None)


def is_decided(voices: Mapping[str, int], before: int) -> bool:
    """Is a vote over before its time: do two thirds of those who had a voice in the last one want the same? ``voices``
    are the votes for each choice.
    """
    of = max(before, sum(voices.values()))
    return any(_is_most(count, of) for count in voices.values()) and before >= ENOUGH


def _is_most(count: int, of: int) -> bool:
    """Are so many voices two thirds ``of`` all, and enough?"""
    return count >= ENOUGH and 3 * count >= 2 * of


def awaited_village(match: Match) -> str | None:
    """The village that is to act in a match under way; None where somebody else is, or it is over."""
    if match.status is not Status.PLAYING:
        return None
    return next((player for player in match.to_act if player in match.villages), None)


def may_offer(match: Match) -> bool:
    """May the village to move offer a draw? Only to another one: whoever has a seat answers at once."""
    village = awaited_village(match)
    if village is None or len(match.villages) < len(match.seats) or match.draw_offer is not None:
        return False
    try:
        match.offer_draw(village, match.changed)
    except ActionRefused:
        return False
    return True


def may_accept(match: Match) -> bool:
    """Is the village to move offered a draw?"""
    return match.draw_offer is not None and match.draw_offer != match.game.turn


def check_may_vote(match: Match, player: str, ply: int | None = None) -> str:
    """The village that votes in a match now, seen at ``ply`` if given.

    Raises NotStarted, MatchOver, VoteOfPlayer for who plays against it, NotTheVillagesTurn, VotesOnOther.
    """
    if match.status is Status.INVITED:
        raise NotStarted
    if match.status is not Status.PLAYING:
        raise MatchOver(match.status)
    if match.names(player):
        raise VoteOfPlayer
    village = awaited_village(match)
    if village is None:
        raise NotTheVillagesTurn
    if ply is not None and ply != match.game.ply:
        raise VotesOnOther
    return village
