"""The card of a tournament, for all in its chat: who is in, then the table or the bracket."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.app.buttons.callback_data import CallbackData
from bot.app.contests.simul_card import halves, private_boards
from bot.app.requests.context import AppServices
from bot.app.text.clock import pace_line
from bot.app.text.names import game_name, still_known
from bot.app.text.shield import CUP
from bot.chat import BoardMessage, Button, Picture, Style
from bot.matches.bracket import GoesOn
from bot.matches.crosstable import Cell, CrossTable, TableRow, cross_table
from bot.matches.status import LIVE
from bot.matches.swiss_record import SwissCell, SwissCellKind
from bot.matches.swiss_table import SwissRow, swiss_table
from bot.matches.tournament import FEWEST, MOST, Form, TournamentState
from bot.matches.tournament_course import legs_of, result_of
from bot.services.contests.tournaments import TournamentView
from bot.store.tournaments import Tournament
from bot.words import N_, Words, words
from engine.games import find_ruleset
from renderer import THEMES, BracketCard, BracketPair, CrosstableCard, CrosstableRow
from renderer.crosstable import UNDER_WAY

FORMS = {
    Form.ROUND_ROBIN: N_("Round robin: everybody plays everybody."),
    Form.SWISS: N_("Swiss: in each round you meet somebody with about as many points."),
    Form.KNOCKOUT: N_("Knockout: who loses is out."),
}
LISTED = 3
"""So many places of a knockout are told."""
LISTED_OF_MANY = 10
"""So many people of a Swiss are told."""
DRAWN_OF_MANY = 24
"""So many people of a Swiss are in its picture."""
UNDER_WAY_TOLD = 16
"""So many games under way are named by their codes."""


class TournamentAction(StrEnum):
    """The buttons of a tournament."""

    SHOW = "zv"
    JOIN = "zb"
    LEAVE = "zc"
    CONFIRM_LEAVE = "ze"
    ORGANISE = "zf"
    BEGIN = "zg"
    STOP = "zi"
    CONFIRM_STOP = "zj"
    ROUND = "zl"
    WHO = "zm"
    WITHDRAW = "zn"
    REPLACE = "zo"
    GAMES = "zq"
    DECIDE = "zr"
    FAMILY = "zt"
    GAME = "zu"


def pressed_on(action: TournamentAction, tournament: str, *facts: object) -> CallbackData:
    """The data of a button about a tournament, with facts beside."""
    return CallbackData(action, argument=":".join((tournament, *map(str, facts))))


def title_of(found: TournamentView, say: Words) -> str:
    """The name of a tournament, or else of its game."""
    game = game_name(find_ruleset(found.tournament.ruleset), say)
    return " · ".join((found.tournament.name or say("Tournament"), game))


def called(found: TournamentView, number: int, say: Words) -> str:
    """The name of whoever plays under a number."""
    return found.names.get(found.holder(number).player, say("somebody"))


def lines_of(found: TournamentView, say: Words) -> list[str]:
    """The words of a card."""
    match found.tournament.state:
        case TournamentState.CLOSED:
            told = [say("This tournament was called off.")]
            if any(game.status in LIVE for game in found.games):
                told.append(say("Its matches under way go on, and decide nothing in it."))
            return told
        case TournamentState.OPEN:
            return _gathering(found, say)
        case TournamentState.PLAYING:
            return [_round(found, say), *_standing(found, say), *_under_way(found, say), *_judged(found, say)]
        case TournamentState.OVER:
            return [_won(found, say), *_standing(found, say), *_judged(found, say)]


def _round(found: TournamentView, say: Words) -> str:
    if not found.tournament.round:
        return say("The first round is being paired.")
    return say("Round {number} of {last}.", number=found.tournament.round, last=found.course.rounds)


def _gathering(found: TournamentView, say: Words) -> list[str]:
    form = found.tournament.form
    joined = [found.names.get(each.player, say("somebody")) for each in found.entrants]
    count = say.plural("{count} is in.", "{count} are in.", len(joined))
    return [
        " ".join((say(FORMS[form]), pace_line(found.tournament.pace, say))),
        " ".join(filter(None, (count, say.all_of(joined)))),
        say(
            "It begins with {first} to {last} people, once those who organise here say so.",
            first=FEWEST[form],
            last=MOST[form],
        ),
        say("Each pairing is two matches, with sides swapped.") if legs_of(found.course.ruleset) > 1 else "",
    ]


def table_of(found: TournamentView) -> CrossTable:
    """The cross table of a round robin."""
    return cross_table(found.entrants, found.games, legs_of(found.course.ruleset))


def swiss_rows_of(found: TournamentView) -> tuple[SwissRow, ...]:
    """The table of a Swiss."""
    return swiss_table(found.entrants, found.games, legs_of(found.course.ruleset))


def _standing(found: TournamentView, say: Words) -> list[str]:
    match found.tournament.form:
        case Form.KNOCKOUT:
            return _reached(found, say)
        case Form.SWISS:
            rows = swiss_rows_of(found)
            told = [f"{row.place}. {_still(found, row.number, say)} {halves(row.points)}" for row in rows]
            left = len(told) - LISTED_OF_MANY
            more = [say("and {count} more", count=left)] if left > 0 else []
            return [*told[:LISTED_OF_MANY], *more]
        case Form.ROUND_ROBIN:
            return _standing_of_all(found, say)


def _still(found: TournamentView, number: int, say: Words) -> str:
    """Somebody's name, with whether they play on."""
    name = called(found, number, say)
    return say("{name} (withdrawn)", name=name) if found.holder(number).withdrawn else name


