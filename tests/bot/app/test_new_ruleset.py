"""A game that is put into the list, as data and words alone, is played from the first command to the last card."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.rules import rules_text as rules
from bot.app.text.names import family_name
from bot.chat import Menu
from bot.computer.analysis_queue import AnalysisQueue
from bot.computer.computer_player import ComputerPlayer
from bot.computer.search_pool import SearchPool
from bot.foundation.shared_work import SingleProcess
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.services import Services
from bot.words import Words, words
from engine.endings import perft
from engine.games import find_ruleset
from engine.notation import format_move
from engine.position import parse_position, start_position
from engine.search.analysis import Effort
from loopback.waiting import eventually
from tests.adugo import ADUGO, NEAR_THE_END, TRANSLATIONS, catalogue
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import IN_ROOM, event
from tests.new_game.added import put_in_list
from tests.suites import deep, quick_first

LOCALES = {"en": "en-GB", "ms": "ms-MY", "id": "id-ID"}
DOGS = {"en": "dogs", "ms": "anjing", "id": "anjing"}
DOG = {"en": "dog", "ms": "anjing", "id": "anjing"}
OTHERS = re.compile(r"tiger|goat|harimau|kambing|🐯|🐐|\bmen\b|\bkings?\b|haji|\braja\b", re.IGNORECASE)
"""What other games call their pieces."""


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game stands in the middle of the list, and its words in the catalogues."""
    put_in_list(monkeypatch, ADUGO, {language: catalogue(language) for language in TRANSLATIONS})
    yield
    words.cache_clear()


@pytest.fixture(
    params=quick_first(("en", *TRANSLATIONS), "a ruleset is the same in each language; texts are tested in each")
)
def language(request: pytest.FixtureRequest) -> str:
    """Each language that its words were translated into, in turn."""
    return str(request.param)


@pytest.fixture
def say(language: str) -> Words:
    """The words of Papan in it."""
    return words(language)


@pytest.fixture
def backend() -> str:
    """One kind of database is enough: no query names a game."""
    return "sqlite"


@pytest.fixture
async def papan(services: Services) -> AsyncIterator[App]:
    """Papan with a real search, and the computer at the board."""
    search_pool, images = SearchPool(threads=1), ImageRenderer()
    await search_pool.start()
    player = ComputerPlayer(services, search_pool, Random(5), SingleProcess(), pace=(0.0, 0.0))
    await player.start()
    quick = Effort(nodes=2000)
    yield App(AppServices(services, images, search_pool, AnalysisQueue(quick, quick)))
    await player.stop()
    await search_pool.stop()
    images.close()


@pytest.fixture
def adi(papan: App, language: str) -> Visitor:
    """Somebody whose client has that language."""
    return Visitor(papan, "Adi", LOCALES[language])


@pytest.fixture
def siti(papan: App, language: str) -> Visitor:
    """Somebody else."""
    return Visitor(papan, "Siti", LOCALES[language])


def told(answer: Seen) -> str:
    """Everything an answer says, its buttons and its description of the picture included."""
    options = [option for row in answer.rows if isinstance(row, Menu) for option in row.options]
    parts = [answer.title, answer.text, answer.code, *labels(answer), *(option.detail for option in options)]
    text = "\n".join(part for part in (*parts, answer.picture.alt if answer.picture else "") if part)
    assert not OTHERS.search(text), text
    return text


def names(text: str, *wanted: str) -> bool:
    """Are these words in a text?"""
    return all(re.search(rf"\b{word}\b", text, re.IGNORECASE) for word in wanted)


async def match_of(services: Services, visitor: Visitor) -> Match:
    """The one match of a visitor, once it is their turn or it is over."""
    player = await services.people.player(visitor.person)

    async def found() -> Match | None:
        for live in (True, False):
            for match in await services.matches.of_player(player.id, live=live):
                if match.game.outcome or player.id in match.to_act:
                    return match
        return None

    match = await eventually(found, bool)
    assert match
    return match


def test_it_is_the_game_its_rules_describe() -> None:
    """The first counts of docs/rules/worked-positions.md#counts, found by another program."""
    counts = [perft(ADUGO, start_position(ADUGO), depth) for depth in (1, 2, 3, 4)]
    assert counts == [3, 29, 144, 1951]


