"""The preview of a link to a match: what anybody may be told of it who has only been sent its address."""

from bot.app.boards.board_text import MatchCard, thread_line
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_may_watch
from bot.app.text.names import game_name
from bot.chat import MatchPreview
from bot.matches.match import Match
from bot.matches.refusals import NobodyWatches, NotShownHere, UnknownMatch, UnreadableMatch
from bot.matches.status import Status
from bot.words import Words


async def preview_of(context: Context, code: str) -> MatchPreview | None:
    """A match as a preview of its address tells of it; None for one that not everybody may watch.

    An invitation to anybody is told wherever on the platform it stands: its link is meant to be sent. The code is not
    judged as one that somebody gives may be a guess (``WrongCodes``): the page of a match is asked for by those who
    play it too, and who they are is not known yet.
    """
    try:
        match = await context.services.matches.get(code)
        if not await _invites_anybody(context, match):
            await check_may_watch(context, match)
    except (UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches):
        return None
    card = await context.tools.cards.card(match, context.say)
    position, ruleset = match.game.position, match.game.ruleset
    return MatchPreview(
        code=match.code,
        version=match.version,
        title=_title(card, context.say),
        sentence=_sentence(card, context.say),
        game=game_name(ruleset, context.say),
        ruleset=ruleset.key,
        cells=position.cells,
        stacks=position.stacks,
    )


async def _invites_anybody(context: Context, match: Match) -> bool:
    """Is it an invitation to anybody that stands on this platform?"""
    if match.status is not Status.INVITED or not match.open:
        return False
    views = await context.services.views.of_match(match.code)
    return any(view.place.platform == context.request.place.platform for view in views)


def _title(card: MatchCard, say: Words) -> str:
    match, game = card.match, game_name(card.match.game.ruleset, say)
    if match.practice:
        return say("{name} plays both sides: {game}", name=card.names[0], game=game)
    if match.status in (Status.PLAYING, Status.OVER):
        first, second = card.names
        return say("{first} plays {second}: {game}", first=first, second=second, game=game)
    host = card.host or say("Former player")
    if card.invited:
        return say("{host} invites {guest} to {game}", host=host, guest=card.invited, game=game)
    return say("{host} invites you to {game}", host=host, game=game)


def _sentence(card: MatchCard, say: Words) -> str:
    """The sentence about a match: its end or what became of it; of an invitation, what the game is about."""
    if card.match.status is Status.PLAYING:
        return say("The match is under way. Whoever opens this link may watch it.")
    if card.match.status is Status.INVITED:
        return say(card.match.game.ruleset.summary)
    return thread_line(card, say)
