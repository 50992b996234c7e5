"""``/h2h``: how a person stands against another, by games, and by sides where they are not alike."""

from collections.abc import Sequence
from itertools import groupby

from bot.app.boards.match_message import look_through
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.match.games import state
from bot.app.requests.context import Context
from bot.app.text.bids import bids_scored, game_told, number_of_two
from bot.app.text.names import game_name, score_line, side_name
from bot.chat import Answer, Menu, Option, PrivatePanel, Refusal, Row, cut_at_word
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.score import BidScore, SideScore, summed
from bot.store import Player
from engine.games import find_ruleset
from engine.ruleset import Family

LISTED = 25
"""A menu holds at most this many lines on any platform."""
LATEST = 5
OPTION_LENGTH = 100


async def head_to_head_command(context: Context, who: Person | None) -> Answer:
    """``/h2h``: against a person; without one, whom they have played is chosen from."""
    if who is None:
        return await _choice(context)
    say, known = context.say, await context.services.people.find(who)
    if known is None:
        return Refusal(text=say("I do not know them: they have never played here."))
    if known.id == context.player.id:
        return Refusal(text=say("That is you. Name somebody you have played."))
    return await _against(context, known)


async def pressed_head_to_head(context: Context, data: CallbackData) -> Answer:
    """Against the player whose id is the argument; without one, the choice. Raises BadCallbackData."""
    if not data.argument:
        return await _choice(context)
    known = await context.services.people.by_id(data.argument)
    if known is None or known.id == context.player.id:
        raise BadCallbackData(str(data))
    return await _against(context, known)


async def _choice(context: Context) -> Answer:
    say, met = context.say, await context.services.standing.opponents(context.player.id, LISTED)
    title = say("Head to head")
    if not met:
        text = say("You have not finished a match with anybody yet. /play begins one.")
        return PrivatePanel(title=title, text=text, replace=True)
    options = []
    for each, count in met:
        label = say.plural("{name} · {count} match", "{name} · {count} matches", count, name=each.name)
        options.append(Option(cut_at_word(label, OPTION_LENGTH), each.id))
    menu = Menu(str(CallbackData(Action.HEAD_TO_HEAD)), say("Against whom?"), tuple(options))
    return PrivatePanel(title=title, text=say("Against whom?"), rows=(menu,), replace=True)


async def _against(context: Context, other: Player) -> Answer:
    say = context.say
    found = await context.services.standing.head_to_head(context.player.id, other.id, LATEST)
    title = f"{context.player.name} – {other.name}"
    if not found.scores:
        text = say("You have not finished a match with {name} yet.", name=other.name)
        return PrivatePanel(title=title, text=text, replace=True)
    lines = [score_line(summed(found.scores), (say("You"), other.name), say)]
    for game, of_game in groupby(found.scores, key=lambda each: each.ruleset):
        lines += _of_game(context, list(of_game), found.by_bids.get(game))
        if number := found.numbers.get(game):
            lines.append(number_of_two(find_ruleset(game), number, (context.player.name, other.name), say))
    rows: tuple[Row, ...] = (_menu(context, found.latest),) if found.latest else ()
    return PrivatePanel(title=title, text="\n".join(lines), rows=rows, replace=True, confidential=True)


def _of_game(context: Context, scores: Sequence[SideScore], by_bids: BidScore | None) -> list[str]:
    """A line about a game; with one for each side where they are not alike, as those of a hunt, and one for bids."""
    say, ruleset = context.say, find_ruleset(scores[0].ruleset)
    lines = [f"{game_name(ruleset, say)}: {score_line(summed(scores), None, say)}"]
    if ruleset.family is Family.HUNT:
        lines += [
            say(
                "As {side}: {score}",
                side=side_name(ruleset, each.side, say),
                score=score_line(each.score, None, say),
            )
            for each in scores
        ]
    bid_line = bids_scored(ruleset, by_bids, say) if by_bids else ""
    return [*lines, bid_line] if bid_line else lines


def _menu(context: Context, matches: Sequence[Match]) -> Menu:
    """Their latest matches, which are looked through."""
    options = []
    for match in matches:
        label = " · ".join((match.code, game_told(match, context.say), state(context, match)))
        payload = look_through(match)
        options.append(Option(cut_at_word(label, OPTION_LENGTH), payload))
    return Menu(MENU_OF_PAYLOADS, context.say("Look through a match"), tuple(options))
