"""The rules that each row fulfils by itself: the tables refuse a row that does not, and ``papan check`` names it.

SQLite and PostgreSQL read the same text. A rule holds where its columns are NULL, unless it says otherwise. The
migrations have copies of these texts: a changed rule needs a migration.
"""

from collections.abc import Mapping

from sqlalchemy import CheckConstraint

from bot.matches.communities import AllowedKind, Right
from bot.matches.happening import BY_STAFF, DECLINED_BECAUSE, Happening
from bot.matches.ladder import ChallengeOutcome, RungCause
from bot.matches.limits import NUDGES_IN_A_TURN
from bot.matches.preferences import PREFERENCES
from bot.matches.quiet_hours import DAYS_OFF
from bot.matches.rating import NotCounted
from bot.matches.reports import REASONS
from bot.matches.rulings import RulingAct
from bot.matches.shield import MarkState
from bot.matches.status import Status
from bot.store.clock_rules import CLOCK
from bot.store.rule import BEGUN, Rule, moments, one_of
from engine.lessons import LessonTopic
from engine.puzzles import Goal
from engine.ruleset import Ending

ARCHIVED = "archived"
"""The happening that the last message in the thread of a match tells."""


TOLD = one_of(tuple(PREFERENCES["told"].values))
"""The ways in which a player is told of their turn."""
_DAYS_OFF = one_of(DAYS_OFF)
_DIGEST_HOURS = one_of(tuple(PREFERENCES["digest_hours"].values))
INVITED_BY = one_of(tuple(PREFERENCES["invited_by"].values))
"""Who may invite a player by name."""

LISTED = one_of(tuple(PREFERENCES["listed"].values))
"""Where a player's ratings are listed."""
LESSONS = one_of(tuple(topic.value for topic in LessonTopic))
"""What a lesson can be about."""
RIGHTS = one_of(tuple(right.value for right in Right))
"""What hosts may keep to some people."""
ALLOWED_KINDS = one_of(tuple(kind.value for kind in AllowedKind))
GOALS = one_of(tuple(goal.value for goal in Goal if goal is not Goal.BETTER))
"""What the line of a puzzle that all may be given ends in."""
CAUSES = one_of(tuple(cause.value for cause in RungCause))
MARK_STATES = one_of(tuple(state.value for state in MarkState))
OUTCOMES = one_of(tuple(outcome.value for outcome in ChallengeOutcome))
UNCOUNTED = one_of(tuple(reason.value for reason in NotCounted))
_NUMBERS = (
    *("rating_before", "deviation_before", "volatility_before", "against", "against_deviation"),
    *("rating", "deviation", "volatility"),
)
COUNTED = " AND ".join(f"(uncounted IS NULL) = ({name} IS NOT NULL)" for name in ("number", *_NUMBERS))


def within_bounds(suffix: str) -> str:
    """A rating is within the bounds that Glicko-2 keeps it in; in billionths."""
    return (
        f"rating{suffix} BETWEEN 600000000000 AND 4000000000000 AND deviation{suffix} BETWEEN 50000000000 AND"
        f" 350000000000 AND volatility{suffix} BETWEEN 1 AND 100000000"
    )


def _happened(*happenings: Happening) -> str:
    return f"happened IN {one_of(tuple(happening.value for happening in happenings))}"


def _asked_by(happening: Happening, offer: str) -> str:
    """If the last event was an offer, the side that offers is the one who acted."""
    by_side = f"actor = CASE {offer} WHEN 0 THEN seat_0 ELSE seat_1 END"
    return f"(happened <> '{happening.value}' OR ({offer} IS NOT NULL AND {by_side}))"


_WAYS: Mapping[Status, tuple[Happening, ...]] = {
    Status.INVITED: (Happening.INVITED,),
    Status.PLAYING: (
        Happening.ACCEPTED,
        Happening.BEGUN,
        Happening.MOVED,
        Happening.HINT_TAKEN,
        Happening.UNDONE,
        Happening.TAKEBACK_ASKED,
        Happening.TAKEBACK_ALLOWED,
        Happening.TAKEBACK_REFUSED,
        Happening.SWAP_ASKED,
        Happening.SWAPPED,
        Happening.SWAP_REFUSED,
        Happening.DRAW_OFFERED,
        Happening.DRAW_REFUSED,
        Happening.READY,
        Happening.BOTH_READY,
        Happening.TIME_OVER,
        Happening.TIME_GIVEN,
        Happening.NUDGED,
        Happening.PAUSE_ASKED,
        Happening.PAUSED,
        Happening.PAUSE_REFUSED,
        Happening.WENT_AWAY,
        Happening.UNREACHABLE,
        Happening.LEFT,
        Happening.GOES_ON,
        Happening.OFFER_WITHDRAWN,
        Happening.PAUSED_BY_STAFF,
    ),
    Status.OVER: (
        Happening.ACCEPTED,
        Happening.BEGUN,
        Happening.MOVED,
        Happening.DRAW_AGREED,
        Happening.RESIGNED,
        Happening.LOST_ON_TIME,
        Happening.RULED,
        Happening.REMATCH_ASKED,
        Happening.REMATCH_REFUSED,
        Happening.OFFER_WITHDRAWN,
        Happening.REMATCH_BEGUN,
    ),
    Status.DECLINED: (Happening.DECLINED, *DECLINED_BECAUSE),
    Status.WITHDRAWN: (Happening.WITHDRAWN,),
    Status.EXPIRED: (Happening.EXPIRED,),
    Status.CALLED_OFF: (
        Happening.CALLED_OFF,
        Happening.RULED,
        Happening.REMATCH_ASKED,
        Happening.REMATCH_REFUSED,
        Happening.OFFER_WITHDRAWN,
        Happening.REMATCH_BEGUN,
    ),
}
"""The events that can have happened last in a match of each status. A game may be over at its first position."""

