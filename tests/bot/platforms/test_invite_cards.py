"""Cards that invite in chats of which Papan may know nothing, over the whole app."""

from dataclasses import dataclass

import pytest

from bot.platforms.telegram import invite_cards
from bot.platforms.telegram.invite_cards import InviteCards
from bot.services.match import opening
from engine.games import rulesets
from loopback.telegram import Message, Person
from tests.bot.platforms.village import Village


@dataclass
class Elsewhere:
    """A chat without the bot, in which Adi has put a card that invites to a game."""

    card: Message
    search: str

    @property
    def link(self) -> str:
        """The address on its button."""
        return self.card.keys[0].url


async def card_of(village: Village, host: Person, typed: str = "") -> Elsewhere:
    """The first card offered for what the host typed, chosen in a chat without the bot, and its title."""
    other = village.server.group("Other", village.adi, village.siti, village.ros)
    host.kick_bot(other)
    search = host.search(typed)
    title = (await host.found(search))[0]["title"]
    return Elsewhere(host.choose(search, title, other), title)


def invitations(person: Person) -> list[Message]:
    """The invitations that stand in the private chat of a person."""
    return [each for each in person.from_bot(person.private) if "invites anybody" in each.shown]


async def test_a_card_begins_a_match_in_the_private_chats_of_both(village: Village) -> None:
    village.adi.start()
    await village.adi.gets(village.adi.private, key="New game")
    chosen = await card_of(village, village.adi, "dam-8")
    assert chosen.search.startswith("Invite: Malaysian checkers 8x8")
    assert chosen.card.text.splitlines() == [
        "Adi invites you to play Malaysian checkers 8x8.",
        "Draughts on 8x8 squares: whoever does not capture loses a piece.",
        "Pace: Relaxed",
        "The match is played in a private chat with me.",
    ]
    assert [each.label for each in chosen.card.keys] == ["Sit down"]
    assert not invitations(village.adi), "nobody has followed the link"
    village.siti.open(chosen.link)
    offered = await village.siti.gets(village.siti.private, text="Adi invites you to play", key="By lot")
    await village.adi.gets(village.adi.private, text="Adi invites anybody")
    await village.siti.answer(village.siti.press(offered, "By lot"))
    for person in (village.adi, village.siti):
        await person.gets(person.private, text="to move", photo=True)
    assert "Relaxed: 1 day a move" in offered.shown, "nobody waits for ever for a stranger"


async def test_a_card_opens_one_match_however_many_follow_its_link(village: Village) -> None:
    village.adi.start()
    chosen = await card_of(village, village.adi)
    village.siti.open(chosen.link)
    offered = await village.siti.gets(village.siti.private, text="Adi invites you to play", key="By lot")
    await village.adi.gets(village.adi.private, text="Adi invites anybody")
    village.ros.open(chosen.link)
    await village.ros.gets(village.ros.private, text="Adi invites you to play", key="By lot")
    assert len(invitations(village.adi)) == 1
    await village.siti.answer(village.siti.press(offered, "By lot"))
    await village.siti.gets(village.siti.private, text="to move", photo=True)
    village.ros.open(chosen.link)
    await village.ros.gets(village.ros.private, text="taken already")


async def test_who_follows_a_card_answers_with_other_terms(village: Village) -> None:
    village.adi.start()
    village.siti.open((await card_of(village, village.adi, "dam-8")).link)
    offered = await village.siti.gets(village.siti.private, text="Adi invites you to play", key="Change terms")
    village.siti.press(offered, "Change terms")
    village.siti.press(await village.siti.gets(village.siti.private, key="Send to Adi"), "White")
    village.siti.press(await village.siti.gets(village.siti.private, key="✓ White"), "Send to Adi")
    asked = await village.adi.gets(village.adi.private, text="Siti invites Adi", key="Accept")
    await village.adi.answer(village.adi.press(asked, "Accept"))
    await village.siti.gets(village.siti.private, text="to move", photo=True)
    await village.adi.gets(village.adi.private, text="Adi invites anybody", key="Withdraw")


