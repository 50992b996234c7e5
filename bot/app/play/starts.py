"""Going on from a position: which one is meant, and the panel that asks against whom and on which side."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.app.buttons.callback_data import NO_MATCH, BadCallbackData, CallbackData
from bot.app.buttons.starts import GoOnWish, StartPosition, go_on_button
from bot.app.pictures.images import scene_of
from bot.app.play.paces import NO_SIDE, SIDES, chosen_line
from bot.app.requests.context import Context, side_look
from bot.app.requests.hosts import check_computer
from bot.app.requests.match_resolver import may_be_analysed
from bot.app.requests.pasted_games import pasted_by
from bot.app.requests.pasted_text import SeveralGames, begins_record, record_or_refusal
from bot.app.requests.visibility import check_may_see, check_may_watch
from bot.app.text.absences import absence
from bot.app.text.level_names import level_name
from bot.app.text.names import ending_sentence, game_name, side_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Style
from bot.chat.games import game_key
from bot.chat.match_codes import read_code, sure_code
from bot.computer.analysis_queue import Pasted
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, MatchOver, NotStarted
from bot.matches.status import Status
from bot.words import N_, Words
from engine.game import Game
from engine.search import LEVELS

KNOWN_PLAYERS = 10
"""The panel offers at most so many people who have played in the same place."""
NAME_LENGTH = 40
_IN_MATCH = re.compile(r"(\S{1,20})(?:\s{1,5}(\d{1,5}))?")


class NotOverYet(ActionRefused):
    """A match that others play gives no position to go on from: trying it out would help one of them."""

    sentence = N_("This match goes on. When it is over, you can go on from any of its positions.")


_EXAMPLE = "/play computer 3 from:dam-8 W:Wc3,Kd2:Ba7,b8\n/play anybody from:K7QM 12"


async def read_start(context: Context, text: str, game: str) -> StartPosition | Refusal:
    """The position that somebody names: the code of a match, with the number of its turns or without, or what
    ``/analyse`` reads too; ``game`` is the one that was named beside it.

    Raises UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted, NotOverYet, NoSuchTurn, MatchOver,
    TooMuchWork.
    """
    say = context.say
    code, turns = match_in(text)
    if code:
        match = await context.services.matches.get(code)
        await check_may_watch(context, match)
        return _in_match(match, match.game.ply if turns is None else turns)
    if game and not begins_record(text):
        key = game_key(game)
        if key is None:
            return Refusal(text=say("There is no game called {name}.", name=game[:NAME_LENGTH]))
        text = f"{key} {text}"
    read = await record_or_refusal(context, text, _EXAMPLE)
    if isinstance(read, Refusal):
        return read
    if isinstance(read, SeveralGames):
        several, alone = (
            say("There are {count} games in that text.", count=len(read.games)),
            say("Give me one of them."),
        )
        return Refusal(text=f"{several} {alone}")
    last = read.game
    begun = Game.begin(last.ruleset, last.position)
    if begun.outcome:
        over = ending_sentence(begun, begun.outcome, ("", ""), say)
        nothing = say("From there nothing is left to play.")
        return Refusal(text=f"{nothing} {over}")
    key = context.tools.analysis_queue.keep_pasted(Pasted(read))
    return StartPosition(last.ruleset, last.position, last.ply, key=key)


def match_in(text: str) -> tuple[str, int | None]:
    """The code of the match that a text names, and how many of its turns were made, if it says so; empty for none."""
    named = _IN_MATCH.fullmatch(text.strip())
    code = read_code(named[1]) if named else None
    return (code, int(named[2]) if named[2] else None) if named and code else ("", None)


def match_turn_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that are surely the code of a match, and perhaps the number of its turns; else None."""
    code, _, turns = text.partition(" ")
    sure = sure_code(code, given) and not game_key(code) and (turns.isdecimal() if turns else code == text)
    return text if sure else None


