"""Checks of a match against the rules of the hosts of a server, group or room.

Pure: what hosts keep to some people is ``AdmissionNeeded`` of whoever knows their roles.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import ClassVar

from bot.matches.communities import HOST_CHOICES, HOSTS, AllowedKind, Community, Right
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import HostsDecided
from bot.matches.status import LIVE
from bot.words import N_, Words


class HostAdmission(StrEnum):
    """An admission that a person may have in a community, which only its platform knows."""

    PLAY = "play"
    ANY_CHANNEL = "any channel"
    RATED = "rated"


Admitted = Collection[tuple[HostAdmission, str, str]]
"""What somebody was admitted to, with the platform and the account of each community."""
NOWHERE: Admitted = ()


class AdmissionNeeded(HostsDecided):
    """Only some people may do this in a community; ``place`` is one in it. Whoever turns out to be among them may."""

    admission: ClassVar[HostAdmission]

    community: Community
    place: Place

    @property
    def key(self) -> tuple[HostAdmission, str, str]:
        """The admission that is needed, and the platform and account of its community."""
        return self.admission, self.community.platform, self.community.account


class KeptToSome(AdmissionNeeded):
    """Playing in this community is kept to some people."""

    admission = HostAdmission.PLAY

    def told(self, say: Words) -> str:
        """The sentence on who may play, for those who may not."""
        roles = [each.name for each in self.community.named(AllowedKind.ROLE, Right.PLAY)]
        if self.community.chosen("who") == HOSTS and not roles:
            return say("Here only those who manage this place may play. You can play me in private.")
        return say("Here only people with a certain role may play: {roles}.", roles=say.all_of(roles))


class RatedKept(AdmissionNeeded):
    """Rated matches in this community are kept to a role."""

    admission = HostAdmission.RATED

    def told(self, say: Words) -> str:
        """The sentence on who may play rated."""
        role = self.community.rated_role
        return say(
            "Here only people with the role {role} play rated. Without it your matches are casual.",
            role=role[1] if role else "",
        )


class GuestKeptOut(HostsDecided):
    """Playing in this community is kept to some people, and the person to be invited, called ``name``, is not one."""

    name: str
    community: Community

    def told(self, say: Words) -> str:
        """The sentence on who may play."""
        roles = [each.name for each in self.community.named(AllowedKind.ROLE, Right.PLAY)]
        if not roles:
            return say("{name} may not play here: only those who manage this place may.", name=self.name)
        needed = say.all_of(roles)
        return say(
            "{name} may not play here: only people with a certain role may: {roles}.", name=self.name, roles=needed
        )


class OtherChannels(AdmissionNeeded):
    """Matches of this community stand in other channels, for all but those whom its hosts exempt."""

    admission = HostAdmission.ANY_CHANNEL

    def told(self, say: Words) -> str:
        """The sentence on where games are played."""
        named = self.community.named(AllowedKind.CHANNEL, Right.PLAY)
        return played_in([f"#{each.name}" for each in named], say)


class ComputerOff(HostsDecided):
    sentence = N_("Here nobody plays against the computer. You can in your private chat with me.")


class RatingsOff(HostsDecided):
    sentence = N_("Here no matches are rated.")


class PaceOff(HostsDecided):
    """Matches are played at other ``paces`` here, by their names in ``HOST_CHOICES``."""

    paces: tuple[str, ...]

    def told(self, say: Words) -> str:
        """The paces that are offered."""
        labels = HOST_CHOICES["paces"].values
        names = say.all_of([say(labels[each]) for each in self.paces])
        return say("Here matches are played at these paces: {paces}.", paces=names)


class HintsOff(HostsDecided):
    sentence = N_("Here nobody takes hints.")


def played_in(channels: Sequence[str], say: Words) -> str:
    """In which channels or topics games are played."""
    return say("Games are played in {channels}.", channels=say.all_of(channels))


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


def check_rated(found: Community, place: Place, match: Match, admitted: Admitted) -> None:
    """May somebody play rated in this community? Raises RatedKept."""
    wanted = RatedKept(found, place)
    if match.terms.rated and found.rated_role and wanted.key not in admitted:
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
    # A village plays at the pace of its votes, which the hosts have chosen beside those of two people.
    if not (match.villages or found.offered(match.terms.pace)):
        raise PaceOff(found.several("paces"))
