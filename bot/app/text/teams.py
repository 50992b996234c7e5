"""The words on boards about a team: who is in it, whose turn it is, and who has played."""

from collections.abc import Sequence
from datetime import datetime

from bot.app.text.clock import ClockText
from bot.chat import When
from bot.matches.match import Match
from bot.matches.team import FEWEST, Team, Way, due_member, first_of
from bot.matches.village import Poll
from bot.words import N_, Words

_HOW = {
    Way.IN_TURN: N_("In turn: each turn belongs to the next of you, and is played at once."),
    Way.BY_VOTE: N_("By vote: all of you vote on each turn, and it is played once two thirds agree."),
    Way.IN_CONSULTATION: N_(
        "In consultation: you propose turns to each other, and any of you plays one once two thirds agree."
    ),
}


def gathers_told(teams: Sequence[Team], names: tuple[str, str], say: Words) -> list[str]:
    """The lines of the card on which a team gathers, or two; ``names`` are those of the team and its opponent."""
    member = first_of(teams)
    first, opponent = member.name if member else "", names[1]
    if len(teams) > 1:
        lines = [say("{first} plays {second}: two teams of us. Join one of them.", first=names[0], second=opponent)]
    elif first:
        lines = [say("{name} wants to play together against {opponent}.", name=first, opponent=opponent)]
    else:
        lines = [say("Whoever joins plays together against {opponent}.", opponent=opponent)]
    lines.append(say(_HOW[teams[0].way]))
    if len(teams) > 1:
        lines += sides_told(teams, names, say)
    elif first:
        lines += members_told(teams, names, say)
    if first and len(teams) > 1:
        facts = {"most": teams[0].most, "name": first}
        lines.append(say("Up to {most} people can be in each, one at least. {name} begins.", **facts))
    elif first:
        facts = {"least": FEWEST, "most": teams[0].most, "name": first}
        lines.append(say("{least} to {most} people can be in it. {name} begins.", **facts))
    return lines


def members_told(teams: Sequence[Team], names: tuple[str, str], say: Words) -> list[str]:
    """The lines that name those in the teams of a match, which are called ``names``."""
    if len(teams) > 1:
        return sides_told(teams, names, say)
    if any(not team.members for team in teams):
        return [say("Nobody is in the team any more.")]
    return [say("In the team: {names}.", names=say.all_of([each.name for each in team.members])) for team in teams]


def sides_told(teams: Sequence[Team], names: tuple[str, str], say: Words) -> list[str]:
    """The lines that name those in each of two teams."""
    return [
        say("{team}: {names}.", team=name, names=say.all_of([each.name for each in team.members]))
        if team.members
        else say("{team}: nobody.", team=name)
        for team, name in zip(teams, names, strict=True)
    ]


def turn_told(team: Team, poll: Poll, name: str, say: Words, now: datetime | None) -> ClockText:
    """The lines about the turn of a team that is called ``name``, in the place of those about a vote."""
    if poll.closes is None or now is None:
        return ClockText()
    closes = When(say.ahead(poll.closes - now), poll.closes)
    facts = {"team": name, "when": closes.words}
    if not team.members:
        told = say("Nobody is in {team} any more: the computer moves for it {when}.", **facts)
    elif team.due is None:
        return ClockText()
    elif team.silent:
        told = say(
            "{name}, it is your turn for {team} now, as the one before you was silent. Your time ends {when}.",
            name=team.due.name,
            **facts,
        )
    else:
        told = say("{name}, it is your turn for {team}. Your time ends {when}.", name=team.due.name, **facts)
    return ClockText((told,), (closes,))


def played_told(match: Match, teams: Sequence[Team], poll: Poll, say: Words) -> list[str]:
    """The line that tells who of a team that plays in turn has chosen its latest turn, or how many of one that consults
    agreed on it, until it moves again.
    """
    last = match.game.ply - 1
    team = next((team for team in teams if last >= 0 and match.mover(last) == team.player), None)
    if team is None:
        return []
    if not poll.agreed:
        return [say("All in the team were silent, so the computer has moved for it.")]
    if team.way is Way.IN_CONSULTATION:
        return [say("{count} of {all} voices were for it.", count=poll.agreed, all=poll.cast)]
    return [say("{name} chose it.", name=each.name) for each in team.members if each.number == team.last]


def chooses_openly(teams: Sequence[Team]) -> bool:
    """Are there teams whose members know of each other what they choose?"""
    return any(team.way is not Way.BY_VOTE for team in teams)


def is_in_turn(teams: Sequence[Team]) -> bool:
    """Are there teams whose members choose in turn?"""
    return any(team.way is Way.IN_TURN for team in teams)


def waits_told(match: Match, teams: Sequence[Team], player: str, say: Words) -> str:
    """The sentence that tells a member of a team that it is another one's turn; empty where they may choose."""
    due = due_member(teams, match)
    if due is None or due.player == player:
        return ""
    return say("It is the turn of {name} in your team. You choose when it is yours.", name=due.name)
