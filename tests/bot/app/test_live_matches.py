"""What people read when a live match more cannot be."""

from bot.matches.invitation import Invitation, Venue
from bot.matches.pace import Pace, Terms
from bot.matches.people import Place
from bot.services.services import Services
from tests.bot.app.visitors import Visitor
from tests.bot.kit import DAM_8, IN_ROOM, event, person

GROUP = Venue(Place("telegram", "-1001"), "en")


async def invited(services: Services, host: str, venue: Venue) -> str:
    """The code of an invitation to a live match."""
    player = await services.people.player(person(host))
    wish = Invitation(DAM_8, None, 0, terms=Terms(Pace.BLITZ))
    return (await services.opening.open(event(), player, wish, venue))[0].code


async def test_a_telegram_group_shows_three(services: Services, adi: Visitor) -> None:
    waiting = await invited(services, "Tom", GROUP)
    for number in range(3):
        guest = await services.people.player(person(f"Guest {number}"))
        await services.matches.join(event(), guest, await invited(services, f"Host {number}", GROUP))
    refused = await adi.types(f"/join {waiting}", place=GROUP.place)
    assert refused.text == "3 live games are all a group can show. Play this one in private?"
    elsewhere = await invited(services, "Ros", IN_ROOM)
    brought = await adi.types(f"/join {elsewhere}", place=GROUP.place)
    assert brought.text == refused.text, "it would be shown here too"
    assert (await adi.types(f"/join {elsewhere}")).text.startswith("You play Black")


async def test_a_person_plays_one(services: Services, adi: Visitor, siti: Visitor) -> None:
    first, second = await invited(services, "Tom", IN_ROOM), await invited(services, "Ros", IN_ROOM)
    await adi.types(f"/join {first}")
    assert (await adi.types(f"/join {second}")).text == f"You are playing {first} live. Finish it first."
    assert (await siti.types(f"/join {second}")).text.startswith("You play Black")
