"""Any sequence of requests, forged ones too: nobody moves for another, nothing acts twice, stored rows agree."""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database
from engine.games import rulesets
from engine.ruleset import Ruleset
from tests.bot.database_files import file_in
from tests.bot.kit import IN_ROOM, ROOM, Clock, check, event, person
from tests.suites import examples

Result = TypeVar("Result")
NAMES = ("Adi", "Siti", "Tom", "Nur")

PICKS = st.integers(0, 99)

ACTIONS: dict[str, Callable[[str], MatchAction]] = {
    "decline": lambda who: lambda match, now: match.decline(who, now),
    "withdraw": lambda who: lambda match, now: match.withdraw(who, now),
    "offer": lambda who: lambda match, now: match.offer_draw(who, now),
    "agree": lambda who: lambda match, now: match.answer_draw(who, True, now),
    "play on": lambda who: lambda match, now: match.answer_draw(who, False, now),
    "resign": lambda who: lambda match, now: match.resign(who, now),
    "undo": lambda who: lambda match, now: match.undo(who, now),
    "ask": lambda who: lambda match, now: match.ask_takeback(who, now),
    "allow": lambda who: lambda match, now: match.answer_takeback(who, True, now),
    "refuse": lambda who: lambda match, now: match.answer_takeback(who, False, now),
    "ask to swap": lambda who: lambda match, now: match.ask_swap(who, now),
    "swap": lambda who: lambda match, now: match.answer_swap(who, True, now),
    "keep sides": lambda who: lambda match, now: match.answer_swap(who, False, now),
    "call off": lambda who: lambda match, now: match.call_off(who, now),
}


