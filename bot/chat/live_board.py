"""A match as one person may see and touch it: what a live board shows. It posts nothing and is stored nowhere."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum

from bot.chat.messages import Row, Style, When
from engine.moves import Move
from engine.turn_graph import TurnGraph


@dataclass(frozen=True)
class PieceName:
    """A kind of piece: its letter, its side, and its name in the reader's language."""

    letter: str
    side: int
    name: str


@dataclass(frozen=True)
class SeatTime:
    """The time of one side."""

    move: timedelta
    """What is left for the move; for the side that is not to move, what each of its moves has."""
    bank: timedelta
    state: str = ""
    """Why its time stands still, in a few words; empty where there is nothing to say."""
    until: When | None = None
    """Words of ``state`` that tell a moment."""


@dataclass(frozen=True, kw_only=True)
class SeatClocks:
    """The clock of a match under way at one moment, for each side."""

    live: bool
    """Do both sit at the board, so that seconds count?"""
    runs: int | None
    """The side whose time runs, first for the move and then in the bank; None while the clock is stopped."""
    sides: tuple[SeatTime, SeatTime]
    changes: datetime | None
    """When it will begin or cease to run by itself, though nothing has happened."""


class ActionPlace(Enum):
    """The place of a button of a live board."""

    LINE = "line"
    """Beside the words below the board: it answers them."""
    ROW = "row"
    """In the row of actions, under a picture."""
    MORE = "more"
    """In the list of everything else."""
    NEXT = "next"
    """Among the ways on from a match that is over."""


