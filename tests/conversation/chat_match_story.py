"""A group on Telegram plays against a server on Discord: one challenges, the other accepts, and both vote."""

from collections.abc import Sequence

from sqlalchemy import select

from bot.matches.village import awaited_village
from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.tables import chat_challenges
from loopback.waiting import eventually
from tests.conversation.clients import Client
from tests.conversation.two_days import Forward
from tests.conversation.village_story import GAME, begin_village, live


async def challenge(ours: Sequence[Client], theirs: Sequence[Client], services: Services, game: str = GAME) -> None:
    """The first of us challenges, the others of both chats are counted in, and the first of theirs accepts."""
    (adi, *here), (budi, *there) = ours, theirs
    await begin_village(adi)
    await begin_village(budi)
    await adi.types(f"/village challenge game:{game}")
    await adi.reads("challenges another chat: ", "sends /village accept ")
    codes = await eventually(lambda: services.database.read(_codes), lambda found: found)
    code = codes[0]
    for each in here:
        await each.presses("Count me in")
    await there[0].types(f"/village accept {code}")
    await there[0].reads("challenges this chat: ", "Whoever organises here accepts")
    for each in there:
        await each.presses("Count me in")
        await each.reads("You are counted in")
    await budi.types(f"/village accept {code}")
    await budi.presses("Accept")


async def _codes(connection: Connection) -> Sequence[str]:
    """The codes of the challenges that are open."""
    return (await connection.execute(select(chat_challenges.c.code))).scalars().all()


async def play(
    telegram: tuple[Client, Client], discord: tuple[Client, Client], forward: Forward, services: Services
) -> str:
    """Each chat votes once, in its own place; nobody sees there how many have voted in the other. The match's code."""
    (code,) = await eventually(lambda: live(services), lambda codes: codes)
    match = await services.matches.get(code)
    first = await services.villages.get(awaited_village(match) or "")
    order = (telegram, discord) if first and first.place.platform == "telegram" else (discord, telegram)
    for (voting, turn), waiting in zip(((order[0], "a3-b4"), (order[1], "b6-a5")), reversed(order), strict=True):
        await voting[0].reads(code, "votes: press Vote. The vote ends ")
        told = await waiting[0].reads(code, "votes. The vote ends ")
        assert "press Vote" not in told
        for each in voting:
            await each.presses("Vote")
            await each.presses(f" · {turn}")
            await each.reads("Your vote: ")
        await voting[0].reads("votes: 2 voices so far.")
        await waiting[0].sees_no("voices so far")
        await forward(8)
        await voting[0].reads("2 of 2 voices were for it.")
        await waiting[0].reads(code, "votes: press Vote.")  # that board is edited on its own, and said it of their turn
        await waiting[0].sees_no("voices were for it")
    return code
