"""Every place gets what it needs, on Telegram: the whole app on the loopback Telegram."""

from bot.matches.match import Match
from bot.matches.status import Status
from loopback.telegram import Message
from tests.bot.platforms.village import SOON, Village


async def panel_of(village: Village, line: str = "/play") -> Message:
    """Adi's panel in the group, after the choice of a game in the menu; it shows the start."""
    games = await village.asks(line, "Main tapal empat")
    key = next(each for each in games.keys if "Main tapal empat" in each.label)
    village.adi.press(games, data=key.data)
    return await village.adi.gets(village.group, key="Either side", photo=True, within=SOON)


async def opened(village: Village) -> Match:
    """The only match there is, by the card in the group; the panel that led to it has gone."""
    card = await village.siti.gets(village.group, key="Withdraw", photo=True, within=SOON)
    await village.server.until(lambda: village.group.from_bot()[-1] is card, SOON)
    await village.server.until(lambda: not any("Either side" in label for label in keys_in(village)), SOON)
    return await village.match(card)


def keys_in(village: Village) -> list[str]:
    """The labels of all buttons in the group."""
    return [key.label for message in village.group.from_bot() for key in message.keys]


async def start_private_chats(village: Village) -> None:
    """Everybody has started the private chat, so that private answers could go there."""
    for person in (village.adi, village.siti):
        person.start()
        await person.gets(person.private, within=SOON)


async def test_a_bare_play_keeps_its_group_also_with_a_private_chat(village: Village) -> None:
    await start_private_chats(village)
    panel = await panel_of(village)
    assert "Whom do you want to play, and on which side?" in panel.shown
    village.adi.press(panel, "Anybody")
    match = await opened(village)
    assert (match.status, match.invited) == (Status.INVITED, None)
    assert len(village.adi.from_bot(village.adi.private)) == 1, "nothing of it went to the private chat"


async def test_a_named_person_without_a_game_keeps_the_group(village: Village) -> None:
    await start_private_chats(village)
    games = await village.asks("/play @siti_k", "Main tapal empat")
    key = next(each for each in games.keys if "Main tapal empat" in each.label)
    village.adi.press(games, data=key.data)
    card = await village.siti.gets(village.group, text="Adi invites Siti", key="Accept", within=SOON)
    await village.server.until(lambda: games.deleted, SOON)  # so it cannot be used a second time
    assert card.chat is village.group
    assert len(village.adi.from_bot(village.adi.private)) == 1


async def test_the_panel_names_a_side_and_a_person_known_in_this_chat(village: Village) -> None:
    await village.begin()
    panel = await panel_of(village)
    assert "Siti" in [key.label for key in panel.keys]
    assert "Ros" not in [key.label for key in panel.keys], "Ros has not played here"
    village.adi.press(panel, "Tigers")
    panel = await village.adi.gets(village.group, key="\N{CHECK MARK} Tigers", within=SOON)
    village.adi.press(panel, "Siti")
    card = await village.siti.gets(village.group, text="Adi invites Siti", key="Accept", within=SOON)
    match = await village.match(card)
    assert match.game.ruleset.sides[match.host_side or 0].name == "Tigers"
