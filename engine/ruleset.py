"""The types of which the rules of a game are made. A ruleset is one value of them; nothing here knows a game.

Pure: no input or output. The meaning of the words on the board: docs/rules/README.md.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cached_property

from engine.board import Board, Ray, Surface

_MARKS = re.compile(r"[\W_]")


class Direction(Flag):
    """A direction class, seen by the side that moves: its own forward is up the board for it."""

    FORWARD = auto()
    FORWARD_DIAGONAL = auto()
    SIDEWAYS = auto()
    BACKWARD = auto()
    BACKWARD_DIAGONAL = auto()
    ALL = FORWARD | FORWARD_DIAGONAL | SIDEWAYS | BACKWARD | BACKWARD_DIAGONAL


class Reach(Enum):
    """The range of a piece: one point (a step, a short leap) or any distance (a slide, a long leap)."""

    ONE = "one"
    ANY = "any"


class Chain(Enum):
    """May a capture go on with the same piece: not at all, as long as it can, or as long as its player likes?"""

    SINGLE = "single"
    COMPLETE = "complete"
    OPTIONAL = "optional"


class Row(Enum):
    """The enemies that one leap goes over: one, or the whole unbroken row before the piece if their number is odd."""

    ONE = "one"
    ODD = "odd"


class Landing(Enum):
    """The points where a long leap may land: any free one, or only those where the chain goes on, if there are any."""

    FREE = "free"
    MUST_CONTINUE = "must continue"


class Promotion(Enum):
    """The moment at which a man on the promotion row becomes a king: if its turn ends there, or in passing."""

    ON_STOP = "on stop"
    IN_PASSING = "in passing"


class Obligation(Enum):
    """A player's freedom to decline a capture: freely, not at all, or at the price of a piece (the forfeit)."""

    OPTIONAL = "optional"
    FORCED = "forced"
    FORFEIT = "forfeit"


class CapturePrecedence(Enum):
    """The complete captures that are legal: all, the longest of each piece, or the longest of all."""

    FREE = "free"
    LONGEST_OF_PIECE = "longest of piece"
    LONGEST_OF_ALL = "longest of all"


class TieBreak(Enum):
    """The captures, of those the precedence leaves, that are legal: all, or those of kings if there are any."""

    NONE = "none"
    KING_FIRST = "king first"


class Removal(Enum):
    """The moment at which captured pieces leave: at once, or at the end of the turn (until then they block)."""

    IMMEDIATE = "immediate"
    END_OF_TURN = "end of turn"


class Family(Enum):
    """The sort of game it is: a hunt of a few for many, or draughts on one of the two surfaces."""

    HUNT = "hunt"
    LINES = "lines"
    SQUARES = "squares"


class Role(Enum):
    """The part a kind of piece plays: of two like armies (men, and the kings they become), or of a hunt."""

    MAN = "man"
    KING = "king"
    HUNTER = "hunter"
    PREY = "prey"


class Event(Flag):
    """An event of a turn for which a counter may wait. A forfeited piece counts as a capture.

    Source: docs/rules/malaysian-checkers.md#f5.
    """

    CAPTURE = auto()
    PROMOTION = auto()
    DROP = auto()
    MAN_MOVE = auto()


class Ending(Enum):
    """The reason why a game is over. Without a turn a side is blocked, which loses, or stuck, which draws."""

    NO_PIECES = "no pieces"
    FEW_LEFT = "few left"
    MATERIAL = "material"
    BLOCKED = "blocked"
    STUCK = "stuck"
    HAND_USED_UP = "hand used up"
    REPETITION = "repetition"
    COUNTER = "counter"
    COUNT_OFF = "count-off"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    """A player had no time left."""
    RULING = "ruling"
    """Whoever looks after the place of the game has decided how it ends."""
    STATED = "stated"
    """A record from elsewhere gives the result, and not why."""


class Agreement(Enum):
    """The result when both players agree to stop: a draw, or the count-off."""

    DRAW = "draw"
    COUNT_OFF = "count-off"


@dataclass(frozen=True)
class Side:
    """One of the two players' sides.

    ``key`` names it where programs read, ``letter`` in positions; ``up`` is its forward (1 or -1). ``name`` is what
    people call it: an English message of the catalogues.
    """

    key: str
    letter: str
    up: int
    name: str


