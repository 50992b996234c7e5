"""Staff may rule in the matches of their chat, and matches of others can be followed."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text, UtcDateTime

revision = "0026"
down_revision = "0025"

LAST_MOMENT = 253_402_300_799_999_999
ACTS = "('first', 'second', 'draw', 'none', 'pause', 'resume', 'names', 'ban', 'unban')"
OF_PEOPLE = "('ban', 'unban')"
ABOUT = f"(act IN {OF_PEOPLE} AND match IS NULL) OR (act NOT IN {OF_PEOPLE} AND match IS NOT NULL AND subject IS NULL)"
ENDING = (
    "(ending IS NULL AND winner IS NULL) OR (ending IS NOT NULL AND ((ending IN ('no pieces', 'few left', "
    "'blocked', 'hand used up', 'resignation', 'time') AND winner IS NOT NULL) OR (ending IN ('material', "
    "'stuck', 'repetition', 'counter', 'agreement') AND winner IS NULL) OR ending IN ('count-off', 'ruling')))"
)
CLOSED = (
    "(status <> 'expired' OR actor IS NULL) AND (actor IS NOT NULL OR status = 'expired' OR happened IN ('time "
    "over', 'lost on time', 'goes on', 'called off', 'ruled', 'paused by staff')) AND (status <> 'withdrawn' OR "
    "actor = host) AND (status <> 'declined' OR actor = invited)"
)
HAPPENED = (
    "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted', "
    "'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused', 'draw "
    "offered', 'draw refused', 'ready', 'both ready', 'time over', 'time given', 'nudged', 'pause asked', "
    "'paused', 'pause refused', 'went away', 'unreachable', 'left', 'goes on', 'offer withdrawn', 'paused by "
    "staff')) OR (status = 'over' AND happened IN ('accepted', 'begun', 'moved', 'draw agreed', 'resigned', 'lost"
    " on time', 'ruled', 'rematch asked', 'rematch refused', 'offer withdrawn', 'rematch begun')) OR (status = "
    "'declined' AND happened IN ('declined', 'declined for now', 'declined the game', 'declined the pace', "
    "'declined challenges')) OR (status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' AND "
    "happened IN ('expired')) OR (status = 'called off' AND happened IN ('called off', 'ruled', 'rematch asked', "
    "'rematch refused', 'offer withdrawn', 'rematch begun'))"
)
COUNTS = (
    "(NOT happened IN ('accepted', 'begun') OR ply = 0) AND (NOT happened IN ('moved') OR (ply > 0 AND (ending IS"
    " NULL OR ending NOT IN ('agreement', 'resignation', 'time', 'ruling')))) AND (NOT happened IN ('hint taken')"
    " OR hints_0 + hints_1 > 0) AND (NOT happened IN ('resigned') OR ending = 'resignation') AND (NOT happened IN"
    " ('lost on time') OR ending = 'time') AND (NOT happened IN ('draw agreed') OR ending IN ('agreement', "
    "'count-off')) AND (NOT happened IN ('ruled', 'paused by staff') OR (actor IS NULL AND (ending IS NULL OR "
    "ending = 'ruling')))"
)
BELOW = sa.text("parent <> ''")


def upgrade() -> None:
    """Nobody has ruled anything or follows a match so far. The boards that stand below a channel are found by it."""
    op.create_table(
        "follows",
        *(sa.Column(name, Text, nullable=False) for name in ("match", "player", "platform", "what")),
        sa.Column("ply", Number, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_follows"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_follows_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_follows_player"),
        sa.CheckConstraint("what IN ('end', 'moves')", name=op.f("ck_follows_what")),
        sa.CheckConstraint("ply >= 0", name=op.f("ck_follows_ply")),
        sqlite_strict=True,
    )
    op.create_index("ix_follows_player", "follows", ["player"])
    op.create_index("ix_views_parent", "views", ["parent", "platform"], sqlite_where=BELOW, postgresql_where=BELOW)
    op.create_table(
        "rulings",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "community")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("staff", Text),
        sa.Column("act", Text, nullable=False),
        sa.Column("match", Text),
        sa.Column("subject", Text),
        sa.Column("why", Text, nullable=False),
        sa.Column("until", UtcDateTime),
        sa.Column("done", Flag, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rulings"),
        sa.ForeignKeyConstraint(["staff"], ["players.id"], name="fk_rulings_staff"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_rulings_match"),
        sa.ForeignKeyConstraint(["subject"], ["players.id"], name="fk_rulings_subject"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_rulings_community")),
        sa.CheckConstraint(f"act IN {ACTS}", name=op.f("ck_rulings_act")),
        sa.CheckConstraint("why <> ''", name=op.f("ck_rulings_why")),
        sa.CheckConstraint("done IN (0, 1)", name=op.f("ck_rulings_done")),
        sa.CheckConstraint(ABOUT, name=op.f("ck_rulings_about")),
        sa.CheckConstraint(
            f"at BETWEEN 0 AND {LAST_MOMENT} AND until BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_rulings_moments")
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_rulings_community", "rulings", ["community", "at"])
    for name in ("match", "staff", "subject"):
        op.create_index(f"ix_rulings_{name}", "rulings", [name])
    op.create_table(
        "bans",
        *(sa.Column(name, Text, nullable=False) for name in ("community", "player")),
        sa.Column("until", UtcDateTime),
        sa.Column("why", Text, nullable=False),
        sa.PrimaryKeyConstraint("community", "player", name="pk_bans"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_bans_player"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_bans_community")),
        sa.CheckConstraint("why <> ''", name=op.f("ck_bans_why")),
        sa.CheckConstraint(f"until BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_bans_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_bans_player", "bans", ["player"])
    op.add_column("views", sa.Column("nameless", Flag, nullable=False, server_default="0"))
    with op.batch_alter_table("views", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_views_nameless"), "nameless IN (0, 1)")
    rules = {"ending": ENDING, "closed": CLOSED, "happened": HAPPENED, "happened_counts": COUNTS}
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        for name, rule in rules.items():
            table.drop_constraint(op.f(f"ck_matches_{name}"), type_="check")
            table.create_check_constraint(op.f(f"ck_matches_{name}"), rule)
