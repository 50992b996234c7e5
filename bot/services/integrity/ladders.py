"""The ladders: the rungs and shields are reckoned again from the changes, in their order."""

from collections.abc import AsyncIterator, Mapping
from itertools import pairwise

from bot.matches.ladder import BrokenLadder, RungCause, RungChange, applied
from bot.matches.shield import month_after
from bot.store.audit import Raw


async def problems_of_ladders(
    changes: AsyncIterator[Raw], rungs: AsyncIterator[Raw]
) -> AsyncIterator[tuple[str, Raw, str]]:
    """Changes that do not follow from those before them, and rungs that do not from the changes; each with its table
    and row. Both come by ladder, the changes in their order.
    """
    standing = _by_ladder(rungs)
    held = await anext(standing, None)
    async for ladder, rows in _by_ladder(changes):
        while held and held[0] < ladder:
            for row in held[1]:
                yield "rungs", row, "is on a ladder to which nobody has come"
            held = await anext(standing, None)
        order: list[str] = []
        for nth, row in enumerate(rows, 1):
            try:
                order = applied(order, _change(row))
            except (BrokenLadder, ValueError) as error:
                yield "rung_changes", row, f"does not follow from the changes before it: {error}"
                break
            if row["nth"] != nth:
                yield "rung_changes", row, f"is change {nth} of its ladder"
                break
        else:
            here = held[1] if held and held[0] == ladder else []
            wanted = {player: rung for rung, player in enumerate(order, 1)}
            for row in here:
                if (rung := wanted.pop(row["player"], None)) != row["rung"]:
                    yield "rungs", row, f"is rung {row['rung']}, the changes give {rung}"
            if wanted:
                yield "rung_changes", rows[-1], f"leaves {min(wanted)} on rung {wanted[min(wanted)]}, who is on none"
        if held and held[0] == ladder:
            held = await anext(standing, None)
    while held:
        for row in held[1]:
            yield "rungs", row, "is on a ladder to which nobody has come"
        held = await anext(standing, None)


async def problems_of_shields(
    changes: AsyncIterator[Raw], shields: AsyncIterator[Raw], became: Mapping[str, str]
) -> AsyncIterator[tuple[Raw, str]]:
    """Months of ladders that do not follow from those before them, and shields that do not from the changes, with their
    rows. Both come by ladder, in their order; ``became`` are the players who have become others.
    """
    months = _by_ladder(shields)
    held = await anext(months, None)
    async for ladder, rows in _by_ladder(changes):
        while held and held[0] < ladder:
            held = await anext(months, None)
        if not held or held[0] != ladder:
            continue
        for before, row in pairwise(held[1]):
            if row["month"] != month_after(before["month"]) or before["changes"] is None:
                yield row, f"does not follow the month {before['month']}"
        if held[1][-1]["changes"] is not None:
            yield held[1][-1], "has ended, and the next month has not begun"
        firsts = _firsts(rows)
        for row in held[1]:
            if row["player"] is None:
                continue
            first = firsts[row["changes"]] if 0 <= row["changes"] < len(firsts) else None
            while first is not None and first in became:
                first = became[first]
            if row["player"] != first:
                yield row, f"has the shield of {row['player']}, the changes give {first}"


def _firsts(rows: list[Raw]) -> list[str | None]:
    """The first on a ladder before its first change, and after each, as far as they follow from each other."""
    order: list[str] = []
    found: list[str | None] = [None]
    for row in rows:
        try:
            order = applied(order, _change(row))
        except ValueError:
            break
        found.append(order[0] if order else None)
    return found


async def _by_ladder(rows: AsyncIterator[Raw]) -> AsyncIterator[tuple[str, list[Raw]]]:
    found: list[Raw] = []
    async for row in rows:
        if found and found[-1]["ladder"] != row["ladder"]:
            yield found[-1]["ladder"], found
            found = []
        found.append(row)
    if found:
        yield found[-1]["ladder"], found


def _change(row: Raw) -> RungChange:
    return RungChange(RungCause(row["cause"]), row["player"], row["rung_before"], row["rung_after"], row["other"])
