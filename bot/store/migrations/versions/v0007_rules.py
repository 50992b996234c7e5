"""Every table refuses rows that contradict themselves."""

from alembic import op

from bot.store.add_rules import STRICT, add_rules

revision = "0007"
down_revision = "0006"

RULES = {
    "players": {
        "moments": "created BETWEEN 0 AND 253402300799999999",
    },
    "accounts": {
        "account": "platform <> '' AND account <> ''",
        "name": "name <> ''",
        "moments": "updated BETWEEN 0 AND 253402300799999999",
    },
    "matches": {
        "code": "code <> '' AND code = upper(code)",
        "status": "status IN ('invited', 'playing', 'over', 'declined', 'withdrawn', 'expired', 'called off')",
        "sides": "host_side IN (0, 1) AND winner IN (0, 1) AND draw_offer IN (0, 1) AND takeback IN (0, 1)",
        "version": "version > 0 AND version > ply",
        "counts": "ply >= 0 AND hints_0 >= 0 AND hints_1 >= 0",
        "seats": (
            "NOT (status IN ('playing', 'over', 'called off')) OR (seat_0 IS NOT NULL AND seat_1 IS NOT NULL AND "
            "invited IS NOT NULL AND ((seat_0 = host AND seat_1 = invited) OR (seat_0 = invited AND seat_1 = host)))"
        ),
        "free_seats": (
            "status IN ('playing', 'over', 'called off') OR ((seat_0 IS NULL) = (host_side IS NULL OR host_side <> 0) "
            "AND (seat_1 IS NULL) = (host_side IS NULL OR host_side <> 1) AND (seat_0 IS NULL OR seat_0 = host) AND "
            "(seat_1 IS NULL OR seat_1 = host))"
        ),
        "host_side": (
            "NOT (status IN ('playing', 'over', 'called off')) OR host_side IS NULL OR (host_side = 0 AND seat_0 = "
            "host) OR (host_side = 1 AND seat_1 = host)"
        ),
        "invited": "status IN ('playing', 'over', 'called off') OR invited IS NULL OR invited <> host",
        "handle": "(invited_handle IS NULL) = (invited_platform IS NULL)",
        "expires": "(status = 'invited') = (expires IS NOT NULL)",
        "lasts": "expires > created",
        "not_begun": (
            "status IN ('playing', 'over', 'called off') OR (ply = 0 AND draw_asked_0 IS NULL AND draw_asked_1 IS "
            "NULL AND hints_0 = 0 AND hints_1 = 0 AND moved_at IS NULL)"
        ),
        "moved": "moved_at IS NULL OR ply > 0",
        "ending": (
            "(ending IS NULL AND winner IS NULL) OR (ending IS NOT NULL AND ((ending IN ('no pieces', 'few left', "
            "'blocked', 'resignation') AND winner IS NOT NULL) OR (ending IN ('repetition', 'counter', 'agreement') "
            "AND winner IS NULL) OR ending = 'count-off'))"
        ),
        "over": (
            "(status <> 'over' OR ending IS NOT NULL) AND (status NOT IN ('playing', 'called off') OR ending IS NULL)"
        ),
        "offers": "status = 'playing' OR (draw_offer IS NULL AND takeback IS NULL)",
        "draw_asked": "draw_asked_0 BETWEEN 0 AND ply AND draw_asked_1 BETWEEN 0 AND ply",
        "draw_offer": (
            "draw_offer IS NULL OR (draw_offer = 0 AND draw_asked_0 IS NOT NULL) OR (draw_offer = 1 AND draw_asked_1 "
            "IS NOT NULL)"
        ),
        "takeback": "takeback IS NULL OR ply > 0",
        "actor": "actor IS NULL OR actor = host OR (invited IS NOT NULL AND actor = invited)",
        "closed": (
            "(status = 'expired') = (actor IS NULL) AND (status <> 'withdrawn' OR actor = host) AND (status <> "
            "'declined' OR actor = invited)"
        ),
        "rematch_by": (
            "rematch_by IS NULL OR (status IN ('over', 'called off') AND (rematch_by = seat_0 OR rematch_by = seat_1))"
        ),
        "rematch_of": "rematch_of IS NULL OR (rematch_of <> code AND status IN ('playing', 'over', 'called off'))",
        "moments": (
            "created BETWEEN 0 AND 253402300799999999 AND changed BETWEEN 0 AND 253402300799999999 AND expires "
            "BETWEEN 0 AND 253402300799999999 AND moved_at BETWEEN 0 AND 253402300799999999"
        ),
    },
    "moves": {
        "moments": "at BETWEEN 0 AND 253402300799999999",
    },
    "views": {
        "place": "platform <> '' AND chat <> ''",
        "flags": "private IN (0, 1) AND can_post IN (0, 1) AND can_thread IN (0, 1) AND frozen IN (0, 1)",
        "counts": "posts >= 0 AND tries >= 0 AND pinged_version >= 0 AND match_version >= 0",
        "ping": "ping_message IS NULL OR pinged_version > 0",
    },
    "events": {
        "event": "length(event) = 32",
        "moments": "at BETWEEN 0 AND 253402300799999999",
    },
    "inbox": {
        "number": "number >= 0",
        "moments": "received BETWEEN 0 AND 253402300799999999 AND done BETWEEN 0 AND 253402300799999999",
    },
    "offsets": {
        "number": "number >= 0",
    },
    "room_people": {
        "name": "name <> '' AND folded <> ''",
        "secret_hash": "length(secret_hash) = 64",
        "moments": "created BETWEEN 0 AND 253402300799999999",
    },
    "room_pictures": {
        "hash": "length(hash) = 64",
    },
    "room_messages": {
        "seq": "seq > 0 AND changed_seq >= seq",
        "deleted": "deleted IN (0, 1)",
        "emptied": "deleted = 0 OR (body = '{}' AND picture_hash IS NULL)",
        "moments": "created BETWEEN 0 AND 253402300799999999",
    },
    "processes": {
        "id": "id <> ''",
        "moments": "until BETWEEN 0 AND 253402300799999999",
    },
    "leases": {
        "share": "kind <> '' AND share >= 0",
    },
    "requests": {
        "count": "minute >= 0 AND count >= 0",
    },
}


def upgrade() -> None:
    """Add the rules; the version of a match gets another one than it had."""
    with op.batch_alter_table("matches", table_kwargs=STRICT) as table:
        table.drop_constraint(op.f("ck_matches_version"), type_="check")
    add_rules(RULES)
