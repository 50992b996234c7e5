"""``/top``: the strongest players of a chat, of this month or season in it, and of all who want to be listed; and those
who guess best in a chat.

The buttons say which list, and of which chat: ``-1001/h:dl`` is that of the chat in the game with the short id *dl*;
``-1001/s:dl:20254`` that of the last quarter of 2025.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.buttons.ladder_button import ladder_button
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_among
from bot.app.standing.top_card import BY_POINTS, TopList, top_picture, value_told
from bot.app.text.bids import number_of_two
from bot.app.text.names import game_name, side_name, still_known
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, Style, cut_at_word
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.guessing import LISTED_FROM
from bot.matches.identity import UNPROVEN, Place
from bot.matches.invitation import has_hunt
from bot.matches.rating import LISTED_AFTER
from bot.matches.season import Season, season_of
from bot.services.standing.standing import ListedPlayer, TopScope
from bot.store.top import DRAW_IN_SEASON, MILLION, OF_TWO_IN_SEASON, WIN_IN_SEASON, Balance
from bot.words import N_, Words, typed_words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from engine.search.learned_data import anchors_by_ruleset

LISTED = 10
UNSEEN_FOR = timedelta(days=7)
"""Whether somebody is still in a chat is asked once they have not played rated or guessed there for so long."""
GAMES = SEASONS = 25
"""A menu holds at most this many lines on any platform."""
NAME_LENGTH = 40
BALANCE_FROM = 10
"""The matches of people in a chat from which on it is told which side gets more in them."""
GUESSES = "guess"
"""The list of those who guess best, whatever the game."""
NUMBERS = "number"
"""The list of those who have played for their number."""
CHATS = "chats"
"""The list of chats that have played against others."""
IN_A_ROW = 5
SCOPES = (
    (TopScope.HERE.value, N_("This chat")),
    (TopScope.MONTH.value, N_("This month")),
    (TopScope.SEASON.value, N_("This season")),
    (TopScope.ALL.value, N_("All players")),
    (GUESSES, N_("Guesses")),
    (NUMBERS, N_("Our number")),
    (CHATS, N_("Chats")),
)
SCOPE_WORDS = words_for(
    (TopScope.HERE.value, typed_words("here")),
    (TopScope.MONTH.value, typed_words("month")),
    (TopScope.SEASON.value, typed_words("season")),
    (TopScope.ALL.value, typed_words("all")),
    (GUESSES, typed_words("guess")),
    (NUMBERS, typed_words("number")),
    (CHATS, typed_words("chats")),
)
_QUARTER = re.compile(r"[0-9]{4}[1-4]", re.ASCII)
_BY_LETTER = {scope.value[0]: scope for scope in TopScope}


async def top_command(context: Context, game: str, scope: str) -> Answer:
    """``/top``: of a game, or of that which is played rated most; of this chat, or in private of all."""
    say = context.say
    wanted = _BY_LETTER.get(scope[:1]) or (TopScope.ALL if context.request.place.private else TopScope.HERE)
    place = context.request.place
    key = game_key(game) if game else None
    if game and key is None:
        return Refusal(text=say("There is no game called {name}.", name=cut_at_word(game, NAME_LENGTH)))
    if scope == GUESSES:
        return await _guess_list(context, place, "")
    if scope == NUMBERS:
        return await _number_list(context, place, key or "")
    if scope == CHATS:
        return await _chat_list(context, place)
    return await _list(context, place, wanted, find_ruleset(key) if key else None)


async def pressed_top(context: Context, data: CallbackData) -> Answer:
    """The list that a button names; without one, that of this place. Raises BadCallbackData, NotAmong."""
    if not data.argument:
        return await top_command(context, "", "")
    here = context.request.place
    place, wanted = place_of(data, here, also_private=True)
    letter, _, game = wanted.partition(":")
    if letter not in (*_BY_LETTER, GUESSES[0], NUMBERS[0], CHATS[0]):
        raise BadCallbackData(str(data))
    await check_among(context, place)
    game, _, quarter = game.partition(":")
    ruleset = ruleset_named(game) if game else None
    if letter == GUESSES[0]:
        return await _guess_list(context, place, game)
    if letter == NUMBERS[0]:
        return await _number_list(context, place, ruleset.key if ruleset else "")
    if letter == CHATS[0]:
        return await _chat_list(context, place)
    return await _list(context, place, _BY_LETTER[letter], ruleset, _season(data, quarter) if quarter else None)


def _season(data: CallbackData, quarter: str) -> Season:
    """The season that a button names: 20254 is the last quarter of 2025. Raises BadCallbackData."""
    if not _QUARTER.fullmatch(quarter):
        raise BadCallbackData(str(data))
    return Season(int(quarter[:-1]), int(quarter[-1]))


async def _list(
    context: Context, place: Place, scope: TopScope, ruleset: Ruleset | None, season: Season | None = None
) -> Answer:
    say, standing = context.say, context.services.standing
    rated = still_known(await standing.rated_games(scope, place, GAMES))
    shown = ruleset or (rated[0] if rated else None)
    found = []
    if shown:
        me = context.player.id
        found = await _still_there(context, place, lambda: standing.top(scope, place, shown, me, LISTED, season))
    if found:
        lines = _lines(found, lambda each: value_told(each, scope, say), context.player.id, say)
    elif scope is not TopScope.ALL and place.platform in UNPROVEN:
        lines = [say("Nobody is listed in the web room: anybody may take any name here, so no match is rated.")]
    elif scope is TopScope.BEFORE or season:
        lines = [say("Nobody has points in that season.")]
    else:
        lines = [say("Nobody is listed yet. Only matches count that both agreed to have rated: /play rated:yes")]
        lines.append(say("Listed is whoever has met {count} people in such matches of one game.", count=LISTED_AFTER))
    if scope in (TopScope.SEASON, TopScope.BEFORE):
        lines.append(_of_season(say))
    by_side = [] if scope in BY_POINTS or not shown else anchors_by_ruleset().get(shown.key, [])
    lines += _levels(shown, by_side, say) if shown else []
    if shown and scope is TopScope.HERE and has_hunt(shown):
        lines += _balance(shown, await standing.balance(place, shown.key), say)
    levels = [sum(ratings) / len(ratings) for ratings in zip(*by_side, strict=True)]
    name = season_name(season, say) if season else _name(scope, context.now(), say)
    heading = " · ".join((name, game_name(shown, say))) if shown else name
    text = "\n".join(lines)
    picture = await top_picture(context, TopList(scope, shown, heading, found, levels), text) if shown else None
    game = f":{shown.short_id}" if shown else ""
    rows: tuple[Row, ...] = (*_scopes(place, scope.value, game, say), *_games(place, scope.value, shown, rated, say))
    if shown and scope in (TopScope.SEASON, TopScope.BEFORE):
        rows += _past(place, shown, await standing.past_seasons(place, shown), season, say)
    if ladder := ladder_button(await context.services.communities.of_place(place), place, say):
        rows += (ladder,)
    title = heading if scope is TopScope.ALL else await of_group(context, place, heading)
    return PrivatePanel(title=title, text=text, picture=picture, rows=rows, replace=True)


async def _guess_list(context: Context, place: Place, game: str) -> Answer:
    """Those who have guessed best here; ``game`` is the short id of that of the list before, to which one goes back."""
    say, me = context.say, context.player.id
    standing = context.services.standing
    found = await _still_there(context, place, lambda: standing.guessers(place, me, LISTED))
    lines = _lines(found, lambda each: _share(each, say), me, say)
    if not found:
        lines = [say("Nobody has guessed {count} turns here yet.", count=LISTED_FROM)]
    lines.append(say("A guess weighs more, the more turns there were to choose from."))
    heading = say("Guesses")
    rows = tuple(_scopes(place, GUESSES, f":{game}" if game else "", say))
    return PrivatePanel(title=await of_group(context, place, heading), text="\n".join(lines), rows=rows, replace=True)


async def _number_list(context: Context, place: Place, game: str) -> Answer:
    """Those who need the fewest pieces in hand to be even, in a game; without one, in that which most have played."""
    say = context.say
    found = await context.services.standing.our_numbers(place, LISTED)
    if game not in found:
        game = max(found, key=lambda each: found[each].count) if found else game
    ruleset = next(iter(still_known([game])), None)
    lines = [say("Nobody has played for their number here yet: /play tapal number:yes")]
    if ruleset and game in found:
        told = (number_of_two(ruleset, each.number, (each.name, each.other), say) for each in found[game].best)
        lines = [f"{place_of_two}. {line}" for place_of_two, line in enumerate(told, 1)]
    heading = say("Our number")
    if ruleset:
        heading = f"{heading} · {game_name(ruleset, say)}"
    games = still_known(found)
    short = f":{ruleset.short_id}" if ruleset else ""
    rows: tuple[Row, ...] = (*_scopes(place, NUMBERS, short, say), *_games(place, NUMBERS, ruleset, games, say))
    return PrivatePanel(title=await of_group(context, place, heading), text="\n".join(lines), rows=rows, replace=True)


async def _chat_list(context: Context, place: Place) -> Answer:
    """The chats that have played against others and want to be listed."""
    say = context.say
    found = await context.services.chat_matches.standing(LISTED)
    lines = [
        say(
            "{place}. {name}: {rating}, {points} of {count}",
            place=number,
            name=each.name,
            rating=round(each.standing.rating.rating),
            points=f"{each.standing.half_points / 2:g}",
            count=each.standing.played,
        )
        for number, each in enumerate(found, 1)
    ]
    lines = lines or [say("No chat that wants to be listed has played against another one yet: /village challenge")]
    rows = tuple(_scopes(place, CHATS, "", say))
    return PrivatePanel(title=say("Chats"), text="\n".join(lines), rows=rows, replace=True)


def guesses_button(place: Place, say: Words) -> Button:
    """The button that shows who guesses best in a place."""
    return Button(say(dict(SCOPES)[GUESSES]), str(CallbackData(Action.TOP, argument=about(place, GUESSES[0]))))


def _share(each: ListedPlayer, say: Words) -> str:
    share = each.ranked.sorted_by * 100 / MILLION
    return say("{percent} % of {count} turns", percent=f"{share:.0f}", count=each.ranked.played)


def _of_season(say: Words) -> str:
    facts = {"win": WIN_IN_SEASON, "draw": DRAW_IN_SEASON, "count": OF_TWO_IN_SEASON}
    return say("A win gives {win} points, a draw {draw}; of the same two the first {count} matches count.", **facts)


def _levels(ruleset: Ruleset, by_side: Sequence[Sequence[int]], say: Words) -> Iterator[str]:
    """The ratings of the computer's levels in a line, or in one for each side."""
    for side, ratings in enumerate(by_side):
        told = ", ".join(f"{level} ({rating})" for level, rating in enumerate(ratings, 1))
        if len(by_side) == 1:
            yield say("The computer's levels: {ratings}", ratings=told)
        else:
            name = side_name(ruleset, side, say)
            yield say("The computer's levels as {side}: {ratings}", side=name, ratings=told)


