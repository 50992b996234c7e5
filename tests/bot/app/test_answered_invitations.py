"""Answers to an invitation: other terms, or no with a reason."""

import pytest

from bot.services.services import Services
from tests.bot.app.test_invitation_links import AT_ROSS, AT_SITIS
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock


async def invited(adi: Visitor, siti: Visitor, clock: Clock, line: str = "dam-8 first") -> str:
    """The code of an invitation of Siti by Adi, which has stood for a while."""
    card = await adi.types(f"/play {line}", opponent=siti)
    clock.forward(minutes=1)
    return card.title.split()[0]


async def test_who_is_invited_answers_with_another_side_pace_and_rules(
    adi: Visitor, siti: Visitor, services: Services, clock: Clock
) -> None:
    code = await invited(adi, siti, clock)
    card = await siti.types(f"/board {code}")
    assert labels(card)[:3] == ["Accept", "Decline", "Change terms"]
    panel = await siti.presses(card, "Change terms")
    assert panel.private
    assert "✓ Black" in labels(panel), "as the invitation has it"
    for label in ("White", "8 hours", "strict"):
        panel = await siti.presses(panel, label)
    assert "✓ White" in labels(panel)
    sent = await siti.presses(panel, "Send to Adi")
    assert sent.text == "Sent. Now Adi accepts or declines."
    match = await services.matches.get(code)
    assert (match.host_side, match.terms.pace and match.terms.pace.value) == (0, "coffee")
    assert "strict" in match.game.ruleset.key
    answered = await adi.types(f"/board {code}")
    assert answered.text.startswith("Siti answers Adi with other terms.\nSiti plays White.")
    assert labels(answered)[:3] == ["Accept", "Decline", "Change terms"]
    assert "Withdraw" in labels(await siti.types(f"/board {code}"))
    assert (await adi.presses(answered, "Accept")).text.startswith(f"You play Black in {code}")


async def test_the_same_terms_are_no_answer_and_third_people_have_none(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services, clock: Clock
) -> None:
    code = await invited(adi, siti, clock)
    panel = await siti.presses(await siti.types(f"/board {code}"), "Change terms")
    again = await siti.presses(panel, "Send to Adi")
    assert "Nothing has changed yet." in again.text
    assert (await services.matches.get(code)).version == 1
    for other in (adi, ros):
        for action in ("ot", "os:d8:second"):
            await other.sends(f"1:{code}:0:{action}")
    assert (await services.matches.get(code)).version == 1


async def test_the_board_of_an_invitation_to_anybody_offers_no_other_terms(adi: Visitor, siti: Visitor) -> None:
    code = (await adi.types("/play dam-8 anybody")).title.split()[0]
    assert "Change terms" not in labels(await siti.types(f"/board {code}"))


async def test_who_would_rather_play_otherwise_invites_the_host_and_the_seat_stays_free(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services
) -> None:
    code = (await adi.types("/play dam-8 anybody")).title.split()[0]
    panel = await siti.presses(await siti.types(f"/start {code}", place=AT_SITIS), "Change terms", place=AT_SITIS)
    assert "It becomes an invitation of yours: theirs stays open to anybody." in panel.text
    for label in ("White", "8 hours"):
        panel = await siti.presses(panel, label, place=AT_SITIS)
    card = await siti.presses(panel, "Send to Adi", place=AT_SITIS)
    assert card.text.startswith("Siti invites Adi.\nSiti plays White.")
    free = await services.matches.get(code)
    assert (free.open, free.version) == (True, 1)
    answer = await services.matches.get(card.title.split()[0])
    assert (answer.invited, answer.terms.pace and answer.terms.pace.value) == (free.host, "coffee")
    seated = await ros.presses(await ros.types(f"/start {code}", place=AT_ROSS), "By lot", place=AT_ROSS)
    assert "Ros" in seated.text


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("Not now", "Siti declined. Not now, perhaps another time."),
        ("Another game", "Siti declined. Another game would be welcome."),
        ("Another pace", "Siti declined. Another pace would be welcome."),
        ("No challenges", "Siti declined. No challenges at present."),
    ],
)
async def test_who_declines_may_say_why(adi: Visitor, siti: Visitor, clock: Clock, label: str, told: str) -> None:
    code = await invited(adi, siti, clock)
    declined = await siti.presses(await siti.types(f"/board {code}"), "Decline")
    assert declined.text == "Declined. Would you like to tell Adi why?"
    assert (await adi.types(f"/board {code}")).text.endswith("Siti declined."), "it is declined at once"
    assert (await siti.presses(declined, label)).text == "It stands on the invitation."
    assert (await adi.types(f"/board {code}")).text.endswith(told)
    await siti.presses(declined, "Not now")
    assert (await adi.types(f"/board {code}")).text.endswith(told), "once"
