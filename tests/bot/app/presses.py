"""The press in the web room that reaches what a command does: a row for each command. What is in ``*`` is a word of the
room; a command without a press has the reason.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Press:
    """The way to it; ``missing`` is for the command alone, all of it where ``way`` is empty."""

    way: str
    missing: str = ""


PRESSES = {
    "analyse": Press(
        "a match that is over: *Analyse*, or *Next* and *Go through it*; the page of a game: *Set up a position*, "
        "*Analyse*",
        "a pasted record or a file",
    ),
    "away": Press("", "days away"),
    "block": Press("", "keeping somebody from inviting"),
    "boards": Press("its cards: *Join*, *Leave*, *For organisers*", "challenging another chat"),
    "board": Press("*Home*: the card of the match", "the board as text"),
    "daily": Press("*Home*: *Puzzle of the day*; *Puzzles*: *Today*", "the puzzle of a chat, which the room has not"),
    "draw": Press("beside the board: *Draw*; in the line: *Accept the draw*"),
    "export": Press("beside the board: *More*, *Export...*; at the end *Film* too"),
    "games": Press("*Home*: *Go on*"),
    "h2h": Press("somebody's name anywhere; *You*: those whom one has met most", "the score of each game"),
    "help": Press("", "the list of what Papan can do"),
    "holdout": Press("", "the lost ending of the week"),
    "hint": Press("beside the board: *Hint*"),
    "history": Press(
        "*Home*: *Finished matches*; *You*: the latest", "matches by opponent, by result or by their first moves"
    ),
    "guess": Press("beside a board of others: *More*, *Guess*"),
    "if": Press("beside the board: *More*, *Plan an answer*"),
    "import": Press("the page of a game: *Set up a position*", "a record or a file from elsewhere"),
    "join": Press(
        "the link of an invitation, or its squares before a camera; *Home*: *Open seats*", "a code that is typed"
    ),
    "ladder": Press("", "the ladder of a chat"),
    "learn": Press("*Home*: *Learn* at a game"),
    "link": Press("*You*: *On another device*", "the code of an account elsewhere, and the undoing"),
    "mod": Press("", "rulings of those who manage a chat"),
    "note": Press("beside the board: *More*, *Note*", "writing it"),
    "move": Press("the board: the piece and where it goes"),
    "play": Press(
        "*Home*: *Play* or *With a friend* at a game; its page: *Set up a position*, *Play from here*", "a bid"
    ),
    "privacy": Press("*You*: *Settings*, *My data*"),
    "profile": Press("*You*; somebody's name anywhere"),
    "puzzle": Press("*Puzzles*: *Today*, *One for me*, *From my matches*", "a theme"),
    "remind": Press("beside the board: *More*, *Nudge*"),
    "replay": Press("below the board: the slider of the *Moves*"),
    "resign": Press("beside the board: *More*, *Resign*"),
    "rules": Press("beside the board: *Rules*; *Home*: the name of a game"),
    "settings": Press("*You*: *Settings*"),
    "setup": Press("", "the settings of a chat, which only those have who manage it"),
    "tournament": Press("its card: *Join*, *Leave*, *For organisers*", "opening one"),
    "duplicate": Press("its card: *Join*, *Leave*"),
    "simul": Press("", "one plays many boards: opening one; its card has the presses"),
    "start": Press("*Home*"),
    "swap": Press("beside the board: *More*, *Swap sides*"),
    "takeback": Press("beside the board: *Take back*"),
    "top": Press("", "the strongest of a chat"),
    "together": Press("its card: *Join*, *Leave*, *Begin*; its board: *Our move*", "opening a card"),
    "village": Press("beside a board of the village: *Vote*", "its matches, and beginning one"),
}


def table() -> str:
    """The rows as they stand in the document."""
    rows = (f"| `/{name}` | {row.way or 'none yet'} | {row.missing} |" for name, row in sorted(PRESSES.items()))
    return "\n".join(("| Command | Press in the room | Only by the command |", "|---|---|---|", *rows))