class ActionKind(StrEnum):
    """The deeds of buttons of a live board. The value is the form on the wire."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CHANGE_TERMS = "change_terms"
    SEND_TERMS = "send_terms"
    EVEN_START = "even_start"
    WITHDRAW = "withdraw"
    READY = "ready"
    UNDO = "undo"
    DRAW = "draw"
    DECLINE_DRAW = "decline_draw"
    TAKEBACK = "takeback"
    ALLOW_TAKEBACK = "allow_takeback"
    REFUSE_TAKEBACK = "refuse_takeback"
    SWAP = "swap"
    ALLOW_SWAP = "allow_swap"
    REFUSE_SWAP = "refuse_swap"
    PAUSE = "pause"
    ALLOW_PAUSE = "allow_pause"
    REFUSE_PAUSE = "refuse_pause"
    END_PAUSE = "end_pause"
    WITHDRAW_OFFER = "withdraw_offer"
    RESIGN = "resign"
    """The page has asked once more before it sends it."""
    CALL_OFF = "call_off"
    CALL_OFF_LATE = "call_off_late"
    CLAIM = "claim"
    GIVE_DAY = "give_day"
    NUDGE = "nudge"
    TOLD = "told"
    FOLLOW = "follow"
    PLAN = "plan"
    GUESS = "guess"
    VOTE = "vote"
    """On the end of a match, by the choice. On a turn the page votes as one guesses."""
    TEAM_JOIN = "team_join"
    TEAM_LEAVE = "team_leave"
    TEAM_BEGIN = "team_begin"
    TEAM_NEXT = "team_next"
    AGREE = "agree"
    PLAY_AGREED = "play_agreed"
    SHOW_LINE = "show_line"
    """The page does it by itself: the choice has the turns of a line by the points touched for each, ``3-7 5-12``."""
    SAY = "say"
    NOTE = "note"
    SIMUL_NOTE = "simul_note"
    REPORT = "report"
    HINT = "hint"
    RULES = "rules"
    ANALYSE = "analyse"
    REPLAY = "replay"
    EXPORT = "export"
    COPY_POSITION = "copy_position"
    REMATCH = "rematch"
    REFUSE_REMATCH = "refuse_rematch"
    PRACTISE = "practise"
    LEVEL = "level"
    SHARE = "share"
    """The page does it by itself: it passes its own address on."""
    LESSON = "lesson"
    """The page goes there by itself: to the lessons of the game that the choice names."""
    OWN_PUZZLES = "own_puzzles"
    """The page goes there by itself: to the turns of this person that turned their matches."""
    SET_UP = "set_up"
    """The page goes there by itself: to the position at hand, as one to be changed."""


@dataclass(frozen=True)
class BoardAction:
    """A button of a live board.

    ``choice`` tells those of one kind apart, as the side of a seat. ``explained`` says what it does; of one that is
    switched off, why it is.
    """

    kind: ActionKind
    place: ActionPlace
    label: str
    style: Style = Style.PLAIN
    disabled: bool = False
    explained: str = ""
    choice: str = ""


@dataclass(frozen=True)
class ReadyCall:
    """The terms agreed on for a live match that begins when both are ready."""

    terms: str
    button: BoardAction | None
    """For the player who has not said yet that they are ready; None for all others."""


@dataclass(frozen=True, kw_only=True)
class SharedSeat:
    """The part of a board that those who consult about a turn see of each other, and nobody else does."""

    proposed: tuple[str, ...]
    """A sentence about each proposal, and about each line that somebody shows."""
    mine: tuple[tuple[int, int], ...]
    """What this person has drawn: arrows from point to point, and rings, from a point to itself."""
    others: tuple[tuple[int, int], ...]
    """What the others have drawn."""
    line: str
    """The line that this person shows, as the choice of its ``SHOW_LINE``; empty where they show none."""


@dataclass(frozen=True, kw_only=True)
class LiveBoard:
    """A match for one person, at one version; all words in their ``language``.

    Points are numbers, in the order of the board's points. ``cells`` has a letter for each of them.
    """

    code: str
    version: int
    now: datetime
    """When it was made: the times of its clock are of this moment."""
    language: str
    ply: int
    status: str
    days: bool
    """Does a move have days, so that nobody sits at the board and waits?"""
    ruleset: str
    """The key of the ruleset."""
    game: str
    inviting: bool
    """Is it an invitation of this person that nobody has taken yet?"""
    mine: tuple[int, ...]
    """The sides that this person plays: none of a spectator, both of a practice board."""
    bottom: int
    """The side at the bottom of the board."""
    turn: int
    theme: str
    """The theme that they have chosen; empty where the page takes one that fits it."""
    cells: str
    stacks: tuple[tuple[int, int], ...]
    """The points with more than one piece, with how many."""
    hands: tuple[tuple[str, int], ...]
    """The pieces that are still to be put on the board: letters with how many."""
    pieces: tuple[PieceName, ...]
    names: tuple[str, str]
    people: tuple[str, str]
    """The ids by which the people at the seats are asked about; empty for the computer and a free seat."""
    sides: tuple[str, str]
    levels: tuple[int | None, int | None]
    """The level of each side that the computer plays."""
    taken: tuple[int, int]
    """The number of pieces that each side has lost."""
    last: Move | None
    steps: TurnGraph | None
    """The points that may be touched, for the one who is to move; None for all others, and where they are too many."""
    ask: str
    """The question about the first point, for the one who is to move."""
    puts: tuple[str, ...]
    """Those about each of the pieces, for whoever is to put several on the board in one turn."""
    title: str
    """Against whom it is, and the game."""
    facts: str
    """Its code, the game, and the number of the move."""
    lines: tuple[str, ...]
    """The words beside the board, as in chats."""
    talk: tuple[str, ...]
    """The sentences among them that were said beside it, the newest last: they change without a new version."""
    shared: SharedSeat | None
    """For those alone who consult about the turn; it changes without a new version too."""
    moments: tuple[When, ...]
    """Words of those lines that tell moments, in their order."""
    actions: tuple[BoardAction, ...]
    offer: str
    """What the buttons in the line answer; empty where it says nothing but the question or the result."""
    lapses: datetime | None
    """The moment from which the board is another one, though nothing has happened."""
    clock: SeatClocks | None
    """None without a clock, and where the match is not under way."""
    ready: ReadyCall | None
    """None where nobody is waited for before the first move."""
    moves: tuple[str, ...]
    """All moves so far, as people read them."""
    turns: tuple[tuple[int, str], ...]
    """Of each move its side, and its number as in records."""
    first: int
    """The side whose moves come first under a number."""
    arrival: str
    """Which match it is and which side one plays, for whoever hears it."""
    moved: str
    """The last move, for whoever hears it; empty before the first."""
    awaits: tuple[str, ...]
    """What comes after that, in sentences: the result, whose turn it is, what is offered."""
    result: str
    """How it ended and why, in a sentence; empty before."""
    stamp: str
    """The result in two words, for the board; empty where nobody has won or drawn."""
    winner: int | None
    """The side that has won."""
    rematch: str
    """The code of the match that the same two play next, empty where there is none."""


@dataclass(frozen=True, kw_only=True)
class PastPosition:
    """A match as it stood after some of its moves: what is seen of it, and nothing to touch."""

    cells: str
    stacks: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, int], ...]
    last: Move | None


@dataclass(frozen=True, kw_only=True)
class PastPositions:
    """All positions of a match, from the beginning to the one that stands now."""

    code: str
    positions: tuple[PastPosition, ...]


EXPLORED_TURNS = 40
"""The most turns of a line that somebody tries out from a position of a match."""


@dataclass(frozen=True, kw_only=True)
class OtherPosition:
    """A position that comes of one of a match by turns that are not its own: what is seen, and what may be touched."""

    code: str
    ply: int
    """The ply of the match itself after which these turns come."""
    cells: str
    stacks: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, int], ...]
    last: Move | None
    turn: int
    steps: TurnGraph | None
    """None where nothing can follow."""
    ask: str
    puts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlacedPieces:
    """A position that somebody sets up: the letter on each point, the heights of stacks, what each kind has in hand.

    ``opening``: the side to move first takes pieces off.
    """

    cells: str
    stacks: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, int], ...]
    turn: int
    opening: bool


@dataclass(frozen=True, kw_only=True)
class EditedPosition(PlacedPieces):
    """A position as it was set up, as ``text`` for ``/play from:`` and ``/analyse``, and why nobody can play on from
    it: ``problem`` is empty where one can. Besides all that can be put there, in the language of the reader.
    """

    ruleset: str
    game: str
    text: str
    problem: str
    pieces: tuple[PieceName, ...]
    sides: tuple[str, str]
    tall: tuple[tuple[str, int, int], ...]
    """The points on which several pieces of a kind may stand, with how many."""
    most: tuple[tuple[str, int], ...]
    """The most of each kind that can be in hand."""
    opens: str
    """What the opening is; empty in a game without one."""


@dataclass(frozen=True, kw_only=True)
class ExploredPosition(OtherPosition):
    """A match after turns that somebody tries out, for either side: ``moves`` and ``turns`` are those of a
    ``LiveBoard``, with the turns of the line in the place of all after ``ply``.
    """

    moves: tuple[str, ...]
    turns: tuple[tuple[int, str], ...]


@dataclass(frozen=True, kw_only=True)
class AheadPosition(OtherPosition):
    """A match some moves ahead, for the player who plans an answer, or as it stands for one who guesses the next turn.
    From another ply on, neither holds any more.
    """

    answers: bool
    """Is the next move the player's own?"""
    planned: str
    """What is planned or guessed already, in sentences; empty where nothing is."""
    confirm: str
    """The words of the button that plans the line, and of the one that gives the plan up; empty for a guess."""
    give_up: str


