"""Typed commands: the people meant by @name, and suggestions while a person types."""

import hashlib
from collections.abc import Awaitable, Callable

from bot.chat import Person, Request, RequestHandler
from bot.chat.command_lines import read_line
from bot.chat.commands import (
    COMMANDS,
    OPPONENT_WORDS,
    CommandSpec,
    OfferedTo,
    OptionKind,
    UnknownCommand,
    decided_by,
)
from bot.chat.games import game_key
from bot.chat.ports import RoomMember
from bot.platforms.web.entrances import person_of
from bot.platforms.web.frame_parts import SuggestionShown
from bot.words import language_of, words

LONGEST_LIST = 25
_OUR_NAME = "@papan "


def message_id(request: Request) -> str:
    """The id of the message that a request makes, the same when it comes again. It does not tell whose it is."""
    return f"a-{_digest(request.event)}"


def call_id(account: str, key: str) -> str:
    """The id of the message that calls a person in their corner, the same for the same key. It does not tell whose."""
    return f"c-{_digest(f'{account} {key}')}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


async def named_people(
    arguments: dict[str, str], find: Callable[[str], Awaitable[RoomMember | None]]
) -> tuple[dict[str, str | Person], str]:
    """The arguments with people instead of their names; and a name that nobody has, else an empty text."""
    found: dict[str, str | Person] = dict(arguments)
    for option in ("opponent", "who"):
        if option not in arguments:
            continue
        name = arguments[option].removeprefix("@").replace("_", " ")
        if option == "opponent" and name.casefold() in OPPONENT_WORDS:
            found[option] = OPPONENT_WORDS[name.casefold()]
            continue
        member = await find(name)
        if member is None:
            return found, name
        found[option] = person_of(member)
    return found, ""


async def suggestions(
    handler: RequestHandler, request: Request, line: str, present: list[str], *, manages: bool
) -> list[SuggestionShown]:
    """Completions of a typed line: each a label and the whole line; for who ``manages`` the room all commands."""
    head, space, rest = line.removeprefix("/").partition(" ")
    if not space:
        return _commands(head, request.person.locale, manages=manages)
    try:
        spec = COMMANDS.find(head)
    except UnknownCommand:
        return []
    before, last = (f"{rest.rpartition(' ')[0]} ".lstrip(), rest.rpartition(" ")[2])
    if last.startswith("@"):
        names = [name for name in present if name.casefold().startswith(last[1:].casefold())]
        return [_line(f"@{name}", f"/{head} {before}@{name.replace(' ', '_')} ") for name in names][:LONGEST_LIST]
    return await _options(handler, request, spec, f"/{head} ", rest, present)


def _commands(typed: str, locale: str, *, manages: bool) -> list[SuggestionShown]:
    say = words(language_of(locale))
    offered = [spec for spec in COMMANDS if manages or spec.offered_to is OfferedTo.EVERYBODY]
    fitting = [spec for spec in offered if spec.name.startswith(typed.casefold())]
    return [_line(f"/{spec.name} - {say(spec.summary)}", f"/{spec.name} ") for spec in fitting]


async def _options(
    handler: RequestHandler, request: Request, spec: CommandSpec, head: str, rest: str, present: list[str]
) -> list[SuggestionShown]:
    say = words(language_of(request.person.locale))
    found = []
    before, last = (f"{rest.rpartition(' ')[0]} ".lstrip(), rest.rpartition(" ")[2])
    for option in spec.options:
        if option.complete and option.kind is OptionKind.TEXT and not option.phrase:
            typed, match = _split_named(rest, "match")
            completions = await handler.complete(request, spec.name, option.name, typed, match)
            named = f"match:{match} " if match else ""
            return [_line(each.label, f"{head}{named}{each.value}") for each in completions]
        if option.kind is OptionKind.PERSON and not rest:
            others = [name for name in present if name != request.person.name]
            found += [_line(f"@{name}", f"{head}@{name.replace(' ', '_')} ") for name in others]
        if option.kind is OptionKind.GAME and not any(game_key(word) for word in rest.split()):
            games = await handler.complete(request, spec.name, option.name, last)
            found += [_line(each.label, f"{head}{before}{each.value} ") for each in games]
        if option.kind is OptionKind.SIDE or (option.complete and option.phrase):
            given = read_line(f"/{spec.name} {before}")[1]
            if option.name not in given:
                decided = given.get(decided_by(option.name), "")
                fitting = await handler.complete(request, spec.name, option.name, last, decided)
                found += [_line(each.label, f"{head}{before}{each.value} ") for each in fitting]
        if option.kind is OptionKind.CHOICE:
            values = [(value, say(label)) for value, label in option.choices if _fits(last, value, label)]
            chosen = any(value in rest.split() for value, _ in option.choices)
            found += [] if chosen else [_line(label, f"{head}{before}{value} ") for value, label in values]
    return found[:LONGEST_LIST]


def _split_named(rest: str, name: str) -> tuple[str, str]:
    """A typed line without the option ``name:value``, and that value, empty where it is not given."""
    words = rest.split(" ")
    given = [word for word in words if word.casefold().startswith(f"{name}:")]
    left = " ".join(word for word in words if word not in given)
    return left, given[0].partition(":")[2] if given else ""


def without_our_name(line: str) -> str:
    """A line without ``@Papan`` before it; the very same line where it does not begin so."""
    return line[len(_OUR_NAME) :].lstrip(" ,:") if line.casefold().startswith(_OUR_NAME) else line


def _fits(typed: str, value: str, label: str) -> bool:
    return typed.casefold() in value or typed.casefold() in label.casefold()


def _line(label: str, line: str) -> SuggestionShown:
    return {"label": label, "line": line}
