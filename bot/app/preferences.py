"""The settings of a person as values, for a page that shows them in its own way. The panel of chats: settings.py."""

from bot.app.callback_data import BadCallbackData
from bot.app.context import Context
from bot.app.settings import FIELDS, choices, with_known_settings
from bot.chat import Preferences
from bot.services.matches import Player
from bot.words import Words, words


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
    player = with_known_settings(await context.people.change_settings(context.player.id, **{field: value}))
    return preferences_of(player, words(player.language) if player.language else context.say)
