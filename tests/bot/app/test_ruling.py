"""``/mod``: the staff of a chat decides about its matches, with a reason, once, and not about their own."""

from dataclasses import replace

import pytest

from bot.app.boards.notice_message import notice_message
from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.matches.communities import AllowedKind, Grant, Right
from bot.matches.happening import Happening
from bot.matches.identity import Place
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.words import words
from engine.ruleset import Ending
from tests.bot.app.seen import seen
from tests.bot.app.test_rated import CHAT, Villager, moved, resigns
from tests.bot.app.test_rated import begun as rated
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import ROOM, begun, play

CHANNEL, OTHER = Place("discord", "500"), Place("discord", "600")
NOT_STAFF = "Only those who manage this chat can do that."
GONE = "That was asked too long ago, or is done already. Type /mod again."


@pytest.fixture
def staff() -> set[str]:
    """Those of whom the platform says that they manage every chat."""
    return {"ros"}


@pytest.fixture
def papan(app_services: AppServices, staff: set[str]) -> App:
    async def manages(place: Place, account: str) -> bool:
        return not place.private and account in staff

    return App(replace(app_services, manages=manages))


async def ruled(ros: Visitor, code: str, act: str, why: str = "spam", place: Place = ROOM) -> None:
    """Ros has decided something."""
    asked = await ros.types(f"/mod {code} {act} why:{why}", place=place)
    done = await ros.presses(asked, "Decide so", place=place)
    assert done.text == f"Done: {code}. Both players are told."


