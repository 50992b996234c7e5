"""*Change terms*: who is invited answers with another side, pace or rules, and the host accepts or declines that.

The answer takes the place of an invitation to one person. One to anybody stays open beside it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.app.boards.board_text import board_title, invites_you
from bot.app.boards.match_message import BIDDING, button
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.play.paces import (
    DEFAULT_TERMS,
    NO_SIDE,
    PACES,
    SIDES,
    NewGame,
    bid_choices,
    bid_label,
    chosen_line,
    pace_option,
    terms_letter,
    toggle_label,
    toggles_of,
    with_bid,
    with_carried,
)
from bot.app.play.play import open_match
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import versions
from bot.app.requests.hosts import as_admitted
from bot.app.requests.visibility import check_may_see
from bot.app.text.bids import your_bidding
from bot.app.text.names import game_name, side_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Style, Toast
from bot.matches.evening import EvenStart
from bot.matches.handicaps import men_given
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.our_number import numbers_in
from bot.matches.refusals import ChallengeAsItIs, NotForYou
from bot.matches.terms import FLAGS, Terms, at_pace
from bot.words import Words
from engine.position import Position, start_position
from engine.ruleset import Ruleset

_OF_MENU = ":"
"""Behind the argument of the menu of paces, so that it differs from that of the side that is chosen."""
_OF_BIDS = "::"
"""The same for the menu of bids."""
_EVEN = re.compile(r"([01]):(-?[0-9]{1,2})", re.ASCII)


async def pressed_terms(context: Context, data: CallbackData) -> Answer:
    """The panel in which a guest chooses other terms, with what they have chosen so far; as it was offered at first, or
    with another term or a bid where they have pressed that.

    Raises BadCallbackData, NotForYou, OwnInvitation, AlreadyTaken, MatchOver.
    """
    match = await _to_answer(context, data)
    offered = _offered(match)
    for flag in FLAGS:
        if flag.answer and data.argument == flag.answer:
            other = offered.terms if not flag.is_usual(offered.terms) else flag.turned(offered.terms)
            return await _panel(context, match, replace(offered, terms=other))
    if data.argument == BIDDING:
        return await _panel(context, match, with_bid(offered, match.terms.bid) or offered)
    return await _panel(context, match, _chosen(match, data) if data.argument else offered)


async def pressed_send(context: Context, data: CallbackData) -> Answer:
    """*Send*: the guest is now the host of the invitation, on the terms in the button, or with the bid in it.

    Raises BadCallbackData, and what ``MatchService.counter`` and ``open_match`` raise.
    """
    match = await _to_answer(context, data)
    number = data.argument.removeprefix(BIDDING)
    chosen = with_bid(_offered(match), int(number) + 1) if number.isdecimal() else _chosen(match, data)
    if chosen is None:
        raise BadCallbackData(str(data))
    if chosen == _offered(match):
        return await _panel(context, match, chosen, unchanged=True)
    return await _send(context, match, chosen.ruleset, chosen.host_side, chosen.terms)


async def pressed_even(context: Context, data: CallbackData) -> Answer:
    """The start at which the two of an invitation would be about even, as the button names it: the guest now invites
    the host to that; the host makes their invitation anew.

    Raises BadCallbackData, NotForYou, ChallengeAsItIs, what ``MatchOpener.open`` raises for the host, and for the guest
    what ``MatchService.counter`` raises.
    """
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    if match.event:
        raise ChallengeAsItIs
    if match.open:
        raise NotForYou
    ruleset, now = match.game.ruleset, context.now()
    start = _even_start(ruleset, data)
    position, terms = start.position(ruleset), start.terms(ruleset, match.terms)
    if context.player.id == match.host:
        match.withdraw(context.player.id, now)  # refused before anything is made
        answer = await open_match(
            context,
            Invitation(ruleset, None, start.host_side, position, player=match.invited, terms=terms),
        )
        event = f"{context.request.event} instead"
        await context.services.matches.act(event, context.player, match.code, lambda m, at: m.withdraw(m.host, at))
        return answer
    await _to_answer(context, data)
    return await _send(context, match, ruleset, 1 - start.host_side, terms, position)


def _even_start(ruleset: Ruleset, data: CallbackData) -> EvenStart:
    """The start that a button names. Raises BadCallbackData."""
    named, numbers = _EVEN.fullmatch(data.argument), numbers_in(ruleset)
    if named is None or numbers is None or (number := int(named[2])) not in numbers or number == numbers.usual:
        raise BadCallbackData(str(data))
    return EvenStart(int(named[1]), number)


async def _send(
    context: Context,
    match: Match,
    ruleset: Ruleset,
    side: int | None,
    terms: Terms,
    position: Position | None = None,
) -> Answer:
    """Answer an invitation with other terms, or from a position.

    Raises what ``MatchService.counter`` raises, and for an invitation to anybody what ``open_match`` raises.
    """
    if match.open:
        begins = match.game.positions[0] if ruleset == match.game.ruleset and terms.bid is None else None
        elsewhere = begins if begins != start_position(ruleset) else None
        answered = Invitation(ruleset, None, side, elsewhere, player=match.host, terms=terms)
        return await open_match(context, answered)
    wanted = (context.request.event, context.player, match.code, ruleset, side, terms)
    after = await as_admitted(context, partial(context.services.matches.counter, *wanted, position=position))
    card = await context.tools.cards.named(after, context.say)
    return Toast(context.say("Sent. Now {guest} accepts or declines.", guest=card.invited), closes=True)


async def _to_answer(context: Context, data: CallbackData) -> Match:
    """The invitation that this person may answer with other terms."""
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    match.check_may_accept(context.player.id, context.now())
    return match


def _rules(match: Match) -> Sequence[Ruleset]:
    """The rules to choose from. A game that begins at a position of its own is played by the rules it came with."""
    ruleset = match.game.ruleset
    if match.terms.bid is None and match.game.positions[0] != start_position(ruleset):
        return (ruleset,)
    return versions(ruleset) or (ruleset,)


def _offered(match: Match) -> NewGame:
    """The terms of an invitation, as the guest would offer the same."""
    side = NO_SIDE if match.host_side is None else list(SIDES)[1 - match.host_side]
    return NewGame(match.game.ruleset, side, match.terms)


def _chosen(match: Match, data: CallbackData) -> NewGame:
    """The terms in a button. What it has no room for stays as it was offered. Raises BadCallbackData."""
    chosen = NewGame.read(data.argument.replace(f"{_OF_BIDS}:", ":").replace(f"{_OF_MENU}:", ":"))
    if chosen.ruleset not in _rules(match):
        raise BadCallbackData(str(data))
    return replace(chosen, terms=with_carried(match.terms, chosen.terms))


def _bid_toggle(match: Match, chosen: NewGame) -> tuple[NewGame, ...]:
    """The same with a bid, or without it; none where there is nothing to bid, or the match begins elsewhere."""
    begins = match.terms.bid is not None or match.game.positions[0] == start_position(match.game.ruleset)
    if not begins:
        return ()
    if chosen.terms.bid is not None:
        return (replace(chosen, terms=replace(chosen.terms, bid=None)),)
    standing = match.terms.bid if chosen.ruleset == match.game.ruleset else None
    bid = with_bid(chosen, standing)
    return (bid,) if bid else ()


def _your_bid(chosen: NewGame, say: Words) -> str:
    side, bid = chosen.host_side, chosen.terms.bid
    return "" if bid is None or side is None else your_bidding(chosen.ruleset, bid, side, say)


async def _panel(context: Context, match: Match, chosen: NewGame, *, unchanged: bool = False) -> Answer:
    say = context.say
    card = await context.tools.cards.named(match, say)

    def payload(other: NewGame) -> str:
        return str(CallbackData(Action.CHANGE_TERMS, match.code, match.game.ply, str(other)))

    has_handicap = match.host_side is not None and men_given(match.game.ruleset, match.game.positions[0])
    labels = {} if chosen.terms.bid is not None or has_handicap else {NO_SIDE: say("By lot")}
    labels |= {name: side_name(chosen.ruleset, at, say) for name, at in SIDES.items()}
    sides = tuple(
        Button(f"✓ {label}" if name == chosen.side else label, payload(replace(chosen, side=name)))
        for name, label in labels.items()
    )
    single = replace(chosen, terms=replace(chosen.terms, bid=None))
    numbers = bid_choices(chosen, match.terms.bid, say)
    lower = chosen if match.terms.bid is None else with_bid(chosen, match.terms.bid) or chosen
    bids = (Menu(f"{payload(replace(lower, terms=DEFAULT_TERMS))}{_OF_BIDS}", say("Bid"), numbers),) if numbers else ()
    found = await context.services.communities.of_match(match.code)
    paces = [at_pace(pace, chosen.terms) for pace in PACES if all(each.offered(pace) for each in found)]
    pace = Menu(
        f"{payload(replace(chosen, terms=DEFAULT_TERMS))}{_OF_MENU}",
        say("Pace"),
        tuple(
            Option(
                pace_option(each, say),
                terms_letter(each),
                chosen=each.pace is chosen.terms.pace,
            )
            for each in paces
        ),
    )
    rules = [
        Option(game_name(each, say), payload(replace(single, ruleset=each)), chosen=each == chosen.ruleset)
        for each in _rules(match)
    ]
    other_rules = (Menu(MENU_OF_PAYLOADS, say("By which rules?"), tuple(rules)),) if len(rules) > 1 else ()
    turned = toggles_of(chosen, found)
    toggles = tuple(Button(toggle_label(flag, chosen.terms, say), payload(other)) for flag, other in turned)
    bid = _bid_toggle(match, chosen)
    bidding = tuple(Button(bid_label(chosen.terms, say), payload(each)) for each in bid)
    send = button(match, say("Send to {guest}", guest=card.host), Action.SEND_TERMS, Style.GOOD, str(chosen))
    lines = (
        invites_you(card, say),
        say(
            "Which side do you want, at which pace and by which rules? {guest} then accepts or declines.",
            guest=card.host,
        ),
        say("It becomes an invitation of yours: theirs stays open to anybody.") if match.open else "",
        game_name(chosen.ruleset, say) if other_rules else "",
        chosen_line(chosen.terms, say),
        _your_bid(chosen, say),
        say("Nothing has changed yet.") if unchanged else "",
    )
    return PrivatePanel(
        title=board_title(match, say),
        text="\n".join(line for line in lines if line),
        rows=(sides, pace, *bids, *other_rules, (*toggles, *bidding, send)),
        replace=True,
    )
