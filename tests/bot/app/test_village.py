"""``/village``: all in a chat are one player. They vote in panels of their own, and the board counts their voices."""

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest

from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.requests.context import AppServices
from bot.chat import ActionKind, ActionPlace, AheadPosition, Capabilities, LiveBoard, Toast
from bot.computer.computer_player import computer
from bot.computer.village_votes import VillageVotes
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.village import awaited_village
from bot.services.match.matches import Player
from bot.services.news import Errand
from loopback.waiting import eventually
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, PRIVATE, Desk, control
from tests.bot.app.visitors import labels
from tests.bot.kit import Clock

SECRET = "Nobody sees it before the vote is over; until then you can change it."


@pytest.fixture(name="desk")
async def make_desk(app_services: AppServices) -> AsyncIterator[Desk]:
    services = app_services.services
    services.matches.computers |= {(await services.people.player(computer(1))).id: 1}
    desk = Desk(app_services)
    await desk.choose(village="8h")
    votes = VillageVotes(services, app_services.search_pool, Random(1), SingleProcess())
    await votes.start()
    yield desk
    await votes.stop()


async def presses(desk: Desk, name: str, panel: Seen, label: str) -> Seen:
    payload, values = control(panel, label)
    return seen(await desk.papan.press(desk.asks(name), payload, values))


async def board(desk: Desk, name: str, code: str) -> Seen:
    return await desk.types(name, "board", match=code)


async def closed(desk: Desk, clock: Clock, match: Match) -> Match:
    """The match once the vote on its present turn is over."""
    clock.forward(hours=8)
    desk.services.news.errands.publish(Errand.VILLAGE)
    return await eventually(lambda: desk.services.matches.get(match.code), lambda each: each.game.ply > match.game.ply)


async def test_one_person_plays_against_all_the_others(desk: Desk, clock: Clock) -> None:
    shown = await desk.types("adi", "village")
    assert "Everybody may vote on each turn, and most voices win." in shown.text
    doors = ["I play against you", "Count me in", "Together"]
    assert labels(shown) == doors, "who does not organise begins none against the computer"
    card = await desk.types("adi", "village", act="against", game="dam-8")
    code = card.title.split()[0]
    match = await eventually(lambda: desk.services.matches.get(code), lambda each: each.status is Status.PLAYING)
    while not awaited_village(match):
        await desk.types("adi", "move", move="c3-d4", match=code)
        match = await desk.services.matches.get(code)
    public = await board(desk, "ros", code)
    assert "The village votes: press Vote. The vote ends in 8 h" in public.text
    assert labels(public)[0] == "Vote"
    assert labels(await board(desk, "ros", code)).count("Vote") == 1
    assert "Vote" not in labels(await board(desk, "adi", code))
    for command in ("move", "resign", "draw"):
        told = await desk.types("ros", command, match=code)
        assert told.text.startswith("A village plays here: whoever is of it votes. Press Vote on the board")
    await desk.types("adi", "draw", match=code)
    (view,) = await desk.services.views.of_match(code)
    offered = seen(await desk.tools.boards.answer(await desk.services.matches.get(code), view))
    assert "adi offers a draw." in offered.text
    assert "Accept the draw" not in labels(offered), "who is of the village votes for it"
    asked = await presses(desk, "ros", public, "Vote")
    assert "Which turn should The village play?" in asked.text
    label = next(label for label in labels(asked) if "-" in label)
    told = await presses(desk, "ros", asked, label)
    assert told.text == f"Your vote: {label.split(' · ')[-1]}.\n{SECRET}"
    assert "The village votes: 1 voice so far." in (await board(desk, "siti", code)).text
    resigning = await presses(
        desk, "siti", await presses(desk, "siti", await board(desk, "siti", code), "Vote"), "Vote to resign"
    )
    assert resigning.text.startswith("You vote to resign.")
    refused = seen(await desk.papan.press(desk.asks("adi"), f"1:{code}:{match.game.ply}:gu"))
    assert refused.text == "You play against the village in this match: the others vote."
    await desk.types("adi", "draw", match=code)
    offered = await board(desk, "siti", code)
    assert "offers a draw" in offered.text
    assert "Accept the draw" not in labels(offered), "a village answers by its vote"
    assert "Vote for the draw" in labels(await presses(desk, "siti", offered, "Vote"))
    await closed(desk, clock, match)
    after = await board(desk, "siti", code)
    assert "1 of 2 voices were for it." in after.text
    assert not {"Take back", "Pause..."} & {*labels(await presses(desk, "adi", await board(desk, "adi", code), "More"))}
    assert f"{code} · " in (await desk.types("siti", "village")).text
    late = await presses(desk, "ros", asked, label)
    assert late.text == "It is not the turn of a village in this match. You can vote when it is."


