"""The lobby for one person: the games, their matches, and those of others that stand in the place."""

from collections.abc import Sequence

from bot.app.context import Context
from bot.app.game_chooser import FIRST
from bot.app.games import opponent, state
from bot.app.looks import match_look
from bot.app.text.names import family_name, game_name
from bot.chat import GameCard, ListedMatch, Lobby
from bot.chat.games import found_by
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.words import Words
from engine.games import rulesets

LISTED = 24
"""The most matches in each list."""


def game_cards(say: Words) -> tuple[GameCard, ...]:
    """All games, a family after the other."""
    return tuple(
        GameCard(
            key=each.key,
            name=game_name(each, say),
            summary=say(each.summary),
            family=family_name(each.family, say),
            first=each.key in FIRST,
            easy=each.beginners,
            words=found_by(each),
        )
        for each in rulesets()
    )


async def lobby_of(context: Context) -> Lobby:
    """The matches for the person of this request."""
    me = context.player.id
    listed = await context.matches.listed(me, place=context.request.place)
    mine = listed.matches[:LISTED]
    others = await _others(context, listed.here - {match.code for match in listed.matches})
    return Lobby(
        mine=tuple([await _listed(context, match, waits=me in match.to_act) for match in mine]),
        invitations=tuple([await _listed(context, match) for match in others if match.open][:LISTED]),
        watched=tuple([await _listed(context, match) for match in others if match.status is Status.PLAYING][:LISTED]),
    )


async def _others(context: Context, codes: frozenset[str]) -> Sequence[Match]:
    """Those that may be listed, the one that has changed last first."""
    found = []
    for code in sorted(codes)[: 2 * LISTED]:
        try:
            found.append(await context.matches.get(code))
        except ActionRefused:  # it cannot be read, which its players are told
            continue
    return sorted(found, key=lambda match: match.changed, reverse=True)


async def _listed(context: Context, match: Match, *, waits: bool = False) -> ListedMatch:
    game = match.game
    return ListedMatch(
        code=match.code,
        game=game_name(game.ruleset, context.say),
        players=await opponent(context, match),
        state=state(context, match),
        waits=waits,
        ruleset=game.ruleset.key,
        ply=game.ply,
        bottom=match_look(context, match).orientation,
        cells=game.position.cells,
        stacks=game.position.stacks,
        last=game.moves[-1] if game.moves else None,
    )
