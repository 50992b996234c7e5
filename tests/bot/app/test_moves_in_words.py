"""Wherever people read a move it is told in words; only records, and what is typed, have the signs of the notation."""

import random
import re

import pytest

from bot.app.boards.board_text import MatchCard, board_lines
from bot.app.boards.notice_message import notice_message
from bot.app.entry.completion import fitting_moves
from bot.app.text.moves import example_of, move_text, typed_form
from bot.matches.happening import Happening
from bot.matches.notices import Notice
from bot.services.services import Services
from bot.words import words
from engine.game import Game
from engine.parser import parse_move
from engine.ruleset import Ruleset
from tests.bot.app.test_panel import begin_at
from tests.bot.app.visitors import Visitor, begin
from tests.suites import each_ruleset

SIGNS = set("~@")
FORFEIT = "m3/4/4/1m1k/M3/4/4/4 w - 0 0 f:c5,g5"
TURNS = [
    ("tapal", "T@b2,T@d4", "tigers to b2 and d4", "Siti put the tigers on b2 and d4."),
    ("rimau", "~c4,~c5,~c6", "c4, c5 and c6 taken off", "Siti took c4, c5 and c6 off the board."),
    (
        "rimau-rimau",
        "~c4,~c5,~c6,c3@a9",
        "c4, c5 and c6 taken off, then c3-a9",
        "Siti took c4, c5 and c6 off the board. Siti played c3-a9.",
    ),
]


@pytest.mark.parametrize(("game", "typed", "told", "shown"), TURNS)
async def test_a_call_an_answer_and_a_board_say_what_was_done(
    adi: Visitor, siti: Visitor, services: Services, game: str, typed: str, told: str, shown: str
) -> None:
    code, _ = await begin(adi, siti, game)
    assert (await siti.moves(f"{code} {typed}")).text == f"Your move in {code}: {told}."
    match = await services.matches.get(code)
    card = MatchCard(match, ("Adi", "Siti"))
    call = notice_message(card, Notice(match.to_act[0], Happening.MOVED, match.version), "Adi", words("en"))
    assert call.text == f"Adi, Siti has moved in {code}: {told}."
    assert shown in (await adi.types(f"/board {code}")).text


async def test_a_call_says_what_was_taken_beside_a_forfeit(adi: Visitor, siti: Visitor, services: Services) -> None:
    code = await begin_at(services, adi, siti, "dam-8", FORFEIT)
    await adi.moves("~g5,b4xd6")
    match = await services.matches.get(code)
    notice = Notice(match.to_act[0], Happening.MOVED, match.version)
    call = notice_message(MatchCard(match, ("Adi", "Siti")), notice, "Siti", words("en"))
    assert call.text == f"Siti, Adi has moved in {code}: g5 taken off, then b4xd6 (took 1)."


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_what_is_suggested_for_a_turn_of_points_has_no_signs_and_is_read_back(ruleset: Ruleset) -> None:
    game, chance = Game.begin(ruleset), random.Random(ruleset.key)
    for _ in range(20):
        if game.outcome:
            break
        moves = list(game.first_choice.some(60))
        for move in moves:
            if move.drops or move.removed:
                text = typed_form(ruleset, move)
                assert not SIGNS & set(text)
                assert parse_move(ruleset, game.position, text).move == move
        if moves[0].drops or moves[0].removed:
            assert not SIGNS & set(example_of(game))
            assert not any(SIGNS & set(text) for text, _ in fitting_moves(game, "", words("en")))
        game = game.play(chance.choice(moves))


PUT = {"en": "Siti put the tigers on b2 and d4.", "ms": "Siti meletakkan", "id": "Siti meletakkan"}
PLAYED = {"en": "played", "ms": "memainkan", "id": "memainkan"}


@pytest.mark.parametrize("language", PUT)
@pytest.mark.parametrize(("game", "typed"), [turn[:2] for turn in TURNS])
async def test_what_is_put_on_the_board_or_taken_off_is_never_said_to_be_played(
    adi: Visitor, siti: Visitor, services: Services, language: str, game: str, typed: str
) -> None:
    code, _ = await begin(adi, siti, game)
    match = await services.matches.get(code)
    say = words(language)
    move = parse_move(match.game.ruleset, match.game.position, typed).move
    assert move is not None
    told = move_text(match.game.ruleset, move, say)
    await siti.moves(f"{code} {typed}")
    match = await services.matches.get(code)
    card = MatchCard(match, ("Adi", "Siti"))
    call = notice_message(card, Notice(match.to_act[0], Happening.MOVED, match.version), "Adi", say).text
    line = " ".join(board_lines(card, (), say))
    assert f": {told}" in call
    for point in (match.game.ruleset.board.points[each] for each in (*move.drops, *move.removed)):
        assert point in line
        assert not re.search(rf"{PLAYED[language]} {point}", f"{line} {call}")
    if move.drops:
        assert PUT[language] in line
