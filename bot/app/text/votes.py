"""The words on boards about the vote of a village: how many have voted, until when, and how the last one ended."""

from datetime import datetime

from bot.app.text.clock import ClockText
from bot.chat import When
from bot.matches.match import Match
from bot.matches.village import Poll, awaited_village
from bot.words import Words


def poll_text(
    match: Match, poll: Poll, names: tuple[str, str], say: Words, now: datetime | None, community: str | None
) -> ClockText:
    """The lines about the vote on the present turn, in the place of those about a clock; ``now`` is when it is read,
    ``community`` where, as a digest.
    """
    if poll.closes is None or now is None or awaited_village(match) is None:
        return ClockText()
    closes = When(say.ahead(poll.closes - now), poll.closes)
    facts = {"name": names[match.game.turn], "when": closes.words}
    if not poll.is_told(awaited_village(match), community):
        return ClockText((say("{name} votes. The vote ends {when}.", **facts),), (closes,))
    if poll.voices:
        told = say.plural(
            "{name} votes: {count} voice so far. The vote ends {when}.",
            "{name} votes: {count} voices so far. The vote ends {when}.",
            poll.voices,
            **facts,
        )
    elif poll.again:
        told = say("Nobody has voted for {name}. The vote is open once more and ends {when}.", **facts)
    else:
        told = say("{name} votes: press Vote. The vote ends {when}.", **facts)
    lapses = poll.shown if poll.shown and poll.shown > now else None
    return ClockText((told,), (closes,), lapses)


def voted_lines(match: Match, poll: Poll, names: tuple[str, str], say: Words, community: str | None) -> list[str]:
    """The line that tells how many wanted the latest turn, where it is one of a village; read in a ``community``, as a
    digest.
    """
    last = match.game.ply - 1
    if last < 0 or match.mover(last) not in match.villages:
        return []
    if not poll.agreed:
        name = names[match.game.positions[last].turn]
        return [say("Nobody had voted for a turn, so the computer has moved for {name}.", name=name)]
    if not poll.is_told(match.mover(last), community):
        return []
    return [say("{count} of {all} voices were for it.", count=poll.agreed, all=poll.cast)]
