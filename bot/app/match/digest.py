"""The digest: the message about all matches that wait for a player, each with the way to its board."""

from collections.abc import Sequence

from bot.app.boards.match_message import button
from bot.app.boards.told_text import several_wait
from bot.app.buttons.callback_data import Action
from bot.app.buttons.owners import bound_rows
from bot.app.requests.context import AppServices
from bot.app.text.clock import time_left_line
from bot.app.text.names import game_name
from bot.chat import Ping, Row
from bot.matches.match import Match
from bot.services.match.matches import Player
from bot.words import Words, language_of, words

LISTED = 10
"""More matches than these are only counted."""
IN_A_ROW = 5


class DigestMessages:
    """The digests of players."""

    def __init__(self, tools: AppServices) -> None:
        self._tools = tools

    async def compose(self, matches: Sequence[Match], player: Player) -> Ping:
        """The ping to a player for whom these matches wait, the most urgent first."""
        say, shown = words(language_of(player.spoken)), matches[:LISTED]
        lines = [several_wait(player.name, len(matches), say)]
        lines += [await self._line(match, player, say) for match in shown]
        buttons = [button(match, match.code, Action.VIEW) for match in shown]
        rows: tuple[Row, ...] = tuple(
            tuple(buttons[first : first + IN_A_ROW]) for first in range(0, len(buttons), IN_A_ROW)
        )
        return Ping(text="\n".join(lines), rows=bound_rows(rows, player.id, self._tools.signer), language=say.language)

    async def _line(self, match: Match, player: Player, say: Words) -> str:
        """A match against whom, and the time left for the turn, or that an answer is waited for."""
        names, side = await self._tools.cards.names(match, say), match.side_of(player.id)
        if side is None:  # one of a team, which is to move
            side = match.game.turn
        game = game_name(match.game.ruleset, say)
        parts = [match.code, say("against {name} · {game}", name=names[1 - side], game=game)]
        if side == match.game.turn:
            parts.append(time_left_line(match.clock, self._tools.services.clock(), say))
        else:
            parts.append(say("waits for your answer"))
        return " · ".join(filter(None, parts))
