"""What the hosts of a server, group or room have decided for all who play there. Pure values."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Right(StrEnum):
    """Something that a host may keep to some people."""

    PLAY = "play"
    ORGANISE = "organise"
    RULE = "rule"


class AllowedKind(StrEnum):
    """What a host names: a channel in which something may be done, or a role of those who may do it."""

    CHANNEL = "channel"
    ROLE = "role"


OPEN_TO_ALL = (Right.PLAY,)
"""What everybody may do as long as no role is named for it; the rest is for those who manage the place alone."""
ADMINISTRATORS = "administrators"
"""The role of those who manage a group, where the platform has no roles of its own."""


NAMED = 60
"""The most channels and roles that the hosts of one place may name, all together."""


@dataclass(frozen=True)
class Grant:
    """A channel or role for which something is allowed; ``account`` is its id on the platform, ``name`` what it was
    called when it was chosen.
    """

    kind: AllowedKind
    account: str
    may: Right
    name: str = ""


@dataclass(frozen=True)
class Community:
    """A server, group or room by its ``account`` on the platform, and what its hosts have chosen.

    ``version`` counts the changes, 0 where nobody has chosen anything. In ``settings`` stands what was chosen, by name.
    """

    platform: str
    account: str
    settings: Mapping[str, str] = field(default_factory=dict)
    allowed: tuple[Grant, ...] = ()
    version: int = 0

    def named(self, kind: AllowedKind, right: Right) -> tuple[Grant, ...]:
        """The channels or roles for which something is allowed."""
        return tuple(each for each in self.allowed if (each.kind, each.may) == (kind, right))

    def may(self, right: Right, roles: Collection[str], *, manages: bool) -> bool:
        """May somebody with these roles do something here? Whoever manages the place may."""
        named = self.named(AllowedKind.ROLE, right)
        if manages or (not named and right in OPEN_TO_ALL):
            return True
        return any(each.account in roles for each in named)
