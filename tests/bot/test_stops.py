"""SIGTERM ends the real program whatever others do; HTML in the place of a platform is told in a sentence."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from bench.stops import SITUATIONS, TELEGRAM_TOKEN, Situation
from loopback.trouble import Trouble, TroubledServer
from loopback.waiting import patience
from tests.suites import deep, quick_first


@pytest.mark.parametrize(
    "situation",
    quick_first(SITUATIONS, "the program stops in the same way in all of them"),
    ids=lambda situation: situation.name,
)
@pytest.mark.long("programs are started")
async def test_the_program_ends_whatever_the_others_do(situation: Situation, tmp_path: Path) -> None:
    stop = await situation.stop(tmp_path)
    assert stop.status == 0


@deep("the program stops in the quick suite")
@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_html_in_the_place_of_a_platform_is_logged_in_a_word_and_tried_again(
    platform: str, tmp_path: Path
) -> None:
    async with TroubledServer(Trouble.HTML) as server:
        papan = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{tmp_path}/papan.db",
                f"{platform.upper()}_TOKEN": TELEGRAM_TOKEN,
                f"{platform.upper()}_API_URL": server.url,
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert papan.stdout
        async with patience("the program, and its end"):
            assert "once it can be reached" in (await papan.stdout.readline()).decode()
            papan.terminate()
            _, log = await papan.communicate()
    assert papan.returncode == 0
    assert f"{platform}_out_of_reach" in log.decode()
    assert "Traceback" not in log.decode()
    assert "<html" not in log.decode()
