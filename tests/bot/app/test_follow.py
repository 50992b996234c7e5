"""*Follow*: who watches is told in private, and nobody else hears of it."""

import pytest

from bot.services.services import Services
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import begun

ASKED = "Shall I tell you in private how {code} goes? Nobody else hears of it."
AT_END = "I write to you in private when it is over."
EACH_MOVE = "I write to you in private when somebody has moved, and when it is over."


async def test_it_is_offered_beside_a_board_to_who_does_not_sit_there(
    adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    view = await ros.types(f"/board {code}")
    assert labels(view) == ["My view", "More", "Guess", "Follow", "Say...", "Note"]
    assert "Follow" in labels(await ros.presses(view, "More"))
    assert "Follow" not in labels(await adi.types(f"/board {code}"))


async def test_one_chooses_what_to_hear_and_stops_by_the_same_button(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.presses(await ros.types(f"/board {code}"), "Follow")
    assert asked.text == ASKED.format(code=code)
    assert labels(asked) == ["Tell me the end", "Tell me each move"]
    ends = await ros.presses(asked, "Tell me the end")
    assert ends.text.startswith(AT_END)
    assert labels(ends)[:3] == ["✓ Tell me the end", "Tell me each move", "Stop following"]
    moves = await ros.presses(ends, "each move")
    assert moves.text.startswith(EACH_MOVE)
    again = await ros.presses(await ros.types(f"/board {code}"), "Follow")
    assert "✓ Tell me each move" in labels(again)
    stopped = await ros.presses(again, "Stop following")
    assert stopped.text == f"You do not follow {code} any more."
    me = await services.people.player(ros.person)
    assert await services.follows.of(code, me.id) is None


async def test_what_is_refused(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = await begin(adi, siti)
    own = await adi.sends(f"1:{code}:0:fo:end")
    assert own.text == f"{code} is your own match: you are told of it anyway."
    elsewhere, *_ = await begun(services)
    monkeypatch.setattr("bot.services.people.follows.FOLLOWED", 1)
    await ros.sends(f"1:{code}:0:fo:end")
    much = await ros.sends(f"1:{elsewhere.code}:0:fo:end")
    assert much.text == "You follow 1 matches already. Stop following one of them first."
    assert (await ros.sends(f"1:{code}:0:fo:moves")).text.startswith(EACH_MOVE), "this one is followed already"
    await siti.presses(await siti.types(f"/resign {code}"), "Yes")
    over = await ros.sends(f"1:{code}:0:fo:end")
    assert "over" in over.text
    assert (await ros.sends(f"1:{code}:0:fo:ever")).text.startswith("This button is no longer in use")


async def test_it_is_exported_and_deleted(services: Services, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await ros.sends(f"1:{code}:0:fo:moves")
    me = await services.people.player(ros.person)
    assert (await services.people.export(me.id))["followed_matches"] == {code: "moves"}
    await services.people.erase(me)
    assert await services.follows.of(code, me.id) is None
