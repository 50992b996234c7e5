"""``/settings``: a panel for language, theme, point of view and when the computer resigns."""

from dataclasses import replace
from typing import Any

from bot.app.callback_data import Action, BadCallbackData, CallbackData
from bot.app.context import Context
from bot.chat import Answer, Menu, Option
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
FIELDS = {"language": LANGUAGES, "theme": THEMES, "view": tuple(_VIEWS), "resigns": tuple(_RESIGNS)}
"""What can be set, and to which values."""


async def settings_command(context: Context) -> Answer:
    """``/settings``: the panel."""
    return _panel(context.player, context.say)


async def pressed_setting(context: Context, data: CallbackData) -> Answer:
    """A value chosen in the panel takes effect at once, a language in this very answer. Raises BadCallbackData."""
    field, _, value = data.argument.partition(":")
    if value not in FIELDS.get(field, ()):
        raise BadCallbackData(str(data))
    player = await context.people.change_settings(context.player.id, **{field: value})
    return _panel(player, words(player.language) if player.language else context.say)


def with_known_settings(player: Player) -> Player:
    """A player without those settings that are none of ``FIELDS``, whatever is stored of them."""
    known: dict[str, Any] = {
        field: value if (value := getattr(player, field)) in values else None for field, values in FIELDS.items()
    }
    return replace(player, **known)


def _panel(player: Player, say: Words) -> Answer:
    """The panel as it stands for a player."""
    player = with_known_settings(player)
    language = player.language or say.language
    theme = player.theme or THEMES[0]
    view = player.view or "mine"
    resigns = player.resigns or "no"
    return Answer(
        title=say("Your settings"),
        text="\n".join(
            (
                say("Language: {value}", value=_LANGUAGE_NAMES[language]),
                say("Theme: {value}", value=say(_THEME_NAMES[theme])),
                say("View: {value}", value=say(_VIEWS[view])),
                say(_RESIGNS[resigns]) + ".",
            )
        ),
        rows=(
            _menu("language", say("Language"), tuple(_LANGUAGE_NAMES.items()), language),
            _menu("theme", say("Theme"), tuple((key, say(_THEME_NAMES[key])) for key in THEMES), theme),
            _menu("view", say("View"), tuple((key, say(label)) for key, label in _VIEWS.items()), view),
            _menu(
                "resigns",
                say("When the computer is losing"),
                tuple((key, say(label)) for key, label in _RESIGNS.items()),
                resigns,
            ),
        ),
        replace=True,
        language=say.language,
    )


def _menu(field: str, prompt: str, values: tuple[tuple[str, str], ...], chosen: str) -> Menu:
    return Menu(
        str(CallbackData(Action.SETTING, argument=field)),
        prompt,
        tuple(Option(label, value, chosen=value == chosen) for value, label in values),
    )
