"""The standing of chats: each village that has played against others, as a player of a pool of its own. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bot.matches.glicko import Rating
from bot.matches.rating import after_result


@dataclass(frozen=True)
class ChatResult:
    """The end of a match between two villages; ``winner`` is 0 or 1, None for a draw."""

    villages: tuple[str, str]
    winner: int | None
    at: datetime


@dataclass(frozen=True)
class ChatRating:
    """The rating and points of a village against others, with ``half_points`` in ``played`` matches."""

    village: str
    rating: Rating = field(default_factory=Rating)
    half_points: int = 0
    played: int = 0


def chat_standing(results: Iterable[ChatResult]) -> list[ChatRating]:
    """The villages by these results, which are in the order of time: the best first, and of equals who played more."""
    found: dict[str, ChatRating] = {}
    last: dict[str, datetime] = {}
    for result in results:
        before = [found.get(village, ChatRating(village)) for village in result.villages]
        for side, mine in enumerate(before):
            points = 1 if result.winner is None else 2 * (result.winner == side)
            rested = result.at - last[mine.village] if mine.played else None
            # There are few matches of chats: one against a newcomer counts as any other.
            rating = after_result(mine.rating, before[1 - side].rating, points, rested, untested=False)
            found[mine.village] = ChatRating(mine.village, rating, mine.half_points + points, mine.played + 1)
        last |= dict.fromkeys(result.villages, result.at)
    return sorted(found.values(), key=lambda each: (-each.rating.rating, -each.played, each.village))
