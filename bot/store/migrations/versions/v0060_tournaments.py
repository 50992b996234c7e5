"""The people of a chat may play a tournament."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text, UtcDateTime

revision = "0060"
down_revision = "0059"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No tournament has been played so far."""
    op.create_table(
        "tournaments",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "community", "platform", "account", "chat")),
        sa.Column("thread", Text, nullable=False),
        sa.Column("threads", Flag, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("language", "name", "ruleset", "form", "pace", "state")),
        sa.Column("round", Number, nullable=False),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.Column("message", Text),
        sa.Column("version", Number, nullable=False),
        sa.Column("shown", Number, nullable=False),
        sa.Column("edited", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_tournaments_community")),
        sa.CheckConstraint("threads IN (0, 1)", name=op.f("ck_tournaments_threads")),
        sa.CheckConstraint("form IN ('round-robin', 'knockout')", name=op.f("ck_tournaments_form")),
        sa.CheckConstraint(
            "(state IN ('open', 'closed') AND round >= 0) OR (state IN ('playing', 'over') AND round > 0)",
            name=op.f("ck_tournaments_state"),
        ),
        sa.CheckConstraint("shown BETWEEN 0 AND version", name=op.f("ck_tournaments_shown")),
        sa.CheckConstraint(
            f"until BETWEEN 0 AND {LAST_MOMENT} AND edited BETWEEN 0 AND {LAST_MOMENT}",
            name=op.f("ck_tournaments_moments"),
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_tournaments_community", "tournaments", ["community", "state"])
    op.create_index("ix_tournaments_state", "tournaments", ["state", "until"])
    behind = sa.text("shown < version")
    op.create_index("ix_tournaments_behind", "tournaments", ["edited"], sqlite_where=behind, postgresql_where=behind)
    op.create_table(
        "tournament_entrants",
        *(sa.Column(name, Text, nullable=False) for name in ("tournament", "player")),
        sa.Column("joined", UtcDateTime, nullable=False),
        sa.Column("number", Number),
        *(sa.Column(name, Flag, nullable=False) for name in ("withdrawn", "replaced")),
        sa.Column("place", Number),
        sa.PrimaryKeyConstraint("tournament", "player", name="pk_tournament_entrants"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_entrants_tournament"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_tournament_entrants_player"),
        sa.CheckConstraint("number IS NULL OR number > 0", name=op.f("ck_tournament_entrants_number")),
        sa.CheckConstraint(
            "withdrawn IN (0, 1) AND replaced IN (0, 1) AND (number IS NOT NULL OR (withdrawn = 0 AND replaced = 0))",
            name=op.f("ck_tournament_entrants_gone"),
        ),
        sa.CheckConstraint(
            "place IS NULL OR (place > 0 AND number IS NOT NULL)", name=op.f("ck_tournament_entrants_place")
        ),
        sa.CheckConstraint(f"joined BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_tournament_entrants_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_tournament_entrants_player", "tournament_entrants", ["player"])
    holds = sa.text("number IS NOT NULL AND replaced = 0")
    op.create_index(
        "ix_tournament_entrants_number",
        "tournament_entrants",
        ["tournament", "number"],
        unique=True,
        sqlite_where=holds,
        postgresql_where=holds,
    )
    op.create_table(
        "tournament_games",
        sa.Column("tournament", Text, nullable=False),
        *(sa.Column(name, Number, nullable=False) for name in ("round", "board", "leg", "attempt", "first")),
        sa.Column("second", Number),
        *(sa.Column(name, Text) for name in ("match", "awarded")),
        *(sa.Column(name, Flag, nullable=False) for name in ("judged", "dropped")),
        sa.PrimaryKeyConstraint("tournament", "round", "board", "leg", "attempt", name="pk_tournament_games"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_games_tournament"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_tournament_games_match"),
        sa.CheckConstraint(
            "round > 0 AND board >= 0 AND leg >= 0 AND attempt >= 0", name=op.f("ck_tournament_games_numbers")
        ),
        sa.CheckConstraint(
            "first > 0 AND (second IS NULL OR (second > 0 AND second != first))", name=op.f("ck_tournament_games_pair")
        ),
        sa.CheckConstraint(
            "second IS NOT NULL OR (match IS NULL AND awarded IS NULL)", name=op.f("ck_tournament_games_rest")
        ),
        sa.CheckConstraint(
            "awarded IS NULL OR awarded IN ('2-0', '1-1', '0-2', '0-0')", name=op.f("ck_tournament_games_awarded")
        ),
        sa.CheckConstraint(
            "judged IN (0, 1) AND (judged = 0 OR awarded IS NOT NULL)", name=op.f("ck_tournament_games_judged")
        ),
        sa.CheckConstraint("dropped IN (0, 1)", name=op.f("ck_tournament_games_dropped")),
        sqlite_strict=True,
    )
    op.create_index("ix_tournament_games_match", "tournament_games", ["match"], unique=True)
