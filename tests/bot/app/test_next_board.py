"""*Next board*: after a move one press leads to the match in which somebody has waited longest."""

from bot.matches.identity import Place
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock

GROUP = Place("telegram", "-100")
OTHER = Place("telegram", "-200")


async def picks(visitor: Visitor, code: str, point: str, move: str) -> Seen:
    """A move made in the panel of *Your move*."""
    panel = await visitor.presses(await visitor.types(f"/move {code}", place=GROUP), point, place=GROUP)
    return await visitor.presses(panel, move, place=GROUP)


async def test_whoever_has_moved_goes_through_the_boards_that_wait_the_longest_first(
    adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    first, _ = await begin(adi, siti, place=GROUP)
    clock.forward(hours=1)
    second, _ = await begin(adi, ros, place=GROUP)
    clock.forward(hours=1)
    third, _ = await begin(adi, siti, place=OTHER)
    moved = await picks(adi, second, "c3", "c3-d4")
    assert moved.text == f"You played c3-d4 in {second}."
    assert labels(moved) == ["Next board"]
    shown = await adi.presses(moved, "Next board", place=GROUP)
    assert shown.title.startswith(first), "it has waited longer than the third"
    assert shown.replace
    assert "Next board" not in labels(shown), "this one waits itself"
    moved = await picks(adi, first, "c3", "c3-d4")
    assert (await adi.presses(moved, "Next board", place=GROUP)).title.startswith(third)


async def test_it_stands_in_ones_view_while_the_other_thinks(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti, place=GROUP)
    await adi.types(f"/move {code} c3-d4", place=GROUP)
    assert "Next board" not in labels(await adi.types(f"/board {code}", place=GROUP))
    other, _ = await begin(ros, adi, place=GROUP)
    assert "Next board" not in labels(await adi.types(f"/board {code}", place=GROUP)), "nobody waits for Adi there"
    await ros.types(f"/move {other} c3-d4", place=GROUP)
    view = await adi.types(f"/board {code}", place=GROUP)
    assert (await adi.presses(view, "Next board", place=GROUP)).title.startswith(other)


async def test_nothing_is_offered_where_nobody_waits(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti, place=GROUP)
    await adi.types("/play practice dam-8", place=GROUP)
    moved = await picks(adi, code, "c3", "c3-d4")
    assert moved.brief, "a board of one's own waits for nobody, and the panel goes"
    assert (await adi.sends(f"1:{code}:1:nb")).text == "No other board waits for you."
