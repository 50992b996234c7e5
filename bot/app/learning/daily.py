"""``/daily``: the puzzle of the day of a chat. Those who organise there switch it on; each solves it for themselves."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.buttons.study import DailyAction, puzzle_step
from bot.app.learning.daily_card import solved_by
from bot.app.learning.puzzle_pool import games, puzzle_named
from bot.app.learning.puzzles import ask
from bot.app.learning.puzzles import study as study_of_puzzle
from bot.app.people.time_zones import find_zone, time_in
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.hosts import may_in
from bot.app.requests.study import Study
from bot.app.requests.visibility import is_among
from bot.app.text.names import game_name, game_options, still_known
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, Style
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.communities import Right
from bot.matches.identity import Place
from bot.matches.zones import LISTED, city_of
from bot.store.dailies import Daily
from bot.words import N_, Words, typed_words
from bot.words.languages import language_row
from engine.games import rulesets
from engine.ruleset import Ruleset

HOUR, HOURS = 18, 24
ALL, OFF, ON = "all", "off", "on"
AT, GAMES, CLOCKS = "at", "games", "clocks"
_TABS = {AT: N_("Hour"), GAMES: N_("Games"), CLOCKS: N_("Clocks")}
"""The choices of the panel, one at a time: all of them are more buttons than a message can be read with."""

SWITCH_WORDS = words_for((OFF, typed_words("off")), (ON, typed_words("on")))
_ALL_WORDS = typed_words("all")
_HOUR = re.compile(r"[0-9]{1,2}(?::[0-9]{2})?")


def hour_in(text: str, given: Mapping[str, str]) -> str | None:
    """A word of a typed line that is an hour, also one that no day has; None for others."""
    return text if _HOUR.fullmatch(text) else None


def games_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that name a game, several with commas between them, or all; None for others."""
    if text.casefold() in _ALL_WORDS:
        return ALL
    return text if all(map(game_key, text.split(","))) else None


async def daily_command(context: Context, hour: str = "", game: str = "", zone: str = "") -> Answer:
    """``/daily``: how it is set here, and its puzzle; with options for who organises there. Raises NoSuchZone."""
    say, place = context.say, context.request.place
    if place.private:
        return await solve_last(context)
    found = await _daily(context, place)
    if not (hour or game or zone):
        return await _panel(context, found)
    if not await may_in(context, Right.ORGANISE, place):
        return await _panel(context, found, say("Only those who organise here can change that."))
    named = [each.strip() for each in game.split(",") if each.strip()] if game != ALL else []
    keys, wanted = [game_key(each) for each in named], hour.strip().casefold()
    have = {each.key for each in games(await context.services.site_puzzles.games_found())}
    for each, key in zip(named, keys, strict=True):
        if key not in have:
            return await _panel(context, found, say("There are no puzzles of {game} yet.", game=each[:40]))
    at = wanted.partition(":")[0]
    if wanted not in ("", ON, OFF) and not (at.isascii() and at.isdecimal() and int(at) < HOURS):
        return await _panel(
            context, found, say("{hour} is no hour of the day. Choose one from 0 to 23.", hour=hour[:20])
        )
    changed = replace(
        found,
        hour=int(at) if at.isdecimal() else found.hour,
        zone=find_zone(zone) if zone else found.zone,
        games=() if game == ALL else tuple(each.key for each in rulesets() if each.key in keys) or found.games,
    )
    return await _changed(context, changed, on=wanted != OFF)


async def daily_of(context: Context, place: Place) -> Answer:
    """The settings of the daily puzzle in a place, for those who organise there."""
    if not await may_in(context, Right.ORGANISE, place):
        return Refusal(text=context.say("Only those who organise here can change that."))
    return await _panel(context, await _daily(context, place))


async def pressed_solve(context: Context, data: CallbackData) -> Answer:
    """*Solve*, on the message of a day. Raises BadCallbackData."""
    place, day = place_of(data, context.request.place)
    found = await context.services.dailies.opens(context.player.id, place, day)
    puzzle = await puzzle_named(context.services, found.puzzle) if found else None
    if puzzle is None:
        raise BadCallbackData(str(data))
    tried = await context.services.puzzles.first_try(context.player.id, puzzle)
    return await ask(context, puzzle, context.say("Only the first try counts.") if tried else "")


