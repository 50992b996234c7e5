"""Weeks of duplicate: match points and places are reckoned again from what the games were worth."""

from collections.abc import AsyncIterator
from functools import partial

from bot.matches.duplicate import DuplicateState, sittings_of, standing_of
from bot.store import Database, duplicates
from bot.store.audit import Raw, read_rows
from bot.store.connection import Connection


async def problems_of_duplicates(database: Database) -> AsyncIterator[tuple[str, Raw, str]]:
    """Match points and places that do not follow from the games; each with its table and row."""
    async for row in read_rows(database, "duplicate_weeks"):
        try:
            found = await database.read(partial(_problems, week=str(row["week"])), several=True)
        except (ValueError, LookupError, AssertionError):
            continue  # a value that there is not, which the rules of the tables name
        for what in found:
            yield "duplicate_weeks", row, what


async def _problems(connection: Connection, *, week: str) -> list[str]:
    found = await duplicates.week_named(connection, week)
    games = await duplicates.games_of_week(connection, week)
    chats = await duplicates.of_week(connection, week)
    people = {(chat.id, each.number): each for chat in chats for each in await duplicates.entrants(connection, chat.id)}
    if any(sitting.who not in people for sitting in sittings_of(games)):
        return ["counts games of somebody who is not in it"]
    if found is None or found.state is DuplicateState.PLAYING:
        is_told = any(each.made is not None for each in people.values()) or any(
            game.worth is not None for _, game in games
        )
        return ["has results, and is not over"] if is_told else []
    standing = standing_of(games)
    problems = []
    for who, each in people.items():
        points = standing.points.get(who)
        wanted = (points.made, points.possible, standing.places.get(who)) if points else (None, None, None)
        if (each.made, each.possible, each.place) != wanted:
            kept = (each.made, each.possible, each.place)
            problems.append(
                f"has {kept} as points and place of number {each.number} in {who[0]}, its games give {wanted}"
            )
    problems += [
        f"has place {chat.rank} for chat {chat.id}, its games give {standing.chats.get(chat.id)}"
        for chat in chats
        if chat.rank != standing.chats.get(chat.id)
    ]
    return problems
