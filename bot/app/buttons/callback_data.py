"""The payload of a button: ``1:K7QM:14:mv`` - version, match code, ply, action and its argument. It holds no state.

A button on an answer to one person also carries its owner, behind the version, and a mark that proves the owner:
``1@3h7k2m9qx4c0d.f3k09z:K7QM:14:rs``.

A payload is untrusted input: anybody can send it, and it only asks for something, which the match then judges. Buttons
stay in chats for years, so the name of an action on the wire never changes, and every form that a release has sent is
read.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from bot.chat import PAYLOAD_BYTES
from engine.games import UnknownRuleset, ruleset_by_short_id
from engine.ruleset import Ruleset

VERSION = "1"
NO_MATCH = "-"
MENU_OF_PAYLOADS = f"{VERSION}:{NO_MATCH}:0:go"
"""The payload of a menu in which each value is the whole payload of a button."""
_SHAPE = re.compile(
    r"1(?:@(?P<owner>[0-9a-z]{1,16})(?:\.(?P<mark>[0-9a-z]{6}))?)?:(?P<code>-|[A-Z0-9]{4,8}):(?P<ply>[0-9]{1,4}):(?P<action>[a-z]{2})"
    r"(?::(?P<argument>[ -~]*))?"
)


@unique
class Action(StrEnum):
    """The actions of buttons. The value is the form on the wire; a subject of the app has a row for each.

    A subject may have further ones, for buttons that stand on its own answers only.
    """

    MOVE = "mv"
    PICK = "pk"
    PLAY = "pl"
    UNAVAILABLE = "xx"
    VIEW = "vw"
    MORE = "mo"
    MATCH_RULES = "rl"
    RULES = "rg"
    SETTING = "st"
    NEW_GAME = "nn"
    CHOOSE_GAME = "ng"
    CHOOSE_VERSION = "nv"
    FAMILY = "fm"
    RULES_FAMILY = "rf"
    INVITE_ANYBODY = "nw"
    PRACTISE = "np"
    COMPUTER = "cp"
    LEVEL = "cl"
    SIDE = "sd"
    NAME_PLAYER = "nu"
    HINT = "hi"
    ANALYSE = "an"
    PRIVACY = "pv"
    EXPORT_DATA = "pe"
    DELETE_DATA = "pd"
    CONFIRM_DELETE_DATA = "py"
    ACCEPT = "ac"
    INVITE_HOST = "pi"
    DECLINE = "de"
    WITHDRAW = "wd"
    CHANGE_TERMS = "ot"
    SEND_TERMS = "os"
    EVEN_START = "oe"
    DECLINE_BECAUSE = "db"
    ASK_AGAIN = "aa"
    RESIGN = "rs"
    CONFIRM_RESIGN = "ry"
    DRAW = "dr"
    DECLINE_DRAW = "dn"
    TAKEBACK = "tb"
    ALLOW_TAKEBACK = "ty"
    REFUSE_TAKEBACK = "tn"
    SWAP = "sw"
    ALLOW_SWAP = "wa"
    REFUSE_SWAP = "wk"
    UNDO = "un"
    WITHDRAW_OFFER = "wo"
    PLAN = "ip"
    PICK_PLANNED = "ik"
    PLAY_PLANNED = "im"
    DROP_PLAN = "ix"
    GUESS = "gu"
    PICK_GUESSED = "gk"
    PLAY_GUESSED = "gp"
    SAY = "sy"
    NOTE = "nt"
    REPORT = "rt"
    REPORTS = "rq"
    CALL_OFF = "co"
    REMATCH = "rm"
    HELP = "hp"
    REFUSE_REMATCH = "rn"
    EXPORT = "cy"
    GO_ON = "cf"
    COPY_POSITION = "fe"
    BROWSER = "bw"
    GAMES = "gm"
    BETTER_TURN = "bt"
    NEXT_BOARD = "nb"
    SIMUL_NOTE = "jg"
    PACE = "pc"
    READY = "rd"
    CLAIM = "cw"
    CALL_OFF_LATE = "cx"
    GIVE_DAY = "gd"
    NUDGE = "nd"
    PAUSE = "pa"
    ALLOW_PAUSE = "pb"
    REFUSE_PAUSE = "pn"
    END_PAUSE = "pg"
    TOLD = "tl"
    FOLLOW = "fo"
    FOLLOW_PERSON = "fp"
    RULE = "ru"
    TAKE_DOWN = "tk"
    AWAY = "aw"
    PERMISSIONS = "pm"
    REPLAY = "rp"
    HEAD_TO_HEAD = "hh"
    HISTORY = "hs"
    KEEP = "kp"
    KEPT = "kg"
    PROFILE = "pr"
    BADGES = "bd"
    TOP = "tp"
    LADDER = "la"
    TEAM_JOIN = "tj"
    TEAM_LEAVE = "te"
    TEAM_BEGIN = "tg"
    TEAM_NEXT = "tm"
    AGREE = "ae"
    PLAY_AGREED = "px"
    SHOW_RULES = "sr"
    SHOW_HINT = "sh"
    SHOW_ANALYSIS = "sa"
    SHOW_FILE = "sf"
    WHY = "wy"
    LEARN = "le"
    LEARN_FAMILY = "lr"
    LESSON = "lo"
    PUZZLE = "zs"


class BadCallbackData(ValueError):
    """The payload is not one of a button of ours."""


@dataclass(frozen=True)
class CallbackData:
    """An action, the match and the ply at which it was offered, and an argument of the action's own.

    ``owner`` is the id of the player to whom it was offered, empty where it was offered to all; ``mark`` proves
    the owner (``bot.app.buttons.owners``).
    """

    action: str
    code: str = NO_MATCH
    ply: int = 0
    argument: str = ""
    owner: str = ""
    mark: str = ""

    def __str__(self) -> str:
        version = f"{VERSION}@{self.owner}" if self.owner else VERSION
        if self.mark:
            version += f".{self.mark}"
        parts = [version, self.code, str(self.ply), self.action]
        if self.argument:
            parts.append(self.argument)
        return ":".join(parts)


def read_callback_data(text: str) -> CallbackData:
    """The data in a payload, whose action may be unknown. Raises BadCallbackData for a payload of any other form."""
    match = _SHAPE.fullmatch(text) if len(text) <= PAYLOAD_BYTES else None
    if match is None:
        raise BadCallbackData(text[:PAYLOAD_BYTES])
    argument, owner, mark = (match[name] or "" for name in ("argument", "owner", "mark"))
    return CallbackData(match["action"], match["code"], int(match["ply"]), argument, owner, mark)


def read_press(payload: str, values: Sequence[str] = ()) -> CallbackData:
    """The data of a pressed button, or of a menu with the value chosen in it. Raises BadCallbackData."""
    if values:
        payload = f"{payload}:{values[0]}"
    return read_callback_data(payload.removeprefix(f"{MENU_OF_PAYLOADS}:"))


def ruleset_named(short_id: str) -> Ruleset:
    """The ruleset that a button names by its short id. Raises BadCallbackData."""
    try:
        return ruleset_by_short_id(short_id)
    except UnknownRuleset:
        raise BadCallbackData(short_id) from None
