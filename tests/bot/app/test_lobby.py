"""The lobby for one who comes to play: every game, their own matches, open seats, matches to watch."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.app.live import lobby as lists
from bot.chat import FinishedMatches, Lobby
from bot.matches.communities import CASUAL
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.services.match.matches import MatchService
from bot.services.services import Services
from engine.game import Game
from engine.games import rulesets
from engine.notation import format_move
from tests.bot.app.visitors import Visitor, begin
from tests.bot.kit import DAM_8, ROOM, Clock


async def lobby(live: LiveBoards, visitor: Visitor, place: Place = ROOM) -> Lobby:
    found = await live.lobby(visitor.request(place))
    assert isinstance(found, Lobby), found
    return found


def test_every_game_is_offered_in_the_language_of_the_page(live: LiveBoards) -> None:
    for locale in ("en", "ms", "id"):
        games = live.games(locale)
        assert [each.key for each in games] == [each.key for each in rulesets()]
        assert all(each.name and each.summary and each.family and each.words for each in games)
    english, malay = ({each.key: each for each in live.games(locale)} for locale in ("en", "ms"))
    assert english["main-tapal-empat"].summary != malay["main-tapal-empat"].summary
    first = {each.key for each in live.games("en") if each.first}
    assert first == {"permainan-tabal", "main-tapal-empat", "malaysian-checkers"}


def test_a_game_is_found_by_words_of_its_description(live: LiveBoards) -> None:
    for word in ("tiger", "goat", "macan", "tapal"):
        assert word in next(each.words for each in live.games("en") if each.key == "main-tapal-empat")


async def test_ones_own_matches_come_first_and_say_for_whom_they_wait(
    live: LiveBoards, adi: Visitor, siti: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    mine, hers = await lobby(live, adi), await lobby(live, siti)
    assert [(each.code, each.waits) for each in mine.mine] == [(code, True)]
    assert [(each.code, each.waits) for each in hers.mine] == [(code, False)]
    assert mine.mine[0].players == "with Siti"
    assert mine.invitations == mine.watched == ()


async def test_the_ladder_is_offered_where_hosts_have_switched_it_on(
    live: LiveBoards, adi: Visitor, services: Services, clock: Clock
) -> None:
    assert not (await lobby(live, adi)).ladder
    await services.communities.change(ROOM, lambda found: replace(found, settings={"ladder": CASUAL}))
    clock.forward(seconds=1)
    assert (await lobby(live, adi)).ladder


async def test_others_may_watch_where_it_stands_and_nowhere_else(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    here = await lobby(live, ros)
    assert [(each.code, each.players) for each in here.watched] == [(code, "Adi - Siti")]
    elsewhere = await lobby(live, ros, Place("web", "elsewhere"))
    assert (elsewhere.mine, elsewhere.invitations, elsewhere.watched) == ((), (), ())


async def test_an_open_invitation_is_offered_to_others_and_one_for_somebody_is_not(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    open_code = (await adi.types("/play dam-8 anybody")).title.split()[0]
    for_siti = (await adi.types("/play tabal", opponent=siti)).title.split()[0]
    found = (await lobby(live, ros)).invitations
    assert [(each.code, each.players) for each in found] == [(open_code, "Adi invites anybody")]
    assert {each.code for each in (await lobby(live, adi)).mine} == {open_code, for_siti}
    hers = (await lobby(live, siti)).mine
    assert [(each.code, each.players) for each in hers] == [(for_siti, "Adi invites you")]


async def test_each_match_is_listed_as_it_stands_and_the_one_that_has_changed_last_first(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    first, _ = await begin(adi, siti)
    clock.forward(minutes=1)
    second, _ = await begin(adi, siti)
    clock.forward(minutes=1)
    assert [each.code for each in (await lobby(live, ros)).watched] == [second, first]
    await adi.types(f"/move match:{first} c3-d4")
    clock.forward(seconds=1)
    game = Game.begin(DAM_8)
    moved = game.play(next(move for move in game.legal_moves if format_move(DAM_8, move) == "c3-d4"))
    shown = (await lobby(live, ros)).watched
    assert [(each.code, each.ply, each.cells) for each in shown] == [
        (first, 1, moved.position.cells),
        (second, 0, game.position.cells),
    ]
    assert shown[0].last == moved.moves[-1]
    assert [each.bottom for each in (await lobby(live, siti)).mine] == [1, 1], "as she sees the board"


async def test_of_many_matches_those_are_listed_that_have_changed_last(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "LISTED", 1)
    monkeypatch.setattr(lists, "SPARE", 0)
    codes = [(await begin(adi, siti))[0] for _ in range(4)]
    for code in codes:
        clock.forward(minutes=1)
        await adi.types(f"/move match:{code} c3-d4")
        assert [each.code for each in (await lobby(live, ros)).watched] == [code]


async def test_what_stands_in_a_place_is_read_once_in_a_while_for_all_in_a_language(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = await begin(adi, siti)
    read, asked = MatchService.newest_in, Counter[str]()

    async def counted(matches: MatchService, place: Place, limit: int) -> list[Match]:
        asked[place.chat] += 1
        return await read(matches, place, limit)

    monkeypatch.setattr(MatchService, "newest_in", counted)
    tom = Visitor(ros.papan, "Tom")
    for visitor in (ros, tom, adi, ros):
        found = await lobby(live, visitor)
        assert [each.code for each in (found.mine if visitor is adi else found.watched)] == [code]
    assert asked == {ROOM.chat: 1}
    await lobby(live, Visitor(ros.papan, "Mat", locale="ms"))
    assert asked == {ROOM.chat: 2}
    clock.forward(seconds=1)
    await adi.types(f"/move match:{code} c3-d4")
    assert [each.ply for each in (await lobby(live, tom)).watched] == [1]
    assert asked == {ROOM.chat: 3}


async def test_what_others_play_is_seen_from_the_side_that_a_person_has_chosen(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    await begin(adi, siti)
    assert [each.bottom for each in (await lobby(live, ros)).watched] == [0]
    await live.prefer(ros.request(), "view", "second")
    assert [each.bottom for each in (await lobby(live, ros)).watched] == [1]


async def test_finished_matches_are_listed_with_their_results_the_latest_first(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    won, _ = await begin(adi, siti)
    await siti.presses(await siti.types(f"/resign match:{won}"), "Yes, resign")
    clock.forward(minutes=1)
    drawn, _ = await begin(adi, siti)
    for visitor in (adi, siti):
        await visitor.types(f"/draw match:{drawn}")
    clock.forward(minutes=1)
    await begin(adi, siti)

    async def finished(visitor: Visitor) -> list[tuple[str, str]]:
        found = await live.finished(visitor.request(), 0)
        assert isinstance(found, FinishedMatches)
        assert found.next is None
        return [(each.code, each.state.split(" · ")[0]) for each in found.matches]

    assert await finished(adi) == [(drawn, "drawn"), (won, "you won")]
    assert await finished(siti) == [(drawn, "drawn"), (won, "you lost")]
    assert await finished(ros) == []

    monkeypatch.setattr("bot.app.live.lobby.LISTED", 1)
    first, second = [await live.finished(adi.request(), skipped) for skipped in (0, 1)]
    assert isinstance(first, FinishedMatches)
    assert isinstance(second, FinishedMatches)
    assert [(page.matches[0].code, page.next) for page in (first, second)] == [(drawn, 1), (won, None)]