async def test_all_play_against_the_computer_which_moves_for_them_where_nobody_votes(
    desk: Desk, clock: Clock, app_services: AppServices
) -> None:
    refused = await desk.types("adi", "village", act="computer", game="dam-8")
    told = "Matches of the village against the computer or another chat are begun by those who organise here."
    assert refused.text == told
    levels = await desk.types(BOSS, "village", act="computer", game="dam-8")
    card = await presses(desk, BOSS, levels, next(each for each in labels(levels) if each.startswith("1 ")))
    code = card.title.split()[0]
    match = await desk.services.matches.get(code)
    assert match.seats.count(match.villages[0]) == 1
    assert "Your move" not in labels(card)
    if not awaited_village(match):
        computers = match.seats[match.game.turn]
        assert computers
        move = match.game.legal_moves[0]
        player = await desk.services.people.by_id(computers)
        assert player
        match = await desk.services.matches.act(
            "first", player, code, lambda each, now: each.move(computers, move, None, now)
        )
    typed = await desk.types("ros", "guess", move="", match=code)
    assert "Which turn should The village play?" in typed.text
    clock.forward(hours=8)
    desk.services.news.errands.publish(Errand.VILLAGE)
    again = await eventually(lambda: board(desk, "ros", code), lambda each: "open once more" in each.text)
    assert "Nobody has voted for The village. The vote is open once more and ends in 8 h" in again.text
    await app_services.search_pool.start()
    try:
        await closed(desk, clock, match)
    finally:
        await app_services.search_pool.stop()
    assert (
        "Nobody had voted for a turn, so the computer has moved for The village."
        in (await board(desk, "ros", code)).text
    )


async def test_nobody_votes_for_a_chat_in_which_they_are_not(desk: Desk) -> None:
    card = await desk.types("adi", "village", act="against", game="dam-8")
    code = card.title.split()[0]
    match = await eventually(lambda: desk.services.matches.get(code), lambda each: each.status is Status.PLAYING)
    if not awaited_village(match):
        await desk.types("adi", "move", move="c3-d4", match=code)
    assert (
        "Use /village in a server or group"
        in seen(await desk.papan.command(desk.asks("ani", PRIVATE), "village", {})).text
    )
    elsewhere = Place("telegram", "-2002")
    told = seen(await desk.papan.command(desk.asks("ani", elsewhere), "guess", {"match": code}))
    assert code in told.text
    assert "Vote" not in labels(told)
    await desk.choose(village="off")
    assert "Nobody plays as a village here." in (await desk.types("adi", "village", act="against")).text


async def test_a_village_that_is_switched_off_plays_its_matches_to_the_end(desk: Desk, clock: Clock) -> None:
    assert "Nobody plays as a village here." in (await switched_off(desk, "adi")).text, "it plays nothing"
    await desk.choose(village="8h")
    match = await against(desk, "adi")
    shown = await switched_off(desk, "ros")
    assert "No new match is begun: those who manage this place have switched the village off." in shown.text
    assert f"{match.code} · " in shown.text
    assert labels(shown) == [f"Vote {match.code}"]
    asked = await presses(desk, "ros", shown, f"Vote {match.code}")
    told = await presses(desk, "ros", asked, next(label for label in labels(asked) if "-" in label))
    assert told.text.startswith("Your vote: ")
    await closed(desk, clock, match)


async def test_what_is_offered_is_begun_where_hosts_offer_live_paces_alone(desk: Desk) -> None:
    """The paces are those of two people; a vote has a time of its own."""
    await desk.choose(paces="blitz,sitting")
    match = await against(desk, "adi")
    assert match.terms.pace is None


async def test_the_card_of_one_against_all_is_a_board_at_once(desk: Desk) -> None:
    """Nobody is asked to accept what a village accepts."""
    card = await desk.types("adi", "village", act="against", game="dam-8")
    match = await desk.services.matches.get(card.title.split()[0])
    assert match.status is Status.PLAYING
    assert match.terms.pace is Pace.RELAXED
    assert not {"Accept", "Decline", "Withdraw"} & {*labels(card)}


async def test_whoever_votes_is_led_to_the_board_without_a_code(desk: Desk) -> None:
    told = await desk.types("ros", "move", move="b6-a5")
    assert told.text == "You have no such match. /games lists yours, /play begins one."
    await against(desk, "adi")
    for command, options in (("move", {"move": "b6-a5"}), ("resign", {}), ("draw", {})):
        told = await desk.types("ros", command, **options)
        assert told.text.startswith("A village plays here: whoever is of it votes."), command
    own = (await desk.types("ros", "play", opponent="computer", game="dam-8", level="1")).title.split()[0]
    assert own in (await desk.types("ros", "resign")).text, "their own comes first"
    elsewhere = seen(await desk.papan.command(desk.asks("ani", Place("telegram", "-2002")), "resign", {}))
    assert elsewhere.text == "You have no such match. /games lists yours, /play begins one."


