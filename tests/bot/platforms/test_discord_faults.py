"""Faults of Discord, one in each channel: every match stays right, every board catches up, nothing is posted twice.

What it means for people and operators stands in docs/faults.md.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio

from loopback.discord import Member
from loopback.discord.world import ALL, DM, OPEN_THREADS, VIEW
from loopback.waiting import eventually, until
from tests.bot.platforms.discord_harness import REASONS, FaultHarness, Table, harness
from tests.bot.platforms.faults import Outcome, run_all
from tests.suites import deep

MOVED = "Adi played c3-d4"


async def edit(harness: FaultHarness, kind: str) -> Outcome:
    """The board is to show a move."""
    table = Table(harness)
    board = await table.begin()
    table.goes_wrong("PATCH", f"/messages/{board.id}$", kind)
    await table.plays()
    return await table.outcome(lambda: MOVED in board.content)


async def post(harness: FaultHarness, kind: str) -> Outcome:
    """The board is deleted and to be posted anew."""
    table = Table(harness)
    board = await table.begin()
    del harness.server.world.messages[board.id]
    table.goes_wrong("POST", "/messages$", kind)
    await table.plays()
    return await table.outcome(lambda: _called(table))


async def call(harness: FaultHarness, kind: str) -> Outcome:
    """The other is to be called."""
    table = Table(harness)
    await table.begin()
    table.goes_wrong("POST", "/messages$", kind)
    await table.plays()
    return await table.outcome(lambda: _called(table))


async def clear(harness: FaultHarness, kind: str) -> Outcome:
    """An old call is to be taken away."""
    table = Table(harness)
    await table.begin()
    await table.plays()
    await table.outcome(lambda: _called(table))
    table.goes_wrong("DELETE", "/messages/", kind)
    await table.plays(table.siti, "b6-a5")
    return await table.outcome()


async def answer(harness: FaultHarness, kind: str) -> Outcome:
    """The invitation, which answers a command for all."""
    table = Table(harness)
    table.goes_wrong("POST", "/callback$", kind)
    await table.begin()
    await table.plays()
    return await table.outcome()


async def private(harness: FaultHarness, kind: str) -> Outcome:
    """The private answer to a move; on a street without patience it is announced first."""
    table = Table(harness)
    await table.begin()
    table.goes_wrong("POST", "/callback$", kind)
    await table.plays()
    await table.is_noted(kind)
    return await table.outcome()


async def announced(harness: FaultHarness, kind: str) -> Outcome:
    """An answer that was announced and comes now."""
    table = Table(harness)
    await table.begin()
    table.goes_wrong("PATCH", "@original$", kind)
    await table.plays()
    await table.is_noted(kind)
    return await table.outcome()


async def thread(harness: FaultHarness, kind: str) -> Outcome:
    """A thread is to be opened for the match."""
    table = Table(harness, ALL)
    table.goes_wrong("POST", "/threads$", kind)
    return await _in_thread(table)


async def wake(harness: FaultHarness, kind: str) -> Outcome:
    """An archived thread is to be woken."""
    table = Table(harness, ALL)
    await table.begin()
    inside = await _inside(table)
    inside.channel.archived = True
    inside.goes_wrong("PATCH", f"/channels/{inside.channel.id}$", kind)
    await inside.plays()
    return await inside.outcome(lambda: not inside.channel.archived)


async def _in_thread(table: Table) -> Outcome:
    await table.begin()
    inside = await _inside(table)
    await inside.plays()
    return await inside.outcome()


async def _inside(table: Table) -> Table:
    """The thread in which a match goes on."""
    world = table.harness.server.world
    views = table.harness.running.services.views
    (view,) = await eventually(
        lambda: views.of_match(table.code), lambda found: found[0].place.chat != table.channel.id
    )
    inside = Table(table.harness, channel=world.channels[view.place.chat])
    inside.adi.user, inside.siti.user, inside.code = table.adi.user, table.siti.user, table.code
    return inside


def _called(table: Table) -> bool:
    return any(f"<@{table.siti.user.id}>" in each.content for each in table.ros.sees())


async def deleted_message(harness: FaultHarness) -> Outcome:
    """Somebody deletes the board."""
    table = Table(harness)
    board = await table.begin()
    del harness.server.world.messages[board.id]
    await table.plays()
    return await table.outcome(lambda: _called(table))


async def deleted_call(harness: FaultHarness) -> Outcome:
    """Somebody deletes the call before it is taken away."""
    table = Table(harness)
    await table.begin()
    await table.plays()
    await table.outcome(lambda: _called(table))
    called = next(each for each in table.ros.sees() if f"<@{table.siti.user.id}>" in each.content)
    del harness.server.world.messages[called.id]
    await table.plays(table.siti, "b6-a5")
    return await table.outcome()


async def deleted_channel(harness: FaultHarness) -> Outcome:
    """The channel is deleted."""
    table = Table(harness)
    await table.begin()
    table.channel.deleted = True
    await table.plays()
    return await table.outcome_frozen()


async def hidden_channel(harness: FaultHarness) -> Outcome:
    """Papan may no longer see the channel."""
    table = Table(harness)
    await table.begin()
    table.channel.allowed = 0
    await table.plays()
    return await table.outcome_frozen()


async def forbidden(harness: FaultHarness) -> Outcome:
    """Papan may no longer write or attach, so a new board cannot be posted; who moves next is told."""
    table = Table(harness)
    board = await table.begin()
    table.channel.allowed = VIEW
    del harness.server.world.messages[board.id]
    await table.plays()
    await table.outcome_frozen()
    await table.plays(table.siti, "b6-a5")
    await table.siti.until(lambda each: "I am not allowed to show" in each.content)
    return await table.outcome_frozen()


async def allowed_again(harness: FaultHarness) -> Outcome:
    """The board's channel is allowed once more, and a player asks for the board."""
    table = Table(harness)
    board = await table.begin()
    table.channel.allowed = VIEW
    del harness.server.world.messages[board.id]
    await table.plays()
    await table.outcome_frozen()
    table.channel.allowed = ALL & ~OPEN_THREADS
    await table.siti.slash("board", public=True)
    return await table.outcome(lambda: _shown_and_told(table))


