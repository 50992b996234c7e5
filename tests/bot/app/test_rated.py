"""Rated matches: agreed with the invitation, refused with a reason, told on the board, the result and the profile."""

import pytest

from bot.matches.identity import Person, Place
from bot.matches.refusals import MatchWithoutHelp, MatchWithoutUndo
from bot.services.services import Services
from engine.search import analysis
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock, event, play

CHAT = Place("telegram", "-1001")


class Villager(Visitor):
    """A visitor whom a platform knows."""

    @property
    def person(self) -> Person:
        return Person("telegram", self.name.casefold(), self.name, handle=self.name.casefold(), locale=self.locale)


@pytest.fixture
def budi(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Budi")


@pytest.fixture
def ani(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Ani")


async def begun(budi: Villager, ani: Villager, line: str = "/play dam-8 first pace:coffee rated:yes") -> str:
    card = await budi.types(line, place=CHAT, opponent=ani)
    code = card.title.split()[0]
    await ani.presses(card, "Accept", place=CHAT)
    return code


async def moved(services: Services, code: str, moves: int) -> None:
    match = await services.matches.get(code)
    players = [await services.people.by_id(seat or "") for seat in match.seats]
    await play(services, match, *(player for player in players if player), moves=moves)


async def resigns(who: Villager, code: str) -> None:
    asked = await who.types(f"/resign {code}", place=CHAT)
    await who.presses(asked, "Yes, resign", place=CHAT)


async def test_the_invitation_says_it_and_the_result_what_it_did(
    budi: Villager, ani: Villager, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "LONGEST", 1)  # nobody thinks here, and it is shared all the same
    card = await budi.types("/play dam-8 first pace:coffee rated:yes", place=CHAT, opponent=ani)
    assert "rated" in card.text
    code = card.title.split()[0]
    await ani.presses(card, "Accept", place=CHAT)
    await moved(services, code, 6)
    await resigns(ani, code)
    board = await budi.types(f"/board {code} public", place=CHAT)
    assert "Rating: Budi from 1500? to 1512?, Ani from 1500? to 1488?" in board.text
    shared = await budi.presses(board, "Share", place=CHAT)
    assert shared.text.splitlines()[1] == "Rating: Budi from 1500? to 1512?, Ani from 1500? to 1488?"
    assert shared.picture is not None
    assert "White: 1512? (+12). Black: 1488? (–12)." in shared.picture.alt
    own = await budi.types("/profile", place=CHAT)
    provisional = "A rating with ? is provisional: too few matches have counted so far, or too long ago."
    assert own.text.startswith(f"Rating in Malaysian checkers 8x8: 1512?\n{provisional}\nAgainst people: 1 won")
    assert own.picture is not None
    alt = "Budi. Malaysian checkers 8x8: rating 1512?, most likely from 819 to 2204. Against people: 1 won, "
    assert own.picture.alt.startswith(alt)


async def test_each_side_of_a_hunt_and_their_mean(budi: Villager, ani: Villager, services: Services) -> None:
    for host, guest in ((budi, ani), (ani, budi)):
        code = await begun(host, guest, "/play tapal first pace:coffee rated:yes")
        await moved(services, code, 6)
        await resigns(ani, code)
    text = (await budi.types("/profile", place=CHAT)).text
    assert text.splitlines()[0].startswith("Rating in Main tapal empat: Goats 1512?, Tigers 15")
    assert ", mean 15" in text.splitlines()[0]


async def test_what_is_not_counted_says_why(
    budi: Villager, ani: Villager, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "LONGEST", 1)
    code = await begun(budi, ani)
    await moved(services, code, 2)
    await resigns(ani, code)
    board = await budi.types(f"/board {code} public", place=CHAT)
    assert "Not counted: a side has made fewer than 3 moves." in board.text
    shared = await budi.presses(board, "Share", place=CHAT)
    assert "Not counted: a side has made fewer than 3 moves." in shared.text
    assert shared.picture is not None
    assert "1500" not in shared.picture.alt


async def test_it_is_refused_with_the_reason(budi: Villager) -> None:
    for line, reason in [
        ("/play dam-8 practice rated:yes", "A rated match needs an opponent and a clock."),
        ("/play dam-8 anybody pace:none rated:yes", "A rated match needs an opponent and a clock."),
        ("/play dam-8 computer 3 rated:yes", "A rated match needs an opponent and a clock."),
        ("/play anybody dam-8 rated:yes from:W:Wc3:Ba7", "A match that goes on from a position is not rated."),
        ("/play dam-8 anybody rated:perhaps", "Behind rated: stands yes or no."),
    ]:
        assert reason in (await budi.types(line, place=CHAT)).text, line


async def test_nobody_of_the_web_room_plays_rated(adi: Visitor, budi: Villager, ani: Villager) -> None:
    reason = "in the web room anybody may take any name"
    assert reason in (await adi.types("/play dam-8 anybody rated:yes")).text
    card = await budi.types("/play dam-8 anybody first rated:yes", place=CHAT)
    code = card.title.split()[0]
    assert reason in (await adi.types(f"/join {code}")).text
    assert (await ani.presses(card, "Sit down", place=CHAT)).text.startswith("You play")


async def test_there_are_no_hints_and_no_undo(budi: Villager, ani: Villager, services: Services) -> None:
    code = await begun(budi, ani)
    assert "there are no hints" in (await budi.types(f"/hint {code}", place=CHAT)).text
    more = await budi.sends(f"1:{code}:0:mo")
    assert "Hint" not in labels(more)
    assert " · rated · move 1" in (await budi.types(f"/board {code}", place=CHAT)).title, "the board says it"
    await moved(services, code, 1)
    match = await services.matches.get(code)
    mover, other = match.seats
    player, waiting = [await services.people.by_id(seat or "") for seat in (mover, other)]
    assert player
    assert waiting
    with pytest.raises(MatchWithoutUndo):
        await services.matches.act(event(), player, code, lambda now, at: now.undo(player.id, at))
    with pytest.raises(MatchWithoutHelp):
        await services.matches.act(event(), waiting, code, lambda now, at: now.take_hint(waiting.id, at))
    await services.matches.act(event(), player, code, lambda now, at: now.ask_takeback(player.id, at))
    after = await services.matches.act(
        event(), waiting, code, lambda now, at: now.answer_takeback(waiting.id, True, at)
    )
    assert after.game.ply == 0, "an allowed one is fine"


async def test_the_panel_and_other_terms_make_a_match_rated_or_casual(
    budi: Villager, ani: Villager, services: Services
) -> None:
    panel = await budi.types("/play dam-8", place=CHAT)
    paces = await budi.presses(panel, "Pace", place=CHAT)
    assert "Rated" in labels(paces)
    rated = await budi.presses(paces, "Rated", place=CHAT)
    assert "rated" in rated.text
    invited = await budi.presses(rated, "Anybody", place=CHAT)
    assert "rated" in invited.text
    casual = await budi.types("/play dam-8 first pace:coffee", place=CHAT, opponent=ani)
    code = casual.title.split()[0]
    terms = await ani.presses(casual, "Change terms", place=CHAT)
    sent = await ani.presses(await ani.presses(terms, "Rated", place=CHAT), "Send to Budi", place=CHAT)
    assert sent.text.startswith("Sent.")
    assert (await services.matches.get(code)).terms.rated
    again = await budi.presses(await budi.types(f"/board {code}", place=CHAT), "Change terms", place=CHAT)
    await budi.presses(await budi.presses(again, "Casual", place=CHAT), "Send to Ani", place=CHAT)
    assert not (await services.matches.get(code)).terms.rated


async def test_a_rematch_is_rated_too(budi: Villager, ani: Villager, services: Services, clock: Clock) -> None:
    code = await begun(budi, ani)
    await moved(services, code, 6)
    await resigns(ani, code)
    clock.forward(minutes=1)
    for who in (budi, ani):
        await who.papan.press(who.request(CHAT), f"1:{code}:6:rm", ())
    follow = await services.matches.code_of_rematch(code)
    assert follow
    assert (await services.matches.get(follow)).terms.rated