async def study(context: Context, data: CallbackData) -> Study | None:
    """The texts that may be typed in answer to the message of a day: a turn that all would read is not taken.
    Raises BadCallbackData.
    """
    place, day = place_of(data, context.request.place)
    found = await context.services.dailies.latest(place)
    if found is None or found.day != day:
        return None
    return await study_of_puzzle(context, CallbackData(Action.PUZZLE, argument=puzzle_step(found.puzzle, 0)))


async def solve_last(context: Context) -> Answer:
    """The puzzle of the day that this person has opened last, in their private chat."""
    opened = await context.services.dailies.opened_last(context.player.id)
    if opened and (puzzle := await puzzle_named(context.services, opened)):
        return await ask(context, puzzle)
    text = context.say(
        "A puzzle of the day comes to chats of several people, where somebody who manages them asks for it."
    )
    return PrivatePanel(title=context.say("Puzzle of the day"), text=text, replace=True)


async def pressed_switch(context: Context, data: CallbackData) -> Answer:
    """On or off. Raises BadCallbackData."""
    place, wanted = place_of(data, context.request.place)
    if wanted not in (ON, OFF):
        raise BadCallbackData(str(data))
    return await _by_organiser(context, await _daily(context, place), on=wanted == ON)


async def pressed_tab(context: Context, data: CallbackData) -> Answer:
    """Another choice of the panel. Raises BadCallbackData."""
    place, tab = place_of(data, context.request.place)
    if tab not in _TABS:
        raise BadCallbackData(str(data))
    return await _panel(context, await _daily(context, place), tab=tab)


async def pressed_hour(context: Context, data: CallbackData) -> Answer:
    """Another hour. Raises BadCallbackData."""
    place, hour = place_of(data, context.request.place)
    if not (hour.isascii() and hour.isdecimal() and int(hour) < HOURS):
        raise BadCallbackData(str(data))
    return await _by_organiser(context, replace(await _daily(context, place), hour=int(hour)))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """Puzzles of one game more or fewer, or of all. Raises BadCallbackData."""
    place, game = place_of(data, context.request.place)
    ruleset = None if game == ALL else ruleset_named(game)
    if ruleset and ruleset not in games(await context.services.site_puzzles.games_found()):
        raise BadCallbackData(str(data))
    before = await _daily(context, place)
    games_now = ticked(before.games, ruleset.key) if ruleset else ()
    return await _by_organiser(context, replace(before, games=games_now), tab=GAMES)


def ticked(chosen: tuple[str, ...], key: str) -> tuple[str, ...]:
    """The games with one more, or without it; in the order of all games, in which the days go through them."""
    wanted = {*chosen} ^ {key}
    return tuple(each.key for each in rulesets() if each.key in wanted)


async def pressed_zone(context: Context, data: CallbackData) -> Answer:
    """The clocks of another place. Raises BadCallbackData."""
    place, zone = place_of(data, context.request.place)
    if not (zone.isascii() and zone.isdecimal() and int(zone) < len(LISTED)):
        raise BadCallbackData(str(data))
    return await _by_organiser(context, replace(await _daily(context, place), zone=LISTED[int(zone)]), tab=CLOCKS)


async def _daily(context: Context, place: Place) -> Daily:
    """The daily puzzle that a chat has asked for, or the usual one."""
    found = await context.services.dailies.of_chat(place)
    if found:
        return replace(found, server=place.server or found.server)
    here = await context.services.communities.of_place(place)
    zone = here.zone or context.player.zone or language_row(context.say.language).zone or "UTC"
    return Daily(place.platform, place.chat, place.thread, context.say.language, zone, HOUR, (), None, place.server)


async def _by_organiser(context: Context, wanted: Daily, *, on: bool | None = None, tab: str = AT) -> Answer:
    """Write what is wanted, if this person may: a right can have gone since the panel was made."""
    if not await may_in(context, Right.ORGANISE, wanted.place):
        said = context.say("Only those who organise here can change that.")
        return await _panel(context, await _daily(context, wanted.place), said)
    return await _changed(context, wanted, on=wanted.due is not None if on is None else on, tab=tab)


