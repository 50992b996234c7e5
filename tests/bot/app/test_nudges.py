"""Reminding a late opponent: where the button stands, what is answered, and what the other is told."""

from datetime import datetime, timedelta

import pytest

from bot.app.boards.board_text import MatchCard
from bot.app.boards.notice_message import notice_message
from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard, Ping
from bot.computer.computer_player import computer
from bot.matches.match import Match
from bot.matches.notices import notices_of
from bot.matches.refusals import NudgedEnough
from bot.services.services import Services
from bot.words import words
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock
from tests.bot.matches.timed_matches import DAY, HOUR, NOW, SITI, begun

NUDGE = "Nudge"


@pytest.fixture
async def code(adi: Visitor, siti: Visitor) -> str:
    """The code of a match in which Siti has a day for her move."""
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    return code


class TestFace:
    async def test_whoever_waits_finds_it_under_more_from_half_of_the_time_on(
        self, adi: Visitor, siti: Visitor, clock: Clock, code: str
    ) -> None:
        async def offered(visitor: Visitor) -> bool:
            board = await visitor.types(f"/board {code}")
            return NUDGE in labels(await visitor.presses(board, "More"))

        clock.forward(hours=11)
        assert not await offered(adi)
        clock.forward(hours=1)
        assert await offered(adi)
        assert not await offered(siti)
        nudged = await adi.presses(await adi.types(f"/board {code}"), NUDGE)
        assert nudged.text == "You have nudged Siti."
        assert not await offered(adi)

    async def test_a_live_board_has_it_once(
        self, adi: Visitor, siti: Visitor, clock: Clock, live: LiveBoards, code: str
    ) -> None:
        clock.forward(hours=13)
        for visitor, times in ((adi, 1), (siti, 0)):
            board = await live.board(visitor.request(), code)
            assert isinstance(board, LiveBoard)
            assert [action.label for action in board.actions].count(NUDGE) == times

    async def test_it_stands_beside_the_claim(
        self, adi: Visitor, siti: Visitor, services: Services, clock: Clock, code: str
    ) -> None:
        player = await services.people.player(siti.person)
        await services.people.change_settings(player.id, auto_away="no")
        clock.forward(days=5)
        await services.time.tick_due()
        board = await adi.types(f"/board {code}")
        assert labels(board)[-6:-2] == ["Claim the win", "Call it off", "Give a day", NUDGE]
        assert (await adi.presses(board, NUDGE)).text == "You have nudged Siti."

    async def test_without_a_clock_it_comes_after_twelve_hours(self, adi: Visitor, siti: Visitor, clock: Clock) -> None:
        code, _ = await begin(adi, siti, "dam-8 pace:none")
        clock.forward(hours=12)
        more = await siti.presses(await siti.types(f"/board {code}"), "More")
        assert (await siti.presses(more, NUDGE)).text == "You have nudged Adi."


class TestCommand:
    async def test_it_says_when_it_is_too_early_and_when_again(
        self, adi: Visitor, siti: Visitor, clock: Clock, code: str
    ) -> None:
        clock.forward(hours=2)
        assert (await adi.types("/remind")).text == (
            "Your opponent still has most of the time for this move. You can nudge them in 10 hours."
        )
        assert (await siti.types("/remind")).text == (
            "Your opponent waits for you: it is your turn, or an offer waits for your answer."
        )
        clock.forward(hours=12)
        assert (await adi.types(f"/remind {code}")).text == "You have nudged Siti."
        clock.forward(hours=5)
        assert (await adi.types("/nudge")).text == (
            "There has been a nudge in this match lately. You can nudge again in 7 hours."
        )

    async def test_after_two_in_a_turn_it_says_so_and_what_to_do_instead(
        self, adi: Visitor, siti: Visitor, services: Services, clock: Clock, code: str
    ) -> None:
        player = await services.people.player(siti.person)
        await services.people.change_settings(player.id, auto_away="no")
        for _ in range(2):
            clock.forward(hours=12)
            assert (await adi.types("/remind")).text == "You have nudged Siti."
        clock.forward(hours=24)
        enough = "You can nudge somebody twice in a turn, and you have."
        assert (await adi.types("/remind")).text == f"{enough} You may claim the win in 2 days at the earliest."
        board = await adi.types(f"/board {code}")
        assert NUDGE not in labels(await adi.presses(board, "More"))
        clock.forward(days=2)
        await services.time.tick_due()
        board = await adi.types(f"/board {code}")
        assert labels(board)[-5:-2] == ["Claim the win", "Call it off", "Give a day"]
        assert (await adi.types("/remind")).text == (
            f"{enough} Their time is over: below the board you may claim the win or call the match off."
        )

    async def test_without_a_clock_there_is_nothing_to_claim(self, adi: Visitor, siti: Visitor, clock: Clock) -> None:
        code, _ = await begin(adi, siti, "dam-8 pace:none")
        for _ in range(2):
            clock.forward(hours=12)
            await siti.types(f"/remind {code}")
        assert (await siti.types(f"/remind {code}")).text == (
            "You can nudge somebody twice in a turn, and you have. "
            "This match has no clock: it waits for the move, or until you resign."
        )

    def test_a_rated_match_is_won_without_a_claim(self) -> None:
        sentence = NudgedEnough(2 * DAY, rated=True).told(words("en"))
        assert sentence.endswith("You win on time in 2 days at the earliest.")

    @pytest.mark.parametrize("typed", ["cuit", "colek"])
    async def test_it_has_local_names(self, adi: Visitor, clock: Clock, code: str, typed: str) -> None:
        clock.forward(hours=12)
        assert (await adi.types(f"/{typed} {code}")).text == "You have nudged Siti."

    async def test_the_computer_needs_none(self, adi: Visitor, services: Services) -> None:
        services.matches.computers[(await services.people.player(computer(1))).id] = 1
        await adi.types("/play computer 1 dam-8")
        assert (await adi.types("/remind")).text == "The computer moves by itself: it needs no nudge."


def told(match: Match, now: datetime, language: str = "en") -> Ping:
    """The message that tells Adi, who is to move, of a nudge by Siti."""
    after = match.tick(now).nudge(SITI, now)
    (notice,) = notices_of(None, after, ())
    return notice_message(MatchCard(after, ("Adi", "Siti"), now=now), notice, "Adi", words(language))


class TestNotice:
    @pytest.mark.parametrize(
        ("match", "later", "text"),
        [
            (begun(), 12 * HOUR, "Adi, Siti waits for your move in K7QM. You have 12 hours left."),
            (begun(), 2 * DAY, "Adi, Siti waits for your move in K7QM. You have 2 days left."),
            (begun(), 5 * DAY, "Adi, Siti waits for your move in K7QM. Your time is over."),
            (begun(None), 2 * DAY, "Adi, Siti waits for your move in K7QM."),
        ],
    )
    def test_it_says_who_waits_and_how_much_time_is_left(self, match: Match, later: timedelta, text: str) -> None:
        ping = told(match, NOW + later)
        assert ping.text == text
        assert labels(ping) == ["Your move"]

    def test_in_malay_and_indonesian(self) -> None:
        assert told(begun(), NOW + 12 * HOUR, "ms").text == (
            "Adi, Siti menunggu anda bergerak dalam K7QM. Masa anda tinggal 12 jam."
        )
        assert told(begun(), NOW + 12 * HOUR, "id").text == (
            "Adi, Siti menunggu langkahmu di K7QM. Waktumu tersisa 12 jam."
        )
