"""The answer to a typed command of which some words fit nothing that it takes."""

from bot.app.requests.command_arguments import Arguments, CommandArguments
from bot.chat import Refusal
from bot.chat.command_lines import AGAIN, UNREAD, values_named
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec
from bot.words import Words

ECHOED = 60
"""So many letters of what does not fit are said back."""


def unread(spec: CommandSpec, arguments: Arguments, say: Words) -> Refusal | None:
    """The words that fit no option, a value that its option has not, or a second one, with what the command takes; None
    where all fit. An option that reads values by a rule of its own is left to its command.
    """
    given = CommandArguments(arguments)
    chosen = [each for each in spec.options if each.kind is OptionKind.CHOICE and not each.reads]
    strange = (text for each in chosen if (text := given.text(each.name)) and text.casefold() not in dict(each.choices))
    if words := given.text(UNREAD) or next(strange, ""):
        text = say("I don't know what “{words}” means after /{name}.", words=words[:ECHOED], name=spec.name)
        typed = [each for each in spec.options if each.kind is not OptionKind.FILE]
        takes = [_taken(each, say) for each in typed]
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


def _taken(option: OptionSpec, say: Words) -> str:
    """An option with what it is for, and the words that a choice takes."""
    line = f"{_called(option, say)}: {say(option.summary)}"
    if option.kind is OptionKind.CHOICE and not option.reads:
        return f"{line} ({', '.join(values_named(option, say))})"
    return line


def _called(option: OptionSpec, say: Words) -> str:
    """An option by its name in a language."""
    return option.local_names.get(say.language, option.name)
