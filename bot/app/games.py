"""``/games``: the matches of a person, as lines and as a menu."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from bot.app.callback_data import MENU_OF_PAYLOADS, Action, CallbackData
from bot.app.context import Context
from bot.app.text.names import game_name
from bot.chat import Answer, Menu, Option
from bot.matches.match import Match
from bot.matches.status import Status

LISTED = 25
"""A menu holds at most this many lines on any platform."""
OPTION_LENGTH = 100


async def games_command(context: Context) -> Answer:
    """``/games``: this person's matches, most urgent first."""
    say = context.say
    listed = await context.matches.listed(context.player.id)
    mine = listed.matches
    unreadable = [
        say("{code} · this match cannot be read at the moment", code=code) for code in listed.unreadable[:LISTED]
    ]
    if not mine and not unreadable:
        return Answer(
            title=say("Your matches"), text=say("You have no match under way. /play begins one."), replace=True
        )
    lines = [await match_line(context, match) for match in mine[:LISTED]]
    rows = (await match_menu(context, mine, say("Open a match"), CallbackData(Action.VIEW)),) if mine else ()
    return Answer(
        title=say("Your matches"), text="\n".join((*lines, *unreadable)), rows=rows, replace=True, confidential=True
    )


async def match_menu(context: Context, matches: Sequence[Match], prompt: str, then: CallbackData) -> Menu:
    """A menu of matches; choosing one does ``then`` in it, which is without the code and the ply of a match."""
    options = []
    for match in matches[:LISTED]:
        line = await match_line(context, match)
        options.append(Option(line[:OPTION_LENGTH], str(replace(then, code=match.code, ply=match.game.ply))))
    return Menu(MENU_OF_PAYLOADS, prompt, tuple(options))


async def match_line(context: Context, match: Match) -> str:
    """A match in one line: code, game, players, and whose turn it is."""
    names = await context.services.names(match, context.say)
    players = f"{names[0] or '?'} - {names[1] or '?'}"
    return f"{match.code} · {game_name(match.game.ruleset, context.say)} · {players} · {_state(context, match)}"


def _state(context: Context, match: Match) -> str:
    say = context.say
    match match.status:
        case Status.INVITED:
            return say("invitation")
        case Status.PLAYING:
            return say("your turn") if match.side_of(context.player.id) == match.game.turn else say("their turn")
        case Status.OVER | Status.DECLINED | Status.WITHDRAWN | Status.EXPIRED | Status.CALLED_OFF:
            return say("over")
        case _:
            assert_never(match.status)
