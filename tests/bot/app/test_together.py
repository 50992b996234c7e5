"""``/together``: some people of a chat gather on a card, and play against the computer in turn or by vote."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.requests.context import AppServices
from bot.chat import ActionKind, ActionPlace, AheadPosition, Capabilities, LiveBoard, Refusal
from bot.computer.computer_player import computer
from bot.computer.village_votes import VillageVotes
from bot.foundation.shared_work import SingleProcess
from bot.matches.match import Match
from bot.matches.status import Status
from bot.matches.village import awaited_village
from bot.services.news import Errand
from loopback.waiting import eventually
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, PRIVATE, Desk, control
from tests.bot.app.visitors import labels
from tests.bot.kit import Clock, event, moving


@pytest.fixture(name="desk")
async def make_desk(app_services: AppServices) -> AsyncIterator[Desk]:
    services = app_services.services
    for level in (1, 2):
        services.matches.computers[(await services.people.player(computer(level))).id] = level
    desk = Desk(app_services)
    await desk.choose(village="8h")
    votes = VillageVotes(services, app_services.search_pool, Random(1), SingleProcess())
    await votes.start()
    yield desk
    await votes.stop()


async def presses(desk: Desk, name: str, panel: Seen, label: str) -> Seen:
    payload, values = control(panel, label)
    return seen(await desk.papan.press(desk.asks(name), payload, values))


async def shown(desk: Desk, code: str) -> Seen:
    """The board in the chat, as all see it."""
    (view,) = await desk.services.views.of_match(code)
    return seen(await desk.tools.boards.answer(await desk.services.matches.get(code), view))


async def gathered(desk: Desk, way: str = "turn") -> str:
    """The code of the match of Ani, Budi and Cik, which has begun, with the team to move."""
    card = await desk.types("ani", "together", game="dam-8", against="1", way=way)
    for name in ("budi", "cik"):
        await presses(desk, name, card, "Join")
    await presses(desk, "ani", card, "Begin")
    code = card.title.split()[0]
    await its_turn(desk, code)
    return code


async def its_turn(desk: Desk, code: str) -> Match:
    """The match once the team is to move: the computer moves where it is not."""
    match = await desk.services.matches.get(code)
    if match.status is Status.PLAYING and not awaited_village(match):
        opponent = await desk.services.people.by_id(match.seats[match.game.turn] or "")
        assert opponent
        move = match.game.legal_moves[0]
        match = await desk.services.matches.act(event(), opponent, code, moving(opponent, move))
    return match


async def wins(desk: Desk, code: str) -> None:
    """The computer gives up against the team."""
    match = await desk.services.matches.get(code)
    (other,) = (each for each in match.seats if each and each not in match.teams)
    opponent = await desk.services.people.by_id(other)
    assert opponent
    await desk.services.matches.act(event(), opponent, code, lambda at, now: at.resign(opponent.id, now))


async def test_they_gather_on_one_card(desk: Desk) -> None:
    games = await presses(desk, "ani", await desk.types("ani", "village"), "Together")
    assert "Which game?" in games.text
    asked = await desk.types("ani", "together", game="dam-8")
    assert "In turn, each turn belongs to the next of you." in asked.text
    card = await presses(desk, "ani", asked, next(each for each in labels(asked) if each.startswith("In turn · 1")))
    code = card.title.split()[0]
    assert card.text.splitlines()[:4] == [
        "ani wants to play together against Computer 1.",
        "In turn: each turn belongs to the next of you, and is played at once.",
        "In the team: ani.",
        "2 to 6 people can be in it. ani begins.",
    ]
    assert labels(card) == ["Join", "Leave", "Begin", "Rules"]
    alone = await presses(desk, "ani", card, "Begin")
    assert alone.text == "You are alone in this team. It takes 2 people: wait until somebody presses Join."
    assert (await presses(desk, "budi", card, "Join")).text == "You are in the team."
    assert (await presses(desk, "budi", card, "Join")).text == "You are in this team already."
    assert "In the team: ani and budi." in (await shown(desk, code)).text
    other = await presses(desk, "budi", card, "Begin")
    assert other.text == "ani begins this match: that is for whoever has been in the team longest."
    assert "Press Join on its card" in (await desk.types("ros", "join", code=code)).text
    await presses(desk, "ani", card, "Begin")
    late = await presses(desk, "ros", card, "Join")
    assert late.text.startswith("This team has begun its match")
    assert "In the team: ani and budi." in (await shown(desk, code)).text


async def test_in_turn_the_board_calls_whose_turn_it_is(desk: Desk, clock: Clock) -> None:
    code = await gathered(desk)
    board = await shown(desk, code)
    assert "ani, it is your turn for The team. Your time ends in 8 h" in board.text
    assert labels(board)[0] == "Our move"
    waits = await presses(desk, "budi", board, "Our move")
    assert waits.text == "It is the turn of ani in your team. You choose when it is yours."
    assert labels(waits) == ["Vote to resign", "Leave the team"]
    typed = await desk.types("budi", "guess", move="c3-d4", match=code)
    assert typed.text == "It is the turn of ani in your team. You choose when it is yours."
    foreign = await presses(desk, "ros", board, "Our move")
    assert foreign.text == "You are not in this team: only those who joined before it began choose its turns."
    asked = await presses(desk, "ani", board, "Our move")
    move = next(label for label in labels(asked) if "-" in label)
    before = await desk.services.matches.get(code)
    told = await presses(desk, "ani", asked, move)
    assert told.text == f"You have chosen {move.split(' · ')[-1]}.\nIt is played in a moment."
    await eventually(lambda: desk.services.matches.get(code), lambda each: each.game.ply > before.game.ply)
    assert "ani chose it." in (await shown(desk, code)).text
    await its_turn(desk, code)
    assert "budi, it is your turn for The team." in (await shown(desk, code)).text
    clock.forward(hours=8)
    desk.services.news.errands.publish(Errand.VILLAGE)
    passed = await eventually(lambda: shown(desk, code), lambda each: "cik, it is your turn" in each.text)
    assert "as the one before you was silent. Your time ends in 8 h" in passed.text
    waits = await presses(desk, "ani", passed, "Our move")
    await presses(desk, "ani", waits, "Leave the team")
    assert "In the team: budi and cik." in (await shown(desk, code)).text


async def test_in_consultation_they_agree_before_they_play(desk: Desk) -> None:
    code = await gathered(desk, "consultation")
    board = await shown(desk, code)
    assert "The team consults: propose a turn with Our move. The time ends in 8 h" in board.text
    assert labels(board)[0] == "Our move"
    foreign = await presses(desk, "ros", board, "Our move")
    assert foreign.text == "You are not in this team: only those who joined before it began choose its turns."
    asked = await presses(desk, "ani", board, "Our move")
    move = next(label for label in labels(asked) if "-" in label)
    turn = move.split(" · ")[-1]
    told = await presses(desk, "ani", asked, move)
    assert told.text.splitlines() == [
        f"You are for {turn}.",
        "The others of your team see it and can agree; then any of you plays it.",
    ]
    board = await shown(desk, code)
    assert "The team consults: ani proposes a turn, 1 of 3 agree." in board.text
    assert turn not in board.text, "whoever looks on learns nothing"
    asked = await presses(desk, "budi", board, "Our move")
    assert asked.text.startswith(f"ani proposes {turn}: 1 of 3 agree.")
    assert labels(asked)[0] == f"Agree: {turn}"
    agreed = await presses(desk, "budi", asked, f"Agree: {turn}")
    assert agreed.text.startswith(f"ani proposes {turn}: 2 of 3 agree.\nYou are for {turn}.")
    assert labels(agreed)[0] == f"Play {turn}"
    other = next(label for label in labels(agreed) if "-" in label and turn not in label)
    await presses(desk, "ani", await presses(desk, "ani", board, "Our move"), other)
    few = await presses(desk, "budi", agreed, f"Play {turn}")
    assert few.text == "1 of 3 in your team agree with this turn. It can be played once 2 do."
    gone = await presses(desk, "cik", await presses(desk, "cik", board, "Our move"), f"Agree: {turn}")
    assert labels(gone)[0] == f"Play {turn}"
    for name in ("budi", "cik"):
        await presses(desk, name, await presses(desk, name, board, "Our move"), other)
    late = await presses(desk, "budi", asked, f"Agree: {turn}")
    assert late.text == "Nobody proposes this turn any more. Look at what your team proposes now."
    before = await desk.services.matches.get(code)
    played = await presses(desk, "cik", await presses(desk, "cik", board, "Our move"), f"Play {other.split(' · ')[-1]}")
    assert played.text == "It is played in a moment."
    await eventually(lambda: desk.services.matches.get(code), lambda each: each.game.ply > before.game.ply)
    assert "3 of 3 voices were for it." in (await shown(desk, code)).text


async def test_the_board_of_two_teams_does_not_tell_how_many_agree(desk: Desk) -> None:
    asked = await desk.types("ani", "together", game="dam-8")
    card = await presses(desk, "ani", asked, "In consultation · Against another team of us")
    await presses(desk, "budi", card, "Join Team Upriver")
    await presses(desk, "cik", card, "Join Team Downriver")
    await presses(desk, "ros", card, "Join Team Downriver")
    await presses(desk, "ani", card, "Begin")
    code = card.title.split()[0]
    match = await desk.services.matches.get(code)
    one, other, opponent = (
        ("ani", "budi", "cik") if match.seats[match.game.turn] == match.host else ("cik", "ros", "ani")
    )
    before = await shown(desk, code)
    assert "consults: propose a turn with Our move." in before.text
    asked = await presses(desk, one, before, "Our move")
    move = next(label for label in labels(asked) if "-" in label)
    await presses(desk, one, asked, move)
    after = await shown(desk, code)
    assert (after.text, labels(after)) == (before.text, labels(before))
    assert f"{one} proposes " in (await presses(desk, other, after, "Our move")).text
    assert "proposes" not in (await presses(desk, opponent, after, "Our move")).text


async def test_after_a_win_the_next_level_is_one_press(desk: Desk) -> None:
    code = await gathered(desk, "vote")
    board = await shown(desk, code)
    assert labels(board)[0] == "Vote"
    assert "The team votes: press Vote." in board.text
    await wins(desk, code)
    over = await shown(desk, code)
    assert labels(over)[0] == "Together at level 2"
    assert (await presses(desk, "ros", over, "Together at level 2")).text.startswith("You are not in this team")
    following = await presses(desk, "cik", over, "Together at level 2")
    assert "In the team: ani, budi and cik." in following.text
    assert "Computer 2" in following.text
    code = following.title.split()[0]
    for name in ("ani", "budi"):
        await its_turn(desk, code)
        await presses(desk, name, await presses(desk, name, await shown(desk, code), "Vote"), "Vote to resign")
    await eventually(lambda: desk.services.matches.get(code), lambda each: each.status is Status.OVER)
    assert labels(await shown(desk, code))[0] == "Together once more"


async def test_where_nobody_plays_together(desk: Desk) -> None:
    private = seen(await desk.papan.command(desk.asks("ani", PRIVATE), "together", {}))
    assert private.text == "Use /together in a server or group: there others can join you."
    card = await desk.types("ani", "together", game="dam-8", against="1")
    await presses(desk, "budi", card, "Join")
    await desk.choose(computer="off")
    assert "Here nobody plays against the computer." in (await presses(desk, "ani", card, "Begin")).text
    typed = await desk.types("ani", "together", game="dam-8", against="1")
    assert "Here nobody plays against the computer." in typed.text
    await desk.choose(village="off")
    assert "Nobody plays as a village here." in (await desk.types("ani", "together")).text
    await desk.choose(village="8h", computer="on", who="hosts")
    assert "only those who manage this place may play" in (await presses(desk, "cik", card, "Join")).text
    assert (await presses(desk, BOSS, card, "Join")).text == "You are in the team."


async def test_two_teams_of_a_chat_play_each_other(desk: Desk) -> None:
    """Also where nobody plays against the computer; whoever joins the other team changes over."""
    await desk.choose(computer="off")
    asked = await desk.types("ani", "together", game="dam-8")
    assert all("Against another team of us" in each for each in labels(asked))
    card = await presses(desk, "ani", asked, "In turn · Against another team of us")
    code = card.title.split()[0]
    assert card.text.splitlines()[:5] == [
        "Team Upriver plays Team Downriver: two teams of us. Join one of them.",
        "In turn: each turn belongs to the next of you, and is played at once.",
        "Team Upriver: ani.",
        "Team Downriver: nobody.",
        "Up to 6 people can be in each, one at least. ani begins.",
    ]
    assert labels(card) == ["Join Team Upriver", "Join Team Downriver", "Leave", "Begin", "Rules"]
    few = "Each side needs somebody, and one of them 2 people. Two can play each other with /play."
    assert (await presses(desk, "ani", card, "Begin")).text == few
    await presses(desk, "budi", card, "Join Team Downriver")
    assert (await presses(desk, "ani", card, "Begin")).text == few
    await presses(desk, "cik", card, "Join Team Upriver")
    await presses(desk, "cik", card, "Join Team Downriver")
    assert "Team Upriver: ani.\nTeam Downriver: budi and cik." in (await shown(desk, code)).text
    await presses(desk, "ani", card, "Begin")
    match = await desk.services.matches.get(code)
    assert match.to_act == (match.seats[match.game.turn],)
    due = {match.host: "ani", match.invited: "budi"}
    first, second = (due[seat] for seat in match.seats)
    board = await shown(desk, code)
    assert f"{first}, it is your turn for Team " in board.text
    waits = await presses(desk, second, board, "Our move")
    assert waits.text == "The other team is to move. You choose when it is the turn of yours."
    assert labels(waits) == ["Leave the team"]
    assert (await presses(desk, "ros", board, "Our move")).text.startswith("You are not in this team")
    asked = await presses(desk, first, board, "Our move")
    assert [each for each in labels(asked) if each.startswith(("Vote", "Leave"))] == [
        "Vote to resign",
        "Vote to offer a draw",
        "Leave the team",
    ]
    await presses(desk, first, asked, next(label for label in labels(asked) if "-" in label))
    await eventually(lambda: desk.services.matches.get(code), lambda each: each.game.ply > match.game.ply)
    board = await shown(desk, code)
    assert f"{first} chose it." in board.text
    assert f"{second}, it is your turn for Team " in board.text
    over = await _offers_and_accepts(desk, code, {match.host: ("ani",), match.invited: ("budi", "cik")})
    assert labels(over)[0] == "Rematch, sides swapped"
    following = await presses(desk, "cik", over, "Rematch, sides swapped")
    assert "Team Upriver: ani.\nTeam Downriver: budi and cik." in following.text
    again = await desk.services.matches.get(following.title.split()[0])
    assert again.seats == match.seats[::-1]
    assert (await desk.types("ani", "together", game="dam-8", against="1")).text.startswith("Here nobody plays against")


async def _offers_and_accepts(desk: Desk, code: str, members: Mapping[str | None, tuple[str, ...]]) -> Seen:
    """The board after the team to move has offered a draw, and moved, and the other one has accepted it."""
    for wanted in ("Vote to offer a draw", "", "Vote for the draw"):
        match = await desk.services.matches.get(code)
        for name in members[match.seats[match.game.turn]]:
            asked = await presses(desk, name, await shown(desk, code), "Our move")
            label = wanted or next((label for label in labels(asked) if "-" in label), "")
            if label:  # it is another one's turn
                await presses(desk, name, asked, label)
        await _changed(desk, match)
    return await shown(desk, code)


async def _changed(desk: Desk, match: Match) -> None:
    """Until a match has changed."""
    await eventually(lambda: desk.services.matches.get(match.code), lambda each: each.version > match.version)


async def test_in_the_room_a_team_gathers_and_plays_on_the_board(desk: Desk) -> None:
    """Everybody is offered there what they may do, and nothing that would be refused."""
    tools = replace(desk.tools, capabilities={**desk.tools.capabilities, "telegram": Capabilities(draws_boards=True)})
    live = LiveBoards(App(tools), tools)

    async def board(name: str, code: str) -> LiveBoard:
        shown = await live.board(desk.asks(name), code)
        assert isinstance(shown, LiveBoard), shown
        return shown

    async def offered(name: str, code: str) -> list[tuple[ActionPlace, str]]:
        kinds = {ActionKind.GUESS, ActionKind.VOTE, *(each for each in ActionKind if each.name.startswith("TEAM_"))}
        return [(each.place, each.label) for each in (await board(name, code)).actions if each.kind in kinds]

    async def press(name: str, code: str, label: str) -> Seen:
        shown = await board(name, code)
        (action,) = [each for each in shown.actions if each.label == label]
        return seen(await live.press(desk.asks(name), code, shown.ply, action.kind, action.choice))

    card = await desk.types("ani", "together", game="dam-8", against="0")
    of_two = card.title.split()[0]
    joins = [(ActionPlace.LINE, "Join Team Upriver"), (ActionPlace.LINE, "Join Team Downriver")]
    assert await offered("budi", of_two) == joins
    assert (await press("budi", of_two, "Join Team Downriver")).text == "You are in the team."
    assert await offered("budi", of_two) == [joins[0], (ActionPlace.LINE, "Leave")]
    of_first = [(ActionPlace.LINE, "Begin"), (ActionPlace.LINE, "Leave"), (ActionPlace.MORE, joins[1][1])]
    assert await offered("ani", of_two) == of_first
    card = await desk.types("ani", "together", game="dam-8", against="1")
    code = card.title.split()[0]
    assert (await board("budi", code)).offer == "ani wants to play together against Computer 1."
    assert await offered("budi", code) == [(ActionPlace.LINE, "Join")]
    assert (await press("budi", code, "Join")).text == "You are in the team."
    assert await offered("budi", code) == [(ActionPlace.LINE, "Leave")]
    assert await offered("ani", code) == [(ActionPlace.LINE, "Begin"), (ActionPlace.LINE, "Leave")]
    await press("ani", code, "Begin")
    match = await its_turn(desk, code)
    of_members = [
        (ActionPlace.ROW, "Our move"),
        (ActionPlace.MORE, "Vote to resign"),
        (ActionPlace.MORE, "Leave the team"),
    ]
    assert await offered("ani", code) == await offered("budi", code) == of_members
    assert await offered("ros", code) == []
    told = {each.label: each.explained for each in (await board("ani", code)).actions}
    assert told["Our move"] == "The turn that should be played for your team."
    assert told["Vote to resign"] == "The match ends so if two thirds of your team want it."
    assert (await board("budi", code)).offer.startswith("ani, it is your turn for The team.")
    waits = await live.guess(desk.asks("budi"), code, match.game.ply, [])
    assert isinstance(waits, Refusal)
    assert waits.text == "It is the turn of ani in your team. You choose when it is yours."
    chosen = await live.guess(desk.asks("ani"), code, match.game.ply, [match.game.legal_moves[0].path])
    assert isinstance(chosen, AheadPosition)
    assert chosen.planned.startswith("You have chosen ")
    await eventually(lambda: desk.services.matches.get(code), lambda each: each.game.ply > match.game.ply)
    await wins(desk, code)
    assert await offered("ros", code) == []
    assert await offered("ani", code) == [(ActionPlace.ROW, "Together at level 2")]
    following = await press("ani", code, "Together at level 2")
    assert "In the team: ani and budi." in following.text


async def test_in_the_room_those_who_consult_alone_see_what_is_proposed(desk: Desk) -> None:
    tools = replace(desk.tools, capabilities={**desk.tools.capabilities, "telegram": Capabilities(draws_boards=True)})
    live = LiveBoards(App(tools), tools)
    code = await gathered(desk, "consultation")
    match = await its_turn(desk, code)

    async def board(name: str) -> LiveBoard:
        found = await live.board(desk.asks(name), code)
        assert isinstance(found, LiveBoard), found
        return found

    before = await board("ros")
    wanted = match.game.legal_moves[0]
    chosen = await live.guess(desk.asks("ani"), code, match.game.ply, [wanted.path])
    assert isinstance(chosen, AheadPosition)
    turn = chosen.planned.removeprefix("You are for ").removesuffix(".")
    seen_by_budi = await board("budi")
    assert seen_by_budi.offer.startswith(f"ani proposes {turn}: 1 of 3 agree.")
    assert seen_by_budi.shared
    (action,) = [each for each in seen_by_budi.actions if each.kind is ActionKind.AGREE]
    assert action.place is ActionPlace.LINE
    assert [each.kind for each in (await board("ani")).actions if each.kind is ActionKind.AGREE] == []
    told = seen(await live.press(desk.asks("budi"), code, match.game.ply, action.kind, action.choice))
    assert told.text == f"You are for {turn}."
    onlooker = await board("ros")
    assert onlooker.shared is None
    assert onlooker.actions == before.actions
    assert turn not in str(replace(onlooker, steps=None))
    forged = seen(await live.press(desk.asks("ros"), code, match.game.ply, "play_agreed", action.choice))
    assert forged.text.startswith("You are not in this team")
    (play,) = [each for each in (await board("cik")).actions if each.kind is ActionKind.PLAY_AGREED]
    await live.press(desk.asks("cik"), code, match.game.ply, play.kind, play.choice)
    await eventually(lambda: desk.services.matches.get(code), lambda each: each.game.ply > match.game.ply)