_WINNING = (
    Ending.NO_PIECES,
    Ending.FEW_LEFT,
    Ending.BLOCKED,
    Ending.HAND_USED_UP,
    Ending.RESIGNATION,
    Ending.TIME,
)
_DRAWING = (Ending.MATERIAL, Ending.STUCK, Ending.REPETITION, Ending.COUNTER, Ending.AGREEMENT)
_WON = one_of(tuple(ending.value for ending in _WINNING))
_AGREED = one_of((Ending.AGREEMENT.value, Ending.COUNT_OFF.value))
ACTS = one_of(tuple(act.value for act in RulingAct))
OF_PEOPLE = one_of((RulingAct.BAN.value, RulingAct.UNBAN.value))
_EITHER = one_of((Ending.COUNT_OFF.value, Ending.RULING.value))
_GIVEN = one_of((Ending.AGREEMENT.value, Ending.RESIGNATION.value, Ending.TIME.value, Ending.RULING.value))
_BACK = (Happening.UNDONE, Happening.TAKEBACK_ALLOWED, Happening.TAKEBACK_REFUSED)
_DRAWN = one_of(tuple(ending.value for ending in _DRAWING))
_BY_NOBODY = (Happening.TIME_OVER, Happening.LOST_ON_TIME, Happening.GOES_ON, Happening.CALLED_OFF, *BY_STAFF)
"""Neither of the two did this where it happened by time, or the staff did."""