async def test_the_link_of_ones_own_card_shows_the_invitation(village: Village) -> None:
    village.adi.start()
    village.adi.open((await card_of(village, village.adi)).link)
    await village.adi.gets(village.adi.private, text="Adi invites anybody")


async def test_a_card_is_not_open_to_whom_its_host_has_blocked(village: Village) -> None:
    village.adi.start()
    village.siti.start()
    await village.siti.gets(village.siti.private, key="New game")
    village.adi.say(village.adi.private, f"/block @{village.siti.account.username}")
    await village.adi.gets(village.adi.private, text="is blocked")
    village.siti.open((await card_of(village, village.adi)).link)
    offered = await village.siti.gets(village.siti.private, key="By lot")
    await village.siti.answer(village.siti.press(offered, "By lot"))
    waiting = await village.adi.gets(village.adi.private, text="Adi invites anybody")
    match = await village.match(waiting)
    assert match.open


async def test_a_changed_link_opens_nothing(village: Village) -> None:
    village.adi.start()
    village.siti.open(f"{(await card_of(village, village.adi)).link}x")
    await village.siti.gets(village.siti.private, text="Nobody can accept the invitation any more.")
    assert not invitations(village.adi)


async def test_why_a_host_cannot_begin_is_not_told_to_others(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "OPEN_INVITATIONS", 0)
    village.adi.start()
    village.siti.open((await card_of(village, village.adi)).link)
    await village.siti.gets(village.siti.private, text="Adi cannot begin this match just now.")
    assert not invitations(village.adi)


async def test_a_card_of_somebody_unknown_invites_nobody(village: Village) -> None:
    newcomer = village.server.person("Newcomer")
    other = village.server.group("Other", newcomer, village.siti)
    newcomer.kick_bot(other)
    search = newcomer.search("")
    await newcomer.found(search)
    card = newcomer.choose(search, (search.results or [])[0]["title"], other)
    village.siti.open(card.keys[0].url)
    await village.siti.gets(village.siti.private, text="They are not here.")


async def test_a_called_guest_brings_the_card_of_a_game(village: Village) -> None:
    village.adi.start()
    await village.adi.gets(village.adi.private, key="New game")
    other = village.server.group("Other", village.adi, village.siti)
    village.adi.kick_bot(other)
    village.adi.call(other, "@papan_bot dam-8")
    card = await village.siti.gets(other, text="Adi invites you to play Malaysian checkers 8x8.", key="Sit down")
    village.siti.open(card.keys[0].url)
    await village.siti.gets(village.siti.private, text="Adi invites you to play", key="By lot")
    await village.adi.gets(village.adi.private, text="Adi invites anybody")


@pytest.mark.parametrize("said", ["@papan_bot", "@papan_bot zzz", "/board@papan_bot"])
async def test_a_called_guest_says_how_to_name_a_game(village: Village, said: str) -> None:
    other = village.server.group("Other", village.adi, village.siti)
    village.adi.kick_bot(other)
    village.adi.call(other, said)
    told = await village.siti.gets(other, text="Write the name of a game after mine", key="Open a private chat")
    village.siti.open(told.keys[0].url)
    await village.siti.gets(village.siti.private, key="New game")


def test_a_link_is_signed_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = InviteCards("1:token")
    link = cards.make("123", "dam-8")
    read = cards.read(link)
    assert read is not None
    assert (read.account, read.game) == ("123", "dam-8")
    at = len(invite_cards.CARD_LINK) + 5
    forged = link[:at] + ("A" if link[at] != "A" else "B") + link[at + 1 :]
    for other in (forged, f"{link}x", invite_cards.CARD_LINK, f"{invite_cards.CARD_LINK}é"):
        assert cards.read(other) is None
    assert InviteCards("2:token").read(link) is None
    monkeypatch.setattr(invite_cards, "CARD_LASTS", -1)
    assert cards.read(link) is None


def test_every_game_fits_into_a_link() -> None:
    cards = InviteCards("1:token")
    assert all(cards.make(str(2**52), each.key) for each in rulesets())
