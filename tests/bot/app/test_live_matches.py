"""The words for people where no further live match is possible."""

from dataclasses import replace

import pytest

from bot.app.boards.board_text import MatchCard, board_lines
from bot.app.boards.notice_message import notice_message
from bot.chat import Ping
from bot.matches.happening import Happening
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.notices import Notice, notices_of
from bot.matches.pace import Pace
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.words import words
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import DAM_8, IN_ROOM, Clock, event, person
from tests.bot.matches.timed_matches import ADI, NOW, SITI, begun

GROUP = Venue(Place("telegram", "-1001"), "en")


async def invited(services: Services, host: str, venue: Venue) -> str:
    """The code of an invitation to a live match."""
    player = await services.people.player(person(host))
    wish = Invitation(DAM_8, None, 0, terms=Terms(Pace.BLITZ))
    return (await services.opening.open(event(), player, wish, venue))[0].code


async def test_a_telegram_group_shows_three(services: Services, adi: Visitor) -> None:
    waiting = await invited(services, "Tom", GROUP)
    for number in range(3):
        guest = await services.people.player(person(f"Guest {number}"))
        await services.matches.join(event(), guest, await invited(services, f"Host {number}", GROUP))
    refused = await adi.types(f"/join {waiting}", place=GROUP.place)
    assert refused.text == "3 live games are all a group can show. Play this one in private?"
    elsewhere = await invited(services, "Ros", IN_ROOM)
    brought = await adi.types(f"/join {elsewhere}", place=GROUP.place)
    assert brought.text == refused.text, "it would be shown here too"
    assert (await adi.types(f"/join {elsewhere}")).text.startswith("You play Black")


async def test_a_person_plays_one(services: Services, adi: Visitor, siti: Visitor) -> None:
    first, second = await invited(services, "Tom", IN_ROOM), await invited(services, "Ros", IN_ROOM)
    await adi.types(f"/join {first}")
    assert (await adi.types(f"/join {second}")).text == f"You are playing {first} live. Finish it first."
    assert (await siti.types(f"/join {second}")).text.startswith("You play Black")


def told(match: Match) -> Ping:
    """The call about the latest change, to whoever is called."""
    (notice,) = notices_of(None, match, ())
    names = {ADI: "Adi", SITI: "Siti"}
    return notice_message(MatchCard(match, ("Adi", "Siti")), notice, names[notice.player], words("en"))


class TestReady:
    def test_calls_offer_ready_and_no_move_before_both_are(self) -> None:
        accepted = begun(Pace.BLITZ)
        assert accepted.happened is Happening.ACCEPTED
        call = told(accepted)
        assert call.text == ("Adi, Siti plays with you in K7QM. It begins when both press Ready, within 10 minutes.")
        assert labels(call) == ["Ready"]
        one = told(accepted.say_ready(SITI, NOW))
        assert (one.text, labels(one)) == ("Adi, Siti is ready in K7QM and waits for you.", ["Ready 1/2"])

    def test_then_the_player_to_move_is_called(self) -> None:
        both = told(begun(Pace.BLITZ).say_ready(ADI, NOW).say_ready(SITI, NOW))
        assert (both.text, labels(both)) == ("Adi, K7QM has begun: it is your turn.", ["Your move"])

    async def test_who_presses_last_reads_whether_it_is_their_turn(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti, "dam-8 pace:blitz")
        await siti.presses(await siti.types(f"/board {code}"), "Ready")
        began = await adi.presses(await adi.types(f"/board {code}"), "Ready 1/2")
        assert began.text == "It has begun: it is your turn."


@pytest.mark.parametrize("presser", ["host", "guest"])
async def test_what_nobody_began_says_why_and_is_tried_again_with_one_press(
    adi: Visitor, siti: Visitor, clock: Clock, services: Services, presser: str
) -> None:
    card = await adi.types("/play dam-8 second blitz", opponent=siti)
    code = card.title.split()[0]
    await siti.presses(card, "Accept")
    clock.forward(minutes=11)
    await services.time.tick_due()
    who, other = (adi, siti) if presser == "host" else (siti, adi)
    board = await who.types(f"/board {code}")
    assert "Not begun: the two were not both ready within 10 minutes." in board.text
    again = await who.presses(board, "Try again")
    old, new = await services.matches.get(code), await services.matches.get(again.title.split()[0])
    assert (new.status, new.terms, new.invited) == (
        Status.INVITED,
        old.terms,
        (await services.people.player(other.person)).id,
    )
    assert "You play" in (await other.presses(again, "Accept")).text
    assert (await services.matches.get(new.code)).seats == old.seats


@pytest.mark.parametrize(
    ("kind", "on_board", "called"),
    [
        (EventKind.BOARDS, "the next in line plays this board anew.", "the next in line plays it anew."),
        (EventKind.LADDER, "the two were not both ready within 10 minutes.", "you were not both ready within 10"),
    ],
)
def test_the_next_in_line_plays_what_nobody_began_in_a_boards_match_alone(
    kind: EventKind, on_board: str, called: str
) -> None:
    match = replace(begun(Pace.BLITZ), event=MatchEvent(kind, "a1")).call_off_in_contest(NOW)
    card, say = MatchCard(match, ("Adi", "Siti")), words("en")
    assert on_board in "\n".join(board_lines(card, (), say))
    notice = Notice(ADI, Happening.CALLED_OFF, match.version)
    assert called in notice_message(card, notice, "Adi", say).text
