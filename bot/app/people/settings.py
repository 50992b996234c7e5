"""``/settings``: a panel of tabs. *Board*: language, theme, point of view and when the computer resigns; *Time* and
*Time zone*: see settings_time.py.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.people import settings_time
from bot.app.requests.context import Context
from bot.chat import Answer, Button, Menu, Option, Preferences, PrivatePanel, Row
from bot.services.matches import Player
from bot.words import LANGUAGES, N_, Words, words
from renderer import THEMES

_LANGUAGE_NAMES = {"en": "English", "ms": "Bahasa Melayu", "id": "Bahasa Indonesia"}
_THEME_NAMES = {
    "kayu": N_("Wood"),
    "kertas": N_("Ink on paper"),
    "pasar": N_("Night market"),
    "kontras": N_("High contrast"),
}
_VIEWS = {
    "mine": N_("My side at the bottom"),
    "first": N_("First side at the bottom"),
    "second": N_("Second side at the bottom"),
}
_RESIGNS = {
    "no": N_("The computer plays to the end"),
    "yes": N_("The computer may resign"),
}
FIELDS = {
    "language": LANGUAGES,
    "theme": THEMES,
    "view": tuple(_VIEWS),
    "resigns": tuple(_RESIGNS),
    "auto_away": tuple(settings_time.AUTO_AWAY),
}
"""The settings that are one of some values, and these values."""
_OF_TIME = ("zone", "quiet", "auto_away")
_TABS = {"board": N_("Board"), "time": N_("Time"), "zone": N_("Time zone")}
_TAB = "tab"


async def settings_command(context: Context, zone: str, quiet: str) -> Answer:
    """``/settings``: the panel, or its tab *Time* with the zone and the quiet hours that were typed.

    Raises NoSuchZone, UnreadableHours, TooManyHours.
    """
    if not (zone or quiet):
        return _board(context.player, context.say)
    return await _change(context, "time", settings_time.typed(zone, quiet))


async def pressed_setting(context: Context, data: CallbackData) -> Answer:
    """A value chosen in the panel takes effect at once, a language in this very answer. Raises BadCallbackData."""
    field, _, value = data.argument.partition(":")
    if field == _TAB and value in _TABS:
        if value == "board":
            return _board(context.player, context.say)
        return _time(context, context.player) if value == "time" else _zone(context, context.player)
    changes: dict[str, str | None] | None = {field: value} if value in FIELDS.get(field, ()) else None
    if field in ("zone", "quiet"):
        changes = settings_time.changed(context.player, field, value)
    if changes is None:
        raise BadCallbackData(str(data))
    return await _change(context, "time" if field in _OF_TIME else "board", changes)


def choices(field: str, say: Words) -> tuple[tuple[str, str], ...]:
    """The values of ``language``, ``theme``, ``view`` or ``resigns``, each with its name; a language in itself."""
    if field == "language":
        return tuple(_LANGUAGE_NAMES.items())
    names = {"theme": _THEME_NAMES, "view": _VIEWS, "resigns": _RESIGNS}[field]
    return tuple((value, say(names[value])) for value in FIELDS[field])


def with_known_settings(player: Player) -> Player:
    """A player without those settings that are none of ``FIELDS`` and no times, whatever is stored of them."""
    known: dict[str, Any] = {
        field: value if (value := getattr(player, field)) in values else None for field, values in FIELDS.items()
    }
    zone, quiet = settings_time.with_known_times(player.zone, player.quiet)
    return replace(player, zone=zone, quiet=quiet, **known)


async def _change(context: Context, tab: str, changes: dict[str, str | None]) -> Answer:
    """The tab after some changes, of which quiet hours without a zone are none."""
    if settings_time.lacks_zone(context.player, changes):
        return _time(context, context.player, asked_for_quiet=True)
    player = with_known_settings(await context.services.people.change_settings(context.player.id, **changes))
    if tab == "time":
        return _time(context, player)
    return _board(player, words(player.language) if player.language else context.say)


def _board(player: Player, say: Words) -> Answer:
    """The tab *Board* as it stands for a player."""
    language = player.language or say.language
    theme = player.theme or THEMES[0]
    view = player.view or "mine"
    resigns = player.resigns or "no"
    lines = (
        say("Language: {value}", value=_LANGUAGE_NAMES[language]),
        say("Theme: {value}", value=say(_THEME_NAMES[theme])),
        say("View: {value}", value=say(_VIEWS[view])),
        say(_RESIGNS[resigns]) + ".",
    )
    menus = (
        _menu("language", say("Language"), choices("language", say), language),
        _menu("theme", say("Theme"), choices("theme", say), theme),
        _menu("view", say("View"), choices("view", say), view),
        _menu("resigns", say("When the computer is losing"), choices("resigns", say), resigns),
    )
    return _panel("board", "\n".join(lines), menus, say)


def _time(context: Context, player: Player, *, asked_for_quiet: bool = False) -> Answer:
    """The tab *Time* as it stands for a player; quiet hours can be chosen once their zone is known."""
    say, now = context.say, context.now()
    lines = settings_time.sentences(player, now, say, asked_for_quiet=asked_for_quiet)
    choices = tuple((key, say(label)) for key, label in settings_time.AUTO_AWAY.items())
    quiet = Menu(_payload("quiet"), say("Quiet hours"), settings_time.windows(player, say))
    first = quiet if player.zone else _zones(player, now, say)
    away = _menu("auto_away", say("When my time runs out"), choices, player.auto_away or "yes")
    return _panel("time", "\n".join(lines), (first, away), say)


def _zone(context: Context, player: Player) -> Answer:
    """The tab *Time zone* as it stands for a player."""
    say, now = context.say, context.now()
    lines = settings_time.zone_sentences(player, now, say)
    return _panel("zone", "\n".join(lines), (_zones(player, now, say),), say)


def _zones(player: Player, now: datetime, say: Words) -> Menu:
    return Menu(_payload("zone"), say(settings_time.ASK_ZONE), settings_time.zones(player, now))


def _panel(tab: str, text: str, menus: tuple[Menu, ...], say: Words) -> Answer:
    tabs: Row = tuple(
        Button(f"✓ {say(label)}" if name == tab else say(label), _payload(f"{_TAB}:{name}"))
        for name, label in _TABS.items()
    )
    return PrivatePanel(title=say("Your settings"), text=text, rows=(tabs, *menus), replace=True, language=say.language)


def _menu(field: str, prompt: str, values: tuple[tuple[str, str], ...], chosen: str) -> Menu:
    return Menu(
        _payload(field),
        prompt,
        tuple(Option(label, value, chosen=value == chosen) for value, label in values),
    )


def _payload(argument: str) -> str:
    return str(CallbackData(Action.SETTING, argument=argument))


def preferences_of(player: Player, say: Words) -> Preferences:
    """The name and the settings of a player, in the language of ``say``."""
    return Preferences(
        name=player.name,
        language=player.language,
        spoken=say.language,
        theme=player.theme,
        view=player.view,
        languages=choices("language", say),
        themes=choices("theme", say),
        views=choices("view", say),
    )


async def changed_preference(context: Context, field: str, value: str) -> Preferences:
    """The preferences after a change of one setting. Raises BadCallbackData for a setting or value there is not."""
    if value not in FIELDS.get(field, ()):
        raise BadCallbackData(f"{field}:{value}")
    player = with_known_settings(await context.services.people.change_settings(context.player.id, **{field: value}))
    return preferences_of(player, words(player.language) if player.language else context.say)
