"""Matches end in more ways: by a hand that is used up, by a material that draws, by being stuck."""

from alembic import op

from bot.store.add_rules import STRICT, add_rules

revision = "0011"
down_revision = "0010"

RULES = {
    "matches": {
        "ending": (
            "(ending IS NULL AND winner IS NULL) OR (ending IS NOT NULL AND ((ending IN ('no pieces', 'few left', "
            "'blocked', 'hand used up', 'resignation') AND winner IS NOT NULL) OR (ending IN ('material', 'stuck', "
            "'repetition', 'counter', 'agreement') AND winner IS NULL) OR ending = 'count-off'))"
        ),
    },
}


def upgrade() -> None:
    """Put the rule of endings in the place of the one before."""
    with op.batch_alter_table("matches", table_kwargs=STRICT) as table:
        table.drop_constraint(op.f("ck_matches_ending"), type_="check")
    add_rules(RULES)
