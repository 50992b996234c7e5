"""The words of a rich message (Bot API 10.1), which Telegram sends without a ``text``.

Its blocks and texts stand in one another, as https://core.telegram.org/bots/api#richmessage says. Kinds that are added
there later are read by what they share with those of today: ``text``, ``blocks``, ``items`` and ``cells``.
"""

from collections.abc import Iterator, Mapping

from telegram import Message

DEEPEST = 32
"""The levels of blocks and texts that are read; what stands deeper is left out."""


def said_in(message: Message) -> str:
    """The words of a message, of the file that it brings, or of the rich message that it is; empty where it has none.

    A block begins a line, and the cells of a row are parted by blanks.
    """
    rich = message.api_kwargs.get("rich_message")
    return message.text or message.caption or ("\n".join(_lines(rich, DEEPEST)) if isinstance(rich, Mapping) else "")


def _lines(block: object, depth: int) -> Iterator[str]:
    """The lines of a block, and of the blocks within."""
    if not isinstance(block, Mapping) or not depth:
        return
    for name in ("summary", "text"):
        yield from filter(None, (_inline(block.get(name), depth),))
    for row in _many(block.get("cells")):
        yield " ".join(filter(None, (_inline(cell, depth) for cell in _many(row))))
    for name in ("blocks", "items"):
        for each in _many(block.get(name)):
            yield from _numbered(each, list(_lines(each, depth - 1)))
    yield from filter(None, (_inline(block.get("caption"), depth),))


def _numbered(item: object, lines: list[str]) -> list[str]:
    """The lines of an item of a list with its number, as moves have theirs; a bullet says nothing."""
    label = item.get("label") if isinstance(item, Mapping) else None
    if not lines or not isinstance(label, str) or not label[:1].isalnum():
        return lines
    return [f"{label} {lines[0]}", *lines[1:]]


def _inline(text: object, depth: int) -> str:
    """The words of a text in a line: plain, or in parts, or with a look of its own."""
    if isinstance(text, str) or not depth:
        return text if isinstance(text, str) else ""
    if isinstance(text, Mapping):
        return _inline(text.get("text") or text.get("alternative_text"), depth - 1)
    return "".join(_inline(each, depth - 1) for each in _many(text))


def _many(found: object) -> list[object]:
    return found if isinstance(found, list) else []
