"""Players, their accounts, their days away, whom they block, what they have learned, and how they are told of their
turn in a match.
"""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, text

from bot.matches.preferences import PREFERENCES
from bot.store.tables.base import match, player, table
from bot.store.types import Flag, Number, Text, UtcDateTime

CHOSEN, PLANNED = text("listed IS NOT NULL"), text("planned_from IS NOT NULL")

players = table(
    "players",
    Column("id", Text, primary_key=True),
    Column("created", UtcDateTime, nullable=False),
    *(Column(name, Text) for name in PREFERENCES),
    Column("away_until", UtcDateTime),
    Column("planned_from", UtcDateTime),
    Column("planned_until", UtcDateTime),
    Index("ix_players_planned", "planned_from", sqlite_where=PLANNED, postgresql_where=PLANNED),
    Index("ix_players_listed", "listed", "id", sqlite_where=CHOSEN, postgresql_where=CHOSEN),
)
"""A person, opaque: what is known of them on a platform stands in ``accounts`` only. ``quiet`` are the minutes after
midnight in their ``zone`` between which they rest, ``away_until`` is the end of the days away that have begun,
``planned_from`` and ``planned_until`` are begin and end of those that lie ahead. Few have
chosen where they are listed."""

away = table(
    "away",
    player("player", required=True),
    Column("began", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime, nullable=False),
    Column("by_itself", Flag, nullable=False),
    PrimaryKeyConstraint("player", "began"),
)
"""When a player was away, or is: ``ended`` is when they came back or will be back. Their days of a year are summed from
it. ``by_itself``: they began because a clock had run out."""

blocks = table(
    "blocks",
    player("player", required=True),
    player("other", required=True),
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("player", "other"),
    Index("ix_blocks_other", "other"),
)
"""Whom a player has blocked: ``other`` cannot invite them, nor sit down at their invitations."""

deletions = table(
    "deletions",
    Column("account", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("account"),
    Index("ix_deletions_at", "at"),
)
"""When an account had its data deleted, by a digest of the account; kept for two days, so that a page that was opened
before does not let its person in."""

links = table(
    "links",
    player("player", required=True),
    Column("code_hash", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("ticket_hash", Text),
    Column("joiner_platform", Text),
    Column("joiner_account", Text),
    Column("joiner_name", Text),
    Column("answer", Flag),
    PrimaryKeyConstraint("player"),
    Index("ix_links_code_hash", "code_hash", unique=True),
    Index("ix_links_ticket_hash", "ticket_hash"),
)
"""A code by which another account, or another device, becomes one with a player, ``until`` when, asked for on a
``platform``. Once somebody has given it, they have the ticket, and are known by their account, or by their device alone
where that is nobody's yet; ``answer`` is what the player says to it. Of code and ticket a digest is kept."""

merges = table(
    "merges",
    player("younger", required=True),
    player("older", required=True),
    Column("at", UtcDateTime, nullable=False),
    Column("rows", Text, nullable=False),
    PrimaryKeyConstraint("younger"),
    Index("ix_merges_older", "older", "at"),
)
"""Players who were found to be one person: whatever was of the ``younger`` is of the ``older`` since, but for the
matches that the two have played with each other. ``rows`` is what that has changed, as JSON (``bot/store/images.py``);
empty once it cannot be undone any more."""

tells = table(
    "tells",
    match(),
    player("player", required=True),
    Column("how", Text, nullable=False),
    PrimaryKeyConstraint("match", "player"),
    Index("ix_tells_player", "player"),
)
"""How a player is told of their turn in one match, where that is not as in their settings."""

follows = table(
    "follows",
    match(),
    player("player", required=True),
    Column("platform", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("ply", Number, nullable=False),
    PrimaryKeyConstraint("match", "player"),
    Index("ix_follows_player", "player"),
)
"""Who is told in private, on a platform, how a match of others goes: of its end alone, or of its moves too. ``ply`` is
the last of which they know."""

followings = table(
    "followings",
    player("player", required=True),
    player("other", required=True),
    Column("community", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("player", "other", "community"),
    Index("ix_followings_other", "other", "community"),
)
"""Whom a player follows in a community, kept as a digest of it: they are told in private, on a platform, of the end of
each match of ``other`` that stands there before all."""

lessons = table(
    "lessons",
    player("player", required=True),
    Column("ruleset", Text, nullable=False),
    Column("lesson", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("player", "ruleset", "lesson"),
)
"""Which lessons of a game a player has done, and when first."""

kept_games = table(
    "kept_games",
    player("player", required=True),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("plies", Number, nullable=False),
    Column("record", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("player", "key"),
)
"""Games from elsewhere that a player keeps, by the keys of their records, under names that nobody else sees."""

accounts = table(
    "accounts",
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    player("player", required=True),
    Column("name", Text, nullable=False),
    Column("handle", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("account", "platform"),
    Index("ix_accounts_handle", "handle", "platform"),
    Index("ix_accounts_player", "player"),
)
"""The account of a player on a platform."""
