"""``/settings``: a panel of tabs. *Board*: language, theme, point of view and labels; *Moves*: what is asked before
one, what is played by itself, and when the computer resigns; *Time* and *Time zone*: see settings_time.py; *People*:
where one is told of one's turn, and who may invite one.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.people import settings_time
from bot.app.requests.context import Context
from bot.chat import Answer, Button, Menu, Option, Preferences, PrivatePanel, Refusal, Row, Setting
from bot.matches.identity import UNPROVEN
from bot.matches.preferences import PREFERENCES, Preference
from bot.matches.quiet_hours import DAYS_OFF
from bot.services.match.matches import Player
from bot.words import N_, Words, words

_TABS = {
    "board": N_("Board"),
    "moves": N_("Moves"),
    "time": N_("Time"),
    "zone": N_("Time zone"),
    "people": N_("People"),
}
_TOLD = "told"
"""The tab in which it once stood where one is told: buttons with it are in chats."""
_TAB = "tab"
_QUIET, _DAYS_OFF = PREFERENCES["quiet"], PREFERENCES["days_off"]
_BESIDES: Mapping[str, tuple[str, ...]] = {
    "people": (
        N_("For one match alone: More below its board, then Told..."),
        N_("Open invitations are for all. /block keeps one person away."),
    ),
}
"""What a tab says below the settings that hold."""


async def settings_command(context: Context, zone: str, quiet: str) -> Answer:
    """``/settings``: the panel, or its tab *Time* with the zone and the quiet hours that were typed.

    Raises NoSuchZone, UnreadableHours, TooManyHours.
    """
    if not (zone or quiet):
        return _choices("board", context.player, context.say)
    return await _change(context, "time", settings_time.typed(zone, quiet))


async def pressed_setting(context: Context, data: CallbackData) -> Answer:
    """A value chosen in the panel takes effect at once, a language in this very answer. Raises BadCallbackData."""
    field, _, value = data.argument.partition(":")
    if field == _TAB and value == _TOLD:
        value = PREFERENCES[_TOLD].tab
    if field == _TAB and value in _TABS:
        return _shown(context, value, context.player)
    changes = _changes(context.player, field, value)
    return await _change(context, PREFERENCES[field].tab, changes)


def _changes(player: Player, field: str, value: str) -> dict[str, str | None]:
    """The changes made by choosing a value of a setting. Raises BadCallbackData for an unknown setting or value."""
    preference = PREFERENCES.get(field)
    changes: dict[str, str | None] | None = None
    if preference and preference.values:
        changes = {field: value} if value in preference.values else None
    elif preference:
        changes = settings_time.changed(player, field, value)
    if changes is None:
        raise BadCallbackData(f"{field}:{value}")
    return changes


def choices(preference: Preference, say: Words) -> tuple[tuple[str, str], ...]:
    """The values of a setting, each with its name."""
    return tuple((value, say(name) if preference.said else name) for value, name in preference.values.items())


def with_known_settings(player: Player) -> Player:
    """A player without those settings whose stored value is unknown."""
    known: dict[str, Any] = {
        name: value if (value := getattr(player, name)) in preference.values else None
        for name, preference in PREFERENCES.items()
        if preference.values
    }
    if player.zone is not None or player.quiet is not None:
        known["zone"], known["quiet"] = settings_time.with_known_times(player.zone, player.quiet)
    if player.days_off not in DAYS_OFF or not known.get("zone", player.zone):
        known["days_off"] = None
    return replace(player, **known)


async def _change(context: Context, tab: str, changes: dict[str, str | None]) -> Answer:
    """The tab after some changes, of which quiet hours or a digest without a zone are none."""
    if needed := settings_time.lacks_zone(context.player, changes):
        return _time(context, context.player, needed)
    player = with_known_settings(await context.services.people.change_settings(context.player.id, **changes))
    return _shown(context, tab, player)


def _shown(context: Context, tab: str, player: Player) -> Answer:
    """A tab as it stands for a player, in the language they have chosen just now."""
    if tab == "time":
        return _time(context, player)
    if tab == "zone":
        return _zone(context, player)
    return _choices(tab, player, words(player.language) if player.language else context.say)


def _choices(tab: str, player: Player, say: Words) -> Answer:
    """A tab of which all settings have a few values each."""
    shown = [each for each in PREFERENCES.values() if each.tab == tab]
    lines = [_line(each, player, say) for each in shown]
    lines += [say(besides) for besides in _BESIDES.get(tab, ())]
    return _panel(tab, "\n".join(lines), tuple(_menu(each, player, say) for each in shown), say)


def _chosen(preference: Preference, player: Player, say: Words) -> str:
    """The value of a setting that holds for a player."""
    chosen: str | None = getattr(player, preference.name)
    if preference.name == "language" and chosen is None and say.language in preference.values:
        return say.language
    return chosen or next(iter(preference.values))


def _line(preference: Preference, player: Player, say: Words) -> str:
    """The line that says which value of a setting holds for a player."""
    name = dict(choices(preference, say))[_chosen(preference, player, say)]
    return say(preference.line, value=name)


def _time(context: Context, player: Player, needed: str = settings_time.UNKNOWN) -> Answer:
    """The tab *Time* as it stands for a player; rests can be chosen once their zone is known."""
    say, now = context.say, context.now()
    lines = settings_time.sentences(player, now, say, needed)
    shown = [each for each in PREFERENCES.values() if each.tab == "time" and each.values]
    lines += [_line(each, player, say) for each in shown]
    lines.append(say(settings_time.NEXT_TURN))
    quiet = Menu(_payload("quiet"), say(_QUIET.prompt), settings_time.windows(player, say))
    off = Menu(_payload("days_off"), say(_DAYS_OFF.prompt), settings_time.days_off(player, say))
    first = (quiet, off) if player.zone else (_zones(player, now, say),)
    return _panel("time", "\n".join(lines), (*first, *(_menu(each, player, say) for each in shown)), say)


def _zone(context: Context, player: Player) -> Answer:
    """The tab *Time zone* as it stands for a player."""
    say, now = context.say, context.now()
    lines = settings_time.zone_sentences(player, now, say)
    return _panel("zone", "\n".join(lines), (_zones(player, now, say),), say)


def _zones(player: Player, now: datetime, say: Words) -> Menu:
    return Menu(_payload("zone"), say(settings_time.ZONE.prompt), settings_time.zones(player, now))


def _panel(tab: str, text: str, menus: tuple[Menu, ...], say: Words) -> Answer:
    tabs: Row = tuple(
        Button(f"✓ {say(label)}" if name == tab else say(label), _payload(f"{_TAB}:{name}"))
        for name, label in _TABS.items()
    )
    return PrivatePanel(
        title=say("Your settings"),
        text=text,
        rows=(tabs, *menus),
        replace=True,
        rows_in_private=True,
        language=say.language,
    )


def _menu(preference: Preference, player: Player, say: Words) -> Menu:
    chosen = _chosen(preference, player, say)
    options = tuple(Option(name, value, chosen=value == chosen) for value, name in choices(preference, say))
    return Menu(_payload(preference.name), say(preference.prompt), options)


def _payload(argument: str) -> str:
    return str(CallbackData(Action.SETTING, argument=argument))


async def preferences_of(context: Context, player: Player, say: Words) -> Preferences:
    """The name and the settings of a player, in the language of ``say``, and zones with the time there now.

    Those of chats are among them only for whom a chat knows.
    """
    now, in_chats = context.now(), await _is_in_chats(context, player)
    shown = [each for each in PREFERENCES.values() if in_chats or not each.of_chats]
    settings = tuple(_setting(each, player, now, say) for each in shown)
    return Preferences(player.name, say.language, settings, player.theme or "")


async def _is_in_chats(context: Context, player: Player) -> bool:
    """Has a player an account elsewhere than in the room?"""
    if context.request.place.platform not in UNPROVEN:
        return True
    return bool(await context.services.people.platforms(player.id) - set(UNPROVEN))


def _setting(preference: Preference, player: Player, now: datetime, say: Words) -> Setting:
    """A setting as it stands for a player."""
    tab, prompt = say(_TABS[preference.tab]), say(preference.prompt)
    if preference.values:
        chosen, offered = _chosen(preference, player, say), choices(preference, say)
        return Setting(preference.name, preference.tab, tab, prompt, chosen, offered)
    options = settings_time.offered(preference.name, player, now, say)
    return Setting(
        preference.name,
        preference.tab,
        tab,
        prompt,
        next((option.value for option in options if option.chosen), None),
        tuple((option.value, option.label) for option in options),
        settings_time.note(preference.name, player, say),
        open=not settings_time.needs_zone(preference.name, player),
    )


async def changed_preference(context: Context, field: str, value: str) -> Preferences | Refusal:
    """The preferences after a change of one setting, or why it is refused.

    Raises BadCallbackData for a setting or value there is not.
    """
    changes = _changes(context.player, field, value)
    if needed := settings_time.lacks_zone(context.player, changes):
        return Refusal(text=context.say(needed))
    player = with_known_settings(await context.services.people.change_settings(context.player.id, **changes))
    say = words(player.language) if player.language else context.say
    return await preferences_of(context, player, say)
