"""The pieces and sides that several games share, as data: no function, no class."""

from engine.ruleset import Direction, Figure, Movement, Noun, Reach, Role, Side

MAN = Figure(Role.MAN, Noun("man", "men"), glyph="●", sprite="man")
KING = Figure(Role.KING, Noun("king", "kings"), glyph="♛", sprite="king")
WHITE = Side("white", "w", 1, "White")
BLACK = Side("black", "b", -1, "Black")

GOAT = Figure(Role.PREY, Noun("goat", "goats", typed=("goat", "kambing")), glyph="🐐", sprite="goat")
TIGER = Figure(Role.HUNTER, Noun("tiger", "tigers", typed=("tiger", "harimau", "macan")), glyph="🐯", sprite="tiger")
GOATS = Side("goats", "g", 1, "Goats")
TIGERS = Side("tigers", "t", -1, "Tigers")
ONE_TIGER = Side("tigers", "t", -1, "Tiger")

STEP = Movement(Reach.ONE, Direction.ALL)
SLIDE = Movement(Reach.ANY, Direction.ALL)
SHORT_LEAP = Movement(Reach.ONE, Direction.ALL)
LONG_LEAP = Movement(Reach.ANY, Direction.ALL)
AHEAD = Direction.FORWARD | Direction.FORWARD_DIAGONAL | Direction.SIDEWAYS
STEP_AHEAD = Movement(Reach.ONE, AHEAD)
LEAP_AHEAD = Movement(Reach.ONE, AHEAD)
