"""The sentences read out to whoever hears a live board, written out in each language."""

from dataclasses import replace

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard
from tests.bot.app.visitors import Visitor, begin

HEARD = {
    "en": (
        "Malaysian checkers 8x8 against Adi. You play Black.",
        "c3 to d4. Your turn.",
        "f6 to e5. Adi to move.",
        "d4 takes e5, to f6. Your turn. You can capture. A quiet move instead costs one of the pieces that could.",
        "Siti wins: Adi has resigned.",
    ),
    "ms": (
        "Dam Malaysia 8x8 lawan Adi. Anda bermain sebagai Hitam.",
        "c3 ke d4. Giliran anda.",
        "f6 ke e5. Giliran Adi.",
        (
            "d4 makan e5, ke f6. Giliran anda. Anda boleh makan. Jika tidak makan, satu daripada buah yang boleh "
            "makan itu kena tangkap."
        ),
        "Siti menang: Adi menyerah kalah.",
    ),
    "id": (
        "Dam Malaysia 8x8 melawan Adi. Kamu bermain sebagai Hitam.",
        "c3 ke d4. Giliranmu.",
        "f6 ke e5. Giliran Adi.",
        (
            "d4 makan e5, ke f6. Giliranmu. Kamu bisa makan. Jika tidak makan, salah satu bidak yang bisa makan itu "
            "ditangkap."
        ),
        "Siti menang: Adi menyerah.",
    ),
}


@pytest.mark.parametrize("language", [*HEARD])
async def test_a_short_match_is_told_in_ones_language(
    live: LiveBoards, adi: Visitor, siti: Visitor, language: str
) -> None:
    code, _ = await begin(adi, siti)
    siti = replace(siti, locale=language)

    async def shown() -> LiveBoard:
        board = await live.board(siti.request(), code)
        assert isinstance(board, LiveBoard)
        return board

    async def told() -> str:
        board = await shown()
        return " ".join((board.moved, *board.awaits))

    heard = [(await shown()).arrival]
    for visitor, move in ((adi, "c3-d4"), (siti, "f6-e5"), (adi, "d4xf6")):
        await visitor.moves(move)
        heard.append(await told())
    await live.press(adi.request(), code, 3, "resign", "")
    heard.append(" ".join((await shown()).awaits))
    assert heard == [*HEARD[language]]


async def test_what_is_put_and_what_may_be_taken_is_told(live: LiveBoards, adi: Visitor) -> None:
    code = (await adi.types("/play practice main-tapal-empat")).title.split()[0]
    board = await live.board(adi.request(), code)
    assert isinstance(board, LiveBoard)
    assert (board.arrival, board.moved) == ("practice board · Main tapal empat.", "")
    await adi.moves(f"{code} b3 b4")
    board = await live.board(adi.request(), code)
    assert isinstance(board, LiveBoard)
    assert (board.moved, board.awaits) == ("Tigers to b3 and b4.", ("Your turn.",))
