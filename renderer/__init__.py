"""Pictures of positions and games: pure functions from a scene to a PNG, and to words for those who cannot see it."""

from renderer.bracket import BracketCard, BracketPair, describe_bracket, draw_bracket
from renderer.compose import clear_caches, draw
from renderer.crosstable import UNDER_WAY, CrosstableCard, CrosstableRow, describe_crosstable, draw_crosstable
from renderer.describe import DESCRIPTION_WORDS, describe
from renderer.film import Shot, draw_film, film_parts
from renderer.graph import Graph, Turn, describe_graph, draw_graph
from renderer.live import (
    SCALES,
    FollowingView,
    LiveBoard,
    draw_ground,
    draw_piece,
    draw_preview,
    draw_small,
    live_board,
    tallest,
)
from renderer.pair import Caption, Pair, describe_pair, draw_pair
from renderer.ranking import RankedRow, RankingCard, describe_ranking, draw_ranking
from renderer.scene import NO_LABELS, SMALLEST, Labels, Route, Scene, Target
from renderer.share import Share, Turned, describe_share, draw_share
from renderer.sheet import draw_sheet, draw_tile
from renderer.standing import PersonCard, RatedIn, ScoredIn, describe_card, draw_card
from renderer.themes import THEMES

__all__ = [
    "DESCRIPTION_WORDS",
    "NO_LABELS",
    "SCALES",
    "SMALLEST",
    "THEMES",
    "UNDER_WAY",
    "BracketCard",
    "BracketPair",
    "Caption",
    "CrosstableCard",
    "CrosstableRow",
    "FollowingView",
    "Graph",
    "Labels",
    "LiveBoard",
    "Pair",
    "PersonCard",
    "RankedRow",
    "RankingCard",
    "RatedIn",
    "Route",
    "Scene",
    "ScoredIn",
    "Share",
    "Shot",
    "Target",
    "Turn",
    "Turned",
    "clear_caches",
    "describe",
    "describe_bracket",
    "describe_card",
    "describe_crosstable",
    "describe_graph",
    "describe_pair",
    "describe_ranking",
    "describe_share",
    "draw",
    "draw_bracket",
    "draw_card",
    "draw_crosstable",
    "draw_film",
    "draw_graph",
    "draw_ground",
    "draw_pair",
    "draw_piece",
    "draw_preview",
    "draw_ranking",
    "draw_share",
    "draw_sheet",
    "draw_small",
    "draw_tile",
    "film_parts",
    "live_board",
    "tallest",
]
