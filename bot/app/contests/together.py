"""``/together``: some people of a chat share a side against the computer, in turn, by vote or in consultation."""

from enum import StrEnum

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import BadCallbackData, CallbackData, ruleset_named
from bot.app.play.play import open_elsewhere, open_match
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games
from bot.app.requests.hosts import check_computer, check_may_open, check_may_play
from bot.app.requests.visibility import check_among
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name
from bot.chat import Answer, Menu, Option, PrivatePanel, Toast
from bot.chat.commands import LEVEL_CHOICES, words_for
from bot.chat.games import game_key
from bot.computer.computer_player import computer
from bot.matches.communities import OFF, Community
from bot.matches.host_rules import ComputerOff
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.names import is_visible
from bot.matches.refusals import NotOfTeam, VillageOff
from bot.matches.team import Team, Way
from bot.services.contests.teams import NewTeam, NextOfTeam
from bot.words import N_, Words, typed_words, words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from engine.search import LEVELS

WAYS = (
    (Way.IN_TURN.value, N_("In turn, one of us after another")),
    (Way.BY_VOTE.value, N_("By vote")),
    (Way.IN_CONSULTATION.value, N_("In consultation")),
)
WAY_WORDS = words_for(
    (Way.IN_TURN.value, typed_words("turn")),
    (Way.BY_VOTE.value, typed_words("vote")),
    (Way.IN_CONSULTATION.value, typed_words("consultation")),
)


class TeamAction(StrEnum):
    """The buttons by which a team is opened."""

    OPEN = "tu"
    FAMILY = "tf"
    GAME = "tc"
    LEVEL = "th"


async def together_command(context: Context, game: str, level: str, way: str) -> Answer:
    """``/together``: the card on which a team gathers. Raises VillageOff, and what opening a match raises."""
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /together in a server or group: there others can join you.")
        return PrivatePanel(title=say("Together"), text=text, replace=True)
    await _check(context, place)
    if not game:
        return await families_panel(context, _purpose(context, place))
    key = game_key(game)
    if key is None:
        return named_games(context, _purpose(context, place), game)
    ruleset = find_ruleset(key)
    if level not in dict(LEVEL_CHOICES):
        return _levels(context, place, ruleset)
    return await _open(context, place, ruleset, int(level), Way(way) if way else Way.IN_TURN)


async def pressed_open(context: Context, data: CallbackData) -> Answer:
    """*Together* beside what the village plays: which game? Raises as ``_check``."""
    place, _ = place_of(data, context.request.place)
    await _check(context, place)
    return await families_panel(context, _purpose(context, place))


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games. Raises BadCallbackData, NotAmong."""
    place, family = place_of(data, context.request.place)
    await check_among(context, place)
    return await family_panel(context, _purpose(context, place), family_of(family))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen: at which level, and in which way? Raises as ``_check``."""
    place, game = place_of(data, context.request.place)
    await _check(context, place)
    return _levels(context, place, ruleset_named(game))


