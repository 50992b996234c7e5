"""The page of a person: what ``/profile`` and its buttons tell, and the boards of their latest matches."""

from bot.app.live.lobby import listed_of
from bot.app.requests.context import Context
from bot.app.standing import following
from bot.app.standing.badges import SHOWN, BadgeKind, badges_of, more_told
from bot.app.standing.person_card import game_and_side, score_told, scores_of
from bot.app.standing.profile import kept_private, known_of, none_finished, provisional_note
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name
from bot.app.text.ratings import rating_text
from bot.app.text.shield import CUP, SHIELD, month_told
from bot.chat import BadgeShown, Person, PersonPage, RatingShown, Refusal, ScoreShown
from bot.matches.rating import best_first
from bot.matches.score import Score, summed
from bot.services.standing.standing import PlayerProfile
from bot.store import Player
from bot.store.shields import Shield
from bot.store.tournaments import Cup
from bot.words import Words
from engine.games import find_ruleset

AMONG = 25
"""Those whom somebody has played last, of whom the most played are told."""
MOST_MET = 5


async def person_page(context: Context, who: Person | str, follow: bool | None) -> PersonPage | Refusal:
    """Of somebody in this place, or of an id at a seat; a refusal where whoever asks may know nothing of them.

    ``follow``: whoever asks follows them from now on, or does not any more.
    """
    say = context.say
    known = await _by_id(context, who) if isinstance(who, str) else await context.services.people.find(who)
    if known is None:
        return Refusal(text=say("I do not know them: they have never played here."))
    found = await known_of(context, known)
    badges = await badges_of(context, known) if found else None
    if found is None or badges is None:
        return kept_private(known, say)
    is_own = known.id == context.player.id
    may_follow = bool(context.player.id) and not is_own and not context.request.place.private
    if may_follow and follow is not None:
        await following.follow(context, known, context.request.place, on=follow)
    scores = [_score(label, score, say) for label, score in scores_of(found, say)]
    if found.computer.played:
        scores.append(_score(say("Against the computer"), found.computer, say))
    return PersonPage(
        name=known.name,
        own=is_own,
        numbers=await _numbers(context, found, is_own=is_own),
        ratings=await _ratings(context, known, found, is_own=is_own),
        note=provisional_note(found.ratings, say),
        scores=tuple(scores),
        none="" if scores else none_finished(say),
        badges=tuple(_badge(each, say) for each in badges[:SHOWN]),
        more=more_told(badges, say),
        matches=await listed_of(context, found.latest),
        met=await _most_met(context) if is_own else await _against(context, known),
        followed=await _is_followed(context, known) if may_follow else None,
    )


async def _by_id(context: Context, player: str) -> Player | None:
    """The player of an id who has an account on this platform, or a seat in a match that may be watched on it: an id
    that was guessed tells nothing of anybody else.
    """
    people, platform = context.services.people, context.request.place.platform
    here = await people.by_id(player, platform)
    if here or await context.services.standing.is_met(player, context.player.id, platform):
        return here or await people.by_id(player)
    return None


async def _is_followed(context: Context, other: Player) -> bool:
    return await context.services.followings.is_followed(context.player.id, other.id, context.request.place)


async def _numbers(context: Context, found: PlayerProfile, *, is_own: bool) -> tuple[tuple[str, str], ...]:
    """The best rating, the matches won against people; for oneself how puzzles go, which ``/profile`` tells nobody."""
    say, score = context.say, summed(found.people)
    numbers = [(rating_text(each), say("best rating")) for each in best_first(found.ratings)[:1]]
    if score.played:
        numbers.append((str(score.won), say("won of {count}", count=score.played)))
    if is_own and (puzzles := await context.services.puzzles.standing(context.player.id)):
        rating, solved = puzzles
        numbers += [(f"{rating:.0f}", say("in puzzles")), (str(solved), say("puzzles solved"))]
    return tuple(numbers)


async def _ratings(context: Context, player: Player, found: PlayerProfile, *, is_own: bool) -> tuple[RatingShown, ...]:
    """The ratings, the best first; others see the course of that one only, as on the card of ``/profile``."""
    ratings = best_first(found.ratings)
    courses = await context.services.standing.courses(player.id, ratings) if is_own else [found.course]
    told = [*courses, *[()] * (len(ratings) - len(courses))]
    return tuple(
        RatingShown(game_and_side(each.ruleset, each.side, context.say), rating_text(each), tuple(course))
        for each, course in zip(ratings, told, strict=False)
    )


def _score(label: str, score: Score, say: Words, who: str = "") -> ScoreShown:
    return ScoreShown(label, score_told(score, say), score.won, score.drawn, score.lost, who)


def _badge(badge: BadgeKind, say: Words) -> BadgeShown:
    if isinstance(badge, Cup):
        game = game_name(find_ruleset(badge.ruleset), say)
        return BadgeShown(CUP, badge.name or say("Tournament"), game, say.day(badge.won))
    if isinstance(badge, Shield):
        game = game_name(find_ruleset(badge.ruleset), say)
        return BadgeShown(SHIELD, say("Shield of a ladder"), game, month_told(badge.month, say))
    game = game_and_side(badge.ruleset, badge.side, say)
    name = level_name(find_ruleset(badge.ruleset), badge.level, say)
    return BadgeShown(str(badge.level), name, game, say.day(badge.won))


async def _most_met(context: Context) -> tuple[ScoreShown, ...]:
    """Against those with whom the person of this request has played most of late."""
    standing, me = context.services.standing, context.player.id
    met = sorted(await standing.opponents(me, AMONG), key=lambda each: -each[1])[:MOST_MET]
    found = [(other, await standing.head_to_head(me, other.id, 0)) for other, _ in met]
    return tuple(_score(other.name, summed(each.scores), context.say, other.id) for other, each in found)


async def _against(context: Context, other: Player) -> tuple[ScoreShown, ...]:
    """Of the person of this request against another; nothing where they have not met."""
    if not context.player.id:
        return ()
    found = await context.services.standing.head_to_head(context.player.id, other.id, 0)
    score = summed(found.scores)
    return (_score(context.say("You"), score, context.say),) if score.played else ()
