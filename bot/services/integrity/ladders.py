"""The ladders: the rungs are reckoned again from the changes, in their order."""

from collections.abc import AsyncIterator

from bot.matches.ladder import BrokenLadder, RungCause, RungChange, applied
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