async def pressed_level(context: Context, data: CallbackData) -> Answer:
    """A level and a way chosen. Raises BadCallbackData, and what opening a match raises."""
    place, wanted = place_of(data, context.request.place)
    game, _, chosen = wanted.partition(":")
    level, way = chosen[:-1], {each.value[0]: each for each in Way}.get(chosen[-1:])
    if level not in dict(LEVEL_CHOICES) or way is None:
        raise BadCallbackData(str(data))
    await _check(context, place)
    return await _open(context, place, ruleset_named(game), int(level), way)


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join* on the card of a team. Raises as ``_check``, and what ``TeamService.join`` raises."""
    match, team = await _gathering(context, data)
    await _check(context, team.place)
    await context.services.teams.join(context.player, match.code)
    return Toast(context.say("You are in the team."))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*, on the card or while it plays. Raises what ``TeamService.leave`` raises."""
    await context.services.teams.leave(context.player.id, data.code)
    return Toast(context.say("You have left the team."), closes=True, unseen=True)


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Begin* on the card of a team. Raises as ``_check``, and what ``TeamService.begin`` raises."""
    match, team = await _gathering(context, data)
    team.check_member(context.player.id)
    await _check(context, team.place)
    await context.services.teams.begin(context.player.id, match.code)
    return Toast(context.say("The match begins."))


async def pressed_next(context: Context, data: CallbackData) -> Answer:
    """The next match of a team, at the level that the button names. Raises BadCallbackData, and what opening a match
    raises.
    """
    if data.argument not in dict(LEVEL_CHOICES):
        raise BadCallbackData(str(data))
    match, team = await _gathering(context, data)
    team.check_member(context.player.id)
    await _check(context, team.place)
    host = await context.services.people.by_id(team.player)
    if host is None:
        raise NotOfTeam
    wanted = Invitation(match.game.ruleset, computer(int(data.argument)), accepted=True)
    contest = NextOfTeam(team, context.player.id)
    if team.place.is_at(context.request.place):
        return await open_match(context, wanted, contest, host)
    await open_elsewhere(context, team.place, wanted, contest, host)
    return Toast(context.say("The match begins."), unseen=True)


async def _gathering(context: Context, data: CallbackData) -> tuple[Match, Team]:
    """The match that a button is about, and its team. Raises UnknownMatch, UnreadableMatch, NotOfTeam."""
    match = await context.services.matches.get(data.code)
    team = await context.services.teams.of(match)
    if team is None:
        raise NotOfTeam
    return match, team


def _purpose(context: Context, place: Place) -> Purpose:
    say = context.say
    argument = about(place)
    game = TeamAction.GAME
    return Purpose(say("Together"), say("Which game?"), "together", TeamAction.FAMILY, game, argument, version=game)


async def _check(context: Context, place: Place) -> Community:
    """Raises VillageOff, NotAmong, ComputerOff, and what keeps somebody from playing there."""
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("village") == OFF:
        raise VillageOff
    if not found.has("computer"):
        raise ComputerOff
    await check_computer(context)
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    return found


def _levels(context: Context, place: Place, ruleset: Ruleset) -> Answer:
    """The question at which level, and in which way."""
    say = context.say
    options = tuple(
        Option(f"{label} · {level} · {level_name(ruleset, level, say)}", f"{level}{way.value[0]}")
        for way, label in _labels(say)
        for level in LEVELS
    )
    data = CallbackData(TeamAction.LEVEL, argument=about(place, ruleset.short_id))
    text = "\n".join(
        (
            say("In turn, each turn belongs to the next of you. By vote, all of you vote on each."),
            say("In consultation, you propose turns to each other, and play one once two thirds agree."),
            say("How strong should the computer be? Level 1 is for people who learned the game today."),
        )
    )
    menu = Menu(str(data), say("Level"), options)
    return PrivatePanel(title=game_name(ruleset, say), text=text, rows=(menu,), replace=True, stays=True)


def _labels(say: Words) -> tuple[tuple[Way, str], ...]:
    """The ways with their words."""
    return (
        (Way.IN_TURN, say("In turn")),
        (Way.BY_VOTE, say("By vote")),
        (Way.IN_CONSULTATION, say("In consultation")),
    )


async def _open(context: Context, place: Place, ruleset: Ruleset, level: int, way: Way) -> Answer:
    """Post the card on which a team gathers. Raises what opening a match raises."""
    services = context.services
    opponent = await services.people.player(computer(level))
    ask = context.request.called
    name = " ".join((await ask(place) if ask else context.request.server).split())
    found = await services.communities.of_place(place)
    say = words(found.venue(place, context.say.language).language)
    team = await services.teams.new(say("Team {name}", name=name) if is_visible(name) else say("The team"))
    wanted, contest = Invitation(ruleset, player=opponent.id), NewTeam(place, team.id, way, context.player.id)
    if place.is_at(context.request.place):
        return await open_match(context, wanted, contest, team)
    await open_elsewhere(context, place, wanted, contest, team)
    return Toast(context.say("The card stands in the chat."), closes=True, unseen=True)
