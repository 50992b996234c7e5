"""*Replay*: a match looked through turn by turn, by several people at a time, with nothing kept between two presses."""

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import PAYLOAD_BYTES, Button
from bot.computer.search_pool import SearchPool
from bot.services.services import Services
from tests.bot.app.seen import Seen
from tests.bot.app.test_analyses import BLUNDERS
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import Clock

STEPS = ["⏮", "◀", "▶", "⏭"]


async def played(adi: Visitor, siti: Visitor, clock: Clock, *, minutes: int = 40) -> str:
    """A match with five turns, each after so many minutes, that Siti has resigned: its code."""
    code, _ = await begin(adi, siti)
    for number, text in enumerate(BLUNDERS):
        clock.forward(minutes=minutes)
        mover = (adi, siti)[number % 2]
        answer = await mover.moves(f"{code} {text}")
        if answer.text.startswith("Play "):
            await mover.presses(answer, labels(answer)[0])
    await siti.presses(await siti.types(f"/resign {code}"), "Yes, resign")
    return code


def leads_nowhere(answer: Seen) -> list[str]:
    """The labels of the buttons that cannot be pressed now."""
    rows = [row for row in answer.rows if isinstance(row, tuple)]
    return [item.label for row in rows for item in row if isinstance(item, Button) and item.disabled]


def alt(answer: Seen) -> str:
    """The content of the picture, in words."""
    assert answer.picture is not None
    return answer.picture.alt


async def test_a_match_is_looked_through(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code = await played(adi, siti, clock)
    end = await siti.types(f"/replay {code}")
    assert end.private
    assert end.replace
    assert end.title.startswith(f"{code} · ")
    assert end.text.splitlines() == [
        "3. f6 taken off, then e5-f6 (Adi, 40 minutes)",
        "Adi wins: Siti has resigned.",
    ]
    assert labels(end)[:4] == STEPS
    assert leads_nowhere(end) == ["▶", "⏭"]
    before = await siti.presses(end, "◀")
    assert before.text == "2... a7-b6 (Siti, 40 minutes)"
    assert "Last move: a7 – b6." in alt(before)
    first = await siti.presses(await siti.presses(before, "⏮"), "▶")
    assert first.text == "1. c3-d4 (Adi)", "nobody knows when the first turn began"
    beginning = await siti.presses(first, "◀")
    assert beginning.text == "Before the first of 5 turns."
    assert leads_nowhere(beginning) == ["⏮", "◀"]
    assert (await siti.presses(beginning, "⏭")).text == end.text
    for answer in (end, before, first, beginning):
        payloads = [payload for payload, *_ in controls(answer)]
        assert len(set(payloads)) == len(payloads)
        assert all(len(payload.encode()) <= PAYLOAD_BYTES for payload in payloads)


async def test_two_look_through_it_at_once_and_over_a_restart(
    adi: Visitor, siti: Visitor, clock: Clock, services: Services
) -> None:
    code = await played(adi, siti, clock, minutes=0)
    hers, his = await siti.types(f"/replay {code}"), await adi.types(f"/replay {code}")
    hers = await siti.presses(hers, "⏮")
    his = await adi.presses(his, "◀")
    assert hers.text == "Before the first of 5 turns."
    assert his.text == "2... a7-b6 (Siti)"
    images = ImageRenderer()
    again = Visitor(App(AppServices(services, images, SearchPool(threads=1))), "Siti")
    assert (await again.presses(hers, "▶")).text == "1. c3-d4 (Adi)"
    images.close()


async def test_any_turn_is_chosen_from_a_list(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code = await played(adi, siti, clock, minutes=0)
    end = await adi.types(f"/replay {code}")
    choice = await adi.presses(await adi.presses(end, "◀"), "Go to...")
    assert labels(choice) == [
        "1. c3-d4",
        "1... b6-a5",
        "2. d4-e5",
        "2... a7-b6",
        "3. f6 taken off, then e5-f6",
        "Back",
    ]
    assert (await adi.presses(choice, "2. d4-e5")).text == "2. d4-e5 (Adi)"
    assert (await adi.presses(choice, "Back")).text == "2... a7-b6 (Siti)"


async def test_without_a_code_it_is_the_latest_match_with_a_move(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    assert "no such match" in (await adi.types("/replay")).text
    under_way, _ = await begin(adi, siti)
    assert "not begun" in (await adi.types(f"/replay {under_way}")).text
    await adi.moves(f"{under_way} c3-d4")
    assert (await adi.types("/replay")).title.startswith(under_way)
    over = await played(adi, siti, clock)
    assert (await adi.types("/replay")).title.startswith(over)


async def test_turns_that_were_taken_back_lead_to_the_last_one_left(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    shown = await siti.types(f"/replay {code}")
    await adi.types(f"/takeback {code}")
    assert "not begun" in (await siti.presses(shown, "◀")).text


async def test_what_is_no_turn_is_refused(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    for argument in ["x", "-1", "1c", "12345", "to", "toz", "٣"]:
        assert (await adi.sends(f"1:{code}:1:rp:{argument}")).picture is None, argument
