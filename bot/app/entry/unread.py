"""The answer to a typed command of which some words fit nothing that it takes."""

from bot.app.requests.command_arguments import Arguments, CommandArguments
from bot.chat import Refusal
from bot.chat.command_lines import AGAIN, UNREAD
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec
from bot.words import Words

ECHOED = 60
"""So many letters of what does not fit are said back."""


def unread(spec: CommandSpec, arguments: Arguments, say: Words) -> Refusal | None:
    """The words that fit no option, or a second value for one, with what the command takes; None where all fit."""
    given = CommandArguments(arguments)
    if words := given.text(UNREAD):
        text = say("I don't know what “{words}” means after /{name}.", words=words[:ECHOED], name=spec.name)
        typed = [each for each in spec.options if each.kind is not OptionKind.FILE]
        takes = [f"{_called(each, say)}: {say(each.summary)}" for each in typed]
        told = say("It takes:") if takes else say("It takes nothing.")
        return Refusal(text="\n".join((f"{text} {told}", *takes)))
    for option in spec.options:
        if second := given.text(AGAIN + option.name):
            return Refusal(
                text=say(
                    "Behind /{name} stand “{first}” and “{second}”, and it takes one {option} only. Leave one out.",
                    name=spec.name,
                    first=given.text(option.name)[:ECHOED],
                    second=second[:ECHOED],
                    option=_called(option, say),
                )
            )
    return None


def _called(option: OptionSpec, say: Words) -> str:
    """An option by its name in a language."""
    return option.local_names.get(say.language, option.name)