def _balance(ruleset: Ruleset, found: Balance, say: Words) -> Iterator[str]:
    """The line about which side gets more between the people of a chat, once they have played enough."""
    if found.played < BALANCE_FROM:
        return
    side = 0 if found.half_points >= found.played else 1
    half_points = (found.half_points, 2 * found.played - found.half_points)[side]
    percent = f"{half_points * 50 / found.played:.0f}"
    name = side_name(ruleset, side, say)
    yield say("{side} {percent} % of {count} matches here", side=name, percent=percent, count=found.played)


def _name(scope: TopScope, now: datetime, say: Words) -> str:
    """The name of a list."""
    if scope not in (TopScope.SEASON, TopScope.BEFORE):
        return say(dict(SCOPES)[scope.value])
    return season_name(season_of(now).by(0 if scope is TopScope.SEASON else -1), say)


def season_name(season: Season, say: Words) -> str:
    """The name of a season: its number in its year."""
    return say("Season {quarter} of {year}", quarter=season.quarter, year=season.year)


def _games(place: Place, scope: str, shown: Ruleset | None, rated: Sequence[Ruleset], say: Words) -> Iterator[Menu]:
    """The games that may be chosen from, where there are several."""
    if len(rated) > 1:
        options = tuple(Option(game_name(each, say), each.short_id, chosen=each == shown) for each in rated)
        payload = str(CallbackData(Action.TOP, argument=about(place, scope[0])))
        yield Menu(payload, say("Which game?"), options)


