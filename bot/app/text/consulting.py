"""The words about a team that consults: what its members propose to each other, and what all others may know of it."""

from datetime import datetime

from bot.app.text.clock import ClockText
from bot.app.text.moves import move_text, number_of
from bot.chat import When
from bot.matches.match import Match
from bot.matches.team import Proposal, Team
from bot.matches.village import Poll
from bot.words import Words
from engine.game import Game
from engine.notation import read_move


def consulting_text(
    team: Team, proposals: tuple[Proposal, ...], poll: Poll, name: str, say: Words, now: datetime | None, *, told: bool
) -> ClockText:
    """The lines about the turn of a team that consults and is called ``name``, for all who see its board. No turn is
    named in them; ``told``: nobody plays against it who could learn from them how far it is.
    """
    if poll.closes is None or now is None:
        return ClockText()
    closes = When(say.ahead(poll.closes - now), poll.closes)
    facts = {"team": name, "when": closes.words}
    if proposals and told:
        first = proposals[0]
        counted = {"name": first.members[0].name, "count": len(first.members), "all": len(team.members)}
        line = say(
            "{team} consults: {name} proposes a turn, {count} of {all} agree. The time ends {when}.", **facts, **counted
        )
    elif poll.again and told:
        line = say("Nobody has proposed a turn for {team}. There is time once more, which ends {when}.", **facts)
    else:
        line = say("{team} consults: propose a turn with Our move. The time ends {when}.", **facts)
    return ClockText((line,), (closes,), poll.shown if poll.shown and poll.shown > now else None)


def proposals_told(match: Match, team: Team, proposals: tuple[Proposal, ...], say: Words) -> list[str]:
    """A sentence about each proposal, for those of the team alone."""
    return [
        say(
            "{name} proposes {move}: {count} of {all} agree.",
            name=each.members[0].name,
            move=proposed_text(match, each, say),
            count=len(each.members),
            all=len(team.members),
        )
        for each in proposals
    ]


def line_told(name: str, game: Game, after: int, say: Words) -> str:
    """The sentence about the turns of a game from ``after`` on, which somebody shows the others of their team."""
    numbers = [number_of(game, at) for at in range(after, game.ply)]
    moves = [move_text(game.ruleset, move, say) for move in game.moves[after:]]
    first, *others = (f"{number} {move}" for number, move in zip(numbers, moves, strict=True))
    rest = (
        move if number.endswith("...") else text
        for number, move, text in zip(numbers[1:], moves[1:], others, strict=True)
    )
    return say("{name} shows a line: {moves}.", name=name, moves=" ".join((first, *rest)))


def proposed_text(match: Match, proposal: Proposal, say: Words) -> str:
    """The turn of a proposal as people read it."""
    move = read_move(match.game.ruleset, match.game.position, proposal.choice)
    return move_text(match.game.ruleset, move, say) if move else proposal.choice
