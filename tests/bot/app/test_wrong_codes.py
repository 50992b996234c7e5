"""Codes of matches cannot be guessed: wrong ones are refused alike, and so many of them end in a pause."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests import wrong_codes
from bot.app.requests.context import AppServices
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.services import Services
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import DAM_8, IN_ROOM, Clock, event
from tests.suites import deep, quick_first

HERS = Place("telegram", "78", private=True)
CORNER = Place("web", "@adi", private=True)
OTHER_ROOM = Place("web", "elsewhere")
FREE, LONG_FREE = "ZZZZ", "ZZZZZZZZ"
"""Codes that no match of these tests has: the chance of it is fixed."""
UNKNOWN = "No match with the code"
PAUSE = "Too many wrong codes."
LINES = ("board", "join", "resign", "draw", "takeback", "swap", "remind", "hint", "analyse")
OPENS_ANOTHER = {Action.CHOOSE_GAME, Action.CHOOSE_VERSION, Action.INVITE_ANYBODY, Action.PRACTISE}
"""Buttons that open a match, whatever code they carry."""
STATES = ("invited", "playing", "over", "withdrawn")


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with what is refused."""
    return str(request.param)


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_codes, "USUAL", 3)
    monkeypatch.setattr(wrong_codes, "UNDER_ATTACK", 1)
    monkeypatch.setattr(wrong_codes, "FROM_ALL", 10_000)


async def match_in(state: str, adi: Visitor, siti: Visitor, services: Services, place: Place) -> Match:
    host = await services.people.player(adi.person)
    invitation = Invitation(DAM_8, siti.person, 0)
    match, _ = await services.opening.open(event(), host, invitation, replace(IN_ROOM, place=place))
    if state == "withdrawn":
        return await services.matches.act(event(), host, match.code, lambda now, at: now.withdraw(host.id, at))
    if state != "invited":
        match = await services.matches.join(event(), await services.people.player(siti.person), match.code)
    if state == "over":
        match = await services.matches.act(event(), host, match.code, lambda now, at: now.resign(host.id, at))
    return match


async def open_invitation(adi: Visitor, place: Place = OTHER_ROOM) -> str:
    """The code of an invitation that anybody may take who has it."""
    return (await adi.types("/play dam-8 first", place=place)).title.split()[0]


def told(answer: Seen, code: str) -> str:
    """Everything that can be told from an answer, but for the code that was given."""
    said = (answer.title, answer.text, answer.code, answer.link, *labels(answer))
    how = (answer.private, answer.replace, answer.brief, answer.stays, answer.passing, answer.confidential)
    return f"{said} {how} {answer.alt}".replace(code, "CODE")


@deep("other wrong codes are in the quick suite")
@pytest.mark.parametrize("place", quick_first([OTHER_ROOM, CORNER], "test_who_may asks in both places"))
@pytest.mark.parametrize("state", quick_first(STATES, "test_who_may asks so in every state"))
async def test_a_code_of_a_hidden_match_is_refused_as_one_that_no_match_has(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services, state: str, place: Place
) -> None:
    code = (await match_in(state, adi, siti, services, place)).code

    async def all_told(code: str) -> list[str]:
        answers = [await ros.types(f"/{line} {code}", place=HERS) for line in LINES]
        answers.append(await ros.types(f"/move c3-d4 match:{code}", place=HERS))
        links = [f"{question}_{code}" for question in ("board", "more", "move", "resign", "hint", "analyse")]
        answers += [seen(await ros.papan.follow(ros.request(HERS), link)) for link in links]
        assert {answer.text.partition(code)[0].strip() for answer in answers} == {UNKNOWN}
        for action in sorted(set(Action) - OPENS_ANOTHER):
            for argument in ("", "0", "1"):
                data = CallbackData(action, code, 0, argument)
                answers.append(seen(await ros.papan.press(ros.request(HERS), str(data))))
        return [told(answer, code) for answer in answers]

    assert await all_told(code) == await all_told(LONG_FREE if len(code) > 4 else FREE)


