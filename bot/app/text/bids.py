"""The words of bids: so many pieces in hand for the side that is hunted."""

from bot.app.text.names import game_name, score_line, side_name
from bot.matches.bids import BidRange, bids_in
from bot.matches.evening import EvenOffer
from bot.matches.handicaps import men_given, men_of
from bot.matches.match import Match
from bot.matches.our_number import NumberRange, OurNumber, number_begun, numbers_in
from bot.matches.score import BidScore, points_text
from bot.matches.status import Status
from bot.words import Words
from engine.game import Game
from engine.position import start_position
from engine.ruleset import Ruleset


def bid_told(ruleset: Ruleset, bid: int, say: Words) -> str:
    """A bid as a choice: 16 goats in hand; with the usual number where it is that."""
    bids = bids_in(ruleset)
    if bids is None:
        return ""
    facts = {"count": bid, "pieces": say.noun(ruleset.kind[bids.letter].noun, bid)}
    return (
        say("{count} {pieces} in hand, as usual", **facts)
        if bid == bids.usual
        else say("{count} {pieces} in hand", **facts)
    )


def by_bid(match: Match, say: Words) -> str:
    """That a match begins by a bid, or at the number of the two, in its title: by a bid: 16 goats."""
    bids, bid = bids_in(match.game.ruleset), match.terms.bid
    if not bids and match.terms.our_number and match.status is not Status.INVITED:
        return say("our number: {men}", men=_without(match.game, say))
    if men_given(match.game.ruleset, match.game.positions[0]):
        return _without(match.game, say)
    if bids and match.terms.our_number and match.status is not Status.INVITED:
        count = match.game.positions[0].in_hand(bids.letter)
        return say("our number: {count} {pieces}", count=count, pieces=_pieces(match.game.ruleset, count, say))
    if bids is None or bid is None:
        return ""
    return say("by a bid: {count} {pieces}", count=bid, pieces=say.noun(match.game.ruleset.kind[bids.letter].noun, bid))


def game_told(match: Match, say: Words) -> str:
    """The game of a match in a list, with the bid by which it begins."""
    game, bid = game_name(match.game.ruleset, say), by_bid(match, say)
    return f"{game}, {bid}" if bid else game


def bid_stood(match: Match, say: Words) -> str:
    """The bid by which a match was played, or the number of the two, beside its result; empty where there was none."""
    ruleset, bid = match.game.ruleset, match.terms.bid
    bids = bids_in(ruleset)
    if bids and match.terms.our_number:
        return _number_changed(match, bids, say)
    if (numbers := numbers_in(ruleset)) and match.terms.our_number:
        return _given_next(match, numbers, say)
    if bids is None or bid is None:
        return ""
    pieces = say.noun(ruleset.kind[bids.letter].noun, bid)
    return say("The bid was {count} {pieces} in hand (usual: {usual}).", pieces=pieces, **_counted(ruleset, bid))


def _number_changed(match: Match, bids: BidRange, say: Words) -> str:
    """The number at which a match was played, and what its result makes of it."""
    count, outcome = match.game.positions[0].in_hand(bids.letter), match.game.outcome
    winner = outcome.winner if outcome else None
    facts = {"count": count, "pieces": _pieces(match.game.ruleset, count, say)}
    if winner == bids.side and count - 1 in bids:
        return say("Our number: {count} {pieces}, one fewer next time.", **facts)
    if winner == 1 - bids.side and count + 1 in bids:
        return say("Our number: {count} {pieces}, one more next time.", **facts)
    return say("Our number: {count} {pieces}, as many next time.", **facts)


def number_of_two(ruleset: Ruleset, number: OurNumber, names: tuple[str, str], say: Words) -> str:
    """The number at which two people are even: Adi and Siti: 15½ goats; in draughts: Adi gives Siti 2 men."""
    if not bids_in(ruleset):
        first, second = names if number.next >= 0 else names[::-1]
        return _given(ruleset, abs(number.next), first, second, say)
    facts = {"name": names[0], "other": names[1], "pieces": _pieces(ruleset, 2, say)}
    return say("{name} and {other}: {count} {pieces}", count=points_text(number.half_pieces), **facts)


def _given(ruleset: Ruleset, men: int, giver: str, other: str, say: Words) -> str:
    if not men:
        return say("{name} and {other} play without a handicap.", name=giver, other=other)
    return say(
        "{name} gives {other} {count} {pieces}.", name=giver, other=other, count=men, pieces=_men(ruleset, men, say)
    )


def _without(game: Game, say: Words) -> str:
    """The men that a side has begun without."""
    number = number_begun(game) or 0
    if not number:
        return say("no handicap")
    side, men = side_name(game.ruleset, int(number < 0), say), abs(number)
    return say("{side} without {count} {pieces}", side=side, count=men, pieces=_men(game.ruleset, men, say))


def handicap_told(match: Match, names: tuple[str, str], say: Words) -> str:
    """That one of the host and the guest of an invitation gives the other so many men; empty where neither does."""
    ruleset = match.game.ruleset
    men = men_given(ruleset, match.game.positions[0])
    if not men or match.host_side is None:
        return ""
    giver, other = names if (men > 0) == (match.host_side == 0) else names[::-1]
    return _given(ruleset, abs(men), giver, other, say)


