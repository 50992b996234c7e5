"""``papan health``: what asks a running Papan every half minute has to be light."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.foundation.monitoring.probe import ask
from loopback.ports import hand_out

HEAVY = (
    "aiohttp",
    "argparse",
    "asyncio",
    "bot.cli",
    "bot.bootstrap.settings",
    "bot.store",
    "engine",
    "pydantic",
    "renderer",
)


@contextmanager
def answering(answer: bytes, host: str = "127.0.0.1") -> Iterator[int]:
    """A server that gives one answer to whoever asks for the page of health, and its port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                asked = connection.recv(4096)
                connection.sendall(answer if asked.startswith(b"GET /healthz HTTP/1.1\r\n") else b"")

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def http(status: str, body: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


WELL = http("200 OK", '{"status": "ok"}')


@pytest.mark.parametrize(
    ("answer", "status", "says"),
    [
        (WELL, 0, "ok"),
        (http("503 Service Unavailable", '{"status": "the database is away"}'), 1, "the database is away"),
        (http("421 Misdirected Request", "not here"), 1, "no answer: 421 Misdirected Request"),
        (http("200 OK", '["ok"]'), 1, "no answer: 200 OK"),
        (b"what?", 1, "no answer: what?"),
        (b"", 1, "no answer: Remote end closed connection without response"),
    ],
    ids=["well", "not well", "elsewhere", "another page", "no HTTP", "nothing"],
)
def test_the_command_says_what_the_page_says(
    answer: bytes, status: int, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering(answer) as port:
        monkeypatch.setenv("PAPAN_HEALTH", f" 127.0.0.1:{port}\n")
        assert main(["health"]) == status
    assert capsys.readouterr() == (f"{says}\n", "")


def test_the_address_may_stand_in_the_file_of_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAPAN_HEALTH", raising=False)
    with answering(WELL) as port:
        (tmp_path / ".env").write_text(f"PAPAN_HEALTH=127.0.0.1:{port}\n", encoding="utf-8")
        assert main(["health"]) == 0
    assert capsys.readouterr().out == "ok\n"


def test_an_address_that_is_none_is_complained_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPAN_HEALTH", "8081")
    assert main(["health"]) == 1
    assert capsys.readouterr().err.startswith("papan: PAPAN_HEALTH is not an address; ")


def test_a_page_at_an_address_of_ipv6_is_asked() -> None:
    with answering(WELL, "::1") as port:
        assert ask("::1", port) == "ok"


def test_nobody_there_is_told_too() -> None:
    assert ask("127.0.0.1", hand_out()).startswith("no answer: ")


def test_nothing_heavy_is_loaded_to_ask() -> None:
    """The image asks every half minute: with the store and the games loaded, that was a thirtieth of a processor."""
    with answering(WELL) as port:
        done = subprocess.run(
            [sys.executable, "-c", "import sys; from bot.__main__ import main; main(['health']); print(*sys.modules)"],
            env={**os.environ, "PAPAN_HEALTH": f"127.0.0.1:{port}"},
            capture_output=True,
            text=True,
            check=True,
        )
    said, loaded = done.stdout.splitlines()
    assert said == "ok"
    assert [name for name in loaded.split() if name in HEAVY] == []