async def test_where_it_stands_and_for_its_people_the_reason_is_told(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services
) -> None:
    code, _ = await begin(adi, siti)
    assert "taken already" in (await ros.types(f"/join {code}")).text
    assert "You do not play" in (await ros.types(f"/resign {code}")).text
    waiting = (await match_in("invited", adi, siti, services, OTHER_ROOM)).code
    assert "has not begun" in (await siti.types(f"/resign {waiting}", place=HERS)).text
    assert "is for somebody else" in (await ros.types(f"/join {waiting}", place=OTHER_ROOM)).text


@pytest.mark.usefixtures("limited")
async def test_too_many_wrong_codes_of_a_person_end_in_a_pause(
    adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    right = await open_invitation(adi)
    own, _ = await begin(ros, siti)
    stranger = Place("web", "third")
    answers = [await ros.types(f"/join {FREE}", place=HERS) for _ in range(4)]
    assert [PAUSE in answer.text for answer in answers] == [False, False, False, True]
    assert "in 10 min" in answers[-1].text
    clock.forward(minutes=4)
    for line in (f"/join {right}", f"/board {right}", f"/join {FREE}"):
        refused = await ros.types(line, place=stranger)
        assert (PAUSE in refused.text, "in 6 min" in refused.text) == (True, True), "right or wrong"
    for action in (Action.ACCEPT, Action.INVITE_HOST, Action.VIEW):
        data = CallbackData(action, right)
        assert PAUSE in (seen(await ros.papan.press(ros.request(stranger), str(data)))).text
    assert (await ros.types(f"/board {own}", place=HERS)).alt, "their own go on"
    assert (await ros.types(f"/board {right}", place=OTHER_ROOM)).alt, "and what is shown where they are"
    clock.forward(minutes=6)
    assert (await ros.types(f"/join {right}", place=stranger)).alt


@pytest.mark.usefixtures("limited")
async def test_people_at_one_address_are_refused_by_what_they_do_themselves(papan: App, adi: Visitor) -> None:
    right = await open_invitation(adi)
    people = [Visitor(papan, f"Guest {number}", address="192.0.2.7") for number in range(30)]
    answers = await asyncio.gather(*(each.types(f"/join {FREE}", place=HERS) for each in people))
    assert all(UNKNOWN in answer.text for answer in answers)
    neighbour = Visitor(papan, "Ros", address="192.0.2.7")
    assert PAUSE not in (await neighbour.types(f"/join {right}", place=HERS)).text


@pytest.mark.usefixtures("limited")
async def test_under_attack_all_have_fewer_tries_and_nobody_is_locked_out(
    papan: App, adi: Visitor, siti: Visitor, ros: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wrong_codes, "FROM_ALL", 12)
    right = await open_invitation(adi)
    assert UNKNOWN in (await ros.types(f"/join {FREE}", place=HERS)).text
    wrong = 0
    for number in range(20):
        guest = Visitor(papan, f"Guest {number}")
        for _ in range(3):
            wrong += UNKNOWN in (await guest.types(f"/join {FREE}", place=HERS)).text
    assert wrong == 11 + 16, "three each, then one; the fourth was at two"
    assert PAUSE in (await ros.types(f"/join {right}", place=HERS)).text, "who has given a wrong one"
    assert PAUSE not in (await siti.types(f"/join {right}", place=HERS)).text, "who has given none"


@pytest.mark.usefixtures("limited")
async def test_the_limit_holds_in_all_processes_together_and_what_is_counted_is_forgotten(
    services: Services, ros: Visitor, clock: Clock, sql: Callable[[str], str]
) -> None:
    images = ImageRenderer()
    others = [Visitor(App(AppServices(services, images, SearchPool())), "Ros") for _ in range(3)]
    wrong = 0
    for _ in range(3):
        for each in (ros, *others):
            wrong += UNKNOWN in (await each.types(f"/join {FREE}", place=HERS)).text
    images.close()
    assert wrong <= 3 + len(others)
    assert "ros" not in sql("SELECT who FROM requests")
    clock.forward(hours=2)
    await services.requests.forget_old()
    assert sql("SELECT count(*) FROM requests") == "0"


async def test_whoever_was_given_the_code_of_a_private_invitation_takes_the_seat(adi: Visitor, ros: Visitor) -> None:
    code = await open_invitation(adi, CORNER)
    assert len(code) == 8
    card = await ros.types(f"/join {code}", place=HERS)
    assert card.alt
    assert code in card.title
