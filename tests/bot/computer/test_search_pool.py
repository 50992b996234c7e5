"""The search pool gets ready beside everything else, and keeps no stop waiting."""

import asyncio
import json
import os
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.app.pictures.images import ImageRenderer
from bot.computer.search_pool import SearchPool
from bot.foundation.detached_threads import DetachedThreads
from loopback.waiting import block_until, patience, until
from tests.suites import deep


class EndlessWork:
    """Work of a thread that ends when the test lets it."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, *_: object) -> None:
        self.begun.set()
        self.may_end.wait()


@pytest.fixture
def endless() -> Iterator[EndlessWork]:
    work = EndlessWork()
    yield work
    work.may_end.set()


async def test_a_compiler_at_work_keeps_no_stop_waiting(monkeypatch: pytest.MonkeyPatch, endless: EndlessWork) -> None:
    monkeypatch.setattr("engine.search.is_warm", lambda: False)
    monkeypatch.setattr("engine.search.is_kept", lambda: False)
    monkeypatch.setattr("engine.search.warm", endless)
    pool = SearchPool(threads=1)
    with capture_logs() as logs:
        await pool.start()
        asked = asyncio.create_task(pool.ask("here", lambda worker: worker))
        await until(endless.begun.is_set)
        async with patience("the pool to stop"):
            await pool.stop()
            await asyncio.wait([asked])
    assert asked.cancelled()
    assert [line["event"] for line in logs] == ["kernel_not_kept"], "and no process compiles what cannot be kept"


async def test_a_search_at_work_keeps_no_stop_waiting(monkeypatch: pytest.MonkeyPatch, endless: EndlessWork) -> None:
    monkeypatch.setattr("engine.search.is_warm", lambda: True)
    monkeypatch.setattr("engine.search.warm", lambda *_: None)
    pool = SearchPool(threads=1)
    await pool.start()
    asked = asyncio.create_task(pool.ask("here", endless))
    await until(endless.begun.is_set)
    async with patience("the pool to stop, and whoever waits for the search"):
        await pool.stop()
        await asyncio.wait([asked])
    assert asked.cancelled()


async def test_a_picture_being_drawn_keeps_no_stop_waiting_and_the_next_is_not_begun(endless: EndlessWork) -> None:
    renderer, next_one = ImageRenderer(), EndlessWork()
    drawing = [asyncio.create_task(renderer.drawn(work)) for work in (endless, next_one)]
    await until(endless.begun.is_set)
    async with patience("the renderer to close"):
        await asyncio.to_thread(renderer.close)
    endless.may_end.set()
    await drawing[0]
    with suppress(asyncio.CancelledError):
        await drawing[1]
    assert not next_one.begun.is_set()


def test_what_is_done_off_the_loop_keeps_no_stop_waiting(endless: EndlessWork) -> None:
    async def serve() -> None:
        asyncio.get_running_loop().set_default_executor(DetachedThreads())
        working = asyncio.create_task(asyncio.to_thread(endless))
        await until(endless.begun.is_set)
        working.cancel()

    serving = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    serving.start()
    block_until(lambda: not serving.is_alive())


@deep("a compiler that blocks takes no processor time in the quick suite")
@pytest.mark.timeout(300)
async def test_where_nothing_can_be_kept_the_kernel_is_compiled_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    ours = {
        "DATABASE_URL": f"sqlite:///{tmp_path}/papan.db",
        "PAPAN_WEB": "127.0.0.1:0",
        "NUMBA_CACHE_DIR": str(tmp_path / "file" / "kernel"),
        "TMPDIR": str(temporary),
    }
    papan = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"), env={**os.environ, **ours}, stdout=DEVNULL, stderr=PIPE
    )
    assert papan.stderr
    events: Counter[str] = Counter()
    async for line in papan.stderr:
        events[json.loads(line)["event"]] += 1
        if events["kernel_ready"] and papan.returncode is None:
            papan.terminate()
    assert await papan.wait() == 0
    assert (events["kernel_not_kept"], events["kernel_compiles"], events["kernel_ready"]) == (1, 1, 1)
    assert not list(temporary.iterdir()), "no folder is left behind by each start"
