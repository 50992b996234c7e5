"""The card of a simul, for all in its chat."""

from dataclasses import dataclass
from enum import StrEnum

from bot.app.buttons.callback_data import CallbackData
from bot.app.requests.context import AppServices
from bot.app.text.clock import pace_line
from bot.app.text.names import game_name, still_known
from bot.chat import BoardMessage, Button, Capabilities, PrivateChat, Row, Style
from bot.matches.simul import SimulSide, SimulState
from bot.services.contests.simuls import SimulView
from bot.store.simuls import Simul
from bot.words import N_, Words, words

CODES = 30
"""So many boards are named by their codes."""
SIDES = {
    SimulSide.FIRST: N_("{name} has the first move on every board."),
    SimulSide.SECOND: N_("{name} moves second on every board."),
    SimulSide.TURNS: N_("{name} moves first and second by turns."),
}


class SimulAction(StrEnum):
    """The buttons of a simul."""

    JOIN = "jb"
    LEAVE = "jc"
    BEGIN = "jd"
    FAMILY = "je"
    GAME = "jf"


def halves(points: int) -> str:
    """A number of halves as people write it: 3½."""
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def lines_of(found: SimulView, game: str, say: Words) -> list[str]:
    """The words of a card."""
    simul, score = found.simul, found.score
    name = found.names.get(simul.host or "", say("somebody"))
    if simul.state is SimulState.CLOSED:
        return [say("This simul was called off.")]
    if simul.state is SimulState.OPEN:
        return [
            say("{name} plays all of you at {game}.", name=name, game=game),
            " ".join((say(SIDES[simul.side], name=name), pace_line(simul.pace, say))),
            say("{count} of {seats} are in.", count=len(found.entrants), seats=simul.seats),
            say.all_of([found.names.get(each.player, say("somebody")) for each in found.entrants]),
        ]
    facts = {"host": halves(2 * score.won + score.drawn), "others": halves(2 * score.lost + score.drawn)}
    told = say.plural("{count} board under way.", "{count} boards under way.", score.playing)
    standing = say("{name} {host} – {others}", name=name, **facts)
    refused = sum(each.refused for each in found.entrants)
    boards = [
        f"{each.match} · {found.names.get(each.player, say('somebody'))}" for each in found.entrants if each.match
    ]
    return [
        say("{name} plays all of them at {game}.", name=name, game=game),
        f"{told} {standing}",
        " ".join(boards[:CODES]) if len(boards) > 12 else "\n".join(boards),
        say.plural("{count} person could not be seated.", "{count} people could not be seated.", refused)
        if refused
        else "",
    ]


def private_boards(able: Capabilities, say: Words) -> tuple[str, tuple[Row, ...]]:
    """The line and the button on a card that gathers people whose boards are to stand in private chats; nothing where
    they stand in the chat itself.
    """
    if able.live_boards is None:
        return "", ()
    told = say("Your board comes to our private chat: open it before, or I cannot write to you.")
    return told, ((PrivateChat(say("Open a private chat"), "games_"),),)


@dataclass(frozen=True)
class SimulCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, simul: Simul) -> tuple[Simul, BoardMessage] | None:
        """The card of a simul, with the simul as it shows it; None where there is none any more, or no such game."""
        found = await self.tools.services.simuls.view(simul.id)
        known = still_known([found.simul.ruleset]) if found else []
        if found is None or not known:
            return None
        say = words(found.simul.language)
        title = " · ".join((say("Simul"), game_name(known[0], say)))

        def pressed(label: str, action: SimulAction, style: Style = Style.PLAIN) -> Button:
            return Button(label, str(CallbackData(action, argument=simul.id)), style)

        host = found.names.get(found.simul.host or "", say("somebody"))
        buttons = (
            pressed(say("Join"), SimulAction.JOIN, Style.MAIN),
            pressed(say("Leave"), SimulAction.LEAVE),
            pressed(say("Begin ({name})", name=host), SimulAction.BEGIN),
        )
        gathers = found.simul.state is SimulState.OPEN
        private, chat = private_boards(self.tools.able(found.simul.place), say) if gathers else ("", ())
        return found.simul, BoardMessage(
            title=title,
            text="\n".join(filter(None, (*lines_of(found, game_name(known[0], say), say), private))),
            rows=(buttons, *chat) if gathers else (),
            language=found.simul.language,
        )
