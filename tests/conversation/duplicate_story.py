"""A week of duplicate as people of two chats meet it: they join, play a position from both sides, and are compared."""

from sqlalchemy import select

from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.tables import duplicate_games
from loopback.waiting import eventually
from tests.conversation.clients import Client


async def switch_on(host: Client) -> None:
    """Somebody who manages the chat switches it on."""
    await host.types("/setup")
    await host.presses("Other chats")
    await host.presses("On, whoever is here may join")
    await host.reads("Duplicate: the same positions in all chats: On, whoever is here may join")


async def two_play(adi: Client, siti: Client, services: Services) -> None:
    """Two join, and Siti resigns from both sides of the first position."""
    await adi.types("/duplicate act:join")
    await siti.reads("Duplicate", "Waiting for a partner: Adi.")
    await siti.presses("Join")
    await siti.reads("Adi – Siti: 0 tables finished")

    async def opened() -> list[str]:
        query = select(duplicate_games.c.match).where(duplicate_games.c.match.is_not(None))

        async def work(connection: Connection) -> list[str]:
            return [str(each) for each in (await connection.execute(query)).scalars()]

        return await services.database.read(work)

    codes = await eventually(opened, lambda found: len(found) == 2)
    for code in codes:
        await siti.types(f"/resign {code}")
        await siti.presses("Yes, resign")
    await adi.reads("Adi – Siti: 1 table finished")
