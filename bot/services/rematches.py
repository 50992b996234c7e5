"""Rematches: asked for by one, begun by the other, and shown where both asked."""

from collections.abc import Collection, Container
from dataclasses import replace
from datetime import datetime

from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import DataDeleted, OpponentDeleted
from bot.services.core import CommittedMatch, Core, version_of
from bot.services.live_limit import LiveLimit
from bot.services.opening import MatchOpener
from bot.store import Player, View, events, match_codes, people
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.events import Effect
from bot.store.records import homes

_REMATCH = "rematch asked for"
"""The name in place of a platform in the events of rematches."""


class RematchService:
    """Asks for rematches, begins and refuses them. Each method is one transaction.

    ``computers`` are the players who are the computer: they always want one.
    """

    def __init__(self, core: Core, opener: MatchOpener, live: LiveLimit, computers: Container[str]) -> None:
        self._core = core
        self._matches = core.matches
        self._computers = computers
        self._opener = opener
        self._live = live

    async def play(self, event: str, player: Player, code: str, place: Place | None) -> Match:
        """Ask for a rematch. The first request is noted; with the other player's, the next match begins, sides swapped.
        Where nobody else has to be asked, on a practice board and against the computer, it begins at once.

        The new match is shown where its players are: in the places from which they asked; ``place`` is that of this
        request, which does not count where only a copy of the board stands.

        Raises UnknownMatch, TooManyMatches, DataDeleted, OpponentDeleted, and the exceptions of
        ``Match.want_rematch`` and ``LiveLimit.check``.
        """

        async def work(connection: Connection) -> tuple[CommittedMatch, ...]:
            # People are locked before the match; who plays in one that is over never changes.
            players = (await self._matches.load(connection, code)).seats
            shown_to = (view.perspective for view in await view_rows.of_matches(connection, [code]))
            known = await people.lock(connection, player.id, *players, *shown_to)
            before = await self._matches.load(connection, code, lock=True)
            following = await self._matches.rematch_of(connection, code)
            if following or await events.effect_of(connection, player.platform, event):
                return (CommittedMatch.unchanged(following or before),)
            if player.id not in known:
                raise DataDeleted
            now = self._core.clock()
            asked = before.want_rematch(player.id, now)
            if not known.issuperset(before.seats):
                raise OpponentDeleted
            alone = before.practice or before.other_of(player.id) in self._computers
            if asked.rematch_by == player.id and not alone:
                await self._note_asked_from(connection, before, asked, place, now)
                return (await self._core.save(connection, player, event, before, asked, now),)
            await self._opener.check_matches(connection, *before.seats)
            match = before.rematch(await self._opener.new_code(connection), player.id, now)
            shown = await self._rematch_views(connection, before, match, place, known, now, alone=alone)
            places = [view.place for view in shown]
            await self._live.check(connection, match, player.id, [match.other_of(player.id)], places)
            await self._matches.add(connection, match)
            begun = asked.begin_rematch(player.id, now)
            await self._matches.save(connection, before, begun)
            for view in shown:
                await view_rows.add(connection, view)
                await view_rows.leave_thread(connection, before.code, view.place)
            await events.record(connection, player.platform, event, Effect(match.code, ""), now)
            return CommittedMatch(None, match), CommittedMatch(before, begun)

        return (await self._core.database.write(work, self._core.all_committed))[0].after

    async def refuse(self, event: str, player: Player, code: str) -> Match:
        """Refuse the rematch that the other player wants; the next match if it has begun already.

        Raises UnknownMatch, and the exceptions of ``Match.refuse_rematch``.
        """

        async def work(connection: Connection) -> CommittedMatch:
            before = await self._matches.load(connection, code, lock=True)
            following = await self._matches.rematch_of(connection, code)
            if following or await events.effect_of(connection, player.platform, event):
                return CommittedMatch.unchanged(following or before)
            now = self._core.clock()
            return await self._core.save(connection, player, event, before, before.refuse_rematch(player.id, now), now)

        return (await self._core.database.write(work, self._core.committed)).after

    async def code_of(self, code: str) -> str | None:
        """The code of the match that the same two played next, None where there is none."""
        return await self._core.database.read(lambda connection: match_codes.code_of_rematch(connection, code))

    async def _note_asked_from(
        self, connection: Connection, before: Match, after: Match, place: Place | None, now: datetime
    ) -> None:
        """Note the view, if there is one, beside which a rematch was asked for first."""
        view = await view_rows.in_place(connection, before.code, place) if place else None
        if view and after is not before:
            await events.record(connection, _REMATCH, version_of(after), Effect(after.code, view.id), now)

    async def _rematch_views(
        self,
        connection: Connection,
        before: Match,
        match: Match,
        place: Place | None,
        known: Collection[str],
        now: datetime,
        *,
        alone: bool,
    ) -> list[View]:
        """The views of a rematch, in the places from which the two asked for it; ``alone``: that one person did.

        For the first of them that is the place that was noted, else the one in which the match began. Nothing is shown
        to people who are not ``known`` any more.
        """
        shown = [
            view
            for view in await view_rows.of_matches(connection, [before.code])
            if not view.frozen and (view.perspective is None or view.perspective in known)
        ]
        old = homes(shown)
        if place and any(view.place.is_at(place) for view in shown if view not in old):
            place = None
        noted = await events.effect_of(connection, _REMATCH, version_of(before))
        asked = [view for view in old if noted and view.id == noted.outcome]
        if not asked and not (alone and place):
            asked = old[:1]
        asked += [view for view in old if place and view.place.is_at(place) and view not in asked]
        made = [
            replace(
                self._opener.new_view(match, Venue(view.place, view.language), now, None),
                perspective=view.perspective,
                theme=view.theme,
                retry_at=None,
                thread_shows=None if view.thread_shows is None else "",
            )
            for view in asked
        ]
        if place and not any(view.place.is_at(place) for view in made):
            player = await people.by_id(connection, match.actor or match.host)
            language = old[0].language if old else (player and player.language) or "en"
            made.append(replace(self._opener.new_view(match, Venue(place, language), now, player), retry_at=None))
        return made
