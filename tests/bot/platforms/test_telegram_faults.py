"""Faults of Telegram, one in each group: every match stays right, every board catches up, nothing is posted twice.

Telegram has no key to know a repeated request by: where the connection breaks after a message was posted and before
that is told, nobody can know, and it is posted again. What it means for people and operators stands in
docs/faults.md.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import aiohttp
import pytest
import pytest_asyncio

from loopback.telegram import Mishap
from loopback.waiting import eventually
from tests.bot.platforms.faults import Outcome, run_all
from tests.bot.platforms.telegram_harness import FaultHarness, Table, harness
from tests.suites import deep

MOVED = "Adi played c3-d4"
REASONS = {
    Mishap.TOO_MANY: ("429",),
    Mishap.INTERNAL: ("Internal Server Error",),
    Mishap.BAD_GATEWAY: ("Bad Gateway (502)",),
    Mishap.UNAVAILABLE: ("Service Unavailable",),
    Mishap.CLOSED_BEFORE: ("ServerDisconnectedError",),
    Mishap.CLOSED_AFTER: ("ServerDisconnectedError",),
    Mishap.SLOW: ("TimeoutError",),
}
NAMES = {
    Mishap.TOO_MANY: "429",
    Mishap.INTERNAL: "500",
    Mishap.BAD_GATEWAY: "502",
    Mishap.UNAVAILABLE: "503",
    Mishap.CLOSED_BEFORE: "close before",
    Mishap.CLOSED_AFTER: "close after",
    Mishap.SLOW: "slow",
}
KNOWN = (Mishap.TOO_MANY, Mishap.INTERNAL, Mishap.BAD_GATEWAY, Mishap.UNAVAILABLE, Mishap.CLOSED_BEFORE)
"""After these nothing was done, and the server said so or a test knows it."""
UNKNOWN = (Mishap.CLOSED_AFTER, Mishap.SLOW)


async def edit(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """The board is to show a move."""
    table = Table(harness)
    board = await table.begin()
    table.goes_wrong("editMessageMedia", mishap)
    await table.plays()
    return await table.outcome(lambda: MOVED in board.shown)


async def post(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """The board is deleted and to be posted anew."""
    table = Table(harness)
    table.adi.delete(await table.begin())
    table.goes_wrong("sendPhoto", mishap)
    await table.plays()
    return await table.outcome()


async def call(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """The other is to be called."""
    table = Table(harness)
    await table.begin()
    table.goes_wrong("sendMessage", mishap)
    await table.plays()
    return await table.outcome()


async def clear(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """An old call is to be taken away."""
    table = Table(harness)
    await table.begin()
    await table.plays()
    await table.outcome()
    table.goes_wrong("deleteMessage", mishap)
    await table.plays(table.siti, "b6-a5")
    return await table.outcome()


async def answer(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """The invitation, which answers a command for all."""
    table = Table(harness)
    table.goes_wrong("sendPhoto", mishap)
    await table.begin()
    await table.plays()
    return await table.outcome()


async def private(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """A picture for one person, in the private chat."""
    table = Table(harness)
    await table.begin()
    harness.server.fail_next("sendPhoto", mishap, 1, chat=table.adi.private)
    table.adi.say(table.group, f"/move {table.code}")
    await table.adi.gets(table.adi.private, photo=True)
    await table.plays()
    return await table.outcome()


async def toast(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """The words on a pressed button."""
    table = Table(harness)
    board = await table.begin()
    table.goes_wrong("answerCallbackQuery", mishap)
    press = table.siti.press(board, "Your move")
    await table.siti.answer(press)
    await table.plays()
    return await table.outcome()


async def panel(harness: FaultHarness, mishap: Mishap) -> Outcome:
    """A panel that turns in the private chat."""
    table = Table(harness)
    await table.begin()
    table.adi.say(table.group, f"/move {table.code}")
    shown = await table.adi.gets(table.adi.private, photo=True)
    harness.server.fail_next("editMessageMedia", mishap, 1, chat=table.adi.private)
    table.adi.press(shown, "c3 · man")
    await table.adi.gets(table.adi.private, key="Back")
    await table.plays()
    return await table.outcome()


async def deleted_message(harness: FaultHarness) -> Outcome:
    """Somebody deletes the board."""
    table = Table(harness)
    table.adi.delete(await table.begin())
    await table.plays()
    return await table.outcome()


async def deleted_call(harness: FaultHarness) -> Outcome:
    """Somebody deletes the call before it is taken away."""
    table = Table(harness)
    await table.begin()
    await table.plays()
    await table.outcome()
    table.adi.delete(await table.siti.gets(table.group, text="Siti, Adi played"))
    await table.plays(table.siti, "b6-a5")
    return await table.outcome()


async def migrated(harness: FaultHarness) -> Outcome:
    """The group becomes a supergroup: the next board is posted there."""
    table = Table(harness, supergroup=False)
    await table.begin()
    table.group = harness.server.migrate(table.group)
    await table.plays()
    return await table.outcome(lambda: any(MOVED in each.shown for each in table.group.from_bot()))


async def closed_topic(harness: FaultHarness) -> Outcome:
    """The topic is closed: an edit still shows the move, and Siti is called in private."""
    table = Table(harness, forum=True)
    await table.begin()
    assert table.topic
    table.topic.closed = True
    await table.plays()
    await table.siti.gets(table.siti.private, text="Siti, Adi played c3-d4")
    assert all(each.thread == table.topic.id for each in table.group.from_bot())
    return await table.outcome(lambda: any(MOVED in each.shown for each in table.group.from_bot()))


async def deleted_topic(harness: FaultHarness) -> Outcome:
    """The topic is deleted with the board."""
    table = Table(harness, forum=True)
    board = await table.begin()
    assert table.topic
    table.topic.deleted = True
    table.adi.delete(board)
    table.topic = None
    await table.plays()
    return await table.outcome(lambda: any(MOVED in each.shown for each in table.group.from_bot()))


async def kicked(harness: FaultHarness) -> Outcome:
    """Papan is thrown out of the group; the match goes on in private, where it can be had."""
    table = Table(harness)
    await table.begin()
    table.adi.kick_bot(table.group)
    table.adi.say(table.adi.private, f"/move {table.code} c3-d4")
    await _moved(table)
    outcome = await table.given_up()
    table.siti.say(table.siti.private, f"/board {table.code}")
    await table.siti.gets(table.siti.private, photo=True)
    return outcome


async def muted(harness: FaultHarness) -> Outcome:
    """Papan may no longer write in the group."""
    table = Table(harness)
    board = await table.begin()
    table.group.muted = True
    table.adi.delete(board)
    await table.plays()
    await table.given_up()
    # The next who moves is told.
    await table.plays(table.siti, "b6-a5")
    await table.siti.gets(table.siti.private, text="I am not allowed to show")
    return await table.outcome()


async def blocked(harness: FaultHarness) -> Outcome:
    """Siti, who has a board in private, blocks Papan; the board in the group says so."""
    table = Table(harness)
    await table.begin()
    table.siti.say(table.siti.private, f"/board {table.code} public")
    await table.siti.gets(table.siti.private, photo=True)
    table.siti.block()
    await table.plays()
    return await table.outcome(lambda: any("cannot be reached" in each.shown for each in table.group.from_bot()))


async def repeated_updates(harness: FaultHarness) -> Outcome:
    """Telegram gives every update again although it was confirmed."""
    table = Table(harness)
    harness.server.state.updates.repeat_next(4)
    await table.begin()
    await table.plays()
    return await table.outcome()


async def late_presses(harness: FaultHarness) -> Outcome:
    """Presses reach Papan when they may no longer be answered."""
    table = Table(harness)
    board = await table.begin()
    harness.server.state.query_lifetime, before = -1.0, harness.server.state.query_lifetime
    refused = len(harness.server.refusals)
    table.adi.press(board, "More")
    await table.adi.gets(table.adi.private, key="Resign")
    await harness.server.until(lambda: len(harness.server.refusals) > refused)
    harness.server.state.query_lifetime = before
    await table.plays()
    return await table.outcome()


async def second_poller(harness: FaultHarness) -> Outcome:
    """Another process asks for the updates with the same token."""
    table = Table(harness)
    await table.begin()
    url = f"{harness.server.api_url}/bot{harness.server.token}/getUpdates?timeout=1"
    async with aiohttp.ClientSession() as session:
        for _ in range(3):
            async with session.get(url) as response:
                await response.read()
    await table.plays()
    return await table.outcome()


async def polling_in_trouble(harness: FaultHarness) -> Outcome:
    """The question for updates fails in every way, one after another."""
    table = Table(harness)
    await table.begin()
    for mishap in (*KNOWN, Mishap.CLOSED_AFTER):
        harness.server.fail_next("getUpdates", mishap, 1)
    await table.plays()
    await harness.server.until(lambda: not harness.server.faults.left)
    return await table.outcome()


async def _moved(table: Table) -> None:
    services = table.harness.running.services
    await eventually(lambda: services.matches.get(table.code), lambda match: match.game.ply > 0)


@dataclass(frozen=True)
class Case:
    """A fault and its expected outcome. ``line`` has words of the log line that names it."""

    name: str
    scenario: Callable[[FaultHarness], Awaitable[Outcome]]
    line: tuple[str, ...]
    boards: tuple[int, ...] = (1,)
    calls: tuple[int, ...] = (1,)
    frozen: int = 0
    plies: int = 1
    last: str = MOVED


def _per_method(
    what: str,
    scenario: Callable[[FaultHarness, Mishap], Awaitable[Outcome]],
    kinds: tuple[Mishap, ...],
    **expected: object,
) -> list[Case]:
    def bound(kind: Mishap) -> Callable[[FaultHarness], Awaitable[Outcome]]:
        return lambda harness: scenario(harness, kind)

    return [
        Case(f"{what}: {NAMES[kind]}", bound(kind), **{"line": REASONS[kind], **expected})  # type: ignore[arg-type]
        for kind in kinds
    ]


CASES = [
    *_per_method("editing a board", edit, (*KNOWN, *UNKNOWN)),
    *_per_method("posting a board", post, KNOWN),
    *_per_method("posting a board", post, UNKNOWN, boards=(2,)),
    *_per_method("pinging a person", call, KNOWN),
    *_per_method("pinging a person", call, UNKNOWN, calls=(1, 2)),
    *_per_method("deleting a message", clear, (*KNOWN, *UNKNOWN), plies=2, calls=(0,), last="Siti played b6-a5"),
    *_per_method("answering for all", answer, KNOWN),
    *_per_method("answering for all", answer, (Mishap.CLOSED_AFTER,), boards=(2,)),
    *_per_method("answering one person", private, (*KNOWN, Mishap.CLOSED_AFTER)),
    *_per_method("a toast", toast, (*KNOWN, Mishap.CLOSED_AFTER)),
    *_per_method("editing a panel", panel, (*KNOWN, Mishap.CLOSED_AFTER)),
    Case("the board is deleted", deleted_message, ("view_gone",)),
    Case("a ping is deleted", deleted_call, (), plies=2, calls=(0,), last="Siti played b6-a5"),
    Case("the group becomes a supergroup", migrated, ()),
    Case("the topic is closed", closed_topic, (), calls=(0,)),
    Case("the topic is deleted", deleted_topic, ("place_moved",)),
    Case("Papan is thrown out", kicked, ("view_frozen",), calls=(0,), frozen=1, last="to move"),
    Case("Papan may not write", muted, ("view_frozen",), boards=(0,), calls=(0,), frozen=1, plies=2),
    Case("a person blocks Papan", blocked, ("view_frozen",), frozen=1, last="Siti cannot be reached"),
]
ALONE = [
    Case("updates come twice", repeated_updates, ()),
    Case("presses come late", late_presses, ("press_not_acknowledged",)),
    Case("a second poller", second_poller, ("telegram_polled_elsewhere",)),
    Case("asking for updates fails", polling_in_trouble, ("telegram_out_of_reach",)),
]
"""What befalls everybody at once: one after another."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcomes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[str, Outcome | BaseException]]:
    """The outcome of every case, concurrently where they are independent."""
    scenarios, alone = ({case.name: case.scenario for case in cases} for cases in (CASES, ALONE))
    with pytest.MonkeyPatch.context() as patch:
        async with harness(tmp_path_factory.mktemp("harness"), patch) as made:
            found = await run_all(made, scenarios, alone)
    yield found


@pytest.mark.parametrize("case", [*CASES, *ALONE], ids=lambda case: case.name)
@deep("it plays through all faults at once; answers in trouble are tested one by one")
def test_after_a_fault_all_is_right(case: Case, outcomes: dict[str, Outcome | BaseException]) -> None:
    outcome = outcomes[case.name]
    if isinstance(outcome, BaseException):
        raise outcome
    assert outcome.plies == case.plies
    assert len(outcome.boards) in case.boards, outcome
    assert not outcome.boards or any(case.last in board for board in outcome.boards), outcome
    assert outcome.calls in case.calls, outcome
    assert outcome.frozen == case.frozen, outcome
    assert not case.line or outcome.names(*case.line), outcome.lines
