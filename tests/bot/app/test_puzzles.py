"""``/puzzle``: solved in three languages by somebody who only reads what stands there; wrong turns; bad input."""

import asyncio
import re
from dataclasses import replace

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.learning.mistakes import mistakes_of
from bot.app.learning.puzzle_pool import games
from bot.app.learning.puzzles import THEMES, PuzzleAction
from bot.app.text.moves import move_text
from bot.app.text.names import game_name
from bot.chat import PAYLOAD_BYTES, Content, Lobby, MistakeToTry
from bot.services.services import Services
from bot.store.mistakes import StoredMistake
from bot.words import words
from engine.games import find_ruleset
from engine.moves import Move
from engine.puzzles import Goal, Puzzle, Theme, answers, puzzles_of
from engine.search.analysis import Analysis, Evaluation, TurningPoint
from engine.turns import choices
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import DAM_8, Clock
from tests.suites import quick_first

LONG = next(each for ruleset in games() for each in puzzles_of(ruleset) if len(each.steps) > 1 and each.themes)
"""A puzzle that asks for several turns."""
RATING = re.compile(r"1500 (?:to|kepada|ke) (\d+)\.")
EASY = next(each for each in puzzles_of(DAM_8) if len(each.steps) == 1)


def new_rating(panel: Content) -> int:
    """A person's first rating after a try."""
    found = RATING.search(panel.text)
    assert found
    return int(found[1])


async def at(visitor: Visitor, puzzle: Puzzle, step: int = 0, more: str = "") -> Seen:
    """The panel of a puzzle, as its buttons open it."""
    return await visitor.sends(str(CallbackData(Action.PUZZLE, argument=f"{puzzle.id}{step}/{more}")))


async def play(visitor: Visitor, panel: Content, puzzle: Puzzle, step: int, move: Move) -> Seen:
    """Pick a whole move in a panel, by the words that a person sees; piece by piece where it is not listed at once."""
    game = puzzle.steps[step].game
    wanted = move_text(game.ruleset, move, words(visitor.locale))
    if not any(label.endswith(f"· {wanted}") for label in labels(panel)):
        panel = await visitor.presses(panel, game.ruleset.board.points[move.origin])
    return await visitor.presses(panel, next(label for label in labels(panel) if label.endswith(f"· {wanted}")))


async def test_no_menu_tells_which_turn_does_the_most(adi: Visitor) -> None:
    """Nothing tells the deeds of a turn, which are for whoever thinks to find; all stand in the order of points."""
    captures = {each: sum(bool(move.captured) for move in each.steps[0].game.legal_moves) for each in puzzles_of(DAM_8)}
    puzzle = max(captures, key=captures.__getitem__)
    panel = await at(adi, puzzle)
    moves, points = puzzle.steps[0].game.legal_moves, DAM_8.board.points
    listed = [label.partition(" · ")[2] for _, values, label in controls(panel) if label.partition(" · ")[0].isdigit()]
    ordered = sorted(moves, key=choices)
    assert listed in ([], [move_text(DAM_8, move, words("en")) for move in ordered])
    origins = [values[0] for payload, values, _ in controls(panel) if values and values[0] in points]
    assert origins == sorted(origins, key=points.index)
    every = " ".join([*labels(panel), panel.text])
    assert not re.search(r"takes|can take|becomes|ways on", every)
    assert listed or origins


@pytest.mark.parametrize(
    "locale", quick_first(["en", "ms", "id"], "a puzzle speaks from the same catalogue in each language")
)
@pytest.mark.parametrize("puzzle", [LONG, puzzles_of(DAM_8)[0]], ids=["several turns", "draughts"])
async def test_it_is_solved_by_its_answers(adi: Visitor, puzzle: Puzzle, locale: str) -> None:
    adi.locale = locale
    panel = await at(adi, puzzle)
    assert panel.picture
    assert game_name(find_ruleset(puzzle.ruleset), words(locale)) in panel.title
    for step in range(len(puzzle.steps)):
        panel = await play(adi, panel, puzzle, step, answers(puzzle, step)[0])
    say = words(locale)
    assert say("Your puzzle rating goes from {before} to {after}.", before=1500, after=new_rating(panel)) in panel.text
    assert say("Solved by {share} %.", share=100) in panel.text
    assert say(THEMES[puzzle.themes[0]]) in panel.text
    assert say("Another") in labels(panel)


