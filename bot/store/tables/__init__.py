"""The tables. The migrations build them; a test holds the two against each other.

Ids are made by us and are not sequential. Nothing cascades, and SQLite's tables are STRICT. What a row must fulfil by
itself stands in ``bot/store/rules.py``.
"""

from bot.store.tables.base import metadata
from bot.store.tables.boards import AT_BOARD, boards_games, boards_line, boards_matches, boards_sides
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
    kept_games,
    lessons,
    links,
    merges,
    players,
    tells,
)
from bot.store.tables.play import COUNTS, DUE, LEFT_CHAT, guesses, matches, moves, own_notes, plans, table_talk
from bot.store.tables.room import room_devices, room_messages, room_names, room_people, room_pictures
from bot.store.tables.simuls import CARD_BEHIND, simul_entrants, simuls
from bot.store.tables.staff import UNTOLD, bans, reports, rulings
from bot.store.tables.standing import guessers, members, pair_numbers, ratings, results
from bot.store.tables.teams import seat_marks, team_members, teams
from bot.store.tables.tournaments import tournament_entrants, tournament_games, tournaments
from bot.store.tables.villages import VOTING, chat_challenges, polls, villagers, villages, votes

LASTING = tuple(table for table in metadata.sorted_tables if table not in (processes, leases, requests))
"""All but what says something of the present only: what goes into every copy."""

__all__ = [
    "AT_BOARD",
    "AT_BOTTOM",
    "BEHIND",
    "BELOW",
    "CARD_BEHIND",
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
    "VOTING",
    "accounts",
    "allowed",
    "attempts",
    "away",
    "bans",
    "blocks",
    "boards_games",
    "boards_line",
    "boards_matches",
    "boards_sides",
    "challenges",
    "chat_challenges",
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
    "kept_games",
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
    "polls",
    "processes",
    "pulse",
    "puzzles",
    "ratings",
    "refused_moves",
    "reports",
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
    "seat_marks",
    "secrets",
    "shield_marks",
    "shields",
    "simul_entrants",
    "simuls",
    "site_puzzles",
    "table_talk",
    "team_members",
    "teams",
    "tells",
    "topics",
    "views",
    "villagers",
    "villages",
    "votes",
    "weeklies",
]
