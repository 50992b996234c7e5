"""A boards match between two chats, as their people meet it: one challenges, the other accepts, and people join."""

from collections.abc import Sequence

from sqlalchemy import select

from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.tables import boards_games, boards_matches
from loopback.waiting import eventually
from tests.conversation.clients import Client
from tests.conversation.two_days import Forward

CHATS = ("Kampung Baru", "Hutan Batu")
"""What the chats of both sides are called, as long as nobody has to tell them apart by their apps."""


async def switch_on(host: Client) -> None:
    """The one who manages a chat switches boards matches on."""
    await host.types("/setup")
    await host.presses("Other chats")
    await host.presses("On, chats may play board by board")
    await host.reads("Boards matches against other chats: On, chats may play board by board")


async def gather(
    adi: Client, siti: Client, budi: Client, dewi: Client, services: Services, chats: tuple[str, str] = CHATS
) -> None:
    """Adi's chat challenges, Budi accepts for his; all four join."""
    ours, theirs = chats
    await switch_on(adi)
    await switch_on(budi)
    await adi.types("/boards act:challenge game:malaysian-checkers-8 pace:coffee")
    await siti.reads(" against another chat, board by board.", "sends /boards accept ")
    codes = await eventually(lambda: services.database.read(_codes), lambda found: found)
    await budi.types(f"/boards act:accept challenge:{codes[0]}")
    await dewi.reads(f"{ours} against {theirs}, board by board.", f"{theirs}: 0 are in.")
    for each in (adi, siti, budi, dewi):
        await each.presses("Join")
    await adi.reads(f"{ours}: 2 are in.", "1. Adi 2. Siti", f"{theirs}: 2 are in.")


async def begin(adi: Client, budi: Client, services: Services, chats: tuple[str, str] = CHATS) -> list[str]:
    """Both chats are ready: the codes of the matches, the first board first."""
    ours, theirs = chats
    for each in (adi, budi):
        await each.presses("For organisers")
        await each.presses("Begin")
    for each in (adi, budi):
        await each.reads(f"{ours} 0 – 0 {theirs}, 4 boards to go", "1. Adi – Budi: ", "2. Siti – Dewi: ")
    return await opened(services)


async def opened(services: Services) -> list[str]:
    """The codes of the matches on the boards, once all are open."""
    return [*await eventually(lambda: services.database.read(_opened), lambda found: len(found) == 4)]


async def late(ros: Client, adi: Client, forward: Forward) -> None:
    """Ros is next in line, and plays in place of Adi, who makes no turn in time."""
    await ros.presses("Join")
    await adi.reads("Next in line in ", ": Ros")
    await forward(9)
    await adi.reads("Adi was late: Ros plays board 1.")


async def end(dewi: Client, adi: Client, budi: Client, codes: Sequence[str], chats: tuple[str, str] = CHATS) -> None:
    """Siti wins both of her matches, and Budi one of his two."""
    ours, theirs = chats
    for won, code in enumerate(codes[2:], 1):
        await _resigns(dewi, code)
        await adi.reads(f"{ours} {won} – 0 {theirs}", f"2. Siti {won} – 0 Dewi")
    await adi.reads(f"{ours} 2 – 0 {theirs}, 2 boards to go")
    await _resigns(adi, codes[0])
    await _resigns(budi, codes[1])
    for each in (adi, budi):
        await each.reads(f"{ours} has won: {ours} 3 – 1 {theirs}.", f"1. {adi.name.split()[0]} 1 – 1 Budi")


async def _resigns(who: Client, code: str) -> None:
    await who.types(f"/resign {code}")
    await who.reads("Give up the match ", f"({code})?")
    await who.presses("Yes, resign")


async def _codes(connection: Connection) -> Sequence[str]:
    return (await connection.execute(select(boards_matches.c.code))).scalars().all()


async def _opened(connection: Connection) -> Sequence[str]:
    query = select(boards_games.c.match).where(boards_games.c.match.is_not(None), boards_games.c.dropped == 0)
    return (await connection.execute(query.order_by(boards_games.c.board, boards_games.c.leg))).scalars().all()
