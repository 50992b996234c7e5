"""``/village``: all in a chat are one player, against the computer or against one of them. They vote on each turn."""

from dataclasses import replace
from enum import StrEnum

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.contests.together import TeamAction
from bot.app.play.play import open_elsewhere, open_match
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games, usual_game
from bot.app.requests.hosts import check_computer, check_may_open, check_may_play, may_in
from bot.app.requests.visibility import check_among
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Row, Style
from bot.chat.commands import LEVEL_CHOICES, words_for
from bot.chat.games import game_key
from bot.computer.computer_player import computer
from bot.matches.communities import OFF, VOTING_TIMES, Community, Right
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.names import is_visible
from bot.matches.pace import Pace
from bot.matches.refusals import ActionRefused, UnreadableMatch, VillageOff
from bot.matches.terms import UNTIMED, Terms
from bot.matches.village import AT_ONCE, awaited_village
from bot.services.contests.villages import NewVillageMatch
from bot.services.match.matches import Player
from bot.words import N_, Words, typed_words, words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from engine.search import LEVELS

SHOW, COMPUTER, AGAINST = "show", "computer", "against"
ACTS = (
    (SHOW, N_("Show what is played")),
    (COMPUTER, N_("All of us against the computer")),
    (AGAINST, N_("I play against all of you")),
)
ACT_WORDS = words_for(
    (SHOW, typed_words("show")), (COMPUTER, typed_words("computer")), (AGAINST, typed_words("against"))
)


class VillageAction(StrEnum):
    """The buttons of a village."""

    BEGIN = "vb"
    FAMILY = "vf"
    GAME = "vg"
    LEVEL = "vl"


class OnlyOrganisers(ActionRefused):
    sentence = N_("Matches of the village against the computer are begun by those who organise here.")


async def village_command(context: Context, act: str, game: str) -> Answer:
    """``/village``: the matches of the village here, or a new one. Raises VillageOff, and what beginning one raises."""
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /village in a server or group: there all of you are one player.")
        return PrivatePanel(title=say("Village"), text=text, replace=True)
    if act not in (COMPUTER, AGAINST):
        return await _panel(context, place)
    if game and (key := game_key(game)):
        return await _chosen(context, place, act, find_ruleset(key))
    await _check(context, place, act)
    purpose = _purpose(context, place, act)
    return named_games(context, purpose, game) if game else await families_panel(context, purpose)


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Against the computer*, *I play against you*: which game? Raises BadCallbackData, and what ``_check`` raises."""
    place, act = _about(context, data)
    await _check(context, place, act)
    if usual := usual_game(await context.services.communities.of_place(place)):
        return await _chosen(context, place, act, usual)
    return await families_panel(context, _purpose(context, place, act))


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games. Raises BadCallbackData, NotAmong."""
    place, wanted = place_of(data, context.request.place)
    act, _, family = wanted.partition(":")
    await check_among(context, place)
    return await family_panel(context, _purpose(context, place, _act(act, data)), family_of(family))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen. Raises BadCallbackData, and what beginning a match raises."""
    place, wanted = place_of(data, context.request.place)
    act, _, game = wanted.partition(":")
    return await _chosen(context, place, _act(act, data), ruleset_named(game))


async def pressed_level(context: Context, data: CallbackData) -> Answer:
    """The computer's level chosen. Raises BadCallbackData, and what beginning a match raises."""
    place, wanted = place_of(data, context.request.place)
    game, _, level = wanted.partition(":")
    if level not in dict(LEVEL_CHOICES):
        raise BadCallbackData(str(data))
    await _check(context, place, COMPUTER)
    opponent = computer(int(level))
    return await _begin(context, place, Invitation(ruleset_named(game), opponent, accepted=True), all_of_us=True)


def _about(context: Context, data: CallbackData) -> tuple[Place, str]:
    place, act = place_of(data, context.request.place)
    return place, _act(act, data)


def _act(act: str, data: CallbackData) -> str:
    if act not in (COMPUTER, AGAINST):
        raise BadCallbackData(str(data))
    return act


def _data(action: VillageAction, place: Place, wanted: str = "") -> str:
    return str(CallbackData(action, argument=about(place, wanted)))


def _purpose(context: Context, place: Place, act: str) -> Purpose:
    say = context.say
    argument = about(place, act)
    return Purpose(
        say("Village"),
        say("Which game?"),
        "village",
        VillageAction.FAMILY,
        VillageAction.GAME,
        argument,
        version=VillageAction.GAME,
    )


