"""``/profile``: what a person has won, drawn and lost, by games, and by sides where they are not alike."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.app.boards.match_message import look_through
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.match.games import match_line
from bot.app.requests.context import Context
from bot.app.standing.following import follow_button
from bot.app.standing.person_card import card_picture, score_told
from bot.app.text.names import game_name, side_name
from bot.app.text.ratings import rating_text
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, cut_at_word
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.preferences import NOWHERE
from bot.matches.rating import PlayerRating, by_sides
from bot.matches.score import SideScore, summed
from bot.services.standing.standing import PlayerProfile
from bot.store import Player
from bot.words import Words
from engine.games import find_ruleset
from engine.ruleset import Family

LATEST = 5
GAMES = 8
"""The games that are told, those played most: more would not be read, nor fit into a message."""
OPTION_LENGTH = 100


async def profile_command(context: Context, who: Person | None) -> Answer:
    """``/profile``: of a person; without one, of whoever asks."""
    if who is None:
        return await _profile(context, context.player)
    if who.is_self:
        return Refusal(text=context.say("That is me. /top tells how strong my levels are."))
    known = await context.services.people.find(who)
    if known is None:
        return Refusal(text=context.say("I do not know them: they have never played here."))
    return await _profile(context, known)


async def pressed_profile(context: Context, data: CallbackData) -> Answer:
    """Of the player whose id is the argument; without one, of whoever asks. Raises BadCallbackData."""
    known = await context.services.people.by_id(data.argument) if data.argument else context.player
    if known is None:
        raise BadCallbackData(str(data))
    return await _profile(context, known)


async def _profile(context: Context, player: Player) -> Answer:
    say, found = context.say, await known_of(context, player)
    if found is None:
        return kept_private(player, say)
    lines = [*ratings_told(found, say), *scores_told(found, say)]
    rows: list[Row] = []
    if found.latest:
        rows.append(await _menu(context, found.latest))
    badges = Button(say("Badges"), str(CallbackData(Action.BADGES, argument=player.id)))
    if player.id == context.player.id:
        rows.append((Button(say("Finished matches"), str(CallbackData(Action.HISTORY))), badges))
    else:
        against = CallbackData(Action.HEAD_TO_HEAD, argument=player.id)
        here = context.request.place
        follow = () if here.private else (await follow_button(context, player, here),)
        rows.append((Button(say("Against me"), str(against)), badges, *follow))
    text = "\n".join(lines)
    return PrivatePanel(
        title=player.name,
        text=text,
        picture=await card_picture(context, player.name, found, text),
        rows=tuple(rows),
        replace=True,
        confidential=True,
    )


async def known_of(context: Context, player: Player) -> PlayerProfile | None:
    """The profile of a player as the asker may know it; None where the player keeps it from them."""
    if player.listed == NOWHERE and player.id != context.player.id:
        return None
    return await context.services.standing.profile(player.id, context.player.id, context.request.place, LATEST)


def kept_private(player: Player, say: Words) -> Refusal:
    """The answer about a player who keeps theirs from whoever asks."""
    return Refusal(text=say("{name} keeps that private.", name=player.name))


def scores_told(found: PlayerProfile, say: Words) -> tuple[str, ...]:
    """The scores of a player against people and the computer; never nothing."""
    lines = [*_scores(found.people, say)]
    if found.computer.played:
        lines.append(say("Against the computer: {score}", score=score_told(found.computer, say)))
    return tuple(lines or [none_finished(say)])


def none_finished(say: Words) -> str:
    """The sentence about a player who has no score yet."""
    return say("No match finished yet.")


def ratings_told(found: PlayerProfile, say: Words) -> Iterable[str]:
    """A line for each game that counts most, with the rating on each side of a hunt, and that of both together; what
    is provisional is explained.
    """
    games = [list(of_game) for _, of_game in groupby(found.ratings, key=lambda each: each.ruleset)]
    games.sort(key=lambda of_game: -sum(each.played for each in of_game))
    for of_game in games[:GAMES]:
        ruleset = find_ruleset(of_game[0].ruleset)
        if by_sides(ruleset):
            told = [f"{side_name(ruleset, each.side, say)} {rating_text(each)}" for each in of_game]
            if len(of_game) > 1:
                mean = sum(each.rating.rating for each in of_game) / len(of_game)
                told.append(say("mean {rating}", rating=f"{mean:.0f}"))
        else:
            told = [rating_text(each) for each in of_game]
        yield say("Rating in {game}: {ratings}", game=game_name(ruleset, say), ratings=", ".join(told))
    if note := provisional_note([each for of_game in games[:GAMES] for each in of_game], say):
        yield note


def provisional_note(shown: Iterable[PlayerRating], say: Words) -> str:
    """The meaning of the question mark of a rating; empty where none of these has one."""
    if not any(each.provisional for each in shown):
        return ""
    return say("A rating with ? is provisional: too few matches have counted so far, or too long ago.")


def _scores(scores: Sequence[SideScore], say: Words) -> Iterable[str]:
    """A line for all, one for each of the games played most, and one for each side of a hunt."""
    if not scores:
        return
    yield say("Against people: {score}", score=score_told(summed(scores), say))
    games = [list(of_game) for _, of_game in groupby(scores, key=lambda each: each.ruleset)]
    games.sort(key=lambda of_game: -summed(of_game).played)
    for of_game in games[:GAMES]:
        ruleset = find_ruleset(of_game[0].ruleset)
        yield f"{game_name(ruleset, say)}: {score_told(summed(of_game), say)}"
        if ruleset.family is Family.HUNT:
            for each in of_game:
                name = side_name(ruleset, each.side, say)
                yield say("As {side}: {score}", side=name, score=score_told(each.score, say))
    if more := len(games[GAMES:]):
        yield say.plural("and {count} game more", "and {count} games more", more)


async def _menu(context: Context, matches: Sequence[Match]) -> Menu:
    """Their latest matches that may be seen here, which are looked through."""
    options = []
    for match in matches:
        payload = look_through(match)
        options.append(Option(cut_at_word(await match_line(context, match), OPTION_LENGTH), payload))
    return Menu(MENU_OF_PAYLOADS, context.say("Look through a match"), tuple(options))
