"""An answer is planned on the live board itself, seen by nobody else, played when it comes so, and given up there."""

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, begin_live, moves_of, touch
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


@deep("guesses are made and scored by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_who_looks_on_guesses_with_two_touches_until_the_move_falls(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    ros = (await chats.window("Ros", viewport=PHONE, has_touch=True)).page
    await ros.goto(adi.url)
    ask, agreed, offered = ros.locator("#ask"), ros.locator("#agreed"), ros.locator("#offered button")

    async def opens() -> None:
        await ros.locator("#actions").get_by_role("button", name="Guess", exact=True).click()
        await expect(ask).to_contain_text("Which turn will Adi play? Which piece?")

    await opens()
    await expect(agreed).to_be_hidden()
    for points, told in ((("c3", "d4"), "You guess: c3-d4."), (("g3", "h4"), "You guess: g3-h4.")):
        for point in points:
            await touch(ros, point)
        await expect(agreed).to_have_text(told)
    await expect(offered).to_have_text(["Back"])
    await offered.click()
    await expect(agreed).to_be_hidden()
    await opens()
    await expect(agreed).to_have_text("You guess: g3-h4.")
    assert await moves_of(ros) == await moves_of(siti) == []
    await touch(adi, "g3")
    await touch(adi, "h4")
    await at_ply(ros, 1)
    await expect(agreed).to_be_hidden()
    await expect(ask).not_to_contain_text("Which turn")


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


@deep("turns are planned, played and dropped by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_turn_is_planned_by_two_touches_while_the_other_one_thinks(chats: ChatPlatforms) -> None:
    adi, siti = await begin_live(chats)
    for page in (adi, siti):
        await page.get_by_role("button", name="Ready", exact=True).click()
    ask, agreed = siti.locator("#ask"), siti.locator("#agreed")
    planned = siti.locator(".marks polyline.planned:not(.casing)")
    await expect(ask).to_have_text("Adi to move.")

    async def touches(page: Page, *points: str) -> None:
        for point in points:
            await touch(page, point)

    # Their pieces are not one's own, and a piece that was picked is taken back by any other touch, or by a key.
    await touch(siti, "c3")
    await expect(ask).to_have_text("It is not your turn.")
    for elsewhere in ("e3", ""):
        await touch(siti, "b6")
        await expect(ask).to_have_text("Where to?")
        await expect(siti.locator(".marks .target.dot")).to_have_count(2)
        if elsewhere:
            await touch(siti, elsewhere)
        else:
            await siti.keyboard.press("Escape")
        await expect(ask).to_have_text("Adi to move.")

    # Two touches plan; the newer turn takes the place of the older; one press gives it up.
    await touches(siti, "b6", "c5")
    await expect(ask).to_have_text("You have planned: b6-c5, whatever they play.")
    await touches(siti, "b6", "a5")
    await expect(ask).to_have_text("You have planned: b6-a5, whatever they play.")
    await expect(planned).to_have_count(1)
    await siti.get_by_role("button", name="Give the plan up").click()
    await expect(ask).to_have_text("Adi to move.")
    await expect(planned).to_have_count(0)
    await touches(siti, "b6", "a5")
    await expect(planned).to_have_count(1)

    # It is there again for whoever comes back, and is played at once.
    await siti.reload()
    await expect(ask).to_have_text("You have planned: b6-a5, whatever they play.")
    assert await moves_of(siti) == await moves_of(adi) == []
    await touches(adi, "c3", "d4")
    for page in (adi, siti):
        await at_ply(page, 2)
    assert await moves_of(adi) == ["c3-d4", "b6-a5"]
    await expect(planned).to_have_count(0)

    # What does not fit any more is not played, and said once; nobody is asked before they play on.
    await touches(adi, "d4", "c5")
    await at_ply(siti, 3)
    await touches(siti, "d6", "b4")
    await at_ply(adi, 4)
    await touches(siti, "b4", "c3")
    await expect(ask).to_have_text("You have planned: b4-c3, whatever they play.")
    await touches(adi, "a3", "c5")
    await at_ply(siti, 5)
    await expect(agreed).to_have_text("Your plan did not fit any more: b4-c3.")
    await expect(planned).to_have_count(0)
    await touches(siti, "e7", "d6")
    await expect(agreed).to_be_hidden()


@deep("turns are planned, played and dropped by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_turn_that_is_being_planned_when_the_other_one_moves_is_dropped_and_asked(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    ask = siti.locator("#ask")

    # It is given up with the rest of a plan.
    for point in ("b6", "a5"):
        await touch(siti, point)
    await expect(ask).to_have_text("You have planned: b6-a5, whatever they play.")
    await siti.locator("#actions").get_by_role("button", name="More").click()
    await siti.locator("#more").get_by_role("button", name="Plan an answer").click()
    await expect(ask).to_contain_text("What do you expect Adi to play?")
    await siti.get_by_role("button", name="Give the plan up").click()
    await expect(siti.locator("#agreed")).to_be_hidden()
    await siti.get_by_role("button", name="Back", exact=True).click()
    await expect(ask).to_have_text("Adi to move.")

    await touch(siti, "b6")
    await expect(ask).to_have_text("Where to?")
    for point in ("c3", "d4"):
        await touch(adi, point)
    await at_ply(siti, 1)
    for point in ("b6", "a5"):
        await touch(siti, point)
    await expect(siti.locator("#play-it")).to_be_visible()
    assert await moves_of(siti) == ["c3-d4"]


@deep("turns are planned, played and dropped by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_piece_that_is_put_on_the_board_is_planned_by_one_touch(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "bagh-chal")
    await touch(adi, "c3")
    await at_ply(siti, 1)
    await touch(adi, "c2")
    await expect(adi.locator("#ask")).to_have_text("You have planned: goat to c2, whatever they play.")
    for point in ("a1", "a2"):
        await touch(siti, point)
    await at_ply(siti, 3)
    assert await moves_of(adi) == ["goat to c3", "a1-a2", "goat to c2"]


@deep("turns are planned, played and dropped by the app in the quick suite")
@pytest.mark.long("a browser starts")
@pytest.mark.parametrize("plans", [True, False])
async def test_a_match_that_ends_leaves_nothing_of_a_plan_on_its_board(chats: ChatPlatforms, plans: bool) -> None:
    adi, siti = await begin(chats, "dam-8")
    ask = siti.locator("#ask")
    if plans:
        await siti.locator("#actions").get_by_role("button", name="More").click()
        await siti.locator("#more").get_by_role("button", name="Plan an answer").click()
        await expect(ask).to_contain_text("What do you expect Adi to play?")
    else:
        for point in ("b6", "a5"):
            await touch(siti, point)
        await expect(ask).to_have_text("You have planned: b6-a5, whatever they play.")
    await adi.get_by_role("button", name="Draw", exact=True).click()
    await siti.get_by_role("button", name="Accept the draw").click()
    await expect(ask).to_contain_text("Draw")
    await expect(siti.locator("#offered button")).to_have_count(0)
    await expect(siti.locator(".marks .planned")).to_have_count(0)


@deep("turns are planned, played and dropped by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_what_another_window_has_given_up_is_given_up_here_too(chats: ChatPlatforms) -> None:
    _, siti = await begin(chats, "dam-8")
    for point in ("b6", "a5"):
        await touch(siti, point)
    planned = "You have planned: b6-a5, whatever they play."
    await expect(siti.locator("#ask")).to_have_text(planned)
    other = await siti.context.new_page()
    await other.goto(siti.url)
    for page in (other, siti):
        await expect(page.locator("#ask")).to_have_text(planned)
        await page.get_by_role("button", name="Give the plan up").click()
        await expect(page.locator("#ask")).to_have_text("Adi to move.")
