"""Records and positions of other programs, and the habits of those who paste them: docs/rules/notation.md#programs."""

from pathlib import Path

import pytest

from bot.app.requests.pasted_text import UnreadablePaste, read_pasted
from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.movetext import Omitted, games_in
from engine.pdn import format_pdn
from engine.record import format_record, parse_record
from engine.ruleset import Ending
from engine.wrapping import unwrapped
from tests.engine.other_programs import FORMS, HABITS, HEAD, RUSSIAN, Form, trial

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "notation.md"


def keys(game: Game) -> list[object]:
    return [position.key for position in game.positions]


@pytest.mark.parametrize("form", [*FORMS, *HABITS], ids=lambda form: f"{form.program} {form.what} {form.text[:30]}")
def test_each_form_is_read_as_the_same_game_or_refused_with_its_name(form: Form) -> None:
    if form.refused:
        with pytest.raises(UnreadablePaste) as caught:
            read_pasted(form.text)
        assert form.refused in str(caught.value)
    else:
        assert keys(read_pasted(form.text).game) == keys(read_pasted(form.plain).game)


def test_the_table_of_the_page_is_the_one_of_these_tests() -> None:
    table = HEAD + "\n".join(form.row for form in FORMS) + "\n"
    assert table in PAGE.read_text(encoding="utf-8"), f"the table of {PAGE.name} shall be:\n{table}"


def test_what_papan_writes_is_read_back_with_each_number_once() -> None:
    game = read_pasted(RUSSIAN).game
    comments = ["a", "b", "c"]
    for text in (format_record(game, {}, comments), format_pdn(game, {}, comments)):
        assert "1. c3-d4 {a} d6-c5 {b} 2. b2-c3 {c} *" in " ".join(text.split())
        assert parse_record(text).game == game


def test_clocks_are_kept_and_written_again() -> None:
    text = "russian 1. c3-d4 {[%clk 0:59:58]} d6-c5 {[%emt 0:00:03] good} 2. b2-c3 {[%egt 0:01:30]}"
    record = read_pasted(text)
    assert record.clocks == ("[%clk 0:59:58]", "[%emt 0:00:03]", "[%egt 0:01:30]")
    assert record.omitted == Omitted(comments=1), "a comment of times alone is not left out"
    written = format_record(record.game, {}, record.clocks)
    assert "1. c3-d4 {[%clk 0:59:58]} d6-c5 {[%emt 0:00:03]} 2. b2-c3 {[%egt 0:01:30]} *" in written
    assert parse_record(written).clocks == record.clocks
    assert read_pasted("russian 1. c3- d4 {[%clk 1:00]} ?! d6-c5").clocks == ("[%clk 1:00]", "")
    assert read_pasted(RUSSIAN).clocks == ()


@pytest.mark.parametrize(("result", "winner"), [("1-0", 0), ("0-1", 1)])
def test_a_game_of_english_draughts_begun_by_white_names_white_first(result: str, winner: int) -> None:
    record = read_pasted(f'[GameType "21"]\n[Result "{result}"]\n\n1. 22-18 11-15 2. 18x11 {result}')
    assert record.game.outcome == Outcome(Ending.STATED, winner)
    assert record.tagged == record.stated
    assert parse_record(format_record(record.game, {})).game == record.game


def test_the_winner_of_a_trial_is_the_one_who_has_won_there() -> None:
    for name, first in (("Shashki", 0), ("English Draughts", 1)):
        for number, winner in (("1", first), ("2", 1 - first)):
            move = (1, 18, 27) if first == 0 else (1, 22, 29)
            outcome = read_pasted(trial(name, 8, 3, move, end=f"winner={number}\n")).game.outcome
            assert outcome == Outcome(Ending.STATED, winner)


def test_a_trial_that_begins_otherwise_is_refused() -> None:
    with pytest.raises(UnreadablePaste, match="the trial of Shashki does not begin as the game here"):
        read_pasted(trial("Shashki", 8, 2))
    with pytest.raises(UnreadablePaste, match="there is no site 99 on the board of Russian draughts"):
        read_pasted(trial("Shashki", 8, 3, (1, 18, 99)))


def test_a_trial_of_bagh_chal_has_its_goats_in_hand() -> None:
    tigers = "".join(
        f"Move=[Move:mover=0,from={site},to={site},actions=[Add:type=Vertex,to={site},what=2]]\n"
        for site in (0, 4, 20, 24)
    )
    text = (
        "game=/lud/board/hunt/Baghchal.lud\n"
        f"START GAME OPTIONS\nEnd Rules/Capture at least five tigers\nEND GAME OPTIONS\n{tigers}"
        "Move=[Move:mover=0,from=32,to=32,actions=[Add:type=Cell,to=32,what=1,count=20]]\n"
        "Move=[Move:mover=1,from=32,to=6,actions=[Move:typeFrom=Cell,from=32,typeTo=Vertex,to=6,decision=true]]\n"
        "Move=[Move:mover=2,from=0,to=12,actions=[Remove:type=Vertex,to=6],"
        "[Move:typeFrom=Vertex,from=0,typeTo=Vertex,to=12,decision=true]]\n"
    )
    plain = keys(read_pasted("bagh-chal 1. @b2 a1xc3").game)
    assert keys(read_pasted(text).game) == plain, "what Ludii calls five tigers is five goats, Papan's rule"
    assert keys(read_pasted(text.replace("End Rules/Capture at least five tigers\n", "")).game) == plain
    with pytest.raises(UnreadablePaste, match="rules of its own, which are not known here: End Rules/Capture all"):
        read_pasted(text.replace("at least five", "all the"))


def test_the_result_of_the_library_baghchal_is_that_of_goats_and_tigers() -> None:
    outcome = read_pasted("bagh-chal 1. G33 B1122# 0-1").game.outcome
    assert outcome == Outcome(Ending.STATED, 1)


@pytest.mark.parametrize(
    "text",
    [
        '[White "Tom &amp; `Jerry`"]\n[GameType "25"]\n\n1. c3-d4',
        '[White "a\\\\name"] [GameType "25"] 1. c3-d4',
        '[White "say “yes”"] [GameType "25"] 1. c3-d4',
        '{"ruleset": "russian-draughts", "text": "a\\nb &quot;"}',
    ],
)
def test_what_belongs_to_a_text_is_not_taken_off(text: str) -> None:
    assert unwrapped(text).strip() == text


def test_unlike_words_of_torn_columns_stay_together() -> None:
    assert games_in("47: 38 3- 9")[0].words == ["47:38", "3-9"]
    assert games_in("1 - 6")[0].words == ["1-6"]


def test_a_capture_leap_by_leap_ends_where_the_other_side_moves() -> None:
    begun = '[FEN "B:W10,18,32:B7,1"] 1. 7x14 14x23'
    record = parse_record(f"{begun} 32-28", find_ruleset("english"))
    assert [len(move.captured) for move in record.game.moves] == [2, 0]
    assert parse_record(f"{begun} 1... 32-28", find_ruleset("english")).game == record.game
