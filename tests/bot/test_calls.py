"""Whoever is awaited is told so once, beside the right board, and not longer than it is true."""

import asyncio

from bot.service import MatchService
from bot.talk import Answer, Later, Person, Place, Unreachable
from tests.bot.kit import DAM_8, ROOM, Clock, begun, event, person, play
from tests.bot.wall import Wall, keeper, shown, until


async def test_whoever_is_to_move_is_called_once(service: MatchService, wall: Wall) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    wall.standing["first"] = Answer()
    async with keeper(service, wall):
        await until(lambda: wall.called == ["Adi"])  # Siti has just accepted
        match = await play(service, match, adi, siti)
        await until(lambda: wall.called == ["Siti"])
        match = await play(service, match, adi, siti)
        await until(lambda: wall.called == ["Adi"])
        await service.act(event(), adi, match.code, lambda now_, at: now_.offer_draw(adi.id, at))
        await until(lambda: wall.called == ["Siti"])
        await service.act(event(), siti, match.code, lambda now_, at: now_.answer_draw(siti.id, True, at))
        await until(lambda: wall.called == [])
        await shown(service, match.code)
    assert wall.done.count("ping") == 4
    # A restart calls nobody a second time.
    async with keeper(service, wall):
        await asyncio.sleep(0.1)
    assert wall.done.count("ping") == 4


async def test_nobody_is_forgotten_while_another_is_called(service: MatchService, wall: Wall) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    wall.standing["first"] = Answer()
    calling, go_on, called = asyncio.Event(), asyncio.Event(), []

    async def slow(place: Place, message: str, person: Person, text: str, key: str) -> str:
        calling.set()
        await go_on.wait()
        called.append(person.name)
        return ""

    wall.ping = slow  # type: ignore[method-assign]
    async with keeper(service, wall):
        await calling.wait()
        match = await play(service, match, adi, siti)
        await shown(service, match.code)
        go_on.set()
        await until(lambda: called == ["Adi", "Siti"])


async def test_an_invited_person_is_called_and_a_missed_call_is_made_up_for(service: MatchService, wall: Wall) -> None:
    adi = await service.player(person("Adi"))
    match, view = await service.open(event(), adi, DAM_8, person("Siti"), None, ROOM, "en")
    await service.shown(view.id, "first")
    wall.failures = [Later(0.05, "429")]
    async with keeper(service, wall):
        await until(lambda: wall.called == ["Siti"])
    assert wall.pings.popitem()[1] == ("Siti", f"{match.code} 0")


async def test_people_are_called_beside_their_own_board(service: MatchService, wall: Wall) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    hers, his = Place("web", "siti", private=True), Place("web", "adi", private=True)
    match, view = await service.open(event(), adi, DAM_8, person("Siti"), 0, his, "en")
    await service.shown(view.id, "his")
    match = await service.join(event(), siti, match.code)
    own = await service.add_view(match.code, hers, "en", siti)
    await service.shown(own.id, "hers")
    wall.standing = {"his": Answer(), "hers": Answer()}
    beside: list[str] = []
    wall.ping = lambda place, message, person, text, key: _note(beside, f"{person.name} {message}")  # type: ignore[method-assign]
    async with keeper(service, wall):
        await until(lambda: beside == ["Adi his"])
        await play(service, match, adi, siti)
        await until(lambda: beside == ["Adi his", "Siti hers"])


async def _note(notes: list[str], note: str) -> str:
    notes.append(note)
    return ""


async def test_who_is_not_reached_in_private_is_called_where_others_read(
    service: MatchService, wall: Wall, clock: Clock
) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "room")
    own = await service.add_view(match.code, Place("web", "siti", private=True), "en", siti)
    await service.shown(own.id, "hers")
    wall.standing = {"room": Answer(), "hers": Answer()}
    edit, troubles = wall.edit, iter([ConnectionError("lost"), Unreachable()])

    async def unreached(place: Place, message: str, answer: Answer) -> None:
        if message == "hers":
            raise next(troubles)
        await edit(place, message, answer)

    wall.edit = unreached  # type: ignore[method-assign]
    async with keeper(service, wall):
        await until(lambda: wall.called == ["Adi"])
        match = await play(service, match, adi, siti)
        # While her own board is waited for, the old call goes.
        await until(lambda: wall.called == [])
        clock.forward(seconds=5)
        service.listeners[0](match.code)
        await until(lambda: wall.called == ["Siti"])
