"""The terms of a new match, its pace and whether days away stop the clock: how they are named in a command and carried
in a button, and the panel that offers all.
"""

import re
from dataclasses import dataclass, replace

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.requests.context import Context
from bot.app.requests.hosts import community_of
from bot.app.text.bids import bid_told
from bot.app.text.clock import away_name, mirror_name, pace_line, pace_name
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row
from bot.chat.commands import PACE_WORDS, YES_WORDS
from bot.matches.bids import bids_in
from bot.matches.communities import Community
from bot.matches.invitation import is_uneven
from bot.matches.pace import DEFAULT_PACE, Pace, Terms, at_pace
from bot.matches.refusals import AwayNeedsDays
from bot.words import Words
from engine.ruleset import Ruleset

_LETTERS: dict[Pace | None, str] = {**{pace: pace.letter for pace in Pace}, None: "n"}
"""The letters for each pace in callback data, and for none. Without days away it is the capital."""
_BY_LETTER = {letter: pace for pace, letter in _LETTERS.items()}
PACES = tuple(_LETTERS)
"""The paces to choose from, and none."""
DEFAULT_TERMS = Terms(DEFAULT_PACE)
NO_SIDE = "random"
SIDES = {"first": 0, "second": 1}
"""The sides as they stand in a button."""
_WITH, _RATED, _MIRRORED, _BID = "+", "=", "&", "%"

_BID_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)


class UnknownPace(LookupError):
    """No pace has this name."""


class UnknownAway(LookupError):
    """It is neither said that days away stop the clock nor that they do not."""


class UnknownRated(LookupError):
    """It is neither said that a match is rated nor that it is casual."""


class UnknownMirror(LookupError):
    """It is neither said that a match is a mirror match nor that it is not."""


class UnknownBid(LookupError):
    """A bid is not a number."""


class UnknownWatch(LookupError):
    """It is neither said that others may watch nor that nobody does."""


@dataclass(frozen=True)
class NewGame:
    """The choices of a person for a new match: the game, the side (``first``, ``second``, ``random``) and the terms."""

    ruleset: Ruleset
    side: str = NO_SIDE
    terms: Terms = DEFAULT_TERMS

    def __str__(self) -> str:
        """It as the argument of a button. The terms are left out where nobody has chosen others."""
        argument = f"{self.ruleset.short_id}:{self.side}"
        return argument if self.terms == DEFAULT_TERMS else f"{argument}:{terms_letter(self.terms)}"

    @classmethod
    def read(cls, argument: str) -> "NewGame":
        """The choice that ``str`` wrote. Raises BadCallbackData."""
        game, _, rest = argument.partition(":")
        side, _, letter = rest.partition(":")
        if side not in (NO_SIDE, *SIDES):
            raise BadCallbackData(argument)
        return cls(ruleset_named(game), side, _terms_by_letter(letter))

    @property
    def host_side(self) -> int | None:
        """The side the host wants, None for a coin."""
        return SIDES.get(self.side)


def terms_letter(terms: Terms) -> str:
    """The letter for the terms in a button."""
    letter = _LETTERS[terms.pace]
    rated, mirrored = _RATED if terms.rated else "", _MIRRORED if terms.mirror else ""
    bid = "" if terms.bid is None else f"{_BID}{terms.bid}"
    return f"{letter if terms.away else letter.upper()}{rated}{mirrored}{bid}"


def _terms_by_letter(letter: str) -> Terms:
    """The terms in a button, those that nobody has chosen where it carries none. Raises BadCallbackData."""
    if not letter:
        return DEFAULT_TERMS
    without, has_bid, bid = letter.partition(_BID)
    single = without.removesuffix(_MIRRORED)
    named = single.removesuffix(_RATED)
    if named.lower() not in _BY_LETTER:
        raise BadCallbackData(letter)
    terms = Terms(_BY_LETTER[named.lower()], rated=named != single, away=named.islower())
    terms = replace(terms, mirror=single != without, bid=_bid_in(bid) if has_bid else None)
    if terms.unsound or terms.two_live or (terms.rated and terms.pace is None):
        raise BadCallbackData(letter)
    return terms


def _bid_in(letter: str) -> int:
    """The bid in a button. Raises BadCallbackData."""
    if not _BID_NUMBER.fullmatch(letter):
        raise BadCallbackData(letter)
    return int(letter)


