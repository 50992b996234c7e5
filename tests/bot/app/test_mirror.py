"""A mirror match: asked for, answered, told on both cards, and one result of the pair."""

import pytest

from bot.matches.identity import Place
from bot.matches.score import Score, summed
from bot.services.match.matches import MatchAction
from bot.services.services import Services
from tests.bot.app.seen import Seen
from tests.bot.app.test_rated import Villager, moved
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock, event, play

CHAT = Place("telegram", "-1001")


@pytest.fixture
def budi(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Budi")


@pytest.fixture
def ani(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Ani")


async def begun(budi: Villager, ani: Villager, services: Services) -> tuple[str, str]:
    """The codes of the halves; Budi has the goats in the first."""
    card = await budi.types("/play tapal first mirror pace:none", place=CHAT, opponent=ani)
    code = card.title.split()[0]
    await ani.presses(card, "Accept", place=CHAT)
    return code, (await services.matches.get(code)).mirror_of or ""


def offers(player: str) -> MatchAction:
    return lambda match, now: match.offer_draw(player, now)


def accepts(player: str) -> MatchAction:
    return lambda match, now: match.answer_draw(player, True, now)


async def resigns(who: Villager, code: str) -> None:
    asked = await who.types(f"/resign {code}", place=CHAT)
    await who.presses(asked, "Yes, resign", place=CHAT)


async def card_of(who: Villager, code: str, clock: Clock) -> Seen:
    clock.forward(minutes=1)  # a board is not shown again at once
    return await who.types(f"/board {code} public", place=CHAT)


async def test_it_is_offered_where_one_side_wins_more_and_begun_in_any_hunt_by_typing_it(
    budi: Villager, ani: Villager
) -> None:
    """docs/levels.md: in main tapal empat the tigers make 21 of a hundred points, in adugo 55."""
    uneven = await budi.types("/play tapal", place=CHAT, opponent=ani)
    even = await budi.types("/play adugo", place=CHAT, opponent=ani)
    assert {"Mirror match", "Bid"} <= set(labels(uneven))
    assert "Mirror match" not in labels(even)
    typed = await budi.types("/play adugo first mirror:yes", place=CHAT, opponent=ani)
    assert "mirror match: two at once, the sides swapped" in typed.text


async def test_the_invitation_says_it_and_whoever_accepts_plays_both_sides(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    card = await budi.types("/play tapal first mirror:yes", place=CHAT, opponent=ani)
    assert "mirror match: two at once, the sides swapped" in card.text
    assert "Mirror match" not in labels(card), "it is one already"
    assert "Each plays both sides, one in each match." in card.text
    assert "plays Goats" not in card.text, "in one of the two only"
    code = card.title.split()[0]
    said = await ani.presses(card, "Accept", place=CHAT)
    other = (await services.matches.get(code)).mirror_of
    assert said.text == f"You play Tigers in {code}, and Goats in {other}."
    assert f"Mirror match with {other}, the sides swapped." in (await card_of(budi, code, clock)).text


async def test_whoever_sits_down_takes_no_side(budi: Villager, ani: Villager, services: Services) -> None:
    card = await budi.types("/play tapal anybody mirror", place=CHAT)
    assert "Sit down" in labels(card)
    assert not [label for label in labels(card) if label.startswith("Sit down as")]
    code = card.title.split()[0]
    link = await ani.types(f"/join {code}", place=Place("telegram", "77", private=True))
    assert "Sit down" in labels(link)
    assert "By lot" not in labels(link)
    assert "You play both sides, one in each match." in link.text
    await ani.presses(card, "Sit down", place=CHAT)
    assert (await services.matches.get(code)).mirror_of


async def test_both_cards_tell_how_the_pair_stands(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    first, other = await begun(budi, ani, services)
    for code in (first, other):
        await moved(services, code, 2)
    await resigns(ani, first)
    over = await card_of(budi, first, clock)
    assert f"Mirror match: Budi 1, Ani 0; {other} still goes on." in over.text
    assert "Rematch, sides swapped" not in labels(over), "the pair is not over"
    assert f"Mirror match: Ani 0, Budi 1 after {first}." in (await card_of(budi, other, clock)).text
    match = await services.matches.get(other)
    players = [player for seat in match.seats if (player := await services.people.by_id(seat or ""))]
    for player, action in zip(players, (offers, accepts), strict=True):
        await services.matches.act(event(), player, other, action(player.id))
    last = await card_of(budi, other, clock)
    assert "Mirror match: Ani ½ – 1½ Budi" in last.text
    assert sum(" – " in line for line in last.text.splitlines()) == 1, "they have played nothing else"
    assert "Rematch, sides swapped" in labels(last)
    assert "Mirror match: Budi 1½ – ½ Ani" in (await card_of(budi, first, clock)).text


async def test_a_half_that_is_called_off_counts_nothing(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    first, other = await begun(budi, ani, services)
    match = await services.matches.get(first)
    host = await services.people.by_id(match.host)
    assert host
    await services.matches.act(event(), host, first, lambda found, now: found.call_off(host.id, now))
    assert f"Mirror match: {other} still goes on." in (await card_of(budi, first, clock)).text
    assert f"Mirror match: {first} was called off." in (await card_of(budi, other, clock)).text
    await moved(services, other, 2)
    await resigns(ani, other)
    assert f"Mirror match: Ani 0, Budi 1; {first} was called off." in (await card_of(budi, other, clock)).text


async def test_a_half_that_ends_before_a_move_counts_nothing(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    first, other = await begun(budi, ani, services)
    await resigns(ani, first)
    empty = f"Not counted: in {first} no move was made."
    assert f"Mirror match: {other} still goes on. {empty}" in (await card_of(budi, first, clock)).text
    await moved(services, other, 2)
    await resigns(budi, other)
    over = (await card_of(budi, other, clock)).text
    assert f"Mirror match: Ani 1, Budi 0. {empty}" in over
    match = await services.matches.get(other)
    found = await services.standing.head_to_head(match.host, match.invited or "", 5)
    assert summed(found.scores) == Score(lost=1), "one of the two matches"


async def test_the_guest_makes_one_of_it_with_a_press(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    card = await budi.types("/play tapal first pace:coffee", place=CHAT, opponent=ani)
    code = card.title.split()[0]
    panel = await ani.presses(card, "Mirror match", place=CHAT)
    assert "mirror match: two at once, the sides swapped" in panel.text
    assert "✓ Mirror match" in labels(panel)
    await ani.presses(panel, "Send to Budi", place=CHAT)
    answered = await services.matches.get(code)
    assert answered.terms.mirror
    assert answered.host != answered.invited


async def test_it_is_offered_where_the_sides_are_not_alike(budi: Villager, ani: Villager) -> None:
    even = await budi.types("/play dam-8 pace:coffee", place=CHAT, opponent=ani)
    assert "Mirror match" not in labels(even)
    live = await budi.types("/play tapal pace:blitz", place=CHAT, opponent=ani)
    assert "Mirror match" not in labels(live)
    panel = await budi.types("/play tapal", place=CHAT)
    assert "Mirror match" in labels(panel)
    chosen = await budi.presses(panel, "Mirror match", place=CHAT)
    assert "✓ Mirror match" in labels(chosen)
    card = await budi.presses(chosen, "Anybody", place=CHAT)
    assert "mirror match: two at once" in card.text
    assert "Mirror match" not in labels(await budi.types("/play dam-8", place=CHAT))


async def test_it_is_refused_with_the_reason(budi: Villager) -> None:
    for line, reason in [
        ("/play dam-8 anybody mirror", "In this game both are alike."),
        ("/play tapal practice mirror:yes", "A mirror match needs an opponent"),
        ("/play tapal computer 3 mirror:yes", "A mirror match needs an opponent"),
        ("/play tapal anybody blitz mirror", "choose a pace of days, or no clock"),
        ("/play tapal anybody mirror:perhaps", "Behind mirror: stands yes or no."),
    ]:
        assert reason in (await budi.types(line, place=CHAT)).text, line


async def played(services: Services, *codes: str) -> None:
    """A move of each side, so that the match counts."""
    for code in codes:
        match = await services.matches.get(code)
        players = [player for seat in match.seats if (player := await services.people.by_id(seat or ""))]
        await play(services, match, *players, moves=2)


async def test_both_cards_tell_of_a_player_who_has_deleted_their_data(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    first, other = await begun(budi, ani, services)
    await played(services, first, other)
    await services.people.erase(await services.people.player(budi.person))
    for code, result in ((first, "Former player 0 – 2 Ani"), (other, "Ani 2 – 0 Former player")):
        card = await card_of(ani, code, clock)
        assert "Ani wins: Former player has resigned." in card.text, "there is no clock that could wait for them"
        assert f"Mirror match: {result}" in card.text
        assert "Budi" not in f"{card.title} {card.text} {card.alt}"
        assert "Rematch, sides swapped" not in labels(card), "nobody is there to play it"


async def test_a_half_that_had_not_begun_is_called_off_when_a_player_deletes_their_data(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    first, other = await begun(budi, ani, services)
    await played(services, other)
    await services.people.erase(await services.people.player(budi.person))
    assert "Former player called the match off: no result." in (await card_of(ani, first, clock)).text
    told = f"Mirror match: Former player 0, Ani 1; {first} was called off."
    assert told in (await card_of(ani, first, clock)).text
    assert f"Mirror match: Ani 1, Former player 0; {first} was called off." in (await card_of(ani, other, clock)).text