def _shown_and_told(table: Table) -> bool:
    """Can the board be seen again, and is Siti called: the clock goes on, or a move that she was not told of before?"""
    return any(MOVED in each.content and each.files for each in table.ros.sees()) and _called(table)


async def archived_thread(harness: FaultHarness) -> Outcome:
    """The thread of the match is archived."""
    table = Table(harness, ALL)
    await table.begin()
    inside = await _inside(table)
    inside.channel.archived = True
    await inside.plays()
    return await inside.outcome(lambda: not inside.channel.archived)


async def locked_thread(harness: FaultHarness) -> Outcome:
    """The thread of the match is archived and locked: the match goes on in the channel."""
    table = Table(harness, ALL)
    await table.begin()
    inside = await _inside(table)
    inside.channel.archived = inside.channel.locked = True
    await inside.plays()
    return await table.outcome(lambda: any("Adi played" in each.content and each.files for each in table.ros.sees()))


async def deleted_thread(harness: FaultHarness) -> Outcome:
    """The thread of the match is deleted: the match goes on in the channel."""
    table = Table(harness, ALL)
    await table.begin()
    inside = await _inside(table)
    inside.channel.deleted = True
    await table.plays()
    return await table.outcome(lambda: any(MOVED in each.content and each.files for each in table.ros.sees()))


async def no_threads(harness: FaultHarness) -> Outcome:
    """A thread may not be opened after all."""
    table = Table(harness, ALL)
    await table.adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first")
    card = await table.ros.until(lambda each: "Adi invites Siti" in each.content)
    table.code = card.content.removeprefix("**").split(" ")[0]
    table.channel.allowed &= ~OPEN_THREADS
    await table.siti.press(card, "Accept")
    await table.ros.until(lambda each: "to move" in each.content)
    await table.plays()
    return await table.outcome()


async def closed_private_chat(harness: FaultHarness) -> Outcome:
    """A person has closed their private chat with Papan; the board in the channel tells the other."""
    table = Table(harness)
    await table.begin()
    user = table.siti.user
    private = Member(harness.server, user, harness.server.add_channel("dm", kind=DM, recipient=user))
    await private.slash("board", match=table.code, public=True)
    await private.until(lambda each: bool(each.files))
    user.dm_closed = True
    del harness.server.world.messages[(await private.until(lambda each: bool(each.files))).id]
    await table.plays()
    return await table.outcome(lambda: any("cannot be reached" in each.content for each in table.ros.sees()))


