"""The card of a boards match, for all in one of its two chats."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.app.buttons.callback_data import CallbackData
from bot.app.contests.simul_card import halves, private_boards
from bot.app.requests.context import AppServices
from bot.app.text.clock import pace_line
from bot.app.text.names import game_name, still_known
from bot.chat import BoardMessage, Button, Style
from bot.matches.boards_match import FEWEST, MOST, BoardsGame, BoardsState, InLine
from bot.matches.status import LIVE, Status
from bot.services.contests.boards import BoardsView
from bot.store.boards import BoardsSide
from bot.store.people import are_alike
from bot.words import Words, words


class BoardsAction(StrEnum):
    """The buttons of a boards match."""

    JOIN = "qb"
    LEAVE = "qc"
    BEGIN = "qd"
    STOP = "qe"
    CONFIRM_STOP = "qf"
    ORDER = "qg"
    MOVE_UP = "qh"
    ORGANISE = "qk"
    NEW = "qn"
    FAMILY = "qm"
    GAME = "qj"


def pressed_on(action: BoardsAction, found: str, side: int) -> CallbackData:
    """The data of a button about the chat on a side of a boards match."""
    return CallbackData(action, argument=f"{found}:{side}")


def chats_called(found: BoardsView, say: Words) -> tuple[str, str]:
    """The names of both chats, with their apps where they are alike; another chat where none has accepted."""
    sides = found.sides
    names = [each.name or say("A chat") for each in sides]
    if len(names) < 2:
        return names[0], say("another chat")
    if are_alike(names):
        first, second = (f"{name} ({side.place.platform.title()})" for name, side in zip(names, sides, strict=True))
        return first, second
    return names[0], names[1]


def lines_of(found: BoardsView, side: int, say: Words) -> list[str]:
    """The words of a card in the chat on a side."""
    match = found.match
    if match.state is BoardsState.CLOSED:
        return _closed(found, say)
    first, second = chats_called(found, say)
    if match.state is BoardsState.OPEN:
        return [
            say("{first} against {second}, board by board.", first=first, second=second),
            pace_line(match.pace, say),
            *_gathering(found, side, say),
            *_unreached(found, side, say),
        ]
    return [_score_line(found, say), *_boards(found, say), *_beside(found, say), *_unreached(found, side, say)]


def _closed(found: BoardsView, say: Words) -> list[str]:
    who = found.match.stopped_by
    if who is None:
        return [say("This boards match was not begun in time.")]
    told = [say("Those who organise in {name} have called this boards match off.", name=chats_called(found, say)[who])]
    if any(game.status in LIVE for game in found.games):
        told.append(say("Its boards under way go on, and decide nothing between the chats."))
    return told


def _gathering(found: BoardsView, side: int, say: Words) -> list[str]:
    """The people who are in so far, and what is to be done next."""
    somebody, names = say("somebody"), chats_called(found, say)
    told = []
    for chat in found.sides:
        joined = found.of_side(chat.side)
        count = say.plural("{name}: {count} is in.", "{name}: {count} are in.", len(joined), name=names[chat.side])
        told.append(" ".join(filter(None, (count, say("Ready.") if chat.ready else ""))))
        if joined and chat.side == side:
            told.append(numbered(found.names.get(each.player, somebody) for each in joined))
    if len(found.sides) < 2:
        told.append(say("Pass it on: whoever organises there sends /boards accept {code}.", code=found.match.code))
    told.append(
        say(
            "Each pair plays two matches, with sides swapped: {first} to {last} pairs. Whoever is left over is next in "
            "line.",
            first=FEWEST,
            last=MOST,
        )
    )
    return told


def numbered(names: Iterable[str]) -> str:
    """Names in their order, in one line."""
    return " ".join(f"{number}. {name}" for number, name in enumerate(names, 1))


def _score_line(found: BoardsView, say: Words) -> str:
    first, second = chats_called(found, say)
    score = found.score
    points = {"ours": halves(score.halves[0]), "theirs": halves(score.halves[1])}
    if score.to_go:
        standing = f"{first} {points['ours']} – {points['theirs']} {second}"
        return say.plural(
            "{standing}, {count} board to go", "{standing}, {count} boards to go", score.to_go, standing=standing
        )
    if score.leader is None:
        return say("It is a draw: {first} {ours} – {theirs} {second}.", first=first, second=second, **points)
    winner = (first, second)[score.leader]
    return say(
        "{winner} has won: {first} {ours} – {theirs} {second}.", winner=winner, first=first, second=second, **points
    )


def _boards(found: BoardsView, say: Words) -> list[str]:
    """A line for each pair: its points, and the codes of the matches under way."""
    told = []
    for board in sorted({game.board for game in found.games}):
        games = [game for game in found.games if game.board == board]
        ours, theirs = (_seated(found, games, side, say) for side in (0, 1))
        over = [game for game in games if game.status is Status.OVER]
        points = [
            halves(sum(1 if game.winner is None else 2 * (game.winner == side) for game in over)) for side in (0, 1)
        ]
        codes = ", ".join(game.match for game in games if game.match and game.status in LIVE)
        standing = f"{points[0]} – {points[1]}" if over else "–"
        told.append(f"{board + 1}. {ours} {standing} {theirs}{f': {codes}' if codes else ''}")
    return told


def _seated(found: BoardsView, games: list[BoardsGame], side: int, say: Words) -> str:
    seat = found.at(games[0].board, side)
    player = next(filter(None, (game.players[side] for game in games)), seat.player if seat else "")
    return found.names.get(player, say("somebody"))


def _beside(found: BoardsView, say: Words) -> list[str]:
    """The lines about who was late, what could not be opened, and who is next in line."""
    somebody = say("somebody")

    def called(each: InLine | None) -> str:
        return found.names.get(each.player, somebody) if each else somebody

    told = [
        say(
            "{name} was late: {other} plays board {number}.",
            name=called(each),
            other=called(found.at(each.board, each.side)),
            number=each.board + 1,
        )
        for each in found.line
        if each.late and each.board is not None
    ]
    if refused := sum(game.refused for game in found.games):
        told.append(say.plural("{count} match could not be opened.", "{count} matches could not be opened.", refused))
    names = chats_called(found, say)
    for chat in found.sides:
        waiting = [called(each) for each in found.of_side(chat.side) if each.board is None]
        if waiting and found.score.to_go:
            told.append(say("Next in line in {name}: {people}.", name=names[chat.side], people=", ".join(waiting)))
    return told


def _unreached(found: BoardsView, side: int, say: Words) -> list[str]:
    names = chats_called(found, say)
    return [
        say("Papan cannot post in {name} at the moment.", name=names[chat.side])
        for chat in found.sides
        if chat.side != side and chat.is_lost
    ]


def buttons_of(found: BoardsView, side: int, say: Words) -> tuple[Button, ...]:
    """The buttons for all in a chat."""
    if found.match.state is BoardsState.CLOSED:
        return ()
    if found.match.state is BoardsState.PLAYING and not found.score.to_go:
        return ()

    def pressed(label: str, action: BoardsAction, style: Style = Style.PLAIN) -> Button:
        return Button(label, str(pressed_on(action, found.match.id, side)), style)

    return pressed(say("Join"), BoardsAction.JOIN, Style.MAIN), pressed(say("Leave"), BoardsAction.LEAVE)


@dataclass(frozen=True)
class BoardsCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, side: BoardsSide) -> tuple[BoardsSide, BoardMessage] | None:
        """The card in a chat, with the chat as it shows it; None where there is none any more, or no such game."""
        found = await self.tools.services.boards.view(side.boards)
        known = still_known([found.match.ruleset]) if found else []
        if found is None or not known:
            return None
        here = found.sides[side.side]
        say = words(here.language)
        buttons = buttons_of(found, side.side, say)
        organise = str(pressed_on(BoardsAction.ORGANISE, found.match.id, side.side))
        private, chat = private_boards(self.tools.able(here.place), say) if buttons else ("", ())
        return here, BoardMessage(
            title=" · ".join((say("Boards match"), game_name(known[0], say))),
            text="\n".join(filter(None, (*lines_of(found, side.side, say), private))),
            rows=((*buttons, Button(say("For organisers"), organise)), *chat) if buttons else (),
            language=here.language,
        )
