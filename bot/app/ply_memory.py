"""The numbered moves or the hint that each person saw last at one ply of a match. Losing it costs nothing."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.matches.match import Match

REMEMBERED = 1000

Kept = TypeVar("Kept")


@dataclass
class PlyMemory(Generic[Kept]):
    """One value for each person and match, which holds until the match goes on; in this process only."""

    _kept: dict[tuple[str, str], tuple[int, Kept]] = field(default_factory=dict)

    def remember(self, player: str, match: Match, value: Kept) -> None:
        """Keep a value for this ply of a match; the oldest is forgotten."""
        key = (player, match.code)
        self._kept.pop(key, None)
        self._kept[key] = (match.game.ply, value)
        while len(self._kept) > REMEMBERED:
            self._kept.pop(next(iter(self._kept)))

    def recall(self, player: str, match: Match) -> Kept | None:
        """The value kept at this very ply, or None."""
        ply, value = self._kept.get((player, match.code), (-1, None))
        return value if ply == match.game.ply else None