async def test_whoever_guesses_or_votes_where_nothing_is_to_be_is_told_so(desk: Desk) -> None:
    told = await desk.types("ros", "guess")
    assert told.text == (
        "No match of others that takes days stands here, and no village. Name one by its code: c3-d4 K7QM."
    )
    match = await against(desk, "adi")
    await desk.services.villages.vote("ros", await player(desk, "ros"), match.code, match.game.legal_moves[0], None)
    played = await desk.types("adi", "guess")
    assert played.text == "You play against the village in this match: the others vote."


async def switched_off(desk: Desk, name: str) -> Seen:
    await desk.choose(village="off")
    return await desk.types(name, "village")


async def player(desk: Desk, name: str) -> Player:
    return await desk.services.people.player(desk.asks(name).person)


async def against(desk: Desk, name: str) -> Match:
    """A match of this person against the village, which is to move."""
    card = await desk.types(name, "village", act="against", game="dam-8")
    code = card.title.split()[0]
    match = await eventually(lambda: desk.services.matches.get(code), lambda each: each.status is Status.PLAYING)
    if not awaited_village(match):
        await desk.types(name, "move", move="c3-d4", match=code)
    return await desk.services.matches.get(code)


async def test_in_the_room_one_votes_on_the_board(desk: Desk, app_services: AppServices) -> None:
    card = await desk.types("adi", "village", act="against", game="dam-8")
    code = card.title.split()[0]
    match = await eventually(lambda: desk.services.matches.get(code), lambda each: each.status is Status.PLAYING)
    if not awaited_village(match):
        await desk.types("adi", "move", move="c3-d4", match=code)
    live = LiveBoards(desk.papan, desk.tools)
    shown = await live.board(desk.asks("ros"), code)
    assert isinstance(shown, LiveBoard)
    (vote,) = [each for each in shown.actions if each.kind is ActionKind.GUESS]
    assert vote.label == "Vote"
    assert shown.offer.startswith("The village votes: press Vote.")
    ahead = await live.guess(desk.asks("ros"), code, shown.ply, [])
    assert isinstance(ahead, AheadPosition)
    await desk.types("adi", "draw", match=code)
    offered = await live.board(desk.asks("ros"), code)
    assert isinstance(offered, LiveBoard)
    assert offered.offer.startswith("adi offers a draw. The village votes: press Vote.")
    its = await live.board(desk.asks("adi"), code)
    assert isinstance(its, LiveBoard)
    assert ActionKind.TAKEBACK not in [each.kind for each in its.actions]
    assert ahead.ask.startswith("Which turn should The village play?")
    match = await desk.services.matches.get(code)
    await live.guess(desk.asks("ros"), code, shown.ply, [match.game.legal_moves[0].path])
    assert "1 voice so far" in (await board(desk, "siti", code)).text


async def test_in_the_room_one_votes_to_end_it_below_the_board(desk: Desk, app_services: AppServices) -> None:
    """The draw beside the words that offer it, what gives up under *More*: as a player has them."""
    card = await desk.types("adi", "village", act="against", game="dam-8")
    code = card.title.split()[0]
    match = await eventually(lambda: desk.services.matches.get(code), lambda each: each.status is Status.PLAYING)
    if not awaited_village(match):
        await desk.types("adi", "move", move="c3-d4", match=code)
    tools = replace(desk.tools, capabilities={**desk.tools.capabilities, "telegram": Capabilities(draws_boards=True)})
    room = App(tools)
    live = LiveBoards(room, tools)
    before = await live_board(live, desk, "ros", code)
    assert voting(before) == [(ActionPlace.MORE, "Vote to resign")]
    await desk.types("adi", "draw", match=code)
    offered = await live_board(live, desk, "ros", code)
    assert voting(offered) == [(ActionPlace.LINE, "Vote for the draw"), (ActionPlace.MORE, "Vote to resign")]
    assert voting(await live_board(live, desk, "adi", code)) == []
    for each, told in zip(
        [each for each in offered.actions if each.kind is ActionKind.VOTE],
        ("You vote to accept the draw.", "You vote to resign."),
        strict=True,
    ):
        answer = await live.press(desk.asks("ros"), code, offered.ply, each.kind, each.choice)
        assert isinstance(answer, Toast)
        assert answer.text == f"{told} {SECRET}"


async def live_board(live: LiveBoards, desk: Desk, name: str, code: str) -> LiveBoard:
    shown = await live.board(desk.asks(name), code)
    assert isinstance(shown, LiveBoard)
    return shown


def voting(board: LiveBoard) -> list[tuple[ActionPlace, str]]:
    """The places in which somebody votes on something else than a turn, and by which words."""
    return [(each.place, each.label) for each in board.actions if each.kind is ActionKind.VOTE]
