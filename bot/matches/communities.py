"""The decisions of the hosts of a server, group or room for all who play there. Pure values."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum

from bot.matches.identity import Place
from bot.matches.invitation import MOVER_BELOW, Venue
from bot.matches.limits import INVITATION_LASTS, LIVE_MATCHES, OPEN_INVITATIONS
from bot.matches.pace import DEFAULT_PACE, Pace
from bot.matches.preferences import PREFERENCES, TO_MOVE
from bot.matches.terms import FLAGS, Terms, at_pace
from bot.matches.zones import LISTED, city_of
from bot.words import N_


class Right(StrEnum):
    """Something that a host may keep to some people."""

    PLAY = "play"
    ORGANISE = "organise"
    RULE = "rule"


class AllowedKind(StrEnum):
    """The kinds of things a host names: a channel in which something may be done, or a role of those who may do it."""

    CHANNEL = "channel"
    ROLE = "role"


OPEN_TO_ALL = (Right.PLAY,)
"""What everybody may do as long as no role is named for it; the rest is for those who manage the place alone."""
NAMED = 60
"""The most channels and roles that the hosts of one place may name, all together."""


@dataclass(frozen=True)
class HostChoice:
    """Something that hosts choose: its ``values``, each with its name, the first of them as long as nobody has chosen.

    ``tab`` is the tab of ``/setup`` in which it is. Of ``several`` values any number can be chosen, none for all. One
    without values is chosen in a way of its own.
    """

    name: str
    tab: str
    prompt: str
    values: Mapping[str, str] = field(default_factory=dict)
    several: bool = False


OWN, ON, OFF, NO_CLOCK = "own", "on", "off", "none"
CASUAL, RATED = "casual", "rated"
"""The matches of ladders, two of the values of ``ladder``."""
TOLD_HERE = "here"
"""What the staff decides is told in the group itself, a value of ``log``."""
SHIELD_ROLE = "shield_role"
"""Set among what is chosen: the id of the role of whoever holds the shield of a ladder, and what it was called."""
RATED_ROLE = "rated_role"
"""The same of the role that may play rated here."""
USUAL_GAME = "game"
"""Set among what is chosen: the key of the game that is played here where nobody names one."""
LOG_LOST = "log_lost"
"""Set among what is chosen where nothing could be told in the log channel; choosing one takes it away."""
WITH_THREADS, ASKED_THREADS, NO_THREADS = "always", "ask", "never"
"""Whether a match gets a thread of its own, the values of ``threads``."""
HOSTS = "hosts"
"""Only those who manage the place may play, a value of ``who``."""
_ON_OR_OFF = {ON: N_("On"), OFF: N_("Off")}
_PACES = {each.value: each.label for each in (DEFAULT_PACE, *(each for each in Pace if each is not DEFAULT_PACE))} | {
    NO_CLOCK: N_("No clock")
}


_BY_SPEED: tuple[Pace | None, ...] = (*Pace, None)
"""All paces, the fastest first; no clock is the slowest."""

_SAME_TIME = "Asia/Singapore"
"""Left out of the zones of a place, for what stands first: its clocks agree with those of Kuala Lumpur."""
_ZONES = {zone.rpartition("/")[2]: zone for zone in LISTED if zone != _SAME_TIME}
"""By what a button carries, in which a slash has a meaning of its own."""
_CITIES = {key: city_of(zone) for key, zone in _ZONES.items()} | {"Kuala_Lumpur": "Kuala Lumpur · Singapore"}


DAYS = {
    "mon": N_("On Mondays"),
    "tue": N_("On Tuesdays"),
    "wed": N_("On Wednesdays"),
    "thu": N_("On Thursdays"),
    "fri": N_("On Fridays"),
    "sat": N_("On Saturdays"),
    "sun": N_("On Sundays"),
}
"""When the card of the week comes, values of ``weekly``."""
HOURS = {str(hour): f"{hour}:00" for hour in (18, *range(18), *range(19, 24))}
"""The hours of a day; they are the same in all languages."""


INVITATION_TIMES = {
    "1d": INVITATION_LASTS,
    "10m": timedelta(minutes=10),
    "1h": timedelta(hours=1),
    "6h": timedelta(hours=6),
    "3d": timedelta(days=3),
    "7d": timedelta(days=7),
}
"""How long an invitation can be accepted, the values of ``lasts``."""


VOTING_TIMES = {"8h": timedelta(hours=8), "1h": timedelta(hours=1), "24h": timedelta(hours=24)}
"""How long a vote of the village is open, the values of ``village`` but that it is off."""


def _at_most(limit: int, *fewer: int) -> dict[str, str]:
    """Numbers to choose from; they are the same in all languages."""
    return {str(number): str(number) for number in (limit, *fewer)}


HOST_CHOICES: Mapping[str, HostChoice] = {
    each.name: each
    for each in (
        HostChoice(
            "threads",
            "where",
            N_("Where is a match played?"),
            {
                WITH_THREADS: N_("In a thread of its own"),
                ASKED_THREADS: N_("In a thread when a player asks"),
                NO_THREADS: N_("In the channel itself"),
            },
        ),
        HostChoice(
            "exempt",
            "where",
            N_("Do these rules hold for those who manage this place?"),
            {"no": N_("They hold for everybody"), "yes": N_("Those who manage this place are exempt")},
        ),
        HostChoice(
            "language",
            "look",
            N_("The language of what I post here"),
            {OWN: N_("That of whoever asks"), **PREFERENCES["language"].values},
        ),
        HostChoice("theme", "look", N_("Theme of the boards here"), PREFERENCES["theme"].values),
        HostChoice(
            "bottom",
            "look",
            N_("The side at the bottom of boards here"),
            {
                "first": N_("First side at the bottom"),
                "second": N_("Second side at the bottom"),
                TO_MOVE: N_("The side to move at the bottom"),
            },
        ),
        HostChoice(
            "quiet",
            "sound",
            N_("Do boards that I post here make a sound?"),
            {OFF: N_("They make a sound"), ON: N_("They make no sound")},
        ),
        HostChoice(
            "quiet_calls",
            "sound",
            N_("Do calls to players make a sound here?"),
            {OWN: N_("As boards do"), OFF: N_("Calls make a sound"), ON: N_("Calls make no sound")},
        ),
        HostChoice(
            "calls",
            "sound",
            N_("Calls here in an hour, at most"),
            {"any": N_("Any number"), **_at_most(60, 30, 15, 6)},
        ),
        HostChoice("pace", "pace", N_("The pace where nobody chooses one"), _PACES),
        HostChoice("paces", "pace", N_("The paces offered here"), _PACES, several=True),
        HostChoice("zone", "pace", N_("The clocks here"), {OWN: N_("Those of who asks"), **_CITIES}),
        HostChoice(
            "who",
            "people",
            N_("Who may play here?"),
            {"all": N_("Everybody may play"), HOSTS: N_("Only administrators may play")},
        ),
        HostChoice(
            "log",
            "staff",
            N_("Where is it told what the staff decides?"),
            {"nowhere": N_("Nowhere"), TOLD_HERE: N_("In this group")},
        ),
        HostChoice(
            "lasts", "begin", N_("How long is an invitation open here?"), {each: each for each in INVITATION_TIMES}
        ),
        HostChoice(
            "invitations", "begin", N_("Open invitations for each person here"), _at_most(OPEN_INVITATIONS, 3, 2, 1)
        ),
        HostChoice("matches", "limits", N_("Matches for each person here"), _at_most(LIVE_MATCHES, 20, 10, 5, 3, 2, 1)),
        HostChoice(
            "at_once", "limits", N_("Matches here at once"), {"any": N_("Any number"), **_at_most(50, 20, 10, 5, 3, 1)}
        ),
        HostChoice("guess", "onlookers", N_("The button Guess on boards here"), {OFF: N_("Off"), ON: N_("On")}),
        HostChoice(
            "ladder",
            "contests",
            N_("A ladder for each game"),
            {OFF: N_("Off"), CASUAL: N_("On, its matches are casual"), RATED: N_("On, its matches are rated")},
        ),
        HostChoice(
            "village",
            "onlookers",
            N_("The village: all here are one player"),
            {
                OFF: N_("Off"),
                "8h": N_("On, a vote lasts 8 hours"),
                "1h": N_("On, a vote lasts 1 hour"),
                "24h": N_("On, a vote lasts 24 hours"),
            },
        ),
        HostChoice("listed", "chats", N_("The list of chats: /top chats"), {OFF: N_("Not in it"), ON: N_("In it")}),
        HostChoice(
            "simul", "onlookers", N_("Simuls: one plays many"), {OFF: N_("Off"), ON: N_("On, simuls may be opened")}
        ),
        HostChoice(
            "tournament",
            "onlookers",
            N_("Tournaments"),
            {OFF: N_("Off"), CASUAL: N_("On, their matches are casual"), RATED: N_("On, their matches are rated")},
        ),
        HostChoice(
            "duplicate",
            "chats",
            N_("Duplicate: the same positions in all chats"),
            {OFF: N_("Off"), ON: N_("On, whoever is here may join")},
        ),
        HostChoice(
            "boards",
            "chats",
            N_("Boards matches against other chats"),
            {OFF: N_("Off"), ON: N_("On, chats may play board by board")},
        ),
        HostChoice("weekly", "contests", N_("A card of the week"), {OFF: N_("Off"), **DAYS}),
        HostChoice("weekly_hour", "contests", N_("The hour of that card"), HOURS),
        HostChoice("computer", "features", N_("Matches against the computer"), _ON_OR_OFF),
        HostChoice("hints", "features", N_("Hints"), _ON_OR_OFF),
        HostChoice("ratings", "features", N_("Rated matches"), _ON_OR_OFF),
        HostChoice("table_talk", "limits", N_("Table talk"), _ON_OR_OFF),
        HostChoice("typed", "features", N_("Moves that are typed"), _ON_OR_OFF),
    )
}
"""By their names, in the order of the panel."""


TOPICS = 50
"""So many topics of a forum are known by their names."""
GENERAL = "1"
"""The number of the topic that each forum has, and that its messages do not name."""


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

    def chosen(self, name: str) -> str:
        """The value that holds for a choice of one value; the first where no known one has been chosen."""
        values = HOST_CHOICES[name].values
        chosen = self.settings.get(name, "")
        return chosen if chosen in values else next(iter(values))

    def several(self, name: str) -> tuple[str, ...]:
        """The values that hold for a choice of several; all where none has been chosen."""
        values = HOST_CHOICES[name].values
        chosen = tuple(each for each in self.settings.get(name, "").split(",") if each in values)
        return chosen or tuple(values)

    @property
    def log(self) -> Place | None:
        """The place where the decisions of the staff are told: a channel, or a group or a topic; None for nowhere."""
        named = self.named(AllowedKind.CHANNEL, Right.RULE)
        if self.chosen("log") == TOLD_HERE:
            topic = named[0].account if named else GENERAL
            return Place(self.platform, self.account, thread="" if topic == GENERAL else topic)
        return Place(self.platform, named[0].account, server=self.account) if named else None

    @property
    def zone(self) -> str | None:
        """The time zone of the place; None where the hosts have chosen none."""
        return _ZONES.get(self.chosen("zone"))

    @property
    def usual_game(self) -> str:
        """The key of the game where nobody names one, also one that there is no longer; empty for none."""
        return self.settings.get(USUAL_GAME, "")

    @property
    def shield_role(self) -> tuple[str, str] | None:
        """The role of whoever holds the shield of a ladder: its id, and what it was called when it was chosen."""
        return self._role(SHIELD_ROLE)

    @property
    def rated_role(self) -> tuple[str, str] | None:
        """The role that may play rated: its id, and what it was called; None where everybody may who may play."""
        return self._role(RATED_ROLE)

    def _role(self, name: str) -> tuple[str, str] | None:
        account, _, called = self.settings.get(name, "").partition(" ")
        return (account, called) if account else None

    @property
    def week_day(self) -> int | None:
        """The day on which the card of the week comes, Monday being 0; None where there is none."""
        chosen = self.chosen("weekly")
        return None if chosen == OFF else list(DAYS).index(chosen)

    def has(self, feature: str) -> bool:
        """Is something on here that hosts can switch on or off?"""
        return self.chosen(feature) == ON

    @property
    def silences_calls(self) -> bool:
        """Do calls to players make no sound here?"""
        chosen = self.chosen("quiet_calls")
        return (self.chosen("quiet") if chosen == OWN else chosen) == ON

    def limit(self, name: str) -> int | None:
        """The limit on matches or invitations by its name; None where the hosts have set no limit."""
        chosen = self.chosen(name)
        return None if chosen == next(iter(HOST_CHOICES[name].values)) else int(chosen)

    def opens_in(self, place: Place, channel: str = "") -> bool:
        """May matches stand in a place of this community? ``channel`` is the one it is in, where it is known better
        than from the place.

        What is named is a channel on one platform, and the number of a topic on another: neither is ever the other.
        """
        named = self.named(AllowedKind.CHANNEL, Right.PLAY)
        here = {place.thread or GENERAL, channel or place.channel}
        return not named or any(each.account in here for each in named)

    @property
    def keeps_play(self) -> bool:
        """Is playing here kept to some people?"""
        return bool(self.named(AllowedKind.ROLE, Right.PLAY)) or self.chosen("who") == HOSTS

    def offered(self, pace: Pace | None) -> bool:
        """May two people play here at a pace, None for no clock?"""
        return (pace.value if pace else NO_CLOCK) in self.several("paces")

    def usual(self, terms: Terms) -> Terms:
        """These terms as far as they are offered here: at the next slower pace where theirs is not, at the slowest
        where none is slower; and as usual what the hosts do not want.
        """
        at = _BY_SPEED.index(terms.pace)
        slower = [pace for pace in _BY_SPEED[at:] if self.offered(pace)]
        pace = slower[0] if slower else [pace for pace in _BY_SPEED if self.offered(pace)][-1]
        for flag in FLAGS:
            if flag.host_option and not self.has(flag.host_option):
                terms = flag.with_usual(terms)
        return at_pace(pace, terms)

    @property
    def usual_terms(self) -> Terms:
        """The terms where nobody names any: the pace that the hosts have chosen, as far as it is offered."""
        return self.usual(Terms(next((pace for pace in Pace if pace.value == self.chosen("pace")), None)))

    def venue(self, place: Place, language: str) -> Venue:
        """The venue of a match as the hosts of the place want it; people's own choices hold in their private chats,
        and ``language`` where the hosts have chosen none.
        """
        if place.private:
            return Venue(place, language)
        own = self.chosen("language") == OWN
        threads = place.can_thread and self.chosen("threads") == WITH_THREADS
        theme = self.chosen("theme") if "theme" in self.settings else None
        bottom = {"second": 1, TO_MOVE: MOVER_BELOW}.get(self.chosen("bottom"))
        spoken = language if own else self.chosen("language")
        return Venue(replace(place, can_thread=threads), spoken, theme, bottom, INVITATION_TIMES[self.chosen("lasts")])

    def may(self, right: Right, roles: Collection[str], *, manages: bool) -> bool:
        """May somebody with these roles do something here? Whoever manages the place may."""
        named = self.named(AllowedKind.ROLE, right)
        if manages or (not named and right in OPEN_TO_ALL and self.chosen("who") != HOSTS):
            return True
        return any(each.account in roles for each in named)
