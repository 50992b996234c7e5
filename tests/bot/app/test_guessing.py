"""*Guess*: who looks on picks a turn in a panel of their own, or types it; nobody else hears of it before it falls."""

import re
from dataclasses import replace

import pytest

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.preferences import NOWHERE
from bot.matches.status import Status
from bot.services.services import Services
from engine.moves import Move
from engine.notation import read_move
from loopback.waiting import until
from tests.bot.app.test_reads_of_a_move import at_work
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.fake_platform import FakePlatform, begun_on
from tests.bot.kit import ROOM, Clock, event, moving

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
    assert (await ros.presses(guessed, "Guesses")).title == "Guesses"
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
    assert "No match of others that takes days stands here, and no village." in (await ros.types("/guess c3-d4")).text
    code, _ = await begin(adi, siti)
    assert (await ros.types("/guess c3-d4")).text == f"You guess: c3-d4.\n{HIDDEN}"
    for typed in ("c3xd4", f"c3xd4 {code}", f"{code} c3xd4"):
        assert (await ros.types(f"/guess {typed}")).text == f"You guess: c3-d4.\n{HIDDEN}"
    assert (await ros.types(f"/guess g3-h4 {code}")).text == f"You guess: g3-h4.\n{HIDDEN}"
    assert "Which turn will Adi play?" in (await ros.types(f"/guess {code}")).text
    refused = await ros.types("/guess c3-c5")
    assert refused.title == "Not guessed"
    assert "Which turn will Adi play?" in (await ros.types("/guess")).text


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("dam-8 pace:blitz", "This match is played live: turns are guessed where a match takes days."),
        ("dam-8 watch:no", "{code} is watched by nobody: only its players see it."),
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


def the_move(match: Match, text: str) -> Move:
    move = read_move(match.game.ruleset, match.game.position, text)
    assert move
    return move


async def test_the_board_tells_who_was_right_with_the_move_and_says_nothing_before(
    papan: App, app_services: AppServices, services: Services, platform: FakePlatform, ros: Visitor
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    ani, nur = Visitor(papan, "Ani"), Visitor(papan, "Nur")
    await services.people.change_settings((await services.people.player(nur.person)).id, listed=NOWHERE)
    async with at_work(app_services, platform):
        await until(lambda: platform.called == ["Adi"])
        edits = platform.done.count("edit")
        for each, turn in ((ros, "c3-d4"), (nur, "c3-d4"), (ani, "g3-h4")):
            await each.types(f"/guess {turn} {match.code}")
        assert "uess" not in platform.texts[0]
        await services.matches.act(event(), adi, match.code, moving(adi, the_move(match, "c3-d4")))
        await until(lambda: "Adi played c3-d4.\nGuessed by 2 of 3: Ros\n" in platform.texts[0])
        assert platform.done.count("edit") == edits + 1, "the line comes with the move, and a guess edits nothing"
        await ros.types(f"/guess b6-a5 {match.code}")
        after = await services.matches.get(match.code)
        await services.matches.act(event(), siti, match.code, moving(siti, the_move(after, "b6-c5")))
        await until(lambda: "Siti played b6-c5.\nGuessed by none of 1\n" in platform.texts[0])
    assert "Guessed by none of 1" in (await ros.types(f"/board {match.code}")).text


async def test_the_best_are_listed_once_they_have_guessed_twenty_turns_until_they_have_left(
    services: Services, app_services: AppServices, clock: Clock, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    none = await ros.types("/top guess")
    assert none.text.startswith("Nobody has guessed 20 turns here yet.")
    code, _ = await begin(adi, siti)
    players = [await services.people.player(each.person) for each in (adi, siti)]
    me = await services.people.player(ros.person)
    guessed = 0
    while guessed < 20:
        match = await services.matches.get(code)
        if len(match.game.legal_moves) > 1:
            await services.guesses.guess(event(), me, code, match.game.legal_moves[0], match.game.ply, ROOM)
            guessed += 1
        mover, move = players[match.game.turn], match.game.legal_moves[0 if guessed % 2 else -1]
        await services.matches.act(event(), mover, code, moving(mover, move))
        assert (await services.matches.get(code)).status is Status.PLAYING
    listed = await ros.presses(none, "Guesses")
    assert re.match(r"1\. Ros \(you\) · [45]\d % of 20 turns\nA guess weighs more", listed.text)
    assert "✓ Guesses" in labels(listed)
    assert "✓ This chat" in labels(await ros.presses(listed, "This chat"))
    asked: list[str] = []

    async def has_left(place: Place, account: str) -> bool:
        asked.append(account)
        return True

    adi.papan = App(replace(app_services, is_gone=has_left))
    assert "1. Ros · " in (await adi.types("/top guess")).text
    assert asked == [], "whoever was there this week is there"
    clock.forward(days=8)
    assert (await adi.types("/top guess")).text.startswith("Nobody has guessed 20 turns here yet.")
    assert asked == [ros.person.account]
    clock.forward(minutes=1)
    match = await services.matches.get(code)
    await services.guesses.guess(event(), me, code, match.game.legal_moves[0], match.game.ply, ROOM)
    mover = players[match.game.turn]
    await services.matches.act(event(), mover, code, moving(mover, match.game.legal_moves[0]))
    assert "1. Ros · " in (await adi.types("/top guess")).text, "whoever guesses again is back"
    clock.forward(days=91)
    assert "Ros" not in (await siti.types("/top guess")).text


async def test_where_the_staff_has_hidden_the_names_nobody_who_guessed_is_named(
    app_services: AppServices, services: Services, platform: FakePlatform, ros: Visitor
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with at_work(app_services, platform):
        await ros.types(f"/guess c3-d4 {match.code}")
        await services.matches.act(event(), adi, match.code, moving(adi, the_move(match, "c3-d4")))
        await until(lambda: "Guessed by 1 of 1: Ros" in platform.texts[0])
        ban = await services.bans.ask(adi, ROOM, siti.id, None, "spam")
        await services.bans.confirm(adi, ROOM, ban.id, take_down=True)
        await until(lambda: "The staff has hidden the names." in platform.texts[0])
    assert "Guessed by 1 of 1\n" in platform.texts[0]
