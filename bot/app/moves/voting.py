"""A vote on the turn of a village: what guesses are made of as well (``guessing.py``), with two ways to end a match."""

from collections.abc import Mapping

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action
from bot.app.requests.context import Context
from bot.app.requests.hosts import check_may_play
from bot.app.requests.visibility import is_among
from bot.app.text.moves import move_text
from bot.app.text.teams import chooses_openly, is_in_turn, waits_told
from bot.chat import Button, Style
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.team import to_move
from bot.matches.village import DRAW, OFFER, RESIGN, may_accept, may_offer
from bot.services.standing.rating import community_of
from bot.words import N_, Words
from engine.moves import Move
from engine.notation import read_move

ENDINGS: Mapping[str, tuple[str, str]] = {
    RESIGN: (N_("Vote to resign"), N_("You vote to resign.")),
    DRAW: (N_("Vote for the draw"), N_("You vote to accept the draw.")),
    OFFER: (N_("Vote to offer a draw"), N_("You vote to offer a draw.")),
}
"""Votes of a village on something else than a turn: the word on the button, and the sentence that says so."""


class NotOfVillage(ActionRefused):
    """The chat that plays, by its ``name``, is not one of whoever wants to vote."""

    sentence = N_("{name} plays here: only those who are in that chat have a vote.")
    name: str


async def check_may_vote(context: Context, match: Match, at: int | None = None) -> None:
    """May this person vote on the present turn of a match? Raises NotOfVillage, KeptToSome, and what
    ``VillageService.check`` raises.
    """
    village, here = await context.services.villages.check(context.player.id, match, at), context.request.place
    if here.private or community_of(here) != village.community:
        is_there = here.platform == village.place.platform and await is_among(context, village.place)
        if not is_there:
            names = await context.services.people.names(match)
            raise NotOfVillage(names.get(village.player, ""))
    await check_may_play(context, await context.services.communities.of_place(village.place), village.place)


async def vote(context: Context, match: Match, choice: Move | str, *, agrees: bool = False) -> None:
    """Note what this person wants their village to do; ``agrees``: as another of their team proposes. Raises what
    ``VillageService.vote`` raises.
    """
    event, player = context.request.event, context.player
    await context.services.villages.vote(event, player, match.code, choice, match.game.ply, agrees=agrees)


async def told(context: Context, match: Match) -> str:
    """The sentence that says what this person has voted for; empty where they have not."""
    say, known = context.say, await context.services.villages.choice_of(match, context.player.id)
    if known is None:
        return ""
    if known in ENDINGS:
        return say(ENDINGS[known][1])
    move = read_move(match.game.ruleset, match.game.position, known)
    if move is None:
        return ""
    facts = {"move": move_text(match.game.ruleset, move, say)}
    teams = await context.services.teams.of(match)
    if is_in_turn(teams):
        return say("You have chosen {move}.", **facts)
    return say("You are for {move}.", **facts) if chooses_openly(teams) else say("Your vote: {move}.", **facts)


def hidden_told(say: Words) -> str:
    """The sentence to whoever has voted, on who sees it."""
    return say("Nobody sees it before the vote is over; until then you can change it.")


def endings(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons by which somebody votes to end a match."""
    offered = [RESIGN, *([DRAW] if may_accept(match) else []), *([OFFER] if may_offer(match) else [])]
    return tuple(button(match, say(ENDINGS[each][0]), Action.PLAY_GUESSED, argument=each) for each in offered)


def leave_button(match: Match, say: Words) -> tuple[Button, ...]:
    """The button by which a member leaves the team that plays."""
    return (button(match, say("Leave the team"), Action.TEAM_LEAVE, Style.DANGER),) if match.teams else ()


async def secret(context: Context, match: Match) -> tuple[str, str]:
    """The sentence below a turn that is voted for, and the button that leads back to the choice; where it is played at
    once there is none.
    """
    say = context.say
    teams = await context.services.teams.of(match)
    team = to_move(teams, match)
    if is_in_turn(teams) or (team and chooses_openly(teams) and len(team.members) == 1):
        return say("It is played in a moment."), ""
    if chooses_openly(teams):
        return say("The others of your team see it and can agree; then any of you plays it."), say("Propose another")
    return hidden_told(say), say("Vote again")


async def waits(context: Context, match: Match) -> str:
    """The sentence that tells a member of a team that it is another one's turn; empty where they may choose."""
    return waits_told(match, await context.services.teams.of(match), context.player.id, context.say)
