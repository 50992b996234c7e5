"""The live board of a match: what each person sees and may touch on it, and the turns that they touch."""

from dataclasses import replace

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.app.requests import rate_limiter
from bot.chat import (
    ActionKind,
    ActionPlace,
    AheadPosition,
    Answer,
    BoardAction,
    BoardMessage,
    ExploredPosition,
    LiveBoard,
    PastPositions,
    PremovePosition,
    PrivatePanel,
    Refusal,
    Toast,
)
from bot.matches.identity import Person, Place
from bot.services.services import Services
from engine.turn_graph import TurnGraph
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, begin
from tests.bot.kit import DAM_8, ROOM

ELSEWHERE = Place("web", "elsewhere")


async def table(live: LiveBoards, visitor: Visitor, code: str, place: Place | None = None) -> LiveBoard:
    request = visitor.request(place) if place else visitor.request()
    found = await live.board(request, code)
    assert isinstance(found, LiveBoard), found
    return found


async def touches(live: LiveBoards, visitor: Visitor, shown: LiveBoard, *points: str, price: bool = False) -> Answer:
    picks = [DAM_8.board.index[point] for point in points]
    return await live.turn(visitor.request(), shown.code, shown.ply, picks, price=price)


async def pressed(
    live: LiveBoards, visitor: Visitor, shown: LiveBoard, action: BoardAction, place: Place | None = None
) -> Answer:
    request = visitor.request(place) if place else visitor.request()
    return await live.press(request, shown.code, shown.ply, action.kind, action.choice)


def touched(graph: TurnGraph | None, *points: str) -> bool:
    """Do these points make a turn of the graph?"""
    assert graph
    number = 0
    for point in points:
        wanted = DAM_8.board.index[point]
        number = next((step.node for step in graph.nodes[number].steps if step.point == wanted), -1)
        if number < 0:
            return False
    return graph.nodes[number].ends


