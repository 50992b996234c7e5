"""``/ladder``: the ladder of a game in a chat. Whoever wants to comes and goes, and challenges those just above."""

from dataclasses import replace
from datetime import timedelta

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, CallbackData, ruleset_named
from bot.app.contests.ladder_card import LISTED, LadderAction, lines_of, picture_of, title_of
from bot.app.play.play import open_elsewhere, open_match
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.hosts import check_may_open, check_may_play
from bot.app.requests.visibility import check_among
from bot.app.text.clock import terms_line
from bot.app.text.names import game_options, still_known
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, Style, Toast, cut_at_word
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.communities import OFF, RATED, Community
from bot.matches.identity import UNPROVEN, Place
from bot.matches.invitation import Invitation
from bot.matches.ladder import REACH, TO_ANSWER
from bot.matches.refusals import LadderOff, NotOnLadder
from bot.matches.terms import Terms
from bot.services.contests.ladders import NewChallenge
from bot.words import N_, Words, typed_words
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from renderer import THEMES

SHOW, JOIN, CHALLENGE, LEAVE = "show", "join", "challenge", "leave"
ACTS = ((SHOW, N_("Show it")), (JOIN, N_("Join it")), (CHALLENGE, N_("Challenge somebody")), (LEAVE, N_("Leave it")))
ACT_WORDS = words_for(
    (SHOW, typed_words("show")),
    (JOIN, typed_words("join")),
    (CHALLENGE, typed_words("challenge")),
    (LEAVE, typed_words("leave")),
)
GAMES = 25
"""A menu holds at most this many lines on any platform."""
NAME_LENGTH = 40


async def ladder_command(context: Context, act: str, game: str) -> Answer:
    """``/ladder``: that of a game, or of the only one that has a ladder here. Raises LadderOff, NotOnLadder, and what
    joining raises.
    """
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /ladder in a server or group: each has its own ladders.")
        return PrivatePanel(title=say("Ladder"), text=text, replace=True)
    await _check_on(context, place)
    key = game_key(game) if game else None
    if game and key is None:
        return Refusal(text=say("There is no game called {name}.", name=cut_at_word(game, NAME_LENGTH)))
    ruleset = find_ruleset(key) if key else await _only(context, place)
    if ruleset is None:
        return await _any(context, place)
    await context.services.ladders.look_at_card(place, ruleset.key)
    if act == JOIN:
        return await _joined(context, place, ruleset)
    if act == LEAVE:
        return await _leave(context, place, ruleset)
    return await _panel(context, place, ruleset)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """The ladder of a game, or what there is where none is named. Raises BadCallbackData, LadderOff, NotAmong."""
    place, game = place_of(data, context.request.place)
    return await _panel(context, place, ruleset_named(game)) if game else await _any(context, place)


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join*. Raises BadCallbackData, and what joining raises."""
    return await _joined(context, *_about(context, data))


async def pressed_come(context: Context, data: CallbackData) -> Answer:
    """*Join* on the card, which shows it to all. Raises BadCallbackData, and what joining raises."""
    place, ruleset = _about(context, data)
    await _join(context, place, ruleset)
    found = await context.services.ladders.view(place, ruleset.key, context.player.id, 0)
    return Toast(context.say("You are on rung {rung}.", rung=found.mine.rung if found and found.mine else 0))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*: is that meant? Raises BadCallbackData."""
    return await _leave(context, *_about(context, data))


