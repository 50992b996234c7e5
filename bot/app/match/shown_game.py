"""A game that somebody looks through, has analysed or takes along: a match, or one that was read from a text.

Its buttons name the match and the ply, or in their argument the key of what was read, so that they hold no state.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.boards import match_message
from bot.app.buttons.callback_data import NO_MATCH, Action, BadCallbackData, CallbackData
from bot.app.buttons.starts import StartPosition
from bot.app.pictures.images import Look
from bot.app.requests.context import Context, match_look, side_look
from bot.app.requests.match_resolver import may_be_analysed
from bot.app.requests.pasted_games import pasted_by
from bot.app.requests.pasted_text import record_notes
from bot.app.requests.visibility import check_may_see
from bot.app.text.names import game_name
from bot.chat import Button, Style
from bot.computer.analysis_queue import Pasted
from bot.matches.match import Match
from bot.matches.status import Status
from bot.words import Words
from engine.game import Game

_KEY = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class ShownGame:
    """A game with the names of its players, and where it comes from: ``match``, or ``pasted``."""

    game: Game
    names: tuple[str, str]
    match: Match | None = None
    pasted: Pasted | None = None

    @property
    def code(self) -> str:
        """The code of the match; empty of a game that was read."""
        return self.match.code if self.match else ""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the record that was read; none of a match."""
        return self.pasted.record.tags if self.pasted else {}

    @property
    def may_be_analysed(self) -> bool:
        """May it be analysed, and gone on from? Not while an opponent still plays it."""
        return self.match is None or may_be_analysed(self.match)

    @property
    def is_over(self) -> bool:
        """Will it not go on? What was read stands as it is."""
        return self.match is None or self.match.status is Status.OVER

    @property
    def has_film(self) -> bool:
        """Can it be seen as a film? One that is too long is refused with its length."""
        return self.is_over and bool(self.game.moves)

    def title(self, say: Words) -> str:
        """The code of the match, and the game."""
        return " · ".join(filter(None, (self.code, game_name(self.game.ruleset, say))))

    def file_name(self, ending: str) -> str:
        """The name of a file that has it: the code of the match, or the key of the game."""
        return f"{self.code or self.game.ruleset.key}.{ending}"

    def notes(self, say: Words) -> tuple[str, ...]:
        """The sentences on how it was read."""
        return tuple(record_notes(self.pasted.record, say)) if self.pasted else ()

    def button(self, label: str, action: Action, style: Style = Style.PLAIN, argument: str = "") -> Button:
        """A button of this game."""
        return Button(label, str(self.data(action, argument)), style)

    def data(self, action: Action, argument: str = "") -> CallbackData:
        """The data of a button of this game."""
        if self.match:
            return CallbackData(action, self.match.code, self.match.game.ply, argument)
        assert self.pasted is not None
        return CallbackData(action, argument=f"{self.pasted.key}:{argument}")

    def back(self, say: Words) -> Button:
        """The button that leads back from a page beside it: to *More* of a match, or to the game that was read."""
        if self.match:
            return match_message.button(self.match, say("Back"), Action.MORE)
        if self.game.moves:
            return self.button(say("Back"), Action.REPLAY)
        return self.button(say("Back"), Action.ANALYSE, argument="0")

    def start(self, ply: int) -> StartPosition:
        """The position after so many turns, to go on from."""
        position, key = self.game.positions[ply], self.pasted.key if self.pasted else ""
        return StartPosition(self.game.ruleset, position, ply, self.code or NO_MATCH, key)

    def look(self, context: Context) -> Look:
        """The look of its board for this person."""
        return match_look(context, self.match) if self.match else side_look(context, 0)

    def ways(self, say: Words) -> tuple[Button, ...]:
        """The buttons for all that can be done with a game that was read, besides an analysis of it; none for a match,
        whose card has them.
        """
        if self.match:
            return ()
        replay = (self.button(say("Replay"), Action.REPLAY),) if self.game.moves else ()
        return (*replay, self.button(say("Export..."), Action.EXPORT), *self.keep(say))

    def keep(self, say: Words) -> tuple[Button, ...]:
        """The button that keeps a game that was read; none for a match, which is kept anyway."""
        return () if self.match else (self.button(say("Keep"), Action.KEEP),)


async def of_match(context: Context, match: Match) -> ShownGame:
    """A match that may be seen."""
    return ShownGame(match.game, await context.tools.cards.names(match, context.say), match)


def of_pasted(pasted: Pasted) -> ShownGame:
    """A game that was read."""
    return ShownGame(pasted.game, pasted.names, pasted=pasted)


async def named_by(context: Context, data: CallbackData) -> tuple[ShownGame, str]:
    """The game that a button names, which may be seen, and the argument without the key of what was read.

    Raises BadCallbackData, PasteForgotten, UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches.
    """
    if data.code != NO_MATCH:
        match = await context.services.matches.get(data.code)
        await check_may_see(context, match, data)
        return await of_match(context, match), data.argument
    key, _, argument = data.argument.partition(":")
    if not _KEY.fullmatch(key):
        raise BadCallbackData(str(data))
    return of_pasted(await pasted_by(context, key)), argument
