"""Going on from a position: as somebody writes it, or out of a match that is over; always casual."""

import pytest

from bot.app.entry.app import App
from bot.chat import PAYLOAD_BYTES
from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.matches.status import Status
from bot.services.services import Services
from engine.position import format_position
from tests.bot.app.seen import Seen
from tests.bot.app.test_replay import played
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import Clock

KINGS = "W:Wc3,Kd2:Ba7,b8"


async def start_of(services: Services, answer: Seen) -> str:
    """The position that the match of a board began with."""
    match = await services.matches.get(answer.title.split()[0])
    assert not match.terms.rated
    return format_position(match.game.ruleset, match.game.positions[0], counters=False)


@pytest.mark.parametrize(
    "line",
    [
        f"/play anybody dam-8 from:{KINGS}",
        f"/play anybody from:dam-8 {KINGS}",
        "/play anybody from:dam-8 m3/m3/4/4/4/1M2/1K2/4 w",
        f'/play anybody from:[GameType "25"] [Ruleset "malaysian-checkers-8"] [SetUp "1"] [FEN "{KINGS}"] *',
    ],
)
async def test_an_invitation_from_a_position_says_so(adi: Visitor, services: Services, line: str) -> None:
    card = await adi.types(line)
    assert "from a position" in card.title
    assert "Adi invites anybody" in card.text
    assert (await start_of(services, card)).startswith("m3/m3/4/4/4/1M2/1K2/4 w")


async def test_what_cannot_be_read_is_refused_as_by_analyse(adi: Visitor) -> None:
    for line, why in [
        ("/play anybody from:W:Wc3:Ba7", "begin with the name of the game"),
        ("/play anybody dam-8 from:W:Wc3:Bz9", "I cannot read that:"),
        ("/play anybody nothing from:W:Wc3:Ba7", "There is no game called nothing."),
        ("/play anybody dam-8 from:W:Wc3:B", "nothing is left to play"),
        ("/play anybody from:QQQQ", "No match with the code"),
        (f"/play anybody from:dam-8 {'x' * 70_000}", "too long"),
    ]:
        answer = await adi.types(line)
        assert why in answer.text
        if "I cannot read" in why:
            analysed = await adi.types("/analyse dam-8 W:Wc3:Bz9")
            assert (analysed.text, analysed.code) == (answer.text, answer.code)


async def test_a_typed_position_is_asked_about_and_played_against_the_computer(
    adi: Visitor, services: Services
) -> None:
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    panel = await adi.types(f"/play dam-8 from:{KINGS}")
    assert panel.private
    assert {"Anybody", "Computer", "Practice board", "Black"} <= set(labels(panel))
    assert all(len(payload.encode()) <= PAYLOAD_BYTES for payload, *_ in controls(panel))
    black = await adi.presses(panel, "Black")
    assert "✓ Black" in labels(black)
    board = await adi.presses(await adi.presses(black, "Computer"), "3 ·")
    match = await services.matches.get(board.title.split()[0])
    assert match.status is Status.PLAYING
    assert match.side_of(match.host) == 1
    assert "from a position" in board.title
    again = await adi.types(f"/play computer 3 first dam-8 from:{KINGS}")
    assert await start_of(services, again) == await start_of(services, board)


async def test_a_typed_position_is_shown_to_be_analysed_or_played_from(adi: Visitor) -> None:
    for line in (f"/board dam-8 {KINGS}", f"/board position:dam-8 {KINGS}"):
        shown = await adi.types(line)
        assert shown.picture
        assert shown.text.endswith(" to move.")
        assert labels(shown) == ["Analyse", "Play from here", "Export...", "Keep"]
    assert (await adi.types(f"/board text dam-8 {KINGS}")).code
    shown = await adi.types(f"/board dam-8 {KINGS}")
    panel = await adi.presses(shown, "Play from here")
    assert "Adi invites anybody" in (await adi.presses(panel, "Anybody")).text
    analysed = await adi.presses(shown, "Analyse")
    assert analysed.title == shown.title
    assert "I cannot read that:" in (await adi.types("/board dam-8 W:Wc3:Bz9")).text
    assert "begin with the name of the game" in (await adi.types("/board W:Wc3:Ba7")).text


async def test_a_person_is_invited_from_a_turn_of_a_match(
    adi: Visitor, siti: Visitor, clock: Clock, services: Services
) -> None:
    code = await played(adi, siti, clock)
    old = await services.matches.get(code)
    refused = await adi.types(f"/play first from:{code} 99", opponent=siti)
    assert refused.text.startswith(f"The last turn of {code} is number 5.")
    card = await adi.types(f"/play first from:{code} 2", opponent=siti)
    assert "Adi invites Siti" in card.text
    match = await services.matches.get(card.title.split()[0])
    assert match.game.positions[0] == old.game.positions[2]
    assert match.terms.pace
    assert (await siti.presses(card, "Accept")).text.startswith("You play")


