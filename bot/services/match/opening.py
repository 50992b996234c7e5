"""Opening a match: an invitation, a practice board, or a match with the computer; and the limits on opening."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.matches.host_rules import NOWHERE, Admitted
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import LIVE_MATCHES, OPEN_INVITATIONS, OPENED_AGAIN_AFTER, OPENED_IN_AN_HOUR
from bot.matches.match import Match
from bot.matches.our_number import begun_at
from bot.matches.quiet_hours import after
from bot.matches.refusals import (
    AlreadyInvitedYou,
    DataDeleted,
    OpenedJustNow,
    OpponentDeleted,
    OtherPlaysLive,
    OwnInvitation,
    PlayingLive,
    TooManyInvitations,
    TooManyLiveHere,
    TooManyMatches,
    TooManyOpened,
)
from bot.matches.state import MatchEvent, Rest
from bot.matches.status import Status
from bot.matches.terms import TERMS, Terms
from bot.services.core import CODE_LETTERS, CommittedMatch, Core
from bot.services.host.bans import check_guest_not_banned, check_not_banned
from bot.services.host.host_rules import check_host_rules
from bot.services.people.blocks import check_may_invite, check_not_blocked
from bot.services.people.players import PeopleService
from bot.services.standing.rating import check_may_be_rated
from bot.services.views import new_view, shown_in
from bot.store import Player, View, events, match_codes, our_numbers, people, pulse, views
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.records import homes
from engine.game import Game

CODE_LENGTH = 4
PRIVATE_CODE_LENGTH = 8
"""The length of the code of a match begun in private. Whoever has it may sit down or watch: it is too long to be
guessed.
"""
TRIES_PER_LENGTH = 4
UNSEEN_FOR = timedelta(minutes=10)
"""The time after which a match that could not be shown is given up, and the same request opens another."""
_LIKE_A_MOVE = re.compile(r"([A-Z]\d+)+|\d+")


class LiveLimit:
    """``boards`` is the number of live matches that a group can show, by platform; any number where not given."""

    def __init__(self, core: Core, boards: Mapping[str, int]) -> None:
        self._core = core
        self._set_aside = core.matches.set_aside
        self._boards = boards

    async def check(
        self, connection: Connection, match: Match, player: str, others: Iterable[str | None], places: Iterable[Place]
    ) -> None:
        """Is there room for a match that ``player`` begins with ``others``, or invites to, shown in these places?

        A match whose pace is not live needs none. To be called when the people and the match are locked, because this
        locks the groups. Raises PlayingLive, OtherPlaysLive, TooManyLiveHere.
        """
        if match.terms.pace is None or not match.terms.pace.live:
            return
        if code := await match_codes.live_of(connection, self._set_aside, player):
            raise PlayingLive(code)
        for other in others:
            if other is None or other in self._core.computers:
                continue
            if await match_codes.live_of(connection, self._set_aside, other):
                raise OtherPlaysLive
        groups = {(place.platform, place.chat) for place in places if not place.private}
        for platform, chat in sorted(groups):
            limit = self._boards.get(platform)
            if limit is None:
                continue
            if await match_codes.count_live_in(connection, self._set_aside, platform, chat) >= limit:
                raise TooManyLiveHere(limit)


class NewContest(Protocol):
    """A contest of which a match is to be that is being opened."""

    async def event(self, connection: Connection) -> MatchEvent:
        """The contest as the match names it. Raises an ActionRefused."""

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that the match, which is written by now, is one of the contest. Raises an ActionRefused."""


async def places_of(connection: Connection, code: str) -> list[Place]:
    """The places in which a match is kept up to date."""
    return [view.place for view in await views.of_matches(connection, [code]) if not view.frozen]


