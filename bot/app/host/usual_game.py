"""The game that is played in a place where nobody names one: its hosts choose it in ``/setup``, or type it."""

from dataclasses import replace

from bot.app.buttons.about_place import about
from bot.app.buttons.callback_data import CallbackData, ruleset_named
from bot.app.host.setup import BEGIN, SetupAction, as_host, no_host, place_and_wanted, setup_command
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import (
    Purpose,
    families_panel,
    family_of,
    family_panel,
    named_games,
    versions,
    versions_panel,
)
from bot.app.requests.hosts import manages
from bot.chat import Answer
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.communities import USUAL_GAME, Community
from bot.matches.identity import Place
from bot.words import typed_words

NO_GAME = "none"
NO_GAME_WORDS = words_for((NO_GAME, typed_words("none")))


async def usual_game_typed(context: Context, game: str) -> Answer:
    """``/setup game:dam-8``, or none: the panel with it."""
    place = context.request.place
    if not place.community:
        return await setup_command(context)
    key = game_key(game)
    if key is None and NO_GAME_WORDS.get(game.casefold()) != NO_GAME:
        is_host = await manages(context, place)
        return named_games(context, _purpose(context, place), game) if is_host else no_host(context)
    return await _chosen(context, place, key or "")


async def pressed_choose_game(context: Context, data: CallbackData) -> Answer:
    """*Choose the game*: the families. Raises BadCallbackData."""
    place, _ = place_and_wanted(context, data)
    if not await manages(context, place):
        return no_host(context)
    return await families_panel(context, _purpose(context, place))


async def pressed_usual_family(context: Context, data: CallbackData) -> Answer:
    """A family of games. Raises BadCallbackData."""
    place, letter = place_and_wanted(context, data)
    family = family_of(letter)
    if not await manages(context, place):
        return no_host(context)
    return await family_panel(context, _purpose(context, place), family)


async def pressed_usual_game(context: Context, data: CallbackData) -> Answer:
    """A game: one with variants is asked about once more. Raises BadCallbackData."""
    place, game = place_and_wanted(context, data)
    ruleset = ruleset_named(game)
    if not versions(ruleset) or ruleset.variant:
        return await _chosen(context, place, ruleset.key)
    if not await manages(context, place):
        return no_host(context)
    return versions_panel(context, _purpose(context, place), ruleset)


async def pressed_usual_version(context: Context, data: CallbackData) -> Answer:
    """A game by these very rules; or none, where none is named. Raises BadCallbackData."""
    place, game = place_and_wanted(context, data)
    return await _chosen(context, place, ruleset_named(game).key if game else "")


def _purpose(context: Context, place: Place) -> Purpose:
    say = context.say
    prompt = say("Which game is played here where nobody names one?")
    return Purpose(
        say("Set up"),
        prompt,
        "setup",
        SetupAction.FAMILY,
        SetupAction.GAME,
        about(place),
        version=SetupAction.VERSION,
    )


async def _chosen(context: Context, place: Place, key: str) -> Answer:
    """The panel after a game is made the usual one of a place; an empty key for none."""

    def change(found: Community) -> Community:
        settings = {name: value for name, value in found.settings.items() if name != USUAL_GAME}
        return replace(found, settings=settings | ({USUAL_GAME: key} if key else {}))

    return await as_host(context, place, BEGIN, change)