def _standing_of_all(found: TournamentView, say: Words) -> list[str]:
    told = []
    for row in table_of(found).rows:
        if row.place is None:
            name = called(found, row.number, say)
            told.append(say("{name} has withdrawn early: their games do not count.", name=name))
            continue
        told.append(f"{row.place}. {_still(found, row.number, say)} {halves(row.points)}")
    return told


def _reached(found: TournamentView, say: Words) -> list[str]:
    """A line for each of the first places of a knockout that is over."""
    places = sorted({each.place for each in found.entrants if each.place})[:LISTED]
    of_place = {place: [each.number for each in found.entrants if each.place == place] for place in places}
    return [
        f"{place}. {say.all_of([called(found, number, say) for number in numbers])}"
        for place, numbers in of_place.items()
    ]


def _under_way(found: TournamentView, say: Words) -> list[str]:
    """A line for each pairing that is being played, and for whoever rests."""
    told, rests = [], []
    for pairing, games in found.course.pairings.items():
        if pairing.second is None:
            if pairing.round == found.tournament.round and found.tournament.form is not Form.KNOCKOUT:
                rests.append(say("{name} rests in this round.", name=called(found, pairing.first, say)))
            continue
        codes = [game.match for game in games if game.match and game.waits]
        if any(game.waits for game in games):
            names = f"{called(found, pairing.first, say)} – {called(found, pairing.second, say)}"
            told.append(f"{names}: {', '.join(codes)}" if codes else names)
    return [*told[:UNDER_WAY_TOLD], *rests]


def _judged(found: TournamentView, say: Words) -> list[str]:
    """A line for each game of the latest round that the computer has judged."""
    told = []
    for game in found.games:
        if game.judged and game.awarded is not None and game.pairing.round == found.tournament.round:
            first, second = (called(found, each or 0, say) for each in (game.pairing.first, game.pairing.second))
            facts = {"first": first, "points": " – ".join(map(halves, game.awarded)), "second": second}
            told.append(say("Not over in time, so the computer judged it: {first} {points} {second}.", **facts))
    return told


def _won(found: TournamentView, say: Words) -> str:
    winners = [called(found, each.number, say) for each in found.entrants if each.place == 1 and not each.withdrawn]
    if not winners:
        return say("This tournament is over, and nobody has won it.")
    if len(winners) == 1:
        return say("{cup} {name} has won this tournament.", cup=CUP, name=winners[0])
    return say("{cup} {names} share the first place.", cup=CUP, names=say.all_of(winners))


async def picture_of(tools: AppServices, found: TournamentView, theme: str, say: Words) -> Picture | None:
    """The table or the bracket as a picture; None before it has begun."""
    if found.tournament.state not in (TournamentState.PLAYING, TournamentState.OVER) or not found.tournament.round:
        return None
    beside, heading = _round(found, say), title_of(found, say)
    if found.tournament.form is Form.KNOCKOUT:
        return await tools.images.bracket(BracketCard(heading, beside, _bracket(found, say), theme), say)
    if found.tournament.form is Form.SWISS:
        rows = _swiss_rows(found, say)[:DRAWN_OF_MANY]
        card = CrosstableCard(heading, beside, rows, theme, rounds=found.course.rounds)
    else:
        card = CrosstableCard(heading, beside, _rows(found, say), theme)
    return await tools.images.crosstable(card, say)


