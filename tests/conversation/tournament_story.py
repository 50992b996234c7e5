"""A tournament as its people meet it: they join a card, play round by round, and one of them has the cup."""

from collections.abc import Mapping

from sqlalchemy import select

from bot.matches.tournament import TournamentGame
from bot.services.contests.tournaments import TournamentView
from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.tables import tournaments
from loopback.waiting import eventually
from tests.conversation.clients import Client


async def three_join(adi: Client, siti: Client, ros: Client) -> None:
    """Adi, who manages the chat, opens a round robin that all three join, and begins it."""
    await adi.types("/setup")
    await adi.presses("All in the chat")
    await adi.presses("On, their matches are casual")
    await adi.reads("Tournaments: On, their matches are casual")
    await adi.types("/tournament act:new game:malaysian-checkers-8 name: Piala Kampung")
    await siti.reads("Piala Kampung", "Round robin: everybody plays everybody.", "0 are in.")
    for count, each in enumerate((adi, siti, ros), 1):
        await each.presses("Join")
        await each.reads(f"{count} is in." if count == 1 else f"{count} are in.")
    await adi.presses("For organisers")
    await adi.presses("Begin")
    await siti.reads("Round 1 of 3.", "rests in this round.")


async def play(clients: Mapping[str, Client], services: Services) -> str:
    """In each round the one with the greater number resigns; the name of who has won."""
    adi = clients["Adi"]
    for number in (1, 2, 3):
        view, game = await _open_game(services, number)
        await adi.reads(f"Round {number} of 3.", game.match or "")
        loser = view.holder(max(game.pairing.first, game.pairing.second or 0))
        client = clients[view.names[loser.player]]
        await client.types(f"/resign {game.match}")
        await client.presses("Yes, resign")
    (found,) = await services.database.read(_under_way)
    ended = await services.tournaments.view(found)
    assert ended
    winner = ended.names[ended.holder(1).player]
    await adi.reads(f"{winner} has won this tournament.", f"1. {winner} 2", "3. ")
    return winner


async def _open_game(services: Services, number: int) -> tuple[TournamentView, TournamentGame]:
    """The game of a round, once it is open."""

    async def found() -> list[tuple[TournamentView, TournamentGame]]:
        ids = await services.database.read(_under_way)
        opened = [view for each in ids if (view := await services.tournaments.view(each))]
        return [
            (view, game)
            for view in opened
            for game in view.games
            if game.pairing.round == number and game.match and game.waits
        ]

    return (await eventually(found, bool))[0]


async def _under_way(connection: Connection) -> list[str]:
    return list((await connection.execute(select(tournaments.c.id))).scalars())
