"""For whom a button is, and where a match may be looked at: asked as the platforms ask."""

from dataclasses import replace

import pytest

from bot.app.buttons.callback_data import NO_MATCH, Action, CallbackData, read_callback_data, read_press
from bot.app.entry.actions import ACTIONS
from bot.app.requests.subject import Owner
from bot.chat import PAYLOAD_BYTES
from bot.chat.commands import COMMANDS
from bot.matches.identity import Person, Place
from bot.services.services import Services
from tests.bot.app.seen import seen
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import Clock

ELSEWHERE = Place("web", "elsewhere")
PRIVATE = Place("telegram", "77", private=True)


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with what a button asks for."""
    return str(request.param)


def test_the_form_of_a_button_that_is_for_one_person_never_changes() -> None:
    data = CallbackData(Action.RESIGN, "K7QM", 14, "x", owner="3h7k2m9qx4c0d")
    signed = replace(data, mark="f3k09z")
    assert str(signed) == "1@3h7k2m9qx4c0d.f3k09z:K7QM:14:rs:x"
    assert read_callback_data(str(signed)) == signed
    assert str(data) == "1@3h7k2m9qx4c0d:K7QM:14:rs:x"
    assert read_callback_data(str(data)) == data
    assert read_press("1:-:0:go", ("1@3h7k2m9qx4c0d:K7QM:14:vw",)).owner == "3h7k2m9qx4c0d"


async def test_what_is_for_one_person_says_so_and_what_is_for_all_does_not(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    code, card = await begin(adi, siti)
    me = (await services.people.player(adi.person)).id
    board = await adi.types(f"/board {code} public")
    for answer in (card, board):
        assert not answer.private
        assert {read_press(payload, values).owner for payload, values, _ in controls(answer)} == {""}
    mine = [
        await adi.types(line) for line in ("/help", "/play", "/play dam-8", "/settings", "/privacy", "/rules dam-8")
    ]
    mine += [await adi.types(line) for line in ("/move", "/move b2-b3", "/board", "/games", f"/resign {code}")]
    mine += [await adi.presses(board, label) for label in ("Your move", "My view", "More")]
    for answer in mine:
        assert answer.private
        assert controls(answer)
        assert {read_press(payload, values).owner for payload, values, _ in controls(answer)} == {me}


async def test_the_longest_button_fits_with_its_mark(adi: Visitor) -> None:
    handle = "a" * 32
    menu = seen(await adi.papan.command(adi.request(), "play", {"opponent": Person("web", "", handle, handle=handle)}))
    for payload, values, _ in controls(menu):
        assert len(":".join((payload, *values)).encode()) < PAYLOAD_BYTES, "a platform may mark a panel by one letter"


async def test_nobody_uses_a_personal_button_of_another(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    before = await services.matches.get(code)
    owner = (await services.people.player(adi.person)).id
    personal = [each for each in Action if ACTIONS[each].owner is not Owner.ANYBODY]
    for action in personal:
        answer = await siti.sends(str(CallbackData(action, code, owner=owner)))
        assert answer.private, action
        assert not answer.replace, f"{action}: the answer to the other stays as it is"
        assert not answer.rows, action
        assert answer.text.startswith("This is for somebody else. Ask for your own: /"), f"{action} has no mark"
        assert await services.matches.get(code) == before, action
    assert len(personal) > 1


async def test_whose_button_it_is_stands_there_for_those_who_see_the_match(
    adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    mine = await adi.types(f"/resign {code}")
    for visitor in (siti, ros):
        assert (await visitor.presses(mine, "Yes, resign")).text == f"This is for Adi. Ask for your own: /resign {code}"
    elsewhere = await ros.presses(mine, "Yes, resign", place=ELSEWHERE)
    assert elsewhere.text == f"This is for somebody else. Ask for your own: /resign {code}"


async def test_a_button_of_somebody_who_has_left_is_still_not_mine(adi: Visitor, siti: Visitor) -> None:
    settings = await adi.types("/settings")
    await adi.presses(await adi.types("/privacy delete"), "Delete it all")
    for visitor in (siti, adi):
        assert "This is for somebody else" in (await visitor.presses(settings, "Bahasa Melayu")).text


async def test_what_only_shows_something_is_for_anybody_and_leaves_the_others_answer(
    adi: Visitor, siti: Visitor
) -> None:
    await begin(adi, siti)
    view = await siti.presses(await adi.types("/board"), "My view")
    assert view.private
    assert view.picture is not None
    assert not view.replace
    card = await adi.types("/rules dam-8")
    topic = labels(card)[1]
    assert not (await siti.presses(card, topic)).replace
    assert (await adi.presses(card, topic)).replace


@pytest.mark.parametrize("action", Action)
def test_every_button_has_a_question_that_a_link_asks_again(action: Action) -> None:
    question = ACTIONS[action].question
    for code in ("K7QM", NO_MATCH):
        assert question.typed(code).removeprefix("/").split()[0] in {each.name for each in COMMANDS}


async def test_what_acts_at_once_for_one_person_is_no_button_without_that_person(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    code, _ = await begin(adi, siti)
    before = await services.matches.get(code)
    for action in [each for each in Action if ACTIONS[each].owner is Owner.ASKED]:
        argument = "language:ms" if action is Action.SETTING else ""
        for place in (adi.request().place, PRIVATE):
            data = CallbackData(action, code, before.game.ply, argument)
            answer = seen(await adi.papan.press(adi.request(place), str(data)))
            assert answer.text == "This button is no longer in use. /board shows the match as it stands.", action
        assert await services.matches.get(code) == before, action


async def test_a_spectator_looks_at_a_match_where_it_stands(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, card = await begin(adi, siti)
    assert (await ros.types(f"/board {code}")).picture is not None
    refused = await ros.types(f"/board {code}", place=ELSEWHERE)
    assert (refused.picture, refused.rows) == (None, ())
    assert f"No match with the code {code} is open to you" in refused.text
    for action in (Action.VIEW, Action.MORE):
        answer = seen(await ros.papan.press(ros.request(ELSEWHERE), str(CallbackData(action, code))))
        assert f"No match with the code {code} is open to you" in answer.text
    assert (await adi.types(f"/board {code}", place=ELSEWHERE)).picture is not None, "a player, anywhere"
    view = await ros.presses(card, "Rules")
    assert view.picture is not None
    mine = await ros.types(f"/board {code}")
    assert (await ros.presses(mine, "My view", place=PRIVATE)).picture is not None, "where the answer was sent to"


async def test_a_made_up_button_shows_no_private_match(adi: Visitor, ros: Visitor, services: Services) -> None:
    board = await adi.presses(await adi.types("/play dam-8", place=PRIVATE), "Practice board", place=PRIVATE)
    code = board.title.split()[0]
    me = (await services.people.player(ros.person)).id
    own = Place("telegram", "78", private=True)
    for action in (Action.VIEW, Action.MORE):
        answer = seen(await ros.papan.press(ros.request(own), str(CallbackData(action, code, owner=me))))
        assert f"No match with the code {code} is open to you" in answer.text


async def test_a_bystander_spreads_no_match_and_a_player_only_so_far(
    adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    for number in range(5):
        answer = await ros.types(f"/board {code} public", place=Place("discord", f"{number}"))
        assert answer.private
        assert f"No match with the code {code} is open to you" in answer.text
    clock.forward(minutes=1)
    assert not (await ros.types(f"/board {code} public")).private, "where it stands"
    shown = [await adi.types(f"/board {code} public", place=Place("discord", f"{number}")) for number in range(5)]
    assert [answer.private for answer in shown] == [False, False, True, True, True]
    assert f"{code} is shown in 3 places already" in shown[-1].text
    joined = await siti.types(f"/join {code}", place=Place("discord", "9"))
    assert "3 places already" in joined.text


async def test_a_private_match_does_not_come_into_a_group(adi: Visitor) -> None:
    board = await adi.presses(await adi.types("/play dam-8", place=PRIVATE), "Practice board", place=PRIVATE)
    code = board.title.split()[0]
    answer = await adi.types(f"/board {code} public")
    assert answer.private
    assert f"{code} is played in private and stays there" in answer.text
