"""The drawn card of ``/profile``: ratings with how sure they are, the best one large, and what was won and lost."""

from collections.abc import Iterable
from itertools import groupby

from bot.app.requests.context import Context
from bot.app.text.names import game_name, side_name
from bot.app.text.ratings import rating_text
from bot.chat import Picture
from bot.matches.rating import PlayerRating, best_first, by_sides
from bot.matches.score import Score, SideScore, summed
from bot.services.standing.standing import PlayerProfile
from bot.words import Words
from engine.games import find_ruleset
from renderer import THEMES, PersonCard, RatedIn, ScoredIn

DEVIATIONS = 2
"""A rating is told with so many of its deviations to either side, between which it lies in 19 of 20 cases."""
LONGEST_BESIDE = 950
"""Letters of a title and a text beside a picture: chats cut a longer one, and the words come before the card."""


async def card_picture(context: Context, name: str, found: PlayerProfile, text: str) -> Picture | None:
    """The card that goes with the words of a profile; None where there is nothing to draw, or no room for it."""
    drawn_there = context.able.draws_boards  # there a person has a page of their own
    if drawn_there or len(name) + len(text) > LONGEST_BESIDE or not (found.ratings or found.people):
        return None
    card = card_of(name, found, context.player.theme or THEMES[0], context.say)
    return await context.tools.images.card(card, context.say)


def card_of(name: str, found: PlayerProfile, theme: str, say: Words) -> PersonCard:
    """The card of a person: of the ratings those first that can be relied on, the highest first."""
    ratings = tuple(_rated(each, say) for each in best_first(found.ratings))
    scores = tuple(_scored(label, score, say) for label, score in scores_of(found, say))
    return PersonCard(name, ratings, scores, theme, found.course)


def scores_of(found: PlayerProfile, say: Words) -> list[tuple[str, Score]]:
    """The score against people, and those in each game, the most played first; each with what it is of."""
    whole = [(say("Against people"), summed(found.people))] if found.people else []
    return [*whole, *sorted(_parts(found.people, say), key=lambda each: -each[1].played)]


def _rated(rating: PlayerRating, say: Words) -> RatedIn:
    value, reach = rating.rating.rating, DEVIATIONS * rating.rating.deviation
    label = game_and_side(rating.ruleset, rating.side, say)
    return RatedIn(label, rating_text(rating), value, max(0.0, value - reach), value + reach)


def _parts(scores: Iterable[SideScore], say: Words) -> Iterable[tuple[str, Score]]:
    """The score in each game, and on each side where the two are not alike."""
    for ruleset, of_game in groupby(scores, key=lambda each: each.ruleset):
        if by_sides(find_ruleset(ruleset)):
            yield from ((game_and_side(ruleset, each.side, say), each.score) for each in of_game)
        else:
            yield game_and_side(ruleset, 0, say), summed(list(of_game))


def game_and_side(key: str, side: int, say: Words) -> str:
    """The name of a game, with that of the side where the two are not alike."""
    ruleset = find_ruleset(key)
    name = game_name(ruleset, say)
    return f"{name} · {side_name(ruleset, side, say)}" if by_sides(ruleset) else name


def _scored(label: str, score: Score, say: Words) -> ScoredIn:
    return ScoredIn(label, score_told(score, say), score.won, score.drawn, score.lost)


def score_told(score: Score, say: Words) -> str:
    """A score in words, with each of its numbers."""
    return say("{won} won, {drawn} drawn, {lost} lost", won=score.won, drawn=score.drawn, lost=score.lost)
