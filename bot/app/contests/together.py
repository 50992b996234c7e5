"""``/together``: people of a chat share a side: in turn, by vote or in consultation, against others or a computer."""

from collections.abc import Sequence
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
from bot.matches.team import Team, Way, team_of
from bot.services.contests.teams import NewTeam, NextOfTeam
from bot.words import N_, Words, typed_words, words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from engine.search import LEVELS

EACH_OTHER = "0"
"""In the place of the computer's level: two teams of the chat play against each other."""
OPPONENTS = (*LEVEL_CHOICES, (EACH_OTHER, N_("Another team of us")))
OPPONENT_WORDS = words_for((EACH_OTHER, typed_words("us")))
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


async def together_command(context: Context, game: str, against: str, way: str) -> Answer:
    """``/together``: the card on which a team gathers. Raises VillageOff, and what opening a match raises."""
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /together in a server or group: there others can join you.")
        return PrivatePanel(title=say("Together"), text=text, replace=True)
    await _check(context, place, at_level=against in dict(LEVEL_CHOICES))
    if not game:
        return await families_panel(context, _purpose(context, place))
    key = game_key(game)
    if key is None:
        return named_games(context, _purpose(context, place), game)
    ruleset = find_ruleset(key)
    if against not in dict(OPPONENTS):
        return await _opponents(context, place, ruleset)
    return await _open(context, place, ruleset, against, Way(way) if way else Way.IN_TURN)


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
    return await _opponents(context, place, ruleset_named(game))


