"""Slash commands, made from the command table: one list of commands for every platform."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from keyword import iskeyword
from typing import Any

import discord
from discord import app_commands

from bot.chat import Completion, cut_at_word
from bot.chat.commands import COMMANDS, CommandSpec, OfferedTo, OptionKind, OptionSpec
from bot.chat.menus import MENUS, ContextMenu
from bot.words import LANGUAGES, words
from bot.words.languages import LANGUAGE_ROWS

Interaction = discord.Interaction[discord.Client]
Run = Callable[[Interaction, str, Mapping[str, object]], Awaitable[None]]
Complete = Callable[[Interaction, str, str, str], Awaitable[list[Completion]]]
OnMenu = Callable[[Interaction, ContextMenu, discord.User | discord.Member | discord.Message], Awaitable[None]]
Suggest = Callable[[Interaction, str], Coroutine[None, None, list[app_commands.Choice[str]]]]

LOCALISED = {each.code: each.discord for each in LANGUAGE_ROWS if each.discord}
"""Our languages in Discord's list, with their codes there: it has Indonesian, but no Malay."""
DESCRIPTION = 100
_TYPES: dict[OptionKind, object] = {
    OptionKind.TEXT: str | None,
    OptionKind.CHOICE: str | None,
    OptionKind.GAME: str | None,
    OptionKind.SIDE: str | None,
    OptionKind.PERSON: discord.User | None,
    OptionKind.FLAG: bool | None,
    OptionKind.FILE: discord.Attachment | None,
}


_BOARD = "board"
ENTRY_POINT = 4
"""The type of the command that opens the activity; the library has no name for it."""
_BY_THE_APP = 1
"""Papan answers it itself, so that it does not say in the channel that somebody has opened something."""


def entry_point() -> dict[str, object]:
    """The command by which Discord offers the activity."""
    return {
        "type": ENTRY_POINT,
        "name": _BOARD,
        "name_localizations": _localised(COMMANDS.find(_BOARD).local_names),
        "handler": _BY_THE_APP,
        "contexts": [0, 1, 2],
        "integration_types": [0, 1],
    }


def is_entry_point(interaction: Interaction) -> bool:
    """Does somebody open the activity by Discord's own list of them?"""
    data: Any = interaction.data
    is_command = interaction.type is discord.InteractionType.application_command
    return is_command and data is not None and data.get("type") == ENTRY_POINT


class CommandTranslator(app_commands.Translator):
    """Gives each name and description in the language it was written down in beside the English one."""

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: object) -> str | None:
        """The text for a locale, None where there is none."""
        del context
        translated = string.extras.get(locale.value)
        return translated if isinstance(translated, str) else None


def add_commands(tree: app_commands.CommandTree[discord.Client], run: Run, complete: Complete, on: OnMenu) -> None:
    """Put every command of the table into the tree, and every menu on people and messages."""
    for spec in COMMANDS:
        tree.add_command(_command(spec, run, complete))
    for menu in MENUS:
        tree.add_command(_menu(menu, on))


def _menu(menu: ContextMenu, on: OnMenu) -> app_commands.ContextMenu:
    async def on_user(interaction: Interaction, user: discord.User) -> None:
        await on(interaction, menu, user)

    async def on_message(interaction: Interaction, message: discord.Message) -> None:
        await on(interaction, menu, message)

    return app_commands.ContextMenu(
        name=_said(menu.label),
        callback=on_user if menu.of_person else on_message,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


def _command(spec: CommandSpec, run: Run, complete: Complete) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: Interaction, **given: object) -> None:
        values = {name.rstrip("_"): value for name, value in given.items() if value is not None}
        await run(interaction, spec.name, values)

    # The library reads a command's options from its signature; ours stand in the table.
    callback.__signature__ = Signature(  # type: ignore[attr-defined]  # every function has it, its type does not say so
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            *(
                Parameter(_parameter(option), Parameter.KEYWORD_ONLY, default=None, annotation=_TYPES[option.kind])
                for option in spec.options
            ),
        ]
    )
    app_commands.describe(**{_parameter(option): _described(option.summary) for option in spec.options})(callback)
    app_commands.rename(**{_parameter(option): _named(option.name, option.local_names) for option in spec.options})(
        callback
    )
    choices = {_parameter(option): _choices(option) for option in spec.options if option.choices}
    if choices:
        app_commands.choices(**choices)(callback)
    for option in spec.options:
        if option.complete:
            app_commands.autocomplete(**{_parameter(option): _completing(spec.name, option.name, complete)})(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=_named(spec.name, spec.local_names),
        description=_described(spec.summary),
        callback=callback,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    if spec.offered_to is OfferedTo.HOSTS:
        # Not what those rule who are let by a role: no permission of Discord says who has it.
        command.default_permissions = discord.Permissions(manage_guild=True)
    return command


def _parameter(option: OptionSpec) -> str:
    """The name of an option among those of a function, which may be no word of Python itself."""
    return f"{option.name}_" if iskeyword(option.name) else option.name


def _completing(command: str, option: str, complete: Complete) -> Suggest:
    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = await complete(interaction, command, option, typed)
        return [app_commands.Choice(name=each.label, value=each.value) for each in found]

    return suggest


def _choices(option: OptionSpec) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=_described(label), value=value) for value, label in option.choices]


def _named(name: str, local_names: Mapping[str, str]) -> app_commands.locale_str:
    return app_commands.locale_str(name, **_localised(local_names))


def _described(message: str) -> app_commands.locale_str:
    return _said(message, DESCRIPTION)


def _said(message: str, limit: int | None = None) -> app_commands.locale_str:
    """A message in all languages that Discord has, each cut to the ``limit``."""
    said = {language: words(language)(message) for language in LANGUAGES}
    cut = {language: text if limit is None else cut_at_word(text, limit) for language, text in said.items()}
    return app_commands.locale_str(cut[LANGUAGES[0]], **_localised(cut))


def _localised(texts: Mapping[str, str]) -> dict[str, str]:
    """Texts by language, as Discord calls the languages that it has."""
    return {LOCALISED[language]: text for language, text in texts.items() if language in LOCALISED}
