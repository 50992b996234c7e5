"""The pieces and sides that draughts games share, as data: no function, no class."""

from engine.ruleset import Figure, Noun, Role, Side

MAN = Figure(Role.MAN, Noun("man", "men"), glyph="●", sprite="man")
KING = Figure(Role.KING, Noun("king", "kings"), glyph="♛", sprite="king")
WHITE = Side("white", "w", 1, "White")
BLACK = Side("black", "b", -1, "Black")