async def test_a_wrong_turn_is_said_to_be_wrong_and_may_be_tried_again(adi: Visitor) -> None:
    step = LONG.steps[0]
    wrong = next(move for move in step.game.legal_moves if move not in step.answers)
    panel = await play(adi, await at(adi, LONG), LONG, 0, wrong)
    assert "is not it: another turn is far better." in panel.text
    assert labels(panel) == ["Once more", "Show", "Another"]
    assert new_rating(panel) == 1400  # it takes no more than it gives
    again = await adi.presses(panel, "Once more")
    assert again.text == (await at(adi, LONG)).text


async def test_a_hint_shows_where_and_the_solution_every_turn(adi: Visitor) -> None:
    plain = await at(adi, LONG)
    hint = await adi.presses(plain, "Hint")
    assert hint.picture != plain.picture
    assert hint.text.startswith("Think about "), "in words too"
    shown = await adi.presses(hint, "Show")
    assert f"The line: 1. {LONG.line[0][0]}" in shown.text
    assert f"{len(LONG.moves)}. " in shown.text


async def test_another_is_never_the_one_just_seen(adi: Visitor) -> None:
    panel = await adi.types("/puzzle dam-8")
    for _ in range(20):
        seen = next(payload for payload, *_ in controls(panel) if ":zs:" in payload).partition(":zs:")[2][:8]
        panel = await adi.presses(panel, "Another")
        assert next(payload for payload, *_ in controls(panel) if ":zs:" in payload).partition(":zs:")[2][:8] != seen


OF_THEME = {theme: ruleset for ruleset in games() for puzzle in puzzles_of(ruleset) for theme in puzzle.themes}
"""A game that has puzzles of a theme."""


@pytest.mark.parametrize(
    "theme",
    quick_first([theme for theme in Theme if theme in OF_THEME], "a theme is gone on with like another", 3),
    ids=lambda theme: theme.value,
)
async def test_another_goes_on_with_the_theme_that_was_asked_for(adi: Visitor, theme: Theme) -> None:
    ruleset = OF_THEME[theme]
    panel = await adi.types(f"/puzzle game:{ruleset.key} theme:{theme.value}")
    for way in ("Hint", "Show", "Another", "Show", "Once more", "Another", "Another"):
        panel = await adi.presses(panel, way)
        names = [payload.partition(":zs:")[2][:8] for payload, *_ in controls(panel) if ":zs:" in payload]
        shown = next(each for each in puzzles_of(ruleset) if each.id == names[0])
        assert theme in shown.themes, way
        assert all(len(payload.encode()) <= PAYLOAD_BYTES for payload, *_ in controls(panel))


async def test_without_a_game_it_is_one_of_the_last_that_was_played(adi: Visitor, siti: Visitor) -> None:
    assert "Main tapal empat" in (await adi.types("/puzzle")).title
    await adi.types("/play dam-8", opponent=siti)
    assert "Malaysian checkers 8x8" in (await adi.types("/puzzle")).title


async def test_what_has_no_puzzles_and_what_is_no_game_lead_to_those_that_have_some(adi: Visitor) -> None:
    for given, text in (("rimau", "There are no puzzles of Rimau yet."), ("chess", "There is no game called chess.")):
        panel = await adi.types(f"/puzzle {given}")
        assert panel.text == text
        assert len(labels(panel)) == len(games())
        assert "Malaysian checkers 8x8" in (await adi.presses(panel, "Malaysian checkers 8x8")).title


async def test_a_made_up_button_is_refused_with_a_sentence(adi: Visitor) -> None:
    for action, argument in [
        (PuzzleAction.NEW, "zzz"),
        (PuzzleAction.NEW, find_ruleset("rimau").short_id),
        (PuzzleAction.NEW, f"{DAM_8.short_id}:{EASY.id}gg"),
        (PuzzleAction.NEW, f"{DAM_8.short_id}:nowhere"),
        (Action.PUZZLE, "000000000/"),
        (Action.PUZZLE, f"{LONG.id}9/"),
        (Action.PUZZLE, f"{LONG.id}0/x"),
        (PuzzleAction.PICK, f"{LONG.id}0/nowhere"),
        (PuzzleAction.PLAY, f"{LONG.id}0/nothing"),
        (PuzzleAction.PLAY, LONG.id),
        (PuzzleAction.SHARE, "nowhere"),
    ]:
        answer = await adi.sends(str(CallbackData(action, argument=argument)))
        assert "button" in answer.text, argument
        assert not answer.picture, argument


