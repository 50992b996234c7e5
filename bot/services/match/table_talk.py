"""Table talk: what is said beside boards is written without a new version of the match, and boards are edited for it
once in ten seconds at most (``shown_after``).
"""

from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NoTalkAlone, SaidThisTurn, TalkOff
from bot.matches.table_talk import SaidSentence, check_has_table_talk, shown_after, turn_of_talk
from bot.services.core import Core
from bot.services.host.bans import check_not_banned
from bot.store import Player, communities, events, people, table_talk, views
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.table_talk import Utterance


class TableTalkService:
    """The table talk of matches. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of(self, match: Match) -> tuple[SaidSentence, ...]:
        """The newest sentences beside a match in this turn, the oldest of them first."""
        return await self._core.database.read(lambda connection: table_talk.of_match(connection, match))

    async def check(self, player: str, match: Match) -> None:
        """May a player say something beside a match now?

        Raises the exceptions of ``check_has_table_talk`` and ``check_not_banned``, NoTalkAlone against the computer,
        TalkOff and SaidThisTurn.
        """
        await self._core.database.read(lambda connection: self._check(connection, player, match), several=True)

    async def say(self, event: str, player: Player, code: str, sentence: str) -> Match:
        """Say a sentence, by its key, beside a match; the match.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, and what ``check`` raises.
        """

        async def work(connection: Connection) -> Match:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return match
            await self._check(connection, player.id, match)
            now = self._core.clock()
            shown = shown_after(now, await table_talk.latest(connection, code))
            said = Utterance(code, player.id, turn_of_talk(match), sentence, now, shown)
            await table_talk.say(connection, said)
            await events.record(connection, player.platform, event, Effect(code, ""), now)
            return match

        return await self._core.database.write(work, lambda match: self._core.news.matches.publish(match.code))

    async def _check(self, connection: Connection, player: str, match: Match) -> None:
        check_has_table_talk(match)
        if not self._core.computers.keys().isdisjoint(match.seats):
            raise NoTalkAlone
        places = [view.place for view in await views.of_matches(connection, [match.code]) if not view.place.private]
        await check_not_banned(connection, player, places, self._core.clock())
        if not await table_talk.is_wanted(connection, match, player) or not await _is_on(connection, places):
            raise TalkOff
        if await table_talk.has_spoken(connection, match, player):
            raise SaidThisTurn


async def _is_on(connection: Connection, places: list[Place]) -> bool:
    """Do the hosts of all these places let people say something beside boards?"""
    for platform, account in sorted({(place.platform, place.community) for place in places if place.community}):
        if not (await communities.get(connection, platform, account)).has("table_talk"):
            return False
    return True
