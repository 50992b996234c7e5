"""What the services share: the database, the clock, chance, the matches in memory, and who is told of changes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from bot.matches.match import Match
from bot.services.changes import MatchChanges
from bot.store import Database
from bot.store.matches import Matches

ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 13


@dataclass(frozen=True)
class Core:
    """Shared by the services of one process. ``clock`` gives the time in UTC; ``chance`` makes ids, codes and coins."""

    database: Database
    clock: Callable[[], datetime]
    chance: Random
    matches: Matches = field(default_factory=Matches)
    changes: MatchChanges = field(default_factory=MatchChanges)

    def new_id(self) -> str:
        """An id that no player and no view has yet."""
        return self.letters(ID_LETTERS, ID_LENGTH)

    def letters(self, alphabet: str, length: int) -> str:
        """A random text."""
        return "".join(self.chance.choice(alphabet) for _ in range(length))

    def committed(self, match: Match) -> None:
        """Keep a match in memory as it was committed, and publish that it has changed."""
        self.matches.cache(match)
        self.changes.publish(match.code)