async def start_of(context: Context, data: CallbackData, wish: GoOnWish) -> StartPosition:
    """The position that a button names. Raises BadCallbackData, PasteForgotten, and what ``read_start`` raises."""
    if data.code != NO_MATCH and not wish.key:
        match = await context.services.matches.get(data.code)
        await check_may_see(context, match, data)
        return _in_match(match, data.ply)
    if data.code != NO_MATCH or not wish.key:
        raise BadCallbackData(str(data))
    game = (await pasted_by(context, wish.key)).game
    ply = min(data.ply, game.ply)
    return StartPosition(game.ruleset, game.positions[ply], ply, key=wish.key)


def _in_match(match: Match, ply: int) -> StartPosition:
    """The match as it stood after so many turns.

    Raises NotStarted, NotOverYet, NoSuchTurn, MatchOver.
    """
    if match.status is Status.INVITED:
        raise NotStarted
    if match.status is Status.PLAYING and not match.practice:
        raise NotOverYet
    if not may_be_analysed(match):
        raise MatchOver(match.status)
    ruleset, position = match.game.ruleset, match.position_after(ply)
    if not match.game.may_go_on_from(ply) or Game.begin(ruleset, position).outcome:
        raise MatchOver(match.status)
    return StartPosition(ruleset, position, ply, match.code, watched=match.terms.watched)


def from_start(invitation: Invitation, start: StartPosition | None) -> Invitation:
    """An invitation that begins at a position, if there is one, and says where that comes from."""
    return replace(invitation, position=start.position, origin=start.origin) if start else invitation


async def go_on_panel(context: Context, start: StartPosition, side: str) -> Answer:
    """The panel that asks against whom, and on which side, to go on from a position."""
    say, ruleset = context.say, start.ruleset
    begun, said = Game.begin(ruleset, start.position), say("from a position")
    found = await context.community()
    known = await context.services.people.met(context.request.place, context.player.id, KNOWN_PLAYERS)
    people = tuple(Option(player.name, player.id) for player in known)
    lines = (
        say("{name} to move.", name=side_name(ruleset, start.position.turn, say)),
        say("Whom do you want to play, and on which side?"),
        *filter(None, (absence(player, context.now(), say) for player in known)),
        chosen_line(found.usual_terms, say),
    )
    scene = scene_of(begun, ("", ""), side_look(context, SIDES.get(side, 0)), say)
    return PrivatePanel(
        title=f"{game_name(ruleset, say)} · {said}",
        text="\n".join(lines),
        picture=await context.tools.images.picture(scene, say),
        rows=(
            (
                go_on_button(start, say("Anybody"), "a", side, Style.MAIN),
                *((go_on_button(start, say("Computer"), "c", side),) if found.has("computer") else ()),
                go_on_button(start, say("Practice board"), "l", side),
            ),
            _sides(start, side, say),
            Menu(start.payload("u", side), say("One person"), people, people=True),
        ),
        replace=True,
        stays=True,
    )


def _sides(start: StartPosition, side: str, say: Words) -> tuple[Button, ...]:
    """The sides, with a mark at the one that is chosen."""
    labels = {NO_SIDE: say("Either side")}
    labels |= {name: side_name(start.ruleset, at, say) for name, at in SIDES.items()}
    return tuple(
        go_on_button(start, f"✓ {label}", "p", name, Style.GOOD)
        if name == side
        else go_on_button(start, label, "p", name)
        for name, label in labels.items()
    )


async def go_on_levels(context: Context, start: StartPosition, side: str) -> Answer:
    """The menu of the computer's levels. Raises ComputerOff."""
    await check_computer(context)
    say, ruleset = context.say, start.ruleset
    options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
    text = say("How strong should the computer be? Level 1 is for people who learned the game today.")
    menu = Menu(start.payload("v", side), say("Level"), options)
    return PrivatePanel(title=game_name(ruleset, say), text=text, rows=(menu,), replace=True, stays=True)