def terms_named(pace: str, away: str, watch: str, rated: str = "", mirror: str = "", bid: str = "") -> Terms:
    """The terms that somebody has typed or chosen, the default ones for empty names.

    Raises UnknownPace, UnknownAway, UnknownWatch, UnknownRated, UnknownMirror, UnknownBid, AwayNeedsDays.
    """
    if bid and not _BID_NUMBER.fullmatch(bid):
        raise UnknownBid(bid)
    if mirror.casefold() not in YES_WORDS:
        raise UnknownMirror(mirror)
    counts = rated.casefold()
    if counts not in YES_WORDS:
        raise UnknownRated(rated)
    if watch.casefold() not in YES_WORDS:
        raise UnknownWatch(watch)
    if away.casefold() not in YES_WORDS:
        raise UnknownAway(away)
    is_rated, with_away = bool(counts) and YES_WORDS[counts], YES_WORDS[away.casefold()]
    terms = Terms(pace_named(pace), is_rated, with_away, YES_WORDS[watch.casefold()])
    terms = replace(terms, mirror=bool(mirror) and YES_WORDS[mirror.casefold()], bid=int(bid) if bid else None)
    if terms.unsound:
        raise AwayNeedsDays
    return terms


def pace_named(name: str) -> Pace | None:
    """The pace that somebody has typed or chosen, the default one for an empty name. Raises UnknownPace."""
    if not name:
        return DEFAULT_PACE
    try:
        return PACE_WORDS[name.casefold()]
    except KeyError:
        raise UnknownPace(name) from None


def with_terms(whom: str, terms: Terms) -> str:
    """The opponent in a button, and the terms beside it where they are not the default ones."""
    return whom if terms == DEFAULT_TERMS else f"{whom}{_WITH}{terms_letter(terms)}"


def split_terms(whom: str) -> tuple[str, Terms]:
    """The opponent and the terms in a button. Raises BadCallbackData."""
    opponent, _, letter = whom.partition(_WITH)
    return opponent, _terms_by_letter(letter)


def pace_button(context: Context, chosen: NewGame) -> Button:
    """The button that tells the pace chosen, and offers the others."""
    label = context.say("Pace: {pace}", pace=pace_name(chosen.terms.pace, context.say))
    return Button(label, str(CallbackData(Action.PACE, argument=str(chosen))))


def no_such_pace(context: Context, name: str) -> Answer:
    """The answer to a pace that there is not."""
    paces = context.say.all_of([pace_name(pace, context.say) for pace in _LETTERS])
    return Refusal(text=context.say("There is no pace called {name}. There are: {paces}.", name=name[:20], paces=paces))


def neither_yes_nor_no(context: Context) -> Answer:
    """The answer to something else than yes or no about days away."""
    return Refusal(text=context.say("Behind away: stands yes or no. With no, days away do not stop the clocks."))


def neither_rated_nor_not(context: Context) -> Answer:
    """The answer to something else than yes or no about ratings."""
    return Refusal(text=context.say("Behind rated: stands yes or no. With yes, the match counts for your ratings."))


def neither_mirrored_nor_not(context: Context) -> Answer:
    """The answer to something else than yes or no about a mirror match."""
    text = context.say("Behind mirror: stands yes or no. With yes, two matches begin at once, the sides swapped.")
    return Refusal(text=text)


def no_such_bid(context: Context) -> Answer:
    """The answer to a bid that is not a number."""
    text = context.say("Behind bid: stands a number: so many pieces in hand you want for the side that is hunted.")
    return Refusal(text=text)


def neither_watched_nor_not(context: Context) -> Answer:
    """The answer to something else than yes or no about those who watch."""
    return Refusal(text=context.say("Behind watch: stands yes or no. With no, only the players see the board."))


def chosen_line(terms: Terms, say: Words) -> str:
    """The terms chosen in a panel: the pace, and where it is so that it is rated, and that there are no days away."""
    parts = [pace_line(terms.pace, say)]
    if terms.rated:
        parts.append(say("rated"))
    if not terms.away:
        parts.append(away_name(terms, say))
    if terms.mirror:
        parts.append(mirror_name(say))
    return " · ".join(parts)


