"""*Guess*: who looks on picks a turn in a panel of their own, or types it; nobody else hears of it before it falls."""

import pytest

from bot.services.services import Services
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM

HIDDEN = "Nobody sees it before the turn is played; until then you can change it."


async def test_a_turn_is_picked_and_changed_until_it_falls(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    heard: list[str] = []
    services.news.matches.subscribe(heard.append)
    view = await ros.types(f"/board {code}")
    asked = await ros.presses(await ros.presses(view, "More"), "Guess")
    for shown in (asked, await ros.presses(view, "Guess")):
        assert shown.text == "Which turn will Adi play?\nWhich piece?"
    assert "Guess" not in labels(await siti.types(f"/board {code}"))
    guessed = await ros.presses(await ros.presses(asked, "c3 · man"), "c3-d4")
    assert guessed.text == f"You guess: c3-d4.\n{HIDDEN}"
    again = await ros.presses(guessed, "Guess another")
    assert again.text == "You guess: c3-d4.\nWhich turn will Adi play?\nWhich piece?"
    changed = await ros.presses(again, "g3-h4")
    assert changed.text.startswith("You guess: g3-h4.")
    assert "You guess: g3-h4." in (await ros.types(f"/board {code}")).text
    for other in (adi, siti):
        assert "guess" not in (await other.types(f"/board {code}")).text.casefold()
    assert heard == []
    await adi.moves("g3-h4")
    late = await ros.presses(again, "c3-d4")
    assert late.text == "That turn has been played meanwhile. Press Guess for the next one."
    assert "You guess" not in (await ros.types(f"/board {code}")).text
    me = await services.people.player(ros.person)
    (told,) = (await services.people.export(me.id))["guesses"]
    assert (told["turn"], told["right"]) == ("g3-h4", True)


async def test_a_turn_is_typed(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    assert "No match of others that takes days stands here." in (await ros.types("/guess c3-d4")).text
    code, _ = await begin(adi, siti)
    assert (await ros.types("/guess c3-d4")).text == f"You guess: c3-d4.\n{HIDDEN}"
    assert (await ros.types(f"/guess g3-h4 {code}")).text == f"You guess: g3-h4.\n{HIDDEN}"
    assert "Which turn will Adi play?" in (await ros.types(f"/guess {code}")).text
    refused = await ros.types("/guess c3-c5")
    assert refused.title == "Not guessed"
    assert "Which turn will Adi play?" in (await ros.types("/guess")).text


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("dam-8 pace:blitz", "This match is played live: turns are guessed where a match takes days."),
        ("dam-8 watch:no", "{code} is watched by nobody: its host wants it so."),
        ("dam-8", "You play in {code} yourself: its turns are guessed by others."),
    ],
    ids=["live", "private", "own"],
)
async def test_each_refusal_has_its_sentence(adi: Visitor, siti: Visitor, ros: Visitor, game: str, said: str) -> None:
    card = await adi.types(f"/play {game} first", opponent=siti)
    code = card.title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    asks = adi if "yourself" in said else ros
    assert (await asks.types(f"/guess c3-d4 {code}")).text == said.format(code=code)
    assert "Guess" not in labels(await adi.types(f"/board {code}"))


async def test_who_is_banned_reads_why(services: Services, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti)
    staff, me = await services.people.player(adi.person), await services.people.player(ros.person)
    ban = await services.bans.ask(staff, ROOM, me.id, None, "spam")
    await services.bans.confirm(staff, ROOM, ban.id, take_down=False)
    told = await ros.sends(f"1:{code}:0:gu")
    assert told.text.startswith("You do not play here any more, as the staff of this chat has decided.")
