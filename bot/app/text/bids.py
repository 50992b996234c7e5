"""The words of bids: so many pieces in hand for the side that is hunted."""

from bot.app.text.names import side_name
from bot.matches.bids import bids_in
from bot.matches.match import Match
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
