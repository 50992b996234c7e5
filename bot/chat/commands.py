"""The commands, one row each: Discord's slash commands, Telegram's menus, the web room and /help come from them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.chat.games import game_key, take_side
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
_OPPONENTS = {**dict.fromkeys(ANYBODY_WORDS, ANYBODY), **dict.fromkeys(PRACTICE_WORDS, PRACTICE)}
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


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """A typed command (``/play @siti tabal``, ``/m@bot c3-c4``) as its English name and arguments.

    Options may be named (``game:tabal``; ``text:`` takes the rest of the line); words without a name go where they fit:
    ``@name`` to the person, a game's name to the game, a side to the side, the rest to the first text option, or to the
    one that takes whole lines. A person stays as typed, with the @. Raises UnknownCommand.
    """
    head, _, rest = line.strip().removeprefix("/").partition(" ")
    head = head.partition("@")[0].casefold()
    spec = find_command(head)
    options = {option.name: option for option in spec.options}
    arguments: dict[str, str] = {}
    loose: list[str] = []
    typed = rest.split()
    for number, word in enumerate(typed):
        name, colon, value = word.partition(":")
        if colon and name.casefold() == "opponent" and value.casefold() in (*COMPUTER_WORDS, *_OPPONENTS):
            loose.append(value)
        elif colon and name.casefold() in options and options[name.casefold()].whole:
            arguments[name.casefold()] = " ".join([value, *typed[number + 1 :]]).strip()
            break
        elif colon and value and name.casefold() in options:
            arguments[name.casefold()] = value
        elif word.startswith("@") and "opponent" in options and len(word) > 1:
            arguments["opponent"] = word
        else:
            loose.append(word)
    if loose:
        _place_loose(spec, arguments, loose)
    return spec.name, arguments


def _place_loose(spec: CommandSpec, arguments: dict[str, str], words: list[str]) -> None:
    names = {option.name for option in spec.options}
    if "game" in names:
        if "side" in names:
            words = _take_level(arguments, _take_anybody(arguments, words))
            words = take_side(arguments, _take_pace(arguments, words))
        if words:
            arguments.setdefault("game", " ".join(words))
        return
    for option in spec.options:
        if option.kind is OptionKind.FLAG:
            flagged = [word for word in words if word.casefold() in (option.name, *option.local_names.values())]
            if flagged:
                arguments[option.name] = "yes"
                words = [word for word in words if word not in flagged]
        elif option.kind is OptionKind.CHOICE:
            chosen = [word for word in words if word.casefold() in dict(option.choices)]
            if chosen:
                arguments[option.name] = chosen[0].casefold()
    whole = next((option.name for option in spec.options if option.whole), None)
    if whole and not (len(words) == 1 and read_code(words[0])):
        arguments.setdefault(whole, " ".join(words))
        return
    text = next((option.name for option in spec.options if option.kind is OptionKind.TEXT), None)
    if text and words:
        arguments.setdefault(text, " ".join(words))


def _take_anybody(arguments: dict[str, str], words: list[str]) -> list[str]:
    """``anybody`` is an opponent, and so is ``practice``; the words left."""
    for start in range(len(words)):
        for end in (start + 2, start + 1):
            if (typed := " ".join(words[start:end]).casefold()) in _OPPONENTS:
                arguments.setdefault("opponent", _OPPONENTS[typed])
                return words[:start] + words[end:]
    return words


def _take_pace(arguments: dict[str, str], words: list[str]) -> list[str]:
    """A pace by its name; the words left."""
    named = [word.casefold() for word in words if _is_pace(word)]
    if named:
        arguments.setdefault("pace", named[0])
    return [word for word in words if not _is_pace(word)]


def _is_pace(word: str) -> bool:
    """Does a word alone name a pace? *none* does with its option only."""
    return PACE_WORDS.get(word.casefold()) is not None


def _take_level(arguments: dict[str, str], words: list[str]) -> list[str]:
    """``computer`` is an opponent, with a level right after it or anywhere but in a game's name; the words left.

    A number that is no level is taken for one as well, so that the answer can say which levels there are.
    """
    at = next((at for at, word in enumerate(words) if word.casefold() in COMPUTER_WORDS), None)
    if at is None:
        return words
    others = words[:at] + words[at + 1 :]
    levels = [number for number, word in enumerate(others) if word.isascii() and word.isdecimal()]
    if at in levels:
        found = at
    elif not levels or _names_game(others):
        arguments.setdefault("level", ASK_LEVEL)
        return others
    else:
        found = next((at for at in levels if _names_game(others[:at] + others[at + 1 :])), levels[-1])
    arguments.setdefault("level", others[found])
    return others[:found] + others[found + 1 :]


def _names_game(words: list[str]) -> bool:
    """Are these words a game's name, and perhaps a side and a pace?"""
    return game_key(" ".join(take_side({}, _take_pace({}, words)))) is not None


CODE = re.compile(r"[A-HJ-NP-Z2-9]{4,8}")


def read_code(text: str) -> str | None:
    """The match code in a typed text, in any case, or None."""
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else None