def evening_told(match: Match, found: EvenOffer, names: tuple[str, str], say: Words) -> str:
    """That the host or the guest of an invitation has the higher rating, and a start at which they would be even."""
    ruleset, number = match.game.ruleset, found.start.number
    name, other = names[::-1] if found.guest_leads else names
    facts: dict[str, object] = {"name": name, "other": other, "points": found.points}
    if bids_in(ruleset):
        side = 1 - found.start.host_side if found.guest_leads else found.start.host_side
        sides = {"side": side_name(ruleset, side, say), "other_side": side_name(ruleset, 1 - side, say)}
        told = say(
            "{name}, with {side}, is rated {points} points higher than {other} with {other_side}. With {count} "
            "{pieces} in hand (usual: {usual}) you two would be about even.",
            pieces=_pieces(ruleset, number, say),
            **facts,
            **sides,
            **_counted(ruleset, number),
        )
    else:
        men = {"count": abs(number), "pieces": _men(ruleset, abs(number), say)}
        told = say(
            "{name} is rated {points} points higher here. With {count} {pieces} less for {name} you two would be about "
            "even.",
            **facts,
            **men,
        )
    casual = say("The match is then casual.")
    return f"{told} {casual}" if match.terms.rated else told


def even_label(ruleset: Ruleset, found: EvenOffer, names: tuple[str, str], say: Words) -> str:
    """The button that takes it: 2 men less for Siti, or 16 goats in hand."""
    number = found.start.number
    if bids_in(ruleset):
        return bid_told(ruleset, number, say)
    name = names[int(found.guest_leads)]
    return say("{count} {pieces} less for {name}", count=abs(number), pieces=_men(ruleset, abs(number), say), name=name)


def _given_next(match: Match, numbers: NumberRange, say: Words) -> str:
    """The men that were given in a match, and what its result makes of them."""
    begun, outcome = number_begun(match.game) or 0, match.game.outcome
    after, men = begun + numbers.step(outcome.winner if outcome else None, 0), _without(match.game, say)
    if after not in numbers or after == begun:
        return say("Our number: {men}, as many next time.", men=men)
    if abs(after) > abs(begun):
        return say("Our number: {men}, one more next time.", men=men)
    return say("Our number: {men}, one fewer next time.", men=men)


def _men(ruleset: Ruleset, count: int, say: Words) -> str:
    letter = start_position(ruleset).cells[men_of(ruleset, 0)[0]]
    return say.noun(ruleset.kind[letter].noun, count)


def begins_with(ruleset: Ruleset, number: OurNumber, names: tuple[str, str], say: Words) -> str:
    """With how many pieces in hand, or men less, an invitation for the number of the two begins."""
    if not bids_in(ruleset):
        return number_of_two(ruleset, number, names, say)
    pieces = _pieces(ruleset, number.next, say)
    return say(
        "It begins with {count} {pieces} in hand (usual: {usual}).", pieces=pieces, **_counted(ruleset, number.next)
    )


def _pieces(ruleset: Ruleset, count: int, say: Words) -> str:
    bids = bids_in(ruleset)
    return say.noun(ruleset.kind[bids.letter].noun, count) if bids else ""


def bids_scored(ruleset: Ruleset, found: BidScore, say: Words) -> str:
    """The score of the matches that two have played by bids; empty where the game has none any more."""
    bids = bids_in(ruleset)
    if bids is None:
        return ""
    score, pieces = score_line(found.score, None, say), say.noun(ruleset.kind[bids.letter].noun, found.most)
    if found.least == found.most:
        return say("By a bid of {count} {pieces}: {score}", count=found.most, pieces=pieces, score=score)
    facts = {"least": found.least, "most": found.most}
    return say("By bids of {least} to {most} {pieces}: {score}", **facts, pieces=pieces, score=score)


def bidding(ruleset: Ruleset, bid: int, bidder: str, side: int, say: Words) -> str:
    """With how many pieces in hand a person plays their ``side``, or against how many."""
    facts = {"name": bidder, "side": side_name(ruleset, side, say), **_counted(ruleset, bid)}
    if _hunts(ruleset, side):
        return say("{name} plays {side}, against {count} in hand (usual: {usual}).", **facts)
    return say("{name} plays {side} with {count} in hand (usual: {usual}).", **facts)


def your_bidding(ruleset: Ruleset, bid: int, side: int, say: Words) -> str:
    """The same, as that person reads it."""
    facts = {"side": side_name(ruleset, side, say), **_counted(ruleset, bid)}
    if _hunts(ruleset, side):
        return say("You play {side}, against {count} in hand (usual: {usual}).", **facts)
    return say("You play {side} with {count} in hand (usual: {usual}).", **facts)


def _counted(ruleset: Ruleset, bid: int) -> dict[str, int]:
    bids = bids_in(ruleset)
    return {"count": bid, "usual": bids.usual if bids else bid}


def _hunts(ruleset: Ruleset, side: int) -> bool:
    return side == ruleset.hunters
