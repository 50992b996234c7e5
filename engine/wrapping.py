"""The text of a record or a position without what chats, forums and web pages put around it.

Pure: no input or output.
"""

import html
import re

_QUOTED = re.compile(r"^[^\S\n]*+>(?: ?>)*+ ?", re.MULTILINE)
_ALL_QUOTED = re.compile(r"(?:[^\S\n]*+(?:>[^\n]*+)?(?:\n|$))++")
_FENCE = re.compile(r"```(?:[\w+-]++(?=[^\S\n]*+\n)|(?:pgn|pdn|fen|text|txt)\b)?", re.IGNORECASE)
_TICK = re.compile(r"(\"[^\"\n]*+\"?)|(?<!\S)`++|`++(?!\S)")
_FORUM = re.compile(r"\[/?(?:pgn|pdn|fen|code|quote)\]", re.IGNORECASE)
_CURLY = re.compile(
    r"(?P<before>\[\s*+\w++\s++|/FEN\s*+)[“”„‟«»″](?P<value>[^“”„‟«»″\n\"]*+)[“”„‟«»″](?P<behind>\s*+[\]/])"
)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[a-zA-Z]{2,8});")
_TWO_LETTERS = re.compile(r"(?<!\\)(?:\\r)?+\\n")
_JSON = re.compile(r"\{\s*+\"")


def unwrapped(text: str) -> str:
    """The text without code fences, back ticks, marks of quotations and forums, entities and curly quotation marks.

    Entities and line ends of two letters are taken for what they mean only where the text has no plain ones: in tags
    they may be somebody's name.
    """
    text = text.removeprefix("\ufeff")
    if ">" in text and _ALL_QUOTED.fullmatch(text):
        text = _QUOTED.sub("", text)
    if "`" in text:
        text = _TICK.sub(lambda found: found[1] or " ", _FENCE.sub(" ", text))
    if _JSON.match(text.lstrip()):
        return text
    if '"' not in text and "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    if "\n" not in text.strip():
        text = _TWO_LETTERS.sub("\n", text)
    text = _FORUM.sub(" ", text)
    return _CURLY.sub(r'\1"\2"\3', text)
