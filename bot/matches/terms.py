"""The terms of a match, a row each: how a term is typed, carried in a button, asked for in panels and on the sheet of
the web room, told, checked and stored follows from its row.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, TypeVar, assert_never

from bot.matches import refusals
from bot.matches.pace import PACE_CHOICES, PACE_WORDS, Pace
from bot.words import N_, typed_words

YES_WORDS = dict.fromkeys(typed_words("yes"), True) | dict.fromkeys(typed_words("no"), False)
"""What stands behind the name of a term that is so or not, in a typed line."""
CAPITAL = "A"
"""As the letter of a term: in a button the letter of the pace is a capital where it is not as usual."""

T = TypeVar("T")


class PaceNeeds(Enum):
    """At which paces a term may be otherwise than usual."""

    NOTHING = auto()
    CLOCK = auto()
    DAYS = auto()
    NOT_LIVE = auto()

    def met_by(self, pace: Pace | None) -> bool:
        """Is it met by a pace, None for no clock?"""
        match self:
            case PaceNeeds.NOTHING:
                return True
            case PaceNeeds.CLOCK:
                return pace is not None
            case PaceNeeds.DAYS:
                return pace is not None and not pace.live
            case PaceNeeds.NOT_LIVE:
                return pace is None or not pace.live
            case never:
                assert_never(never)


class TermPanel(Enum):
    """The panel in which the button of a term stands."""

    SIDES = auto()
    """The one that asks for the opponent and the side. The button takes the place of the terms that exclude it."""
    PACES = auto()
    """The one of the paces."""


class UnknownTerm(LookupError):
    """A ``term`` has no such value as was ``typed``."""

    def __init__(self, term: "MatchTerm", typed: str) -> None:
        super().__init__(term.option, typed)
        self.term = term
        self.typed = typed


Refused = type[refusals.ActionRefused] | None


@dataclass(frozen=True, kw_only=True)
class MatchTerm:
    """One term, under its ``name`` a field of ``Terms``.

    ``option`` is its name in a typed line, with those in other languages; ``summary`` says there what it is, ``rank``
    where it stands, ``wrong`` is said to a value that it has not. ``column`` is its column in the database, ``rule``
    the rule of the table that holds it to what it needs and excludes, which ``says`` that in a sentence. ``letter``
    stands for it in a button, behind the pace, where it is not as usual; a term without one is in no button. Letters,
    columns, rules and the names in typed lines are in chats and databases, and never change.

    It may be otherwise than usual only at a pace that it ``needs``, which ``misfit`` says, beside none of those that it
    ``excludes`` (their names), which ``clash`` says, and, where ``alone`` says so, between two people. ``on_sheet``:
    the sheet of the web room asks for it.
    """

    name: str
    option: str
    summary: str
    rank: int
    wrong: str
    column: str
    rule: str = ""
    says: str = ""
    letter: str = ""
    needs: PaceNeeds = PaceNeeds.NOTHING
    misfit: Refused = None
    alone: Refused = None
    excludes: tuple[str, ...] = ()
    clash: Refused = None
    on_sheet: bool = False

    @property
    def usual(self) -> Any:
        """Its value where nothing else is agreed on."""
        return getattr(UNTIMED, self.name)

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Its values as they are typed, each with its name, the usual one first; none where they are too many."""
        return ()

    @property
    def words(self) -> Mapping[str, str]:
        """Its values by words that name them alone in a typed line."""
        return {}

    def named_alone(self, typed: str) -> str | None:
        """The value, as it is typed, that some words of a typed line name by themselves; None for other words."""
        return self.words.get(typed.casefold())

    def of(self, terms: "Terms") -> Any:
        """Its value among some terms."""
        return getattr(terms, self.name)

    def is_usual(self, terms: "Terms") -> bool:
        """Has it the value that it has where nothing else is agreed on?"""
        return bool(self.of(terms) == self.usual)

    def with_usual(self, terms: "Terms") -> "Terms":
        """The same terms with it as usual."""
        return terms.having(self, self.usual)

    def read(self, typed: str) -> Any:
        """The value that somebody has typed or chosen. Raises UnknownTerm."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class PaceTerm(MatchTerm):
    """The pace. Its letter in a button is that of the pace."""

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The paces, and none."""
        return PACE_CHOICES

    @property
    def words(self) -> Mapping[str, str]:
        """The names of the paces, and of none."""
        return {word: word for word in PACE_WORDS}

    def read(self, typed: str) -> Pace | None:
        """The pace that somebody has typed or chosen. Raises UnknownTerm."""
        return _named(self, PACE_WORDS, typed)