def _past(place: Place, game: Ruleset, seasons: Sequence[Season], shown: Season | None, say: Words) -> tuple[Menu, ...]:
    """The seasons that may be chosen from, where there are more than the one before this, which has a button."""
    if not seasons[1:]:
        return ()
    payload = str(CallbackData(Action.TOP, argument=about(place, f"{TopScope.SEASON.value[0]}:{game.short_id}")))
    options = (Option(season_name(each, say), f"{each.year}{each.quarter}", chosen=each == shown) for each in seasons)
    return (Menu(payload, say("Which season?"), tuple(options)[:SEASONS]),)


async def _still_there(
    context: Context, place: Place, listed: Callable[[], Awaitable[list[ListedPlayer]]]
) -> list[ListedPlayer]:
    """The players of a list, without those of whom the platform says that they have left the chat.

    It is asked of those who have not been seen for a week, once a day.
    """
    asked = context.tools.members_asked
    found = await listed()
    now = context.now()
    unseen = [each.ranked.player for each in found if each.ranked.seen and now - each.ranked.seen > UNSEEN_FOR]
    to_ask = [player for player in unseen if asked.is_due(place, player, now)]
    gone = [player for player, left in zip(to_ask, await _have_left(context, place, to_ask), strict=True) if left]
    for player in gone:
        await context.services.standing.left(place, player)
    return await listed() if gone else found


