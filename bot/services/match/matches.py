"""Matches: join, act, rematch, look up. Each method is one transaction, and each event acts at most once."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.foundation.publisher import Publisher
from bot.matches.history import HistoryFilter
from bot.matches.host_rules import NOWHERE, Admitted
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NotForYou, OpponentDeleted, OtherHalfGoesOn, RematchRefused
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.core import CommittedMatch, Core, version_of
from bot.services.host.bans import check_not_banned
from bot.services.host.host_rules import check_host_rules
from bot.services.match.opening import LiveLimit, MatchOpener, places_of
from bot.services.people.blocks import check_not_blocked
from bot.services.standing.rating import check_may_be_rated
from bot.store import BrokenMatch, Player, View, blocks, events, match_codes, moves, people
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.matches import MatchRows
from bot.store.moves import times_of
from bot.store.records import homes
from engine.games import rulesets
from engine.position import Position
from engine.ruleset import Ruleset

__all__ = ["MatchAction", "MatchList", "MatchService", "Player", "View"]

MatchAction = Callable[[Match, datetime], Match]
"""An action of a player in a match at a time: gives the match after it, or raises an ActionRefused."""

_STUCK = "computer is stuck"
"""The name in place of a platform in the events of stuck computers."""


@dataclass(frozen=True)
class MatchList:
    """Matches of a player, the codes of unreadable ones, and the codes of those that stand in the given place."""

    matches: tuple[Match, ...]
    unreadable: tuple[str, ...]
    here: frozenset[str] = frozenset()


_REMATCH = "rematch asked for"
"""The name in place of a platform in the events of rematches."""


class MatchService:
    """The matches, and the actions of people in them. ``computers`` are the levels of the players who are the
    computer, by id: they may play any number of matches. ``moved`` publishes how many moves each committed change made.
    """

    def __init__(self, core: Core, opener: MatchOpener, live: LiveLimit) -> None:
        self._core = core
        self._matches = core.matches
        self.computers = core.computers
        self.moved: Publisher[[int]] = Publisher()
        self._live = live
        self._opener = opener

    async def join(
        self,
        event: str,
        player: Player,
        code: str,
        side: int | None = None,
        place: Place | None = None,
        admitted: Admitted = NOWHERE,
    ) -> Match:
        """Accept an invitation, taking ``side`` where the host left that open; ``place`` will show the match too. With
        a mirror match its other half begins, in the same places.

        Raises UnknownMatch, TooManyMatches, DataDeleted, NotForYou for somebody whom the host of an open invitation has
        blocked, and the exceptions of ``Match.accept``,
        ``Match.sit``, ``LiveLimit.check`` and ``check_host_rules``.
        """

        async def work(connection: Connection) -> tuple[CommittedMatch, ...]:
            # People are locked before the match. Whose it is changes only between the two whom it is about.
            host = (await self._matches.load(connection, code)).host
            known = await people.lock(connection, player.id, host)
            before = await self._matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return (CommittedMatch.unchanged(before),)
            if player.id not in known:
                raise DataDeleted
            if before.open and await blocks.is_blocked(connection, host, player.id):
                raise NotForYou
            now = self._core.clock()
            taken_to = [*await places_of(connection, code), *([place] if place else [])]
            await check_not_banned(connection, player.id, taken_to, now)
            seated = await self._opener.seated(connection, before, player.id, side, now)
            await self._opener.check_matches(connection, *seated.seats, new=seated.terms.matches)
            after, half = await self._opener.halves(connection, seated, now)
            other = after.other_of(player.id)
            await self._live.check(connection, after, player.id, [other], taken_to)
            await check_host_rules(self._core, connection, after, player.id, [other], taken_to, admitted)
            shown = await view_rows.in_place(connection, code, place) if place else None
            if shown and shown.copy:
                # Its guest plays where they have taken it.
                await view_rows.change(connection, shown.id, copy=False, perspective=player.id)
            saved = await self._core.save(connection, player, event, before, after, now)
            venue = Venue(place, player.language or "en") if place else None
            beside = await self._opener.beside(connection, after, half, venue, now) if half else ()
            return saved, *(await self._opener.add_half(connection, half, beside))

        return (await self._core.database.write(work, self._core.all_committed))[0].after

    async def counter(
        self,
        event: str,
        player: Player,
        code: str,
        ruleset: Ruleset,
        side: int | None,
        terms: Terms,
        admitted: Admitted = NOWHERE,
        *,
        position: Position | None = None,
    ) -> Match:
        """Answer an invitation with other terms, or from another ``position``: the player now invites its host.

        Raises UnknownMatch, DataDeleted, OpponentDeleted, TooManyInvitations, TakesNoInvitations where the host has
        blocked the player since, and the exceptions of ``Invitation.check``, ``Match.counter``, ``LiveLimit.check`` and
        ``check_host_rules``.
        """
        invitation = Invitation(ruleset, host_side=side, position=position, terms=terms)
        invitation.check()

        async def work(connection: Connection) -> CommittedMatch:
            host = (await self._matches.load(connection, code)).host
            known = await people.lock(connection, player.id, host)
            before = await self._matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return CommittedMatch.unchanged(before)
            if player.id not in known:
                raise DataDeleted
            now = self._core.clock()
            await check_not_banned(connection, player.id, await places_of(connection, code), now)
            after = before.counter(player.id, ruleset, invitation.seat, terms, now, position)
            if host not in known:
                raise OpponentDeleted
            await check_not_blocked(connection, host, player.id)
            await check_may_be_rated(connection, after, now, player.id, host)
            await self._opener.check_invitations(connection, player.id)
            places = await places_of(connection, code)
            await self._live.check(connection, after, player.id, (), places)
            await check_host_rules(self._core, connection, after, player.id, (), places, admitted)
            return await self._core.save(connection, player, event, before, after, now)

        return (await self._core.database.write(work, self._core.committed)).after

    async def act(self, event: str, player: Player, code: str, action: MatchAction) -> Match:
        """Apply an action to a match, and give the match after it, or as it is if this event has acted before.

        The match is read again here, under a lock, though the caller has seen it: the action must be applied to the
        stored match, also if another request, another process or a crash came in between.

        Raises UnknownMatch, and the ActionRefused of the action.
        """

        async def work(connection: Connection) -> CommittedMatch:
            before = await self._matches.load(connection, code, lock=True)
            now = self._core.clock()
            # Asked after the lock is held: a repetition of the event has committed by now, or waits for us.
            if not await events.claim(connection, player.platform, event, Effect(code, ""), now):
                return CommittedMatch.unchanged(before)
            after = action(before, now)
            if after is not before:
                await self._core.write(connection, before, after)
            return CommittedMatch(before, after)

        def committed(done: CommittedMatch) -> None:
            ply = done.before.game.ply if done.before else 0
            self.moved.publish(max(done.after.game.ply - ply, 0))
            self._core.committed(done)

        return (await self._core.database.write(work, committed)).after

    async def has_acted(self, event: str, player: Player) -> bool:
        """Has this event of the player acted before?"""

        async def work(connection: Connection) -> bool:
            return await events.effect_of(connection, player.platform, event) is not None

        return await self._core.database.read(work)

    async def note_stuck(self, match: Match) -> bool:
        """Note that the computer cannot act on this version of a match, and have its views say so.

        False if that is noted already. Once the match has gone on, the note is about a former version.
        """

        async def work(connection: Connection) -> bool:
            before = await self._matches.load(connection, match.code, lock=True)
            if before.version != match.version or await self._is_stuck(connection, match):
                return False
            effect = Effect(match.code, "")
            await events.record(connection, _STUCK, version_of(match), effect, self._core.clock())
            await view_rows.show_again(connection, match.code)
            return True

        noted = await self._core.database.write(work)
        if noted:
            self._core.news.matches.publish(match.code)
        return noted

    async def is_stuck(self, match: Match) -> bool:
        """Is it noted that the computer cannot act on this version of a match?"""
        return await self._core.database.read(lambda connection: self._is_stuck(connection, match))

    @staticmethod
    async def _is_stuck(connection: Connection, match: Match) -> bool:
        return await events.effect_of(connection, _STUCK, version_of(match)) is not None

    def cached(self, code: str) -> Match | None:
        """A match as this process has last read or written it, which may be old; None if it is not in memory."""
        return self._matches.cached(code)

    async def codes_to_act(self, players: Collection[str]) -> list[str]:
        """The codes of the live matches in which one of these players may have to move, accept or answer."""
        aside = self._matches.set_aside
        return await self._core.database.read(lambda connection: match_codes.codes_to_act(connection, aside, players))

    async def get(self, code: str) -> Match:
        """The match with this code. Raises UnknownMatch, UnreadableMatch."""
        found = await self._core.database.read(lambda connection: self._matches.load(connection, code))
        self._matches.cache(found)
        return found

    async def of_player(self, player: str, *, live: bool = True) -> list[Match]:
        """The matches of a player: live ones, most urgent first, or finished ones, the latest first."""
        return list((await self.listed(player, live=live)).matches)

    async def listed(self, player: str, *, live: bool = True, place: Place | None = None) -> MatchList:
        """The matches as in ``of_player``, the codes of unreadable ones, and of the live ones that stand in a place."""

        async def work(connection: Connection) -> tuple[list[Match | BrokenMatch], frozenset[str]]:
            if live and place:
                return await self._matches.of_player_here(connection, player, place)
            return await self._matches.of_player(connection, player, live=live), frozenset()

        found, here = await self._core.database.read(work)
        known = [match for match in found if isinstance(match, Match)]
        for match in known:
            self._matches.cache(match)
        if live:
            known.sort(key=lambda match: (player not in match.to_act, match.status is Status.INVITED, match.changed))
        return MatchList(tuple(known), tuple(each.code for each in found if isinstance(each, BrokenMatch)), here)

    async def history(self, player: str, wanted: HistoryFilter, skipped: int, limit: int) -> list[Match]:
        """The matches that a player has finished and that are wanted, the latest first: at most ``limit``, after so
        many that are ``skipped``; those that cannot be read are left out.
        """

        async def work(connection: Connection) -> list[Match | BrokenMatch]:
            return await self._matches.history(connection, player, wanted, skipped, limit)

        found = await self._core.database.read(work)
        return [match for match in found if isinstance(match, Match)]

    async def move_times(self, code: str) -> tuple[datetime, ...]:
        """The times of the moves of a match, in order; empty for an unknown match."""
        return await self._core.database.read(lambda connection: times_of(connection, code))

    async def newest_in(self, place: Place, limit: int) -> list[Match]:
        """The open invitations in a place and the matches played there: at most ``limit`` of each, the latest changed
        first; those that cannot be read are left out.
        """
        found = await self._core.database.read(lambda connection: self._matches.newest_in(connection, place, limit))
        known = [match for match in found if isinstance(match, Match)]
        for match in known:
            self._matches.cache(match)
        return known

    async def played_around(self, place: Place, limit: int) -> list[Match]:
        """The matches under way that all in a chat may read, in it or in its threads, the latest changed first; at
        most ``limit``, without those that cannot be read.
        """
        found = await self._core.database.read(lambda connection: self._matches.played_around(connection, place, limit))
        known = [match for match in found if isinstance(match, Match)]
        for match in known:
            self._matches.cache(match)
        return known

    async def played_in(self, place: Place) -> list[Match]:
        """A few matches that stand in a place and have moves, the latest changed first, as far as they can be read."""
        found = await self._core.database.read(lambda connection: self._matches.played_in(connection, place))
        return [match for match in found if isinstance(match, Match)]

    async def has_beaten_computer(self, player: str) -> bool:
        """Has a player ever won against the computer?"""
        return await self._core.database.read(
            lambda connection: match_codes.has_won_against(connection, player, self.computers)
        )

    async def games_of(self, player: str, limit: int) -> list[Ruleset]:
        """The games that a player has played, the latest begun first: at most ``limit``."""
        keys = await self._core.database.read(lambda connection: match_codes.games_of(connection, player, limit))
        known = {ruleset.key: ruleset for ruleset in rulesets()}
        return [known[key] for key in keys if key in known]

    async def moved_last(self, player: str, codes: Collection[str]) -> dict[str, datetime]:
        """The time of a player's latest move in each of some matches; those without one are left out."""
        return await self._core.database.read(lambda connection: moves.moved_last(connection, player, codes))

    async def codes_in(self, place: Place) -> set[str]:
        """The codes of the live matches that are shown in a place."""
        return await self._core.database.read(lambda connection: match_codes.codes_in(connection, place))

    async def rematch(
        self, event: str, player: Player, code: str, place: Place | None, admitted: Admitted = NOWHERE
    ) -> Match:
        """Ask for a rematch. The first request is noted; with the other player's, the next match begins, sides swapped.
        Where nobody else has to be asked, on a practice board and against the computer, it begins at once. The rematch
        of a mirror match is one too: whoever asks beside one half asks for both.

        The new match is shown where its players are: in the places from which they asked; ``place`` is that of this
        request, which does not count where only a copy of the board stands.

        Raises UnknownMatch, TooManyMatches, DataDeleted, OpponentDeleted, TakesNoInvitations where the other player has
        blocked this one, OtherHalfGoesOn, and the exceptions of ``Match.want_rematch``, ``check_may_be_rated`` and
        ``LiveLimit.check``; and those of ``check_host_rules``, by which already the first request is judged.
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
            half = await self._other_half(connection, before)
            asked = before.want_rematch(player.id, now)
            await check_not_banned(connection, player.id, await places_of(connection, code), now)
            if not known.issuperset(before.seats):
                raise OpponentDeleted
            await check_may_be_rated(connection, before, now, *before.seats)
            opponent = before.other_of(player.id)
            alone = before.practice or opponent in self.computers
            answers = half is not None and half.rematch_by == opponent
            if asked.rematch_by == player.id and not alone and not answers:
                if opponent:
                    await check_not_blocked(connection, opponent, player.id)
                again = before.rematch(before.code, player.id, now)
                here = await places_of(connection, code)
                await check_host_rules(self._core, connection, again, player.id, [opponent], here, admitted)
                await self._note_asked_from(connection, before, asked, place, now)
                return (await self._core.save(connection, player, event, before, asked, now),)
            await self._opener.check_matches(connection, *before.seats, new=before.terms.matches)
            begins = before.rematch(await self._opener.new_code(connection, len(before.code)), player.id, now)
            begins = await self._opener.at_number(connection, begins)
            match, other = await self._opener.halves(connection, begins, now)
            shown = await self._rematch_views(connection, before, match, place, known, now, alone=alone)
            places = [view.place for view in shown]
            await self._live.check(connection, match, player.id, [opponent], places)
            await check_host_rules(self._core, connection, match, player.id, [opponent], places, admitted)
            await self._core.write(connection, None, match)
            begun = asked.begin_rematch(player.id, now)
            await self._core.write(connection, before, begun)
            for view in shown:
                await view_rows.add(connection, view)
                await view_rows.leave_thread(connection, before.code, view.place)
            changes = [CommittedMatch(None, match), CommittedMatch(before, begun)]
            if half and other:
                other = replace(other, rematch_of=half.code)
                beside = await self._rematch_views(connection, half, other, place, known, now, alone=alone)
                changes += await self._opener.add_half(connection, other, beside)
                for view in beside:
                    await view_rows.leave_thread(connection, half.code, view.place)
                after = replace(half, rematch_by=half.rematch_by or player.id).begin_rematch(player.id, now)
                await self._core.write(connection, half, after)
                changes.append(CommittedMatch(half, after))
            await events.record(connection, player.platform, event, Effect(match.code, ""), now)
            return tuple(changes)

        return (await self._core.database.write(work, self._core.all_committed))[0].after

    async def _other_half(self, connection: Connection, match: Match) -> Match | None:
        """The other half of a mirror match of which a rematch is asked for, locked; None for any other match.

        Raises OtherHalfGoesOn, RematchRefused, UnreadableMatch.
        """
        if match.mirror_of is None:
            return None
        half = await self._matches.load(connection, match.mirror_of, lock=True)
        if half.status is Status.PLAYING:
            raise OtherHalfGoesOn(half.code)
        if half.rematch_refused:
            raise RematchRefused
        return half

    async def refuse_rematch(self, event: str, player: Player, code: str) -> Match:
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

    async def code_of_rematch(self, code: str) -> str | None:
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

    async def live_rows(self, after: str, at_most: int) -> list[MatchRows]:
        """The rows of live matches, in the order of their codes, from behind the code ``after``."""
        return await self._core.database.read(lambda connection: self._matches.live_rows(connection, after, at_most))

    def set_aside(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        """Set unreadable matches aside, by their codes; gives the codes that were not set aside before."""
        return self._matches.set_aside.note_all(problems)
