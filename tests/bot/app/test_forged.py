"""Made-up buttons: whoever sends whatever payload sees and does no more than if they had typed it."""

from dataclasses import replace

import pytest

from bot.app.callback_data import Action, CallbackData
from bot.app.signer import Signer
from bot.chat import Answer
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.people import Place
from bot.services.services import Services
from engine.games import find_ruleset
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import IN_ROOM, event

HERS = Place("telegram", "78", private=True)
STATES = ("invited", "playing", "over")
KEY = bytes(range(32))


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """What a button asks for has nothing to do with the kind of database."""
    return str(request.param)


async def match_in(state: str, adi: Visitor, siti: Visitor, services: Services, *, private: bool) -> Match:
    """A match of Adi and Siti where others see it, or in a private chat."""
    host = await services.people.player(adi.person)
    place = Place("telegram", "77", private=True) if private else IN_ROOM.place
    invitation = Invitation(find_ruleset("sixteen-soldiers"), siti.person, 0)
    match, _ = await services.matches.open(event(), host, invitation, replace(IN_ROOM, place=place))
    if state != "invited":
        guest = await services.people.player(siti.person)
        match = await services.matches.join(event(), guest, match.code)
    if state == "over":
        match = await services.matches.act(event(), host, match.code, lambda now, at: now.resign(host.id, at))
    return match


def tells(answer: Answer) -> str:
    """Everything that can be read in an answer."""
    picture = answer.picture.alt if answer.picture else ""
    return "\n".join((answer.title, answer.text, answer.code, picture, answer.link, *labels(answer)))


@pytest.mark.parametrize("private", [False, True], ids=["in a group", "in private"])
@pytest.mark.parametrize("state", STATES)
async def test_a_stranger_elsewhere_sees_and_changes_nothing(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services, state: str, *, private: bool
) -> None:
    match = await match_in(state, adi, siti, services, private=private)
    for action in Action:
        for argument in ("", "0", "text", "public"):
            for named in (False, True):
                me = (await services.people.player(ros.person)).id  # another one after their data was deleted
                data = CallbackData(action, match.code, match.game.ply, argument, me if named else "")
                answer = await ros.papan.press(ros.request(HERS), str(data))
                said = tells(answer)
                assert "too fast" not in said
                assert "This is for somebody else" not in said, "it is refused for what it asks, not for its owner"
                for secret in ("Adi", "Siti", "Sixteen Soldiers"):
                    assert secret not in said, (str(data), said)
    assert await services.matches.get(match.code) == match
    now = await services.people.player(ros.person)
    assert match.code not in {each.code for each in await services.matches.of_player(now.id)}


async def test_what_was_shown_to_a_spectator_can_be_asked_again_in_private(
    adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    mine = await ros.types(f"/board {code}")
    assert (await ros.presses(mine, "My view", place=HERS)).picture is not None
    assert code in (await ros.presses(mine, "More", place=HERS)).title


def test_a_mark_is_for_one_person_and_one_match() -> None:
    signer = Signer(KEY)
    mine = signer.signed(CallbackData(Action.VIEW, "K7QM", 3, owner="me"))
    assert signer.believed(mine) == mine
    assert signer.believed(replace(mine, ply=9, argument="text")) == replace(mine, ply=9, argument="text")
    for forged in (
        replace(mine, code="K7QN"),
        replace(mine, owner="you"),
        replace(mine, mark=""),
        replace(mine, mark="000000"),
        Signer.alone().signed(mine),
    ):
        assert signer.believed(forged).owner == ""


def test_what_is_about_no_match_has_no_mark() -> None:
    settings = CallbackData(Action.SETTING, argument="theme:kayu", owner="me")
    assert Signer(KEY).signed(settings) == Signer(KEY).believed(settings) == settings


async def test_the_processes_of_a_database_believe_each_other(services: Services) -> None:
    first, second = [Signer(await services.secret("buttons")) for _ in range(2)]
    mine = first.signed(CallbackData(Action.VIEW, "K7QM", owner="me"))
    assert second.believed(mine) == mine
    assert await services.secret("buttons") != await services.secret("others")
