"""Matches of a chat against another one: a village challenges whoever has the code, and another village accepts. The
two may be on different platforms.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.matches.chat_standing import ChatRating, chat_standing
from bot.matches.communities import ON
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.refusals import ChatChallengeGone, DataDeleted, VillageChallenges, VillagePlaysEnough
from bot.matches.state import EventKind, MatchEvent
from bot.matches.village import AT_ONCE, CHALLENGE_LASTS
from bot.services.contests.villages import known, lasts_in, plays
from bot.services.core import CODE_LETTERS, Core
from bot.services.host.bans import check_not_banned
from bot.services.views import new_view
from bot.store import Player, chat_challenges, communities, people, views, villages
from bot.store.chat_challenges import ChatChallenge
from bot.store.connection import Connection
from bot.store.villages import Village
from engine.ruleset import Ruleset

CODE_LENGTH = 6
"""Of challenges; those of matches have four or eight letters."""


@dataclass(frozen=True)
class OpenChallenge:
    """A challenge that another chat can accept: that of a village, called ``name``, which votes for so long on a turn.
    ``counted`` people are of it.
    """

    challenge: ChatChallenge
    village: Village
    name: str
    lasts: timedelta
    counted: int


@dataclass(frozen=True)
class ListedChat:
    """A village in the list of chats."""

    standing: ChatRating
    village: Village
    name: str


class ChatMatchService:
    """The challenges of villages. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def challenge(
        self, player: Player, village: str, place: Place, ruleset: Ruleset, language: str
    ) -> OpenChallenge:
        """Challenge another chat to a game; whoever does it is counted in.

        Raises DataDeleted, VillageOff, VillageChallenges, VillagePlaysEnough, and what ``check_not_banned`` raises.
        """

        async def work(connection: Connection) -> OpenChallenge:
            now = self._core.clock()
            await self._joins(connection, player, village, place, now)
            await people.lock(connection, village)
            if there := await chat_challenges.of_village(connection, village, now):
                raise VillageChallenges(there.code)
            if len(await villages.live_of(connection, village)) >= AT_ONCE:
                raise VillagePlaysEnough(AT_ONCE)
            code = self._core.letters(CODE_LETTERS, CODE_LENGTH)
            made = ChatChallenge(village, code, ruleset.key, language, now + CHALLENGE_LASTS)
            await chat_challenges.put(connection, made)
            return await self._shown(connection, made)

        return await self._core.database.write(work)

    async def count_in(self, player: Player, village: str, place: Place) -> None:
        """Count somebody in for the village of a place: they have a vote in its matches against other chats that begin
        from now on. Raises DataDeleted, VillageOff, and what ``check_not_banned`` raises.
        """
        await self._core.database.write(
            lambda connection: self._joins(connection, player, village, place, self._core.clock())
        )

    async def by_code(self, code: str) -> OpenChallenge:
        """The open challenge with a code. Raises ChatChallengeGone, VillageOff where it was switched off since."""

        async def work(connection: Connection) -> OpenChallenge:
            return await self._shown(connection, await _open(connection, code, self._core.clock()))

        return await self._core.database.read(work)

    async def of_village(self, village: str) -> ChatChallenge | None:
        """The open challenge of a village."""
        return await self._core.database.read(
            lambda connection: chat_challenges.of_village(connection, village, self._core.clock())
        )

    async def counted(self, village: str) -> int:
        """The number of people who are of a village."""
        return await self._core.database.read(lambda connection: villages.count_of(connection, village))

    def accepted(self, place: Place, village: str, code: str) -> "NewChatMatch":
        """The match that begins once the village of a place accepts the challenge with a code."""
        return NewChatMatch(self._core, place, village, code)

    async def standing(self, most: int) -> list[ListedChat]:
        """The chats that want to be listed and have played against others, the best first."""

        async def work(connection: Connection) -> list[ListedChat]:
            found: list[tuple[ChatRating, Village]] = []
            for each in chat_standing(await villages.results(connection)):
                village = await villages.get(connection, each.village)
                if village is None or len(found) == most:
                    continue
                place = village.place
                if (await communities.get(connection, place.platform, place.community)).chosen("listed") == ON:
                    found.append((each, village))
            names = await people.names(connection, [village.player for _, village in found])
            return [ListedChat(each, village, names.get(village.player, "")) for each, village in found]

        return await self._core.database.read(work)

    async def take_back(self, village: str) -> None:
        """Take the challenge of a village back; nothing where it has none."""
        await self._core.database.write(lambda connection: chat_challenges.drop(connection, village))

    @staticmethod
    async def _joins(connection: Connection, player: Player, village: str, place: Place, now: datetime) -> None:
        if player.id not in await people.lock(connection, player.id):
            raise DataDeleted
        await lasts_in(connection, place)
        await check_not_banned(connection, player.id, [place], now)
        await known(connection, village, place)
        await villages.count_in(connection, village, player.id, now)

    @staticmethod
    async def _shown(connection: Connection, found: ChatChallenge) -> OpenChallenge:
        village = await villages.get(connection, found.village)
        assert village, "a challenge refers to it"
        names = await people.names(connection, [found.village])
        lasts, counted = await lasts_in(connection, village.place), await villages.count_of(connection, found.village)
        return OpenChallenge(found, village, names.get(found.village, ""), lasts, counted)


async def _open(connection: Connection, code: str, now: datetime) -> ChatChallenge:
    """The open challenge with a code. Raises ChatChallengeGone."""
    found = await chat_challenges.by_code(connection, code, now)
    if found is None:
        raise ChatChallengeGone
    return found


@dataclass(frozen=True)
class NewChatMatch:
    """The match of a village that accepts the challenge of another one in a place: for ``MatchOpener.open``, whose host
    is the village that challenges.
    """

    core: Core
    place: Place
    village: str
    code: str

    async def event(self, connection: Connection) -> MatchEvent:
        """The contest of the match. Raises ChatChallengeGone, VillageOff."""
        await _open(connection, self.code, self.core.clock())
        await lasts_in(connection, self.place)
        return MatchEvent(EventKind.VILLAGES, self.code)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that both villages play in a match which is being opened, and show it where the challenge was made.
        Raises ChatChallengeGone, VillageOff, VillagePlaysEnough.
        """
        found = await _open(connection, self.code, now)
        host = await villages.get(connection, found.village)
        assert host, "a challenge refers to it"
        # Whoever opens a match has locked its host: nobody else accepts at the same time.
        await chat_challenges.drop(connection, found.village)
        await known(connection, self.village, self.place)
        for village, place in sorted(((host.player, host.place), (self.village, self.place))):
            await plays(connection, match, village, await lasts_in(connection, place), now)
        settings = await communities.get(connection, host.place.platform, host.place.community)
        view = new_view(self.core.new_id(), match, settings.venue(host.place, found.language), now)
        await views.add(connection, replace(view, retry_at=now))
