"""/h2h and the score of a series: how two stand against each other, counted from their matches."""

from bot.matches.score import Score, SideScore, summed
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock


async def resigned(host: Visitor, guest: Visitor, loser: Visitor, clock: Clock, game: str = "dam-8") -> str:
    """A match in which the host has the first side, and that one of the two has resigned: its code."""
    clock.forward(minutes=1)
    code, _ = await begin(host, guest, game)
    await loser.presses(await loser.types(f"/resign {code}"), "Yes, resign")
    return code


async def drawn(host: Visitor, guest: Visitor, clock: Clock, game: str = "dam-8") -> str:
    """A match that ends in a draw: its code."""
    clock.forward(minutes=1)
    code, _ = await begin(host, guest, game)
    await host.types(f"/draw {code}")
    await guest.types(f"/draw {code}")
    return code


async def test_a_result_tells_the_score_of_the_series_from_the_second_match_on(
    adi: Visitor, siti: Visitor, clock: Clock
) -> None:
    first = await resigned(adi, siti, siti, clock)
    assert "Adi 1 – 0 Siti" not in (await adi.types(f"/board {first} public")).text
    second = await resigned(siti, adi, siti, clock)
    assert "Siti 0 – 2 Adi" in (await adi.types(f"/board {second} public")).text
    other_game = await resigned(adi, siti, siti, clock, "dam-12")
    assert " – " not in (await adi.types(f"/board {other_game} public")).text
    third = await drawn(adi, siti, clock)
    assert "Adi 2 – 0 Siti, 1 drawn" in (await siti.types(f"/board {third} public")).text
    clock.forward(minutes=1)
    assert "Siti 0 – 2 Adi" in (await adi.types(f"/board {second} text")).text, "an old result keeps its score"


async def test_who_has_won_three_times_and_never_lost_is_told_of_our_number_once(
    adi: Visitor, siti: Visitor, clock: Clock
) -> None:
    told = []
    for terms in ("", "", "", " number:yes", ""):
        clock.forward(minutes=1)
        code = await resigned(adi, siti, siti, clock, f"main-tapal-empat{terms}")
        told.append(
            "Our number can make you two even: begin with /play" in (await siti.types(f"/board {code} public")).text
        )
    assert told == [False, False, True, False, False]


async def test_a_practice_board_tells_no_score(adi: Visitor, clock: Clock) -> None:
    texts = []
    for _ in range(2):
        clock.forward(minutes=1)
        board = await adi.types("/play dam-8 practice")
        code = board.title.split()[0]
        await adi.moves(f"{code} c3-d4")
        await adi.presses(await adi.types(f"/resign {code}"), "Yes, resign")
        texts.append((await adi.types(f"/board {code} text")).text)
    assert all("resigned" in text and " – " not in text for text in texts), texts


async def test_head_to_head_by_games_and_by_sides_of_a_hunt(
    adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    await resigned(adi, siti, siti, clock, "main-tapal-empat")
    await resigned(adi, siti, adi, clock, "main-tapal-empat")
    await resigned(siti, adi, siti, clock, "main-tapal-empat")
    await drawn(siti, adi, clock)
    last = await resigned(siti, adi, adi, clock)
    await resigned(ros, adi, ros, clock)
    told = await adi.types("/h2h", opponent=None)
    assert labels(told) == ["Ros · 1 match", "Siti · 5 matches"]
    against = await adi.presses(told, "Siti")
    assert against.private
    assert against.title == "Adi – Siti"
    assert against.text.splitlines() == [
        "You 2 – 2 Siti, 1 drawn",
        "Main tapal empat: 2 – 1",
        "As Goats: 1 – 1",
        "As Tigers: 1 – 0",
        "Malaysian checkers 8x8: 0 – 1, 1 drawn",
    ]
    assert len(labels(against)) == 5
    replayed = await adi.presses(against, last)
    assert "has resigned" in replayed.text, "the board of a match that ended before its first move"


async def test_who_has_not_been_played_is_said(adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock) -> None:
    assert "not finished a match with anybody" in (await adi.types("/h2h")).text
    await begin(adi, siti)
    await ros.types("/games")
    for who, text in (
        (ros, "not finished a match with Ros"),
        (siti, "not finished a match with Siti"),
        (adi, "That is you"),
    ):
        answer = await adi.papan.command(adi.request(), "h2h", {"who": who.person})
        assert text in answer.text
    stranger = Visitor(adi.papan, "Nobody").person
    assert "never played here" in (await adi.papan.command(adi.request(), "h2h", {"who": stranger})).text


def test_scores_are_summed() -> None:
    scores = [SideScore("dam-8", 0, Score(1, 2, 3)), SideScore("dam-8", 1, Score(10, 20, 30))]
    assert summed(scores) == Score(11, 22, 33)
    assert summed(scores).played == 66
    assert summed([]) == Score()
