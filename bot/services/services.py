"""The services of one process, each for one subject, over one database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from types import MappingProxyType

from bot.matches.match import Match
from bot.services.contests.boards import BoardsService, settle_boards
from bot.services.contests.chat_matches import ChatMatchService
from bot.services.contests.consultations import ConsultationService
from bot.services.contests.duplicate_course import DuplicateCourse
from bot.services.contests.duplicates import DuplicateService, settle_duplicate
from bot.services.contests.ladders import LadderService, settle_challenge
from bot.services.contests.shields import ShieldService
from bot.services.contests.simuls import SimulService, settle_simul
from bot.services.contests.teams import TeamService
from bot.services.contests.tournament_rounds import TournamentRounds
from bot.services.contests.tournaments import TournamentService, settle_tournament
from bot.services.contests.villages import VillageService
from bot.services.core import Core
from bot.services.host.bans import BanService
from bot.services.host.communities import CommunityService
from bot.services.host.reports import ReportService
from bot.services.host.rulings import RulingService
from bot.services.host.weeklies import WeeklyService
from bot.services.learning.dailies import DailyService
from bot.services.learning.holdouts import HoldoutService
from bot.services.learning.lessons import LearningService
from bot.services.learning.puzzles import PuzzleService
from bot.services.learning.site_puzzles import SitePuzzleService
from bot.services.match.guesses import GuessService
from bot.services.match.matches import MatchService
from bot.services.match.opening import LiveLimit, MatchOpener
from bot.services.match.own_notes import OwnNoteService
from bot.services.match.plans import PlanService
from bot.services.match.table_talk import TableTalkService
from bot.services.news import AllNews
from bot.services.people.blocks import BlockService
from bot.services.people.digests import DigestService
from bot.services.people.follows import FollowService
from bot.services.people.kept_games import KeptGameService
from bot.services.people.links import LinkService
from bot.services.people.players import PeopleService
from bot.services.people.tells import TellService
from bot.services.requests import RequestLog
from bot.services.standing.early_resignations import note_early_resignations
from bot.services.standing.followings import FollowingService, tell_followers
from bot.services.standing.rating import settle
from bot.services.standing.standing import StandingService, count_number
from bot.services.time.leaving import LeavingService
from bot.services.time.timing import TimeService
from bot.services.views import ViewService
from bot.store import Database
from bot.store.connection import Connection
from bot.store.secrets import SecretName, secret


async def _settle_contest(connection: Connection, match: Match, now: datetime) -> None:
    """Settle the contest of a match that has ended."""
    await settle_challenge(connection, match, now)
    await settle_simul(connection, match, now)
    await settle_boards(connection, match, now)
    await settle_tournament(connection, match, now)
    await settle_duplicate(connection, match, now)


NO_LIMIT: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Services:
    """All services together."""

    matches: MatchService
    opening: MatchOpener
    views: ViewService
    people: PeopleService
    time: TimeService
    leaving: LeavingService
    tells: TellService
    digests: DigestService
    follows: FollowService
    followings: FollowingService
    rulings: RulingService
    reports: ReportService
    bans: BanService
    blocks: BlockService
    links: LinkService
    plans: PlanService
    guesses: GuessService
    table_talk: TableTalkService
    own_notes: OwnNoteService
    kept_games: KeptGameService
    standing: StandingService
    ladders: LadderService
    shields: ShieldService
    villages: VillageService
    chat_matches: ChatMatchService
    simuls: SimulService
    tournaments: TournamentService
    rounds: TournamentRounds
    duplicates: DuplicateService
    duplicate_course: DuplicateCourse
    boards: BoardsService
    teams: TeamService
    consultations: ConsultationService
    weeklies: WeeklyService
    learning: LearningService
    puzzles: PuzzleService
    site_puzzles: SitePuzzleService
    dailies: DailyService
    holdouts: HoldoutService
    communities: CommunityService
    requests: RequestLog
    news: AllNews
    database: Database
    clock: Callable[[], datetime]

    async def secret(self, name: SecretName) -> bytes:
        """A secret that only the processes of this database know."""
        return await self.database.write(lambda connection: secret(connection, name))

    @classmethod
    def over(
        cls,
        database: Database,
        clock: Callable[[], datetime],
        chance: Random,
        live_boards: Mapping[str, int] = NO_LIMIT,
    ) -> "Services":
        """The services over a database; ``clock`` gives the time in UTC, ``chance`` makes ids, codes and coins.

        ``live_boards`` is the number of live matches that can be shown in a group, by platform, where it is limited.
        """
        done = (settle, note_early_resignations, tell_followers, count_number)
        core = Core(database, clock, chance, on_end=done, on_close=_settle_contest)
        people = PeopleService(core)
        villages = VillageService(core, people)
        live = LiveLimit(core, live_boards)
        opening = MatchOpener(core, people, live)
        return cls(
            matches=MatchService(core, opening, live),
            opening=opening,
            views=ViewService(core),
            people=people,
            time=TimeService(core),
            leaving=LeavingService(core),
            tells=TellService(core),
            digests=DigestService(core),
            follows=FollowService(core),
            followings=FollowingService(core),
            rulings=RulingService(core),
            reports=ReportService(core),
            bans=BanService(core),
            blocks=BlockService(core),
            links=LinkService(core),
            plans=PlanService(core),
            guesses=GuessService(core),
            table_talk=TableTalkService(core),
            own_notes=OwnNoteService(core),
            kept_games=KeptGameService(core),
            standing=StandingService(core),
            ladders=LadderService(core),
            shields=ShieldService(core),
            villages=villages,
            chat_matches=ChatMatchService(core),
            simuls=SimulService(core, opening),
            tournaments=TournamentService(core, opening),
            rounds=TournamentRounds(core, opening),
            duplicates=DuplicateService(core, opening),
            duplicate_course=DuplicateCourse(core, opening),
            boards=BoardsService(core, opening),
            teams=TeamService(core, people),
            consultations=ConsultationService(core, villages),
            weeklies=WeeklyService(core),
            learning=LearningService(core),
            puzzles=PuzzleService(core),
            site_puzzles=SitePuzzleService(core),
            dailies=DailyService(core),
            holdouts=HoldoutService(core),
            communities=CommunityService(core),
            requests=RequestLog(core),
            news=core.news,
            database=database,
            clock=clock,
        )
