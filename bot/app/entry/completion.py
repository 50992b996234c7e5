"""Suggestions while a person types a command: legal moves, the codes of their matches, games, themes of puzzles."""

import re
from collections.abc import Sequence

from bot.app.learning.puzzles import themes_there
from bot.app.match.games import match_line
from bot.app.moves import picker
from bot.app.play.paces import NO_SIDE
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import LAST
from bot.app.requests.match_resolver import can_be_analysed, is_turn_of, may_guess
from bot.app.text.moves import move_label, typed_form
from bot.app.text.names import game_line, side_names
from bot.chat import Completion, cut_at_word
from bot.chat.games import game_key, search
from bot.chat.match_codes import read_code
from bot.matches.match import Match
from bot.words import Words
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from engine.ruleset import Ruleset, spelling

LABEL = 100
"""The longest label and value any platform takes."""
LOOKED_AT = 120
"""The most legal moves that are compared with a typed text."""
_NAME = re.compile(r"[a-z][0-9]{1,2}")


async def complete(context: Context, command: str, option: str, typed: str, beside: str) -> list[Completion]:
    """At most 25 suggestions that fit what was typed, for an option of a command; ``beside``: as for the handler."""
    if option == "move":
        return await _moves(context, typed, read_code(beside))
    if option == "side":
        return sides_named(typed, context.say, beside)
    if option == "game":
        return games_named(typed, context.say, await context.services.matches.games_of(context.player.id, LAST))
    if option == "theme":
        labels = [context.say(label) for label in await themes_there(context, beside)]
        return [Completion(label, label) for label in labels if typed.strip().casefold() in label.casefold()]
    if option == "match":
        mine = await _named_to(context, command)
        lines = [(match.code, await match_line(context, match)) for match in mine]
        fitting = [
            Completion(cut_at_word(line, LABEL), code) for code, line in lines if typed.casefold() in line.casefold()
        ]
        return fitting[: picker.MENU]
    return []


async def _named_to(context: Context, command: str) -> list[Match]:
    """The matches of this person that a command can mean; of ``/mod`` and ``/guess`` those of others that are played
    here."""
    if command in ("guess", "mod"):
        around = await context.services.matches.played_around(context.request.place, picker.MENU)
        if command == "guess":
            return [match for match in around if may_guess(context, match)]
        return [match for match in around if match.terms.watched and not match.concerns(context.player.id)]
    if command == "analyse":
        return await can_be_analysed(context)
    live = await context.services.matches.of_player(context.player.id)
    if command not in ("replay", "export"):
        return live
    over = await context.services.matches.of_player(context.player.id, live=False)
    return [match for match in (*over, *live) if match.game.moves]


def complete_for_anybody(option: str, typed: str, say: Words, beside: str) -> list[Completion]:
    """The same for somebody who is not known: games and their sides."""
    if option == "side":
        return sides_named(typed, say, beside)
    return games_named(typed, say) if option == "game" else []


def sides_named(typed: str, say: Words, game: str) -> list[Completion]:
    """The sides of the game that was named, and a coin; the coin alone before one is."""
    offered = [Completion(say("Toss a coin"), NO_SIDE)]
    if key := game_key(game):
        ruleset = find_ruleset(key)
        sides = zip(ruleset.sides, side_names(ruleset, say), strict=True)
        offered = [*(Completion(say("I play {side}", side=name), side.key) for side, name in sides), *offered]
    return [each for each in offered if typed.strip().casefold() in f"{each.label} {each.value}".casefold()]


def games_named(typed: str, say: Words, last: Sequence[Ruleset] = ()) -> list[Completion]:
    """At most 25 games that fit what was typed; before anything is, the ``last`` ones first, and no variants."""
    found = search(typed)
    if not typed.strip():
        found = (*last, *(ruleset for ruleset in found if ruleset not in last and not ruleset.variant))
    return [Completion(cut_at_word(game_line(ruleset, say), LABEL), ruleset.key) for ruleset in found[: picker.MENU]]


async def _moves(context: Context, typed: str, named: str | None) -> list[Completion]:
    """Legal moves, captures first, filtered by what is typed: of the match with the code ``named``, or with the code
    that stands before the move, else of the match in this place, else of all that wait.
    """
    waiting = [
        match
        for match in await context.services.matches.of_player(context.player.id)
        if is_turn_of(context.player)(match)
    ]
    here = await context.services.matches.codes_in(context.request.place)
    candidates = [match for match in waiting if match.code in here] or waiting
    first, _, rest = typed.strip().partition(" ")
    before = None if named else read_code(first)
    if before in {match.code for match in waiting}:
        named, typed = before, rest
    else:
        before = None
    if named:
        candidates = [match for match in waiting if match.code == named]
    found: list[Completion] = []
    for match in candidates:
        clear = (named and not before) or (not before and len(candidates) == 1 and match.code in here)
        prefix = "" if clear else f"{match.code} "
        found += [
            Completion(cut_at_word(f"{prefix}{label}", LABEL), f"{prefix}{text}")
            for text, label in fitting_moves(match.game, typed, context.say)
        ]
    return [completion for completion in found if len(completion.value) <= LABEL][: picker.MENU]


def fitting_moves(game: Game, typed: str, say: Words) -> list[tuple[str, str]]:
    """The moves that can be suggested, as text and with what they do; of very many, those that begin as typed too."""
    wanted, first, points = spelling(typed), game.first_choice, game.ruleset.board.index
    way = [points[name] for name in _NAME.findall(typed.casefold()[:LABEL]) if name in points]
    moves = dict.fromkeys((*first.some(LOOKED_AT), *first.along(way).some(picker.MENU)))
    texts = {move: typed_form(game.ruleset, move) for move in sorted(moves, key=lambda move: -len(move.captured))}
    fitting = [
        move
        for move, text in texts.items()
        if any(wanted in spelling(form) for form in (text, format_move(game.ruleset, move))) and len(text) <= LABEL
    ]
    return [(texts[move], move_label(game, move, say)) for move in fitting[: picker.MENU]]
