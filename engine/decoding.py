"""The text of a file, whatever its author's machine wrote it in.

Pure: no input or output. Records have no mark for that: what is tried is told apart by what the bytes can mean.
"""

import codecs
import re

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LOOKED_AT = 4096
"""So many bytes show whether every other one is 0."""
_HALF = 0.4
"""In a text of two bytes a letter nearly all letters of notation have a byte 0; the names of players need not."""
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_WORD = re.compile(r"[A-Za-z\xc0-\xff]++")
_CYRILLIC = re.compile(r"[\xc0-\xff]{2,}+")


class NoText(ValueError):
    """The bytes are a picture, a program or something else that is no text."""


def text_of(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16, with a mark at the start or without, else Cyrillic or Latin in one byte.

    Lines end in one way afterwards. Raises NoText.
    """
    text = _decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    if _NO_TEXT.search(text):
        raise NoText
    return text


def _decoded(data: bytes) -> str:
    try:
        for mark, encoding in _MARKS:
            if data.startswith(mark):
                return data[len(mark) :].decode(encoding)
        if encoding := _of_two_bytes(data[:_LOOKED_AT]):
            return data.decode(encoding)
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_of_one_byte(data), errors="replace")


def _of_two_bytes(head: bytes) -> str:
    """The order of the bytes of a text with two for each letter, empty for any other."""
    if len(head) < 2 or 0 not in head:
        return ""
    first, second = (head[start::2].count(0) / (len(head) // 2) for start in (0, 1))
    if second > _HALF and first < second / 2:
        return "utf-16-le"
    return "utf-16-be" if first > _HALF and second < first / 2 else ""


def _of_one_byte(data: bytes) -> str:
    """Words in Cyrillic consist of high bytes; in other languages one stands here and there between plain letters."""
    words = [word for word in _WORD.findall(data.decode("latin-1")) if not word.isascii()]
    cyrillic = [word for word in words if _CYRILLIC.fullmatch(word)]
    return "cp1251" if 2 * len(cyrillic) > len(words) else "cp1252"
