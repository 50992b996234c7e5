"""The services of one process, each for one subject, over one database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from types import MappingProxyType

from bot.services.bans import BanService
from bot.services.blocks import BlockService
from bot.services.changes import ErrandsDue, MatchChanges
from bot.services.communities import CommunityService
from bot.services.core import Core
from bot.services.dailies import DailyService
from bot.services.follows import FollowService
from bot.services.learning import LearningService
from bot.services.leaving import LeavingService
from bot.services.matches import MatchService
from bot.services.opening import LiveLimit, MatchOpener
from bot.services.people import PeopleService
from bot.services.plans import PlanService
from bot.services.puzzles import PuzzleService
from bot.services.requests import RequestLog
from bot.services.rulings import RulingService
from bot.services.site_puzzles import SitePuzzleService
from bot.services.standing import StandingService
from bot.services.tells import TellService
from bot.services.timing import TimeService
from bot.services.views import ViewService
from bot.store import Database
from bot.store.secrets import secret

NO_LIMIT: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Services:
    """All services together. ``changes`` publishes the codes of matches that have changed."""

    matches: MatchService
    opening: MatchOpener
    views: ViewService
    people: PeopleService
    time: TimeService
    leaving: LeavingService
    tells: TellService
    follows: FollowService
    rulings: RulingService
    bans: BanService
    blocks: BlockService
    plans: PlanService
    standing: StandingService
    learning: LearningService
    puzzles: PuzzleService
    site_puzzles: SitePuzzleService
    dailies: DailyService
    communities: CommunityService
    requests: RequestLog
    changes: MatchChanges
    errands: ErrandsDue
    database: Database
    clock: Callable[[], datetime]

    async def secret(self, name: str) -> bytes:
        """A secret that only the processes of this database know, by its name."""
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
        core = Core(database, clock, chance)
        people = PeopleService(core)
        live = LiveLimit(core, live_boards)
        opening = MatchOpener(core, people, live)
        matches = MatchService(core, opening, live)
        views, time, leaving = ViewService(core), TimeService(core), LeavingService(core)
        return cls(
            matches,
            opening,
            views,
            people,
            time,
            leaving,
            TellService(core),
            FollowService(core),
            RulingService(core),
            BanService(core),
            BlockService(core),
            PlanService(core),
            StandingService(core),
            LearningService(core),
            PuzzleService(core),
            SitePuzzleService(core),
            DailyService(core),
            CommunityService(core),
            RequestLog(core),
            core.changes,
            core.errands,
            database,
            clock,
        )