@dataclass(frozen=True, kw_only=True)
class PremovePosition(OtherPosition):
    """The present position of a match, for the player who waits: ``steps`` are the turns that would be theirs if they
    were to move. One of them may be planned, whatever the opponent plays.
    """

    points: tuple[int, ...]
    """The way of the piece that is planned, or the points of those to be put on the board; empty where nothing is."""
    planned: str
    """The same in a sentence."""
    give_up: str
    """The words of the button that gives it up."""
    lapsed: str
    """What is said where it could not be played."""


@dataclass(frozen=True)
class TurnMark:
    """A move that turned a match, the one after ``ply`` moves: ``told`` in a sentence, and the ``way`` of a better one.

    The way of what puts pieces on the board has their points.
    """

    ply: int
    told: str
    way: tuple[int, ...]


@dataclass(frozen=True)
class BoardHint:
    """A hint on the board of a match after so many moves: rings round points, and the way of a move."""

    code: str
    ply: int
    rings: tuple[int, ...]
    way: tuple[int, ...]


@dataclass(frozen=True)
class BestLine:
    """The best play from a position of a match: the first turns as people read them, and the ``way`` of the first one.

    Both are empty where nothing can follow.
    """

    told: str
    way: tuple[int, ...]


@dataclass(frozen=True)
class MatchGraph:
    """The course of a match: the first side's chance to win in percent, in each position from the beginning on, and
    the best play from there.
    """

    code: str
    caption: str
    """What is seen above and below the line."""
    chances: tuple[int, ...]
    marks: tuple[TurnMark, ...]
    lines: tuple[BestLine, ...]


@dataclass(frozen=True, kw_only=True)
class MatchPreview:
    """A match in a title, a sentence and a position, for the preview of a link to it: what anybody may see of it."""

    code: str
    version: int
    title: str
    sentence: str
    game: str
    ruleset: str
    """The key of the ruleset."""
    cells: str
    stacks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class PanelBoard:
    """The position of a panel as a live board, for a platform that has some: it is touched in place of the buttons
    that pick a turn. All words are in the language of the panel.
    """

    payload: str
    """That of a menu: what is chosen from it are the numbers of the points touched, with ``-`` between them, and ``?``
    before them to ask why a piece cannot go over them.
    """
    ruleset: str
    ply: int
    bottom: int
    turn: int
    cells: str
    stacks: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, int], ...]
    pieces: tuple[PieceName, ...]
    sides: tuple[str, str]
    last: Move | None
    steps: TurnGraph | None
    """None where nothing is to be touched."""
    ask: str
    puts: tuple[str, ...]
    marks: tuple[tuple[int, int], ...]
    """Arrows from point to point, and rings: from a point to itself."""
    text: str
    """The words of the panel without the question about the next point."""
    rows: tuple[Row, ...]
    """What stands below it, in place of all rows of the panel."""


@dataclass(frozen=True)
class WhyNot:
    """The reason why a piece cannot go a way on the board of a match: a sentence, the points that it names, and the
    ``reason`` of the rule's card on the page of the game, empty where no rule forbids it.
    """

    code: str
    text: str
    points: tuple[int, ...]
    reason: str = ""
