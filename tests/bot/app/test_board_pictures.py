"""Files for pages are drawn behind what chats wait for, once each, and only those that a page shows."""

import asyncio
from collections.abc import AsyncIterator
from threading import Event

import pytest

from bot.app.pictures.board_pictures import BoardPictures
from bot.app.pictures.images import ImageRenderer
from engine.games import find_ruleset, rulesets
from engine.position import start_position
from loopback.waiting import until
from renderer import FollowingView, tallest


@pytest.fixture
async def images() -> AsyncIterator[ImageRenderer]:
    images = ImageRenderer()
    yield images
    images.close()


async def test_a_board_for_a_chat_goes_before_all_files_that_wait(
    images: ImageRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, begun, may, done = BoardPictures(images), Event(), Event(), list[str]()

    def slow(view: FollowingView, theme: str, *position: object) -> bytes:
        begun.set()
        may.wait()
        return b"drawn"

    monkeypatch.setattr("bot.app.pictures.board_pictures.draw_small", slow)

    async def piece(letter: str) -> None:
        assert await pictures.piece("permainan-tabal", letter, 1, "kayu", 1, upright=False)
        done.append(letter)

    async def board(name: str) -> None:
        await images.drawn(lambda: name)
        done.append(name)

    first = asyncio.create_task(pictures.midgame("permainan-tabal", "kayu"))
    await until(begun.is_set)
    letters = [kind.letter for kind in find_ruleset("permainan-tabal").kinds]
    files = [asyncio.create_task(piece(letter)) for letter in letters]
    await asyncio.sleep(0)
    boards = [asyncio.create_task(board(name)) for name in ("one board", "another board")]
    await asyncio.sleep(0)
    may.set()
    await asyncio.gather(first, *files, *boards)
    assert done == ["one board", "another board", *letters]


async def test_a_file_that_many_ask_for_at_once_is_drawn_once(
    images: ImageRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, drawn = BoardPictures(images), list[str]()

    def draw(view: FollowingView, theme: str, *position: object) -> bytes:
        drawn.append(theme)
        return b"drawn"

    monkeypatch.setattr("bot.app.pictures.board_pictures.draw_small", draw)
    asked = [pictures.midgame("permainan-tabal", "kayu") for _ in range(5)]
    assert await asyncio.gather(*asked) == [b"drawn"] * 5
    assert drawn == ["kayu"]


def test_no_pile_is_drawn_that_no_game_has() -> None:
    heights = {
        (ruleset.key, kind.letter): tallest(ruleset, kind.letter) for ruleset in rulesets() for kind in ruleset.kinds
    }
    assert heights["malaysian-checkers-8", "m"] == 1
    assert heights["bagh-bandi", "G"] == 5
    assert heights["bagh-bandi", "T"] == 1
    for ruleset in rulesets():
        start = start_position(ruleset)
        for point, height in start.stacks:
            assert min(height, 5) <= heights[ruleset.key, start.cells[point]]
