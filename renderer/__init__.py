"""Pictures of positions: pure functions from a scene to a PNG, and to words for those who cannot see it."""

from renderer.compose import clear_caches, draw
from renderer.describe import DESCRIPTION_WORDS, describe
from renderer.scene import Route, Scene, Target
from renderer.themes import THEMES

__all__ = ["DESCRIPTION_WORDS", "THEMES", "Route", "Scene", "Target", "clear_caches", "describe", "draw"]
