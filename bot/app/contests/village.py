"""``/village``: all in a chat are one player, against the computer or against one of them. They vote on each turn."""

from dataclasses import replace

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.contests import chat_match
from bot.app.contests.together import TeamAction
from bot.app.contests.village_here import ACCEPT, AGAINST, CHALLENGE, COMPUTER, SHOW, VillageAction, check, data, player
from bot.app.play.play import open_elsewhere, open_match
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games, usual_game
from bot.app.requests.hosts import may_in
from bot.app.requests.visibility import check_among
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Row, Style
from bot.chat.commands import LEVEL_CHOICES, words_for
from bot.chat.games import game_key
from bot.computer.computer_player import computer
from bot.matches.communities import VOTING_TIMES, Community, Right
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import UnreadableMatch, VillageOff
from bot.matches.terms import UNTIMED, Terms
from bot.matches.village import AT_ONCE, awaited_village
from bot.services.contests.villages import NewVillageMatch
from bot.words import N_, Words, typed_words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from engine.search import LEVELS

ACTS = (
    (SHOW, N_("Show what is played")),
    (COMPUTER, N_("All of us against the computer")),
    (AGAINST, N_("I play against all of you")),
    (CHALLENGE, N_("All of us against another chat")),
    (ACCEPT, N_("Look at the challenge of another chat")),
)
BEGUN = (COMPUTER, AGAINST, CHALLENGE)
"""What leads to a new match, once a game is chosen."""
ACT_WORDS = words_for(
    (SHOW, typed_words("show")),
    (COMPUTER, typed_words("computer")),
    (AGAINST, typed_words("against")),
    (CHALLENGE, typed_words("challenge")),
    (ACCEPT, typed_words("accept")),
)


async def village_command(context: Context, act: str, game: str, code: str) -> Answer:
    """``/village``: the matches of the village here, or a new one. Raises VillageOff, and what beginning one raises."""
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /village in a server or group: there all of you are one player.")
        return PrivatePanel(title=say("Village"), text=text, replace=True)
    if act == ACCEPT or code:
        return await chat_match.look(context, place, code)
    if act not in BEGUN:
        return await _panel(context, place)
    if game and (key := game_key(game)):
        return await _chosen(context, place, act, find_ruleset(key))
    await check(context, place, act)
    purpose = _purpose(context, place, act)
    return named_games(context, purpose, game) if game else await families_panel(context, purpose)


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Against the computer*, *I play against you*: which game? Raises BadCallbackData, and what ``_check`` raises."""
    place, act = _about(context, data)
    await check(context, place, act)
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
    await check(context, place, COMPUTER)
    opponent = computer(int(level))
    return await _begin(context, place, Invitation(ruleset_named(game), opponent, accepted=True), all_of_us=True)


def _about(context: Context, data: CallbackData) -> tuple[Place, str]:
    place, act = place_of(data, context.request.place)
    return place, _act(act, data)


def _act(act: str, data: CallbackData) -> str:
    if act not in BEGUN:
        raise BadCallbackData(str(data))
    return act


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


async def _chosen(context: Context, place: Place, act: str, ruleset: Ruleset) -> Answer:
    """A game is chosen: at which level, or the invitation to all. Raises as ``_check``, and what opening a match
    raises.
    """
    say, found = context.say, await check(context, place, act)
    if act == COMPUTER:
        options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
        menu = Menu(data(VillageAction.LEVEL, place, ruleset.short_id), say("Level"), options)
        text = say("How strong should the computer be? Level 1 is for people who learned the game today.")
        return PrivatePanel(title=game_name(ruleset, say), text=text, rows=(menu,), replace=True, stays=True)
    if act == CHALLENGE:
        return await chat_match.challenge(context, place, ruleset)
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
    village = await player(context, place)
    host = village if all_of_us else None
    wanted = invitation if all_of_us else replace(invitation, player=village.id, accepted=True)
    contest = NewVillageMatch(place, village.id)
    if place.is_at(context.request.place):
        return await open_match(context, wanted, contest, host)
    await open_elsewhere(context, place, wanted, contest, host)
    return await _panel(context, place)


async def _panel(context: Context, place: Place) -> Answer:
    """The matches of a village, and those that can be begun. Raises VillageOff where there are none of both."""
    say = context.say
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    lasts = VOTING_TIMES.get(found.chosen("village"))
    village = await context.services.villages.known(place) if lasts is None else await player(context, place)
    live = await _readable(context, await context.services.villages.live_of(village.id)) if village else []
    if lasts is None and not live:
        raise VillageOff
    if lasts is None:
        told = say("No new match is begun: those who manage this place have switched the village off.")
    else:
        told = say("A vote is open for {time}, and is over before that once two thirds agree.", time=say.span(lasts))
    lines = [
        say("All here are one player. Everybody may vote on each turn, and most voices win."),
        told,
        *[await _line(context, match, say) for match in live],
        *([await chat_match.counted_line(context, village)] if village else []),
    ]
    votes = tuple(
        Button(f"{say('Vote')} {match.code}", str(CallbackData(Action.GUESS, match.code, match.game.ply)))
        for match in live
        if awaited_village(match)
    )
    rows: list[Row] = [votes] if votes else []
    if lasts is not None and len(live) < AT_ONCE:
        alone = Button(say("I play against you"), data(VillageAction.BEGIN, place, AGAINST))
        organises = found.has("computer") and await may_in(context, Right.ORGANISE, place)
        against = Button(say("Against the computer"), data(VillageAction.BEGIN, place, COMPUTER), Style.MAIN)
        rows.append((*([against] if organises else []), alone))
    if lasts is not None and village:
        rows.append(await chat_match.doors(context, place, village))
    if lasts is not None and found.has("computer"):
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
