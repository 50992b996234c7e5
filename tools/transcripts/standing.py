"""The standing of two people: short rated matches, what is told of them, a mirror match that ends in halves, a bid."""

from bot.services.services import Services
from bot.words import Words
from tests.conversation.clients import Client

MOVES = ("c3-d4", "b6-a5", "e3-f4", "a7-b6", "d2-c3", "b8-a7")
"""So many turns that a rated match counts."""


async def play_standing(adi: Client, siti: Client, services: Services, say: Words, rated: bool) -> None:
    """Two matches of draughts, won by each; how the two stand; then tigers and goats, on both sides, and by a bid."""
    word = " rated" if rated else ""
    await adi.types(f"/play {siti.tag} malaysian-checkers-8 first{word}")
    await siti.presses("Accept")
    await _played(adi, siti, services)
    await siti.presses("Rematch")
    await adi.presses("Rematch")
    await _played(siti, adi, services)
    for line in (f"/h2h {siti.tag}", "/profile", "/top"):
        await adi.types(line)
    await adi.types(f"/play {siti.tag} main-tapal-empat first coffee{word}")
    await siti.presses("Mirror match")
    await siti.presses(say("Send to {guest}", guest=adi.name))
    await adi.presses("Accept")
    half, other = await _under_way(services)
    await siti.types(f"/resign {half}")
    await siti.presses("Yes, resign")
    await adi.types(f"/board {other}")
    await adi.types(f"/resign {other}")
    await adi.presses("Yes, resign")
    await adi.types(f"/play {siti.tag} main-tapal-empat bid:16")
    await siti.presses(say("Bid {count}", count=15))
    await adi.presses("Accept")


async def _played(first: Client, second: Client, services: Services) -> None:
    """A match in which each makes a few moves, and one resigns."""
    (code,) = await _under_way(services)
    for number, move in enumerate(MOVES):
        await (first, second)[number % 2].types(f"/move {code} {move}")
    await second.types(f"/resign {code}")
    await second.presses("Yes, resign")


async def _under_way(services: Services) -> list[str]:
    """The codes of the matches that are not over."""
    return [rows.row.code for rows in await services.matches.live_rows("", 10)]
