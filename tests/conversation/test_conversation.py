"""The same conversation on every platform: from the challenge to the agreed draw, with all that a game can ask."""

import pytest

from tests.conversation.chat_platforms import ChatPlatforms
from tests.suites import quick_first


@pytest.mark.parametrize(
    "platform", quick_first(("discord", "telegram", "web"), "a match is played on the board of the room", quick=2)
)
@pytest.mark.long("a browser starts, and a whole conversation is held in it")
async def test_a_match_is_talked_through(chats: ChatPlatforms, platform: str) -> None:
    adi, siti = await chats.client(platform, "Adi"), await chats.client(platform, "Siti")

    async def both_read(*words: str) -> None:
        for client in (adi, siti):
            await client.reads(*words)

    await adi.types(f"/play {siti.tag} malaysian-checkers-8 first")
    await siti.reads("Adi invites")
    await siti.presses("Accept")
    await both_read("Adi (White) to move")

    # typed
    await adi.types("/move g3-f4")
    await both_read("Adi played g3-f4", "Siti (Black) to move")
    # chosen from menus: the piece, then where it goes
    await siti.presses("Your move")
    await siti.reads("Which piece?")
    await siti.presses("b6 · ")
    await siti.reads("Where to?")
    await siti.presses("b6-c5")
    await both_read("Siti played b6-c5")
    # not possible, said to one alone, and put right by a button
    await adi.types("/move f2-f4")
    await adi.reads("Not possible", "f2, f4 do not lie in one line")
    await siti.sees_no("Not possible")
    await adi.presses("f2-g3")
    await both_read("Adi played f2-g3")
    await siti.types("/move a7 to b6")
    await both_read("Siti played a7-b6")
    # as an answer to the board
    await adi.answers_board("f4 g5")
    await both_read("Adi played f4-g5")
    # declining a capture has a price, and the opponent chooses which piece it is
    await siti.types("/move c5-d4")
    await siti.reads("You can capture with", "f6", "h6", "Play c5-d4")
    await siti.presses("Play and lose it")
    await both_read("Siti played c5-d4")
    await adi.presses("Your move")
    await adi.reads("Which piece does your opponent lose?")
    await adi.presses("h6 · ")
    await adi.reads("Which piece?")
    await adi.presses("c3 · ")
    await adi.reads("Where to?")
    await adi.presses("h6 taken off, then c3xe5")
    await both_read("Adi took the piece of", "on h6 off the board", "Adi played c3xe5")
    # two ways lead from f6 to f2, and other men stand on each: nobody chooses but the player
    await siti.types("/move f6 f2")
    await siti.reads("Which way?")
    await siti.presses("f6xh4xf2")
    await both_read("Siti played f6xh4xf2")
    # the end
    await adi.types("/draw")
    await siti.presses("Accept the draw")
    await both_read("Draw")