async def pressed_pace(context: Context, data: CallbackData) -> Answer:
    """*Pace*: which one? Choosing one shows the panel of the game again. Raises BadCallbackData."""
    say, chosen = context.say, NewGame.read(data.argument)
    terms, without = chosen.terms, replace(chosen, terms=DEFAULT_TERMS)
    found = await community_of(context)
    options = tuple(
        Option(chosen_line(replace(each, mirror=False), say), terms_letter(each), chosen=each == terms)
        for each in (at_pace(pace, terms) for pace in PACES if found.offered(pace))
    )
    other = replace(terms, away=not terms.away)
    toggle = Button(
        say.sentence(away_name(other, say)), str(CallbackData(Action.SIDE, argument=str(replace(chosen, terms=other))))
    )
    text = "\n".join(
        (
            say("How much time should each of you have? What a move takes beyond its time comes out of the bank."),
            say(
                "{paces} are for two who sit at the board together: who has no time left has lost. In the "
                "others the clock does not run in your quiet hours (/settings), and when the time is over, the "
                "opponent may claim the win, but need not.",
                paces=say.all_of([pace_name(pace, say) for pace in Pace if pace.live]),
            ),
            say("Without days away, neither /away nor what begins by itself stops the clock."),
            say("A rated match counts for your ratings. It is lost when the time is over, and there are no hints."),
        )
    )
    menu = Menu(str(CallbackData(Action.SIDE, argument=str(without))), say("Pace"), options)
    toggles = (*rated_button(context, chosen, found), *(() if other.unsound else (toggle,)))
    rows: tuple[Row, ...] = (menu, toggles) if toggles else (menu,)
    return PrivatePanel(title=game_name(chosen.ruleset, say), text=text, rows=rows, replace=True, stays=True)


def rated_button(context: Context, chosen: NewGame, found: Community) -> tuple[Button, ...]:
    """The button that makes a match rated, or casual again; none without a clock, and where no match is rated."""
    other = replace(chosen.terms, rated=not chosen.terms.rated)
    if other.pace is None or other.bid is not None or (other.rated and not found.has("ratings")):
        return ()
    label = context.say("Rated") if other.rated else context.say("Casual")
    return (Button(label, str(CallbackData(Action.SIDE, argument=str(replace(chosen, terms=other))))),)


def mirror_terms(chosen: NewGame) -> tuple[Terms, ...]:
    """The same terms with a mirror match, or without it; none where the game is even and the pace knows none."""
    other = replace(chosen.terms, mirror=not chosen.terms.mirror, bid=None)
    return (other,) if (is_uneven(chosen.ruleset) or not other.mirror) and not other.two_live else ()


def with_bid(chosen: NewGame, below: int | None = None) -> NewGame | None:
    """The same with the highest bid that is lower than the one ``below``, or than the usual number, by whoever has
    chosen; None where nothing can be bid, or nothing lower, and where no bid stands in an even game.
    """
    bids = bids_in(chosen.ruleset)
    if bids is None or (below is None and not is_uneven(chosen.ruleset)):
        return None
    bid = (bids.usual if below is None else below) - 1
    terms = replace(chosen.terms, rated=False, mirror=False, bid=bid)
    return replace(chosen, side=list(SIDES)[bids.side], terms=terms) if bid in bids else None


def bid_choices(chosen: NewGame, below: int | None, say: Words) -> tuple[Option, ...]:
    """The numbers that may be bid, the highest first, each as the terms in a button; those lower than ``below``, where
    a bid stands.
    """
    bids = bids_in(chosen.ruleset)
    if bids is None or chosen.terms.bid is None:
        return ()
    most = bids.most if below is None else below - 1
    return tuple(
        Option(
            bid_told(chosen.ruleset, bid, say),
            terms_letter(replace(chosen.terms, bid=bid)),
            chosen=bid == chosen.terms.bid,
        )
        for bid in range(most, bids.least - 1, -1)
    )


def bid_label(terms: Terms, say: Words) -> str:
    """The button that makes a bid, or takes it back; the sign says which it is now."""
    return f"✓ {say('Bid')}" if terms.bid is not None else say("Bid")


def mirror_label(terms: Terms, say: Words) -> str:
    """The button that makes a mirror match of it, or a single match again; the sign says which it is now."""
    return f"✓ {say('Mirror match')}" if terms.mirror else say("Mirror match")
