"""The numbers of two people: counted again from the matches that they have played for them."""

from collections.abc import AsyncIterator

from bot.matches.our_number import OurNumber, our_number
from bot.matches.status import Status
from bot.store.audit import Raw
from bot.store.our_numbers import numbers_of
from bot.store.pair_numbers import ANYWHERE

_Key = tuple[str, str, str]


async def problems_of_numbers(
    matches: AsyncIterator[Raw], accounts: AsyncIterator[Raw], numbers: AsyncIterator[Raw]
) -> AsyncIterator[tuple[str, Raw, str]]:
    """Numbers that do not follow from the matches, and matches for a number that is kept nowhere, each with its table
    and row. Who has no account has had their data deleted, and is in no number.
    """
    there = {row["player"] async for row in accounts}
    played: dict[_Key, list[Raw]] = {}
    async for row in matches:
        if row["our_number"] and row["status"] == Status.OVER.value and row["seat_0"] and row["seat_1"]:
            one, two = sorted((row["seat_0"], row["seat_1"]))
            played.setdefault((row["ruleset"], one, two), []).append(row)
    kept: set[_Key] = set()
    async for row in numbers:
        kept |= {(row["ruleset"], row["one"], row["two"])} if row["community"] == ANYWHERE else set()
        key = row["ruleset"], row["one"], row["two"]
        found = _number(key, played.get(key, []))
        if found is None:
            yield "pair_numbers", row, f"is a number of {row['one']} and {row['two']}, who have played for none"
        elif OurNumber(row["next"], row["half_pieces"]) != found:
            yield "pair_numbers", row, f"says {row['next']} ({row['half_pieces']} halves), the matches give {found}"

    for key, rows in played.items():
        numbers_here = numbers_of(key[0])
        if key not in kept and there.issuperset(key[1:]) and numbers_here and numbers_here.hunted is not None:
            yield "matches", rows[-1], "was for the number of two, which is kept nowhere"


def _number(key: _Key, rows: list[Raw]) -> OurNumber | None:
    numbers = numbers_of(key[0])
    if numbers is None or not rows:
        return None
    in_order = sorted(rows, key=lambda row: (row["created"], row["code"]))
    return our_number(numbers, (numbers.step(row["winner"], 0 if row["seat_0"] == key[1] else 1) for row in in_order))
