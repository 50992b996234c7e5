"""Errors of the page's scripts, as browsers tell of them: logged where they stand, and nothing of what they say."""

from structlog.testing import capture_logs

from bot.foundation import metrics
from bot.platforms.web.page_faults import BURST
from loopback.windows import Room

FAULT = '{"kind": "error", "file": "parts/seat.js", "line": 12}'


async def told(room: Room, text: str, origin: str = "") -> int:
    headers = {"Origin": origin or room.url.rstrip("/")}
    async with room.session.post(f"{room.url}fault", data=text, headers=headers) as response:
        return response.status


async def test_an_error_of_a_script_is_logged_and_counted(room: Room) -> None:
    before = metrics.PAGE_FAULTS._value.get()
    with capture_logs() as logs:
        assert await told(room, FAULT) == 204
    [line] = [each for each in logs if each["event"] == "page_script_failed"]
    assert (line["kind"], line["file"], line["line"]) == ("error", "parts/seat.js", 12)
    assert metrics.PAGE_FAULTS._value.get() == before + 1


async def test_a_flood_of_errors_is_logged_no_more_than_it_may(room: Room) -> None:
    with capture_logs() as logs:
        for _ in range(BURST + 5):
            assert await told(room, FAULT) == 204
    assert len([each for each in logs if each["event"] == "page_script_failed"]) == BURST


async def test_what_no_page_of_ours_tells_is_not_logged(room: Room) -> None:
    for text in [
        "",
        "[]",
        '{"kind": "error", "file": "/etc/passwd", "line": 1}',
        '{"kind": "Adi said", "file": "main.js", "line": 1}',
        '{"kind": "error", "file": "main.js", "line": -1}',
        '{"kind": "error", "file": "main.js", "line": 1, "message": "Adi"}',
        FAULT + " " * 300,
    ]:
        with capture_logs() as logs:
            assert await told(room, text) == 400, text
        assert not [each for each in logs if each["event"] == "page_script_failed"], text


async def test_another_page_tells_nothing(room: Room) -> None:
    assert await told(room, FAULT, "https://elsewhere.test") == 403
