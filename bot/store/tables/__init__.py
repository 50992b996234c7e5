"""The tables. The migrations build them; a test holds the two against each other.

Ids are made by us and are not sequential. Nothing cascades, and SQLite's tables are STRICT. What a row must fulfil by
itself stands in ``bot/store/rules.py``.
"""

from bot.store.tables.base import metadata
from bot.store.tables.communities import allowed, communities, topics
from bot.store.tables.ladders import (
    NOT_SHOWN,
    UNDECIDED,
    UNDER_WAY,
    challenges,
    ladders,
    rung_changes,
    rungs,
    shield_marks,
    shields,
)
from bot.store.tables.learning import (
    ON,
    OPEN,
    attempts,
    dailies,
    daily_puzzles,
    daily_tries,
    mining,
    mistakes,
    puzzles,
    refused_moves,
    site_puzzles,
    weeklies,
)
from bot.store.tables.messages import AT_BOTTOM, BEHIND, BELOW, IN_THREAD, LAPSING, NOT_TOLD, leftovers, notices, views
from bot.store.tables.operation import events, inbox, leases, offsets, processes, pulse, requests, secrets
from bot.store.tables.people import (
    accounts,
    away,
    blocks,
    deletions,
    followings,
    follows,
    lessons,
    links,
    merges,
    players,
    tells,
)
from bot.store.tables.play import COUNTS, DUE, LEFT_CHAT, guesses, matches, moves, own_notes, plans, table_talk
from bot.store.tables.room import room_devices, room_messages, room_names, room_people, room_pictures
from bot.store.tables.staff import UNTOLD, bans, rulings
from bot.store.tables.standing import guessers, members, pair_numbers, ratings, results

LASTING = tuple(table for table in metadata.sorted_tables if table not in (processes, leases, requests))
"""All but what says something of the present only: what goes into every copy."""

__all__ = [
    "AT_BOTTOM",
    "BEHIND",
    "BELOW",
    "COUNTS",
    "DUE",
    "IN_THREAD",
    "LAPSING",
    "LASTING",
    "LEFT_CHAT",
    "NOT_SHOWN",
    "NOT_TOLD",
    "ON",
    "OPEN",
    "UNDECIDED",
    "UNDER_WAY",
    "UNTOLD",
    "accounts",
    "allowed",
    "attempts",
    "away",
    "bans",
    "blocks",
    "challenges",
    "communities",
    "dailies",
    "daily_puzzles",
    "daily_tries",
    "deletions",
    "events",
    "followings",
    "follows",
    "guessers",
    "guesses",
    "inbox",
    "ladders",
    "leases",
    "leftovers",
    "lessons",
    "links",
    "matches",
    "members",
    "merges",
    "metadata",
    "mining",
    "mistakes",
    "moves",
    "notices",
    "offsets",
    "own_notes",
    "pair_numbers",
    "plans",
    "players",
    "processes",
    "pulse",
    "puzzles",
    "ratings",
    "refused_moves",
    "requests",
    "results",
    "room_devices",
    "room_messages",
    "room_names",
    "room_people",
    "room_pictures",
    "rulings",
    "rung_changes",
    "rungs",
    "secrets",
    "shield_marks",
    "shields",
    "site_puzzles",
    "table_talk",
    "tells",
    "topics",
    "views",
    "weeklies",
]
