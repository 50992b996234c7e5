"""The settings of a person, a row each: how they are kept, exported, checked and shown follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.words import N_
from bot.words.languages import LANGUAGE_ROWS

HERE, PRIVATE, BOTH, SILENT, DIGEST = "here", "private", "both", "silent", "digest"
"""The ways in which a player is told of their turn, the values of ``told``."""
EVERYBODY, PLAYED, NOBODY = "everybody", "played", "nobody"
"""Who may invite a player by name, the values of ``invited_by``."""
IN_CHATS, EVERYWHERE, NOWHERE = "chats", "everywhere", "nowhere"
"""Where a player's ratings are listed, the values of ``listed``."""
TO_MOVE = "turn"
"""The side to move stands at the bottom of a board, a value of ``view``."""
AS_TEXT = "text"
"""A board is shown as text instead of a picture, a value of ``labels``."""
OFF = "no"
"""The value of ``table_talk`` of a player beside whose boards nothing is said."""
DIGEST_HOURS = (
    *("18", "6", "7", "8", "9", "10", "12", "14", "16", "17", "19", "20", "21", "22"),
    *("6 18", "7 17", "7 19", "8 17", "8 20", "9 18", "9 21", "12 18", "12 20"),
)
"""The hours of the day at which a digest can come, one or two, the values of ``digest_hours``."""
NEVER, IN_DAYS, ALWAYS = "never", "days", "always"
"""When a player is asked before their move is played, the values of ``asks``."""


@dataclass(frozen=True)
class Preference:
    """One setting, a column of ``players`` and a field of ``Player`` under its name; both are empty until it is chosen.

    ``values`` are those that can be chosen, each with its name, the first of them holds where none is chosen; a setting
    without them is a text of a form of its own. ``prompt`` stands above the choice and ``line`` says which one holds.
    ``tab`` is the tab of ``/settings`` in which it is. ``said`` is False where names stay as they are in all languages.
    ``of_chats``: it changes nothing for a person whom no chat knows.
    """

    name: str
    tab: str
    prompt: str
    values: Mapping[str, str] = field(default_factory=dict)
    line: str = "{value}."
    said: bool = True
    of_chats: bool = False


PREFERENCES: Mapping[str, Preference] = {
    each.name: each
    for each in (
        Preference(
            "language",
            "board",
            N_("Language"),
            {each.code: each.name for each in LANGUAGE_ROWS},
            N_("Language: {value}"),
            said=False,
        ),
        Preference(
            "theme",
            "board",
            N_("Theme"),
            {
                "kayu": N_("Wood"),
                "kertas": N_("Ink on paper"),
                "pasar": N_("Night market"),
                "batik": N_("Batik"),
                "kontras": N_("High contrast"),
                "kontras-gelap": N_("High contrast, dark"),
            },
            N_("Theme: {value}"),
        ),
        Preference(
            "view",
            "board",
            N_("View"),
            {
                "mine": N_("My side at the bottom"),
                "first": N_("First side at the bottom"),
                "second": N_("Second side at the bottom"),
                TO_MOVE: N_("The side to move at the bottom"),
            },
            N_("View: {value}"),
        ),
        Preference(
            "labels",
            "board",
            N_("Labels on the board"),
            {
                "edge": N_("Letters and numbers at the edge"),
                "points": N_("A number on every point"),
                "large": N_("Large print"),
                "both": N_("Large print, a number on every point"),
                AS_TEXT: N_("No picture: the board as text"),
            },
            N_("Labels: {value}"),
            of_chats=True,  # a board under the hand has them as its device says
        ),
        Preference(
            "asks",
            "moves",
            N_("Ask before your move is played in a chat?"),
            {
                NEVER: N_("No"),
                IN_DAYS: N_("In matches over days"),
                ALWAYS: N_("Always"),
            },
            N_("Asked before a move in a chat: {value}."),
            of_chats=True,
        ),
        Preference(
            "forced",
            "moves",
            N_("When you have only one move"),
            {"no": N_("I play it myself"), "yes": N_("It is played by itself")},
        ),
        Preference(
            "resigns",
            "moves",
            N_("When the computer is losing"),
            {"no": N_("The computer plays to the end"), "yes": N_("The computer may resign")},
        ),
        Preference("zone", "time", N_("What time is it for you now?")),
        Preference("quiet", "time", N_("Quiet hours")),
        Preference("days_off", "time", N_("Days off each week")),
        Preference(
            "auto_away",
            "time",
            N_("When my time runs out"),
            {"yes": N_("Days away begin by themselves"), "no": N_("No days away by themselves")},
            N_("When your time runs out: {value}."),
        ),
        Preference(
            "digest_hours",
            "time",
            N_("Your digest comes at"),
            {hours: ", ".join(f"{int(hour):02}:00" for hour in hours.split()) for hours in DIGEST_HOURS},
            N_("A digest, if you choose it under People, comes at {value}."),
            said=False,
        ),
        Preference(
            "told",
            "people",
            N_("Where are you told that it is your turn?"),
            {
                HERE: N_("Here, beside the board"),
                PRIVATE: N_("In private"),
                BOTH: N_("Here and in private"),
                SILENT: N_("Not at all: I look by myself"),
                DIGEST: N_("In private, as a digest at set hours"),
            },
            N_("Told of your turn: {value}."),
        ),
        Preference(
            "invited_by",
            "people",
            N_("Who may invite you by name?"),
            {
                EVERYBODY: N_("Everybody"),
                PLAYED: N_("People I have played"),
                NOBODY: N_("Nobody"),
            },
            N_("You may be invited by: {value}."),
        ),
        Preference(
            "listed",
            "people",
            N_("Where are your ratings listed?"),
            {
                IN_CHATS: N_("In chats where I play rated"),
                EVERYWHERE: N_("Also among all players"),
                NOWHERE: N_("Nowhere"),
            },
            N_("Your ratings are listed: {value}."),
        ),
        Preference(
            "mined",
            "people",
            N_("May your finished matches become puzzles?"),
            {"yes": N_("Yes, positions only"), "no": N_("No, not mine")},
            N_("Your finished matches may become puzzles: {value}."),
        ),
        Preference(
            "table_talk",
            "moves",
            N_("May people say something beside your boards?"),
            {"yes": N_("Yes, ready-made sentences"), OFF: N_("No table talk")},
            N_("Beside your boards: {value}."),
        ),
    )
}
"""By their names, in the order of their columns and of the panel."""


def ways(told: str, *, invited: bool = False) -> tuple[bool, bool]:
    """Is a player who is ``told`` of their turn so told beside the board, and in private?

    ``invited``: of an invitation, for which nobody looks by themselves. Raises KeyError for a way there is not.
    """
    found = {
        HERE: (True, False),
        PRIVATE: (False, True),
        BOTH: (True, True),
        SILENT: (False, False),
        DIGEST: (False, True),
    }[told]
    return (True, False) if invited and told == SILENT else found