@dataclass(frozen=True)
class Noun:
    """The name of a piece: English messages of the catalogues, for one and for several.

    ``typed`` are words, in any language, that people may put into a move they type: ``goat c3``.
    """

    singular: str
    plural: str
    typed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A piece as the eye and the ear know it, whoever owns it and however it moves.

    ``glyph`` stands for it on a button; ``sprite`` is its drawing in the table of ``renderer.pieces``; without one it
    is a disc with its letter. ``initial`` is its letter on a board as text, empty where that is the letter of
    positions.
    """

    role: Role
    noun: Noun
    glyph: str
    sprite: str = ""
    initial: str = ""


@dataclass(frozen=True)
class Movement:
    """A quiet move or a capture: how far and in which directions."""

    reach: Reach
    directions: Direction


@dataclass(frozen=True)
class Kind:
    """A kind of piece of one side. ``letter`` stands for it in positions; a king's letter is in ``promotes_to``.

    ``row`` is what one leap goes over. ``turns_back``: the next leap of a chain may go straight back along the line
    of the last. ``rests_on``: the points from which it makes no quiet move. ``joins_on``: those on which it may step
    onto others of its kind.
    """

    letter: str
    side: int
    figure: Figure
    move: Movement
    capture: Movement | None = None
    chain: Chain = Chain.COMPLETE
    landing: Landing = Landing.FREE
    row: Row = Row.ONE
    turns_back: bool = True
    rests_on: frozenset[int] = frozenset()
    joins_on: frozenset[int] = frozenset()
    promotes_to: str | None = None
    promotes_on: frozenset[int] = frozenset()
    promotion: Promotion = Promotion.ON_STOP

    @property
    def noun(self) -> Noun:
        """Its name."""
        return self.figure.noun

    @property
    def is_man(self) -> bool:
        """Is it an ordinary piece of one of two like armies?"""
        return self.figure.role is Role.MAN

    @property
    def is_king(self) -> bool:
        """Is it a promoted piece?"""
        return self.figure.role is Role.KING

    @property
    def is_hunter(self) -> bool:
        """Does it belong to the few that hunt the many?"""
        return self.figure.role is Role.HUNTER

    @property
    def is_prey(self) -> bool:
        """Does it belong to the many that are hunted?"""
        return self.figure.role is Role.PREY

    def fact(self, name: str) -> str:
        """The key in ``Ruleset.sources`` of a fact about this kind: ``man.move``, ``goat.move``."""
        return f"{self.noun.singular}.{name}"


@dataclass(frozen=True)
class Placement:
    """Pieces in hand at the start. While a side has any in hand it must drop ``per_turn`` of them a turn."""

    letter: str
    count: int
    per_turn: int = 1
    region: frozenset[int] | None = None


@dataclass(frozen=True)
class Stacks:
    """Pieces may stand on one another at the start; only the top one moves or is captured.

    ``leapt_twice``: a point may be leapt over again in the same turn, if a piece is left there.
    """

    leapt_twice: bool = False


@dataclass(frozen=True)
class Opening:
    """The first turn: the side to act takes ``removes`` enemy pieces off the board.

    If it ``relocates``, it may put one of its own pieces on another free point after that.
    """

    removes: int
    relocates: bool = False


@dataclass(frozen=True)
class FewLeft:
    """A side loses as soon as it has at most ``count`` pieces, those in hand included."""

    side: int
    count: int


@dataclass(frozen=True)
class Army:
    """The pieces of one side on the board: so many kings, and so many others."""

    kings: int
    others: int = 0

    @property
    def pieces(self) -> int:
        """All of them."""
        return self.kings + self.others


@dataclass(frozen=True)
class LoneKing:
    """A material: one side has a king and nothing else, the other so many pieces, at least a king among them."""

    pieces: frozenset[int]


@dataclass(frozen=True)
class KingEach:
    """A material: both sides have a king, and together so many pieces."""

    pieces: frozenset[int]


@dataclass(frozen=True)
class Armies:
    """A material: exactly one of these pairs of armies, whichever side has which."""

    pairs: frozenset[tuple[Army, Army]]


Material = LoneKing | KingEach | Armies


@dataclass(frozen=True)
class NoProgressRule:
    """The game ends after ``plies`` turns in a row in which none of ``resets`` happened.

    With ``material``, only turns count before and after which that material stands on the board; the one that makes it
    does not. With ``road``, of those only turns count before and after which the single king, and no other piece,
    stands on these points; the others leave the count as it is. ``result`` says whether the end is a draw or a
    count-off (more pieces win, then more kings).
    """

    plies: int
    resets: Event
    material: Material | None = None
    road: frozenset[int] = frozenset()
    result: Agreement = Agreement.DRAW


@dataclass(frozen=True)
class Source:
    """A text that rules are taken from: its readable ``name`` (author or site, title, year), and where it is."""

    name: str
    place: str


@dataclass(frozen=True)
class Citation:
    """A fact of a ruleset and who says so: a sentence in English, and the texts it is taken from.

    ``page`` is the anchor below docs/rules/ at which the repository explains the fact.
    """

    statement: str
    page: str
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Likeness:
    """A game that somebody may know, by its key, and how this one differs: what follows *but*, an English message."""

    key: str
    but: str


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game. ``sources`` cites, for each fact by name, where it comes from.

    ``summary`` tells in one sentence what the game is about, to somebody who does not know it; ``like``, to somebody
    who knows another. A ``variant`` is listed behind the game it is like. ``beginners`` marks a game that is learned in
    minutes.

    ``first`` is the side that makes the first ordinary move; a side with a placement of its own and
    ``per_turn`` equal to its whole hand sets up before that. ``hand_used_up`` is a side that has lost once its hand is
    empty and the other side can move. ``crowned_when``: after each turn a side of at most so many pieces has only
    kings. ``drawn_material`` draws at once; a side of ``stuck_draws`` draws if it is to act and has no turn.
    ``full_win_on`` are the points on which all pieces of a blocked side must stand for the win to be called full.
    ``repetition`` draws when a position stands so often; a side of ``no_repeating`` may make no turn that brings a
    position back (while pieces are dropped none can come back).

    ``short_id`` names the ruleset in buttons, which stay in chats for years: two to four lower-case letters, unique,
    and never changed once people have seen it.
    """

    key: str
    short_id: str
    name: str
    summary: str
    aliases: tuple[str, ...]
    board: Board
    sides: tuple[Side, Side]
    first: int
    kinds: tuple[Kind, ...]
    start: str
    obligation: Obligation
    precedence: CapturePrecedence
    removal: Removal
    tie_break: TieBreak = TieBreak.NONE
    stacks: Stacks | None = None
    opening: Opening | None = None
    placements: tuple[Placement, ...] = ()
    few_left: FewLeft | None = None
    hand_used_up: int | None = None
    crowned_when: int = 0
    drawn_material: LoneKing | None = None
    stuck_draws: frozenset[int] = frozenset()
    full_win_on: frozenset[int] = frozenset()
    repetition: int | None = None
    no_repeating: frozenset[int] = frozenset()
    no_progress_rules: tuple[NoProgressRule, ...] = ()
    agreement: Agreement = Agreement.DRAW
    gametype: int | None = None
    like: Likeness | None = None
    variant: bool = False
    beginners: bool = False
    sources: Mapping[str, Citation] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def kind(self) -> dict[str, Kind]:
        """Each kind by its letter."""
        return {kind.letter: kind for kind in self.kinds}

    @cached_property
    def placement(self) -> dict[str, Placement]:
        """Each placement by the letter of its pieces."""
        return {placement.letter: placement for placement in self.placements}

    @cached_property
    def typed_words(self) -> tuple[str, ...]:
        """The words for the pieces that people may put into a move they type, in small letters."""
        return tuple(sorted({word.casefold() for kind in self.kinds for word in kind.noun.typed}))

    @property
    def family(self) -> Family:
        """The sort of game it is."""
        if self.hunters is not None:
            return Family.HUNT
        return Family.LINES if self.board.surface is Surface.LINES else Family.SQUARES

    @cached_property
    def hunters(self) -> int | None:
        """The side that hunts, or None where two like armies meet."""
        return next((kind.side for kind in self.kinds if kind.is_hunter), None)

    def side_of(self, letter: str) -> int:
        """Index of the side that owns a piece."""
        return self.kind[letter].side

    def directions(self, side: int, ray: Ray) -> Direction:
        """The direction class of a ray for a side."""
        ahead = ray.dy * self.sides[side].up
        if ahead == 0:
            return Direction.SIDEWAYS
        if ahead > 0:
            return Direction.FORWARD_DIAGONAL if ray.dx else Direction.FORWARD
        return Direction.BACKWARD_DIAGONAL if ray.dx else Direction.BACKWARD

    @cached_property
    def move_rays(self) -> dict[str, tuple[tuple[Ray, ...], ...]]:
        """For each kind and point, the rays along which it may move quietly: none from a point it rests on."""
        return {
            kind.letter: tuple(
                () if point in kind.rests_on else rays for point, rays in enumerate(self._rays_for(kind, kind.move))
            )
            for kind in self.kinds
        }

    @cached_property
    def capture_rays(self) -> dict[str, tuple[tuple[Ray, ...], ...]]:
        """For each kind that captures and each point, the rays along which it may capture."""
        return {kind.letter: self._rays_for(kind, kind.capture) for kind in self.kinds if kind.capture}

    def _rays_for(self, kind: Kind, movement: Movement) -> tuple[tuple[Ray, ...], ...]:
        return tuple(
            tuple(ray for ray in rays if self.directions(kind.side, ray) & movement.directions)
            for rays in self.board.rays
        )


def spelling(name: str) -> str:
    """A name without case, spaces, hyphens and other marks, in whatever letters: ``damdua``."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", name).casefold())
