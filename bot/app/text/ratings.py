"""Ratings in words: a number, with a question mark while it is provisional, and what a match has done to it."""

from collections.abc import Sequence

from bot.matches.rating import AGAINST_ONE_IN_A_WEEK, RULED_FROM, SHORTEST, NotCounted, PlayerRating, RatedResult
from bot.words import N_, Words

_WHY: dict[NotCounted, str] = {
    NotCounted.SHORT: N_("Not counted: a side has made fewer than {count} moves."),
    NotCounted.OFTEN: N_("Not counted: {count} matches of you two have counted within a week."),
    NotCounted.UNPROVEN: N_("Not counted: in the web room anybody may take any name."),
    NotCounted.LEFT: N_("Not counted: a player has deleted their data."),
    NotCounted.SAME: N_("Not counted: both are one person."),
    NotCounted.HINTS: N_("Not counted: there were hints."),
    NotCounted.POSITION: N_("Not counted: it did not begin where the game begins."),
    NotCounted.RULED: N_(
        "Not counted: what the staff decides counts only after {count} moves of each, and where neither is of the "
        "staff."
    ),
}
_COUNTS = {NotCounted.SHORT: SHORTEST, NotCounted.OFTEN: AGAINST_ONE_IN_A_WEEK, NotCounted.RULED: RULED_FROM}


def rating_text(rating: PlayerRating) -> str:
    """A rating as people read it: 1612, or 1480? while it is provisional."""
    return f"{rating.rating.rating:.0f}{'?' if rating.provisional else ''}"


def results_line(results: Sequence[tuple[str, RatedResult]], say: Words) -> str:
    """The changes a match made to its players' ratings, each with a name, in one line; empty if nothing is known."""
    for _, result in results:
        if result.not_counted:
            return say(_WHY[result.not_counted], count=_COUNTS.get(result.not_counted, 0))
    # In words: voices that read a chat out are silent at an arrow.
    changes = [
        say(
            "{name} from {before} to {after}",
            name=name,
            before=rating_text(each.rated_before),
            after=rating_text(each.after),
        )
        for name, each in results
    ]
    return say("Rating: {changes}", changes=", ".join(changes)) if changes else ""


def gains(results: Sequence[RatedResult]) -> tuple[str, ...]:
    """Each rating after a match with what the match did to it, for a picture: 1512? (+12). None where it counts for
    nothing.
    """
    if any(each.not_counted for each in results):
        return ()
    return tuple(_gain(each) for each in results)


def _gain(result: RatedResult) -> str:
    after, before = rating_text(result.after), rating_text(result.rated_before)
    # The difference of what is told, so that the sum is right.
    change = int(after.rstrip("?")) - int(before.rstrip("?"))
    return f"{after} ({change:+d})".replace("-", "–")
