"""Lists and cards as people read them: who plays whom, who waits for how long, what is chosen."""

from datetime import timedelta

import pytest

from bot.app.text.moves import moves_listed
from bot.chat import Menu, MessageLink
from bot.chat.command_lines import read_line
from bot.matches.identity import Place
from bot.matches.limits import INVITATION_LASTS
from bot.matches.status import Status
from bot.services.services import Services
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset
from engine.record import parse_record
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import ROOM, Clock

AT_HOME = Place("web", "@adi", private=True)


async def card_of(visitor: Visitor, code: str) -> str:
    """The text beside the board of a match."""
    return (await visitor.types(f"/board {code}")).text


async def test_what_comes_before_the_first_move_has_no_number(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti, "tapal")
    assert (await adi.types(f"/board {code}")).title == f"{code} · Main tapal empat"


def chosen(answer: Seen) -> list[str]:
    """The options that hold now."""
    return [option.label for row in answer.rows if isinstance(row, Menu) for option in row.options if option.chosen]


class TestGames:
    async def test_it_names_the_opponent_and_how_long_somebody_waits(
        self, adi: Visitor, siti: Visitor, clock: Clock
    ) -> None:
        code, _ = await begin(adi, siti, "dam-8 pace:none")
        clock.forward(hours=3)
        assert (
            await adi.types("/games")
        ).text == f"{code} · Malaysian checkers 8x8 · with Siti · your turn for 3 hours"
        assert (await siti.types("/games")).text.endswith("· with Adi · their turn for 3 hours")
        await adi.moves("c3-b4")
        assert (await siti.types("/games")).text.endswith("· with Adi · your turn")

    async def test_it_tells_how_much_time_is_left(self, adi: Visitor, siti: Visitor, clock: Clock) -> None:
        await begin(adi, siti)
        clock.forward(hours=3)
        assert (await adi.types("/games")).text.endswith("· with Siti · your turn, 21 hours left")
        assert (await siti.types("/games")).text.endswith("· with Adi · their turn, 21 hours left")
        clock.forward(hours=45)
        assert (await adi.types("/games")).text.endswith("· with Siti · your turn, 2 days left")

    async def test_invitations_name_whom_they_are_for(self, adi: Visitor, siti: Visitor, clock: Clock) -> None:
        await adi.types("/play tabal first", opponent=siti)
        await adi.types("/play tapal first")
        clock.forward(minutes=5)
        lines = (await adi.types("/games")).text.splitlines()
        assert {line.partition(" · ")[2].partition(" · ")[2] for line in lines} == {
            "you invited Siti · 5 minutes ago",
            "you invited anybody · 5 minutes ago",
        }
        assert (await siti.types("/games")).text.endswith("Adi invites you · 5 minutes ago")
        assert "?" not in "".join(lines)

    @pytest.mark.parametrize(
        ("place", "told"),
        [
            (Place("discord", "1"), "Anybody here may take the seat, and whoever has this code."),
            (Place("web", "1"), "Anybody here may take the seat, and whoever has this code or the link."),
            (Place("discord", "1", private=True), "Whoever has this code may take the seat."),
            (Place("telegram", "1", private=True), "Whoever has this code or the link may take the seat."),
        ],
    )
    async def test_an_invitation_says_whom_its_code_lets_in(
        self, adi: Visitor, siti: Visitor, place: Place, told: str
    ) -> None:
        assert (await adi.types("/play dam-8 first", place=place)).text.endswith(f"\n{told}")
        for_her = await adi.types("/play tapal first", place=place, opponent=siti)
        assert for_her.text.endswith("\nOnly Siti may take the seat.")

    async def test_an_offer_waits_for_an_answer(self, adi: Visitor, siti: Visitor) -> None:
        await begin(adi, siti)
        await adi.types("/draw")
        assert (await adi.types("/games")).text.endswith("waits for their answer")
        assert (await siti.types("/games")).text.endswith("waits for your answer")

    async def test_each_line_leads_to_the_board_that_this_person_may_read(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        (view,) = await services.views.of_match(code)
        await services.views.shown(view.key, "message-1")
        (link,) = (await adi.types("/games", place=AT_HOME)).links
        assert isinstance(link, MessageLink)
        assert (link.words, link.place.chat, link.message) == (code, ROOM.chat, "message-1")

    async def test_a_board_in_the_private_chat_of_another_is_linked_for_nobody_else(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti, place=AT_HOME)
        (view,) = await services.views.of_match(code)
        await services.views.shown(view.key, "message-1")
        assert [link.words for link in (await adi.types("/games")).links] == [code]
        assert (await siti.types("/games")).links == ()

    async def test_finished_matches_are_one_press_away(self, adi: Visitor, siti: Visitor, clock: Clock) -> None:
        code, _ = await begin(adi, siti)
        await siti.presses(await siti.types("/resign"), "Yes, resign")
        clock.forward(days=2)
        listed = await adi.types("/games")
        assert listed.text.startswith("You have no match under way.")
        over = await adi.presses(listed, "Finished matches")
        assert over.title == "Finished matches"
        assert over.text == f"{code} · Malaysian checkers 8x8 · with Siti · you won · 2 days ago"
        assert (await adi.presses(over, code)).title.startswith(code)
        assert (await adi.presses(over, "Matches under way")).title == "Your matches"
        lost = await siti.presses(await siti.types("/games"), "Finished matches")
        assert "you lost" in lost.text

    async def test_nobody_has_finished_a_match_before_the_first(self, adi: Visitor) -> None:
        over = await adi.presses(await adi.types("/games"), "Finished matches")
        assert over.text == "You have not finished a match yet."


PRICE = "A hint is counted below the board; a win after one earns no badge."


class TestMore:
    async def test_it_shows_the_moves_and_copy_the_record(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti)
        more = await adi.presses(await adi.types(f"/board {code}"), "More")
        terms = (
            "Relaxed: 1 day a move, 3 days in the bank · days away allowed\n"
            "Adi: 3 days in the bank · Siti: 3 days in the bank"
        )
        assert more.text == f"White: Adi · Black: Siti\n{terms}\nNo move has been made yet.\n{PRICE}"
        await adi.moves("c3-b4")
        await siti.moves("b6-c5")
        await adi.moves("b2-c3")
        more = await adi.presses(await adi.types(f"/board {code}"), "More")
        assert more.text == f"White: Adi · Black: Siti\n{terms}"
        assert more.code.splitlines() == ["  1. c3-b4 b6-c5", "  2. b2-c3"]
        record = await adi.presses(more, "Export...")
        read = parse_record(record.code)
        assert read.game.ply == 3
        assert read.tags["Site"] == code
        assert (await adi.presses(record, "Back")).code == more.code

    def test_moves_in_words_stand_in_a_line_each(self) -> None:
        game = Game.begin(find_ruleset("tapal"))
        for _ in range(4):
            game = game.play(game.legal_moves[0])
        lines = moves_listed(game, words("en"), 900).splitlines()
        assert [line.split()[0] for line in lines] == ["0…", "1.", "1…", "2."]

    async def test_a_long_record_is_a_file(
        self, adi: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.app.match.export.RECORD_LENGTH", 20)
        monkeypatch.setattr("bot.app.match.board.MOVES_LENGTH", 20)
        practice = await adi.presses(await adi.types("/play dam-8"), "Practice board")
        code = practice.title.split()[0]
        await adi.moves("c3-b4", "b6-c5", "b2-c3", "a7-b6")
        more = await adi.presses(await adi.types(f"/board {code}"), "More")
        assert more.code.splitlines() == ["…", "  2. b2-c3 a7-b6"]
        panel = await adi.presses(more, "Export...")
        assert panel.code == ""
        copied = await adi.presses(panel, "Record")
        assert copied.file is not None
        assert copied.file.name == f"{code}.txt"
        assert parse_record(copied.file.content.decode()).game.ply == 4


class TestEndedInvitations:
    async def test_who_declined_whom(self, adi: Visitor, siti: Visitor) -> None:
        card = await adi.types("/play dam-8", opponent=siti)
        await siti.presses(card, "Decline")
        assert await card_of(adi, card.title.split()[0]) == "Adi invited Siti.\nSiti declined."

    async def test_who_withdrew(self, adi: Visitor, siti: Visitor) -> None:
        card = await adi.types("/play dam-8", opponent=siti)
        await adi.presses(card, "Withdraw")
        assert await card_of(adi, card.title.split()[0]) == "Adi invited Siti.\nThis invitation was withdrawn."

    async def test_why_it_expired(self, adi: Visitor, clock: Clock, services: Services) -> None:
        card = await adi.types("/play dam-8 first")
        clock.forward(seconds=(INVITATION_LASTS + timedelta(minutes=1)).total_seconds())
        await services.time.tick_due()
        assert await card_of(adi, card.title.split()[0]) == (
            "Adi invited anybody to sit down.\nNobody accepted in time. /play invites again."
        )

    async def test_its_host_asks_again_with_one_press(
        self, adi: Visitor, siti: Visitor, clock: Clock, services: Services
    ) -> None:
        card = await adi.types("/play dam-8 second relaxed", opponent=siti)
        code = card.title.split()[0]
        clock.forward(seconds=(INVITATION_LASTS + timedelta(minutes=1)).total_seconds())
        await services.time.tick_due()
        expired = await adi.types(f"/board {code}")
        assert "Ask again" not in labels(await siti.types(f"/board {code}"))
        again = await adi.presses(expired, "Ask again")
        new = await services.matches.get(again.title.split()[0])
        old = await services.matches.get(code)
        assert new.code != code
        assert (new.status, new.invited, new.host_side, new.terms) == (
            Status.INVITED,
            old.invited,
            old.host_side,
            old.terms,
        )
        payload = next(payload for payload, _, label in controls(expired) if label == "Ask again")
        assert "This invitation is for somebody else." not in (await siti.sends(payload)).text
        assert len(await services.matches.of_player(old.host)) == 1

    async def test_who_called_the_match_off(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti)
        await siti.presses(await siti.presses(await siti.types(f"/board {code}"), "More"), "Call off")
        assert await card_of(adi, code) == "White: Adi · Black: Siti\nSiti called the match off: no result."


async def test_settings_show_what_is_chosen(adi: Visitor) -> None:
    panel = await adi.types("/settings")
    assert chosen(panel) == ["English", "Wood", "My side at the bottom", "Letters and numbers at the edge"]
    after = await adi.presses(panel, "Night market")
    assert chosen(after)[1] == "Night market"


@pytest.mark.parametrize("name", ["takeback", "undur", "tarik", "ulang"])
def test_a_command_keeps_the_names_it_has_had(name: str) -> None:
    assert read_line(f"/{name} K7QM") == ("takeback", {"match": "K7QM"})
