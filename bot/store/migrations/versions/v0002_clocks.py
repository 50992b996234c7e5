"""Matches have a pace and a clock, players have quiet hours and days away, and the pulse tells when a Papan ran."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, SmallInt, Span, Text, UtcDateTime

revision = "0002"
down_revision = "0001"

CHANGED = {
    "players": {
        "moments": "created BETWEEN 0 AND 253402300799999999 AND away_until BETWEEN 0 AND 253402300799999999",
    },
    "matches": {
        "ending": (
            "(ending IS NULL AND winner IS NULL) OR (ending IS NOT NULL AND ((ending IN ('no pieces', 'few left', "
            "'blocked', 'hand used up', 'resignation', 'time') AND winner IS NOT NULL) OR (ending IN ('material', "
            "'stuck', 'repetition', 'counter', 'agreement') AND winner IS NULL) OR ending = 'count-off'))"
        ),
        "closed": (
            "(status <> 'expired' OR actor IS NULL) AND (actor IS NOT NULL OR status = 'expired' OR happened IN "
            "('time over', 'lost on time', 'goes on', 'called off')) AND (status <> 'withdrawn' OR actor = host) "
            "AND (status <> 'declined' OR actor = invited)"
        ),
        "happened": (
            "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted', "
            "'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused', "
            "'draw offered', 'draw refused', 'ready', 'both ready', 'time over', 'time given', 'pause asked', "
            "'paused', 'pause refused', 'went away', 'unreachable', 'left', 'goes on')) OR (status = 'over' AND "
            "happened IN ('accepted', 'begun', 'moved', 'draw agreed', 'resigned', 'lost on time', 'rematch "
            "asked', 'rematch refused', 'rematch begun')) OR (status = 'declined' AND happened IN ('declined')) OR "
            "(status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' AND happened IN "
            "('expired')) OR (status = 'called off' AND happened IN ('called off', 'rematch asked', 'rematch "
            "refused', 'rematch begun'))"
        ),
        "happened_counts": (
            "(NOT happened IN ('accepted', 'begun') OR ply = 0) AND (NOT happened IN ('moved') OR (ply > 0 AND "
            "(ending IS NULL OR ending NOT IN ('agreement', 'resignation', 'time')))) AND (NOT happened IN ('hint "
            "taken') OR hints_0 + hints_1 > 0) AND (NOT happened IN ('resigned') OR ending = 'resignation') AND "
            "(NOT happened IN ('lost on time') OR ending = 'time') AND (NOT happened IN ('draw agreed') OR ending "
            "IN ('agreement', 'count-off'))"
        ),
        "moments": (
            "created BETWEEN 0 AND 253402300799999999 AND changed BETWEEN 0 AND 253402300799999999 AND expires "
            "BETWEEN 0 AND 253402300799999999 AND moved_at BETWEEN 0 AND 253402300799999999 AND runs_since BETWEEN "
            "0 AND 253402300799999999 AND halt_until BETWEEN 0 AND 253402300799999999 AND pause_until BETWEEN 0 "
            "AND 253402300799999999 AND wake BETWEEN 0 AND 253402300799999999"
        ),
    },
}
"""Rules that stand for others of the same names, by table."""
ADDED = {
    "players": {
        "quiet": "quiet IS NULL OR zone IS NOT NULL",
        "auto_away": "auto_away IN ('yes', 'no')",
    },
    "away": {
        "length": "ended >= began",
        "by_itself": "by_itself IN (0, 1)",
        "moments": "began BETWEEN 0 AND 253402300799999999 AND ended BETWEEN 0 AND 253402300799999999",
    },
    "matches": {
        "pace": "pace IN ('blitz', 'sitting', 'coffee', 'relaxed', 'slow')",
        "terms": "rated IN (0, 1) AND away_ok IN (0, 1) AND (rated = 0 OR pace IS NOT NULL)",
        "clock": (
            "(bank_0 IS NULL) = (bank_1 IS NULL) AND (bank_0 IS NULL) = (move_left IS NULL) AND (bank_0 IS NULL) = "
            "(stage IS NULL) AND (bank_0 IS NULL) = (era IS NULL) AND (bank_0 IS NOT NULL OR (runs_since IS NULL "
            "AND quiet IS NULL AND halt IS NULL)) AND (bank_0 IS NULL OR (pace IS NOT NULL AND status IN "
            "('playing', 'over', 'called off'))) AND (bank_0 IS NOT NULL OR pace IS NULL OR status <> 'playing')"
        ),
        "time": "bank_0 >= 0 AND bank_1 >= 0 AND move_left >= 0 AND era >= 0 AND stage BETWEEN 0 AND 4",
        "runs": (
            "(runs_since IS NULL OR (status = 'playing' AND halt IS NULL)) AND (status <> 'playing' OR bank_0 IS "
            "NULL OR runs_since IS NOT NULL OR halt IS NOT NULL)"
        ),
        "halt": "halt IN ('ready', 'away', 'pause', 'frozen', 'left') AND (halt IS NULL OR status = 'playing')",
        "halt_until": "halt_until IS NULL OR halt IS NOT NULL",
        "ready": "ready IN (0, 1) AND (ready IS NULL OR (halt IS NOT NULL AND halt = 'ready'))",
        "pause": (
            "(pause_asked IS NULL) = (pause_until IS NULL) AND (pause_asked IS NULL OR (pause_asked IN (0, 1) AND "
            "status = 'playing' AND bank_0 IS NOT NULL))"
        ),
        "wake": (
            "(status <> 'invited' OR (wake IS NOT NULL AND wake = expires)) AND (status IN ('invited', 'playing') "
            "OR wake IS NULL)"
        ),
    },
    "moves": {
        "bank": "bank >= 0",
    },
    "pulse": {
        "one": "id = 0 AND era >= 0",
        "gap": "(gap_begin IS NULL) = (gap_end IS NULL)",
        "moments": (
            "at BETWEEN 0 AND 253402300799999999 AND gap_begin BETWEEN 0 AND 253402300799999999 AND gap_end "
            "BETWEEN 0 AND 253402300799999999"
        ),
    },
}
"""New rules, by table."""


def upgrade() -> None:
    """No match has a pace yet: only invitations fall due."""
    for column in (
        sa.Column("pace", Text),
        sa.Column("rated", Flag, nullable=False, server_default="0"),
        sa.Column("away_ok", Flag, nullable=False, server_default="1"),
        sa.Column("bank_0", Span),
        sa.Column("bank_1", Span),
        sa.Column("move_left", Span),
        sa.Column("runs_since", UtcDateTime),
        sa.Column("quiet", Text),
        sa.Column("stage", SmallInt),
        sa.Column("halt", Text),
        sa.Column("halt_until", UtcDateTime),
        sa.Column("era", Number),
        sa.Column("ready", SmallInt),
        sa.Column("pause_asked", SmallInt),
        sa.Column("pause_until", UtcDateTime),
        sa.Column("wake", UtcDateTime),
    ):
        op.add_column("matches", column)
    op.execute("UPDATE matches SET wake = expires WHERE status = 'invited'")
    op.drop_index("ix_matches_expires", "matches")
    due = sa.text("wake IS NOT NULL")
    op.create_index("ix_matches_wake", "matches", ["wake"], sqlite_where=due, postgresql_where=due)
    counts = sa.text("runs_since IS NOT NULL AND wake IS NOT NULL")
    op.create_index("ix_matches_era", "matches", ["era"], sqlite_where=counts, postgresql_where=counts)
    op.add_column("moves", sa.Column("bank", Span))
    for name in ("zone", "quiet", "auto_away"):
        op.add_column("players", sa.Column(name, Text))
    op.add_column("players", sa.Column("away_until", UtcDateTime))
    for name in ("matches", "moves", "players"):
        with op.batch_alter_table(name, table_kwargs={"sqlite_strict": True}) as table:
            for rule, sql in CHANGED.get(name, {}).items():
                table.drop_constraint(op.f(f"ck_{name}_{rule}"), type_="check")
                table.create_check_constraint(op.f(f"ck_{name}_{rule}"), sql)
            for rule, sql in ADDED[name].items():
                table.create_check_constraint(op.f(f"ck_{name}_{rule}"), sql)
    op.create_table(
        "away",
        sa.Column("player", Text, nullable=False),
        sa.Column("began", UtcDateTime, nullable=False),
        sa.Column("ended", UtcDateTime, nullable=False),
        sa.Column("by_itself", Flag, nullable=False),
        sa.PrimaryKeyConstraint("player", "began", name="pk_away"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_away_player"),
        *_rules("away"),
        sqlite_strict=True,
    )
    op.create_table(
        "pulse",
        sa.Column("id", SmallInt, autoincrement=False, nullable=False),
        sa.Column("era", Number, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("gap_begin", UtcDateTime),
        sa.Column("gap_end", UtcDateTime),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
        *_rules("pulse"),
        sqlite_strict=True,
    )


def _rules(table: str) -> list[sa.CheckConstraint]:
    return [sa.CheckConstraint(sql, name=op.f(f"ck_{table}_{rule}")) for rule, sql in ADDED[table].items()]
