"""``/holdout`` as people read and press it: a try to its end, practice, the record of a chat, old and typed turns."""

import re
from dataclasses import replace

import pytest

from bot.app.buttons.callback_data import CallbackData
from bot.app.learning.holdout import HoldoutAction
from bot.app.text.moves import move_text
from bot.app.text.names import game_name
from bot.chat import PAYLOAD_BYTES, Content
from bot.matches.identity import Place
from bot.services.learning.holdouts import Holdout
from bot.services.services import Services
from bot.words import words
from engine.turns import choices
from tests.bot.app.seen import Seen, seen_text
from tests.bot.app.visitors import Visitor, controls, labels
from tests.bot.kit import Clock, check

PRIVATE, CHAT = Place("telegram", "7", private=True), Place("telegram", "-100")
HELD = re.compile(r"You held (\d+) of (\d+)\.")


async def standing(services: Services, visitor: Visitor) -> Holdout:
    """The ending of the week as it stands for somebody."""
    return await services.holdouts.of_now((await services.people.player(visitor.person)).id, PRIVATE)


async def plays(visitor: Visitor, services: Services, panel: Content, choice: int = 0) -> Seen:
    """One turn, picked in a panel by the words that a person sees; piece by piece where it is not listed at once."""
    found = await standing(services, visitor)
    game = found.ending.start if found.game.outcome else found.game
    move, points = game.legal_moves[choice], game.ruleset.board.points
    wanted = move_text(game.ruleset, move, words(visitor.locale))
    for picked in choices(move):
        if any(label.endswith(f"· {wanted}") for label in labels(panel)):
            break
        panel = await visitor.presses(panel, points[picked])
    else:
        return seen(panel)
    return await visitor.presses(panel, next(label for label in labels(panel) if label.endswith(f"· {wanted}")))


def seen(panel: Content) -> Seen:
    assert isinstance(panel, Seen)
    return panel


async def to_the_end(visitor: Visitor, services: Services, panel: Content, choice: int = 0) -> Seen:
    """Turn after turn until no button asks for one."""
    while "Practise" not in labels(panel):
        assert all(len(payload) <= PAYLOAD_BYTES for payload, *_ in controls(panel))
        panel = await plays(visitor, services, panel, choice)
    return seen(panel)


async def test_a_try_its_record_and_practice(adi: Visitor, siti: Visitor, services: Services) -> None:
    begun = await adi.types("/holdout")
    found = await standing(services, adi)
    longest = found.ending.longest
    assert begun.title == f"Hold out · {game_name(found.ending.start.ruleset, words('en'))}"
    assert f"Hold out as long as you can: {longest} turns are possible." in begun.text
    assert "only the first try counts" in begun.text
    assert begun.picture
    once = await plays(adi, services, begun)
    assert re.search(r"You played \S+, and the answer was \S+\.", once.text)
    assert f"You have held 1 of {longest} so far." in once.text
    assert (await adi.types("/holdout")).text == once.text, "it goes on where it was left"
    over = await to_the_end(adi, services, once)
    told = HELD.search(over.text)
    assert told
    held = int(told[1])
    assert (held, int(told[2])) == ((await standing(services, adi)).held, longest)
    assert "That is the record here." in over.text
    assert f"The record here is {held} (Adi)." in (await siti.types("/holdout")).text
    again = await adi.presses(over, "Practise")
    assert "This is practice: it does not count." in again.text
    done = await to_the_end(adi, services, again, -1)
    assert re.search(rf"In practice you held \d+ of {longest}\.", done.text)
    assert f"Your first try counts: {held} of {longest}." in done.text
    assert await check(services.database) == []


