"""A person's data is deleted while something else of theirs is under way: nothing may be left."""

from bench.races.round import GROUP, PLATFORM, RULESET, Kind, Round, all_rows, moved
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.status import LIVE
from bot.store.room import RoomStore


async def delete_and_move(race: Round) -> None:
    """A person's data is deleted while they move."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti, 2)
    await race.at_once(race.there.people.erase(adi), race.act(race.here, adi, match, moved(adi)))
    race.expect((await race.stored(match)).status not in LIVE, "the match goes on")
    await race.expect_no_trace(adi)


async def delete_and_invite(race: Round) -> None:
    """A person's data is deleted while they invite somebody."""
    adi, siti = await race.people("adi", "siti")
    private = Venue(Place(PLATFORM, adi.account, private=True), "en")
    await race.at_once(
        race.there.people.erase(adi),
        race.here.opening.open(race.event(), adi, Invitation(RULESET, siti.person), private),
    )
    await race.expect_no_trace(adi)


async def delete_and_be_invited(race: Round) -> None:
    """A person's data is deleted while somebody who has met them invites them."""
    adi, siti = await race.people("adi", "siti")
    await race.at_once(
        race.there.people.erase(adi),
        race.here.opening.open(race.event(), siti, Invitation(RULESET, player=adi.id), GROUP),
    )
    await race.expect_no_trace(adi)


async def delete_and_accept(race: Round) -> None:
    """A person's data is deleted while they accept an invitation, and somebody accepts theirs."""
    adi, siti = await race.people("adi", "siti")
    to_adi, _ = await race.here.opening.open(race.event(), siti, Invitation(RULESET), GROUP)
    from_adi, _ = await race.here.opening.open(race.event(), adi, Invitation(RULESET), GROUP)
    await race.at_once(
        race.there.people.erase(adi),
        race.here.matches.join(race.event(), adi, to_adi.code),
        race.here.matches.join(race.event(), siti, from_adi.code),
    )
    await race.expect_no_trace(adi)


async def delete_and_rematch(race: Round) -> None:
    """A person's data is deleted while a rematch with them begins."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.here.views.add(match.code, Venue(Place(PLATFORM, adi.account, private=True), "en"), adi)
    await race.here.matches.rematch(race.event(), adi, match.code, None)
    await race.at_once(race.there.people.erase(adi), race.here.matches.rematch(race.event(), siti, match.code, None))
    await race.expect_no_trace(adi)


async def delete_and_settings(race: Round) -> None:
    """A person's data is deleted while they change a setting."""
    (adi,) = await race.people("adi")
    setting = race.here.people.change_settings(adi.id, theme=adi.account)
    await race.at_once(race.there.people.erase(adi), setting)
    await race.expect_no_trace(adi)


async def delete_and_new_name(race: Round) -> None:
    """A person's data is deleted while they are seen under a new name."""
    (adi,) = await race.people("adi")
    renamed = Person(PLATFORM, adi.account, f"New name of {adi.name}", adi.handle)
    await race.at_once(race.there.people.erase(adi), race.here.people.player(renamed))
    # Where they are seen after the deletion, that is their first word.
    race.expect(await race.unmindful().people.by_id(adi.id) is None, "the former person is known again")


async def delete_and_show(race: Round) -> None:
    """A person's data is deleted while their private chat is shown a board."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(siti, (await race.people("ros"))[0])
    private = Venue(Place(PLATFORM, adi.account, private=True), "en")
    await race.at_once(race.there.people.erase(adi), race.here.views.add(match.code, private, adi))
    await race.expect_no_trace(adi)


async def delete_and_say(race: Round) -> None:
    """The data of a person of the web room is deleted while they say something and are answered."""
    room = RoomStore(race.here.database)
    member, _ = await room.add_member(f"adi-{race.number:04}", "en")
    adi = await race.here.people.player(Person("web", member.id, member.name))
    await room.add(f"{race.number} before", "room", member.id, None, {"text": member.name})
    await race.at_once(
        race.there.people.erase(adi),
        room.add(f"{race.number} said", "room", member.id, None, {"text": member.name}),
        room.edit(f"{race.number} before", {"text": member.name}),
        room.add(f"{race.number} answer", "room", None, member.id, {"text": member.name}),
    )
    await race.expect_no_trace(adi)
    race.expect(member.name not in await race.here.database.read(all_rows), "the room still knows the name")


KINDS: tuple[Kind, ...] = (
    delete_and_move,
    delete_and_invite,
    delete_and_be_invited,
    delete_and_accept,
    delete_and_rematch,
    delete_and_settings,
    delete_and_new_name,
    delete_and_show,
    delete_and_say,
)
