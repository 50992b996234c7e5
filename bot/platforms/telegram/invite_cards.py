"""Links on the cards by which somebody invites in a chat of which the bot may know nothing.

A link says who invites, to which game, and when, signed with what only the bot has: so nothing is kept of the cards
that are suggested with every letter typed, and nobody can invite in the name of another.
"""

import hmac
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

CARD_LINK = "i_"
"""How the links begin; no other question in the private chat does."""
CARD_LASTS = 7 * 24 * 3600
"""Seconds in which a card opens its invitation. It must be less than events are kept, by which each opens one."""
LONGEST = 64
"""The longest that Telegram passes on."""
_WHO, _SIGN = 16, 12
"""The letters that the host with the time takes, and the signature."""


@dataclass(frozen=True)
class InviteCard:
    """A card on which a person invites to a game; ``name`` is of this card alone."""

    account: str
    game: str
    name: str


class InviteCards:
    """Makes and reads the links, with the token of the bot."""

    def __init__(self, token: str) -> None:
        self._key = token.encode()

    def make(self, account: str, game: str) -> str:
        """The link of a card; empty for a game whose name is too long."""
        who = urlsafe_b64encode(int(account).to_bytes(8) + int(time.time()).to_bytes(4)).decode()
        link = f"{CARD_LINK}{who}{self._sign(who, game)}{game}"
        return link if len(link) <= LONGEST else ""

    def read(self, link: str) -> InviteCard | None:
        """The card of a link; None for one that is not ours, or too old."""
        told = link.removeprefix(CARD_LINK)
        who, sign, game = told[:_WHO], told[_WHO : _WHO + _SIGN], told[_WHO + _SIGN :]
        if not hmac.compare_digest(self._sign(who, game).encode(), sign.encode()):
            return None
        said = urlsafe_b64decode(who)  # only what this class has made has the right signature
        account, at = int.from_bytes(said[:8]), int.from_bytes(said[8:])
        return None if time.time() > at + CARD_LASTS else InviteCard(str(account), game, f"card {who} {game}")

    def _sign(self, who: str, game: str) -> str:
        sign = hmac.digest(self._key, f"invite card {who} {game}".encode(), "sha256")
        return urlsafe_b64encode(sign).decode()[:_SIGN]