async def _changed(context: Context, wanted: Daily, *, on: bool, tab: str = AT) -> Answer:
    here = context.request.place
    if on and here.chat == wanted.chat and not here.can_post:
        before = await _daily(context, here)
        return await _panel(context, before, context.say("I may not write here by myself."))
    after = await context.services.dailies.ask_for(
        wanted.place, context.say.language, on=on, zone=wanted.zone, hour=wanted.hour, games=wanted.games
    )
    return await _panel(context, after, tab=tab)


async def _panel(context: Context, daily: Daily, said: str = "", tab: str = AT) -> Answer:
    say = context.say
    names = ", ".join(game_name(each, say) for each in still_known(daily.games))
    lines = [said, _when(daily, say), say("Of {games}.", games=names or say("all games"))]
    rows: list[Row] = []
    is_inside = daily.chat == context.request.place.chat or await is_among(context, daily.place)
    if today := await context.services.dailies.latest(daily.place):
        solve = Button(say("Solve"), _data(DailyAction.SOLVE, daily, today.day), Style.MAIN)
        rows.append((solve,))
        lines.append(await solved_by(context.services, today, say) if is_inside else "")
    if await may_in(context, Right.ORGANISE, daily.place):
        rows += _choices(daily, games(await context.services.site_puzzles.games_found()), say, tab)
    elif not said:
        lines.append(say("Those who organise here can change that: /daily"))
    text = "\n".join(filter(None, lines))
    title = say("Puzzle of the day")
    if is_inside:
        title = await of_group(context, daily.place, title)
    return PrivatePanel(title=title, text=text, rows=tuple(rows), replace=True)


def _when(daily: Daily, say: Words) -> str:
    if daily.due is None:
        return say(
            "Off. It would come at {hour}:00 by the clocks of {city}.", hour=daily.hour, city=city_of(daily.zone)
        )
    at = time_in(daily.zone, daily.due)
    day = say.month_day(at)
    return say(
        "On: each day at {hour}:00 by the clocks of {city}; the next on {day}.",
        hour=daily.hour,
        city=city_of(daily.zone),
        day=day,
    )


def _ticked(option: Option) -> Option:
    """One of several that hold now: a menu of which one is chosen has no other mark for them."""
    return replace(option, label=f"✓ {option.label}")


def _data(action: DailyAction, daily: Daily, wanted: str = "") -> str:
    """The data of a button or menu of a panel; a menu adds what is chosen."""
    return str(CallbackData(action, argument=about(Place(daily.platform, daily.chat), wanted)))


def _choices(daily: Daily, have: list[Ruleset], say: Words, tab: str) -> list[Row]:
    on = daily.due is not None
    switch = Button(
        say("Switch off") if on else say("Switch on"),
        _data(DailyAction.SWITCH, daily, OFF if on else ON),
        Style.PLAIN if on else Style.MAIN,
    )
    tabs = tuple(
        Button(say(label), _data(DailyAction.TAB, daily, name), disabled=name == tab) for name, label in _TABS.items()
    )
    if tab == GAMES:
        keys = {ruleset.short_id: ruleset.key for ruleset in have}
        options = (
            Option(say("all games"), ALL, chosen=not daily.games),
            *(_ticked(each) if keys[each.value] in daily.games else each for each in game_options(have, say)),
        )
        which = say("Puzzles of which games? Each choice adds one or takes it away.")
        menu = Menu(_data(DailyAction.GAME, daily), which, options)
    elif tab == CLOCKS:
        options = tuple(Option(city_of(each), str(n), chosen=each == daily.zone) for n, each in enumerate(LISTED))
        menu = Menu(_data(DailyAction.ZONE, daily), say("By the clocks of which city?"), options)
    else:
        options = tuple(Option(f"{hour}:00", str(hour), chosen=hour == daily.hour) for hour in range(HOURS))
        menu = Menu(_data(DailyAction.HOUR, daily), say("At which hour?"), options)
    return [(switch,), tabs, menu]
