"""Matches: open, join, act, look up. Each method is one transaction, and each event acts at most once."""

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.matches.invitation import Invitation, Venue
from bot.matches.match import LIVE_MATCHES, OPEN_INVITATIONS, OPENED_IN_AN_HOUR, Match
from bot.matches.people import Person, Place
from bot.matches.refusals import (
    AlreadyInvitedYou,
    OwnInvitation,
    TooManyInvitations,
    TooManyMatches,
    TooManyOpened,
    UnreadableMatch,
)
from bot.matches.status import Status
from bot.services.core import Core
from bot.services.views import new_view
from bot.store import Player, Unreadable, View, events, people
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.events import Effect
from bot.store.matches import MatchRows
from bot.telemetry import metrics
from engine.game import Game
from engine.ruleset import Ruleset

__all__ = ["MatchAction", "MatchList", "MatchRows", "MatchService", "Player", "View"]

MatchAction = Callable[[Match, datetime], Match]
"""What a player does in a match at a time: gives the match after it, or raises an ActionRefused."""

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, O, 1 and I, which are mistaken for each other."""
CODE_LENGTH = 4
TRIES_PER_LENGTH = 4
_STUCK = "computer is stuck"
_REMATCH = "rematch asked for"
"""Stand for the platform of such events."""
_LIKE_A_MOVE = re.compile(r"([A-Z]\d+)+|\d+")


@dataclass(frozen=True)
class MatchList:
    """Matches of a player, and the codes of those that cannot be read."""

    matches: tuple[Match, ...]
    unreadable: tuple[str, ...]


class MatchService:
    """The matches, and everything people may do with them. ``computers`` are the levels of the players who are the
    computer, by id: they may play any number of matches.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._matches = core.matches
        self.computers: dict[str, int] = {}

    async def open(self, event: str, host: Player, invitation: Invitation, venue: Venue) -> tuple[Match, View]:
        """Begin a match as the host asks for it, or the invitation to it; and the view that shows it.

        Raises OwnInvitation, AlreadyInvitedYou, TooManyInvitations, TooManyMatches, TooManyOpened.
        """

        async def work(connection: Connection) -> tuple[Match, View]:
            known = await events.effect_of(connection, host.platform, event)
            view = await view_rows.get(connection, known.outcome) if known else None
            if known and view:
                return await self._matches.load(connection, known.match, lock=True), view
            now = self._core.clock()
            await people.lock(connection, host.id)
            match = await self._begun(connection, host, invitation, now)
            view = new_view(self._core.new_id(), match, venue, now, host if venue.place.private else None)
            await self._matches.add(connection, match)
            await view_rows.add(connection, view)
            await events.record(connection, host.platform, event, Effect(match.code, view.id), now)
            return match, view

        return await self._core.database.write(work, lambda made: self._core.committed(made[0]))

    async def join(self, event: str, player: Player, code: str, side: int | None = None) -> Match:
        """Accept an invitation, taking ``side`` where the host left that open.

        Raises UnknownMatch, TooManyMatches, and what ``Match.accept`` and ``Match.sit`` raise.
        """

        async def work(connection: Connection) -> Match:
            before = await self._matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return before
            now = self._core.clock()
            if side is None:
                after = before.accept(player.id, self._core.chance.randrange(2), now)
            else:
                after = before.sit(player.id, side, now)
            await people.lock(connection, *after.seats)
            for seated in after.seats:
                await self._check_matches(connection, seated)
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
            metrics.MOVES.inc(max(after.game.ply - before.game.ply, 0))
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
        request. Raises UnknownMatch, TooManyMatches, and what ``Match.want_rematch`` raises.
        """

        async def work(connection: Connection) -> Match:
            before = await self._matches.load(connection, code, lock=True)
            following = await self._matches.rematch_of(connection, code)
            if following or await events.effect_of(connection, player.platform, event):
                return following or before
            now = self._core.clock()
            after = before.want_rematch(player.id, now)
            if after.rematch_by == player.id and not before.practice:
                await self._note_asked_from(connection, before, after, place, now)
                return await self._save(connection, player, event, before, after, now)
            await people.lock(connection, *before.seats)
            for seated in before.seats:
                await self._check_matches(connection, seated)
            match = before.rematch(await self._new_code(connection), player.id, now)
            await self._matches.add(connection, match)
            for view in await self._rematch_views(connection, before, match, place, now):
                await view_rows.add(connection, view)
            await events.record(connection, player.platform, event, Effect(match.code, ""), now)
            return match

        return await self._core.database.write(work, self._core.committed)

    async def get(self, code: str) -> Match:
        """The match with this code. Raises UnknownMatch, UnreadableMatch."""
        found = await self._core.database.read(lambda connection: self._matches.load(connection, code))
        self._matches.cache(found)
        return found

    async def of_player(self, player: str, *, live: bool = True) -> list[Match]:
        """The matches of a player: live ones, most urgent first, or finished ones, the latest first."""
        return list((await self.listed(player, live=live)).matches)

    async def listed(self, player: str, *, live: bool = True) -> MatchList:
        """The same, and the codes of those that cannot be read."""
        found = await self._core.database.read(
            lambda connection: self._matches.of_player(connection, player, live=live)
        )
        known = [match for match in found if isinstance(match, Match)]
        for match in known:
            self._matches.cache(match)
        if live:
            known.sort(key=lambda match: (player not in match.to_act, match.status is Status.INVITED, match.changed))
        return MatchList(tuple(known), tuple(each.code for each in found if isinstance(each, Unreadable)))

    async def live_rows(self, after: str, at_most: int) -> list[MatchRows]:
        """What is stored of live matches, in the order of their codes, beginning behind the code ``after``."""
        return await self._core.database.read(lambda connection: self._matches.live_rows(connection, after, at_most))

    def set_aside(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        """Set matches aside that cannot be read, by their codes; those of them that are not yet."""
        return self._matches.set_aside.note_all(problems)

    async def codes_in(self, place: Place) -> set[str]:
        """The codes of the live matches that are shown in a place."""
        return await self._core.database.read(lambda connection: self._matches.codes_in(connection, place))

    async def expire_due(self, ours: Callable[[str], bool] = lambda code: True) -> None:
        """Close the invitations whose time is over. ``ours`` tells by the code which are for this process to close."""
        now = self._core.clock()
        for code in filter(ours, await self._core.database.read(lambda connection: self._matches.due(connection, now))):

            async def work(connection: Connection, code: str = code) -> Match:
                before = await self._matches.load(connection, code, lock=True)
                after = before.expire(now)
                await self._matches.save(connection, before, after)
                return after

            with suppress(UnreadableMatch):
                await self._core.database.write(work, self._core.committed)

    async def _save(
        self, connection: Connection, player: Player, event: str, before: Match, after: Match, now: datetime
    ) -> Match:
        if after is not before:
            await self._matches.save(connection, before, after)
        await events.record(connection, player.platform, event, Effect(before.code, ""), now)
        return after

    async def _begun(self, connection: Connection, host: Player, invitation: Invitation, now: datetime) -> Match:
        """The match that an invitation makes, not written yet. Raises what ``open`` raises."""
        game = Game.begin(invitation.ruleset, invitation.position)
        code = await self._new_code(connection)
        if invitation.practice:
            await self._check_opened(connection, host.id)
            await self._check_matches(connection, host.id)
            return Match.practise(code, game, host.id, now)
        invited, handle = await self._invited(connection, invitation.opponent, now)
        await self._check_may_invite(connection, host.id, invited, invitation.ruleset)
        match = Match.invite(code, game, host.id, now, invited, handle, invitation.host_side)
        if invitation.accepted and invited:
            return match.accept(invited, self._core.chance.randrange(2), now)
        return match

    async def _invited(
        self, connection: Connection, opponent: Person | None, now: datetime
    ) -> tuple[str | None, tuple[str, str] | None]:
        """The id of the player who is invited, or (platform, handle) of one who has not been seen yet; or neither."""
        if opponent is None:
            return None, None
        if opponent.account:
            return (await people.save(connection, opponent, self._core.new_id(), now)).id, None
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
        """Raises TooManyOpened for a host who has opened ``OPENED_IN_AN_HOUR`` matches in the last hour."""
        if (
            await self._matches.opened_since(connection, host, self._core.clock() - timedelta(hours=1))
            >= OPENED_IN_AN_HOUR
        ):
            raise TooManyOpened(OPENED_IN_AN_HOUR)

    async def _check_matches(self, connection: Connection, player: str | None) -> None:
        if (
            player
            and player not in self.computers
            and await self._matches.count(connection, player, Status.PLAYING) >= LIVE_MATCHES
        ):
            raise TooManyMatches(LIVE_MATCHES)

    async def _note_asked_from(
        self, connection: Connection, before: Match, after: Match, place: Place | None, now: datetime
    ) -> None:
        """Note the view, if there is one, beside which a rematch was asked for first."""
        view = await view_rows.in_place(connection, before.code, place) if place else None
        if view and after is not before:
            await events.record(connection, _REMATCH, _version_of(after), Effect(after.code, view.id), now)

    async def _rematch_views(
        self, connection: Connection, before: Match, match: Match, place: Place | None, now: datetime
    ) -> list[View]:
        """The views of a rematch, in the places from which the two asked for it.

        For the first of them that is the place that was noted, else the one in which the match began.
        """
        old = [view for view in await view_rows.of_matches(connection, [before.code]) if not view.frozen]
        noted = await events.effect_of(connection, _REMATCH, _version_of(before))
        asked = [view for view in old if noted and view.id == noted.outcome]
        if not asked and not before.practice:
            asked = old[:1]
        asked += [view for view in old if place and view.place.is_at(place) and view not in asked]
        made = [
            replace(
                new_view(self._core.new_id(), match, Venue(view.place, view.language), now),
                perspective=view.perspective,
                theme=view.theme,
                retry_at=None,
            )
            for view in asked
        ]
        if place and not any(view.place.is_at(place) for view in made):
            player = await people.by_id(connection, match.actor or match.host)
            language = old[0].language if old else (player and player.language) or "en"
            view = new_view(self._core.new_id(), match, Venue(place, language), now)
            made.append(replace(view, retry_at=None))
        return made

    async def _new_code(self, connection: Connection) -> str:
        """A code that is not in use; longer ones when most short ones are."""
        tries = 0
        while True:
            code = self._core.letters(CODE_LETTERS, CODE_LENGTH + tries // TRIES_PER_LENGTH)
            tries += 1
            # C4D5 would read as a move.
            if not _LIKE_A_MOVE.fullmatch(code) and not await self._matches.exists(connection, code):
                return code


def _version_of(match: Match) -> str:
    return f"{match.code} {match.version}"
