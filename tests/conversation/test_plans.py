"""An answer is planned on the live board itself, seen by nobody else, played when it comes so, and given up there."""

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, moves_of, touch
from tests.suites import deep


@deep("plans are made and carried out by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_an_answer_is_planned_on_the_board_and_comes_by_itself(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    ask, agreed = siti.locator("#ask"), siti.locator("#agreed")
    offered, plan_it = siti.locator("#offered button"), siti.locator("#play-it")

    async def opens() -> None:
        await siti.locator("#actions").get_by_role("button", name="More").click()
        await siti.locator("#more").get_by_role("button", name="Plan an answer").click()

    async def shows(*points: str) -> None:
        for point in points:
            await touch(siti, point)

    await opens()
    await expect(ask).to_contain_text("What do you expect Adi to play?")
    await shows("c3", "d4")
    await expect(ask).to_contain_text("What do you answer to c3-d4?")
    await siti.get_by_role("button", name="Back", exact=True).click()
    await expect(ask).to_contain_text("What do you expect Adi to play?")
    await shows("c3", "d4")
    await expect(ask).to_contain_text("What do you answer to c3-d4?")
    await shows("b6", "a5")
    await expect(plan_it).to_have_text("Plan it")
    await siti.locator("#not-yet").click()
    await expect(plan_it).to_be_hidden()
    await shows("b6", "a5")
    await plan_it.click()
    await expect(agreed).to_have_text("You have planned: if c3-d4, then b6-a5.")
    await expect(ask).to_contain_text("What do you expect Adi to play?")
    assert await moves_of(siti) == await moves_of(adi) == []

    # An offer stands before it, as long as it waits for an answer.
    await adi.get_by_role("button", name="Draw", exact=True).click()
    await expect(ask).to_have_text("Adi offers a draw.")
    await expect(offered).to_have_text(["Play on", "Accept the draw"])
    await siti.get_by_role("button", name="Play on").click()
    await expect(ask).to_contain_text("What do you expect Adi to play?")
    await siti.get_by_role("button", name="Back", exact=True).click()
    await expect(ask).to_have_text("Adi to move.")
    await expect(agreed).to_be_hidden()

    # It is given up where it was planned.
    await opens()
    await expect(agreed).to_contain_text("if c3-d4, then b6-a5")
    await siti.get_by_role("button", name="Give the plan up").click()
    await expect(agreed).to_be_hidden()
    await expect(offered).to_have_text(["Back"])
    await shows("c3", "d4")
    await expect(ask).to_contain_text("What do you answer to c3-d4?")
    await shows("b6", "a5")
    await plan_it.click()
    await expect(agreed).to_contain_text("if c3-d4, then b6-a5")

    # The opponent's move ends planning, and the answer stands on the board.
    await touch(adi, "c3")
    await touch(adi, "d4")
    for page in (adi, siti):
        await at_ply(page, 2)
        await expect(page.locator("#ask")).not_to_contain_text("expect")
    assert await moves_of(siti) == ["c3-d4", "b6-a5"]


@deep("that a touch too soon does nothing is in the quick suite")
@pytest.mark.long("a browser starts")
async def test_after_a_plan_that_a_move_ended_a_turn_is_asked_about(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.locator("#actions").get_by_role("button", name="More").click()
    await siti.locator("#more").get_by_role("button", name="Plan an answer").click()
    await expect(siti.locator("#ask")).to_contain_text("What do you expect Adi to play?")
    for point in ("c3", "d4"):
        await touch(adi, point)
    await at_ply(siti, 1)
    for point in ("b6", "a5"):
        await touch(siti, point)
    await expect(siti.locator("#play-it")).to_be_visible()
    assert await moves_of(siti) == ["c3-d4"]
    await siti.locator("#play-it").click()
    await at_ply(adi, 2)
    for point in ("e3", "f4"):
        await touch(adi, point)
    await at_ply(siti, 3)
    for point in ("d6", "c5"):
        await touch(siti, point)
    await at_ply(siti, 4)
