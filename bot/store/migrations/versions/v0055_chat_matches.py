"""Villages may play against each other."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0055"
down_revision = "0054"

LAST_MOMENT = 253_402_300_799_999_999


def _is_moment(column: str) -> str:
    return f"{column} BETWEEN 0 AND {LAST_MOMENT}"


def upgrade() -> None:
    """Each village of a match has votes of its own. Whoever has voted is of their village since their first vote."""
    with op.batch_alter_table("polls", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("frozen", UtcDateTime))
        table.drop_constraint("pk_polls", type_="primary")
        table.create_primary_key("pk_polls", ["match", "village"])
        table.drop_constraint(op.f("ck_polls_moments"), type_="check")
        moments = " AND ".join(map(_is_moment, ("closes", "shown", "frozen")))
        table.create_check_constraint(op.f("ck_polls_moments"), moments)
    op.create_table(
        "villagers",
        *(sa.Column(name, Text, nullable=False) for name in ("village", "player")),
        sa.Column("since", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("village", "player", name="pk_villagers"),
        sa.ForeignKeyConstraint(["village"], ["players.id"], name="fk_villagers_village"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_villagers_player"),
        sa.CheckConstraint(_is_moment("since"), name=op.f("ck_villagers_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_villagers_player", "villagers", ["player"])
    op.execute(
        "INSERT INTO villagers (village, player, since) SELECT polls.village, votes.player, min(votes.at)"
        " FROM votes JOIN polls ON polls.match = votes.match GROUP BY polls.village, votes.player"
    )
    op.create_table(
        "chat_challenges",
        *(sa.Column(name, Text, nullable=False) for name in ("village", "code", "ruleset", "language")),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("village", name="pk_chat_challenges"),
        sa.ForeignKeyConstraint(["village"], ["players.id"], name="fk_chat_challenges_village"),
        sa.CheckConstraint("length(code) = 6 AND ruleset <> ''", name=op.f("ck_chat_challenges_code")),
        sa.CheckConstraint(_is_moment("until"), name=op.f("ck_chat_challenges_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_chat_challenges_code", "chat_challenges", ["code"], unique=True)
