"""The grammar of PDN 3.0 for writing, as its standard gives it, for a parser generator of the field.

It is stricter than what Papan reads. Rules that a grammar cannot have (the names of squares of a kind of draughts,
which captures are written whole) are in the tests.
"""

from functools import cache

from lark import Lark, LarkError, Token, Tree

_GRAMMAR = r"""
    start: (game "*")+

    game: tag+ _body? | _body
    tag: "[" NAME VALUE "]"
    _body: (_turn | variation | COMMENT | SETUP | NAG)+
    _turn: NUMBER? MOVE
    variation: "(" _body ")"

    NAME: /[A-Z][a-zA-Z0-9_]*/
    VALUE: /"([^"\\]|\\.)*"/
    MOVE: /SQUARE(-SQUARE|([x:]SQUARE)+)[!?]*(?=\s)/
    NUMBER: /[0-9]+\.(\.\.)?(?=\s)/
    NAG: /\$[0-9]+/
    COMMENT: /\{[^}]*\}/
    SETUP: /\/[^\/]*\//

    %ignore /\s+/
    %ignore /%[^\n]*/
""".replace("SQUARE", "([a-h][1-8]|[1-9][0-9]?)")


class NotPdn(ValueError):
    """A text is no PDN 3.0."""


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr")


def games(text: str) -> list[tuple[dict[str, str], list[str]]]:
    """The tags and the moves of each game, those of variations left out. Raises NotPdn."""
    try:
        tree = _parser().parse(text)
    except LarkError as error:
        raise NotPdn(str(error)) from error
    return [_game(each) for each in tree.children if isinstance(each, Tree)]


def _game(tree: Tree[Token]) -> tuple[dict[str, str], list[str]]:
    tags = [each.children for each in tree.children if isinstance(each, Tree) and each.data == "tag"]
    moves = [str(each) for each in tree.children if isinstance(each, Token) and each.type == "MOVE"]
    return {str(name): str(value)[1:-1] for name, value in tags}, moves
