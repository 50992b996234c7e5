"""A position that somebody sets up: as it stands on the board, as text, and why nobody can play on from it."""

import asyncio
from collections.abc import Iterator

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.live.board_actions import may_be_set_up
from bot.app.play.starts import match_in
from bot.app.requests.context import Context
from bot.app.requests.pasted_text import LEAPS, NoGameNamed, UnreadablePaste, read_pasted
from bot.app.requests.visibility import check_may_watch
from bot.app.rules.rules_text import opening_told
from bot.app.text.faults import flaw_sentence
from bot.app.text.names import ending_sentence, game_name, side_names
from bot.app.text.reasons import too_many_captures
from bot.chat import EditedPosition, PieceName, PlacedPieces, Refusal
from bot.chat.games import game_key
from bot.matches.refusals import NotStarted, StillPlaying
from bot.matches.status import Status
from bot.words import Words
from engine.game import Game
from engine.games import find_ruleset
from engine.position import (
    EMPTY,
    ImpossiblePosition,
    InvalidPosition,
    Position,
    check_position,
    format_position,
    most_in_hand,
    read_position_text,
    start_position,
    tallest,
)
from engine.ruleset import Ruleset
from engine.work import TooMuchWork, at_most

_NAME_LENGTH = 40


async def edited(context: Context, game: str, text: str, placed: PlacedPieces | None) -> EditedPosition | Refusal:
    """The position that is ``placed`` on the board of a game, or that a ``text`` says, or else the start.

    A text may also name a match and how many of its turns were made. Raises BadCallbackData for what cannot be placed
    on that board; UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted, StillPlaying.
    """
    say, key = context.say, game_key(game)
    if key is None:
        return Refusal(text=say("There is no game called {name}.", name=game[:_NAME_LENGTH]))
    ruleset = find_ruleset(key)
    code, turns = match_in(text)
    if placed is None and turns is not None:
        ruleset, position = await _in_match(context, code, turns)
        return await asyncio.to_thread(told, ruleset, position, say)
    try:
        # Replaying the moves of a record takes a while.
        return await asyncio.to_thread(set_up, ruleset, text, placed, say)
    except (UnreadablePaste, TooMuchWork):
        return Refusal(
            text=say(
                "That is no position of {game}. {button} shows how one is written.",
                game=game_name(ruleset, say),
                button=say("Start position"),
            )
        )


async def _in_match(context: Context, code: str, ply: int) -> tuple[Ruleset, Position]:
    """The game and the position of a match after so many turns, or after all it has.

    Raises UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted, StillPlaying.
    """
    match = await context.services.matches.get(code)
    await check_may_watch(context, match)
    if match.status is Status.INVITED:
        raise NotStarted
    if not may_be_set_up(match, plays=match.concerns(context.player.id)):
        raise StillPlaying
    return match.game.ruleset, match.game.positions[min(ply, match.game.ply)]


def set_up(ruleset: Ruleset, text: str, placed: PlacedPieces | None, say: Words) -> EditedPosition:
    """The same for a game that is known. Raises BadCallbackData, UnreadablePaste, TooMuchWork."""
    position = start_position(ruleset)
    if placed:
        position = _placed(ruleset, placed)
    elif text.strip():
        ruleset, position = _read(ruleset, text)
    return told(ruleset, position, say)


def told(ruleset: Ruleset, position: Position, say: Words) -> EditedPosition:
    """A position with all that can be said of it."""
    return EditedPosition(
        ruleset=ruleset.key,
        game=game_name(ruleset, say),
        cells=position.cells,
        stacks=position.stacks,
        hands=tuple((letter, position.in_hand(letter)) for letter in ruleset.placement),
        turn=position.turn,
        opening=position.opening > 0,
        text=f"{ruleset.key} {format_position(ruleset, position)}",
        problem=_problem(ruleset, position, say),
        pieces=tuple(PieceName(kind.letter, kind.side, say.noun(kind.noun)) for kind in ruleset.kinds),
        sides=side_names(ruleset, say),
        tall=tuple(_tall(ruleset)),
        most=tuple((letter, most_in_hand(ruleset, letter)) for letter in ruleset.placement),
        opens=next(iter(opening_told(ruleset, say)), ""),
    )


def _placed(ruleset: Ruleset, placed: PlacedPieces) -> Position:
    """The position of pieces that were placed, whether a game comes to it or not. Raises BadCallbackData."""
    hand = dict(placed.hands)
    position = Position(
        placed.cells,
        placed.turn,
        tuple((letter, hand[letter]) for letter in ruleset.placement if hand.get(letter)),
        stacks=tuple(sorted((point, height) for point, height in placed.stacks if height > 1)),
        opening=ruleset.opening.removes if placed.opening and ruleset.opening else 0,
    )
    fits = len(placed.cells) == len(ruleset.board.points) and set(placed.cells) <= {EMPTY, *ruleset.kind}
    try:
        if (
            fits
            and placed.turn in (0, 1)
            and read_position_text(ruleset, format_position(ruleset, position)) == position
        ):
            return position
    except InvalidPosition:
        pass
    raise BadCallbackData(f"{ruleset.key} {placed}")


def _read(ruleset: Ruleset, text: str) -> tuple[Ruleset, Position]:
    """The game and the position of a text, which may be one of our own to which no game comes.

    Raises UnreadablePaste, TooMuchWork.
    """
    try:
        return ruleset, read_position_text(ruleset, text.strip().removeprefix(f"{ruleset.key} "))
    except InvalidPosition:
        pass
    try:
        record = read_pasted(text)
    except NoGameNamed:
        record = read_pasted(f"{ruleset.key} {text}")
    return record.game.ruleset, record.game.position


def _tall(ruleset: Ruleset) -> Iterator[tuple[str, int, int]]:
    """The points on which pieces may stand on one another, each with its kind and how many at most."""
    start = start_position(ruleset)
    for kind in ruleset.kinds:
        there = start.letters(ruleset, kind.side).count(kind.letter)
        for point in range(len(ruleset.board.points)):
            if (most := min(tallest(ruleset, kind.letter, point), there)) > 1:
                yield kind.letter, point, most


def _problem(ruleset: Ruleset, position: Position, say: Words) -> str:
    """The sentence that says why nobody can play on from a position; empty where one can."""
    try:
        with at_most(LEAPS):
            check_position(ruleset, position)
            begun = Game.begin(ruleset, position)
            if begun.outcome:
                nothing = say("From there nothing is left to play.")
                return f"{nothing} {ending_sentence(begun, begun.outcome, ('', ''), say)}"
            begun.first_choice.most()
    except ImpossiblePosition as error:
        return flaw_sentence(ruleset, error, say)
    except TooMuchWork:
        return too_many_captures(say)
    return ""