async def test_it_is_confirmed_with_the_board_and_ends_the_match(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.types(f"/mod {code} none why:spam again and again.")
    assert asked.text.startswith("End it without a result.\nReason: spam again and again.\nBoth players are told")
    assert asked.picture
    assert labels(asked) == ["Decide so", "My view"]
    assert (await services.matches.get(code)).status is Status.PLAYING
    await ros.presses(asked, "Decide so")
    match = await services.matches.get(code)
    assert (match.status, match.happened, match.actor) == (Status.CALLED_OFF, Happening.RULED, None)
    board = await adi.types(f"/board {code}")
    assert "Ended by the staff: no result.\nReason: spam again and again." in board.text
    log = await ros.types("/mod log")
    assert log.text.startswith(f"{code} · End it without a result · spam again and again · Ros · ")


async def test_both_players_are_told_why(
    services: Services, app_services: AppServices, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await ruled(ros, code, "none")
    (snapshot,) = await services.views.snapshots([code])
    told = [each.notice for each in snapshot.notices if each.notice.what is Happening.RULED]
    assert {each.player for each in told} == set(snapshot.match.seats)
    card = await app_services.cards.card(snapshot.match, words("en"))
    said = notice_message(card, told[0], "Adi", words("en")).text
    assert said == f"Adi, {code} was ended by staff: no result. Reason: spam. Questions: ask the staff of this server."


async def test_a_ruling_among_the_staff_counts_for_nobodys_rating(
    services: Services, papan: App, staff: set[str]
) -> None:
    staff.add("budi")
    budi, ani, ros = (Villager(papan, name) for name in ("Budi", "Ani", "Ros"))
    code = await rated(budi, ani)
    await moved(services, code, 20)
    await ruled(ros, code, "first", place=CHAT)
    board = await ani.types(f"/board {code} public", place=CHAT)
    assert "Not counted: what the staff decides counts only after 10 moves of each" in board.text


@pytest.mark.parametrize(("act", "winner"), [("first", 0), ("second", 1), ("draw", None)])
async def test_a_result_by_a_ruling(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, act: str, winner: int | None
) -> None:
    code, _ = await begin(adi, siti)
    await ruled(ros, code, act, "agreed elsewhere")
    outcome = (await services.matches.get(code)).game.outcome
    assert outcome
    assert (outcome.ending, outcome.winner) == (Ending.RULING, winner)
    board = (await adi.types(f"/board {code}")).text
    assert "as the staff has ruled." in board
    assert "Reason: agreed elsewhere." in board


@pytest.mark.parametrize(("act", "counts"), [("first", True), ("none", False)])
async def test_a_rated_win_counts_and_no_result_counts_for_nobody(
    services: Services, ros: Visitor, act: str, counts: bool
) -> None:
    match, adi, siti, _ = await begun(services, place=CHANNEL, terms=Terms(Pace.RELAXED, rated=True))
    match = await play(services, match, adi, siti, moves=8)
    await ruled(ros, match.code, act, place=CHANNEL)
    assert bool(await services.standing.results(await services.matches.get(match.code))) is counts


async def test_a_pause_that_only_the_staff_or_a_move_ends(services: Services, ros: Visitor, adi: Visitor) -> None:
    match, *_ = await begun(services, terms=Terms(Pace.RELAXED))
    await ruled(ros, match.code, "pause", "we look into it")
    board = (await adi.types(f"/board {match.code}")).text
    assert "Paused by the staff.\nReason: we look into it." in board
    refused = await adi.sends(f"1:{match.code}:0:pg")
    assert refused.text == "The staff has paused this match. A move goes on with it, or the staff does."
    await ruled(ros, match.code, "resume")
    clock = (await services.matches.get(match.code)).clock
    assert clock
    assert clock.halt is None


async def test_what_is_refused(services: Services, adi: Visitor, siti: Visitor, ros: Visitor, staff: set[str]) -> None:
    code, _ = await begin(adi, siti)
    for line in (f"/mod {code} none why:spam", "/mod log", "/mod"):
        assert (await siti.types(line)).text == NOT_STAFF
    assert (await ros.types(f"/mod {code} none")).text.startswith("Say why")
    unsaid = "Say what is to be done, as /mod {} none why:spam\nThere are: none, draw, first, second, pause, "
    assert (await ros.types(f"/mod {code} why:spam")).text.startswith(unsaid.format(code))
    assert (await ros.types(f"/mod {code} stop it, spam")).text.startswith(unsaid.format(code))
    assert (await ros.types("/mod banish @adi, please")).text.startswith(unsaid.format("K7QM"))
    assert "“calloff”" in (await ros.types(f"/mod {code} calloff why:spam")).text
    assert (await ros.types("/mod none why:spam")).text.startswith("Give the code of the match")
    staff.add("adi")
    own = await adi.types(f"/mod {code} none why:I lose")
    assert own.text == f"You play in {code} yourself. Somebody else of the staff has to decide."
    elsewhere, *_ = await begun(services, place=OTHER)
    other = await ros.types(f"/mod {elsewhere.code} none why:spam", place=CHANNEL)
    assert "Decide so" not in labels(other)
    untimed = (await begun(services))[0].code
    paused = await ros.types(f"/mod {untimed} pause why:spam")
    assert "Decide so" not in labels(paused), "it has no clock"
    alone = await ros.types(f"/mod {code} none why:spam", place=Place("discord", "9", private=True))
    assert alone.text.startswith("Type /mod where the match is played")
    await siti.presses(await siti.types(f"/resign {code}"), "Yes")
    assert "Decide so" not in labels(await ros.types(f"/mod {code} none why:spam"))


async def test_rights_are_asked_for_again_and_a_ruling_is_done_once(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, staff: set[str]
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.types(f"/mod {code} none why:spam")
    staff.clear()
    assert (await ros.presses(asked, "Decide so")).text == NOT_STAFF
    assert (await services.matches.get(code)).status is Status.PLAYING
    staff.update({"ros", "siti", "tini"})
    payload = next(payload for payload, _, label in controls(asked) if label == "Decide so")
    ruling = payload.rpartition(":")[2].partition("/")[0]
    forged = await Visitor(ros.papan, "Tini").sends(f"1:{code}:0:ru:{ruling}")
    assert forged.text.startswith("This button is no longer in use"), "Ros has asked"
    assert (await ros.presses(asked, "Decide so", place=CHANNEL)).text == GONE, "elsewhere"
    assert (await services.matches.get(code)).status is Status.PLAYING
    await ros.presses(asked, "Decide so")
    assert (await ros.presses(asked, "Decide so")).text == GONE
    assert len(await services.rulings.latest(ROOM, 5)) == 1


async def test_the_panel_may_have_come_to_the_private_chat(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, staff: set[str]
) -> None:
    code, _ = await begin(adi, siti)
    asked, alone = await ros.types(f"/mod {code} none why:spam"), Place("web", "@ros", private=True)
    staff.clear()
    assert (await ros.presses(asked, "Decide so", place=alone)).text == NOT_STAFF
    staff.add("ros")
    done = await ros.presses(asked, "Decide so", place=alone)
    assert done.text == f"Done: {code}. Both players are told."


async def test_it_is_shown_where_the_staff_wants_it(services: Services, ros: Visitor, siti: Visitor) -> None:
    first, second = Place("discord", "501", server="5"), Place("discord", "502", server="5")
    match, *_ = await begun(services, place=first)
    board = await ros.types(f"/mod {match.code} here", place=second)
    assert board.title.startswith(match.code)
    places = {view.place.chat for view in await services.views.of_match(match.code)}
    assert places == {"501", "502"}
    elsewhere = await ros.types(f"/mod {match.code} here", place=OTHER)
    assert not elsewhere.title.startswith(match.code)
    assert (await siti.types(f"/mod {match.code} here", place=second)).text == NOT_STAFF


async def test_an_invitation_is_withdrawn_by_it(services: Services, adi: Visitor, ros: Visitor) -> None:
    code = (await adi.types("/play dam-8 anybody")).title.split()[0]
    await ruled(ros, code, "none")
    assert (await services.matches.get(code)).status is Status.WITHDRAWN
    shown = (await adi.types(f"/board {code}")).text
    assert shown == "Adi invited anybody to sit down.\nThis invitation was withdrawn.\nReason: spam."


async def test_a_deleted_player_leaves_the_rulings(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await ruled(ros, code, "none")
    staff = await services.people.player(ros.person)
    (kept,) = (await services.people.export(staff.id))["rulings"]
    assert (kept["match"], kept["why"], kept["by_me"]) == (code, "spam", True)
    await services.people.erase(staff)
    (left,) = await services.rulings.latest(ROOM, 5)
    assert (left.staff, left.match) == (None, code)


async def test_who_has_the_role_that_hosts_have_named_rules_as_long_as_they_have_it(
    services: Services, adi: Visitor, siti: Visitor, staff: set[str]
) -> None:
    staff.clear()
    code, _ = await begin(adi, siti)
    organisers = Grant(AllowedKind.ROLE, "7", Right.RULE, "organisers")
    await services.communities.change(ROOM, lambda found: replace(found, allowed=(organisers,)))
    given = {"act": "none", "match": code, "why": "spam"}
    ros = Visitor(adi.papan, "ros")
    with_role = replace(ros.request(ROOM), roles=("7", "8"))
    asked = seen(await ros.papan.command(with_role, "mod", given))
    assert "Decide so" in labels(asked)
    payload = next(payload for payload, _, label in controls(asked) if label == "Decide so")
    refused = await ros.papan.press(replace(ros.request(ROOM), roles=("8",)), payload)
    assert NOT_STAFF in seen(refused).text
    assert (await services.matches.get(code)).status is Status.PLAYING
    await ros.papan.press(replace(ros.request(ROOM), roles=("7",)), payload)
    assert (await services.matches.get(code)).status is Status.CALLED_OFF


async def test_the_log_names_who_resigns_three_in_a_row(services: Services, adi: Visitor) -> None:
    budi, ani, ros = (Villager(adi.papan, name) for name in ("Budi", "Ani", "Ros"))
    codes = []
    for _ in range(3):
        codes.append(await rated(budi, ani))
        await moved(services, codes[-1], 6)
        await resigns(ani, codes[-1])
    log = await ros.types("/mod log", place=CHAT)
    assert log.text.startswith(f"Ani · {codes[-1]} · Resigned rated matches early, three in a row · ")
