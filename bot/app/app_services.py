"""The tools behind every answer, in one container."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bot.app.board_messages import BoardMessages
from bot.app.images import ImageRenderer
from bot.app.live_views import LiveViews
from bot.app.match_cards import MatchCards
from bot.app.openings import Openings
from bot.app.ply_memory import PlyMemory
from bot.app.signer import Signer
from bot.app.told_lately import ToldLately
from bot.app.turn_graphs import TurnGraphs
from bot.chat import Capabilities
from bot.matches.people import Place
from bot.services.services import Services
from bot.workers.analysis_queue import AnalysisQueue
from bot.workers.search_pool import SearchPool
from engine.moves import Move

_ALL = Capabilities()


@dataclass(frozen=True)
class AppServices:
    """``lists`` are numbered moves as each person saw them; ``capabilities`` are those of each platform by its name."""

    services: Services
    images: ImageRenderer
    search_pool: SearchPool
    analysis_queue: AnalysisQueue = field(default_factory=AnalysisQueue)
    lists: PlyMemory[tuple[Move, ...]] = field(default_factory=PlyMemory)
    hints: PlyMemory[Move] = field(default_factory=PlyMemory)
    signer: Signer = field(default_factory=Signer.alone)
    live_views: LiveViews = field(default_factory=LiveViews)
    openings: Openings = field(default_factory=Openings)
    told_lately: ToldLately = field(default_factory=ToldLately)
    turn_graphs: TurnGraphs = field(default_factory=TurnGraphs)
    capabilities: Mapping[str, Capabilities] = field(default_factory=dict)

    @cached_property
    def cards(self) -> MatchCards:
        """Matches with the names of their people."""
        return MatchCards(self.services)

    @cached_property
    def boards(self) -> BoardMessages:
        """The messages that show matches."""
        return BoardMessages(self.services, self.cards, self.images, self.able)

    def able(self, place: Place) -> Capabilities:
        """The capabilities of the platform of a place."""
        return self.capabilities.get(place.platform, _ALL)
