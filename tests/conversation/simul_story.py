"""A simul as its people meet it: a host switches them on and plays two, whose boards come up one after the other."""

from tests.conversation.clients import Client


async def two_join(adi: Client, siti: Client, ros: Client) -> None:
    """Adi, who manages the chat, opens a simul that the two others join, and begins it."""
    await adi.types("/setup")
    await adi.presses("All in the chat")
    await adi.presses("On, simuls may be opened")
    await adi.reads("Simuls: one plays many: On, simuls may be opened")
    await adi.types("/simul game:malaysian-checkers-8 side:first boards:2")
    await siti.reads("Adi plays all of you at Malaysian checkers 8x8.", "0 of 2 are in.")
    await siti.presses("Join")
    await ros.reads("1 of 2 are in.")
    await ros.presses("Join")
    await adi.reads("2 of 2 are in.", "Siti and Ros")
    await adi.presses("Begin (Adi)")
    await siti.reads("Adi plays all of them at Malaysian checkers 8x8.", "2 boards under way.", "Adi 0 – 0")
