"""An invitation that is passed on: the words that go with its link, and what is seen and chosen behind it."""

import pytest

from bot.chat import Invite
from bot.matches.identity import Place
from bot.words import LANGUAGES, words
from engine.games import find_ruleset
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, labels
from tests.suites import deep

AT_ADIS = Place("web", "@adi", private=True)
AT_SITIS = Place("web", "@siti", private=True)
AT_ROSS = Place("web", "@ros", private=True)
EITHER = ["Sit down as Goats", "Sit down as Tigers", "By lot", "Change terms"]


def link_of(card: Seen) -> Invite:
    """*Invite by link* on a card."""
    (link,) = (item for row in card.rows if isinstance(row, tuple) for item in row if isinstance(item, Invite))
    return link


def code_of(card: Seen) -> str:
    return card.title.split()[0]


@pytest.mark.parametrize(
    ("line", "named", "words"),
    [
        ("tapal first", False, "Adi invites you to play Main tapal empat. You play Tigers."),
        ("tapal second", False, "Adi invites you to play Main tapal empat. You play Goats."),
        ("tapal anybody", False, "Adi invites you to play Main tapal empat. You choose your side."),
        ("tapal", True, "Adi invites you to play Main tapal empat. A coin decides the sides."),
    ],
)
async def test_the_link_comes_with_who_invites_and_which_game_and_side(
    adi: Visitor, siti: Visitor, line: str, named: bool, words: str
) -> None:
    card = await adi.types(f"/play {line}", opponent=siti if named else None)
    assert link_of(card).words == words


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_link_shows_the_invitation_and_takes_no_seat(adi: Visitor, siti: Visitor, language: str) -> None:
    code, say = code_of(await adi.types("/play tapal anybody")), words(language)
    siti.locale = language
    seen = await siti.types(f"/start {code}", place=AT_SITIS)
    assert say("{host} invites you to play {game}.", host="Adi", game="Main tapal empat") in seen.text
    assert say(find_ruleset("main-tapal-empat").summary) in seen.text
    assert say("You choose your side.") in seen.text
    assert seen.picture
    assert say("By lot") in labels(seen)
    assert "Adi" in (await adi.types(f"/board {code}")).text
    assert "invites" in (await adi.types(f"/board {code}")).text, "it still waits"


@pytest.mark.parametrize(("label", "side"), [("Goats", "Goats: Siti"), ("Tigers", "Tigers: Siti"), ("By lot", "Siti")])
@pytest.mark.parametrize("command", ["start", "join"])
async def test_who_opens_an_invitation_to_either_side_chooses_one(
    adi: Visitor, siti: Visitor, label: str, side: str, command: str
) -> None:
    code = code_of(await adi.types("/play tapal anybody"))
    seen = await siti.types(f"/{command} {code}", place=AT_SITIS)
    assert labels(seen)[:4] == EITHER
    board = await siti.presses(seen, label, place=AT_SITIS)
    assert side in board.text
    assert "Seen from the side of" in board.alt


async def test_a_side_that_the_host_has_taken_is_not_offered(adi: Visitor, siti: Visitor) -> None:
    code = code_of(await adi.types("/play tapal second"))
    seen = await siti.types(f"/start {code}", place=AT_SITIS)
    assert labels(seen) == ["Sit down as Goats", "Change terms", "Rules", "Learn in two minutes"]
    assert "You play Goats." in seen.text
    assert "Goats: Siti" in (await siti.types(f"/join {code}", place=AT_SITIS)).text, "no choice is left to ask about"


async def test_who_is_invited_by_name_accepts_or_declines_behind_the_link(adi: Visitor, siti: Visitor) -> None:
    code = code_of(await adi.types("/play tapal", opponent=siti))
    seen = await siti.types(f"/start {code}", place=AT_SITIS)
    assert labels(seen) == [
        *("Accept", "Decline", "Change terms", "Mirror match", "Bid", "Rules", "Learn in two minutes"),
    ]
    declined = await siti.presses(seen, "Decline", place=AT_SITIS)
    assert declined.text.startswith("Declined.")
    again = code_of(await adi.types("/play tapal", opponent=siti))
    seen = await siti.types(f"/start {again}", place=AT_SITIS)
    assert again in (await siti.presses(seen, "Accept", place=AT_SITIS)).title


@deep("a link that lets somebody in is opened in the quick suite")
async def test_a_link_for_somebody_else_or_to_a_seat_that_is_taken(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code = code_of(await adi.types("/play tapal", opponent=siti))
    assert "No match with the code" in (await ros.types(f"/start {code}", place=AT_ROSS)).text
    code = code_of(await adi.types("/play tapal anybody", place=AT_ADIS))
    late = await ros.types(f"/start {code}", place=AT_ROSS)
    await siti.presses(await siti.types(f"/start {code}", place=AT_SITIS), "By lot", place=AT_SITIS)
    assert "taken already" in (await ros.presses(late, "By lot", place=AT_ROSS)).text


async def test_the_link_of_ones_own_invitation_shows_it(adi: Visitor) -> None:
    code = code_of(await adi.types("/play tapal anybody"))
    assert "Adi invites anybody" in (await adi.types(f"/start {code}", place=AT_ADIS)).text


async def test_start_without_a_code_is_the_first_steps(adi: Visitor) -> None:
    assert "New game" in labels(await adi.types("/start"))
    assert "/join K7QM" in (await adi.types("/start 12")).text, "what is no code"
