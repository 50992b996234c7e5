"""The people: their accounts, names and settings, and the export and removal of their data."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from bot.foundation.publisher import Publisher
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.preferences import DIGEST
from bot.matches.refusals import DataDeleted, UnreadableAccount
from bot.services.core import CommittedMatch, Core
from bot.services.news import Errand
from bot.store import BrokenMatch, Player, deletions, due_members, events, notices, people, privacy, ratings
from bot.store.connection import Connection
from bot.store.matches import apart
from bot.store.records import StoredMessage
from bot.store.set_aside import SetAside
from bot.words import language_of

OF_DIGEST = {"told", "digest_hours", "zone"}
"""The settings by which a player is told of their turn at once or by a digest, and when that comes."""


def spoken_language(player: Player) -> str:
    """The language in which a player is addressed: the one they chose, else that of their client."""
    return language_of(player.spoken)


class PeopleService:
    """Players, their accounts and their settings. Each method is one transaction."""

    kept = tuple(each.sentence for each in privacy.REGISTER)
    """What is stored about people, a sentence each, in English."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._set_aside = SetAside("account")
        self._has_erased = False
        self.changed: Publisher[[Player]] = Publisher()
        """Published by this process when it has changed the settings of a player."""
        self.erased: Publisher[[Person, Sequence[StoredMessage]]] = Publisher()
        """Published when the data of a person has been deleted, here with the messages that others may have seen of it
        in the web room, which are empty now, or by another process."""
        core.news.erasures.subscribe(lambda person: self.erased.publish(person, ()))

    async def player(self, person: Person) -> Player:
        """The player behind an account, with the name it has now; a new one for an account not seen before.

        Invitations to their handle are theirs from now on, and are shown so. Raises the exceptions of ``meet``.
        """
        player, met = await self.meet(person)
        self.show_met(met)
        return player

    async def find(self, person: Person) -> Player | None:
        """A person that somebody has named, by their account or their handle; None for one who was never here."""

        async def work(connection: Connection) -> Player | None:
            if person.account:
                return await people.by_account(connection, person.platform, person.account)
            return await people.by_handle(connection, person.platform, people.clean_handle(person.handle))

        return await self._core.database.read(work)

    async def meet(self, person: Person) -> tuple[Player, list[str]]:
        """The player as in ``player``, and the codes of the invitations that are theirs from now on: for ``show_met``.

        Raises ValueError for a person who is known by handle only, UnreadableAccount, and DataDeleted where that
        happens meanwhile.
        """
        if not person.account:
            raise ValueError("an account is needed to know a player")
        known = await self.known(person)
        if known is not None and people.as_known(known, person):
            return known, []

        async def work(connection: Connection) -> tuple[Player, list[str]]:
            if person.handle:
                await people.lock_handle(connection, person.platform, people.clean_handle(person.handle))
            if known is not None and known.id not in await people.lock(connection, known.id):
                raise DataDeleted
            saved = await people.save(connection, person, self._core.new_id(), self._core.clock())
            if not saved.handle:
                return saved, []
            return saved, await self._core.matches.meet(connection, saved.id, saved.platform, saved.handle)

        try:
            return await self._core.database.write(work)
        except UnreadableAccount:
            self._set_aside.note(events.key_of(person.platform, person.account), "its player does not exist")
            raise

    def show_met(self, codes: Iterable[str]) -> None:
        """Have invitations to a handle say whose that is."""
        for code in codes:
            self._core.news.matches.publish(code)

    async def known(self, person: Person) -> Player | None:
        """The player behind an account as they were seen last; None for an account that was not."""
        return await self._core.database.read(
            lambda connection: people.by_account(connection, person.platform, person.account)
        )

    async def by_id(self, player: str, platform: str | None = None) -> Player | None:
        """A player by the latest of their accounts, or the latest on one platform; None where there is none."""
        return await self._core.database.read(lambda connection: people.by_id(connection, player, platform))

    async def platforms(self, player: str) -> set[str]:
        """The platforms on which a player has accounts."""
        found = await self._core.database.read(lambda connection: ratings.platforms_of(connection, [player]))
        return found[player]

    async def names(self, *of: Match) -> Mapping[str, str]:
        """The names of the players at the boards and of the invitations of matches, by id."""
        wanted = {player for match in of for player in (*match.seats, match.host, match.invited) if player}
        return await self._core.database.read(lambda connection: people.names(connection, wanted))

    async def name(self, player: str | None) -> str:
        """The name of a player; an empty text for None, and for a player whose data is erased."""
        known = await self.by_id(player) if player else None
        return known.name if known else ""

    async def met(self, place: Place, player: str, limit: int) -> list[Player]:
        """At most ``limit`` others who have a seat in a match that stands in a place, the latest match first."""
        return await self._core.database.read(lambda connection: people.met(connection, place, player, limit))

    async def change_settings(self, player: str, **changes: str | None) -> Player:
        """Set some of ``PREFERENCES``.

        Raises KeyError for another name, and DataDeleted where there is no such player any more.
        """

        async def work(connection: Connection) -> tuple[Player | None, Player]:
            await people.lock(connection, player)
            before = await people.by_id(connection, player)
            await people.set_values(connection, player, changes)
            after = await people.by_id(connection, player)
            if after is None:
                raise DataDeleted
            if before and DIGEST in (before.told, after.told) and not OF_DIGEST.isdisjoint(changes):
                await notices.no_longer_put_off(connection, player, self._core.clock())
            return before, after

        def committed(done: tuple[Player | None, Player]) -> None:
            before, after = done
            if after != before:
                self.changed.publish(after)

        return (await self._core.database.write(work, committed))[1]

    async def export(self, player: str) -> privacy.Document:
        """All stored data of a player, as plain values for JSON."""
        return await self._core.database.read(lambda connection: privacy.export(connection, player))

    async def erase(self, player: Player) -> Sequence[Match]:
        """Leave a player's live matches, and remove all data that identifies them; the opponents keep the matches.

        Gives the matches that were left, some of which may still be under way.
        """

        async def work(connection: Connection) -> tuple[list[CommittedMatch], privacy.Erased]:
            matches = self._core.matches
            await people.lock(connection, player.id)
            left: list[CommittedMatch] = []
            seen: set[str] = set()
            while live := [
                listed
                for listed in await matches.of_player(connection, player.id, live=True)
                if listed.code not in seen
            ]:
                for listed in sorted(live, key=lambda match: match.code):
                    seen.add(listed.code)
                    # A match whose row breaks a rule cannot be left, and must not keep anybody's data.
                    await apart(connection, partial(self._leave, connection, listed, player.id, left))
            now, teams = self._core.clock(), await due_members.of_people(connection, matches, [player.id], lock=True)
            gone = await privacy.erase(connection, player.id, now, seen)
            await due_members.tell_next(connection, matches, {match.code: due for match, due in teams}, now)
            return left, gone

        def committed(done: tuple[list[CommittedMatch], privacy.Erased]) -> None:
            left, gone = done
            self._core.all_committed(left)
            self.erased.publish(player.person, gone.said)
            self._core.news.erasures.tell_others(player.person)
            self._core.news.errands.publish(Errand.LADDER)
            for code in gone.changed:
                self._core.news.matches.publish(code)

        left, _ = await self._core.database.write(work, committed)
        self._has_erased = True
        await self._core.database.overwrite_deleted()
        return [change.after for change in left]

    async def deletions(self, since: datetime) -> Mapping[str, datetime]:
        """The times at which accounts had their data deleted since a moment, by the digests of platform and account."""
        return await self._core.database.read(lambda connection: deletions.since(connection, since))

    async def overwrite_erased(self) -> None:
        """Overwrite the copies beside the tables of data erased since the last call; boards that named somebody have
        been drawn anew meanwhile.
        """
        if self._has_erased:
            self._has_erased = False
            await self._core.database.overwrite_deleted()

    async def _leave(
        self, connection: Connection, listed: Match | BrokenMatch, player: str, left: list[CommittedMatch]
    ) -> None:
        """Leave a live match for good; the change is added to ``left`` if the match can be read."""
        matches = self._core.matches
        if isinstance(listed, BrokenMatch):
            await matches.end_unread(connection, listed.code, player)
            return
        before = await matches.load(connection, listed.code, lock=True)
        after = before.leave(player, self._core.clock()).without_quiet_hours()
        await self._core.write(connection, before, after)
        left.append(CommittedMatch(before, after))