async def pressed_confirm_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*, once more. Raises BadCallbackData, NotOnLadder."""
    place, ruleset = _about(context, data)
    await context.services.ladders.leave(context.player.id, place, ruleset.key)
    return await _panel(context, place, ruleset, context.say("You have left this ladder."))


async def pressed_challenge(context: Context, data: CallbackData) -> Answer:
    """Somebody chosen to be challenged: the invitation to a match for their rung, for all in the chat. Where it was
    pressed in private it stands beside the card of the ladder.

    Raises BadCallbackData, LadderOff, NotOnLadder, NotAmong, and what ``MatchOpener.open`` raises.
    """
    place, wanted = place_of(data, context.request.place)
    game, _, other = wanted.partition(":")
    ruleset = ruleset_named(game)
    await check_among(context, place)
    near = await context.services.ladders.within_reach(context.player.id, place, ruleset.key)
    chosen = next((each for each in near if each.id == other), None)
    if chosen is None:
        return await _panel(context, place, ruleset, context.say("They are not within reach any more."))
    if await context.tools.is_gone(place, chosen.account):
        await context.services.standing.left(place, chosen.id)
        return await _panel(context, place, ruleset, context.say("{name} is not here any more.", name=chosen.name))
    terms = _terms(await context.services.communities.of_place(place), place)
    invitation = Invitation(ruleset, player=chosen.id, terms=terms, awake=TO_ANSWER)
    challenge = NewChallenge(place, ruleset.key)
    if place.is_at(context.request.place):
        return await open_match(context, invitation, challenge)
    if found := await context.services.ladders.view(place, ruleset.key, context.player.id, 0):
        await open_elsewhere(context, found.ladder.place, invitation, challenge)
    return await _panel(context, place, ruleset)


def _about(context: Context, data: CallbackData) -> tuple[Place, Ruleset]:
    place, game = place_of(data, context.request.place)
    return place, ruleset_named(game)


async def _check_on(context: Context, place: Place) -> None:
    """Raises LadderOff where the hosts of a place have no ladder."""
    if (await context.services.communities.of_place(place)).chosen("ladder") == OFF:
        raise LadderOff


def _terms(found: Community, place: Place) -> Terms:
    """The terms of the matches of a ladder: the pace of the place, and rated where its hosts want that."""
    terms = found.usual_terms
    may_be_rated = terms.pace is not None and place.platform not in UNPROVEN and found.has("ratings")
    return replace(terms, rated=found.chosen("ladder") == RATED and may_be_rated)


async def _only(context: Context, place: Place) -> Ruleset | None:
    """The game of the one ladder of a place; None where there are more or none."""
    known = still_known(await context.services.ladders.games(place))
    return known[0] if len(known) == 1 else None


async def _any(context: Context, place: Place) -> Answer:
    """The only ladder of a place, or the question which. Raises LadderOff, NotAmong."""
    await check_among(context, place)
    await _check_on(context, place)
    if ruleset := await _only(context, place):
        return await _panel(context, place, ruleset)
    return _which(context, place, still_known(await context.services.ladders.games(place)))


def _which(context: Context, place: Place, known: list[Ruleset]) -> Answer:
    """The question which ladder: those that there are, or the games of which there may be one."""
    say = context.say
    games = known or [each for each in rulesets() if not each.variant]
    text = say("Which ladder?") if known else say("Nobody has begun a ladder here yet. Of which game should it be?")
    menu = Menu(_data(Action.LADDER, place), say("Which game?"), game_options(games[:GAMES], say))
    return PrivatePanel(title=say("Ladder"), text=text, rows=(menu,), replace=True)


async def _joined(context: Context, place: Place, ruleset: Ruleset) -> Answer:
    """Come to a ladder, and see it. Raises as ``_join``."""
    await _join(context, place, ruleset)
    return await _panel(context, place, ruleset)


async def _join(context: Context, place: Place, ruleset: Ruleset) -> None:
    """Come to a ladder. Raises LadderOff, NotAmong, and what keeps somebody from playing there."""
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    venue = found.venue(place, context.say.language)
    await context.services.ladders.join(context.player, venue, ruleset.key)


async def _leave(context: Context, place: Place, ruleset: Ruleset) -> Answer:
    say = context.say
    found = await context.services.ladders.view(place, ruleset.key, context.player.id, LISTED)
    if found is None or found.mine is None:
        raise NotOnLadder
    text = say("You are on rung {rung}. Whoever comes back begins at the bottom.", rung=found.mine.rung)
    game = ruleset.short_id
    leave = Button(say("Leave"), _data(LadderAction.CONFIRM_LEAVE, place, game), Style.DANGER)
    stay = Button(say("Stay"), _data(Action.LADDER, place, game))
    return PrivatePanel(title=title_of(ruleset, say), text=text, rows=((leave, stay),), replace=True)


async def _panel(context: Context, place: Place, ruleset: Ruleset, said: str = "") -> Answer:
    """A ladder, and what this person may do on it."""
    say, me, game = context.say, context.player, ruleset.short_id
    await check_among(context, place)
    await _check_on(context, place)
    found = await context.services.ladders.view(place, ruleset.key, me.id, LISTED)
    join = Button(say("Join"), _data(LadderAction.JOIN, place, game), Style.MAIN)
    title = await of_group(context, place, title_of(ruleset, say))
    if found is None or not found.count:
        text = say("Nobody is on this ladder yet. Whoever joins first stands at the top.")
        return PrivatePanel(title=title, text="\n".join(filter(None, (said, text))), rows=((join,),), replace=True)
    lines = [said, *lines_of(found, say)]
    rows: list[Row] = []
    if found.mine is None:
        lines.append(say("Whoever joins begins at the bottom."))
        rows.append((join,))
    else:
        near = await context.services.ladders.within_reach(me.id, place, ruleset.key)
        if near:
            lines.append(_rules(await context.services.communities.of_place(place), place, say))
            menu = Menu(
                _data(LadderAction.CHALLENGE, place, game),
                say("Challenge"),
                tuple(Option(each.name, each.id) for each in near),
            )
            rows.append(menu)
        rows.append((Button(say("Leave"), _data(LadderAction.LEAVE, place, game)),))
    return PrivatePanel(
        title=title,
        text="\n".join(filter(None, lines)),
        picture=await picture_of(context.tools, found, me.theme or THEMES[0], say),
        rows=tuple(rows),
        replace=True,
    )


def _rules(found: Community, place: Place, say: Words) -> str:
    """The sentences on what a challenge is about, and how it is played."""
    about_rungs = say("You may challenge those on the {reach} rungs above you. Whoever wins has the rung.", reach=REACH)
    hours = TO_ANSWER // timedelta(hours=1)
    in_time = say(
        "Whoever does not accept within {hours} hours, quiet hours not counted, changes places with the challenger.",
        hours=hours,
    )
    return "\n".join((" ".join((about_rungs, in_time)), terms_line(_terms(found, place), say)))


def _data(action: Action | LadderAction, place: Place, wanted: str = "") -> str:
    """The data of a button or menu; a menu adds what is chosen."""
    return str(CallbackData(action, argument=about(place, wanted)))