async def test_it_goes_on_from_any_turn_of_a_replay(
    adi: Visitor, siti: Visitor, clock: Clock, services: Services
) -> None:
    code = await played(adi, siti, clock)
    old = await services.matches.get(code)
    end = await adi.types(f"/replay {code}")
    before = await adi.presses(end, "◀")
    for answer, ply in ((end, 5), (before, 4)):
        panel = await adi.presses(answer, "Continue from here")
        assert all(len(payload.encode()) <= PAYLOAD_BYTES for payload, *_ in controls(panel))
        board = await adi.presses(panel, "Practice board")
        match = await services.matches.get(board.title.split()[0])
        assert match.practice
        clock.forward(minutes=11)
        assert match.game.positions[0] == old.game.positions[ply]
        assert f"Goes on from turn {ply} of {code}." in board.text.splitlines()
    budi = Visitor(adi.papan, "Budi")
    seen = await budi.presses(await budi.types(f"/replay {code}"), "Continue from here")
    card = await budi.presses(seen, "Anybody")
    assert "Budi invites anybody" in card.text, "whoever sees the match goes on from it"


async def test_a_match_that_goes_on_from_another_tells_so_to_those_who_may_see_that(
    adi: Visitor, siti: Visitor, clock: Clock, services: Services
) -> None:
    code = await played(adi, siti, clock)
    line = f"Goes on from turn 4 of {code}."
    card = await adi.types(f"/play first from:{code} 4", opponent=siti)
    new = card.title.split()[0]
    assert line in card.text.splitlines()
    assert "Goes on" not in (await adi.types(f"/play practice from:{code} 0")).text, "that is its beginning"
    await siti.presses(card, "Accept")
    assert line in (await siti.types(f"/board {new}")).text.splitlines()
    elsewhere = Place("web", "another room")
    assert line not in (await adi.types(f"/board {new} public", place=elsewhere)).text, "the other match is not there"
    assert line in (await adi.types(f"/board {new}", place=elsewhere)).text, "for a player of that match alone"
    await siti.presses(await siti.types(f"/resign {new}"), "Yes, resign")
    over = await adi.types(f"/board {new} public")
    assert line in over.text.splitlines()
    budi = Visitor(adi.papan, "Budi")
    assert line not in (await budi.types(f"/board {new}", place=elsewhere)).text
    await adi.presses(over, "Rematch")
    await siti.presses(over, "Rematch")
    again = await siti.types(f"/board {await services.matches.code_of_rematch(new)}")
    assert line in again.text.splitlines(), "a rematch begins where the match began"


async def test_a_known_person_is_chosen_in_the_menu(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code = await played(adi, siti, clock)
    panel = await adi.presses(await adi.types(f"/replay {code}"), "Continue from here")
    assert "Adi invites Siti" in (await adi.presses(panel, "Siti")).text
    stranger = next(payload for payload, values, _ in controls(panel) if values)
    assert "no longer in use" in (await adi.sends(stranger, "0000000000000")).text


async def test_a_match_under_way_gives_no_position_to_go_on_from(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    endless = await adi.types(f"/play anybody from:{code} {'9' * 5000}")
    assert "begin with the name of the game" in endless.text
    refused = await adi.types(f"/play anybody from:{code}")
    assert refused.text.startswith("This match goes on. When it is over, ")
    assert "Continue from here" not in labels(await adi.types(f"/replay {code}"))


async def test_what_was_pasted_is_not_kept_for_long(adi: Visitor, papan: App, siti: Visitor, clock: Clock) -> None:
    panel = await adi.types(f"/play dam-8 from:{KINGS}")
    anybody = next(payload for payload, _, label in controls(panel) if label == "Anybody")
    assert "Paste it again" in (await adi.sends(f"{anybody[:-16]}{'0' * 16}")).text
    code = await played(adi, siti, clock)
    for forged in (f"1:{code}:5:cf:xr", f"1:{code}:5:cf:pz", "1:-:5:cf:pr", f"1:{code}:5:cf:vr:9"):
        assert "no longer in use" in (await adi.sends(forged)).text


async def test_the_position_is_copied_and_read_again(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    more = await adi.presses(await adi.types(f"/board {code}"), "More")
    copied = await adi.presses(more, "Copy position")
    assert copied.code.startswith("malaysian-checkers-8 ")
    card = await siti.types(f"/play anybody from:{copied.code}")
    match = await services.matches.get(code)
    assert (await services.matches.get(card.title.split()[0])).game.position == match.game.position
    assert (await adi.presses(copied, "Back")).title == more.title


async def test_nobody_watches_what_goes_on_from_a_match_that_nobody_watched(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    code = (await adi.types("/play dam-8 first watch:no", opponent=siti)).title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    await adi.moves(f"{code} c3-d4")
    await siti.presses(await siti.types(f"/resign {code}"), "Yes, resign")
    typed = await adi.types(f"/play practice from:{code}")
    panel = await siti.presses(await siti.types(f"/replay {code}"), "Continue from here")
    for board in (typed, await siti.presses(panel, "Practice board")):
        assert not (await services.matches.get(board.title.split()[0])).terms.watched
    budi = Visitor(adi.papan, "Budi")
    assert not (await budi.types(f"/play practice from:{code}")).title
