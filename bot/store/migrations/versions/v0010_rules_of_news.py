"""The tables refuse what contradicts itself in the columns of 0008 and 0009."""

from bot.store.add_rules import add_rules

revision = "0010"
down_revision = "0009"

RULES = {
    "matches": {
        "happened": (
            "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted', "
            "'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused', "
            "'draw offered', 'draw refused')) OR (status = 'over' AND happened IN ('accepted', 'begun', 'moved', "
            "'draw agreed', 'resigned', 'rematch asked', 'rematch refused', 'rematch begun')) OR (status = "
            "'declined' AND happened IN ('declined')) OR (status = 'withdrawn' AND happened IN ('withdrawn')) OR "
            "(status = 'expired' AND happened IN ('expired')) OR (status = 'called off' AND happened IN ('called "
            "off', 'rematch asked', 'rematch refused', 'rematch begun'))"
        ),
        "happened_counts": (
            "(NOT happened IN ('accepted', 'begun') OR ply = 0) AND (NOT happened IN ('moved') OR (ply > 0 AND "
            "(ending IS NULL OR ending NOT IN ('agreement', 'resignation')))) AND (NOT happened IN ('hint taken') "
            "OR hints_0 + hints_1 > 0) AND (NOT happened IN ('resigned') OR ending = 'resignation') AND (NOT "
            "happened IN ('draw agreed') OR ending IN ('agreement', 'count-off'))"
        ),
        "asked": (
            "(happened <> 'draw offered' OR (draw_offer IS NOT NULL AND actor = CASE draw_offer WHEN 0 THEN "
            "seat_0 ELSE seat_1 END)) AND (happened <> 'takeback asked' OR (takeback IS NOT NULL AND actor = CASE "
            "takeback WHEN 0 THEN seat_0 ELSE seat_1 END)) AND (NOT happened IN ('rematch asked') OR (rematch_by "
            "IS NOT NULL AND rematch_by = actor))"
        ),
        "answered": (
            "(NOT happened IN ('draw refused') OR draw_offer IS NULL) AND (NOT happened IN ('undone', 'takeback "
            "allowed', 'takeback refused') OR takeback IS NULL) AND (NOT happened IN ('rematch refused') OR "
            "rematch_refused = 1)"
        ),
        "takeback_asked": (
            "takeback_asked_0 BETWEEN 0 AND ply AND takeback_asked_1 BETWEEN 0 AND ply AND (status IN ('playing', "
            "'over', 'called off') OR (takeback_asked_0 IS NULL AND takeback_asked_1 IS NULL))"
        ),
        "takeback_side": (
            "takeback IS NULL OR (takeback = 0 AND takeback_asked_0 IS NOT NULL AND takeback_asked_0 = ply) OR "
            "(takeback = 1 AND takeback_asked_1 IS NOT NULL AND takeback_asked_1 = ply)"
        ),
        "rematch_refused": "rematch_refused = 0 OR (rematch_refused = 1 AND rematch_by IS NOT NULL)",
    },
    "views": {
        "left_behind": "left_behind IN (0, 1)",
        "thread_shows": (
            "thread_shows IN ('', 'archived', 'invited', 'playing', 'over', 'declined', 'withdrawn', 'expired', "
            "'called off')"
        ),
    },
}


def upgrade() -> None:
    """Add the rules."""
    add_rules(RULES)
