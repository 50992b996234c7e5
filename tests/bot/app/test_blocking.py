"""Keeping somebody away: ``/block``, its panel, and what the person who is blocked reads."""

from bot.matches.identity import Person
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, begin

NOBODY = "You have blocked nobody. /block and a name keeps that person from inviting you."


async def block(visitor: Visitor, who: Person) -> Seen:
    """The answer to ``/block`` and a person."""
    return seen(await visitor.papan.command(visitor.request(), "block", {"who": who}))


async def test_blocked_undone_blocked_again_and_unblocked(adi: Visitor, siti: Visitor) -> None:
    await adi.types("/games")  # known from now on
    assert (await siti.types("/block")).text == NOBODY
    blocked = await block(siti, adi.person)
    assert blocked.text.splitlines() == [
        "Adi is blocked: they cannot invite you, nor join when you invite anybody.",
        "They are not told. Matches that you play with them go on.",
        "You have blocked: Adi.",
    ]
    undone = await siti.presses(blocked, "Undo")
    assert undone.text.splitlines() == ["Adi may invite you again.", NOBODY]
    again = await siti.presses(undone, "Block again")
    assert "You have blocked: Adi." in again.text
    listed = await siti.types("/block")
    assert (await siti.presses(listed, "Adi")).text.splitlines() == ["Adi may invite you again.", NOBODY]


async def test_the_blocked_read_what_all_read_of_who_takes_no_invitations(adi: Visitor, siti: Visitor) -> None:
    async def refused() -> str:
        return (await adi.types("/play dam-8", opponent=siti)).text

    await begin(adi, siti)  # both are known now, and play

    await block(siti, adi.person)
    blocked = await refused()
    await siti.presses(await block(siti, adi.person), "Undo")
    people = await siti.presses(await siti.types("/settings"), "People")
    assert "You may be invited by: Everybody." in people.text
    await siti.presses(people, "Nobody")
    assert blocked == await refused() == "Siti takes no invitations at present."
    await siti.presses(people, "People I have played")
    assert "invites Siti" in await refused(), "they play already"


async def test_nobody_to_block(siti: Visitor) -> None:
    assert (await block(siti, siti.person)).text == "That is you. Name the person who is not to invite you."
    unknown = await block(siti, Person("web", "", "@nobody", handle="nobody"))
    assert unknown.text == "I do not know them: they have never played here. Nothing has changed."
    assert (await siti.types("/block")).text == NOBODY