async def test_it_is_offered_and_its_rules_are_told(adi: Visitor, say: Words, language: str) -> None:
    assert find_ruleset("chivi kora") is ADUGO
    assert "Chivi kora" in labels(await adi.presses(await adi.types("/play"), family_name(ADUGO.family, say)))
    panel = await adi.types("/play chivi")
    levels = await adi.presses(panel, say("Computer"))
    offered = told(levels)
    assert names(offered, DOG[language], "jaguar")
    card = await adi.types("/rules chivi")
    cards = {rules.TOPICS[0].key: told(card)}
    for topic in rules.TOPICS[1:]:
        cards[topic.key] = told(await adi.presses(card, say(topic.title)))
    for key in ("goal", "moving", "capturing"):
        assert names(cards[key], DOGS[language], "jaguar"), cards[key]
    assert len(set(cards.values())) == len(rules.TOPICS)


async def test_it_is_played_in_panel_and_by_hand(
    adi: Visitor, siti: Visitor, services: Services, say: Words, language: str
) -> None:
    card = await adi.types("/play chivi second", opponent=siti)
    assert names(told(card), "jaguar")
    told(await siti.presses(card, say("Accept")))
    panel = await adi.types("/move")
    assert names(told(panel), "jaguar")
    assert panel.picture is not None
    played = await adi.presses(panel, "c5-c4") if any("c5-c4" in label for label in labels(panel)) else panel
    match = await match_of(services, siti)
    assert [format_move(ADUGO, move) for move in match.game.moves] == ["c5-c4"]
    told(played)
    board = await siti.types("/board")
    assert names(told(board), DOGS[language], "jaguar")
    assert language != "en" or "Dogs on the board 14 · taken 0 of 5" in board.text
    assert board.picture is not None
    assert board.picture.png.startswith(b"\x89PNG")
    assert names(board.picture.alt, DOGS[language], "jaguar")
    text = await siti.types("/board text")
    assert text.picture is None
    drawn, _, legend = text.code.rpartition("\n   a   b   c   d   e\n")
    assert (drawn.count("D"), drawn.count("J")) == (14, 1)
    assert [line[:2] for line in legend.splitlines()] == ["D ", "J "]
    for refused in ("b5-d5", "c4-c3", "b5xd3", "e7-d7", "z9-b1"):
        answer = await siti.types(f"/move {refused}")
        assert told(answer)
        assert (await match_of(services, siti)).game.ply == 1
    told(await siti.types(f"/move {DOG[language]} b5-b4"))
    assert (await match_of(services, adi)).game.ply == 2


@pytest.mark.parametrize("level", quick_first([8, 1], "the highest level asks for the same and more"))
async def test_the_computer_plays_either_side(
    adi: Visitor, services: Services, say: Words, level: int, language: str
) -> None:
    side = "first" if level == 1 else "second"
    told(await adi.types(f"/play chivi computer {level} {side}"))
    for _ in range(2):
        match = await match_of(services, adi)
        told(await adi.types(f"/move {format_move(ADUGO, match.game.legal_moves[0])}"))
    match = await match_of(services, adi)
    assert match.game.ply >= 4
    hint = await adi.types("/hint")
    for step in ("Which piece?", "Which move?"):
        assert told(hint)
        hint = await adi.presses(hint, say(step))
    assert any(format_move(ADUGO, move) in hint.text for move in match.game.legal_moves)
    assert hint.picture is not None
    assert names(hint.picture.alt, DOGS[language], "jaguar")


@deep("the computer plays a game of the tests in the quick suite")
async def test_its_end_and_its_analysis(
    adi: Visitor, siti: Visitor, services: Services, say: Words, language: str
) -> None:
    """The fifth dog is taken: the card tells it, and the analysis names what was given away."""
    host = await services.people.player(adi.person)
    guest = await services.people.player(siti.person)
    start = parse_position(ADUGO, NEAR_THE_END)
    match, _ = await services.opening.open(
        event(), host, Invitation(ADUGO, siti.person, 1, position=start), replace(IN_ROOM, language=language)
    )
    await services.matches.join(event(), guest, match.code)
    told(await adi.types("/move d5-e5"))
    told(await siti.types("/move e7-e6"))
    told(await adi.types("/move e5-d5"))
    told(await siti.types("/move e6-e7"))
    told(await adi.types("/move jaguar d5xd3"))
    over = await adi.types(f"/board {match.code}")
    assert names(over.text, "Adi", "9", DOGS[language])
    assert names(told(over), DOGS[language], "jaguar")
    analysis = await adi.types(f"/analyse {match.code}")
    if analysis.updates:
        *_, analysis = [seen(each) async for each in analysis.updates]
    assert names(told(analysis), DOGS[language], "jaguar")
    assert analysis.picture is not None
