"""Games from elsewhere that people keep for themselves: nobody is told, and nothing is shown to others."""

from bot.matches.kept_games import KeptGame, key_of_record
from bot.matches.limits import KEPT_GAMES, KEPT_NAME_LENGTH, KEPT_RECORD_LENGTH
from bot.matches.names import harmless
from bot.matches.refusals import DataDeleted, GameTooLongToKeep, KeptNameTooLong, TooManyKeptGames
from bot.services.core import Core
from bot.store import kept_games, people
from bot.store.connection import Connection
from engine.game import Game


class KeptGameService:
    """The games that people keep. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of(self, player: str) -> list[KeptGame]:
        """The games that a player keeps, the latest first."""
        return await self._core.database.read(lambda connection: kept_games.of_player(connection, player))

    async def name_of(self, player: str, key: str) -> str:
        """The name under which a player keeps the game with this key; empty where they do not."""
        return await self._core.database.read(lambda connection: kept_games.name_of(connection, player, key))

    async def record_of(self, player: str, key: str) -> str:
        """The record of the game with this key that a player keeps; empty where they do not."""
        return await self._core.database.read(lambda connection: kept_games.record_of(connection, player, key))

    async def keep(self, player: str, name: str, game: Game, record: str) -> None:
        """Keep a game, whose ``record`` this is, under a name, or give another name to one that is kept.

        Raises KeptNameTooLong, GameTooLongToKeep, TooManyKeptGames, and DataDeleted where there is no such player any
        more.
        """
        name = " ".join(harmless(name).split())
        if len(name) > KEPT_NAME_LENGTH:
            raise KeptNameTooLong(KEPT_NAME_LENGTH, len(name))
        if len(record) > KEPT_RECORD_LENGTH:
            raise GameTooLongToKeep(KEPT_RECORD_LENGTH, len(record))
        kept = KeptGame(key_of_record(record), name, game.ruleset.key, game.ply)

        async def work(connection: Connection) -> None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            if await kept_games.rename(connection, player, kept.key, name):
                return
            if await kept_games.count(connection, player) >= KEPT_GAMES:
                raise TooManyKeptGames(KEPT_GAMES)
            await kept_games.add(connection, player, kept, record, self._core.clock())

        await self._core.database.write(work)

    async def drop(self, player: str, key: str) -> None:
        """Forget the game with this key that a player keeps; nothing changes where they do not."""
        await self._core.database.write(lambda connection: kept_games.drop(connection, player, key))
