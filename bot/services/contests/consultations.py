"""Consultations: the members of a team see what each of them proposes, and any of them plays what two thirds agree on.
Their proposals are the votes of ``bot/services/contests/villages.py``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NoConsultation, TooLongLine, TooManyMarks
from bot.matches.team import LINE, MARKS, Proposal, Team, Way
from bot.matches.village import awaited_village
from bot.services.contests.villages import VillageService, choosing
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import Player, events, people, seat_marks, villages
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.seat_marks import Marks, ShownLine, Sketch
from engine.moves import Move
from engine.notation import format_move


@dataclass(frozen=True)
class Consultation:
    """A team that is to move, of those who may choose, and what they propose: the first stands highest."""

    team: Team
    proposals: tuple[Proposal, ...]
    sketches: Mapping[str, Sketch]
    """What its members show each other on the board, by player."""


class ConsultationService:
    """The consultations in matches. Each method is one transaction."""

    def __init__(self, core: Core, village_service: VillageService) -> None:
        self._core = core
        self._villages = village_service

    async def of(self, match: Match) -> Consultation | None:
        """The consultation on the present turn of a match; None where no team consults on it."""
        if awaited_village(match) not in match.teams:
            return None

        async def work(connection: Connection) -> Consultation | None:
            team = await choosing(connection, match, self._core.clock())
            if team is None or team.way is not Way.IN_CONSULTATION:
                return None
            cast = await villages.cast(connection, match.code, match.game.ply)
            shown = await seat_marks.of_turn(connection, match)
            sketches = {each.player: shown[each.player] for each in team.members if each.player in shown}
            return Consultation(team, team.proposals(cast), sketches)

        return await self._core.database.read(work)

    async def play(self, event: str, player: Player, code: str, move: Move, ply: int) -> None:
        """Have a team play the proposal of a turn on which two thirds of it agree.

        Raises UnknownMatch, UnreadableMatch, NoConsultation, and what ``VillageService.check`` and
        ``Team.check_may_play`` raise.
        """

        async def work(connection: Connection) -> None:
            match = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return
            team, now = await self._consulting(connection, player.id, match, ply), self._core.clock()
            wanted = format_move(match.game.ruleset, move)
            team.check_may_play(player.id, wanted, await villages.cast(connection, code, ply))
            poll = await villages.of_village(connection, code, team.player, lock=True)
            assert poll, "its vote was open a moment ago"
            await villages.put_off(connection, poll, now, again=poll.again)
            await events.record(connection, player.platform, event, Effect(code, ""), now)

        def done(_: None) -> None:
            self._core.news.matches.publish(code)
            self._core.news.errands.publish(Errand.VILLAGE)

        await self._core.database.write(work, done)

    async def draw(self, player: Player, code: str, ply: int, marks: Marks) -> None:
        """Note what a member has drawn on the board for the others of their team, in place of all that they had drawn.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, TooManyMarks, NoConsultation, and what
        ``VillageService.check`` raises.
        """
        if len(marks) > MARKS:
            raise TooManyMarks(MARKS)
        await self._sketch(player, code, ply, lambda sketch: replace(sketch, marks=marks))

    async def show_line(self, player: Player, code: str, ply: int, line: ShownLine) -> None:
        """Note the line that a member shows the others of their team, in place of the one that they had shown; an empty
        one shows nothing any more.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, TooLongLine, NoConsultation, and what
        ``VillageService.check`` raises.
        """
        if len(line) > LINE:
            raise TooLongLine(LINE)
        await self._sketch(player, code, ply, lambda sketch: replace(sketch, line=line))

    async def _sketch(self, player: Player, code: str, ply: int, change: Callable[[Sketch], Sketch]) -> None:
        async def work(connection: Connection) -> None:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._core.matches.load(connection, code, lock=True)
            await self._consulting(connection, player.id, match, ply)
            before = (await seat_marks.of_turn(connection, match)).get(player.id, Sketch())
            await seat_marks.put(connection, match, player.id, change(before))

        await self._core.database.write(work, lambda _: self._core.news.matches.publish(code))

    async def _consulting(self, connection: Connection, player: str, match: Match, ply: int) -> Team:
        """The team that consults on the turn after ``ply`` turns, if a player may choose for it. Raises NoConsultation,
        and what ``VillageService.check`` raises.
        """
        await self._villages.check_within(connection, player, match, ply)
        team = await choosing(connection, match, self._core.clock())
        if team is None or team.way is not Way.IN_CONSULTATION:
            raise NoConsultation
        return team
