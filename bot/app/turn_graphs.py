"""The graphs of the turns that live boards show, kept for as long as several people look at the same position."""

from dataclasses import dataclass, field

from bot.matches.match import Match
from bot.services.off_loop import off_loop_if_long
from engine.turn_graph import TurnGraph, turn_graph
from engine.work import within

KEPT = 200
"""The graphs of so many positions are kept, the newest."""
LEAPS = 20_000
"""The most leaps that are looked at for one graph: that of 40,000 turns needs 1,800."""


@dataclass
class TurnGraphs:
    """The graphs of the latest positions, by code and version of their match; in this process only."""

    _kept: dict[tuple[str, int], TurnGraph | None] = field(default_factory=dict)

    async def of(self, match: Match) -> TurnGraph | None:
        """The turns that are legal now; None where they are too many for a live board. Raises TooMuchWork."""
        key = (match.code, match.version)
        if key not in self._kept:
            first = match.game.first_choice
            self._kept[key] = await off_loop_if_long(lambda: within(LEAPS, lambda: turn_graph(first), None))
            while len(self._kept) > KEPT:
                self._kept.pop(next(iter(self._kept)))
        return self._kept[key]
