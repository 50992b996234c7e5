"""Telegram's HTML: the plain text, its entities, and the reasons to refuse it.

The tags and escapes are those of https://core.telegram.org/bots/api#html-style; entities are counted in UTF-16 units.
"""

import html
import re
from dataclasses import dataclass

from loopback.telegram.world import JSON

_TAGS = {
    "b": "bold", "strong": "bold",
    "i": "italic", "em": "italic",
    "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "tg-spoiler": "spoiler", "span": "spoiler",
    "code": "code", "pre": "pre", "a": "text_link", "blockquote": "blockquote", "tg-time": "date_time",
}  # fmt: skip
_TOKEN = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<attributes>[^<>]*)>|<|&[^;\s&<]{1,12};|[^<&]+|&", re.DOTALL
)
_ATTRIBUTE = re.compile(r"""([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?""")
_ESCAPES = {"&lt;", "&gt;", "&amp;", "&quot;"}


class CannotParse(ValueError):
    """The text is not well-formed; the message says where."""


@dataclass
class _Open:
    tag: str
    offset: int
    attributes: dict[str, str]


def utf16(text: str) -> int:
    """Length in UTF-16 units, which entities are counted in."""
    return len(text.encode("utf-16-le")) // 2


def parse_html(source: str) -> tuple[str, list[JSON]]:
    """The plain text and its entities. Raises CannotParse."""
    parts: list[str] = []
    length = 0
    stack: list[_Open] = []
    entities: list[JSON] = []
    for token in _TOKEN.finditer(source):
        at = len(source[: token.start()].encode())
        name = token["name"]
        if token[0] == "<":
            raise CannotParse(f"Unclosed start tag at byte offset {at}")
        if name is None:
            piece = token[0]
            if piece in _ESCAPES or re.fullmatch(r"&#(\d+|x[0-9a-fA-F]+);", piece):
                piece = html.unescape(piece)
            parts.append(piece)
            length += utf16(piece)
        elif not token["end"]:
            stack.append(_open_tag(name.lower(), token["attributes"], length, at))
        else:
            if not stack:
                raise CannotParse(f"Unexpected end tag at byte offset {at}")
            opened = stack.pop()
            if opened.tag != name.lower():
                raise CannotParse(
                    f'Unmatched end tag at byte offset {at}, expected "</{opened.tag}>", found "</{name}>"'
                )
            if length > opened.offset:
                entities.append(_entity(opened, length))
    if stack:
        raise CannotParse(f'Can\'t find end tag corresponding to start tag "{stack[-1].tag}"')
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return "".join(parts), entities


def _open_tag(name: str, attributes: str, offset: int, at: int) -> _Open:
    values = {found[1]: html.unescape(found[2] or found[3] or "") for found in _ATTRIBUTE.finditer(attributes)}
    if name not in _TAGS or (name == "span" and values.get("class") != "tg-spoiler"):
        raise CannotParse(f'Unsupported start tag "{name}" at byte offset {at}')
    return _Open(name, offset, values)


def _entity(opened: _Open, end: int) -> JSON:
    entity: JSON = {"type": _TAGS[opened.tag], "offset": opened.offset, "length": end - opened.offset}
    if opened.tag == "a":
        user = re.fullmatch(r"tg://user\?id=(\d+)", opened.attributes.get("href", ""))
        if user:
            return {**entity, "type": "text_mention", "user_id": int(user[1])}
        entity["url"] = opened.attributes.get("href", "")
    if opened.tag == "tg-time":
        entity["unix_time"] = int(opened.attributes.get("unix", ""))
        entity["date_time_format"] = opened.attributes.get("format", "")
    if opened.tag == "blockquote" and "expandable" in opened.attributes:
        entity["type"] = "expandable_blockquote"
    return entity


_TYPED = re.compile(
    r"(?<![\w/@])(?:(?P<command>/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]+)?)|(?P<mention>@[A-Za-z0-9_]{4,32}))(?![\w@])"
)


def typed_entities(text: str) -> list[JSON]:
    """The commands and mentions that a client marks in what a person types."""
    return [
        {
            "type": "bot_command" if found["command"] else "mention",
            "offset": utf16(text[: found.start()]),
            "length": utf16(found[0]),
        }
        for found in _TYPED.finditer(text)
    ]
