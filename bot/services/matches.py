"""Matches: open, join, act, look up. Each method is one transaction, and each event acts at most once."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.refusals import DataDeleted, OpponentDeleted
from bot.matches.status import Status
from bot.services.changes import Publisher
from bot.services.core import Core
from bot.services.live_limit import LiveLimit, places_of
from bot.services.opening import MatchOpener
from bot.services.people import PeopleService
from bot.store import Player, Unreadable, View, events, people
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.events import Effect
from bot.store.matches import MatchRows
from engine.games import rulesets
from engine.ruleset import Ruleset

__all__ = ["MatchAction", "MatchList", "MatchRows", "MatchService", "Player", "View"]

MatchAction = Callable[[Match, datetime], Match]
"""What a player does in a match at a time: gives the match after it, or raises an ActionRefused."""

_STUCK = "computer is stuck"
_REMATCH = "rematch asked for"
"""Stand for the platform of such events."""


@dataclass(frozen=True)
class MatchList:
    """Matches of a player, the codes of those that cannot be read, and of all that stand in the place asked about."""

    matches: tuple[Match, ...]
    unreadable: tuple[str, ...]
    here: frozenset[str] = frozenset()


class MatchService:
    """The matches, and everything people may do with them. ``computers`` are the levels of the players who are the
    computer, by id: they may play any number of matches. ``live_boards`` is by platform how many live matches can be
    shown in a group, where that is limited. ``moved`` publishes the number of moves made by each committed change.
    """

    def __init__(self, core: Core, people: PeopleService, live_boards: Mapping[str, int]) -> None:
        self._core = core
        self._matches = core.matches
        self.computers: dict[str, int] = {}
        self.moved: Publisher[[int]] = Publisher()
        self._live = LiveLimit(core, self.computers, live_boards)
        self._opener = MatchOpener(core, people, self.computers, self._live)

    async def open(self, event: str, host: Player, invitation: Invitation, venue: Venue) -> tuple[Match, View]:
        """Begin a match as the host asks for it, or the invitation to it; and the view that shows it.

        Raises what ``MatchOpener.open`` raises.
        """
        return await self._opener.open(event, host, invitation, venue)

    async def join(
        self, event: str, player: Player, code: str, side: int | None = None, place: Place | None = None
    ) -> Match:
        """Accept an invitation, taking ``side`` where the host left that open; ``place`` will show the match too.

        Raises UnknownMatch, TooManyMatches, DataDeleted, and what ``Match.accept``, ``Match.sit`` and
        ``LiveLimit.check`` raise.
        """

        async def work(connection: Connection) -> Match:
            # People are locked before the match; whose it is never changes.
            host = (await self._matches.load(connection, code)).host
            known = await people.lock(connection, player.id, host)
            before = await self._matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return before
            if player.id not in known:
                raise DataDeleted
            now = self._core.clock()
            after = await self._opener.seated(connection, before, player.id, side, now)
            await self._opener.check_matches(connection, *after.seats)
            shown_in = [*await places_of(connection, code), *([place] if place else [])]
            await self._live.check(connection, after, player.id, [after.other_of(player.id)], shown_in)
            return await self._save(connection, player, event, before, after, now)

        return await self._core.database.write(work, self._core.committed)

    async def act(self, event: str, player: Player, code: str, action: MatchAction) -> Match:
        """Apply an action to a match, and give the match after it, or as it is if this event has acted before.

        The match is read again here, under a lock, though the caller has seen it: what the action is applied to must be
        what is stored, whatever other requests, other processes or a crash have done in between.

        Raises UnknownMatch, and the ActionRefused of the action.
        """

        async def work(connection: Connection) -> tuple[Match, Match]:
            before = await self._matches.load(connection, code, lock=True)
            # Asked after the lock is held: a repetition of the event has committed by now, or waits for us.
            if await events.effect_of(connection, player.platform, event):
                return before, before
            now = self._core.clock()
            return before, await self._save(connection, player, event, before, action(before, now), now)

        def committed(done: tuple[Match, Match]) -> None:
            before, after = done
            self.moved.publish(max(after.game.ply - before.game.ply, 0))
            self._core.committed(after)

        _, after = await self._core.database.write(work, committed)
        return after

    async def note_stuck(self, match: Match) -> bool:
        """Note that the computer cannot act on this version of a match, and have its views say so.

        False if that is noted already. Once the match has gone on, the note is about a former version.
        """

        async def work(connection: Connection) -> bool:
            before = await self._matches.load(connection, match.code, lock=True)
            if before.version != match.version or await self._is_stuck(connection, match):
                return False
            effect = Effect(match.code, "")
            await events.record(connection, _STUCK, _version_of(match), effect, self._core.clock())
            await view_rows.show_again(connection, match.code)
            return True

        noted = await self._core.database.write(work)
        if noted:
            self._core.changes.publish(match.code)
        return noted

    async def is_stuck(self, match: Match) -> bool:
        """Is it noted that the computer cannot act on this version of a match?"""
        return await self._core.database.read(lambda connection: self._is_stuck(connection, match))

    @staticmethod
    async def _is_stuck(connection: Connection, match: Match) -> bool:
        return await events.effect_of(connection, _STUCK, _version_of(match)) is not None

    def cached(self, code: str) -> Match | None:
        """A match as this process has last read or written it, which may be old; None if it is not in memory."""
        return self._matches.cached(code)

    async def codes_to_act(self, players: Collection[str]) -> list[str]:
        """The codes of the live matches in which one of these players may have to move, accept or answer."""
        return await self._core.database.read(lambda connection: self._matches.codes_to_act(connection, players))

    async def rematch(self, event: str, player: Player, code: str, place: Place | None) -> Match:
        """Ask for a rematch. The first request is noted; with the other player's, the next match begins, sides swapped.

        The new match is shown where its players are: in the places from which they asked; ``place`` is that of this
        request. Raises UnknownMatch, TooManyMatches, DataDeleted, OpponentDeleted, and what ``Match.want_rematch`` and
        ``LiveLimit.check`` raise.
        """

        async def work(connection: Connection) -> Match:
            # People are locked before the match; who plays in one that is over never changes.
            players = (await self._matches.load(connection, code)).seats
            shown_to = (view.perspective for view in await view_rows.of_matches(connection, [code]))
            known = await people.lock(connection, player.id, *players, *shown_to)
            before = await self._matches.load(connection, code, lock=True)
            following = await self._matches.rematch_of(connection, code)
            if following or await events.effect_of(connection, player.platform, event):
                return following or before
            if player.id not in known:
                raise DataDeleted
            now = self._core.clock()
            after = before.want_rematch(player.id, now)
            if not known.issuperset(before.seats):
                raise OpponentDeleted
            if after.rematch_by == player.id and not before.practice:
                await self._note_asked_from(connection, before, after, place, now)
                return await self._save(connection, player, event, before, after, now)
            await self._opener.check_matches(connection, *before.seats)
            match = before.rematch(await self._opener.new_code(connection), player.id, now)
            shown = await self._rematch_views(connection, before, match, place, known, now)
            places = [view.place for view in shown]
            await self._live.check(connection, match, player.id, [match.other_of(player.id)], places)
            await self._matches.add(connection, match)
            await self._matches.save(connection, before, before.begin_rematch(player.id, now))
            for view in shown:
                await view_rows.add(connection, view)
                await view_rows.leave_thread(connection, before.code, view.place)
            await events.record(connection, player.platform, event, Effect(match.code, ""), now)
            return match

        def committed(match: Match) -> None:
            self._core.committed(match)
            self._core.changes.publish(code)

        return await self._core.database.write(work, committed)

    async def code_of_rematch(self, code: str) -> str | None:
        """The code of the match that the same two played next, None where there is none."""
        return await self._core.database.read(lambda connection: self._matches.code_of_rematch(connection, code))

    async def refuse_rematch(self, event: str, player: Player, code: str) -> Match:
        """Refuse the rematch that the other player wants; the next match if it has begun already.

        Raises UnknownMatch, and what ``Match.refuse_rematch`` raises.
        """

        async def work(connection: Connection) -> Match:
            before = await self._matches.load(connection, code, lock=True)
            following = await self._matches.rematch_of(connection, code)
            if following or await events.effect_of(connection, player.platform, event):
                return following or before
            now = self._core.clock()
            return await self._save(connection, player, event, before, before.refuse_rematch(player.id, now), now)

        return await self._core.database.write(work, self._core.committed)

    async def get(self, code: str) -> Match:
        """The match with this code. Raises UnknownMatch, UnreadableMatch."""
        found = await self._core.database.read(lambda connection: self._matches.load(connection, code))
        self._matches.cache(found)
        return found

    async def of_player(self, player: str, *, live: bool = True) -> list[Match]:
        """The matches of a player: live ones, most urgent first, or finished ones, the latest first."""
        return list((await self.listed(player, live=live)).matches)

    async def listed(self, player: str, *, live: bool = True, place: Place | None = None) -> MatchList:
        """The same, the codes of those that cannot be read, and of anybody's live matches that stand in a place."""

        async def work(connection: Connection) -> tuple[list[Match | Unreadable], frozenset[str]]:
            found = await self._matches.of_player(connection, player, live=live)
            return found, frozenset(await self._matches.codes_in(connection, place) if place else ())

        found, here = await self._core.database.read(work)
        known = [match for match in found if isinstance(match, Match)]
        for match in known:
            self._matches.cache(match)
        if live:
            known.sort(key=lambda match: (player not in match.to_act, match.status is Status.INVITED, match.changed))
        return MatchList(tuple(known), tuple(each.code for each in found if isinstance(each, Unreadable)), here)

    async def live_rows(self, after: str, at_most: int) -> list[MatchRows]:
        """What is stored of live matches, in the order of their codes, beginning behind the code ``after``."""
        return await self._core.database.read(lambda connection: self._matches.live_rows(connection, after, at_most))

    def set_aside(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        """Set matches aside that cannot be read, by their codes; those of them that are not yet."""
        return self._matches.set_aside.note_all(problems)

    async def games_of(self, player: str, limit: int) -> list[Ruleset]:
        """The games that a player has played, the latest begun first: at most ``limit``."""
        keys = await self._core.database.read(lambda connection: self._matches.games_of(connection, player, limit))
        known = {ruleset.key: ruleset for ruleset in rulesets()}
        return [known[key] for key in keys if key in known]

    async def codes_in(self, place: Place) -> set[str]:
        """The codes of the live matches that are shown in a place."""
        return await self._core.database.read(lambda connection: self._matches.codes_in(connection, place))

    async def _save(
        self, connection: Connection, player: Player, event: str, before: Match, after: Match, now: datetime
    ) -> Match:
        if after is not before:
            await self._matches.save(connection, before, after)
        await events.record(connection, player.platform, event, Effect(before.code, ""), now)
        return after

    async def _note_asked_from(
        self, connection: Connection, before: Match, after: Match, place: Place | None, now: datetime
    ) -> None:
        """Note the view, if there is one, beside which a rematch was asked for first."""
        view = await view_rows.in_place(connection, before.code, place) if place else None
        if view and after is not before:
            await events.record(connection, _REMATCH, _version_of(after), Effect(after.code, view.id), now)

    async def _rematch_views(
        self,
        connection: Connection,
        before: Match,
        match: Match,
        place: Place | None,
        known: Collection[str],
        now: datetime,
    ) -> list[View]:
        """The views of a rematch, in the places from which the two asked for it.

        For the first of them that is the place that was noted, else the one in which the match began. Nothing is shown
        to people who are not ``known`` any more.
        """
        old = [
            view
            for view in await view_rows.of_matches(connection, [before.code])
            if not view.frozen and (view.perspective is None or view.perspective in known)
        ]
        noted = await events.effect_of(connection, _REMATCH, _version_of(before))
        asked = [view for view in old if noted and view.id == noted.outcome]
        if not asked and not before.practice:
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


def _version_of(match: Match) -> str:
    return f"{match.code} {match.version}"
