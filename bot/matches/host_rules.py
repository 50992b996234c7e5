"""What the hosts of a server, group or room allow there, asked of a match.

Pure: what hosts keep to some people is ``AdmissionNeeded`` of whoever knows their roles.
"""

from collections.abc import Collection
from enum import StrEnum

from bot.matches.communities import Community
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import HostsDecided
from bot.matches.status import LIVE


class HostAdmission(StrEnum):
    """What a person may be admitted to in a community, which only its platform knows."""

    PLAY = "play"
    ANY_CHANNEL = "any channel"


Admitted = Collection[tuple[HostAdmission, str, str]]
"""What somebody was admitted to, with the platform and the account of each community."""
NOWHERE: Admitted = ()


class AdmissionNeeded(HostsDecided):
    """Only some people may do this in a community; ``place`` is one in it. Whoever turns out to be among them may."""

    admission: HostAdmission

    def __init__(self, community: Community, place: Place) -> None:
        super().__init__(community.account)
        self.community = community
        self.place = place

    @property
    def key(self) -> tuple[HostAdmission, str, str]:
        """What to be admitted to."""
        return self.admission, self.community.platform, self.community.account


class KeptToSome(AdmissionNeeded):
    """Playing in this community is kept to some people."""

    admission = HostAdmission.PLAY


class OtherChannels(AdmissionNeeded):
    """Matches of this community stand in other channels, for all but those whom its hosts exempt."""

    admission = HostAdmission.ANY_CHANNEL


class ComputerOff(HostsDecided):
    """Nobody plays against the computer here."""


class RatingsOff(HostsDecided):
    """No matches are rated here."""


class PaceOff(HostsDecided):
    """Matches are played at other ``paces`` here, by their names in ``HOST_CHOICES``."""

    def __init__(self, paces: tuple[str, ...]) -> None:
        super().__init__(*paces)
        self.paces = paces


class HintsOff(HostsDecided):
    """Nobody takes hints here."""


def check_channel(found: Community, place: Place, admitted: Admitted) -> None:
    """May matches stand in this place of the community? Raises OtherChannels."""
    wanted = OtherChannels(found, place)
    if not found.opens_in(place) and wanted.key not in admitted:
        raise wanted


def check_player(found: Community, place: Place, admitted: Admitted) -> None:
    """May somebody play in this community? Raises KeptToSome."""
    wanted = KeptToSome(found, place)
    if found.keeps_play and wanted.key not in admitted:
        raise wanted


def check_match(found: Community, match: Match, computers: Collection[str]) -> None:
    """May a match be played in this community as it is? Raises ComputerOff, RatingsOff, PaceOff."""
    if match.practice or match.status not in LIVE:
        return
    if not {*match.seats, match.invited}.isdisjoint(computers):
        if not found.has("computer"):
            raise ComputerOff
        return
    if match.terms.rated and not found.has("ratings"):
        raise RatingsOff
    if not found.offered(match.terms.pace):
        raise PaceOff(found.several("paces"))
