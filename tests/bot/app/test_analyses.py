"""/analyse as people ask for it: pages of a match, of what is pasted, and what is refused; alive after a restart."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.app.analysis import analyses
from bot.app.boards import match_message
from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import PAYLOAD_BYTES, Button, PrivatePanel
from bot.computer.analysis_queue import AT_ONCE, PER_PERSON, AnalysisQueue
from bot.computer.search_pool import SearchPool, SearchWorker
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.services.learning import puzzles
from bot.services.services import Services
from engine.game import Game
from engine.parser import parse_move
from engine.record import format_record
from engine.search import analysis
from engine.search.analysis import Effort
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import DAM_8, Clock, begun, event, moving
from tests.engine.positions import FULL_OF_CAPTURES, FULL_OF_TURNS
from tests.suites import deep, quick_first

BLUNDERS = ("c3-d4", "b6-a5", "d4-e5", "a7-b6", "~f6,e5-f6")
"""Black's second gives away two men, White's third one of them."""
TOLD = re.compile(r"2\.\.\. a7-b6 gave away \d pieces; \w+ was better\.")
QUICK = Effort(nodes=3000)
ELSEWHERE = Place("web", "elsewhere")


@dataclass
class Installation:
    """The app on a database; ``restart`` replaces it as a new process would."""

    services: Services
    search_pool: SearchPool
    images: ImageRenderer

    def restart(self) -> App:
        return App(AppServices(self.services, self.images, self.search_pool, AnalysisQueue(QUICK, QUICK)))


@pytest.fixture
async def installation(services: Services) -> AsyncIterator[Installation]:
    search_pool, images = SearchPool(threads=1), ImageRenderer()
    await search_pool.start()
    yield Installation(services, search_pool, images)
    await search_pool.stop()
    images.close()


@pytest.fixture
def papan(installation: Installation) -> App:
    return installation.restart()


async def whole(answer: Seen) -> Seen:
    """The answer once the analysis is there."""
    if answer.updates is None:
        return answer
    assert answer.private
    assert "positions looked at" in answer.text or "getting ready" in answer.text
    *meanwhile, last = [seen(each) async for each in answer.updates]
    assert not any(labels(each) for each in meanwhile)
    assert all(each.replace and each.language for each in (*meanwhile, last))
    return last


async def over(services: Services, moves: tuple[str, ...] = BLUNDERS) -> Match:
    """A match of Adi and Siti that Siti has resigned."""
    match, adi, siti, _ = await begun(services)
    for text in moves:
        mover = adi if match.game.turn == 0 else siti
        move = parse_move(DAM_8, match.game.position, text).move
        match = await services.matches.act(event(), mover, match.code, moving(mover, move))
    return await services.matches.act(event(), siti, match.code, lambda now, at: now.resign(siti.id, at))


def record() -> str:
    """The same game as a record."""
    game = Game.begin(DAM_8)
    for text in BLUNDERS:
        game = game.play(parse_move(DAM_8, game.position, text).move)
    return format_record(game, {"White": "Mak Long", "Black": "Pak Su"})


async def test_a_match_that_is_over_is_paged_through(installation: Installation, adi: Visitor, siti: Visitor) -> None:
    match = await over(installation.services)
    card = await adi.types(f"/board {match.code} public")
    graph = await whole(await siti.presses(card, "Analyse"))
    assert graph.private
    assert graph.replace
    assert graph.picture is not None
    assert "Adi wins: Siti has resigned." in graph.text
    assert TOLD.search(graph.text)
    assert labels(graph) == ["1 · move 2", "2 · move 3", "Share"]
    assert "Turning point 1, move 2: White from" in graph.picture.alt
    assert isinstance(graph.answer, PrivatePanel)
    drawn = graph.answer.graph
    assert drawn
    assert len(drawn.lines) == len(drawn.chances)
    assert re.fullmatch(r"1\. \S+ \S+ 2\. \S+ \S+", drawn.lines[0].told)
    assert re.match(r"1\.\.\. \S+ 2\. ", drawn.lines[1].told)
    assert {mark.ply: mark.way for mark in drawn.marks}.items() <= {
        ply: line.way for ply, line in enumerate(drawn.lines)
    }.items()
    first = await siti.presses(graph, "1 · move 2")
    assert TOLD.match(first.text)
    assert "Better play: " in first.text
    assert "Instead: a7-b6" in first.text
    assert "The move played: White " in first.text
    assert first.picture is not None
    assert first.picture.alt.startswith("Two boards. First, BETTER: 2... ")
    assert "Second, PLAYED: 2... a7-b6." in first.picture.alt
    kept = {}
    for visitor in (adi, siti):  # what turned it comes back to whoever played it, once they have looked
        await whole(await visitor.types(f"/analyse {match.code}"))
        me = await installation.services.people.player(visitor.person)
        kept[visitor.name] = (await installation.services.people.export(me.id))["own_mistakes"]
    assert sorted(each["match"] for mine in kept.values() for each in mine) == [match.code] * 2
    assert all(each["ply"] % 2 == (name == "Siti") for name, mine in kept.items() for each in mine)
    second = await siti.presses(first, "Next")
    assert "turning point 2 of 2" in second.title
    assert labels(first) == ["Back", "Next", "Saved as puzzle", "Continue from here"]
    assert labels(second) == ["Back", "Save as puzzle", "Continue from here"]
    assert (await siti.presses(await siti.presses(second, "Back"), "Back")).text == graph.text
    for answer in (graph, first, second):
        assert all(len(payload.encode()) <= PAYLOAD_BYTES for payload, *_ in controls(answer))


async def test_a_position_in_which_the_other_side_went_wrong_is_saved_as_a_puzzle(
    installation: Installation, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    match = await over(installation.services)
    page = await siti.presses(await whole(await siti.types(f"/analyse {match.code}")), "2 · move 3")
    saved = await siti.presses(page, "Save as puzzle")
    assert saved.replace
    assert saved.text == f"Saved: from the next day on /puzzle mine:yes asks you for the better turn.\n{page.text}"
    assert labels(saved) == ["Back", "Saved as puzzle", "Continue from here"]
    me = await installation.services.people.player(siti.person)
    mine = (await installation.services.people.export(me.id))["own_mistakes"]
    assert sorted(each["ply"] for each in mine) == [3, 4]
    clock.forward(days=1)
    asked = [await siti.types("/puzzle mine:yes")]
    asked.append(await siti.presses(asked[0], "Another"))
    assert {each.text.split(" to move")[0].split("\n")[-1] for each in asked} == {"Black", "White"}
    hers = await ros.presses(await whole(await ros.types(f"/analyse {match.code}")), "2 · move 3")
    assert labels(hers) == ["Back", "Continue from here"]
    refused = await ros.sends(f"1:{match.code}:5:an:s2")
    assert refused.text == "Only positions of your own matches are saved, where there was a choice."


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_no_more_is_saved_than_is_kept(
    installation: Installation, siti: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "MISTAKES", 1)  # her own mistake
    match = await over(installation.services)
    page = await siti.presses(await whole(await siti.types(f"/analyse {match.code}")), "2 · move 3")
    full = await siti.presses(page, "Save as puzzle")
    assert " puzzles of your own: no more are kept.\n" in full.text
    assert "Save as puzzle" in labels(full)


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_without_a_code_it_is_the_latest_match(installation: Installation, adi: Visitor, clock: Clock) -> None:
    assert "no such match" in (await adi.types("/analyse")).text
    await over(installation.services, BLUNDERS[:2])
    clock.forward(hours=1)
    later = await over(installation.services, BLUNDERS[:3])
    assert (await whole(await adi.types("/analyse"))).title.startswith(later.code)
    found = await adi.papan.complete(adi.request(), "analyse", "match", "")
    assert found[0].value == later.code
    assert "you won" in found[0].label


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_buttons_work_after_a_restart(installation: Installation, adi: Visitor) -> None:
    match = await over(installation.services)
    graph = await whole(await adi.types(f"/analyse {match.code}"))
    pasted = await whole(await adi.types(f"/analyse {record()}"))
    again = Visitor(installation.restart(), "Adi")
    page = await whole(await again.presses(graph, "2 · move 3"))
    assert "turning point 2 of 2" in page.title
    assert "Paste it again" in (await again.presses(pasted, "1 · move 2")).text


async def test_a_match_under_way_is_not_analysed(installation: Installation, adi: Visitor, siti: Visitor) -> None:
    match, *_ = await begun(installation.services)
    assert "when it is over" in (await adi.types("/analyse")).text
    for visitor in (adi, siti):
        assert "when it is over" in (await visitor.types(f"/analyse {match.code}")).text
        assert "when it is over" in (await visitor.sends(f"1:{match.code}:0:an:0")).text
    invitation = await adi.types("/play dam-8", opponent=siti)
    code = invitation.title.split()[0]
    assert "has not begun" in (await adi.types(f"/analyse {code}")).text
    await adi.presses(invitation, "Withdraw")
    assert "was withdrawn" in (await adi.types(f"/analyse {code}")).text


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_a_practice_board_is_analysed_by_the_one_who_has_it(
    installation: Installation, adi: Visitor, siti: Visitor
) -> None:
    card = await adi.presses(await adi.types("/play dam-8"), "Practice board")
    await adi.moves("c3-d4", "b6-a5")
    code = card.title.split()[0]
    graph = await whole(await adi.presses(await adi.presses(card, "More"), "Analyse"))
    assert graph.title.startswith(code)
    assert "No single move turned this game." in graph.text
    assert "Analyse" not in labels(await siti.presses(card, "More"))


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_a_match_is_for_its_players_and_for_those_where_it_is_shown(
    installation: Installation, ros: Visitor
) -> None:
    match = await over(installation.services)
    here = await whole(await ros.types(f"/analyse {match.code}"))
    assert here.title.startswith(match.code)
    elsewhere = await ros.types(f"/analyse {match.code}", place=ELSEWHERE)
    assert f"No match with the code {match.code} is open to you" in elsewhere.text
    assert elsewhere.picture is None
    pressed = await ros.presses(here, "1 · move 2", place=ELSEWHERE)
    assert f"No match with the code {match.code} is open to you" in pressed.text


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_a_match_without_a_move_has_nothing_to_analyse(installation: Installation, adi: Visitor) -> None:
    match = await over(installation.services, ())
    answer = await adi.types(f"/analyse {match.code}")
    assert answer.text == "There is nothing to analyse. Adi wins: Siti has resigned."
    assert "Analyse" not in labels(await adi.types(f"/board {match.code}"))


@pytest.mark.parametrize("backend", ["sqlite"])
@pytest.mark.parametrize(
    "text",
    quick_first(
        [record(), " ".join(record().split()), "dam-8 1. c3-d4 b6-a5 2. d4-e5 a7-b6 3. ~f6,e5-f6", "text:" + record()],
        "records are read in every form by the engine",
        2,
    ),
)
async def test_a_pasted_game_is_paged_through(adi: Visitor, text: str) -> None:
    graph = await whole(await adi.types(f"/analyse {text}"))
    assert TOLD.search(graph.text)
    assert graph.picture is not None
    assert ("Mak Long" in graph.picture.alt) == ("Mak Long" in text)
    page = await adi.presses(await adi.presses(graph, "1 · move 2"), "Next")
    assert "turning point 2 of 2" in page.title


@deep("one pasted game is paged through, and positions are read by the engine's tests")
@pytest.mark.parametrize("backend", ["sqlite"])
@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("dam-8 W:Wc3,h2:Bd4", "c3xe5"),
        ("Main tapal empat 1G3/2GG1/1T1T1/5/5 t G10", ""),
        ('[GameType "20"] [FEN "W:W32:B28"]', ""),
        ('international [FEN "W:W32:B28:H0:F1"]', "d4xf6"),
        ("international W: W32, 31:Bk28", "d4xf6"),
        ("malaysian checkers 8x8 4/4/4/2m1/2M1/4/4/4 w", ""),
    ],
)
async def test_a_position_gets_its_best_move_and_a_picture(adi: Visitor, text: str, best: str) -> None:
    answer = await whole(await adi.types(f"/analyse {text}"))
    assert answer.text.startswith(f"Best move: {best}"), answer
    assert "Best play: " in answer.text
    assert answer.picture is not None
    assert "Recommended: " in answer.picture.alt


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_what_cannot_be_read_is_refused_with_the_reason(adi: Visitor) -> None:
    for text, words in [
        ("what about this", "begin with the name of the game"),
        ("chess e2e4", "begin with the name of the game"),
        ("dam-8 1. c3-d4 b6-b5", "Turn 2 (1...): b6-b5 is not a legal move"),
        ("dam-8 mmmm/mmmm w", "does not fit the board of Malaysian checkers 8x8: mmmm/mmmm"),
        ("dam-8 W:Wz9:Ba7", "There is no square z9"),
        ('[Ruleset "nine-men"] 1. a1', "I know no game nine-men"),
        (f"omnidirectional-draughts-10 {FULL_OF_CAPTURES}", "too many captures"),
        (f'[Ruleset "omnidirectional-draughts-10"] [FEN "{FULL_OF_CAPTURES}"] 1. b1-c1', "too many captures"),
        ("dam-8 W:Wc3:B", "There is nothing to analyse. White wins"),
        ("dam-8 " + "c3-d4 " * 11_000, "at most 65536 characters"),
        ('international [FEN "W:WK1:BK50"] ' + "1-6 50-45 6-1 45-50 " * 151, "more than 600 turns"),
    ]:
        answer = await adi.types(f"/analyse {text}")
        assert words in f"{answer.text}\n{answer.code}"
        assert answer.private, words
        assert answer.picture is None, words


@pytest.mark.parametrize("backend", ["sqlite"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "international 1. 32-28 19-23 (1... 18-23 (x) 2. 38-32) 2. 28x19 $1 14x23 ; text",
            "2 variations were left out.\n1 comment was left out.\n1 mark of a move was left out.",
        ),
        ('[GameType "21"] [FEN "W:W27,K23:BK28,12."] [Result "0-1"] 0-1', "Asked for: White wins."),
        ('[GameType "20"] [FEN "W:W32:B8"] [Result "1-1"]', "Asked for: Draw."),
        ("international 1. 32-28 19-23 2-0", "White wins, as the record says."),
        ("international 1. 32-28 19-23 1-1", "Draw, as the record says."),
        ("international 1. 32-28 19-23 0-0", "The record gives 0-0 as its result: that names no winner."),
        ('[GameType "20"] [Result "0-2"]\n1. 32-28 19-23 2-0', "Its tag says 0-2, which was left out."),
        (
            'international /FEN "W:WK1:BK50"/ ' + "1-6 50-45 6-1 45-50 " * 3,
            "4 turns were played after a draw that nobody claimed.",
        ),
        ("international ; a comment\n1. 32-28 {" + "any text " * 7000 + "} 19-23", "2 comments were left out."),
    ],
)  # fmt: skip
async def test_what_was_left_out_or_stipulated_is_said(adi: Visitor, text: str, words: str) -> None:
    answer = await whole(await adi.types(f"/analyse {text}"))
    assert words in answer.text
    assert answer.picture is not None
    assert "resigned" not in answer.text


@pytest.mark.parametrize("backend", ["sqlite"])
@pytest.mark.parametrize(
    "text", ["dam-8 1. " + "a" * 9000 + " c3-d4", "dam-8 W:W" + "x" * 9000, "dam-8 1. " + "1x" * 99]
)
async def test_a_reason_quotes_no_more_than_a_message_holds(adi: Visitor, text: str) -> None:
    answer = await adi.types(f"/analyse {text}")
    assert 0 < len(answer.code) <= 600
    assert "…" in answer.code


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_of_several_games_one_is_chosen(adi: Visitor, installation: Installation) -> None:
    one = '[White "Adi"]\n[Black "Siti"]\n[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 19-23 *\n\n'
    two = '[Event "Club"]\n[GameType "21"]\n\n1. 9-13 22-18 1-0\n\n'
    bad = '[GameType "20"]\n\n1. 32-28 19-25 *\n\n'
    menu = await adi.types(f"/analyse {one}{two}{bad}")
    assert menu.private
    assert menu.text == "There are 3 games in that text."
    assert labels(menu) == ["1. Adi – Siti 2-0", "2. Club", "3. 32-28 19-25 *"]
    assert "Black wins, as the record says." in (await whole(await adi.presses(menu, "2. Club"))).text
    assert "Turn 2 (1...): 19-25 is not a legal move" in (await adi.presses(menu, "3. 32-28 19-25 *")).code
    many = await adi.types(f"/analyse {two * 30}")
    assert many.text == "There are 30 games in that text. Here are the first 25."
    assert len(labels(many)) == 25
    again = Visitor(installation.restart(), "Adi")
    assert "Paste it again" in (await again.presses(menu, "2. Club")).text


@pytest.mark.parametrize(
    "payload", ["1:-:0:an:0", "1:-:0:an:abc:7", "1:{code}:0:an:9", "1:{code}:0:an:abc:1", "1:{code}:0:an"]
)
async def test_buttons_that_are_none_of_ours_are_refused(
    installation: Installation, adi: Visitor, payload: str
) -> None:
    match = await over(installation.services, ())
    assert "no longer in use" in (await adi.sends(payload.format(code=match.code))).text


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_nobody_waits_for_many_and_those_behind_are_told_their_place(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "FIRST_WAIT", 0.01)
    images = ImageRenderer()
    papan = App(AppServices(services, images, SearchPool()))  # nobody thinks, so all of them wait
    adi, siti, ros = (Visitor(papan, name) for name in ("Adi", "Siti", "Ros"))
    for number in range(PER_PERSON):
        assert (await adi.types(f"/analyse dam-8 W:Wc{2 * number + 1}:Bd8")).updates is not None
    assert "You are waiting for other analyses already" in (await adi.types("/analyse dam-8 W:Wa1:Bd8")).text
    assert AT_ONCE == PER_PERSON
    assert "you are number 1 in line." in (await siti.types("/analyse dam-8 W:Wg1:Bd8")).text
    behind = await ros.types("/analyse dam-8 W:We1:Bd8")
    assert "you are number 2 in line." in behind.text
    same = await siti.types("/analyse dam-8 W:We1:Bd8")
    assert same.text == behind.text
    images.close()


@deep("the pages of one match and of one pasted game are in the quick suite")
@pytest.mark.parametrize("backend", ["sqlite"])
async def test_others_are_answered_between_two_positions(installation: Installation) -> None:
    order: list[str] = []

    def note(_: SearchWorker) -> None:
        order.append("hint")

    game = Game.begin(DAM_8)
    while game.ply < 30:
        game = game.play(game.legal_moves[-1])
    analysis_queue = AnalysisQueue(QUICK)
    inquiry = analysis_queue.inquire(installation.search_pool, "somebody", game)
    while not inquiry.examination.done:
        await inquiry.wait(0.01)
    await installation.search_pool.ask("another chat", note)
    assert order == ["hint"]
    assert inquiry.examination.done < inquiry.examination.all
    assert await inquiry.wait(60) is analysis_queue.found(game)


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_a_position_with_forty_thousand_turns_is_analysed(adi: Visitor) -> None:
    found = await whole(await adi.types(f"/analyse bagh-bandi-basirhat {FULL_OF_TURNS}"))
    assert found.picture is not None
    assert "too many captures" not in found.text


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_a_hint_is_given_in_the_match_that_is_chosen(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services
) -> None:
    code, other = (await begin(adi, siti))[0], (await begin(adi, ros))[0]
    asked = await adi.types("/hint")
    assert "Which one do you mean?" in asked.text
    assert {label[:4] for label in labels(asked)} == {code, other}
    hint = await adi.presses(await adi.presses(await adi.presses(asked, code), "Which piece?"), "Which move?")
    await adi.presses(hint, "Play it")
    assert [(await services.matches.get(match)).game.ply for match in (code, other)] == [1, 0]


async def test_who_asks_for_a_hint_too_early_is_told_that_it_is_not_their_turn(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    assert (await siti.types("/hint")).text == f"It is not your turn in {code}."


async def test_a_hint_offers_to_play_what_it_has_shown(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    hint = await adi.types("/hint")
    hint = await adi.presses(await adi.presses(hint, "Which piece?"), "Which move?")
    assert labels(hint) == ["Play it"]
    played = await adi.presses(hint, "Play it")
    move = hint.text.removeprefix("The computer would play ").removesuffix(".")
    assert played.text == f"You played {move} in {code}."


@deep("the pages of one match and of one pasted game are in the quick suite")
async def test_a_hint_for_an_opening_that_only_takes_pieces_off(adi: Visitor, siti: Visitor) -> None:
    await begin(adi, siti, "rimau")
    hint = await siti.types("/hint")
    assert hint.text == "Look around here."
    hint = await siti.presses(await siti.presses(hint, "Which piece?"), "Which move?")
    assert hint.text.startswith("The computer would play: ")
    assert "taken off" in hint.text
    assert (await siti.presses(hint, "Play it")).text.startswith("Your move in")


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_after_a_while_it_goes_on_only_when_that_is_asked_for(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("FIRST_WAIT", 0.0), ("NEXT_WAIT", 0.01), ("LONGEST_WAIT", 0.03)):
        monkeypatch.setattr(analyses, name, seconds)
    images = ImageRenderer()
    adi = Visitor(App(AppServices(services, images, SearchPool())), "Adi")  # nobody thinks, so it never ends
    last = await whole(await adi.types("/analyse dam-8 W:Wc1:Bd8"))
    assert labels(last) == ["Go on"]
    assert (await adi.presses(last, "Go on")).updates is not None
    images.close()


async def test_where_it_turned_is_shared_as_one_picture(
    installation: Installation, adi: Visitor, siti: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "FIRST_WAIT", 0.0)
    match = await over(installation.services)
    card = await siti.types(f"/board {match.code} public")
    rows = [[item.label for item in row if isinstance(item, Button)] for row in card.rows if isinstance(row, tuple)]
    assert rows == [["Rematch, sides swapped"], ["Analyse", "Share", "Film", "Moves"]]
    first = await siti.presses(card, "Share")
    assert first.text.startswith("It is analysed first: ")
    share = await whole(first)
    graph = await siti.presses(card, "Analyse")
    assert (await siti.presses(graph, "Share")).picture == share.picture
    assert share.private
    assert share.picture is not None
    assert share.title.startswith(match.code)
    assert share.text.startswith("Adi wins: Siti has resigned.\n1: ")
    assert "\n2: " in share.text
    assert share.picture.alt.startswith("1: 2... a7-b6. 2: ")
    assert "At the end White: " in share.picture.alt
    assert isinstance(share.answer, PrivatePanel)
    assert share.answer.to_all, "and by one more press everybody sees it"
    shown = await siti.sends(share.answer.to_all.payload)
    assert not shown.private
    assert shown.picture == share.picture
    assert (await siti.presses(share, "Back")).text == graph.text


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_of_a_match_that_is_too_long_to_be_analysed_the_end_is_shared(
    installation: Installation, siti: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "LONGEST", len(BLUNDERS) - 1)
    monkeypatch.setattr(match_message, "LONGEST_FILM", len(BLUNDERS) - 1)
    match = await over(installation.services)
    card = await siti.types(f"/board {match.code} public")
    assert labels(card)[1:] == ["Analyse", "Share", "Moves"]
    share = await siti.presses(card, "Share")
    assert share.text == "Adi wins: Siti has resigned."
    assert share.picture is not None
    assert "At the end" not in share.picture.alt


async def test_what_has_no_end_is_not_shared(adi: Visitor) -> None:
    graph = await whole(await adi.commands("analyse", {"text": record()}))
    assert "Share" not in labels(graph)
