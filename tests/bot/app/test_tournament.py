"""``/tournament``: who may run one, what its desk does, and what a wrong wish is told."""

from bot.app.contests.tournament_card import TournamentCards
from bot.services.contests.tournaments import TournamentView
from bot.store.tournaments import Tournament
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, Desk, control, make_desk  # noqa: F401
from tests.bot.app.visitors import labels
from tests.bot.kit import pair_here

PEOPLE = ("adi", "siti", "ros")


async def pressed(desk: Desk, name: str, panel: Seen, label: str) -> Seen:
    return seen(await desk.papan.press(desk.asks(name), *control(panel, label)))


async def waiting(desk: Desk) -> Tournament:
    """A round robin that three have joined."""
    await desk.choose(tournament="casual")
    await desk.types(BOSS, "tournament", act="new", game="dam-8", name="Piala Kampung Merdeka 2026")
    for name in PEOPLE:
        assert (await desk.types(name, "tournament", act="join")).text.startswith("You are in: ")
    (found,) = await desk.services.tournaments.of_place(desk.asks(BOSS).place)
    return found


async def begun(desk: Desk) -> TournamentView:
    """The same once it has begun, its first matches open."""
    found = await waiting(desk)
    await desk.types(BOSS, "tournament", act="begin")
    await desk.services.rounds.advance(lambda platform, chat: True, pair_here)
    for view, game in await desk.services.rounds.to_open():
        await desk.services.rounds.open(view, game, {})
    return await viewed(desk, found.id)


async def viewed(desk: Desk, tournament: str) -> TournamentView:
    found = await desk.services.tournaments.view(tournament)
    assert found
    return found


async def test_only_those_who_organise_run_it(desk: Desk) -> None:
    assert "There are no tournaments here." in (await desk.types(BOSS, "tournament")).text
    found = await waiting(desk)
    assert found.name == "Piala Kampung Merdeka 2026", "the name is kept whole"
    refused = "A tournament is run by those who organise here."
    for act in ("new", "begin", "stop"):
        assert refused in (await desk.types("adi", "tournament", act=act)).text
    assert labels(await desk.types("adi", "tournament")) == ["Join", "Leave"]
    assert labels(await desk.types(BOSS, "tournament")) == ["Join", "Leave", "Begin", "Call it off"]
    assert "Name one game as well" in (await desk.types(BOSS, "tournament", act="new", name="Piala")).text
    await desk.choose(paces="relaxed")
    late = await desk.types(BOSS, "tournament", act="new", game="dam-8", pace="slow")
    assert late.text == "This pace is not offered here."


async def test_whoever_leaves_one_that_has_begun_is_asked_first(desk: Desk) -> None:
    view = await begun(desk)
    number = next(each.number for each in view.entrants)
    asked = await desk.types("adi", "tournament", act="leave")
    assert "You lose the games that are not over, your rating stays as it is." in asked.text
    assert not any(each.withdrawn for each in (await viewed(desk, view.tournament.id)).entrants)
    await pressed(desk, "adi", asked, "Yes, withdraw")
    after = await viewed(desk, view.tournament.id)
    assert [each.withdrawn for each in after.entrants].count(True) == 1
    assert number
    again = await desk.types("adi", "tournament", act="leave")
    assert "plays no further game in this tournament already" in again.text


async def test_the_desk_withdraws_replaces_and_decides(desk: Desk) -> None:
    view = await begun(desk)
    names = {each.number: view.names[each.player] for each in view.entrants}
    panel = await desk.types(BOSS, "tournament")
    who = await pressed(desk, BOSS, await pressed(desk, BOSS, panel, "People"), f"1. {names[1]}")
    assert f"{names[1]} loses the games that are not over" in who.text
    await pressed(desk, BOSS, who, "Withdraw them")
    assert (await viewed(desk, view.tournament.id)).holder(1).withdrawn
    (game,) = [each for each in view.games if each.match]
    listed = await pressed(desk, BOSS, panel, "Games")
    first, second = names[game.pairing.first], names[game.pairing.second or 0]
    chosen = await pressed(desk, BOSS, listed, f"Round 1: {first} – {second} ({game.match})")
    assert labels(chosen) == [f"{first} wins", "Draw", f"{second} wins", "Both lose"]
    await pressed(desk, BOSS, chosen, "Draw")
    (decided,) = [each for each in (await viewed(desk, view.tournament.id)).games if each.match]
    assert decided.worth == (1, 1)


async def test_the_card_tells_how_it_stands(desk: Desk) -> None:
    view = await begun(desk)
    shown = await TournamentCards(desk.tools).show(view.tournament)
    assert shown
    assert shown[1].text.startswith("Round 1 of 3.")
    assert " rests in this round." in shown[1].text
    assert shown[1].picture
    assert shown[1].picture.alt.startswith("Piala Kampung Merdeka 2026")
    asked = await pressed(desk, BOSS, await desk.types(BOSS, "tournament"), "Call it off")
    await pressed(desk, BOSS, asked, "Yes, call it off")
    off = await TournamentCards(desk.tools).show(view.tournament)
    assert off
    told = ["This tournament was called off.", "Its matches under way go on, and decide nothing in it."]
    assert off[1].text.splitlines() == told
    assert not off[1].rows
