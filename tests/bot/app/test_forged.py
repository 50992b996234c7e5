"""Made-up buttons: whoever sends whatever payload sees and does no more than if they had typed it."""

from dataclasses import replace

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.buttons.owners import Signer
from bot.matches.identity import Place
from bot.services.services import Services
from bot.store.secrets import SecretName
from tests.bot.app.visitors import Visitor, begin
from tests.suites import deep

HERS = Place("telegram", "78", private=True)
STATES = ("invited", "playing", "over")
KEY = bytes(range(32))


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with what a button asks for."""
    return str(request.param)


@deep("other made-up presses are in the quick suite")
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
    first, second = [Signer(await services.secret(SecretName.BUTTONS)) for _ in range(2)]
    mine = first.signed(CallbackData(Action.VIEW, "K7QM", owner="me"))
    assert second.believed(mine) == mine
    assert await services.secret(SecretName.BUTTONS) != await services.secret(SecretName.WRONG_CODES)
