"""The rights of each person in a match: the table, and its part in docs/who_may.md.

It is written from the rules: whatever a request says is only a wish; who may see and do something is asked of the match
and the place each time. The code of an invitation to anybody is meant to be given on: it shows the invitation, and lets
in. Nothing here is taken from the code that it judges.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.app.buttons.callback_data import Action
from bot.app.buttons.study import DailyAction
from bot.app.contests.boards_card import BoardsAction
from bot.app.contests.duplicate_card import DuplicateAction
from bot.app.contests.ladder_card import LadderAction
from bot.app.contests.simul_card import SimulAction
from bot.app.contests.together import TeamAction
from bot.app.contests.tournament_card import TournamentAction
from bot.app.contests.village_here import VillageAction
from bot.app.host.setup import SetupAction
from bot.app.learning.holdout import HoldoutAction
from bot.app.learning.lessons import LessonAction
from bot.app.learning.puzzles import PuzzleAction
from bot.app.people.blocking import Blocking
from bot.app.people.link_panel import Linking

STATES = {
    "open": "an invitation to anybody",
    "named": "an invitation to one person",
    "playing": "in progress: the host has just moved, offers a draw, and asks to take the move back",
    "over": "over: the guest has resigned, and the host asks for a rematch",
    "expired": "an invitation to one person that has expired",
    "called off": "called off",
    "practice": "a practice board of the host, after a move",
    "computer": "the host against the computer, before the first move",
    "late": "in progress with a clock: the host has moved, and the time of the other player is over",
    "live": "accepted at a live pace: it begins when both say that they are ready",
    "pause": "in progress with a clock: the host has moved, and asks for a pause",
}
"""The states of a match, in the order of the letters."""

HOST, GUEST, BYSTANDER, STRANGER = "host", "other player", "sees it in the group", "anybody else"


class May(StrEnum):
    """The outcome of a wish."""

    DOES = "+"
    SEES = "s"
    REFUSED = "-"
    UNKNOWN = "x"
    NOBODY = "."


MEANING = {
    May.DOES: "done: the match has changed",
    May.SEES: "the match, or a question about it, is shown; the match has not changed",
    May.REFUSED: "refused: nothing happens, or the reason is given",
    May.UNKNOWN: "answered as if there were no such match",
    May.NOBODY: "there is no such person",
}


@dataclass(frozen=True)
class Row:
    """The outcome of a wish, a letter for each state: for the host, the other player, and who sees it in the group.

    ``stranger`` is for everybody else: in another group, and in their own private chat.
    """

    host: str
    guest: str
    bystander: str
    stranger: str = "xxxxxxxxxxx"

    def of(self, who: str, state: str) -> May:
        """The outcome for one of the four, in a state."""
        letters = {HOST: self.host, GUEST: self.guest, BYSTANDER: self.bystander, STRANGER: self.stranger}[who]
        return May(letters[list(STATES).index(state)])


LOOK = Row("sssssssssss", ".sssss..sss", "sssssssssss", "sxxxxxxxxxx")
SHOW_ALL = Row("sssssssssss", ".sssss..sss", "sssssssssss")
TURN = Row("------ss---", ".-s---..s-s", "-----------")
PLAY = Row("------++---", ".-+---..+-+", "-----------")
PLAN = Row("--s-----s-s", ".-----..---", "-----------")
"""Who waits plans an answer to a person."""
GUESS = Row("-----------", ".-----..---", "--s-----s-s")
"""Who looks on where two play over days guesses, and changes nothing in the match."""
SAY = Row("--ss----sss", ".-ss--..sss", "--ss----sss")
"""Who plays or looks on says something beside the board, which changes nothing in the match."""
RESIGN = Row("--s---sssss", ".-s---..sss", "-----------")
DRAW = Row("------+++++", ".-+---..+++", "-----------")
TAKE_BACK = Row("--+---+-+-+", ".-----..---", "-----------")
ANALYSE = Row("---s--s----", ".--s--..---", "---s--s----")
REPLAY = Row("--ss-ss-s-s", ".-ss-s..s-s", "--ss-ss-s-s", "-xxxxxxxxxx")
GO_ON = Row("---s--s----", ".--s--..---", "---s--s----")
SWAP = Row("--+----++-+", ".-+---..+-+", "-----------")
ANSWER = Row("-----------", ".-+---..---", "-----------")

NO_CONTEST = Row("-----------", ".-----..---", "-----------")
"""None of these matches is one of a team or a simul."""
PRESSED: dict[Action, Row] = {
    Action.MOVE: TURN,
    Action.PICK: TURN,
    Action.PLAY: PLAY,
    Action.PLAN: PLAN,
    Action.PICK_PLANNED: PLAN,
    Action.PLAY_PLANNED: PLAN,
    Action.DROP_PLAN: Row("-----------", ".-----..---", "-----------"),  # nothing is planned
    Action.GUESS: GUESS,
    Action.PICK_GUESSED: GUESS,
    Action.PLAY_GUESSED: GUESS,
    Action.SAY: SAY,
    Action.NOTE: LOOK,
    Action.REPORT: LOOK,
    Action.VIEW: LOOK,  # with the argument "public" as /board public
    Action.MORE: LOOK,
    Action.EXPORT: LOOK,
    Action.COPY_POSITION: LOOK,
    Action.BROWSER: LOOK,
    Action.GO_ON: GO_ON,
    Action.MATCH_RULES: LOOK,
    Action.HINT: PLAY,
    Action.ANALYSE: ANALYSE,
    Action.REPLAY: REPLAY,
    Action.SHOW_HINT: PLAY,
    # Who sees a match has the button on their own answer.
    Action.SHOW_ANALYSIS: replace(ANALYSE, bystander="-----------"),
    Action.SHOW_FILE: replace(LOOK, bystander="-----------", stranger="-xxxxxxxxxx"),
    Action.ACCEPT: Row("-----------", ".+----..---", "+----------", "+xxxxxxxxxx"),
    # Whoever may take the seat reads what they can do instead.
    Action.DECLINE: Row("-----------", ".+----..---", "s----------"),
    # Only after that, and only who has declined.
    Action.DECLINE_BECAUSE: Row("-----------", ".-----..---", "-----------"),
    # Whoever may take the seat may invite its host on other terms, which leaves this invitation as it is.
    Action.CHANGE_TERMS: Row("-----------", ".s----..---", "s----------", "sxxxxxxxxxx"),
    Action.SEND_TERMS: Row("-----------", ".+----..---", "s----------", "sxxxxxxxxxx"),
    # The host makes the same invitation anew, so this one is withdrawn.
    Action.EVEN_START: Row("-+---------", ".+----..---", "s----------"),
    # Nobody here organises.
    Action.TAKE_DOWN: Row("-----------", ".-----..---", "-----------"),
    Action.WITHDRAW: Row("++---------", ".s----..---", "s----------"),
    # The host of an invitation that has expired makes the same one anew, which is another match.
    Action.ASK_AGAIN: Row("----s------", ".s----..---", "s----------"),
    # They open a match of their own: with whoever hosts one that they see. Where both want that, it is the same one.
    Action.INVITE_HOST: Row("-----------", ".+ssss..s-s", "sssssssssss", "sxxxxxxxxxx"),
    Action.RESIGN: RESIGN,
    Action.CONFIRM_RESIGN: Row("--+---+++++", ".-+---..+++", "-----------"),
    Action.DRAW: DRAW,
    Action.DECLINE_DRAW: ANSWER,
    Action.TAKEBACK: TAKE_BACK,
    Action.ALLOW_TAKEBACK: ANSWER,
    Action.REFUSE_TAKEBACK: ANSWER,
    Action.SWAP: SWAP,
    Action.ALLOW_SWAP: Row("-----------", ".-----..---", "-----------"),
    Action.REFUSE_SWAP: Row("-----------", ".-----..---", "-----------"),
    # The first press withdraws the draw; in the late match nothing is offered.
    Action.WITHDRAW_OFFER: Row("--++------+", ".-----..---", "-----------"),
    Action.UNDO: replace(TAKE_BACK, host="--+---+---+"),
    Action.CALL_OFF: Row("--+---+++++", ".-+---..+++", "-----------"),
    Action.REMATCH: Row("-----+-----", ".--+-+..---", "-----------"),
    Action.REFUSE_REMATCH: Row("-----------", ".--+--..---", "-----------"),
    Action.READY: Row("---------+-", ".-----..-+-", "-----------"),
    Action.CLAIM: Row("--------+--", ".-----..---", "-----------"),
    Action.CALL_OFF_LATE: Row("--------+--", ".-----..---", "-----------"),
    Action.GIVE_DAY: Row("--------+-+", ".-----..---", "-----------"),
    Action.NUDGE: Row("--------+--", ".-----..---", "-----------"),
    Action.PAUSE: Row("--------s-s", ".-----..s-s", "-----------"),
    Action.ALLOW_PAUSE: Row("-----------", ".-----..--+", "-----------"),
    Action.REFUSE_PAUSE: Row("-----------", ".-----..--+", "-----------"),
    Action.TOLD: Row("--s---sssss", ".-s---..sss", "-----------"),
    # Whoever follows changes nothing in the match.
    Action.FOLLOW: Row("-----------", ".-----..---", "--s---sssss"),
    Action.END_PAUSE: Row("-----------", ".-----..---", "-----------"),
    # No team plays here.
    Action.TEAM_JOIN: NO_CONTEST,
    Action.TEAM_LEAVE: NO_CONTEST,
    Action.TEAM_BEGIN: NO_CONTEST,
    Action.TEAM_NEXT: NO_CONTEST,
    Action.AGREE: NO_CONTEST,
    Action.PLAY_AGREED: NO_CONTEST,
    Action.SIMUL_NOTE: NO_CONTEST,
}
"""What is pressed about a match."""

TYPED: dict[str, Row] = {
    "/board": LOOK,
    "/board public": SHOW_ALL,
    "/board text": LOOK,
    "/move": TURN,
    "/move c3-d4": PLAY,
    "/if": PLAN,
    "/note": LOOK,
    "/guess": GUESS,
    "/guess c3-d4": GUESS,
    "/resign": RESIGN,
    "/draw": DRAW,
    "/takeback": TAKE_BACK,
    "/swap": SWAP,
    "/remind": Row("--------+--", ".-----..---", "-----------"),
    "/hint": PLAY,
    "/analyse": ANALYSE,
    "/replay": REPLAY,
    "/export": LOOK,
    "/join": Row("sssssssssss", ".+ss-s..sss", "+----------", "+xxxxxxxxxx"),
    "/start": Row("sssssssssss", ".sss-s..sss", "s----------", "sxxxxxxxxxx"),
    # Nobody here manages the chat.
    "/mod": Row("-----------", ".-----..---", "-----------"),
    "a move alone": PLAY,
}
"""What is typed with the code of a match, or in reply to its board; a move alone only as a reply."""

LINKS: dict[str, Row] = {
    "board": replace(LOOK, bystander="sxxxxxxxxxx"),
    "more": replace(LOOK, bystander="sxxxxxxxxxx"),
    "move": Row("------ss---", ".-s---..s-s", "xxxxxxxxxxx"),
    "plan": replace(PLAN, bystander="xxxxxxxxxxx"),
    "guess": replace(GUESS, bystander="xxxxxxxxxxx"),
    "resign": Row("--s---sssss", ".-s---..sss", "xxxxxxxxxxx"),
    "hint": Row("------++---", ".-+---..+-+", "xxxxxxxxxxx"),
    "export": replace(LOOK, bystander="sxxxxxxxxxx"),
    "note": replace(LOOK, bystander="sxxxxxxxxxx"),
    "replay": replace(REPLAY, bystander="-xxxxxxxxxx"),
    "analyse": Row("---s--s----", ".--s--..---", "xxxxxxxxxxx"),
}
"""Links into the private chat. Nobody but its players is shown a match there that they only name."""

LIVE_BOARDS: dict[str, Row] = {
    "its address": replace(LOOK, stranger="sssssssssss"),
    # The host may say that nobody watches.
    "its address, watch:no": replace(LOOK, bystander="sxxxxxxxxxx", stranger="sxxxxxxxxxx"),
}
"""The live board of a match that stands in the web room, in a common room or in somebody's corner."""

