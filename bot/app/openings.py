"""The limit on matches begun from one network address: new accounts cost nothing, new addresses do."""

from collections import OrderedDict, deque

from bot.matches.refusals import TooManyFromAddress

FROM_AN_ADDRESS = 40
"""Invitations and practice boards, matches with the computer too, within ``MINUTES``."""
MINUTES = 10
ADDRESSES = 10_000
"""Addresses that are kept in memory; those that began something longest ago are dropped first."""


class Openings:
    """Counts what is begun from each address, where the platform knows it; a restart forgets it."""

    def __init__(self) -> None:
        self._begun: OrderedDict[str, deque[int]] = OrderedDict()
        """The minute of each, the oldest first."""

    def begin(self, address: str, minute: int) -> None:
        """Count a match that is begun in this minute. Raises TooManyFromAddress where there are too many already."""
        if not address:
            return
        begun = self._begun.setdefault(address, deque())
        while begun and begun[0] <= minute - MINUTES:
            begun.popleft()
        if len(begun) >= FROM_AN_ADDRESS:
            raise TooManyFromAddress(begun[0] + MINUTES - minute)
        begun.append(minute)
        self._begun.move_to_end(address)
        if len(self._begun) > ADDRESSES:
            self._begun.popitem(last=False)
