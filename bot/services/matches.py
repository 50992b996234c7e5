"""What people can ask for: load, decide, save. Each wish is one transaction, and each event acts at most once."""

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from bot.matches.match import LIVE_MATCHES, OPEN_INVITATIONS, OPENED_IN_AN_HOUR, Match
from bot.matches.people import Person, Place
from bot.matches.refusals import AlreadyInvitedYou, OwnInvitation, TooManyInvitations, TooManyMatches, TooManyOpened
from bot.matches.status import Status
from bot.services.views import ViewService
from bot.store import Player, View, events, people, privacy, requests
from bot.store import views as rows
from bot.store.database import Connection
from bot.store.events import Effect
from bot.telemetry import metrics
from engine.game import Game
from engine.position import Position
from engine.ruleset import Ruleset

__all__ = ["MatchAction", "MatchService", "Player", "View"]

MatchAction = Callable[[Match, datetime], Match]
"""What somebody does in a match at a moment: it gives the match that becomes of it, or raises a ActionRefused."""

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, O, 1 and I, which are mistaken for each other."""
CODE_LENGTH = 4
TRIES_PER_LENGTH = 4
_LIKE_A_MOVE = re.compile(r"([A-Z]\d+)+|\d+")
EVENTS_KEPT = timedelta(days=30)
REQUESTS_KEPT = timedelta(hours=1)


class MatchService(ViewService):
    """The matches and their views, and everything people may do with them."""

    async def player(self, person: Person) -> Player:
        """The player behind an account, as known now; a new one for an account not met before.

        Raises ValueError for somebody who is known by handle only.
        """
        if not person.account:
            raise ValueError("an account is needed to know a player")
        known = await self._read(lambda connection: people.by_account(connection, person.platform, person.account))
        if known is not None and people.as_known(known, person):
            return known

        async def work(connection: Connection) -> tuple[Player, list[str]]:
            saved = await people.save(connection, person, self._new_id(), self._clock())
            if not saved.handle:
                return saved, []
            return saved, await self._matches.meet(connection, saved.id, saved.platform, saved.handle)

        player, met = await self._database.write(work)
        for code in met:
            self.changes.publish(code)
        return player

    async def player_by_id(self, player: str, platform: str | None = None) -> Player | None:
        """A player through their latest account, or the latest on one platform; None where there is none."""
        return await self._read(lambda connection: people.by_id(connection, player, platform))

    async def names(self, match: Match) -> tuple[str, str]:
        """The names of the players, side by side; an empty text for a seat that is free."""
        seated = [player for player in match.seats if player]
        known = await self._read(lambda connection: people.names(connection, seated)) if seated else {}
        return known.get(match.seats[0] or "", ""), known.get(match.seats[1] or "", "")

    async def name(self, player: str | None) -> str:
        """The name of a player; an empty text for nobody, or for somebody who has left."""
        known = await self.player_by_id(player) if player else None
        return known.name if known else ""

    async def settings(self, player: str, **changes: str | None) -> Player:
        """Change ``language``, ``theme``, ``view`` or ``resigns``. Raises KeyError for what there is not."""

        async def work(connection: Connection) -> Player | None:
            await people.set_values(connection, player, changes)
            return await people.by_id(connection, player)

        changed = await self._database.write(work)
        if changed is None:
            raise KeyError(player)
        return changed

    async def export(self, player: str) -> privacy.Document:
        """All that is kept of a player, as plain values for JSON."""
        return await self._read(lambda connection: privacy.export(connection, player))

    async def erase(self, player: Player) -> None:
        """End what a player has under way, and remove all that tells who they are; their opponents keep the matches."""

        async def work(connection: Connection) -> list[Match]:
            await people.lock(connection, player.id)
            now, ended = self._clock(), []
            while live := await self._matches.of_player(connection, player.id, live=True):
                for listed in live:
                    before = await self._matches.load(connection, listed.code, lock=True)
                    after = before.leave(player.id, now)
                    await self._matches.save(connection, before, after)
                    ended.append(after)
            await privacy.erase(connection, player.id)
            return ended

        def committed(ended: list[Match]) -> None:
            for match in ended:
                self._committed(match)

        await self._database.write(work, committed)

    async def open(
        self,
        event: str,
        host: Player,
        ruleset: Ruleset,
        opponent: Person | None,
        host_side: int | None,
        place: Place,
        language: str,
        position: Position | None = None,
        practice: bool = False,
        at_once: bool = False,
    ) -> tuple[Match, View]:
        """Invite somebody, or anybody (no ``opponent``), or begin a practice board; and the view to show it in.

        ``at_once``: the opponent accepts everybody, and has done so when this returns.

        Raises OwnInvitation, AlreadyInvitedYou, TooManyInvitations, TooManyMatches, TooManyOpened.
        """

        async def work(connection: Connection) -> tuple[Match, View]:
            known = await events.effect_of(connection, host.platform, event)
            view = await rows.get(connection, known.outcome) if known else None
            if known and view:
                return await self._matches.load(connection, known.match, lock=True), view
            now = self._clock()
            await people.lock(connection, host.id)
            game, code = Game.begin(ruleset, position), await self._new_code(connection)
            if practice:
                await self._check_opened(connection, host.id)
                await self._check_matches(connection, host.id)
                match = Match.practise(code, game, host.id, now)
            else:
                invited, handle = await self._invited(connection, opponent, now)
                await self._check_may_invite(connection, host.id, invited, ruleset)
                match = Match.invite(code, game, host.id, now, invited, handle, host_side)
                if at_once and invited:
                    match = match.accept(invited, self._chance.randrange(2), now)
            view = self._new_view(match, place, language, now, host if place.private else None)
            await self._matches.add(connection, match)
            await rows.add(connection, view)
            await events.record(connection, host.platform, event, Effect(code, view.id), now)
            return match, view

        return await self._database.write(work, lambda made: self._committed(made[0]))

    async def join(self, event: str, player: Player, code: str, side: int | None = None) -> Match:
        """Accept an invitation, taking ``side`` where the host left that open.

        Raises UnknownMatch, TooManyMatches, and what ``Match.accept`` and ``Match.sit`` raise.
        """

        async def work(connection: Connection) -> Match:
            before = await self._matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return before
            now = self._clock()
            if side is None:
                after = before.accept(player.id, self._chance.randrange(2), now)
            else:
                after = before.sit(player.id, side, now)
            await people.lock(connection, *after.seats)
            for seated in after.seats:
                await self._check_matches(connection, seated)
            return await self._save(connection, player, event, before, after, now)

        return await self._database.write(work, self._committed)

    async def act(self, event: str, player: Player, code: str, action: MatchAction) -> Match:
        """Do something in a match. An event that has acted before does nothing: the present match is given.

        Raises UnknownMatch, and the ActionRefused of the deed.
        """

        async def work(connection: Connection) -> tuple[Match, Match]:
            before = await self._matches.load(connection, code, lock=True)
            # Only now: whoever did the same a moment ago has committed, or waits behind us.
            if await events.effect_of(connection, player.platform, event):
                return before, before
            now = self._clock()
            return before, await self._save(connection, player, event, before, action(before, now), now)

        def committed(done: tuple[Match, Match]) -> None:
            before, after = done
            metrics.MOVES.inc(max(after.game.ply - before.game.ply, 0))
            self._committed(after)

        _, after = await self._database.write(work, committed)
        return after

    async def awaiting(self, players: Collection[str]) -> list[str]:
        """The codes of the live matches in which one of these players is awaited, or may be by an offer."""
        return await self._read(lambda connection: self._matches.awaiting(connection, players))

    async def rematch(self, event: str, player: Player, code: str, place: Place | None) -> Match:
        """Want to play again. The first to say so is noted; when the other does, the next match begins, sides swapped.

        The new match is shown wherever the old one was, and in ``place`` if there is one. Raises UnknownMatch,
        TooManyMatches, and what ``Match.want_rematch`` raises.
        """

        async def work(connection: Connection) -> Match:
            before = await self._matches.load(connection, code, lock=True)
            following = await self._matches.rematch_of(connection, code)
            if following or await events.effect_of(connection, player.platform, event):
                return following or before
            now = self._clock()
            after = before.want_rematch(player.id, now)
            if after.rematch_by == player.id and not before.practice:
                return await self._save(connection, player, event, before, after, now)
            await people.lock(connection, *before.seats)
            for seated in before.seats:
                await self._check_matches(connection, seated)
            match = before.rematch(await self._new_code(connection), player.id, now)
            await self._matches.add(connection, match)
            for view in await self._rematch_views(connection, before, match, place, now):
                await rows.add(connection, view)
            await events.record(connection, player.platform, event, Effect(match.code, ""), now)
            return match

        return await self._database.write(work, self._committed)

    async def match(self, code: str) -> Match:
        """The match with this code as it stands. Raises UnknownMatch."""
        found = await self._read(lambda connection: self._matches.load(connection, code))
        self._matches.keep(found)
        return found

    async def matches_of(self, player: str, *, live: bool = True) -> list[Match]:
        """The matches of a player: live ones, most urgent first, or finished ones, the latest first."""
        found = await self._read(lambda connection: self._matches.of_player(connection, player, live=live))
        for match in found:
            self._matches.keep(match)
        if not live:
            return found
        return sorted(
            found, key=lambda match: (player not in match.to_act, match.status is Status.INVITED, match.changed)
        )

    async def codes_in(self, place: Place) -> set[str]:
        """The codes of the live matches that are shown in a place."""
        return await self._read(lambda connection: self._matches.codes_in(connection, place))

    async def expire_due(self, ours: Callable[[str], bool] = lambda code: True) -> None:
        """Close the invitations that nobody accepted in time, as far as their codes are ``ours``."""
        now = self._clock()
        for code in filter(ours, await self._read(lambda connection: self._matches.due(connection, now))):

            async def work(connection: Connection, code: str = code) -> Match:
                before = await self._matches.load(connection, code, lock=True)
                after = before.expire(now)
                await self._matches.save(connection, before, after)
                return after

            await self._database.write(work, self._committed)

    async def forget_events(self) -> None:
        """Drop the notes on events so old that no platform repeats them, and the counts of requests."""
        now = self._clock()

        async def work(connection: Connection) -> None:
            await events.forget(connection, now - EVENTS_KEPT)
            await requests.forget(connection, now - REQUESTS_KEPT)

        await self._database.write(work)

    @property
    def minute(self) -> int:
        """The present minute, as ``asked`` counts them."""
        return requests.minute_of(self._clock())

    async def asked(self, person: Person, minute: int, process: str, more: int) -> int:
        """Somebody has asked for something so often in a minute; how often it is by now, in all processes."""
        return await self._database.write(
            lambda connection: requests.add(connection, person.platform, person.account, minute, process, more)
        )

    async def _save(
        self, connection: Connection, player: Player, event: str, before: Match, after: Match, now: datetime
    ) -> Match:
        if after is not before:
            await self._matches.save(connection, before, after)
        await events.record(connection, player.platform, event, Effect(before.code, ""), now)
        return after

    async def _invited(
        self, connection: Connection, opponent: Person | None, now: datetime
    ) -> tuple[str | None, tuple[str, str] | None]:
        """The player who is invited, or else the handle by which they will be known when they turn up."""
        if opponent is None:
            return None, None
        if opponent.account:
            return (await people.save(connection, opponent, self._new_id(), now)).id, None
        handle = people.clean_handle(opponent.handle)
        known = await people.by_handle(connection, opponent.platform, handle)
        return (known.id, None) if known else (None, (opponent.platform, handle))

    async def _check_may_invite(self, connection: Connection, host: str, invited: str | None, ruleset: Ruleset) -> None:
        if invited == host:
            raise OwnInvitation
        if invited and (code := await self._matches.invitation(connection, invited, host, ruleset.key)):
            raise AlreadyInvitedYou(code)
        await self._check_opened(connection, host)
        if await self._matches.count(connection, host, Status.INVITED) >= OPEN_INVITATIONS:
            raise TooManyInvitations(OPEN_INVITATIONS)
        await self._check_matches(connection, host)

    async def _check_opened(self, connection: Connection, host: str) -> None:
        """Has somebody begun so much in the last hour that it can only be a nuisance?"""
        if await self._matches.opened_since(connection, host, self._clock() - timedelta(hours=1)) >= OPENED_IN_AN_HOUR:
            raise TooManyOpened(OPENED_IN_AN_HOUR)

    async def _check_matches(self, connection: Connection, player: str | None) -> None:
        if (
            player
            and player not in self.computers
            and await self._matches.count(connection, player, Status.PLAYING) >= LIVE_MATCHES
        ):
            raise TooManyMatches(LIVE_MATCHES)

    async def _rematch_views(
        self, connection: Connection, before: Match, match: Match, place: Place | None, now: datetime
    ) -> list[View]:
        old = [view for view in await rows.of_matches(connection, [before.code]) if not view.frozen]
        made = [
            replace(
                self._new_view(match, view.place, view.language, now),
                perspective=view.perspective,
                theme=view.theme,
                retry_at=None,
            )
            for view in old
        ]
        if place and not any(view.place == place for view in made):
            player = await people.by_id(connection, match.actor or match.host)
            language = old[0].language if old else (player and player.language) or "en"
            made.append(replace(self._new_view(match, place, language, now), retry_at=None))
        return made

    async def _new_code(self, connection: Connection) -> str:
        """A code that is not in use; longer ones when most short ones are."""
        tries = 0
        while True:
            code = self._letters(CODE_LETTERS, CODE_LENGTH + tries // TRIES_PER_LENGTH)
            tries += 1
            # C4D5 would read as a move.
            if not _LIKE_A_MOVE.fullmatch(code) and not await self._matches.exists(connection, code):
                return code