def _swiss_rows(found: TournamentView, say: Words) -> tuple[CrosstableRow, ...]:
    """The rows of a Swiss, each with the one that was met in each round, as they stand in the table from 1 down."""
    rows = swiss_rows_of(found)
    at = {row.number: number for number, row in enumerate(rows, 1)}
    legs = legs_of(found.course.ruleset)
    return tuple(
        CrosstableRow(
            number,
            called(found, row.number, say),
            tuple(_swiss_cell(cell, at, legs) for cell in row.cells),
            halves(row.points),
            halves(row.buchholz),
            withdrawn=found.holder(row.number).withdrawn,
        )
        for number, row in enumerate(rows, 1)
    )


def _swiss_cell(cell: SwissCell, at: Mapping[int, int], legs: int) -> str:
    """A round of somebody: whether they got more than the other, as much, or less, and which row that is."""
    if cell.kind is SwissCellKind.MISSED:
        return ""
    met = at.get(cell.opponent or 0, "")
    if cell.halves is None:
        return f"{met}{UNDER_WAY}"
    return f"{'–=+'[(cell.halves > legs) - (cell.halves < legs) + 1]}{met}"


def _rows(found: TournamentView, say: Words) -> tuple[CrosstableRow, ...]:
    table = table_of(found)
    busy = {frozenset((game.pairing.first, game.pairing.second)) for game in found.games if game.waits and game.match}
    numbers = [row.number for row in table.rows]

    def cell_of(row: TableRow, other: int) -> str:
        if other == row.number:
            return ""
        return _cell(row.cells[other]) + (UNDER_WAY if frozenset((row.number, other)) in busy else "")

    return tuple(
        CrosstableRow(
            row.place or len(numbers),
            called(found, row.number, say),
            tuple(cell_of(row, other) for other in numbers),
            halves(row.points) if row.place else "",
            _quarters(row.sonneborn_berger) if row.place else "",
            withdrawn=found.holder(row.number).withdrawn,
        )
        for row in table.rows
    )


def _cell(cell: Cell) -> str:
    got = [each for each in cell if each is not None]
    return halves(sum(got)) if got else ""


def _quarters(points: int) -> str:
    """A number of quarters: 2¼."""
    whole, part = divmod(points, 4)
    return f"{whole or '' if part else whole}{('', '¼', '½', '¾')[part]}"


def _bracket(found: TournamentView, say: Words) -> tuple[tuple[BracketPair, ...], ...]:
    """All rounds of a knockout, those to come too."""
    field = found.course
    pairs: dict[tuple[int, int], BracketPair] = {}
    for pairing, games in field.pairings.items():
        first = called(found, pairing.first, say)
        if pairing.second is None:
            pairs[pairing.round, pairing.board] = BracketPair(first, None)
            continue
        result, worth = result_of(field, pairing), [game.worth for game in games if game.worth is not None]
        goes_on = result.number if isinstance(result, GoesOn) else None
        pairs[pairing.round, pairing.board] = BracketPair(
            first,
            called(found, pairing.second, say),
            (halves(sum(each[0] for each in worth)), halves(sum(each[1] for each in worth))) if worth else ("", ""),
            None if goes_on is None else int(goes_on == pairing.second),
            ", ".join(game.match for game in games if game.match and game.waits),
        )
    return tuple(
        tuple(pairs.get((number, board), BracketPair()) for board in range(1 << (field.rounds - number)))
        for number in range(1, field.rounds + 1)
    )


def buttons_of(found: TournamentView, say: Words) -> tuple[Button, ...]:
    """The buttons for all in a chat."""
    id_, state = found.tournament.id, found.tournament.state
    if state not in (TournamentState.OPEN, TournamentState.PLAYING):
        return ()
    join = Button(say("Join"), str(pressed_on(TournamentAction.JOIN, id_)), Style.MAIN)
    leave = Button(say("Leave"), str(pressed_on(TournamentAction.LEAVE, id_)))
    joinable = state is TournamentState.OPEN or found.course.takes_late_comers
    return (join, leave) if joinable else (leave,)


@dataclass(frozen=True)
class TournamentCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, tournament: Tournament) -> tuple[Tournament, BoardMessage] | None:
        """The card of a tournament, with it as it is shown; None where there is none any more, or no such game."""
        found = await self.tools.services.tournaments.view(tournament.id)
        if found is None or not still_known([found.tournament.ruleset]):
            return None
        here, say = found.tournament, words(found.tournament.language)
        buttons = buttons_of(found, say)
        private, chat = private_boards(self.tools.able(here.place), say) if buttons else ("", ())
        organise = Button(say("For organisers"), str(pressed_on(TournamentAction.ORGANISE, here.id)))
        return here, BoardMessage(
            title=title_of(found, say),
            text="\n".join(filter(None, (*lines_of(found, say), private))),
            picture=await picture_of(self.tools, found, THEMES[0], say),
            rows=((*buttons, organise), *chat) if buttons else (),
            language=here.language,
        )
