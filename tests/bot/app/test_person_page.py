"""The page of a person in the web room: of whom there is one, and for whom."""

from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard, PersonPage, Refusal
from bot.computer.computer_player import computer
from bot.matches.identity import Person
from bot.services.services import Services
from tests.bot.app.test_profile import played
from tests.bot.app.visitors import Visitor
from tests.bot.kit import ROOM


async def test_an_id_tells_of_nobody_who_was_not_met(
    adi: Visitor, siti: Visitor, ros: Visitor, live: LiveBoards, services: Services
) -> None:
    await played(adi, siti, siti, ROOM)
    met = await services.people.find(adi.person)
    far = await services.people.player(Person("telegram", "77", "Far"))
    assert met is not None
    for who in (adi.person, met.id):
        found = await live.profile(ros.request(ROOM), who)
        assert isinstance(found, PersonPage)
        assert (found.name, found.scores[0]) == ("Adi", "Against people: 1 won, 0 drawn, 0 lost")
        assert len(found.matches) == 1
    for guessed in (far.id, "0" * 32, ""):
        assert isinstance(await live.profile(ros.request(ROOM), guessed), Refusal)


async def test_a_seat_leads_to_its_person_and_never_to_the_computer(
    adi: Visitor, ros: Visitor, live: LiveBoards, services: Services
) -> None:
    services.matches.computers[(await services.people.player(computer(1))).id] = 1
    code = (await adi.types("/play computer 1 dam-8 first")).title.split()[0]
    board = await live.board(adi.request(ROOM), code)
    assert isinstance(board, LiveBoard)
    person, nobody = board.people
    assert isinstance(await live.profile(ros.request(ROOM), person), PersonPage)
    assert nobody == ""


async def test_who_has_blocked_somebody_has_no_page_for_them(adi: Visitor, ros: Visitor, live: LiveBoards) -> None:
    await ros.types("/games", place=ROOM)
    await adi.commands("block", {"who": ros.person})
    found = await live.profile(ros.request(ROOM), adi.person)
    assert isinstance(found, Refusal)
    assert found.text == "Adi keeps that private."
