"""Matches and their moves."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import match, player, table
from bot.store.term_columns import term_columns
from bot.store.types import Billionths, Flag, Number, SmallInt, Span, Text, UtcDateTime

DUE = text("wake IS NOT NULL")
"""Something falls due in a match by time."""
COUNTS = text("runs_since IS NOT NULL AND wake IS NOT NULL")
"""The clock of a match runs, so that time counts in which no Papan did, until it is brought into the present era."""

LEFT_CHAT = text("halt = 'left chat'")
"""The clock of a match stands because the player to move has left its chats."""

FROM_START = text("status = 'over' AND start IS NULL")
"""A match is over that began where its game does: as the index says it, for SQLite takes the index only where a query
says the very same.
"""

FOR_NUMBER = text("status = 'over' AND our_number = 1")
"""A match is over that two people played for their number; said as that of ``FROM_START`` is."""

matches = table(
    "matches",
    Column("code", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("start", Text),
    Column("status", Text, nullable=False),
    player("host", required=True),
    Column("host_side", SmallInt),
    player("invited"),
    Column("invited_platform", Text),
    Column("invited_handle", Text),
    player("seat_0"),
    player("seat_1"),
    Column("ply", Number, nullable=False),
    Column("turn", SmallInt, nullable=False),
    Column("ending", Text),
    Column("first_turns", Text),
    Column("winner", SmallInt),
    Column("draw_offer", SmallInt),
    Column("draw_asked_0", Number),
    Column("draw_asked_1", Number),
    Column("takeback", SmallInt),
    player("actor"),
    Column("version", Number, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("expires", UtcDateTime),
    Column("moved_at", UtcDateTime),
    Column("rematch_of", Text),
    Column("mirror_of", Text),
    Column("origin", Text),
    Column("origin_ply", Number),
    Column("event_kind", Text),
    Column("event_code", Text),
    player("rematch_by"),
    Column("hints_0", Number, nullable=False, server_default="0"),
    Column("hints_1", Number, nullable=False, server_default="0"),
    Column("takeback_asked_0", Number),
    Column("takeback_asked_1", Number),
    Column("swap", SmallInt),
    Column("swap_asked", Number),
    Column("swaps", Text),
    Column("rematch_refused", Flag, nullable=False, server_default="0"),
    Column("happened", Text, nullable=False, server_default="moved"),
    *term_columns(),
    Column("bank_0", Span),
    Column("bank_1", Span),
    Column("move_left", Span),
    Column("runs_since", UtcDateTime),
    Column("quiet", Text),
    Column("stage", SmallInt),
    Column("halt", Text),
    Column("halt_until", UtcDateTime),
    Column("era", Number),
    Column("ready", SmallInt),
    Column("pause_asked", SmallInt),
    Column("pause_until", UtcDateTime),
    Column("nudged_at", UtcDateTime),
    Column("nudges", Number, nullable=False, server_default="0"),
    Column("by_plan", Flag, nullable=False, server_default="0"),
    Column("wake", UtcDateTime),
    Index("ix_matches_rematch_of", "rematch_of"),
    Index("ix_matches_host", "host", "status"),
    Index("ix_matches_created", "host", "created"),
    Index("ix_matches_invited", "invited", "status"),
    Index("ix_matches_handle", "invited_handle", "invited_platform"),
    Index("ix_matches_seat_0", "seat_0", "status", "changed", "code", "winner", "first_turns"),
    Index("ix_matches_seat_1", "seat_1", "status", "changed", "code", "seat_0", "winner", "first_turns"),
    Index("ix_matches_pair", "seat_0", "seat_1", "status", "changed", "code"),
    Index("ix_matches_wake", "wake", sqlite_where=DUE, postgresql_where=DUE),
    Index("ix_matches_era", "era", sqlite_where=COUNTS, postgresql_where=COUNTS),
    Index("ix_matches_left_chat", "halt", sqlite_where=LEFT_CHAT, postgresql_where=LEFT_CHAT),
    Index("ix_matches_changed", "changed"),
    Index(
        "ix_matches_our_number",
        *("seat_0", "seat_1", "ruleset", "created", "code", "winner", "watched"),
        sqlite_where=FOR_NUMBER,
        postgresql_where=FOR_NUMBER,
    ),
    Index(
        "ix_matches_balance",
        *("ruleset", "code", "winner", "seat_0", "seat_1", "ply"),
        sqlite_where=FROM_START,
        postgresql_where=FROM_START,
    ),
)
"""``start`` is a position where the match does not begin at the ruleset's own. ``ply``, ``turn``, ``ending`` and
``winner`` say what replaying the moves gives; ``papan check`` holds them against it. ``first_turns`` of a match that
is over are the texts of its first moves with spaces between them, by which a player looks for an opening.
``rematch_of`` is the code of the match before, whose row is locked while a rematch is made, so that there is one.
``swaps`` are the plies at which the two have exchanged their sides, with spaces between them.
``mirror_of`` is the code of the other half of such a match, which says the same of this one. ``origin`` is
the code of the match, over or a practice board, from whose position after ``origin_ply`` turns it began. ``bid`` is the
number of pieces in hand at the start, where that was agreed on. Where there is a ``pace``, the clock of the side to
move stands in ``bank_0`` to ``era`` (bot/matches/clock.py). ``wake`` is when something falls due next: an invitation
that expires, a clock."""


plans = table(
    "plans",
    match(),
    player("player", required=True),
    Column("ply", Number, nullable=False),
    Column("lines", Text, nullable=False),
    PrimaryKeyConstraint("match"),
    Index("ix_plans_player", "player"),
)
"""The plan of the player who waits in a match: lines of moves in canonical notation from the position at ``ply``, with
a star before a premove. It is read where the match is changed, and counts only while the match is still at that ply."""


guesses = table(
    "guesses",
    match(),
    Column("ply", Number, nullable=False),
    player("player", required=True),
    Column("turn", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("community", Text, nullable=False),
    Column("weight", Billionths, nullable=False),
    Column("hit", Flag),
    PrimaryKeyConstraint("match", "ply", "player"),
    Index("ix_guesses_player", "player"),
    Index("ix_guesses_community", "community", "player", "hit", "weight", "at"),
)
"""The turn that somebody expects as turn ``ply`` of a match, in canonical notation, and how many bits a right guess
weighs. ``hit`` says whether that was played, once one was; before, nobody else reads the row. ``community`` is the
digest of the server, group or room in which it counts. A turn that is taken back takes the guesses of it along."""


table_talk = table(
    "table_talk",
    match(),
    player("player", required=True),
    Column("turn", Number, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("shown", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "player"),
    Index("ix_table_talk_player", "player"),
    Index("ix_table_talk_shown", "shown"),
)
"""What somebody said last beside a match, by the key of the sentence, in which ``turn``: it counts while the match is
still there, and its end is a turn after the last. ``shown`` is when boards are edited to show it."""


own_notes = table(
    "own_notes",
    match(),
    player("player", required=True),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "player"),
    Index("ix_own_notes_player", "player"),
)
"""What somebody notes for themselves on a match, which nobody else reads."""


moves = table(
    "moves",
    match(),
    Column("ply", Number, nullable=False),
    Column("text", Text, nullable=False),
    player("player", required=True),
    Column("at", UtcDateTime, nullable=False),
    Column("bank", Span),
    PrimaryKeyConstraint("match", "ply"),
)
"""The record: one row a turn in canonical notation, counted from 1. The key refuses a second move at the same ply.
Where there is a clock, ``bank`` is what the mover then had left in it."""
