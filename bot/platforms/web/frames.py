"""The frames that a page sends, read strictly: anything at all can come over a socket."""

import json
from collections.abc import Mapping

LARGEST = 2**53 - 1
"""The largest whole number that a page can count to, and every database keeps."""


class MalformedFrame(Exception):
    """The text is not a frame of our page."""


class Frame:
    """One frame: its ``kind`` and its fields, each read as the type it must have."""

    def __init__(self, kind: str, fields: Mapping[str, object]) -> None:
        self.kind = kind
        self._fields = fields

    def text(self, name: str, default: str | None = None) -> str:
        """A text without zero characters, which no database takes. Raises MalformedFrame; with a default, may miss."""
        return _text(self._fields.get(name, default))

    def texts(self, name: str) -> list[str]:
        """A list of texts, empty where there is none. Raises MalformedFrame."""
        values = self._fields.get(name, [])
        if not isinstance(values, list):
            raise MalformedFrame
        return [_text(value) for value in values]

    def number(self, name: str) -> int:
        """A whole number from 0 on, 0 where there is none. Raises MalformedFrame."""
        return _number(self._fields.get(name, 0))

    def numbers(self, name: str, most: int) -> list[int]:
        """A list of at most so many whole numbers from 0 on, empty where there is none. Raises MalformedFrame."""
        values = self._fields.get(name, [])
        if not isinstance(values, list) or len(values) > most:
            raise MalformedFrame
        return [_number(value) for value in values]

    def flag(self, name: str) -> bool:
        """Yes or no, no where there is none. Raises MalformedFrame."""
        value = self._fields.get(name, False)
        if type(value) is not bool:
            raise MalformedFrame
        return value


def read_frame(data: str) -> Frame:
    """The frame in a text. Raises MalformedFrame."""
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise MalformedFrame from None
    if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
        raise MalformedFrame
    return Frame(fields["type"], fields)


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise MalformedFrame
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedFrame
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise MalformedFrame from None
    return value.replace("\0", "")