async def _check(context: Context, place: Place, act: str) -> Community:
    """Raises VillageOff, NotAmong, OnlyOrganisers, ComputerOff, and what keeps somebody from playing there."""
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("village") == OFF:
        raise VillageOff
    if act == COMPUTER:
        if not await may_in(context, Right.ORGANISE, place):
            raise OnlyOrganisers
        await check_computer(context)
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    return found


async def _chosen(context: Context, place: Place, act: str, ruleset: Ruleset) -> Answer:
    """A game is chosen: at which level, or the invitation to all. Raises as ``_check``, and what opening a match
    raises.
    """
    say, found = context.say, await _check(context, place, act)
    if act == COMPUTER:
        options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
        menu = Menu(_data(VillageAction.LEVEL, place, ruleset.short_id), say("Level"), options)
        text = say("How strong should the computer be? Level 1 is for people who learned the game today.")
        return PrivatePanel(title=game_name(ruleset, say), text=text, rows=(menu,), replace=True, stays=True)
    return await _begin(context, place, Invitation(ruleset, terms=_terms(found)), all_of_us=False)


def _terms(found: Community) -> Terms:
    """The terms of a match between one person and the village: slow enough that each vote may be open twice."""
    lasts = VOTING_TIMES[found.chosen("village")]
    for pace in (Pace.RELAXED, Pace.SLOW):
        if pace.times.move >= 2 * lasts and found.offered(pace):
            return found.usual(Terms(pace))
    return UNTIMED


async def _begin(context: Context, place: Place, invitation: Invitation, *, all_of_us: bool) -> Answer:
    """Begin a match of the village, which invites the computer or is invited by this person."""
    village = await _player(context, place)
    host = village if all_of_us else None
    wanted = invitation if all_of_us else replace(invitation, player=village.id)
    contest = NewVillageMatch(place, village.id)
    if place.is_at(context.request.place):
        return await open_match(context, wanted, contest, host)
    await open_elsewhere(context, place, wanted, contest, host)
    return await _panel(context, place)


async def _player(context: Context, place: Place) -> Player:
    """The player who is all in a place, by the name of that chat."""
    ask = context.request.called
    name = " ".join((await ask(place) if ask else context.request.server).split())
    found = await context.services.communities.of_place(place)
    say = words(found.venue(place, context.say.language).language)
    return await context.services.villages.of_place(place, name if is_visible(name) else say("The village"))


async def _panel(context: Context, place: Place) -> Answer:
    """The matches of a village, and those that can be begun."""
    say = context.say
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("village") == OFF:
        raise VillageOff
    village = await _player(context, place)
    live = await _readable(context, await context.services.villages.live_of(village.id))
    hours = say.span(VOTING_TIMES[found.chosen("village")])
    lines = [
        say("All here are one player. Everybody may vote on each turn, and most voices win."),
        say("A vote is open for {time}, and is over before that once two thirds agree.", time=hours),
        *[await _line(context, match, say) for match in live],
    ]
    votes = tuple(
        Button(f"{say('Vote')} {match.code}", str(CallbackData(Action.GUESS, match.code, match.game.ply)))
        for match in live
        if awaited_village(match)
    )
    rows: list[Row] = [votes] if votes else []
    if len(live) < AT_ONCE:
        alone = Button(say("I play against you"), _data(VillageAction.BEGIN, place, AGAINST))
        organises = found.has("computer") and await may_in(context, Right.ORGANISE, place)
        against = Button(say("Against the computer"), _data(VillageAction.BEGIN, place, COMPUTER), Style.MAIN)
        rows.append((*([against] if organises else []), alone))
    if found.has("computer"):
        rows.append((Button(say("Together"), str(CallbackData(TeamAction.OPEN, argument=about(place)))),))
    title = await of_group(context, place, say("Village"))
    return PrivatePanel(title=title, text="\n".join(lines), rows=tuple(rows), replace=True)


async def _readable(context: Context, codes: list[str]) -> list[Match]:
    """The matches with these codes, as far as they can be read."""
    found = []
    for code in codes:
        try:
            found.append(await context.services.matches.get(code))
        except UnreadableMatch:
            continue
    return found


async def _line(context: Context, match: Match, say: Words) -> str:
    """A match of the village in one line."""
    first, second = await context.tools.cards.names(match, say)
    game = game_name(match.game.ruleset, say)
    return f"{match.code} · {game} · {first} v {second}"
