"""Players, matches, moves and views in SQL. Nothing outside this package speaks SQL."""

from bot.store.bell import Bell
from bot.store.database import Database, SchemaTooNew, UnusableDatabase, WrongAddress
from bot.store.inbox import Inbox, Update
from bot.store.records import BrokenRecord, Player, View
from bot.store.standing import Standing

__all__ = [
    "Bell",
    "BrokenRecord",
    "Database",
    "Inbox",
    "Player",
    "SchemaTooNew",
    "Standing",
    "UnusableDatabase",
    "Update",
    "View",
    "WrongAddress",
]
