"""Two people can exchange their sides in the middle of a match; the numbers of two are kept for the lists of chats."""

import hashlib
from itertools import groupby

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, SmallInt, Text

revision = "0047"
down_revision = "0046"

HAPPENED = (
    "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted',"
    " 'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused',"
    " 'swap asked', 'swapped', 'swap refused', 'draw offered', 'draw refused', 'ready', 'both ready', "
    "'time over', 'time given', 'nudged', 'pause asked', 'paused', 'pause refused', 'went away', "
    "'unreachable', 'left', 'goes on', 'offer withdrawn', 'paused by staff')) OR (status = 'over' AND "
    "happened IN ('accepted', 'begun', 'moved', 'draw agreed', 'resigned', 'lost on time', 'ruled', "
    "'rematch asked', 'rematch refused', 'offer withdrawn', 'rematch begun')) OR (status = 'declined' AND"
    " happened IN ('declined', 'declined for now', 'declined the game', 'declined the pace', 'declined "
    "challenges')) OR (status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' AND "
    "happened IN ('expired')) OR (status = 'called off' AND happened IN ('called off', 'ruled', 'rematch "
    "asked', 'rematch refused', 'offer withdrawn', 'rematch begun'))"
)
SWAP = "swap IS NULL OR (swap IN (0, 1) AND status = 'playing' AND swap_asked IS NOT NULL AND swap_asked = ply)"
SWAP_ASKED = "swap_asked IS NULL OR (status IN ('playing', 'over', 'called off') AND swap_asked BETWEEN 0 AND ply)"
SWAPS = (
    "swaps IS NULL OR (swaps <> '' AND swap_asked IS NOT NULL AND rated = 0 AND mirror_of IS NULL AND our_number = 0"
    " AND bid IS NULL AND event_kind IS NULL)"
)
SWAP_HAPPENED = (
    "(happened <> 'swap asked' OR (swap IS NOT NULL AND actor = CASE swap WHEN 0 THEN seat_0 ELSE seat_1 "
    "END)) AND (NOT happened IN ('swapped') OR swaps IS NOT NULL) AND (NOT happened IN ('swapped', 'swap "
    "refused') OR swap IS NULL)"
)

NUMBERS = {
    "main-tapal-empat": (0, 18, 11, 22),
    "tapal-empat-15": (0, 15, 11, 19),
    "tapak-empat-1919": (0, 24, 12, 24),
    "bagh-chal": (0, 20, 16, 20),
    "bagh-chal-no-repeating": (0, 20, 16, 20),
    "rimau": (0, 15, 8, 19),
    "rimau-rimau": (0, 15, 8, 19),
    "rimau-rimau-b": (0, 14, 7, 18),
    "buga-shadara": (0, 16, 8, 20),
}
"""The hunted side of each game with pieces in hand, and the usual, the least and the most of them."""
THERE = "EXISTS (SELECT 1 FROM accounts WHERE player = {0})"
PLAYED = (
    "SELECT code, ruleset, seat_0, seat_1, winner, watched FROM matches WHERE status = 'over' AND our_number = 1"
    f" AND {THERE.format('seat_0')} AND {THERE.format('seat_1')} ORDER BY created, code"
)
STANDING = "SELECT platform, server, parent, chat FROM views WHERE match = :code AND private = 0"


def upgrade() -> None:
    """No sides have been exchanged so far. The numbers of two follow from their matches."""
    op.create_table(
        "pair_numbers",
        *(sa.Column(name, Text, nullable=False) for name in ("community", "ruleset", "one", "two")),
        *(sa.Column(name, Number, nullable=False) for name in ("next", "half_pieces")),
        sa.PrimaryKeyConstraint("community", "ruleset", "one", "two", name="pk_pair_numbers"),
        sa.ForeignKeyConstraint(["one"], ["players.id"], name="fk_pair_numbers_one"),
        sa.ForeignKeyConstraint(["two"], ["players.id"], name="fk_pair_numbers_two"),
        sa.CheckConstraint("community = '' OR length(community) = 32", name=op.f("ck_pair_numbers_community")),
        sa.CheckConstraint("one < two", name=op.f("ck_pair_numbers_two")),
        sa.CheckConstraint("next >= 0 AND half_pieces >= 0", name=op.f("ck_pair_numbers_numbers")),
        sqlite_strict=True,
    )
    op.create_index("ix_pair_numbers_one", "pair_numbers", ["one"])
    op.create_index("ix_pair_numbers_two", "pair_numbers", ["two"])
    listed = ["community", "ruleset", "half_pieces", "one", "two", "next"]
    op.create_index("ix_pair_numbers_listed", "pair_numbers", listed)
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("swap", SmallInt))
        table.add_column(sa.Column("swap_asked", Number))
        table.add_column(sa.Column("swaps", Text))
        table.drop_constraint(op.f("ck_matches_happened"), type_="check")
        rules = {"happened": HAPPENED, "swap": SWAP, "swap_asked": SWAP_ASKED}
        for name, rule in (rules | {"swaps": SWAPS, "swap_happened": SWAP_HAPPENED}).items():
            table.create_check_constraint(op.f(f"ck_matches_{name}"), rule)
    _fill()


def _fill() -> None:
    connection = op.get_bind()

    def key(row: sa.Row[tuple[object, ...]]) -> tuple[str, str, str]:
        one, two = sorted((row.seat_0, row.seat_1))
        return row.ruleset, one, two

    played = [row for row in connection.execute(sa.text(PLAYED)) if row.ruleset in NUMBERS]
    for (ruleset, one, two), rows in groupby(sorted(played, key=key), key):
        hunted, usual, least, most = NUMBERS[ruleset]
        number, half_pieces, before, chats = usual, 2 * usual, 0, {""}
        for row in rows:
            if row.watched:
                for platform, *places in connection.execute(sa.text(STANDING), {"code": row.code}):
                    chats |= {_digest(platform, chat) for chat in places if chat}
            if row.winner is None:
                continue
            step = -1 if row.winner == hunted else 1
            after = min(max(number + step, least), most)
            half_pieces = number + after if step == -before else 2 * after
            number, before = after, step
        for community in sorted(chats):
            values: dict[str, object] = {"community": community, "ruleset": ruleset, "one": one, "two": two}
            values |= {"next": number, "half_pieces": half_pieces}
            names = ", ".join(values)
            given = ", ".join(f":{name}" for name in values)
            connection.execute(sa.text(f"INSERT INTO pair_numbers ({names}) VALUES ({given})"), values)


def _digest(platform: str, chat: str) -> str:
    return hashlib.sha256(f"{platform}\0{chat}".encode()).hexdigest()[:32]