class MatchOpener:
    """Opens matches. ``live`` limits matches played live."""

    def __init__(self, core: Core, people: PeopleService, live: LiveLimit) -> None:
        self._core = core
        self._people = people
        self._matches = core.matches
        self._live = live

    async def open(
        self,
        event: str,
        host: Player,
        invitation: Invitation,
        venue: Venue,
        admitted: Admitted = NOWHERE,
        contest: NewContest | None = None,
    ) -> tuple[Match, View]:
        """Begin a match as the host asks for it, or the invitation to it; and the view that shows it.

        Where the person to be invited has invited the host to the same game, their invitation is accepted; but not
        where the match is to be one of a ``contest``.

        Raises OwnInvitation, AlreadyInvitedYou, OpenedJustNow, OpponentDeleted, DataDeleted, TooManyInvitations,
        TooManyMatches, TooManyOpened, RatedNeedsClock, RatedNeedsBeginning, ClockNeedsTwo, and the exceptions of
        ``check_not_banned``, ``check_guest_not_banned``, ``check_may_invite``, ``LiveLimit.check``,
        ``check_host_rules`` and the contest.
        """
        invitation.check()
        named = await self._named(invitation.opponent)

        async def work(connection: Connection) -> tuple[tuple[CommittedMatch, ...], View, bool]:
            known = await events.effect_of(connection, host.platform, event)
            view = await view_rows.get(connection, known.outcome) if known else None
            if known and view:
                return (
                    (CommittedMatch.unchanged(await self._matches.load(connection, known.match, lock=True)),),
                    view,
                    False,
                )
            now = self._core.clock()
            wanted = await self._wanted(connection, host, named, invitation, venue, now)
            wanted = replace(wanted, origin=invitation.origin)
            if contest:
                wanted = replace(wanted, event=await contest.event(connection))
            await check_not_banned(connection, host.id, [venue.place], now)
            await check_guest_not_banned(connection, wanted, [venue.place], now)
            view = await self._opened_just_now(connection, wanted, venue, now)
            changes: tuple[CommittedMatch, ...]
            if again := view is not None:
                changes = (CommittedMatch.unchanged(await self._matches.load(connection, view.match)),)
            else:
                changes = () if contest else await self._accepted(connection, wanted, venue, now, admitted)
                changes = changes or (CommittedMatch(None, await self._added(connection, wanted, venue, admitted)),)
                if contest:
                    await contest.made(connection, changes[0].after, now)
                view = await shown_in(connection, self.new_view(changes[0].after, venue, now, host))
            # Noted also where it is the second press: should that come a third time, it is shown what there is.
            await events.record(connection, host.platform, event, Effect(changes[0].after.code, view.id), now)
            return changes, view, again

        changes, view, again = await self._core.database.write(work, lambda made: self._core.all_committed(made[0]))
        if again:
            raise OpenedJustNow(changes[0].after.code)
        return changes[0].after, view

    async def _named(self, opponent: Person | None) -> Player | None:
        """The player that an invitation names by an account, in a transaction of its own: so all people are known
        before any is locked. Raises OpponentDeleted.
        """
        if opponent is None or not opponent.account:
            return None
        try:
            return await self._people.player(opponent)
        except DataDeleted:
            raise OpponentDeleted from None

    async def _wanted(
        self,
        connection: Connection,
        host: Player,
        named: Player | None,
        invitation: Invitation,
        venue: Venue,
        now: datetime,
    ) -> Match:
        """The match that an invitation makes, not written yet; its people are locked.

        Raises OwnInvitation, DataDeleted, OpponentDeleted.
        """
        invited, handle = await self._invited(connection, invitation, named)
        known = await people.lock(connection, host.id, None if invitation.alone else invited)
        if host.id not in known:
            raise DataDeleted
        length = PRIVATE_CODE_LENGTH if venue.place.private else CODE_LENGTH
        code, game = await self.new_code(connection, length), Game.begin(invitation.ruleset, invitation.start)
        if invitation.practice:
            return Match.practise(code, game, host.id, now, invitation.terms)
        if invited == host.id:
            raise OwnInvitation
        terms = invitation.terms
        if invited and invitation.as_before and invitation.start is None:
            terms = await self._as_before(connection, host.id, invited, invitation)
        match = Match.invite(code, game, host.id, now, invited, handle, invitation.seat, terms, venue.lasts)
        if invited and invitation.awake:
            rest = (await people.rests(connection, (invited,))).get(invited, Rest())
            match = replace(match, expires=after(now, invitation.awake, rest.quiet))
        if invited and not invitation.alone and invited not in known:
            raise OpponentDeleted
        return await self.seated(connection, match, invited, None, now) if invited and invitation.accepted else match

    async def _as_before(self, connection: Connection, host: str, invited: str, invitation: Invitation) -> Terms:
        """The terms of an invitation, for the number of the two where their last match was, and nothing excludes it."""
        terms = replace(invitation.terms, our_number=True)
        if any(terms.clashing(TERMS["our_number"])):
            return invitation.terms
        kept = await our_numbers.is_kept(connection, host, invited, invitation.ruleset.key)
        return terms if kept else invitation.terms

    async def at_number(self, connection: Connection, match: Match) -> Match:
        """A match that begins now between two people, at their number where they have agreed on that."""
        if not match.terms.our_number:
            return match
        number = await our_numbers.of(connection, *match.seats, match.game.ruleset)
        return replace(match, game=begun_at(match.game.ruleset, number)) if number else match

    async def _invited(
        self, connection: Connection, invitation: Invitation, named: Player | None
    ) -> tuple[str | None, tuple[str, str] | None]:
        """The id of the player who is invited, or (platform, handle) of one who has not been seen yet; or neither."""
        if named is not None:
            return named.id, None
        opponent = invitation.opponent
        if opponent is None:
            return invitation.player, None
        handle = people.clean_handle(opponent.handle)
        await people.lock_handle(connection, opponent.platform, handle)
        known = await people.by_handle(connection, opponent.platform, handle)
        return (known.id, None) if known else (None, (opponent.platform, handle))

    async def _opened_just_now(self, connection: Connection, match: Match, venue: Venue, now: datetime) -> View | None:
        """The view in this place of a match that the host has opened by the same request a moment ago.

        As long as nothing of it could be shown, nobody can know that it has been opened.
        """
        for code in await match_codes.opened_alike(connection, match, now - UNSEEN_FOR):
            view = await view_rows.in_place(connection, code, venue.place)
            if view and (view.message is None or view.created > now - OPENED_AGAIN_AFTER):
                return view
        return None

    async def _accepted(
        self, connection: Connection, wanted: Match, venue: Venue, now: datetime, admitted: Admitted
    ) -> tuple[CommittedMatch, ...]:
        """Begin the match to which the person to be invited has invited the host of ``wanted``, with its other half if
        it has one; nothing if there is none.

        Raises AlreadyInvitedYou where both want the same side, or other terms, TooManyMatches, and the
        exceptions of ``LiveLimit.check`` and ``check_host_rules``.
        """
        if wanted.invited is None or wanted.status is not Status.INVITED:
            return ()
        ruleset = wanted.game.ruleset.key
        theirs = await self._matches.invitation(connection, wanted.invited, wanted.host, ruleset, now)
        if theirs is None:
            return ()
        same_side = wanted.host_side is not None and wanted.host_side == theirs.host_side
        other = wanted.game.positions[0] != theirs.game.positions[0] or wanted.terms != theirs.terms
        if same_side or other:
            raise AlreadyInvitedYou(theirs.code)
        seated = await self.seated(connection, theirs, wanted.host, wanted.host_side, now)
        await self.check_matches(connection, *seated.seats, new=seated.terms.matches)
        places = [venue.place, *await places_of(connection, theirs.code)]
        await self._live.check(connection, seated, wanted.host, [theirs.host], places)
        await check_host_rules(self._core, connection, seated, wanted.host, [theirs.host], places, admitted)
        match, half = await self.halves(connection, seated, now)
        await self._core.write(connection, theirs, match)
        shown = await self.beside(connection, match, half, venue, now) if half else ()
        return CommittedMatch(theirs, match), *(await self.add_half(connection, half, shown))

    async def halves(self, connection: Connection, match: Match, now: datetime) -> tuple[Match, Match | None]:
        """A match that begins now, and the other half where it is a mirror match."""
        if not match.terms.mirror:
            return match, None
        return match.mirrored(await self.new_code(connection, len(match.code)), now)

    async def beside(
        self, connection: Connection, match: Match, half: Match, venue: Venue | None, now: datetime
    ) -> list[View]:
        """The views of the other ``half`` of a mirror match: where the first one lives, and where it is accepted."""
        known = homes([view for view in await view_rows.of_matches(connection, [match.code]) if not view.frozen])
        made = [
            replace(
                self.new_view(half, Venue(view.place, view.language), now, None),
                perspective=view.perspective,
                theme=view.theme,
                retry_at=None,
            )
            for view in known
        ]
        if venue and not any(view.place.is_at(venue.place) for view in known):
            player = await people.by_id(connection, match.actor or match.host)
            made.append(replace(self.new_view(half, venue, now, player), retry_at=None))
        return made

    async def add_half(
        self, connection: Connection, half: Match | None, shown: Iterable[View]
    ) -> tuple[CommittedMatch, ...]:
        """Write the other half of a mirror match, if there is one. The news of the first half tells of both."""
        if half is None:
            return ()
        await self._matches.add(connection, half)
        for view in shown:
            await view_rows.add(connection, view)
        return (CommittedMatch(None, half),)

    async def seated(self, connection: Connection, match: Match, guest: str, side: int | None, now: datetime) -> Match:
        """The match once ``guest`` has accepted, with ``side`` where the host left that open."""
        match = replace(match, rests=await people.rests(connection, (match.host, guest)))
        if match.terms.pace:
            found = await pulse.load(connection)
            match = replace(match, era=found.era if found else 0)
        if side is None:
            seated = match.accept(guest, self._core.chance.randrange(2), now)
        else:
            seated = match.sit(guest, side, now)
        # Only who may sit down is told why they may not in this match.
        await check_may_be_rated(connection, match, now, match.host, guest)
        return await self.at_number(connection, seated)

    async def begin(
        self,
        connection: Connection,
        players: tuple[str, str],
        invitation: Invitation,
        venue: Venue,
        event: MatchEvent,
        admitted: Admitted,
        beside: Sequence[Place] = (),
    ) -> Match:
        """Write a match of a contest between two players, the host first, who are locked and have both agreed to it;
        ``beside``: other places in which it stands.

        Raises TakesNoInvitations, TooManyMatches, and the exceptions of ``check_not_banned``,
        ``check_guest_not_banned`` and ``check_host_rules``.
        """
        now, (host, guest), places = self._core.clock(), players, [venue.place, *beside]
        code, game = await self.new_code(connection), Game.begin(invitation.ruleset, invitation.start)
        match = Match.invite(code, game, host, now, guest, None, invitation.seat, invitation.terms)
        match = replace(match, event=event)
        await check_not_banned(connection, host, places, now)
        await check_guest_not_banned(connection, match, places, now)
        await check_not_blocked(connection, guest, host)
        await self.check_matches(connection, host, guest)
        begun = await self.seated(connection, match, guest, None, now)
        await check_host_rules(self._core, connection, begun, host, [guest], places, admitted)
        await self._core.write(connection, None, begun)
        return begun

    def new_view(self, match: Match, venue: Venue, now: datetime, player: Player | None) -> View:
        """A view of a match that an answer is about to show; it is the player's own where the place is private."""
        return new_view(self._core.new_id(), match, venue, now, player if venue.place.private else None)

    async def _added(self, connection: Connection, match: Match, venue: Venue, admitted: Admitted) -> Match:
        """The match, written as a new one.

        Raises TooManyOpened, TooManyInvitations, TooManyMatches, and the exceptions of ``check_may_be_rated``,
        ``check_may_invite``, ``LiveLimit.check`` and ``check_host_rules``.
        """
        await self._check_opened(connection, match.host)
        await check_may_be_rated(connection, match, self._core.clock(), match.host, match.invited)
        if not match.practice:
            await self.check_invitations(connection, match.host)
            await check_may_invite(connection, match, self._core.clock())
        await self.check_matches(connection, match.host, new=match.terms.matches)
        await self._live.check(connection, match, match.host, (), [venue.place])
        await check_host_rules(self._core, connection, match, match.host, (), [venue.place], admitted)
        if match.invited and not match.practice:
            match = replace(match, rests=await people.rests(connection, (match.invited,)))
        await self._core.write(connection, None, match)
        return match

    async def _check_opened(self, connection: Connection, host: str) -> None:
        """Raises TooManyOpened for a host who has opened ``OPENED_IN_AN_HOUR`` matches in the last hour."""
        if (
            await match_codes.opened_since(connection, host, self._core.clock() - timedelta(hours=1))
            >= OPENED_IN_AN_HOUR
        ):
            raise TooManyOpened(OPENED_IN_AN_HOUR)

    async def check_invitations(self, connection: Connection, host: str) -> None:
        """Raises TooManyInvitations for a host of whom ``OPEN_INVITATIONS`` wait for an answer."""
        waiting = await match_codes.count(connection, self._matches.set_aside, host, Status.INVITED)
        if waiting >= OPEN_INVITATIONS:
            raise TooManyInvitations(OPEN_INVITATIONS)

    async def check_matches(self, connection: Connection, *players: str | None, new: int = 1) -> None:
        """Raises TooManyMatches for one who would have more than ``LIVE_MATCHES`` under way with so many ``new`` ones;
        the computer may have any number.
        """
        for player in players:
            if player is None or player in self._core.computers:
                continue
            playing = await match_codes.count(connection, self._matches.set_aside, player, Status.PLAYING)
            if playing + new > LIVE_MATCHES:
                raise TooManyMatches(LIVE_MATCHES)

    async def new_code(self, connection: Connection, length: int = CODE_LENGTH) -> str:
        """A code of this length that is not in use; longer ones when most short ones are."""
        tries = 0
        while True:
            longer = length + tries // TRIES_PER_LENGTH
            code = self._core.letters(CODE_LETTERS, min(longer, PRIVATE_CODE_LENGTH))
            tries += 1
            # C4D5 would read as a move.
            if not _LIKE_A_MOVE.fullmatch(code) and not await match_codes.exists(connection, code):
                return code