async def test_after_a_piece_back_stands_for_look_again(adi: Visitor, services: Services) -> None:
    begun = await adi.types("/holdout")
    game = (await standing(services, adi)).game
    point = game.ruleset.board.points[choices(game.legal_moves[0])[0]]
    picked = await adi.presses(begun, f"{point} · ") if len({move.origin for move in game.legal_moves}) > 1 else begun
    buttons = [payload for payload, values, _ in controls(picked) if not values]
    assert len(set(buttons)) == len(buttons), "no two of a message have one payload"
    assert "Look again" not in labels(picked)
    assert (await adi.presses(picked, "Back")).text == begun.text
    line = move_text(game.ruleset, game.legal_moves[0], words("en"))
    offers = tuple(buttons)
    typed = seen_text(await adi.papan.text(replace(adi.request(PRIVATE, "5"), addressed=True, offers=offers), line))
    assert typed
    assert f"You played {line}, " in typed.text, "a turn that answers the panel finds it by Back"


async def test_a_turn_is_typed_in_private_where_the_panel_of_a_group_stands(adi: Visitor, services: Services) -> None:
    await adi.types("/holdout", place=CHAT)
    game = (await standing(services, adi)).game
    line = move_text(game.ruleset, game.legal_moves[0], words("en"))
    assert f"You played {line}, " in (await adi.types(f"/move {line}", place=PRIVATE)).text


@pytest.mark.parametrize("locale", ["ms", "id"])
async def test_it_speaks_each_language(adi: Visitor, services: Services, locale: str) -> None:
    adi.locale = locale
    say, found = words(locale), await standing(services, adi)
    panel = await adi.types("/holdout")
    assert say("It is the same for everybody this week, and only the first try counts.") in panel.text
    once = await plays(adi, services, panel)
    assert say("You have held {held} of {longest} so far.", held=1, longest=found.ending.longest) in once.text


async def test_an_old_button_shows_the_ending_as_it_stands(adi: Visitor, services: Services, clock: Clock) -> None:
    begun = await adi.types("/holdout")
    turns = [payload for payload, *_ in controls(begun)]
    once = await plays(adi, services, begun)
    menu = next((payload, values) for payload, values, _ in controls(begun))
    assert (await adi.sends(menu[0], *menu[1])).text == once.text, "that turn has been played"
    clock.forward(days=7)
    other = await adi.sends(menu[0], *menu[1])
    assert other.text.startswith("Another week has begun, with another ending.")
    assert turns


@pytest.mark.parametrize(
    ("action", "argument"),
    [
        (HoldoutAction.OPEN, ""),
        (HoldoutAction.PICK, "2026-W49"),
        (HoldoutAction.PRACTISE, "nothing"),
        (HoldoutAction.SHARE, "2026-W49/some"),
    ],
)
async def test_a_forged_button_is_refused(adi: Visitor, action: HoldoutAction, argument: str) -> None:
    before = await adi.types("/holdout")
    answer = await adi.sends(str(CallbackData(action, argument=argument)))
    assert answer.title != before.title


async def test_a_turn_is_typed_and_one_that_all_would_read_is_not_taken(adi: Visitor, services: Services) -> None:
    panel = await adi.types("/holdout", place=PRIVATE)
    game = (await standing(services, adi)).game
    line = move_text(game.ruleset, game.legal_moves[0], words("en"))
    offers = tuple(payload for payload, *_ in controls(panel))
    refused = seen_text(await adi.papan.text(replace(adi.request(CHAT, "5"), addressed=True, offers=offers), line))
    assert refused
    assert "out of sight of the others" in refused.text
    assert (await standing(services, adi)).turns == 0
    unknown = await adi.types("/move a1-z9", place=PRIVATE)
    assert unknown.title == panel.title
    assert "You played" not in unknown.text
    answer = seen_text(await adi.papan.text(adi.request(PRIVATE), line))
    assert answer
    assert f"You played {line}, " in answer.text


async def test_a_line_tells_the_count_and_nothing_else(adi: Visitor, services: Services) -> None:
    over = await to_the_end(adi, services, await adi.types("/holdout"))
    found = await standing(services, adi)
    shared = await adi.presses(over, "Share")
    line = f"Hold out, week {int(found.week[-2:])}: I held {found.held} of {found.ending.longest}"
    assert line in shared.text
    shown = await adi.presses(shared, "Show to all") if "Show to all" in labels(shared) else shared
    assert line in shown.text
    assert (await adi.presses(shared, "Back")).text == over.text