async def test_only_the_one_who_is_to_move_may_touch(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    mine, hers, watched = [await table(live, visitor, code) for visitor in (adi, siti, ros)]
    assert touched(mine.steps, "c3", "d4")
    assert not touched(mine.steps, "c3", "e5")
    assert hers.steps is watched.steps is None
    assert (mine.mine, hers.mine, watched.mine) == ((0,), (1,), ())
    assert (mine.bottom, hers.bottom, watched.bottom) == (0, 1, 0)
    await live.prefer(siti.request(), "view", "turn")
    assert (await table(live, siti, code)).bottom == 0, "the side to move, as she has chosen"
    assert mine.ask == "Which piece?"
    assert not hers.ask
    assert mine.lines == hers.lines
    assert "Adi (White) to move." in mine.lines


@pytest.mark.parametrize("corner", [False, True])
async def test_whoever_has_the_address_of_a_match_in_the_room_may_watch(
    live: LiveBoards, adi: Visitor, ros: Visitor, corner: bool
) -> None:
    card = await adi.types("/play practice dam-8", place=Place("web", "@adi", private=True) if corner else ELSEWHERE)
    code = card.title.split()[0]
    await ros.types("/games")  # she has sat down
    for place in (ROOM, Place("web", "@ros", private=True)):
        watched = await table(live, ros, code, place)
        assert (watched.mine, watched.steps) == ((), None)
        assert [each.label for each in watched.actions] == ["Rules", "Note", "Set up a position"]
        shown = seen(await pressed(live, ros, watched, watched.actions[0], place))
        assert "Malaysian checkers" in shown.title + shown.text, "what is offered beside it can be done"
    stranger = replace(ros.request(), person=Person("web", "", "", locale="en"))
    assert isinstance(await live.board(stranger, code), LiveBoard)


async def test_a_match_that_stands_on_other_platforms_alone_is_shown_to_its_players_alone(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti, place=Place("telegram", "-100"))
    await adi.moves(f"match:{code} c3-d4")
    assert (await table(live, adi, code, ELSEWHERE)).code == code
    assert isinstance(await live.past(ros.request(), code), Refusal)
    refused = await live.board(ros.request(), code)
    assert isinstance(refused, Refusal)
    unknown = await live.board(ros.request(), "ZZZZ")
    assert isinstance(unknown, Refusal)
    assert refused.text.replace(code, "ZZZZ") == unknown.text
    # The board of one who sits here stands here.
    assert (await adi.types(f"/board match:{code} public")).view
    assert (await table(live, ros, code)).mine == ()


async def test_a_finished_match_stays_at_its_address(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti, place=ELSEWHERE)
    await adi.types(f"/move match:{code} c3-d4", place=ELSEWHERE)
    await siti.presses(await siti.types(f"/resign match:{code}"), "Yes, resign")
    await ros.types("/games")  # she has sat down
    over = await table(live, ros, code)
    assert (over.status, over.result) == ("over", "Adi wins: Siti has resigned.")
    assert {"Rematch, sides swapped", "A stronger one"}.isdisjoint(each.label for each in over.actions)
    assert isinstance(await live.past(ros.request(), code), PastPositions)
    analyse = next(each for each in over.actions if each.label == "Analyse")
    assert isinstance(await pressed(live, ros, over, analyse), PrivatePanel)


async def test_who_looks_at_an_invitation_that_is_taken_gets_the_board_without_its_seats(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    card = await adi.types("/play anybody dam-8 first", place=Place("web", "@adi", private=True))
    code = card.title.split()[0]
    offered = await table(live, ros, code)
    assert [each.label for each in offered.actions] == ["Sit down as Black", "Rules"]
    assert (await siti.sends(f"1:{code}:0:ac")).text.startswith("You play Black")
    begun = await table(live, ros, code)
    assert (begun.status, begun.names) == ("playing", ("Adi", "Siti"))
    labels = [each.label for each in begun.actions]
    assert labels == ["Rules", "Follow", "Say...", "Note", "Set up a position"], "a guess would be refused"


async def test_a_touched_turn_is_played_and_shown(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    before = await table(live, adi, code)
    assert isinstance(await touches(live, adi, before, "c3", "d4"), Toast)
    after = await table(live, siti, code)
    assert (after.ply, after.turn, after.moves) == (1, 1, ("c3-d4",))
    assert after.last
    assert after.last.path == (DAM_8.board.index["c3"], DAM_8.board.index["d4"])
    assert after.version > before.version
    assert touched(after.steps, "b6", "a5")


async def test_one_event_acts_once(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    request, points = adi.request(), [DAM_8.board.index[point] for point in ("c3", "d4")]
    answers = [await live.turn(request, code, 0, points, price=False) for _ in range(2)]
    assert [seen(answer).text for answer in answers] == [f"You played c3-d4 in {code}."] * 2
    assert (await table(live, adi, code)).ply == 1


async def test_what_is_no_turn_or_comes_too_late_is_refused_with_words(
    live: LiveBoards, adi: Visitor, siti: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    shown = await table(live, adi, code)
    for points in (("c3",), ("c3", "e5"), ("d4",), ()):
        assert isinstance(await touches(live, adi, shown, *points), Refusal), points
    assert isinstance(await live.turn(adi.request(), code, 0, [999, -5], price=False), Refusal)
    assert isinstance(await touches(live, siti, shown, "b6", "a5"), Refusal)
    await touches(live, adi, shown, "c3", "d4")
    assert isinstance(await touches(live, adi, shown, "c3", "b4"), Refusal)
    assert (await table(live, adi, code)).moves == ("c3-d4",)


async def test_a_price_is_asked_before_it_is_paid(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("f6-e5")
    shown = await table(live, adi, code)
    assert shown.ask == "You can capture. A quiet move instead costs one of the pieces that could. Which piece?"
    assert shown.steps
    of_piece = {step.point: step.node for step in shown.steps.nodes[0].steps}
    quiet = [step for step in shown.steps.nodes[of_piece[DAM_8.board.index["a3"]]].steps if not step.takes]
    assert [step.price for step in quiet] == [(DAM_8.board.index["d4"],)]
    asked = await touches(live, adi, shown, "a3", "b4")
    assert isinstance(asked, PrivatePanel)
    assert asked.title == "You can capture with d4."
    assert (await table(live, adi, code)).ply == 2
    assert isinstance(await touches(live, adi, shown, "a3", "b4", price=True), Toast)
    assert (await table(live, adi, code)).taken == (1, 0)


async def test_its_buttons_act_for_their_person(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)

    async def press(visitor: Visitor, label: str) -> Seen:
        board = await table(live, visitor, code)
        action = next(each for each in board.actions if each.label == label)
        return seen(await pressed(live, visitor, board, action))

    assert (await press(adi, "Draw")).text == "Draw offered. It stands until your opponent moves."
    assert "Accept the draw" not in [each.label for each in (await table(live, adi, code)).actions]
    assert (await press(siti, "Accept the draw")).text == "Draw agreed."
    over = await table(live, adi, code)
    assert over.status == "over"
    assert over.result == "Draw: both players agreed."
    assert over.steps is None
    labels = [each.label for each in over.actions]
    assert labels == ["Rematch", "Share", "Say...", "Note", "Report...", "Rules", "Set up a position"]


async def test_both_sides_of_a_practice_board_are_ones_own(live: LiveBoards, adi: Visitor) -> None:
    card = await adi.types("/play practice dam-8")
    code = card.title.split()[0]
    first = await table(live, adi, code)
    assert first.mine == (0, 1)
    await touches(live, adi, first, "c3", "d4")
    second = await table(live, adi, code)
    assert touched(second.steps, "b6", "a5")
    assert second.bottom == 0


async def test_those_who_watch_are_told_of_each_change(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    told: list[str] = []
    end = live.watch(told.append)
    await adi.moves("c3-d4")
    assert code in told
    end()
    told.clear()
    await siti.moves("b6-a5")
    assert not told


async def test_looking_is_no_request_that_counts(
    live: LiveBoards, adi: Visitor, siti: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = await begin(adi, siti)
    monkeypatch.setattr(rate_limiter, "A_MINUTE", 6)
    for _ in range(10):
        await table(live, siti, code)
    assert isinstance(await touches(live, adi, await table(live, adi, code), "c3", "d4"), Toast)


async def test_what_stood_before_is_looked_at_by_whoever_may_see_the_match(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    now = await table(live, siti, code)
    past = await live.past(ros.request(), code)
    assert isinstance(past, PastPositions)
    first, second, latest = past.positions
    assert first.last is None
    assert first.cells.count("m") == first.cells.count("M")
    assert second.last
    assert second.last.path == (DAM_8.board.index["c3"], DAM_8.board.index["d4"])
    assert latest.cells == now.cells
    assert now.turns == ((0, "1."), (1, "1...")), "as in records and analyses"


async def test_a_practice_board_begins_from_a_match_that_is_over(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    early = seen(await live.play_on(adi.request(), code, 1))
    assert "when it is over" in early.text
    await siti.presses(await siti.types("/resign"), "Yes, resign")
    begun = await live.play_on(adi.request(), code, 1)
    assert isinstance(begun, BoardMessage)
    board = await table(live, adi, begun.match)
    before = await live.past(adi.request(), code)
    assert isinstance(before, PastPositions)
    assert (board.cells, board.mine, board.moves) == (before.positions[1].cells, (0, 1), ())
    assert board.steps is not None
    assert f"Goes on from turn 1 of {code}." in board.lines


async def test_lines_of_ones_own_are_tried_out_by_all_but_those_who_play(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"match:{code} c3-d4")
    await ros.types("/games")  # she has sat down
    tried = ("c3", "b4"), ("b6", "a5")
    picks = [[DAM_8.board.index[point] for point in turn] for turn in tried]

    async def refused(who: Visitor, ply: int = 0) -> str:
        found = await live.explore(who.request(), code, ply, picks)
        assert isinstance(found, Refusal)
        return found.text

    found = await live.explore(ros.request(), code, 0, picks)
    assert isinstance(found, ExploredPosition)
    assert (found.ply, found.moves, found.turns) == (0, ("c3-b4", "b6-a5"), ((0, "1."), (1, "1...")))
    assert found.last
    assert found.last.path == tuple(picks[1])
    assert (found.turn, found.ask) == (0, "Which piece?")
    assert touched(found.steps, "b4", "c5")
    assert not touched(found.steps, "c3", "d4")
    for who in (adi, siti):
        assert (await refused(who)).startswith("This match goes on.")
    for ply in (1, 2):  # no turn of the other side, and no position of the match
        assert await refused(ros, ply) == "The board has changed. Look at it again."
    await siti.presses(await siti.types(f"/resign match:{code}"), "Yes, resign")
    assert isinstance(await live.explore(adi.request(), code, 0, picks), ExploredPosition)
    last = await live.explore(siti.request(), code, 1, [])
    assert isinstance(last, ExploredPosition)
    assert touched(last.steps, "b6", "a5"), "it goes on where it was given up"


async def test_who_looks_on_guesses_the_turn_on_the_board(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)

    async def places(visitor: Visitor) -> list[ActionPlace]:
        return [each.place for each in (await table(live, visitor, code)).actions if each.kind is ActionKind.GUESS]

    assert (await places(ros), await places(adi)) == ([ActionPlace.ROW], [])

    async def guesses(visitor: Visitor, ply: int, *points: str) -> AheadPosition | Answer:
        turns = [[DAM_8.board.index[point] for point in points]] if points else []
        return await live.guess(visitor.request(), code, ply, turns)

    async def refused(visitor: Visitor, ply: int, *points: str) -> str:
        found = await guesses(visitor, ply, *points)
        assert isinstance(found, Refusal)
        return found.text

    asked = await guesses(ros, 0)
    assert isinstance(asked, AheadPosition)
    assert (asked.ask, asked.planned, asked.answers) == ("Which turn will Adi play? Which piece?", "", False)
    assert touched(asked.steps, "c3", "d4")
    for points, told in ((("c3", "d4"), "You guess: c3-d4."), (("g3", "h4"), "You guess: g3-h4.")):
        guessed = await guesses(ros, 0, *points)
        assert isinstance(guessed, AheadPosition)
        assert (guessed.planned, guessed.cells) == (told, asked.cells)
    assert "uess" not in " ".join((await table(live, siti, code)).lines)
    assert "others" in await refused(adi, 0, "c3", "d4")
    assert "The board has changed." in await refused(ros, 0, "c3", "e5")
    await touches(live, adi, await table(live, adi, code), "g3", "h4")
    assert "has been played meanwhile" in await refused(ros, 0, "c3", "d4")
    assert "Guessed by 1 of 1: Ros" in (await table(live, siti, code)).lines
    offers = [(await table(live, each, code)).offer for each in (ros, adi)]
    assert offers[0] == "Guessed by 1 of 1: Ros. Siti to move."
    assert "uess" not in offers[1], "its player reads it among the lines"
    after = await guesses(ros, 1)
    assert isinstance(after, AheadPosition)
    assert after.planned == ""


async def test_who_waits_plans_a_turn_that_only_they_are_shown(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    turn = [[DAM_8.board.index[point] for point in ("b6", "a5")]]

    async def plans(turns: list[list[int]], *, drop: bool = False) -> PremovePosition:
        found = await live.premove(siti.request(), code, 0, turns, drop=drop)
        assert isinstance(found, PremovePosition), found
        return found

    assert await live.premove_now(siti.request(), code) is None
    asked = await plans([])
    assert (asked.turn, asked.ask, asked.points, asked.planned) == (0, "Which piece?", (), "")
    assert touched(asked.steps, "b6", "a5")
    assert not touched(asked.steps, "c3", "d4")
    planned = await plans(turn)
    assert planned.points == tuple(turn[0])
    assert planned.planned == "You have planned: b6-a5, whatever they play."
    assert planned.lapsed == "Your plan did not fit any more: b6-a5."
    assert await live.premove_now(siti.request(), code) == planned
    assert await live.premove_now(adi.request(), code) is None
    assert "b6-a5, whatever they play" in (await siti.types(f"/if match:{code}")).text
    for _ in "12":  # once more by another window
        assert (await plans([], drop=True)).planned == ""
    for who, ply in ((adi, 0), (ros, 0), (siti, 1)):
        assert isinstance(await live.premove(who.request(), code, ply, turn, drop=False), Refusal)
    wrong = await live.premove(siti.request(), code, 0, [turn[0][:1]], drop=False)
    assert isinstance(wrong, Refusal)
    assert wrong.text == "The board has changed. Look at it again."


async def test_a_turn_is_planned_without_a_question_about_its_price(
    live: LiveBoards, adi: Visitor, siti: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    for who, move in ((adi, "c3-d4"), (siti, "f6-g5"), (adi, "g3-h4"), (siti, "b6-c5")):
        await who.moves(f"match:{code} {move}")
    await adi.moves(f"match:{code} d4xb6")
    free = await live.premove(adi.request(), code, 5, [], drop=False)
    assert isinstance(free, PremovePosition)
    assert free.steps
    assert not any(step.price for node in free.steps.nodes for step in node.steps)
    assert touched(free.steps, "h4", "f6"), "what could be captured if it were their turn"
    await siti.moves(f"match:{code} e7-f6!")
    waits = await live.premove(siti.request(), code, 6, [], drop=False)
    assert isinstance(waits, Refusal)
    assert waits.text == "What you may play here depends on your opponent's move: wait for it."


async def test_nobody_plans_a_turn_against_the_computer(
    live: LiveBoards, adi: Visitor, siti: Visitor, services: Services
) -> None:
    code, _ = await begin(adi, siti)
    services.matches.computers[(await services.matches.get(code)).seats[0] or ""] = 1
    found = await live.premove(siti.request(), code, 0, [], drop=False)
    assert isinstance(found, Refusal)
    assert found.text.startswith("Answers are planned against a person")