class Town(RuleBasedStateMachine):
    """Four people who press every button they see or can forge, at any match."""

    matches = Bundle[str]("matches")

    @initialize(target=matches, ruleset=st.sampled_from(rulesets()))
    def open_house(self, ruleset: Ruleset) -> Any:
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.clock = Clock()
        self.database = self.run(Database.open(file_in(Path(self.folder.name))))
        self.services = Services.over(self.database, self.clock, Random(1))
        self.players = {name: self.run(self.services.people.player(person(name))) for name in NAMES}
        self.known: dict[str, Match] = {}
        self.events: list[tuple[str, Player, str, MatchAction]] = []
        return self.invite("Adi", None, ruleset, None, False)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(work)

    @precondition(lambda self: len(self.known) < 4)
    @rule(
        target=matches,
        host=st.sampled_from(NAMES),
        guest=st.sampled_from((*NAMES, None)),
        ruleset=st.sampled_from(rulesets()),
        side=st.sampled_from((0, 1, None)),
        practice=st.booleans(),
    )
    def invite(self, host: str, guest: str | None, ruleset: Ruleset, side: int | None, practice: bool) -> Any:
        opponent = person(guest) if guest else None
        invitation = Invitation(ruleset, opponent, side, practice=practice)
        opening = self.services.opening.open(event(), self.players[host], invitation, IN_ROOM)
        try:
            match, _ = self.run(opening)
        except ActionRefused:
            return multiple()
        if met := self.known.get(match.code):
            # The guest has invited the host to the same game: this is their match.
            assert guest is not None
            assert (met.status, met.host, met.invited) == (
                Status.INVITED,
                self.players[guest].id,
                self.players[host].id,
            )
            assert set(match.seats) == {met.host, met.invited}
            self.known[match.code] = match
            return multiple()
        self.known[match.code] = match
        return match.code

    @rule(code=matches, pick=PICKS, side=st.sampled_from((0, 1, None, None)))
    def join(self, code: str, pick: int, side: int | None) -> None:
        before = self.known[code]
        player = self._somebody(before, pick)
        after = self._do(self.services.matches.join(event(), player, code, side), before)
        if after is not before:
            assert before.open or before.invited == player.id
            assert player.id in after.seats

    @rule(code=matches, pick=PICKS, number=st.integers(0, 99), late=st.sampled_from((0, 0, 0, 1, 2)))
    def move(self, code: str, pick: int, number: int, late: int) -> None:
        before = self.known[code]
        player, legal = self._somebody(before, pick), before.game.legal_moves
        if not legal:
            return
        move, ply = legal[number % len(legal)], before.game.ply - late
        after = self._act(player, before, lambda match, now: match.move(player.id, move, ply, now))
        if after is not before:
            assert late == 0
            assert before.seats[before.game.turn] == player.id
            assert after.game.moves == (*before.game.moves, move)

    @rule(code=matches, plies=st.integers(1, 12), number=st.integers(0, 99))
    def play_on(self, code: str, plies: int, number: int) -> None:
        for _ in range(plies):
            if self.known[code].status is Status.PLAYING:
                self.move(code=code, pick=0, number=number, late=0)

    @rule(code=matches, pick=PICKS, name=st.sampled_from(sorted(ACTIONS)))
    def act(self, code: str, pick: int, name: str) -> None:
        before = self.known[code]
        player = self._somebody(before, pick)
        after = self._act(player, before, ACTIONS[name](player.id))
        if after is not before:
            assert player.id in (*before.seats, before.host, before.invited)

    @rule(target=matches, code=matches, pick=PICKS)
    def rematch(self, code: str, pick: int) -> Any:
        before = self.known[code]
        player = self._somebody(before, pick)
        try:
            after = self.run(self.services.matches.rematch(event(), player, code, ROOM))
        except ActionRefused:
            return multiple()
        if self.known.get(after.code) == after:
            return multiple()
        assert player.id in before.seats
        self.known[after.code] = after
        if after.code == code:
            return multiple()
        assert before.rematch_by not in (None, player.id) or before.practice
        assert after.seats == (before.seats[1], before.seats[0])
        self.known[code] = self.run(self.services.matches.get(code))
        asked = before.want_rematch(player.id, self.clock.now)
        assert self.known[code] == asked.begin_rematch(player.id, self.clock.now)
        return after.code

    @rule(which=st.integers(0, 999))
    def repeat(self, which: int) -> None:
        if self.events:
            name, player, code, action = self.events[which % len(self.events)]
            assert self.run(self.services.matches.act(name, player, code, action)) == self.known[code]

    @rule(minutes=st.sampled_from((0.2, 2, 60, 25 * 60)))
    def wait(self, minutes: float) -> None:
        self.clock.now += timedelta(minutes=minutes)
        self.run(self.services.time.tick_due())
        for code, match in self.known.items():
            if match.status is Status.INVITED:
                self.known[code] = self.run(self.services.matches.get(code))

    @invariant()
    def all_stands_as_told(self) -> None:
        fresh = Services.over(self.database, self.clock, Random(2))
        for code, match in self.known.items():
            assert self.run(fresh.matches.get(code)) == match

    def teardown(self) -> None:
        if hasattr(self, "database"):
            assert self.run(check(self.database)) == []
            self.run(self.database.close())
            self.loop.close()
            self.folder.cleanup()

    def _somebody(self, match: Match, pick: int) -> Player:
        """Mostly the player to act, then a seated player; for high picks anybody."""
        entitled = (*match.to_act, *match.seats, match.host)
        ids = {player.id: player for player in self.players.values()}
        fitting = [ids[player] for player in entitled if player]
        return [*fitting[:1] * 4, *fitting, *ids.values()][pick % (4 + len(fitting) + len(ids))]

    def _act(self, player: Player, before: Match, action: MatchAction) -> Match:
        name = event()
        after = self._do(self.services.matches.act(name, player, before.code, action), before)
        if after is not before:
            self.events.append((name, player, before.code, action))
        return after

    def _do(self, work: Coroutine[Any, Any, Match], before: Match) -> Match:
        """The match after an action; the same one where it is refused."""
        try:
            after = self.run(work)
        except ActionRefused:
            assert self.run(self.services.matches.get(before.code)) == before
            return before
        assert after.version == before.version + 1
        if before.status is not Status.INVITED:
            assert after.seats == before.seats
        self.known[before.code] = after
        return after


TestTown = pytest.mark.long("some of the longest sequences of requests")(Town.TestCase)
TestTown.settings = settings(max_examples=examples(20), stateful_step_count=40)