def test_every_theme_has_its_words() -> None:
    assert THEMES.keys() == set(Theme)


async def wrong(visitor: Visitor, puzzle: Puzzle) -> Seen:
    """A wrong first turn."""
    step = puzzle.steps[0]
    turn = next(move for move in step.game.legal_moves if move not in step.answers)
    return await play(visitor, await at(visitor, puzzle), puzzle, 0, turn)


async def right(visitor: Visitor, puzzle: Puzzle) -> Seen:
    """The whole line."""
    panel = await at(visitor, puzzle)
    for step in range(len(puzzle.steps)):
        panel = await play(visitor, panel, puzzle, step, answers(puzzle, step)[0])
    return panel


async def test_only_the_first_try_counts(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    assert "Your puzzle rating goes from 1500 to 1400. Solved by 0 %." in (await wrong(adi, EASY)).text
    again = await right(adi, EASY)
    assert "Only the first try counts. Solved by 0 %." in again.text
    assert "Your puzzle rating" not in again.text
    first = await right(siti, EASY)
    assert "Your puzzle rating goes from 1500 to " in first.text
    assert "Solved by 50 %." in first.text
    assert "Only the first try counts." in (await wrong(siti, EASY)).text
    for more in ("h", "s"):
        visitor, puzzle = (ros, EASY) if more == "h" else (ros, LONG)
        assert re.search(
            r"Your puzzle rating goes from 1\d+ to 1[34]\d\d\.", (await at(visitor, puzzle, more=more)).text
        )
        assert "Only the first try counts." in (await right(visitor, puzzle)).text


async def test_two_presses_at_once_are_one_try(adi: Visitor, services: Services) -> None:
    await at(adi, EASY)
    me = await services.people.player(adi.person)
    done = await asyncio.gather(*(services.puzzles.tries(me.id, EASY, solved=n % 2 == 0) for n in range(6)))
    assert sum(each.counted for each in done) == 1
    assert len({(each.solved, round(each.after, 6)) for each in done}) == 1


async def test_what_was_tried_comes_again_only_when_all_were(adi: Visitor, services: Services) -> None:
    me = await services.people.player(adi.person)
    all_of = puzzles_of(DAM_8)
    for each in all_of[:-1]:
        await services.puzzles.tries(me.id, each, solved=True)
    for _ in range(3):
        assert all_of[-1].id in str(controls(await adi.types("/puzzle dam-8")))
    await services.puzzles.tries(me.id, all_of[-1], solved=True)
    assert labels(await adi.types("/puzzle dam-8"))


async def test_one_that_five_of_the_first_dislike_is_given_no_more(papan: App, services: Services) -> None:
    for number in range(5):
        voter = Visitor(papan, f"Voter{number}")
        panel = await wrong(voter, EASY)
        untried = CallbackData(PuzzleAction.DISLIKE, argument=f"{LONG.id}0/")
        assert "button" in (await voter.sends(str(untried))).text
        panel = await voter.presses(panel, "Show")
        for _ in range(2):  # twice is once
            assert "Noted." in (await voter.presses(panel, "A bad puzzle")).text
        fresh = await services.people.player(Visitor(papan, "Fresh").person)
        choice = await services.puzzles.choice(fresh.id, puzzles_of(DAM_8))
        assert (EASY in choice.puzzles) == (number < 4)
    late = await right(Visitor(papan, "Late"), EASY)
    assert "Your puzzle rating" not in late.text


async def test_a_puzzle_may_be_asked_for_by_what_it_shows(adi: Visitor) -> None:
    theme = EASY.themes[0]
    panel = await adi.types(f"/puzzle dam-8 theme: {THEMES[theme]}")
    asked = next(each for each in puzzles_of(DAM_8) if each.id in str(controls(panel)))
    assert theme in asked.themes
    unknown = await adi.types("/puzzle dam-8 theme: dancing")
    assert unknown.text.startswith("There is no theme called dancing. There are: takes two, takes three, ")


async def test_a_mistake_of_ones_own_comes_back_the_next_day_and_is_nobody_elses(
    adi: Visitor, siti: Visitor, services: Services, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    me = await services.people.player(adi.person)
    step = EASY.steps[0]
    answer = tuple(EASY.line[0])
    found = StoredMistake("0123abcd", code, 4, EASY.ruleset, EASY.position, answer)
    for _ in range(2):
        await services.puzzles.keep_mistakes(me.id, [found])
    assert "Nothing of yours is due." in (await adi.types("/puzzle mine:yes")).text
    clock.forward(days=1)
    assert "Nothing of yours is due." in (await siti.types("/puzzle mine:yes")).text
    panel = await adi.types("/puzzle mine:yes")
    assert "your own match, and there is a better turn" in panel.text
    mine = replace(EASY, id="0123abcd")
    stolen = await at(siti, mine)
    assert "button" in stolen.text
    turn = next(move for move in step.game.legal_moves if move not in step.answers)
    wrong_one = await play(adi, panel, mine, 0, turn)
    assert "rating" not in wrong_one.text
    done = await play(adi, await adi.presses(wrong_one, "Once more"), mine, 0, step.answers[0])
    assert "Right: " in done.text
    assert "A bad puzzle" not in labels(done)
    assert "Nothing of yours is due." in (await adi.presses(done, "Another")).text


async def test_games_offers_a_mistake_of_ones_own_the_day_after_once(
    adi: Visitor, siti: Visitor, services: Services, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    me = await services.people.player(adi.person)
    for name in ("0123abcd", "4567abcd"):
        mistake = StoredMistake(name, code, 4, EASY.ruleset, EASY.position, tuple(EASY.line[0]))
        await services.puzzles.keep_mistakes(me.id, [mistake])
    line = f"There was a better turn in {code}: try to find it."
    assert line not in (await adi.types("/games")).text, "not before the day after"
    clock.forward(days=1)
    assert line not in (await siti.types("/games")).text
    told = await asyncio.gather(*(adi.types("/games") for _ in range(3)))
    assert sorted(line in each.text for each in told) == [False, False, True], "at most once a day"
    (offer,) = (each for each in told if line in each.text)
    assert "your own match, and there is a better turn" in (await adi.presses(offer, "Try it")).text
    assert "button" in (await siti.sends(str(CallbackData(Action.BETTER_TURN, argument="0123abcd")))).text
    clock.forward(days=2)
    assert line not in (await adi.types("/games")).text, "what is older is asked for with /puzzle"


async def test_home_and_ones_own_view_offer_it_too(
    adi: Visitor, siti: Visitor, live: LiveBoards, services: Services, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    for player, name in ((adi, "0123abcd"), (siti, "4567abcd")):
        mistake = StoredMistake(name, code, 4, EASY.ruleset, EASY.position, tuple(EASY.line[0]))
        await services.puzzles.keep_mistakes((await services.people.player(player.person)).id, [mistake])
    clock.forward(days=1)
    line = f"There was a better turn in {code}: try to find it."
    for _ in range(2):
        home = await live.lobby(adi.request())
        assert isinstance(home, Lobby)
        assert home.mistake == MistakeToTry(line, "Try it"), "it stands there for a day"
    assert line not in (await adi.types("/games")).text, "it was told"
    assert line not in (await adi.types(f"/board {code}")).text
    waiting = await siti.types(f"/board {code}")
    assert line in waiting.text
    assert "your own match" in (await siti.presses(waiting, "Try it")).text
    mine = replace(EASY, id="0123abcd", goal=Goal.BETTER)
    await services.puzzles.put_right((await services.people.player(adi.person)).id, mine)
    found = await live.lobby(adi.request())
    assert isinstance(found, Lobby)
    assert found.mistake is None, "the better turn is found"


async def test_the_turning_points_of_a_side_are_its_mistakes(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    match = await services.matches.get(code)
    game = EASY.start
    evaluation = Evaluation.__new__(Evaluation)
    turn = next(move for move in game.legal_moves if move not in EASY.steps[0].answers)
    point = TurningPoint(0, EASY.side, turn, evaluation, evaluation, (EASY.moves[0],), (), 0.5)
    analysis = Analysis(game, (), (point,))
    ((mistake),) = mistakes_of(match, analysis, EASY.side)
    assert set(mistake.answers) >= {EASY.line[0][0]}
    assert mistake.position == EASY.position
    assert mistakes_of(match, analysis, 1 - EASY.side) == []