RULES: Mapping[str, tuple[Rule, ...]] = {
    "players": (
        Rule("quiet", "quiet IS NULL OR zone IS NOT NULL", "quiet hours are hours of a zone"),
        Rule(
            "days_off",
            f"days_off IS NULL OR (zone IS NOT NULL AND days_off IN {_DAYS_OFF})",
            "days off are one or two days of the week in a zone",
        ),
        Rule("auto_away", "auto_away IN ('yes', 'no')", "days away begin automatically or do not"),
        Rule("told", f"told IN {TOLD}", "a player is told of their turn in one of five ways"),
        Rule("digest_hours", f"digest_hours IN {_DIGEST_HOURS}", "a digest comes at one or two hours of the day"),
        Rule("invited_by", f"invited_by IN {INVITED_BY}", "a player is invited by everybody, by some or by nobody"),
        Rule("listed", f"listed IN {LISTED}", "a player is listed in chats, everywhere or nowhere"),
        Rule(
            "planned",
            "(planned_from IS NULL) = (planned_until IS NULL) AND coalesce(planned_from < planned_until, 1 = 1)",
            "days away that lie ahead have a begin and a later end",
        ),
        moments("created", "away_until", "planned_from", "planned_until"),
    ),
    "blocks": (
        Rule("other", "other <> player", "nobody blocks themselves"),
        moments("since"),
    ),
    "lessons": (
        Rule("lesson", f"lesson IN {LESSONS}", "a lesson is one of seven"),
        moments("at"),
    ),
    "away": (
        Rule("length", "ended >= began", "days away end after they began"),
        Rule("by_itself", "by_itself IN (0, 1)", "a flag is 0 or 1"),
        moments("began", "ended"),
    ),
    "tells": (Rule("how", f"how IN {TOLD}", "a player is told of their turn in one of five ways"),),
    "rulings": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("act", f"act IN {ACTS}", "the staff decides one of some things"),
        Rule("why", "why <> ''", "the staff says why"),
        Rule("done", "done IN (0, 1)", "a flag is 0 or 1"),
        Rule("told", "told IN (0, 1)", "a flag is 0 or 1"),
        Rule(
            "about",
            f"(act IN {OF_PEOPLE} AND match IS NULL) OR (act NOT IN {OF_PEOPLE} AND match IS NOT NULL AND subject IS"
            " NULL)",
            "a ruling is about a match or about a person",
        ),
        moments("at", "until"),
    ),
    "reports": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("reason", f"reason IN {one_of(tuple(REASONS))}", "a report has one of some reasons"),
        Rule("done", "done IN (0, 1)", "a flag is 0 or 1"),
        moments("at"),
    ),
    "bans": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("why", "why <> ''", "the staff says why"),
        moments("until"),
    ),
    "follows": (
        Rule("what", "what IN ('end', 'moves')", "a match is followed in one of two ways"),
        Rule("ply", "ply >= 0", "a count is not negative"),
    ),
    "followings": (
        Rule("other", "other <> player", "nobody follows themselves"),
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        moments("since"),
    ),
    "accounts": (
        Rule("account", "platform <> '' AND account <> ''", "an account has a platform and an id there"),
        Rule("name", "name <> ''", "an account has a name"),
        moments("updated"),
    ),
    "matches": (
        Rule("code", "code <> '' AND code = upper(code)", "a code is written in capital letters"),
        Rule("status", f"status IN {one_of(tuple(status.value for status in Status))}", "there is no such status"),
        Rule(
            "sides",
            "host_side IN (0, 1) AND winner IN (0, 1) AND draw_offer IN (0, 1) AND takeback IN (0, 1)",
            "a side is 0 or 1",
        ),
        Rule("turn", "turn IN (0, 1)", "the side to move is 0 or 1"),
        Rule("version", "version > 0 AND version > ply", "the version grows with every move"),
        Rule("counts", "ply >= 0 AND hints_0 >= 0 AND hints_1 >= 0", "a count is not negative"),
        Rule(
            "seats",
            f"NOT ({BEGUN}) OR (seat_0 IS NOT NULL AND seat_1 IS NOT NULL AND invited IS NOT NULL"
            " AND ((seat_0 = host AND seat_1 = invited) OR (seat_0 = invited AND seat_1 = host)))",
            "in a match that has begun the host and the one invited have the seats",
        ),
        Rule(
            "free_seats",
            f"{BEGUN} OR ((seat_0 IS NULL) = (host_side IS NULL OR host_side <> 0)"
            " AND (seat_1 IS NULL) = (host_side IS NULL OR host_side <> 1)"
            " AND (seat_0 IS NULL OR seat_0 = host) AND (seat_1 IS NULL OR seat_1 = host))",
            "before a match begins only its host has a seat, on the side they chose",
        ),
        Rule(
            "host_side",
            f"NOT ({BEGUN}) OR host_side IS NULL OR (host_side = 0 AND seat_0 = host)"
            " OR (host_side = 1 AND seat_1 = host)",
            "the host has the side they chose",
        ),
        Rule("invited", f"{BEGUN} OR invited IS NULL OR invited <> host", "nobody invites themselves"),
        Rule(
            "handle",
            "(invited_handle IS NULL) = (invited_platform IS NULL)",
            "somebody is invited by a handle on a platform: both or neither",
        ),
        Rule(
            "expires",
            "(status = 'invited') = (expires IS NOT NULL)",
            "an invitation expires, and nothing else does",
        ),
        Rule("lasts", "expires > created", "an invitation expires after it was made"),
        Rule(
            "not_begun",
            f"{BEGUN} OR (ply = 0 AND draw_asked_0 IS NULL AND draw_asked_1 IS NULL AND hints_0 = 0"
            " AND hints_1 = 0 AND moved_at IS NULL)",
            "before a match begins there are no moves, offers or hints",
        ),
        Rule("moved", "moved_at IS NULL OR ply > 0", "the moment of a move needs a move"),
        Rule(
            "ending",
            f"(ending IS NULL AND winner IS NULL) OR (ending IS NOT NULL AND ((ending IN {_WON} AND winner IS NOT NULL)"
            f" OR (ending IN {_DRAWN} AND winner IS NULL) OR ending IN {_EITHER}))",
            "the ending says whether there is a winner",
        ),
        Rule(
            "over",
            "(status <> 'over' OR ending IS NOT NULL) AND (status NOT IN ('playing', 'called off') OR ending IS NULL)",
            "a match that is over has an ending, one that goes on or was called off has none",
        ),
        Rule(
            "offers",
            "status = 'playing' OR (draw_offer IS NULL AND takeback IS NULL)",
            "an offer needs a match that is being played",
        ),
        Rule(
            "draw_asked",
            "draw_asked_0 BETWEEN 0 AND ply AND draw_asked_1 BETWEEN 0 AND ply",
            "a draw is offered at a ply that has been reached",
        ),
        Rule(
            "draw_offer",
            "draw_offer IS NULL OR (draw_offer = 0 AND draw_asked_0 IS NOT NULL)"
            " OR (draw_offer = 1 AND draw_asked_1 IS NOT NULL)",
            "the side whose offer stands has made one",
        ),
        Rule("takeback", "takeback IS NULL OR ply > 0", "a move is taken back where there is one"),
        Rule(
            "actor",
            "actor IS NULL OR actor = host OR (invited IS NOT NULL AND actor = invited)",
            "the latest change was made by one of the two",
        ),
        Rule(
            "closed",
            "(status <> 'expired' OR actor IS NULL)"
            f" AND (actor IS NOT NULL OR status = 'expired' OR {_happened(*_BY_NOBODY)})"
            " AND (status <> 'withdrawn' OR actor = host) AND (status <> 'declined' OR actor = invited)",
            "an invitation is declined by the one invited, withdrawn by its host, and expires by itself; a match"
            " changes by time or by one of the two",
        ),
        Rule(
            "rematch_by",
            "rematch_by IS NULL OR (status IN ('over', 'called off') AND (rematch_by = seat_0 OR rematch_by = seat_1))",
            "one of the two asks for a rematch, after the match",
        ),
        Rule(
            "rematch_of",
            f"rematch_of IS NULL OR (rematch_of <> code AND {BEGUN})",
            "a rematch follows another match and has begun",
        ),
        Rule(
            "happened",
            " OR ".join(f"(status = '{status.value}' AND {_happened(*ways)})" for status, ways in _WAYS.items()),
            "what happened last fits the status",
        ),
        Rule(
            "happened_counts",
            f"(NOT {_happened(Happening.ACCEPTED, Happening.BEGUN)} OR ply = 0)"
            f" AND (NOT {_happened(Happening.MOVED)} OR (ply > 0 AND (ending IS NULL OR ending NOT IN {_GIVEN})))"
            f" AND (NOT {_happened(Happening.HINT_TAKEN)} OR hints_0 + hints_1 > 0)"
            f" AND (NOT {_happened(Happening.RESIGNED)} OR ending = '{Ending.RESIGNATION.value}')"
            f" AND (NOT {_happened(Happening.LOST_ON_TIME)} OR ending = '{Ending.TIME.value}')"
            f" AND (NOT {_happened(Happening.DRAW_AGREED)} OR ending IN {_AGREED})"
            f" AND (NOT {_happened(*BY_STAFF)} OR (actor IS NULL AND (ending IS NULL OR ending ="
            f" '{Ending.RULING.value}')))",
            "what happened last shows in the counts and in the ending",
        ),
        Rule(
            "asked",
            f"{_asked_by(Happening.DRAW_OFFERED, 'draw_offer')} AND {_asked_by(Happening.TAKEBACK_ASKED, 'takeback')}"
            f" AND (NOT {_happened(Happening.REMATCH_ASKED)} OR (rematch_by IS NOT NULL AND rematch_by = actor))",
            "what was asked for last stands, and the one who acted has asked",
        ),
        Rule(
            "answered",
            f"(NOT {_happened(Happening.DRAW_REFUSED)} OR draw_offer IS NULL) AND (NOT {_happened(*_BACK)} OR takeback"
            f" IS NULL) AND (NOT {_happened(Happening.REMATCH_REFUSED)} OR rematch_refused = 1)",
            "what was answered last no longer stands",
        ),
        Rule(
            "takeback_asked",
            f"takeback_asked_0 BETWEEN 0 AND ply AND takeback_asked_1 BETWEEN 0 AND ply"
            f" AND ({BEGUN} OR (takeback_asked_0 IS NULL AND takeback_asked_1 IS NULL))",
            "a takeback is asked for in a match that has begun, at a ply that has been reached",
        ),
        Rule(
            "takeback_side",
            "takeback IS NULL OR (takeback = 0 AND takeback_asked_0 IS NOT NULL AND takeback_asked_0 = ply)"
            " OR (takeback = 1 AND takeback_asked_1 IS NOT NULL AND takeback_asked_1 = ply)",
            "the side that wants to take a move back has asked for it since the latest move",
        ),
        Rule(
            "swap",
            "swap IS NULL OR (swap IN (0, 1) AND status = 'playing' AND swap_asked IS NOT NULL AND swap_asked = ply)",
            "a side that asks to swap sides has asked for it since the latest move",
        ),
        Rule(
            "swap_asked",
            f"swap_asked IS NULL OR ({BEGUN} AND swap_asked BETWEEN 0 AND ply)",
            "to swap sides is asked for in a match that has begun, at a ply that has been reached",
        ),
        Rule(
            "swaps",
            "swaps IS NULL OR (swaps <> '' AND swap_asked IS NOT NULL AND rated = 0 AND mirror_of IS NULL"
            " AND our_number = 0 AND bid IS NULL AND event_kind IS NULL)",
            "sides are swapped in a match whose result counts nowhere else, where it was asked for",
        ),
        Rule(
            "swap_happened",
            f"{_asked_by(Happening.SWAP_ASKED, 'swap')} AND (NOT {_happened(Happening.SWAPPED)} OR swaps IS NOT NULL)"
            f" AND (NOT {_happened(Happening.SWAPPED, Happening.SWAP_REFUSED)} OR swap IS NULL)",
            "whoever has asked to swap sides last is the one who acted, and what was answered no longer stands",
        ),
        Rule(
            "origin",
            "(origin IS NULL) = (origin_ply IS NULL) AND (origin IS NULL OR (origin <> code AND origin_ply > 0))",
            "a match that goes on from another one says from which of its turns",
        ),
        Rule(
            "rematch_refused",
            "rematch_refused = 0 OR (rematch_refused = 1 AND rematch_by IS NOT NULL)",
            "a rematch is refused where one was asked for",
        ),
        *CLOCK,
        Rule(
            "nudged",
            f"(nudged_at IS NULL OR {BEGUN})"
            f" AND (NOT {_happened(Happening.NUDGED)} OR (nudged_at IS NOT NULL AND nudged_at = changed))",
            "a nudge has a moment, in a match that has begun",
        ),
        Rule(
            "nudges",
            f"nudges = 0 OR (nudges BETWEEN 1 AND {NUDGES_IN_A_TURN} AND nudged_at IS NOT NULL)",
            "a turn has two nudges at most",
        ),
        Rule("by_plan", "by_plan = 0 OR (by_plan = 1 AND ply > 1)", "what was planned answers a move"),
        moments(
            *("created", "changed", "expires", "moved_at", "runs_since", "halt_until", "pause_until", "wake"),
            "nudged_at",
        ),
    ),
    "plans": (Rule("lines", "ply >= 0 AND lines <> ''", "a plan has lines for a position of the match"),),
    "guesses": (
        Rule("turn", "ply > 0 AND turn <> ''", "a guess is of a turn of the match"),
        Rule("weight", "weight > 0", "what is guessed is one of several turns"),
        Rule("hit", "hit IN (0, 1)", "a flag is 0 or 1"),
        moments("at"),
    ),
    "own_notes": (Rule("text", "text <> ''", "a note says something"), moments("at")),
    "kept_games": (
        Rule("key", "length(key) = 16", "a key has 16 digits"),
        Rule("name", "name <> ''", "a game is kept under a name"),
        Rule("plies", "plies >= 0", "a game has no fewer turns than none"),
        moments("at"),
    ),
    "table_talk": (
        Rule("sentence", "turn >= 0 AND sentence <> ''", "a sentence is said in a turn of the match"),
        Rule("shown", "shown >= at", "what is said is shown after that"),
        moments("at", "shown"),
    ),
    "pair_numbers": (
        Rule("community", "community = '' OR length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("two", "one < two", "a number is one of two people, in their order"),
        Rule("numbers", "next >= 0 AND half_pieces >= 0", "pieces in hand are not fewer than none"),
    ),
    "guessers": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("sums", "guessed >= 0 AND right_weight BETWEEN 0 AND weight", "what was right is a part of it all"),
        moments("seen", "left_at"),
    ),
    "ladders": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("shown", "changes >= 0 AND shown BETWEEN 0 AND version", "a card shows what has happened"),
        moments("edited"),
    ),
    "simuls": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("seats", "seats BETWEEN 2 AND 30", "a simul has some boards"),
        Rule("side", "side IN ('first', 'second', 'turns')", "the host has one side, or both in turns"),
        Rule("threads", "threads IN (0, 1)", "a flag is 0 or 1"),
        Rule("state", "state IN ('open', 'playing', 'closed')", "a simul waits, has begun, or was called off"),
        Rule("shown", "shown BETWEEN 0 AND version", "a card shows what has happened"),
        moments("made", "edited"),
    ),
    "simul_entrants": (Rule("refused", "refused IN (0, 1)", "a flag is 0 or 1"), moments("joined")),
    "boards_matches": (
        Rule("state", "state IN ('open', 'playing', 'closed')", "a boards match waits, has begun, or was called off"),
        Rule(
            "stopped",
            "stopped_by IS NULL OR (stopped_by IN (0, 1) AND state = 'closed')",
            "what one of two chats has called off is closed",
        ),
        moments("until"),
    ),
    "boards_sides": (
        Rule("side", "side IN (0, 1)", "a boards match has two sides"),
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("threads", "threads IN (0, 1)", "a flag is 0 or 1"),
        Rule("ready", "ready IN (0, 1)", "a flag is 0 or 1"),
        Rule("shown", "shown BETWEEN 0 AND version", "a card shows what has happened"),
        moments("edited"),
    ),
    "boards_line": (
        Rule("side", "side IN (0, 1)", "a boards match has two sides"),
        Rule("late", "late = 0 OR (late = 1 AND board IS NOT NULL)", "whoever was late had a board"),
        Rule("board", "board IS NULL OR board BETWEEN 0 AND 19", "a boards match has at most 20 boards"),
        moments("joined"),
    ),
    "boards_games": (
        Rule(
            "number",
            "board BETWEEN 0 AND 19 AND leg IN (0, 1) AND attempt BETWEEN 0 AND 2",
            "a board has two matches, and each chat is late there once",
        ),
        Rule("refused", "refused IN (0, 1) AND (refused = 0 OR match IS NULL)", "what was refused is no match"),
        Rule("dropped", "dropped IN (0, 1)", "a flag is 0 or 1"),
    ),
    "tournaments": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("threads", "threads IN (0, 1)", "a flag is 0 or 1"),
        Rule("form", "form IN ('round-robin', 'swiss', 'knockout')", "a tournament has one of three forms"),
        Rule(
            "state",
            "round >= 0 AND (state IN ('open', 'closed') OR (state IN ('playing', 'over') AND "
            "(round > 0 OR form = 'swiss')))",
            "people join a tournament, or its rounds have begun, or it was called off",
        ),
        Rule("shown", "shown BETWEEN 0 AND version", "a card shows what has happened"),
        moments("until", "edited"),
    ),
    "tournament_entrants": (
        Rule("number", "number IS NULL OR number > 0", "the first entrant is 1"),
        Rule(
            "gone",
            "withdrawn IN (0, 1) AND replaced IN (0, 1) AND (number IS NOT NULL OR (withdrawn = 0 AND replaced = 0))",
            "whoever plays no further game had a number",
        ),
        Rule("place", "place IS NULL OR (place > 0 AND number IS NOT NULL)", "whoever has a place had a number"),
        moments("joined"),
    ),
    "tournament_games": (
        Rule(
            "numbers", "round > 0 AND board >= 0 AND leg >= 0 AND attempt >= 0", "rounds count from 1, the rest from 0"
        ),
        Rule("pair", "first > 0 AND (second IS NULL OR (second > 0 AND second != first))", "nobody plays themselves"),
        Rule(
            "rest",
            "second IS NOT NULL OR (match IS NULL AND awarded IS NULL)",
            "whoever has nobody to play has no match in that round",
        ),
        Rule(
            "awarded",
            "awarded IS NULL OR awarded IN ('2-0', '1-1', '0-2', '0-0')",
            "a game is worth a point, a half each, or nothing",
        ),
        Rule(
            "judged", "judged IN (0, 1) AND (judged = 0 OR awarded IS NOT NULL)", "what was judged is worth something"
        ),
        Rule("dropped", "dropped IN (0, 1)", "a flag is 0 or 1"),
    ),
    "duplicate_weeks": (
        Rule("state", "state IN ('playing', 'over')", "a week of duplicate goes on or is over"),
        moments("until"),
    ),
    "duplicates": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("threads", "threads IN (0, 1)", "a flag is 0 or 1"),
        Rule(
            "state",
            "(state = 'playing' AND place IS NULL) OR (state = 'over' AND (place IS NULL OR place > 0))",
            "a chat has a place in duplicate once the week is over",
        ),
        Rule("shown", "shown BETWEEN 0 AND version", "a card shows what has happened"),
        moments("edited"),
    ),
    "duplicate_entrants": (
        Rule("numbers", "number > 0 AND (pair IS NULL OR pair > 0)", "people and pairs of duplicate count from 1"),
        Rule("gone", "gone IN (0, 1)", "a flag is 0 or 1"),
        Rule(
            "points",
            "(made IS NULL AND possible IS NULL AND place IS NULL) OR "
            "(made BETWEEN 0 AND possible AND (place > 0 OR (place IS NULL AND possible = 0)))",
            "nobody has more match points than are possible, and a place without any",
        ),
        moments("joined"),
    ),
    "duplicate_games": (
        Rule(
            "numbers",
            "pair > 0 AND position BETWEEN 0 AND 7 AND leg IN (0, 1)",
            "a pair plays each of eight positions twice",
        ),
        Rule("two", "first > 0 AND second > 0 AND first != second", "nobody plays themselves in duplicate"),
        Rule("refused", "refused IN (0, 1) AND (refused = 0 OR match IS NULL)", "what was refused is no match"),
        Rule(
            "worth",
            "worth IS NULL OR (worth IN (0, 1, 2) AND match IS NOT NULL)",
            "a match of duplicate is worth a point, half of one, or nothing",
        ),
    ),
    "villages": (Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),),
    "teams": (
        Rule("way", "way IN ('turn', 'vote', 'consultation')", "a team chooses in one of three ways"),
        Rule("silent", "last >= 0 AND silent BETWEEN 0 AND 5", "one of six at least is not silent yet"),
    ),
    "team_members": (Rule("number", "number > 0", "the first member is 1"),),
    "seat_marks": (Rule("marks", "(marks <> '' OR line <> '') AND ply >= 0", "a mark is on a turn of a match"),),
    "polls": (
        Rule("lasts", "lasts > 0 AND ply >= 0 AND before >= 0", "a vote lasts a while, and is on a turn of the match"),
        Rule("again", "again IN (0, 1)", "a flag is 0 or 1"),
        moments("closes", "shown", "frozen"),
    ),
    "villagers": (moments("since"),),
    "chat_challenges": (
        Rule("code", "length(code) = 6 AND ruleset <> ''", "a chat is challenged to a game"),
        moments("until"),
    ),
    "votes": (Rule("choice", "ply >= 0 AND choice <> ''", "a vote is on a turn of the match"), moments("at")),
    "rungs": (Rule("rung", "rung > 0", "the first rung is 1"), moments("since", "due")),
    "challenges": (
        Rule("outcome", f"outcome IN {OUTCOMES}", "a challenge ends in one of four ways"),
        Rule("two", "challenger <> challenged", "nobody challenges themselves"),
        moments("at"),
    ),
    "rung_changes": (
        Rule("cause", f"cause IN {CAUSES}", "a ladder changes for one of some reasons"),
        Rule("nth", "nth > 0", "the first change is the first"),
        moments("at"),
    ),
    "shield_marks": (
        Rule("mark", "account <> '' AND mark <> ''", "somebody wears something"),
        Rule("state", f"state IN {MARK_STATES}", "a mark is to be given, given, or cannot be"),
    ),
    "shields": (
        Rule("month", "length(month) = 7", "a month is told by its year and number"),
        Rule("held", "changes >= 0 OR player IS NULL", "a shield is held once its month has ended"),
        moments("ends"),
    ),
    "ratings": (
        Rule("side", "side IN (0, 1)", "a game has two sides"),
        Rule("bounds", within_bounds(""), "a rating lies within its bounds"),
        Rule("played", "played >= 0", "a count is not negative"),
        Rule("opponents", "opponents BETWEEN 0 AND played", "each match has one opponent"),
        moments("at"),
    ),
    "results": (
        Rule("side", "side IN (0, 1)", "a game has two sides"),
        Rule("opponent", "opponent <> player", "nobody plays themselves for a rating"),
        Rule("points", "points IN (0, 1, 2)", "a win has 2 points, a draw 1"),
        Rule("uncounted", f"uncounted IN {UNCOUNTED}", "a match is not counted for one of some reasons"),
        Rule("counted", COUNTED, "a result has numbers where it counts, and only there"),
        Rule("bounds", within_bounds(""), "a rating lies within its bounds"),
        Rule("before", within_bounds("_before"), "a rating lies within its bounds"),
        Rule("untested", "untested IN (0, 1)", "a flag is 0 or 1"),
        Rule("recounted", "recounted IN (0, 1)", "a flag is 0 or 1"),
        moments("at"),
    ),
    "puzzles": (
        Rule("bounds", within_bounds(""), "a rating lies within its bounds"),
        Rule(
            "counts",
            "tried >= 0 AND solved BETWEEN 0 AND tried AND disliked BETWEEN 0 AND tried",
            "a puzzle is solved and disliked by those who have tried it",
        ),
    ),
    "attempts": (
        Rule("numbers", "number > 0 AND nth > 0", "tries are counted from 1"),
        Rule("flags", "solved IN (0, 1) AND disliked IN (0, 1)", "a flag is 0 or 1"),
        Rule("bounds", within_bounds(""), "a rating lies within its bounds"),
        moments("at"),
    ),
    "mistakes": (
        Rule("ply", "ply >= 0 AND line <> ''", "a mistake is a turn with a better one"),
        Rule("done", "done IN (0, 1)", "a flag is 0 or 1"),
        moments("due", "offered"),
    ),
    "site_puzzles": (
        Rule("goal", f"goal IN {GOALS}", "a puzzle is won, or a piece, or the draw is saved"),
        Rule("line", "position <> '' AND line <> '' AND themes <> ''", "a puzzle has a position and a line"),
        Rule("rating", "rating BETWEEN 0 AND 4000", "a rating lies within its bounds"),
        moments("found_at"),
    ),
    "mining": (
        Rule("one", "id = 0 AND nth > 0", "the matches are looked at in one order, and counted from 1"),
        moments("at"),
    ),
    "dailies": (
        Rule("place", "platform <> '' AND chat <> ''", "a chat has a platform and an id there"),
        Rule("hour", "hour BETWEEN 0 AND 23 AND zone <> ''", "a day has 24 hours of a zone"),
        moments("due"),
    ),
    "daily_puzzles": (
        Rule("day", "length(day) = 10", "a day is written as 2026-01-31"),
        Rule("closed", "closed IN (0, 1)", "a flag is 0 or 1"),
        Rule("until", "until > at", "a puzzle is open for some time"),
        moments("at", "until"),
    ),
    "weeklies": (
        Rule("place", "length(community) = 32 AND chat <> ''", "a chat has an id and a digest of 32 digits"),
        moments("due", "at"),
    ),
    "refused_moves": (Rule("count", "count > 0 AND length(week) = 10", "moves are counted from 1, until a day"),),
    "communities": (
        Rule("place", "length(id) = 32 AND platform <> '' AND account <> ''", "a community has a place and its digest"),
        Rule("version", "version > 0", "changes are counted from 1"),
        moments("changed"),
    ),
    "allowed": (
        Rule("kind", f"kind IN {ALLOWED_KINDS}", "channels and roles are named"),
        Rule("may", f"may IN {RIGHTS} AND account <> ''", "one of some rights is given to something"),
    ),
    "topics": (Rule("place", "platform <> '' AND chat <> '' AND thread <> ''", "a topic is of a group"),),
    "holdouts": (
        Rule("week", "length(week) = 8", "a week is a year and its number"),
        Rule("community", "community = '' OR length(community) = 32", "a chat is kept as a digest of 32 digits"),
        Rule("held", "(held IS NULL) = (ended IS NULL)", "what is held is known once a try is over"),
        Rule("practice", "practice = '' OR held IS NOT NULL", "one practises after the first try"),
        moments("begun", "ended"),
    ),
    "daily_tries": (Rule("solved", "solved IN (0, 1)", "a flag is 0 or 1"),),
    "deletions": (
        Rule("account", "length(account) = 32", "an account is kept as a digest of 32 digits"),
        moments("at"),
    ),
    "links": (
        Rule(
            "hash",
            "length(code_hash) = 64 AND (ticket_hash IS NULL OR length(ticket_hash) = 64)",
            "a code and a ticket are kept as digests of 64 digits",
        ),
        Rule(
            "joiner",
            "(ticket_hash IS NULL) = (joiner_platform IS NULL) AND (ticket_hash IS NULL) = (joiner_account IS NULL)"
            " AND (ticket_hash IS NULL) = (joiner_name IS NULL) AND (answer IS NULL OR ticket_hash IS NOT NULL)",
            "somebody who has given a code has a ticket and is named, and only to them anything is answered",
        ),
        Rule("answer", "answer IS NULL OR answer IN (0, 1)", "a flag is 0 or 1"),
        moments("until"),
    ),
    "merges": (
        Rule("younger", "younger <> older", "two players become one"),
        moments("at"),
    ),
    "members": (
        Rule("community", "length(community) = 32", "a chat is kept as a digest of 32 digits"),
        moments("seen"),
    ),
    "moves": (
        Rule("ply", "ply > 0", "moves are counted from 1"),
        Rule("bank", "bank >= 0", "the time left is not negative"),
        moments("at"),
    ),
    "views": (
        Rule("place", "platform <> '' AND chat <> ''", "a view has a place"),
        Rule(
            "flags",
            "private IN (0, 1) AND can_post IN (0, 1) AND can_thread IN (0, 1) AND frozen IN (0, 1)",
            "a flag is 0 or 1",
        ),
        Rule(
            "counts",
            "posts >= 0 AND tries >= 0 AND match_version >= 0",
            "a count is not negative",
        ),
        Rule("left_behind", "left_behind IN (0, 1)", "a flag is 0 or 1"),
        Rule("copy", "copy IN (0, 1)", "a flag is 0 or 1"),
        Rule("nameless", "nameless IN (0, 1)", "a flag is 0 or 1"),
        Rule("closed", "closed IN (0, 1)", "a flag is 0 or 1"),
        Rule(
            "thread_shows",
            f"thread_shows IN {one_of(('', ARCHIVED, *(status.value for status in Status)))}",
            "the title of a thread tells the status of a match",
        ),
    ),
    "notices": (
        Rule("version", "version > 0", "a notice is of a version of the match"),
        Rule("message", "message IS NULL OR (told IS NOT NULL AND view IS NOT NULL)", "a message has told something"),
        Rule("sent", "sent IN (0, 1) AND (sent = 0 OR told IS NOT NULL)", "what was sent has told something"),
        moments("due", "told"),
    ),
    "events": (
        Rule("event", "length(event) = 32", "an event is kept as a digest of 32 digits"),
        moments("at"),
    ),
    "inbox": (
        Rule("number", "number >= 0", "a count is not negative"),
        Rule("tries", "tries >= 0", "a count is not negative"),
        Rule("payload", "done IS NULL OR payload = ''", "nothing is kept of an update that is worked off"),
        Rule(
            "set_aside",
            "set_aside = 0 OR (set_aside = 1 AND tries > 0 AND done IS NOT NULL)",
            "an update that was set aside was tried, and is not tried again",
        ),
        moments("received", "done"),
    ),
    "secrets": (Rule("value", "length(value) = 64", "a secret has 64 digits"),),
    "offsets": (Rule("number", "number >= 0", "a count is not negative"),),
    "room_people": (
        Rule("name", "name <> '' AND folded <> ''", "a person of the room has a name"),
        Rule("secret_hash", "length(secret_hash) = 64", "a secret is kept as a digest of 64 digits"),
        moments("created", "seen"),
    ),
    "room_devices": (
        Rule("id", "length(id) = 64", "a device is kept under a digest of 64 digits"),
        Rule("secret_hash", "length(secret_hash) = 64", "a secret is kept as a digest of 64 digits"),
        moments("since", "seen"),
    ),
    "room_names": (
        Rule("name", "folded <> '' AND person <> ''", "a name that was given up was somebody's"),
        moments("given_up"),
    ),
    "room_pictures": (Rule("hash", "length(hash) = 64", "a picture is kept under a digest of 64 digits"),),
    "room_messages": (
        Rule("seq", "seq > 0 AND changed_seq >= seq", "a message changes when it is said or later"),
        Rule("deleted", "deleted IN (0, 1)", "a flag is 0 or 1"),
        Rule(
            "emptied",
            "deleted = 0 OR (body = '{}' AND picture_hash IS NULL)",
            "a deleted message says and shows nothing",
        ),
        moments("created"),
    ),
    "processes": (Rule("id", "id <> ''", "a process has an id"), moments("until")),
    "leases": (Rule("share", "kind <> '' AND share >= 0", "a lease has a kind and a number"),),
    "pulse": (
        Rule("one", "id = 0 AND era >= 0", "there is one pulse"),
        Rule("gap", "(gap_begin IS NULL) = (gap_end IS NULL)", "a gap has a begin and an end"),
        moments("at", "gap_begin", "gap_end"),
    ),
    "requests": (Rule("count", "minute >= 0 AND count >= 0", "a count is not negative"),),
}
"""The rules of each table, by its name."""


def checks(table: str) -> list[CheckConstraint]:
    """The rules of a table as its constraints."""
    return [CheckConstraint(rule.sql, name=rule.name) for rule in RULES.get(table, ())]