@dataclass(frozen=True, kw_only=True)
class FlagTerm(MatchTerm):
    """A term that is so or not. ``as_usual`` and ``otherwise`` are the names of its two values, ``alone_words`` the
    words that name one alone in a typed line.

    ``told`` are its values in a line of terms; one that is missing is not told. ``panel`` is the panel with its button:
    that has one ``label``, marked where it is so; or the labels of what it makes of it, so and not; or what is told of
    that. ``to_guest``: whoever is invited may answer with the other value, at once by a button that
    has the ``answer`` as its argument, which ``answer_says`` explains. ``evens`` is the refusal in games whose
    sides are alike, where the term evens the sides out; it is offered in no game that is even. ``host_option`` is what
    hosts must leave on in ``/setup`` for it to be offered.
    """

    as_usual: str
    otherwise: str
    alone_words: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[bool, str] = field(default_factory=dict)
    panel: TermPanel | None = None
    label: tuple[str, ...] = ()
    to_guest: bool = False
    answer: str = ""
    answer_says: str = ""
    evens: Refused = None
    host_option: str = ""
    hand: bool = False
    """Is it only for games in which the hunted side has pieces in hand? Then also where the game is even."""
    checked: bool = True
    """Does the table hold it to what it needs?"""

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Yes and no, the usual one first."""
        first, second = ("yes", "no") if self.usual else ("no", "yes")
        return (first, self.as_usual), (second, self.otherwise)

    @property
    def words(self) -> Mapping[str, str]:
        """Yes and no by words that name them alone in a typed line."""
        return self.alone_words

    def read(self, typed: str) -> bool:
        """Is it to be so? Raises UnknownTerm."""
        return _named(self, YES_WORDS, typed)

    def turned(self, terms: "Terms") -> "Terms":
        """The same terms with its other value."""
        return terms.having(self, not self.of(terms))


@dataclass(frozen=True, kw_only=True)
class NumberTerm(MatchTerm):
    """A term that is a number from 1 to ``most``, or is not there. ``before`` are the words in front of it in a typed
    line, ``unnamed`` is what the choice of none is called, ``label`` what it is.
    """

    most: int
    before: tuple[str, ...]
    label: str
    unnamed: str

    def named_alone(self, typed: str) -> str | None:
        """The number behind one of the words in front of it: ``bid 16``."""
        before, _, number = typed.casefold().partition(" ")
        return number if before in self.before and number.isdecimal() else None

    def read(self, typed: str) -> int:
        """The number that somebody has typed or chosen, without zeros before it. Raises UnknownTerm."""
        known = typed.isascii() and typed.isdecimal() and not typed.startswith("0")
        if not known or len(typed) > len(str(self.most)) or int(typed) > self.most:
            raise UnknownTerm(self, typed)
        return int(typed)


def _named(term: MatchTerm, values: Mapping[str, T], typed: str) -> T:
    """The value with a name. Raises UnknownTerm."""
    try:
        return values[typed.casefold()]
    except KeyError:
        raise UnknownTerm(term, typed) from None


@dataclass(frozen=True)
class Terms:
    """The terms that two people agree on when their match begins; without a pace it has no clock.

    ``away``: a player's days away stop the clock. ``watched``: others than the players may look on. ``mirror``: it is a
    mirror match, two at once with the sides swapped. ``bid``: so many pieces the hunted side has in hand at the start.
    ``our_number``: it begins at the number that makes the two even, and its result changes that number.
    """

    pace: Pace | None = None
    rated: bool = False
    away: bool = True
    watched: bool = True
    mirror: bool = False
    bid: int | None = None
    our_number: bool = False

    @property
    def matches(self) -> int:
        """The number of matches that begin with them."""
        return 2 if self.mirror else 1

    @property
    def both_sides(self) -> bool:
        """Does each of the two play both sides, one in each match?"""
        return self.mirror

    @property
    def of_one(self) -> "Terms":
        """The terms that are left where one person moves both sides, or plays the computer: no clock, and nothing that
        takes two people.
        """
        terms = replace(self, pace=None)
        for term in self.unusual:
            if term.alone or not term.needs.met_by(None):
                terms = term.with_usual(terms)
        return terms

    def having(self, term: MatchTerm, value: Any) -> "Terms":
        """The same with another value of a term."""
        return replace(self, **{term.name: value})

    @property
    def unusual(self) -> Iterator[MatchTerm]:
        """The terms that are otherwise than usual, the last row first."""
        return (each for each in reversed(tuple(TERMS.values())) if not each.is_usual(self))

    @property
    def misfits(self) -> Iterator[MatchTerm]:
        """Those of them that the pace does not allow."""
        return (each for each in self.unusual if not each.needs.met_by(self.pace))

    def clashing(self, term: MatchTerm) -> Iterator[MatchTerm]:
        """Those of them that exclude a term, or that it excludes."""
        return (each for each in self.unusual if each.name in term.excludes or term.name in each.excludes)

    def check(self, *, alone: bool) -> None:
        """Raises the refusal of a term that needs an opponent where somebody plays ``alone``, that excludes another,
        or that the pace does not allow: BidNeedsTwo, BidAlone, MirrorNeedsTwo, MirrorNeedsDays, AwayNeedsDays,
        RatedNeedsClock, NumberNeedsTwo, NumberAlone.
        """
        for term in self.unusual:
            if alone and term.alone:
                raise term.alone
            if term.clash and any(self.clashing(term)):
                raise term.clash
            if term.misfit and not term.needs.met_by(self.pace):
                raise term.misfit


UNTIMED = Terms()
"""Without a clock: against the computer, on practice boards, and wherever nothing else is agreed on."""

_ROWS: tuple[MatchTerm, ...] = (
    PaceTerm(
        name="pace",
        option="pace",
        summary=N_("How much time each of you has"),
        rank=10,
        wrong=N_("There is no pace called {name}. There are: {paces}."),
        column="pace",
        says="there is no such pace",
        on_sheet=True,
    ),
    FlagTerm(
        name="rated",
        option="rated",
        summary=N_("Does it count for your ratings?"),
        rank=30,
        wrong=N_("Behind rated: stands yes or no. With yes, the match counts for your ratings."),
        column="rated",
        rule="terms",
        says="a rated match has a pace",
        letter="=",
        needs=PaceNeeds.CLOCK,
        misfit=refusals.RatedNeedsClock,
        alone=refusals.RatedNeedsClock,
        as_usual=N_("Casual"),
        otherwise=N_("Rated: it counts"),
        alone_words=dict.fromkeys(typed_words("rated"), "yes") | dict.fromkeys(typed_words("casual"), "no"),
        told={True: N_("rated")},
        panel=TermPanel.PACES,
        label=(N_("Rated"), N_("Casual")),
        to_guest=True,
        host_option="ratings",
    ),
    FlagTerm(
        name="away",
        option="away",
        summary=N_("May days away stop the clocks?"),
        rank=20,
        wrong=N_("Behind away: stands yes or no. With no, days away do not stop the clocks."),
        column="away_ok",
        rule="terms",
        letter=CAPITAL,
        needs=PaceNeeds.DAYS,
        misfit=refusals.AwayNeedsDays,
        as_usual=N_("Days away stop the clocks"),
        otherwise=N_("Days away do not stop the clocks"),
        told={True: N_("days away allowed"), False: N_("without days away")},
        panel=TermPanel.PACES,
        checked=False,
    ),
    FlagTerm(
        name="watched",
        option="watch",
        summary=N_("May others watch?"),
        rank=90,
        wrong=N_("Behind watch: stands yes or no. With no, only the players see the board."),
        column="watched",
        rule="terms",
        on_sheet=True,
        as_usual=N_("Others may watch"),
        otherwise=N_("Nobody watches"),
        told={False: N_("nobody watches")},
    ),
    FlagTerm(
        name="mirror",
        option="mirror",
        summary=N_("One match, or two at once with the sides swapped"),
        rank=40,
        wrong=N_("Behind mirror: stands yes or no. With yes, two matches begin at once, the sides swapped."),
        column="mirror",
        says="a mirror match is not played live",
        letter="&",
        needs=PaceNeeds.NOT_LIVE,
        misfit=refusals.MirrorNeedsDays,
        alone=refusals.MirrorNeedsTwo,
        on_sheet=True,
        as_usual=N_("One match"),
        otherwise=N_("Mirror match: two at once, the sides swapped"),
        alone_words=dict.fromkeys(typed_words("mirror"), "yes"),
        told={True: N_("mirror match: two at once, the sides swapped")},
        panel=TermPanel.SIDES,
        label=(N_("Mirror match"),),
        to_guest=True,
        answer="two",
        answer_says=N_("Two matches at once, the sides swapped, which your host then accepts or declines."),
        evens=refusals.MirrorNeedsHunt,
    ),
    NumberTerm(
        name="bid",
        option="bid",
        summary=N_("So many pieces in hand for the side that is hunted: you play it"),
        rank=50,
        wrong=N_("Behind bid: stands a number: so many pieces in hand you want for the side that is hunted."),
        column="bid",
        says="a match by a bid is casual and no mirror match",
        letter="%",
        alone=refusals.BidNeedsTwo,
        excludes=("rated", "mirror"),
        clash=refusals.BidAlone,
        on_sheet=True,
        most=99,
        before=typed_words("bid"),
        label=N_("Bid"),
        unnamed=N_("No bid"),
    ),
    FlagTerm(
        name="our_number",
        option="number",
        summary=N_("Do you begin at the number at which you two are even?"),
        rank=60,
        wrong=N_("Behind number: stands yes or no. With yes, you begin at the number that makes you two even."),
        column="our_number",
        says="a match for the number of two is casual, no mirror match, and has no bid",
        letter="~",
        alone=refusals.NumberNeedsTwo,
        excludes=("rated", "mirror", "bid"),
        clash=refusals.NumberAlone,
        on_sheet=True,
        as_usual=N_("As the game usually begins"),
        otherwise=N_("Our number: begun so that you two are even"),
        alone_words=dict.fromkeys(typed_words("number"), "yes"),
        told={True: N_("our number: begun so that the two are even")},
        panel=TermPanel.PACES,
        label=(N_("Our number"),),
        to_guest=True,
        evens=refusals.NumberNeedsHand,
        hand=True,
    ),
)
TERMS: Mapping[str, MatchTerm] = {each.name: each for each in _ROWS}
"""By their names, in the order of their columns, of their letters in a button and of the line that tells them."""
FLAGS: tuple[FlagTerm, ...] = tuple(each for each in _ROWS if isinstance(each, FlagTerm))
NUMBERS: tuple[NumberTerm, ...] = tuple(each for each in _ROWS if isinstance(each, NumberTerm))

NamedTerms = Mapping[str, Any]
"""The values of those terms that somebody has named, by the names of the terms."""


def terms_named(typed: Mapping[str, str]) -> NamedTerms:
    """The terms that somebody has typed or chosen, by the names of their options. Raises UnknownTerm."""
    return {each.name: each.read(given) for each in TERMS.values() if (given := typed.get(each.option))}


def at_pace(pace: Pace | None, terms: Terms) -> Terms:
    """These terms at a pace, with all that it does not allow as usual."""
    wanted = replace(terms, pace=pace)
    for term in wanted.misfits:
        wanted = term.with_usual(wanted)
    return wanted
