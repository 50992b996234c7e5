"""The words of bids: so many pieces in hand for the side that is hunted."""

from bot.app.text.names import game_name, score_line, side_name
from bot.matches.bids import bids_in
from bot.matches.match import Match
from bot.matches.score import BidScore
from bot.words import Words
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
    """That a match begins by a bid, in its title: by a bid: 16 goats."""
    bids, bid = bids_in(match.game.ruleset), match.terms.bid
    if bids is None or bid is None:
        return ""
    return say("by a bid: {count} {pieces}", count=bid, pieces=say.noun(match.game.ruleset.kind[bids.letter].noun, bid))


def game_told(match: Match, say: Words) -> str:
    """The game of a match in a list, with the bid by which it begins."""
    game, bid = game_name(match.game.ruleset, say), by_bid(match, say)
    return f"{game}, {bid}" if bid else game


def bid_stood(match: Match, say: Words) -> str:
    """The bid by which a match was played, beside its result; empty where there was none."""
    ruleset, bid = match.game.ruleset, match.terms.bid
    bids = bids_in(ruleset)
    if bids is None or bid is None:
        return ""
    pieces = say.noun(ruleset.kind[bids.letter].noun, bid)
    return say("The bid was {count} {pieces} in hand (usual: {usual}).", pieces=pieces, **_counted(ruleset, bid))


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