async def repeated_interactions(harness: FaultHarness) -> Outcome:
    """Discord hands every interaction out twice."""
    table = Table(harness)
    harness.server.gateway.times = 2
    try:
        await table.begin()
        await table.plays()
        return await table.outcome(lambda: _called(table))
    finally:
        harness.server.gateway.times = 1


async def late_interactions(harness: FaultHarness) -> Outcome:
    """Interactions reach Papan after their three seconds."""
    table = Table(harness)
    await table.begin()
    harness.server.lateness = 3.5
    try:
        await table.plays()
        return await table.outcome(lambda: _called(table))
    finally:
        harness.server.lateness = 0.0


async def plain(harness: FaultHarness, kind: str) -> Outcome:
    """The answer to a plain message that answers the board: a move that is not possible."""
    table = Table(harness)
    board = await table.begin()
    table.goes_wrong("POST", "/messages$", kind)
    sent = ("POST", f"/channels/{table.channel.id}/messages")
    before = harness.server.requests.count(sent)
    table.events.append((await table.adi.says("c3-e5", reply_to=board)).id)
    await table.ros.until(lambda each: "Not possible" in each.content)
    # What failed is sent a second time; the answer stands there once all the same.
    await until(lambda: harness.server.requests.count(sent) > before + 1)
    (answer,) = [each for each in table.ros.sees() if "Not possible" in each.content]
    del harness.server.world.messages[answer.id]
    await table.plays()
    outcome = await table.outcome()
    assert not [each for each in table.ros.sees() if "Not possible" in each.content]
    return outcome


async def repeated_messages(harness: FaultHarness) -> Outcome:
    """Discord hands a plain message out twice."""
    harness.server.gateway.times = 2
    try:
        return await plain(harness, "503")
    finally:
        harness.server.gateway.times = 1


async def dropped(harness: FaultHarness) -> Outcome:
    """The gateway breaks the connection off."""
    table = Table(harness)
    board = await table.begin()
    await harness.server.gateway.drop()
    await table.plays()
    return await table.outcome(lambda: MOVED in board.content)


async def invalidated(harness: FaultHarness) -> Outcome:
    """The gateway calls the session invalid, for good."""
    table = Table(harness)
    board = await table.begin()
    await harness.server.gateway.invalidate(resumable=False)
    await table.plays()
    return await table.outcome(lambda: MOVED in board.content)


async def to_be_resumed(harness: FaultHarness) -> Outcome:
    """The gateway wants the session to be resumed."""
    table = Table(harness)
    board = await table.begin()
    await harness.server.gateway.invalidate(resumable=True)
    await table.plays()
    return await table.outcome(lambda: MOVED in board.content)


async def to_reconnect(harness: FaultHarness) -> Outcome:
    """The gateway asks for another connection."""
    table = Table(harness)
    board = await table.begin()
    await harness.server.gateway.ask_to_reconnect()
    await table.plays()
    return await table.outcome(lambda: MOVED in board.content)


@dataclass(frozen=True)
class Case:
    """A fault and its expected outcome. ``line`` has words of the log line that names it."""

    name: str
    scenario: Callable[[FaultHarness], Awaitable[Outcome]]
    line: tuple[str, ...]
    boards: int = 1
    calls: int = 1
    frozen: int = 0
    plies: int = 1
    last: str = MOVED
    told: str = ""
    patience: float = 1.8


HTTP = ("429", "500", "502", "503", "close before", "close after")


def _per_method(
    what: str, scenario: Callable[[FaultHarness, str], Awaitable[Outcome]], kinds: tuple[str, ...], **expected: object
) -> list[Case]:
    def bound(kind: str) -> Callable[[FaultHarness], Awaitable[Outcome]]:
        return lambda harness: scenario(harness, kind)

    return [Case(f"{what}: {kind}", bound(kind), **{"line": REASONS[kind], **expected}) for kind in kinds]  # type: ignore[arg-type]


