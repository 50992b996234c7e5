"""Table talk: the sentences that players and onlookers can say beside a board, until the next move. Pure.

There are no others, so nobody has to watch what is said; and none of them is of use to mock somebody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.matches.match import Match
from bot.matches.refusals import MatchOver, NoTalkAlone, NotStarted
from bot.matches.status import Status
from bot.words import N_

HELLO, BOARD, WAITING, FAREWELL = "greeting", "board", "waiting", "farewell"
GROUPS: Mapping[str, str] = {
    HELLO: N_("Hello"),
    BOARD: N_("On the game"),
    WAITING: N_("While we wait"),
    FAREWELL: N_("At the end"),
}
"""The groups in which the sentences are offered, each with its name."""
SENTENCES: Mapping[str, Mapping[str, str]] = {
    HELLO: {
        "hello": N_("Hello, good to see you here."),
        "good-match": N_("A good match to both sides!"),
        "long-ago": N_("It has been a while. Welcome back!"),
        "learning": N_("I am still learning this game."),
        "tea": N_("The tea is ready, let us play."),
        "no-hurry": N_("Take your time, I am in no hurry."),
    },
    BOARD: {
        "trap": N_("Nice trap."),
        "beautiful": N_("That was a beautiful move."),
        "unseen": N_("I did not see that coming."),
        "exciting": N_("This is getting exciting."),
        "thinking": N_("I have to think about this one."),
        "open": N_("It can still go either way."),
    },
    WAITING: {
        "rain": N_("Sorry, rain and no line."),
        "busy": N_("Sorry, I was busy."),
        "supper": N_("I play on after supper."),
        "good-night": N_("Good night, until tomorrow."),
        "back": N_("Here I am again."),
        "patience": N_("Thank you for waiting."),
    },
    FAREWELL: {
        "thanks": N_("Thank you for the match."),
        "well-played": N_("Well played!"),
        "one-more": N_("One more after supper?"),
        "learned": N_("I have learned something today."),
        "close": N_("That was a close one."),
        "next-time": N_("Until the next match!"),
    },
}
"""The sentences of each group, by the keys under which they are stored: these never change."""
BY_KEY: Mapping[str, str] = {key: text for group in SENTENCES.values() for key, text in group.items()}

GREETED = 2
"""Up to so many turns people greet each other."""
EDITED_AFTER = timedelta(seconds=10)
"""So much time lies between two edits of a board for what is said beside it."""
SHOWN = 3
"""At most so many sentences stand on a board, the newest ones."""


@dataclass(frozen=True)
class SaidSentence:
    """A sentence, by its key, that a player has said beside a board; ``shown`` is when the board is edited to show it.

    ``name`` is theirs, empty where they stand in no list.
    """

    player: str
    name: str
    sentence: str
    shown: datetime


def has_table_talk(match: Match) -> bool:
    """Can something be said beside a match: has it begun, and do its seats belong to two?"""
    return match.status in (Status.PLAYING, Status.OVER) and not match.practice


def check_has_table_talk(match: Match) -> None:
    """The same, with the reason why not. Raises NotStarted, NoTalkAlone, and MatchOver where it came to nothing."""
    if match.status is Status.INVITED:
        raise NotStarted
    if match.status not in (Status.PLAYING, Status.OVER):
        raise MatchOver(match.status)
    if match.practice:
        raise NoTalkAlone


def turn_of_talk(match: Match) -> int:
    """The number of the turn in which something is said, and after which it goes: the end is a turn of its own."""
    return match.game.ply + (match.status is Status.OVER)


def group_of(match: Match) -> str:
    """The group that fits a match as it stands."""
    if match.status is Status.OVER:
        return FAREWELL
    return HELLO if match.game.ply < GREETED else BOARD


def shown_after(now: datetime, latest: datetime | None) -> datetime:
    """The moment at which a board is edited for what is said now, if its ``latest`` edit was or will be then."""
    if latest is None:
        return now
    return latest if latest > now else max(now, latest + EDITED_AFTER)
