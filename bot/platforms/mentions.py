"""Words in a text that are more than words: the names of commands, links to messages, moments."""

import re
from collections.abc import Callable, Iterator, Sequence

from bot.chat import MessageLink, When
from bot.chat.commands import COMMANDS

_SLASHED = re.compile(r"(?<![\w/<.])/([a-z]+)(?![\w/])")


def local_name(command: str, language: str) -> str:
    """The name of a command in a language, by its English one; the latter where there is no other."""
    return COMMANDS.find(command).local_names.get(language, command)


def with_commands(text: str, mention: Callable[[str], str]) -> str:
    """The text with each ``/name`` of a command replaced by ``mention`` of its English name."""
    return _SLASHED.sub(lambda found: mention(found[1]) if COMMANDS.lists(found[1]) else found[0], text)


def parts(text: str, links: Sequence[MessageLink | When]) -> Iterator[tuple[str, MessageLink | When | None]]:
    """The text in pieces, each with the link that it is, if it is one; a link whose words were cut off is left out."""
    for link in links:
        before, found, after = text.partition(link.words)
        if found:
            yield before, None
            yield found, link
            text = after
    yield text, None
