"""*Note*: written for oneself on a match, and read by nobody else."""

from dataclasses import replace

from bot.chat import PrivatePanel
from bot.matches.identity import Person
from bot.services.services import Services
from bot.store.links import Joiner
from tests.bot.app.seen import seen
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock, begun, check

NONE = "You have noted nothing on this match."


async def test_a_note_is_written_read_by_its_writer_alone_and_deleted(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.presses(await ros.types(f"/board {code}"), "Note")
    assert asked.text == f"{NONE}\nOnly you read it. To write it, at most 500 characters: /note {code} and your words."
    assert (await ros.types(f"/note {code} Watch the left corner.")).text.startswith("Watch the left corner.\n")
    assert (await adi.types(f"/note {code} guard c3")).text.startswith("guard c3\n")
    for each in (siti, Visitor(adi.papan, "Ani")):
        assert (await each.presses(await each.types(f"/board {code}"), "Note")).text.startswith(NONE)
        assert "guard" not in (await each.types(f"/board {code}")).text
    long = await adi.types(f"/note {code} {'a' * 501}")
    assert long.text == "A note has at most 500 characters; yours has 501. It was not kept."
    shown = await adi.presses(await adi.types(f"/board {code}"), "Note")
    assert shown.text.startswith("guard c3\n")
    assert labels(shown) == ["Delete the note"]
    asking = shown.answer
    assert isinstance(asking, PrivatePanel)
    assert asking.asks
    assert (asking.asks.label, asking.asks.value, asking.asks.most) == (f"Your note on {code}", "guard c3", 500)
    request = replace(adi.request(), written="guard\nd4")
    written = seen(await adi.papan.press(request, asking.asks.payload))
    assert written.text.startswith("guard\nd4\n")
    assert labels(written) == ["Write it", "Delete the note"]
    again = seen(await adi.papan.press(adi.request(), asking.asks.payload)).answer
    assert isinstance(again, PrivatePanel)
    assert again.asks
    assert again.asks.value == "guard\nd4", "a press alone asks again"
    emptied = seen(await adi.papan.press(replace(adi.request(), written=" "), asking.asks.payload))
    assert emptied.text.startswith(NONE)
    assert (await adi.types(f"/note {code} guard c3")).text.startswith("guard c3\n")
    me = await services.people.player(ros.person)
    (kept,) = (await services.people.export(me.id))["own_notes"]
    assert kept["text"] == "Watch the left corner."
    assert (await adi.presses(shown, "Delete the note")).text.startswith(NONE)
    await services.people.erase(me)
    assert (await ros.types(f"/note {code}")).text.startswith(NONE)
    assert await check(services.database) == []


async def test_words_that_could_be_codes_are_words_unless_a_match_has_the_code(adi: Visitor, siti: Visitor) -> None:
    await begin(adi, siti)
    for note in ("keep the ram back", "Watch c3", "take", "c3xe5 wins", "32x23 wins"):
        assert (await adi.types(f"/note {note}")).text.startswith(f"{note}\n")
    assert (await adi.types("/note K7QN guard c3")).text == "No match with the code K7QN is open to you here."
    while not (code := (await begin(adi, siti))[0]).isalpha():
        pass
    assert (await adi.types(f"/note {code.lower()}\nthe ram")).text.startswith("the ram\n")


async def test_where_nobody_watches_the_players_have_notes(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    card = await adi.types("/play dam-8 watch:no first", opponent=siti)
    code = card.title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    assert (await ros.types(f"/note {code} hidden")).text == f"{code} is watched by nobody: only its players see it."
    assert (await siti.types(f"/note {code} mine")).text.startswith("mine\n")


async def test_one_who_was_two_has_the_notes_of_both(services: Services, clock: Clock) -> None:
    match, *_ = await begun(services)
    old = await services.people.player(Person("telegram", "55", "Ros", "ros"))
    clock.forward(minutes=1)
    new = await services.people.player(Person("discord", "56", "Ros", "ros"))
    await services.own_notes.write(match, old.id, "guard c3")
    await services.own_notes.write(match, new.id, "take first")
    code = await services.links.begin(old.id, "telegram")
    await services.links.give(code, Joiner("discord", "56", "Ros"))
    await services.links.accept(old.id)
    assert await services.own_notes.of(match, old.id) == "guard c3\ntake first"
    await services.links.undo(old.id)
    assert await services.own_notes.of(match, new.id) == "take first"
    assert await services.own_notes.of(match, old.id) == "guard c3"
    assert await check(services.database) == []