async def pressed_level(context: Context, data: CallbackData) -> Answer:
    """A level and a way chosen. Raises BadCallbackData, and what opening a match raises."""
    place, wanted = place_of(data, context.request.place)
    game, way, against = (*wanted.split(":"), "", "")[:3]
    if against not in dict(OPPONENTS) or way not in dict(WAYS):
        raise BadCallbackData(str(data))
    await _check(context, place, at_level=against != EACH_OTHER)
    return await _open(context, place, ruleset_named(game), against, Way(way))


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join* on the card of a team, or of two. Raises BadCallbackData, and what ``_check`` and ``join`` raise."""
    match, teams = await _gathering(context, data)
    await _check_for(context, match, teams)
    if data.argument not in ("", *(str(number) for number in range(len(teams)))):
        raise BadCallbackData(str(data))
    await context.services.teams.join(context.player, match.code, int(data.argument or 0))
    return Toast(context.say("You are in the team."))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*, on the card or while it plays. Raises what ``TeamService.leave`` raises."""
    await context.services.teams.leave(context.player.id, data.code)
    return Toast(context.say("You have left the team."), closes=True, unseen=True)


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Begin* on the card of a team. Raises as ``_check``, and what ``TeamService.begin`` raises."""
    match, teams = await _gathering(context, data)
    if team_of(teams, context.player.id) is None:
        raise NotOfTeam
    await _check_for(context, match, teams)
    await context.services.teams.begin(context.player.id, match.code)
    return Toast(context.say("The match begins."))


async def pressed_next(context: Context, data: CallbackData) -> Answer:
    """The next match of a team, at the level that the button names, or of two with their sides swapped. Raises
    BadCallbackData, NotOfTeam, and what opening a match raises.
    """
    match, teams = await _gathering(context, data)
    host = await context.services.people.by_id(match.host)
    if team_of(teams, context.player.id) is None or host is None:
        raise NotOfTeam
    await _check_for(context, match, teams)
    if len(teams) > 1:
        other = 1 - match.seats.index(match.host)
        wanted = Invitation(match.game.ruleset, player=match.invited, host_side=other, accepted=True)
    elif data.argument in dict(LEVEL_CHOICES):
        wanted = Invitation(match.game.ruleset, computer(int(data.argument)), accepted=True)
    else:
        raise BadCallbackData(str(data))
    place, contest = teams[0].place, NextOfTeam(teams, context.player.id)
    if place.is_at(context.request.place):
        return await open_match(context, wanted, contest, host)
    await open_elsewhere(context, place, wanted, contest, host)
    return Toast(context.say("The match begins."), unseen=True)


async def _gathering(context: Context, data: CallbackData) -> tuple[Match, tuple[Team, ...]]:
    """The match that a button is about, and its teams. Raises UnknownMatch, UnreadableMatch, NotOfTeam."""
    match = await context.services.matches.get(data.code)
    teams = await context.services.teams.of(match)
    if not teams:
        raise NotOfTeam
    return match, teams


def _purpose(context: Context, place: Place) -> Purpose:
    say = context.say
    argument = about(place)
    game = TeamAction.GAME
    return Purpose(say("Together"), say("Which game?"), "together", TeamAction.FAMILY, game, argument, version=game)


async def _check_for(context: Context, match: Match, teams: Sequence[Team]) -> None:
    """The same for a match of some teams."""
    await _check(context, teams[0].place, at_level=len(match.teams) == 1)


async def _check(context: Context, place: Place, *, at_level: bool = False) -> Community:
    """May somebody play in a team there? Raises VillageOff, NotAmong, ComputerOff where it is to play the
    computer, and what ``check_may_open`` and ``check_may_play`` raise.
    """
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("village") == OFF:
        raise VillageOff
    if at_level:
        if not found.has("computer"):
            raise ComputerOff
        await check_computer(context)
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    return found


async def _opponents(context: Context, place: Place, ruleset: Ruleset) -> Answer:
    """The question against whom, and in which way."""
    say = context.say
    found = await context.services.communities.of_place(place)
    whom = [(EACH_OTHER, say("Against another team of us"))]
    if found.has("computer"):
        whom += [(str(level), f"{level} · {level_name(ruleset, level, say)}") for level in LEVELS]
    menus = tuple(
        Menu(
            str(CallbackData(TeamAction.LEVEL, argument=about(place, f"{ruleset.short_id}:{way.value}"))),
            label,
            tuple(Option(f"{label} · {name}", value) for value, name in whom),
        )
        for way, label in _labels(say)
    )
    text = "\n".join(
        (
            say("In turn, each turn belongs to the next of you. By vote, all of you vote on each."),
            say("In consultation, you propose turns to each other, and play one once two thirds agree."),
            say("Play another team of this chat, or the computer: level 1 is for people who learned the game today."),
        )
    )
    return PrivatePanel(title=game_name(ruleset, say), text=text, rows=menus, replace=True, stays=True)


def _labels(say: Words) -> tuple[tuple[Way, str], ...]:
    """The ways with their words."""
    return (
        (Way.IN_TURN, say("In turn")),
        (Way.BY_VOTE, say("By vote")),
        (Way.IN_CONSULTATION, say("In consultation")),
    )


async def _open(context: Context, place: Place, ruleset: Ruleset, against: str, way: Way) -> Answer:
    """Post the card on which a team gathers, or two. Raises what opening a match raises."""
    services = context.services
    found = await services.communities.of_place(place)
    say = words(found.venue(place, context.say.language).language)
    first = context.player.id
    if against == EACH_OTHER:
        # As the two parts of a village on a river are called: a name of a person would outlive their leaving.
        team, other = [await services.teams.new(name) for name in (say("Team Upriver"), say("Team Downriver"))]
        wanted, contest = Invitation(ruleset, player=other.id), NewTeam(place, team.id, way, first, other.id)
    else:
        ask = context.request.called
        name = " ".join((await ask(place) if ask else context.request.server).split())
        team = await services.teams.new(say("Team {name}", name=name) if is_visible(name) else say("The team"))
        opponent = await services.people.player(computer(int(against)))
        wanted, contest = Invitation(ruleset, player=opponent.id), NewTeam(place, team.id, way, first)
    if place.is_at(context.request.place):
        return await open_match(context, wanted, contest, team)
    await open_elsewhere(context, place, wanted, contest, team)
    return Toast(context.say("The card stands in the chat."), closes=True, unseen=True)
