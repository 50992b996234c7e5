"""Players, matches, moves and views in SQL. Nothing outside this package speaks SQL."""

from bot.store.backends.memory import LostDatabase
from bot.store.database import Database, UnknownSchema, UnusableDatabase, WrongAddress
from bot.store.inbox import Inbox, Update
from bot.store.notify import Notifier
from bot.store.records import BrokenMatch, BrokenRecord, Player, View
from bot.store.snapshots import MatchSnapshot

__all__ = [
    "BrokenMatch",
    "BrokenRecord",
    "Database",
    "Inbox",
    "LostDatabase",
    "MatchSnapshot",
    "Notifier",
    "Player",
    "UnknownSchema",
    "UnusableDatabase",
    "Update",
    "View",
    "WrongAddress",
]