SUGGESTED: dict[str, Row] = {
    **dict.fromkeys(
        (
            "board match",
            "resign match",
            "draw match",
            "takeback match",
            "swap match",
            "remind match",
            "note match",
            "hint match",
            "move match",
            "if match",
        ),
        Row("sss---sssss", ".ss---..sss", "-----------"),
    ),
    **dict.fromkeys(("replay match", "export match"), Row("--ss--s-s-s", ".-ss-...s-s", "-----------")),
    # What is played here stands before everybody.
    "guess match": GUESS,
    "mod match": Row("-----------", ".-----..---", "--s----ssss"),
    "analyse match": Row("---s--s----", ".--s--..---", "-----------"),
    "move move": Row("------ss-s-", ".-s---..s-s", "-----------"),
}
"""What is suggested for an option of a command, with the code of a match beside it: of one's own matches only."""

OF_ONES_OWN_PRESSED = {
    Action.REPORTS,
    Action.UNAVAILABLE,
    Action.RULES,
    Action.RULES_FAMILY,
    Action.WHY,
    *PuzzleAction,
    *LessonAction,
    Action.PUZZLE,
    Action.LEARN,
    Action.LEARN_FAMILY,
    Action.LESSON,
    Action.BETTER_TURN,
    *DailyAction,
    *HoldoutAction,
    Action.LADDER,
    *LadderAction,
    *VillageAction,
    *SimulAction,
    *BoardsAction,
    *TournamentAction,
    *DuplicateAction,
    *TeamAction,
    *SetupAction,
    Action.SETTING,
    Action.AWAY,
    Blocking.BLOCK,
    Blocking.UNBLOCK,
    *Linking,
    Action.SHOW_RULES,
    Action.NEW_GAME,
    Action.CHOOSE_GAME,
    Action.CHOOSE_VERSION,
    Action.FAMILY,
    Action.INVITE_ANYBODY,
    Action.PRACTISE,
    Action.COMPUTER,
    Action.LEVEL,
    Action.SIDE,
    Action.NAME_PLAYER,
    Action.PRIVACY,
    Action.EXPORT_DATA,
    Action.DELETE_DATA,
    Action.CONFIRM_DELETE_DATA,
    Action.HELP,
    Action.PERMISSIONS,
    Action.GAMES,
    Action.NEXT_BOARD,
    Action.FOLLOW_PERSON,
    Action.HEAD_TO_HEAD,
    Action.HISTORY,
    Action.KEEP,
    Action.KEPT,
    Action.PROFILE,
    Action.BADGES,
    Action.TOP,
    Action.PACE,
    Action.RULE,
}
OF_ONES_OWN_TYPED = {
    *(
        "away",
        "block",
        "daily",
        "games",
        "h2h",
        "help",
        "history",
        "holdout",
        "import",
        "learn",
        "link",
        "play",
        "privacy",
        "profile",
    ),
    *(
        "profile",
        "puzzle",
        "rules",
        "settings",
        "setup",
        "top",
        "ladder",
        "village",
        "together",
        "simul",
        "boards",
        "tournament",
        "duplicate",
    ),
}
OF_ONES_OWN_LINKS = {
    *(
        "away",
        "block",
        "daily",
        "games",
        "h2h",
        "history",
        "holdout",
        "help",
        "learn",
        "link",
        "play",
        "privacy",
        "profile",
        "puzzle",
    ),
    *(
        "profile",
        "puzzle",
        "mod",
        "rules",
        "settings",
        "setup",
        "top",
        "ladder",
        "village",
        "together",
        "simul",
        "tournament",
        "duplicate",
        "boards",
    ),
}
OF_ONES_OWN_SUGGESTED = {
    "boards game",
    "daily game",
    "history game",
    "ladder game",
    "learn game",
    "play game",
    "play side",
    "puzzle game",
    "puzzle theme",
    "rules game",
    "setup game",
    "simul game",
    "tournament game",
    "together game",
    "top game",
    "village game",
}
"""What is about whoever asks, or about no match: a code in it leads nowhere."""


def tables() -> str:
    """The tables as they stand in docs/who_may.md."""
    kinds: dict[str, dict[str, Row]] = {
        "Pressed": {action.name: row for action, row in PRESSED.items()},
        "Typed": TYPED,
        "Links": LINKS,
        "Live boards": LIVE_BOARDS,
        "Suggestions": SUGGESTED,
    }
    lines = [f"{number}. *{state}*: {what}" for number, (state, what) in enumerate(STATES.items(), 1)]
    lines += ["", *(f"- `{letter.value}`: {meaning}" for letter, meaning in MEANING.items())]
    for kind, rows in kinds.items():
        lines += ["", f"| {kind} | {HOST} | {GUEST} | {BYSTANDER} | {STRANGER} |", "|---|---|---|---|---|"]
        lines += [
            f"| {name} | `{row.host}` | `{row.guest}` | `{row.bystander}` | `{row.stranger}` |"
            for name, row in rows.items()
        ]
    own = (sorted(action.name for action in OF_ONES_OWN_PRESSED), sorted(f"/{name}" for name in OF_ONES_OWN_TYPED))
    lines += ["", f"Not about a match, even if a code is given: {', '.join(own[0])}; {', '.join(own[1])}."]
    return "\n".join(lines)
