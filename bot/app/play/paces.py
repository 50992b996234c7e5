"""The terms of a new match: how they are carried in a button, and the panels that offer them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.requests.context import Context
from bot.app.text.bids import bid_told
from bot.app.text.clock import pace_line, pace_name
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, Style
from bot.matches.bids import bids_in
from bot.matches.communities import Community
from bot.matches.invitation import is_offered, is_uneven
from bot.matches.pace import DEFAULT_PACE, Pace
from bot.matches.terms import (
    CAPITAL,
    FLAGS,
    TERMS,
    FlagTerm,
    MatchTerm,
    NumberTerm,
    PaceTerm,
    TermPanel,
    Terms,
    UnknownTerm,
    at_pace,
)
from bot.words import Words
from engine.ruleset import Ruleset


def _letters(term: MatchTerm) -> str:
    """The pattern of a term in a button."""
    if isinstance(term, PaceTerm):
        known = "".join(_BY_LETTER)
        return rf"(?P<{term.name}>[{known}{known.upper()}])"
    if term.letter in ("", CAPITAL):
        return ""
    number = rf"([1-9][0-9]{{0,{len(str(term.most)) - 1}}})" if isinstance(term, NumberTerm) else ""
    return rf"({re.escape(term.letter)}(?P<{term.name}>{number}))?"


BID = TERMS["bid"]
_PACE_LETTERS: dict[Pace | None, str] = {**{pace: pace.letter for pace in Pace}, None: "n"}
"""The letters for each pace in callback data, and for none."""
_BY_LETTER = {letter: pace for pace, letter in _PACE_LETTERS.items()}
PACES = tuple(_PACE_LETTERS)
"""The paces to choose from, and none."""
DEFAULT_TERMS = Terms(DEFAULT_PACE)
NO_SIDE = "random"
SIDES = {"first": 0, "second": 1}
"""The sides as they stand in a button."""
_WITH = "+"
_LETTERS = re.compile("".join(map(_letters, TERMS.values())))
"""The terms in a button: the letter of the pace, and those of what is otherwise than usual."""


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
    """The letters for the terms in a button."""
    pace, behind = _PACE_LETTERS[terms.pace], ""
    for term in terms_in_buttons():
        if term.is_usual(terms):
            continue
        if term.letter == CAPITAL:
            pace = pace.upper()
        else:
            behind = f"{behind}{term.letter}{term.of(terms) if isinstance(term, NumberTerm) else ''}"
    return f"{pace}{behind}"


def terms_in_buttons() -> Iterator[MatchTerm]:
    """The terms beside the pace that a button has room for, in the order of their letters."""
    return (each for each in TERMS.values() if each.letter)


def _terms_by_letter(letter: str) -> Terms:
    """The terms in a button, those that nobody has chosen where it carries none. Raises BadCallbackData."""
    if not letter:
        return DEFAULT_TERMS
    found = _LETTERS.fullmatch(letter)
    if not found:
        raise BadCallbackData(letter)
    terms = Terms(_BY_LETTER[found["pace"].lower()])
    for term in terms_in_buttons():
        carried = found["pace"].isupper() if term.letter == CAPITAL else found[term.name] is not None
        if carried and isinstance(term, FlagTerm):
            terms = term.turned(terms)
        elif carried and isinstance(term, NumberTerm):
            terms = terms.having(term, term.read(found[term.name]))
    if any(terms.misfits):
        raise BadCallbackData(letter)
    return terms


def with_carried(offered: Terms, chosen: Terms) -> Terms:
    """The terms in a button. What it has no room for stays as it was ``offered``."""
    carried = {each.name: each.of(chosen) for each in terms_in_buttons()}
    return replace(offered, pace=chosen.pace, **carried)


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


def no_such_term(context: Context, unknown: UnknownTerm) -> Answer:
    """The answer to a value that a term has not."""
    say = context.say
    paces = say.all_of([pace_name(pace, say) for pace in PACES])
    return Refusal(text=say(unknown.term.wrong, name=unknown.typed[:20], paces=paces))


def chosen_line(terms: Terms, say: Words) -> str:
    """The terms chosen in a panel: the pace, and what is otherwise than usual."""
    return _line(terms, tuple(each for each in FLAGS if each.letter), say)


def pace_option(terms: Terms, say: Words) -> str:
    """A choice in the menu of paces, with what stands beside it there."""
    return _line(terms, tuple(each for each in FLAGS if each.panel is TermPanel.PACES), say)


def _line(terms: Terms, flags: tuple[FlagTerm, ...], say: Words) -> str:
    unusual = (each for each in flags if not each.is_usual(terms))
    told = (say(each.told[each.of(terms)]) for each in unusual if each.of(terms) in each.told)
    return " · ".join((pace_line(terms.pace, say), *told))


async def pressed_pace(context: Context, data: CallbackData) -> Answer:
    """*Pace*: which one? Choosing one shows the panel of the game again. Raises BadCallbackData."""
    say, chosen = context.say, NewGame.read(data.argument)
    terms, without = chosen.terms, replace(chosen, terms=DEFAULT_TERMS)
    found = await context.community()
    options = tuple(
        Option(pace_option(each, say), terms_letter(each), chosen=each == terms)
        for each in (at_pace(pace, terms) for pace in PACES if found.offered(pace))
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
    turned = toggles_of(chosen, (found,), TermPanel.PACES)
    toggles = tuple(toggle(flag, chosen, other, say) for flag, other in turned)
    rows: tuple[Row, ...] = (menu, toggles) if toggles else (menu,)
    return PrivatePanel(title=game_name(chosen.ruleset, say), text=text, rows=rows, replace=True, stays=True)


def toggles_of(
    chosen: NewGame, found: Sequence[Community], panel: TermPanel | None = None
) -> Iterator[tuple[FlagTerm, NewGame]]:
    """The flags that can be turned in a panel of ``/play``, or where there is none in the answer of a guest, each with
    the choices that this makes; ``found`` are the communities in which the match is shown.
    """
    for flag in FLAGS:
        here = flag.panel is panel if panel else flag.to_guest
        if here and (other := _turned(flag, chosen, found)):
            yield flag, replace(chosen, terms=other)


def toggle(flag: FlagTerm, chosen: NewGame, other: NewGame, say: Words) -> Button:
    """The button of a panel of ``/play`` that turns a flag over."""
    marked = len(flag.label) == 1 and not flag.is_usual(chosen.terms)
    payload = str(CallbackData(Action.SIDE, argument=str(other)))
    return Button(toggle_label(flag, chosen.terms, say), payload, Style.GOOD if marked else Style.PLAIN)


def _turned(flag: FlagTerm, chosen: NewGame, found: Sequence[Community]) -> Terms | None:
    """The terms with the other value of a flag; None where that is not offered."""
    other = flag.turned(chosen.terms)
    if not flag.is_usual(other):
        off = flag.host_option and not all(each.has(flag.host_option) for each in found)
        if off or not is_offered(flag, chosen.ruleset):
            return None
    for term in other.clashing(flag) if flag.panel is TermPanel.SIDES else ():
        other = term.with_usual(other)
    fits = flag.needs.met_by(other.pace) and not any(other.clashing(flag))
    return other if fits else None


def toggle_label(flag: FlagTerm, terms: Terms, say: Words) -> str:
    """The button that turns a flag over: what it makes of it, or with a sign what it is now."""
    match flag.label:
        case (label,):
            return f"✓ {say(label)}" if flag.of(terms) else say(label)
        case (so, other):
            return say(other) if flag.of(terms) else say(so)
        case _:
            return say.sentence(say(flag.told[not flag.of(terms)]))


def with_bid(chosen: NewGame, below: int | None = None) -> NewGame | None:
    """The same with the highest bid that is lower than the one ``below``, or than the usual number, by whoever has
    chosen; None where nothing can be bid, or nothing lower, and where no bid stands in an even game.
    """
    bids = bids_in(chosen.ruleset)
    if bids is None or (below is None and not is_uneven(chosen.ruleset)):
        return None
    bid = (bids.usual if below is None else below) - 1
    terms = chosen.terms
    for term in terms.clashing(BID):
        terms = term.with_usual(terms)
    terms = replace(terms, bid=bid)
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