async def _have_left(context: Context, place: Place, players: Sequence[str]) -> list[bool]:
    """Has each of these players left a chat?"""

    async def has_left(player: str) -> bool:
        known = await context.services.people.by_id(player, place.platform)
        return known is not None and await context.tools.is_gone(place, known.account)

    return await asyncio.gather(*(has_left(player) for player in players))


def _lines(found: Sequence[ListedPlayer], told: Callable[[ListedPlayer], str], me: str, say: Words) -> list[str]:
    """A line a player, with what is ``told`` of them; the last is of whoever asks, where they stand further down."""
    lines = []
    for each in found:
        ranked = each.ranked
        if ranked.place > LISTED:
            lines.append(say("You are number {place} of {count}.", place=ranked.place, count=ranked.of))
        name = say("{name} (you)", name=each.name) if ranked.player == me else each.name
        lines.append(f"{ranked.place}. {name} · {told(each)}")
    return lines


def _scopes(place: Place, scope: str, game: str, say: Words) -> Iterator[tuple[Button, ...]]:
    """The lists, with a mark at the one that is shown; and beside a season the one before it."""
    lists = [_scope(place, value, say(label), scope, game) for value, label in SCOPES]
    if scope in (TopScope.SEASON, TopScope.BEFORE):
        lists.append(_scope(place, TopScope.BEFORE.value, say("The season before"), scope, game))
    yield tuple(lists[:IN_A_ROW])
    yield tuple(lists[IN_A_ROW:])


def _scope(place: Place, value: str, label: str, shown: str, game: str) -> Button:
    payload = str(CallbackData(Action.TOP, argument=about(place, f"{value[0]}{game}")))
    is_shown = value == shown
    return Button(f"✓ {label}" if is_shown else label, payload, Style.GOOD if is_shown else Style.PLAIN)
