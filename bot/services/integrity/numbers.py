"""The numbers of two people: counted again from the matches that they have played for them."""

from collections.abc import AsyncIterator

from bot.matches.our_number import OurNumber, our_number
from bot.matches.status import Status
from bot.store.audit import Raw
from bot.store.our_numbers import numbers_of

_Key = tuple[str, str, str]


async def problems_of_numbers(
    matches: AsyncIterator[Raw], numbers: AsyncIterator[Raw]
) -> AsyncIterator[tuple[Raw, str]]:
    """Numbers that do not follow from the matches, with their rows; matches that are not for a number are passed by."""
    played: dict[_Key, list[Raw]] = {}
    async for row in matches:
        if row["our_number"] and row["status"] == Status.OVER.value and row["seat_0"] and row["seat_1"]:
            one, two = sorted((row["seat_0"], row["seat_1"]))
            played.setdefault((row["ruleset"], one, two), []).append(row)
    async for row in numbers:
        key = row["ruleset"], row["one"], row["two"]
        found = _number(key, played.get(key, []))
        if found is None:
            yield row, f"is a number of {row['one']} and {row['two']}, who have played for none"
        elif OurNumber(row["next"], row["half_pieces"]) != found:
            yield row, f"says {row['next']} ({row['half_pieces']} halves), the matches give {found}"


def _number(key: _Key, rows: list[Raw]) -> OurNumber | None:
    numbers = numbers_of(key[0])
    if numbers is None or not rows:
        return None
    in_order = sorted(rows, key=lambda row: (row["created"], row["code"]))
    return our_number(numbers, (numbers.step(row["winner"], 0 if row["seat_0"] == key[1] else 1) for row in in_order))
