"""The page of a person in the web room: of whom there is one, and for whom."""

from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard, PersonPage, Refusal, ScoreShown
from bot.computer.computer_player import computer
from bot.matches.identity import Person
from bot.services.services import Services
from engine.puzzles import puzzles_of
from tests.bot.app.test_badges import beaten
from tests.bot.app.test_profile import played
from tests.bot.app.test_rated import CHAT, Villager, begun, moved, resigns
from tests.bot.app.visitors import Visitor
from tests.bot.kit import DAM_8, ROOM, TAPAL


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
        assert (found.name, found.own) == ("Adi", False)
        assert found.scores[0] == ScoreShown("Against people", "1 won, 0 drawn, 0 lost", 1, 0, 0)
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


async def test_ones_own_page_tells_more_than_anybody_else_is_told(
    adi: Visitor, live: LiveBoards, services: Services
) -> None:
    budi, ani = Villager(adi.papan, "Budi"), Villager(adi.papan, "Ani")
    await beaten(services, budi, 2, TAPAL)
    for game, loser in (("dam-8", ani), ("dam-8", ani), ("dam-8", budi), ("tapal", ani)):
        code = await begun(budi, ani, f"/play {game} first pace:coffee rated:yes")
        await moved(services, code, 6)
        await resigns(loser, code)
    me, other = [await services.people.player(each.person) for each in (budi, ani)]
    for number, each in enumerate(puzzles_of(DAM_8)[:3]):
        await services.puzzles.tries(me.id, each, solved=number > 0)
    own = await live.profile(budi.request(CHAT), budi.person)
    assert isinstance(own, PersonPage)
    assert own.own
    assert [what for _, what in own.numbers] == ["best rating", "won of 4", "in puzzles", "puzzles solved"]
    assert [own.numbers[at][0] for at in (1, 3)] == ["3", "2"]
    assert [(each.label, len(each.course)) for each in own.ratings] == [
        ("Main tapal empat · Goats", 1),
        ("Malaysian checkers 8x8", 3),
    ]
    assert own.met == (ScoreShown("Ani", "3 won, 0 drawn, 1 lost", 3, 0, 1, other.id),)
    seen = await live.profile(ani.request(CHAT), budi.person)
    assert isinstance(seen, PersonPage)
    assert [what for _, what in seen.numbers] == ["best rating", "won of 4"]
    assert [len(each.course) for each in seen.ratings] == [1, 0], "the card of /profile has that of the best one"
    assert seen.met == (ScoreShown("You", "1 won, 0 drawn, 3 lost", 1, 0, 3),)
    assert (seen.scores, seen.badges) == (own.scores, own.badges)
    assert [(each.mark, each.name, each.game) for each in own.badges] == [("2", "Herder", "Main tapal empat · Goats")]