CASES = [
    *_per_method("editing a board", edit, (*HTTP, "429 global", "429 of the guard", "slow")),
    *_per_method("posting a board", post, (*HTTP, "429 of the guard", "slow")),
    *_per_method("pinging a person", call, (*HTTP, "slow")),
    *_per_method("deleting a message", clear, HTTP[:-2], plies=2, calls=0, last="Siti played b6-a5"),
    # Whatever may be asked for twice, aiohttp asks for again itself where a connection breaks.
    *_per_method("deleting a message", clear, HTTP[-2:], plies=2, calls=0, last="Siti played b6-a5", line=()),
    *_per_method("answering for all", answer, (*HTTP, "unknown interaction")),
    *_per_method("answering one person", private, (*HTTP, "unknown interaction")),
    *_per_method("deferring an answer", private, (*HTTP, "unknown interaction"), patience=0.0),
    *_per_method("a deferred answer", announced, (*HTTP, "expired token"), patience=0.0),
    *_per_method("answering a plain message", plain, HTTP),
    *_per_method("opening a thread", thread, (*HTTP, "slow")),
    *_per_method("waking a thread", wake, HTTP),
    Case("the board is deleted", deleted_message, ("view_gone",)),
    Case("a ping is deleted", deleted_call, (), plies=2, calls=0, last="Siti played b6-a5"),
    Case("the channel is deleted", deleted_channel, ("view_frozen",), calls=0, frozen=1, last="to move"),
    Case("the channel is hidden", hidden_channel, ("view_frozen",), calls=0, frozen=1, last="to move"),
    Case(
        "no permission to write",
        forbidden,
        ("view_frozen",),
        boards=0,
        calls=0,
        frozen=1,
        plies=2,
    ),
    Case("permission is given back", allowed_again, ("view_frozen",), calls=1),
    Case("an archived thread", archived_thread, ()),
    Case("a locked thread", locked_thread, ("thread_closed",)),
    Case("a deleted thread", deleted_thread, ("thread_closed",)),
    Case("no permission to open threads", no_threads, ()),
    Case("a closed private chat", closed_private_chat, ("view_frozen",), frozen=1, last="cannot be reached"),
]
ALONE = [
    Case("interactions come twice", repeated_interactions, ()),
    Case("messages come twice", repeated_messages, ("503",)),
    Case("interactions come late", late_interactions, ("answer_lost", "404")),
    Case("the gateway drops the connection", dropped, ("discord_disconnected",)),
    Case("the session is invalid", invalidated, ("discord_disconnected",)),
    Case("the session is to be resumed", to_be_resumed, ("discord_disconnected",)),
    Case("the gateway asks for a new connection", to_reconnect, ("discord_disconnected",)),
]
"""What befalls everybody at once: one after another."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcomes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[str, Outcome | BaseException]]:
    """The outcome of every case, concurrently where they are independent."""
    found: dict[str, Outcome | BaseException] = {}
    for patience in sorted({case.patience for case in CASES}):
        cases = [case for case in CASES if case.patience == patience]
        with pytest.MonkeyPatch.context() as patch:
            async with harness(tmp_path_factory.mktemp("harness"), patch, patience) as made:
                scenarios = {case.name: case.scenario for case in cases}
                alone = {case.name: case.scenario for case in ALONE} if patience else {}
                found |= await run_all(made, scenarios, alone)
    yield found


@pytest.mark.parametrize("case", [*CASES, *ALONE], ids=lambda case: case.name)
@deep("it plays through all faults at once; answers in trouble are tested one by one")
def test_after_a_fault_all_is_right(case: Case, outcomes: dict[str, Outcome | BaseException]) -> None:
    outcome = outcomes[case.name]
    if isinstance(outcome, BaseException):
        raise outcome
    assert outcome.plies == case.plies
    assert len(outcome.boards) == case.boards, outcome
    assert not outcome.boards or any(case.last in board for board in outcome.boards), outcome
    assert outcome.calls == case.calls, outcome
    assert outcome.frozen == case.frozen, outcome
    assert not case.line or outcome.names(*case.line), outcome.lines
    assert not case.told or any(case.told in text for text in outcome.told), outcome.told
