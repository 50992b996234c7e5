"""The commands, one row each: Discord's slash commands, Telegram's menus, the web room and /help come from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.matches.pace import Pace
from bot.words import N_
from engine.search import LEVELS


class OptionKind(Enum):
    """The kind of value that an option holds."""

    TEXT = "text"
    PERSON = "person"
    CHOICE = "choice"
    GAME = "game"
    SIDE = "side"
    FLAG = "flag"


@dataclass(frozen=True)
class OptionSpec:
    """One option: its English name, its description, and its values, each with a label.

    ``complete``: values are suggested while typing. ``whole``: in a typed line, everything after its name belongs to
    it, unchanged.
    """

    name: str
    summary: str
    kind: OptionKind = OptionKind.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    complete: bool = False
    whole: bool = False
    local_names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CommandSpec:
    """One command: English name, summary, options (none is required), local names by language, short aliases."""

    name: str
    summary: str
    options: tuple[OptionSpec, ...] = ()
    local_names: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()


NO_PACE = "none"
PACE_CHOICES = (
    ("blitz", N_("Blitz: 30 seconds a move, 1 minute in the bank, both at the board")),
    ("sitting", N_("Sitting: 5 minutes a move, 10 minutes in the bank, both at the board")),
    ("coffee", N_("Coffee: 8 hours a move, 1 day in the bank")),
    ("relaxed", N_("Relaxed: 1 day a move, 3 days in the bank")),
    ("slow", N_("Slow: 3 days a move, 3 days in the bank")),
    (NO_PACE, N_("No clock")),
)
PACE_WORDS: dict[str, Pace | None] = {
    **{pace.value: pace for pace in Pace},
    "kilat": Pace.BLITZ,
    "duduk": Pace.SITTING,
    "kopi": Pace.COFFEE,
    "santai": Pace.RELAXED,
    "lambat": Pace.SLOW,
    NO_PACE: None,
}
"""The names of paces in a typed line."""
_PRIVACY_CHOICES = (
    ("about", N_("What is kept about me")),
    ("export", N_("My data as a file")),
    ("delete", N_("Delete my data")),
)
LEVEL_CHOICES = tuple((str(level), str(level)) for level in LEVELS)
ASK_LEVEL = "?"
"""The value for the level of a computer opponent where none was given: the person is asked."""
COMPUTER_WORDS = ("computer", "komputer")
ANYBODY, PRACTICE = "anybody", "practice"
"""The opponent where a typed line asks for anybody at all, or for a practice board."""
ANYBODY_WORDS = (ANYBODY, "anyone", "sesiapa", "siapapun", "siapa-siapa", "siapa saja")
PRACTICE_WORDS = (PRACTICE, "practise", "latihan")
OPPONENT_WORDS = {**dict.fromkeys(ANYBODY_WORDS, ANYBODY), **dict.fromkeys(PRACTICE_WORDS, PRACTICE)}
_CODE = OptionSpec("match", N_("Code of the match, as K7QM"), complete=True, local_names={"id": "pertandingan"})

COMMANDS: tuple[CommandSpec, ...] = (
    CommandSpec(
        "play",
        N_("Invite somebody, or anybody, to a game"),
        (
            OptionSpec(
                "opponent",
                N_("Whom to invite; leave it empty for anybody"),
                OptionKind.PERSON,
                local_names={"id": "lawan"},
            ),
            OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True, local_names={"id": "permainan"}),
            OptionSpec(
                "side",
                N_("Which side of the game you take"),
                OptionKind.SIDE,
                complete=True,
                local_names={"id": "sisi"},
            ),
            OptionSpec(
                "level",
                N_("Play the computer: 1 is gentle, 8 is the strongest"),
                OptionKind.CHOICE,
                LEVEL_CHOICES,
                local_names={"id": "tingkat"},
            ),
            OptionSpec(
                "pace",
                N_("How much time each of you has"),
                OptionKind.CHOICE,
                PACE_CHOICES,
                local_names={"ms": "rentak", "id": "tempo"},
            ),
        ),
        {"ms": "main", "id": "main"},
        ("new",),
    ),
    CommandSpec(
        "move",
        N_("Make your move, as c3-c4"),
        (OptionSpec("move", N_("The move: c3-c4, c3xe5, 22-18"), complete=True, local_names={"id": "langkah"}), _CODE),
        {"ms": "gerak", "id": "langkah"},
        ("m",),
    ),
    CommandSpec(
        "board",
        N_("See the board of a match"),
        (
            _CODE,
            OptionSpec("public", N_("Show it to everybody here"), OptionKind.FLAG, local_names={"id": "umum"}),
            OptionSpec("text", N_("As text instead of a picture"), OptionKind.FLAG, local_names={"id": "teks"}),
        ),
        {"ms": "papan", "id": "papan"},
        ("b",),
    ),
    CommandSpec("games", N_("Your matches, most urgent first"), (), {"ms": "permainan", "id": "permainan"}, ("g",)),
    CommandSpec("resign", N_("Give up a match"), (_CODE,), {"ms": "menyerah", "id": "menyerah"}),
    CommandSpec("draw", N_("Offer a draw, or accept one"), (_CODE,), {"ms": "seri", "id": "seri"}),
    CommandSpec(
        "takeback", N_("Take back your last move, or ask to"), (_CODE,), {"ms": "undur", "id": "tarik"}, ("ulang",)
    ),
    CommandSpec(
        "hint", N_("What the computer would play, step by step"), (_CODE,), {"ms": "petunjuk", "id": "petunjuk"}
    ),
    CommandSpec(
        "analyse",
        N_("See where a finished match turned"),
        (
            _CODE,
            OptionSpec(
                "text",
                N_("A record or a position instead, as text"),
                whole=True,
                local_names={"id": "teks"},
            ),
        ),
        {"ms": "analisis", "id": "analisis"},
        ("analyze",),
    ),
    CommandSpec(
        "join",
        N_("Join a match by its code, also from another app"),
        (OptionSpec("code", N_("The code you were given, as K7QM"), local_names={"id": "kode"}),),
        {"ms": "sertai", "id": "gabung"},
    ),
    CommandSpec(
        "rules",
        N_("How a game is played"),
        (OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True, local_names={"id": "permainan"}),),
        {"ms": "peraturan", "id": "peraturan"},
    ),
    CommandSpec(
        "away",
        N_("Days away: your clocks stop until you are back"),
        (
            OptionSpec(
                "until", N_("Until when, as 5d, 36h or 3 Dec"), whole=True, local_names={"ms": "hingga", "id": "sampai"}
            ),
        ),
        {"ms": "cuti", "id": "cuti"},
    ),
    CommandSpec(
        "settings",
        N_("Your language, board theme, point of view and quiet hours"),
        (
            OptionSpec("zone", N_("Your time zone, as Asia/Kathmandu"), local_names={"ms": "zon", "id": "zona"}),
            OptionSpec(
                "quiet", N_("Your quiet hours, as 23:00-07:30, or none"), local_names={"ms": "senyap", "id": "tenang"}
            ),
        ),
        {"ms": "tetapan", "id": "pengaturan"},
    ),
    CommandSpec(
        "privacy",
        N_("What is kept about you; download it or delete it"),
        (
            OptionSpec(
                "what", N_("What you want to do"), OptionKind.CHOICE, _PRIVACY_CHOICES, local_names={"id": "apa"}
            ),
        ),
        {"ms": "privasi", "id": "privasi"},
    ),
    CommandSpec("help", N_("What Papan can do"), (), {"ms": "bantuan", "id": "bantuan"}),
)
START = CommandSpec("start", "The first steps", (OptionSpec("code", "The code of an invitation"),))
"""Telegram sends it for everybody who opens the chat with the bot, with a code where an invitation link has led there;
no list names it.
"""


def decided_by(option: str) -> str:
    """The other option on which the suggestions for an option depend: the game for a side, the match for a move."""
    return "game" if option == "side" else "match" if option == "move" else ""


_BY_NAME = {
    name: spec for spec in (*COMMANDS, START) for name in (spec.name, *spec.aliases, *spec.local_names.values())
}


class UnknownCommand(LookupError):
    """No command has this name."""


def find_command(name: str) -> CommandSpec:
    """The command with this English or local name, or alias. Raises UnknownCommand."""
    try:
        return _BY_NAME[name.casefold()]
    except KeyError:
        raise UnknownCommand(name) from None
