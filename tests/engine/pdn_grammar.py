"""The grammar of PDN 3.0 for writing, as its standard gives it: tokens, and the rules that join them.

It is stricter than what Papan reads. Rules that a grammar cannot have (the names of squares of a kind of draughts,
which captures are written whole) are in the tests.
"""

import re
from collections.abc import Iterator

_SQUARE = r"(?:[a-h][1-8]|[1-9][0-9]?)"
TOKENS = {
    "MOVE": rf"{_SQUARE}(?:-{_SQUARE}|(?:[x:]{_SQUARE})+)(?:[!?]+)?(?=\s)",
    "NUMBER": r"[0-9]+\.(?:\.\.)?(?=\s)",
    "NAG": r"\$[0-9]+",
    "COMMENT": r"\{[^}]*\}",
    "SETUP": r"/[^/]*/",
    "TAG": r'\[[A-Z][a-zA-Z0-9_]* "(?:[^"\\]|\\.)*"\]',
    "ASTERISK": r"\*",
    "OPEN": r"\(",
    "CLOSE": r"\)",
    "SPACE": r"\s+|%[^\n]*",
}
_TOKEN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in TOKENS.items()))


class NotPdn(ValueError):
    """A text is no PDN 3.0."""


def games(text: str) -> list[tuple[dict[str, str], list[str]]]:
    """The tags and the moves of each game. Raises NotPdn."""
    found: list[tuple[dict[str, str], list[str]]] = []
    tags: dict[str, str] = {}
    moves: list[str] = []
    depth, body, after_number = 0, False, False
    for name, token in _tokens(text):
        if after_number and name != "MOVE":
            raise NotPdn(f"a number without a move: {token}")
        after_number = name == "NUMBER"
        match name:
            case "TAG":
                if body:
                    raise NotPdn(f"a tag within a game: {token}")
                key, value = token[1:-2].split(' "', 1)
                tags[key] = value
            case "ASTERISK":
                if depth or not (tags or body):
                    raise NotPdn("an end without a game")
                found.append((tags, moves))
                tags, moves, body = {}, [], False
            case "OPEN" | "CLOSE":
                depth += 1 if name == "OPEN" else -1
                if depth < 0:
                    raise NotPdn("a variation that never began")
            case _:
                body = True
                if name == "MOVE" and not depth:
                    moves.append(token)
    if depth or after_number or tags or body:
        raise NotPdn("a game without an end")
    return found


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise NotPdn(f"no token: {text[at : at + 20]!r}")
        at = token.end()
        if token.lastgroup and token.lastgroup != "SPACE":
            yield token.lastgroup, token[0]
