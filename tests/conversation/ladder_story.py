"""A ladder of a chat as its people meet it: a host has one, three join, challenge, play, decline, stay silent."""

from tests.conversation.clients import Client
from tests.conversation.two_days import Forward


async def begin_ladder(adi: Client, siti: Client, ros: Client) -> None:
    """Adi, who manages the chat, has a ladder there; three people stand on it."""
    await adi.types("/setup")
    await adi.presses("Contests")
    await adi.presses("On, its matches are casual")
    await adi.reads("A ladder for each game: On, its matches are casual")
    await adi.types("/ladder join game:malaysian-checkers-8")
    await siti.reads("Ladder", "1. Adi\n1 person is on it.")
    await siti.presses("Join")
    await ros.reads("Ladder", "2. Siti\n2 people are on it.")
    await ros.presses("Join")
    await adi.reads("1. Adi\n2. Siti\n3. Ros\n3 people are on it.")


async def one_plays_one_declines(adi: Client, siti: Client, ros: Client) -> None:
    """Ros challenges Adi and wins; Siti challenges Adi, who declines."""
    await ros.types("/ladder")
    await ros.presses("Adi")
    await adi.reads("3. Ros\n3 people are on it.\nRos challenges Adi: ")
    await adi.reads(", Ros challenges you on the ladder: ")
    await adi.presses("Accept")
    await ros.offers("Your move")
    await adi.types("/resign")
    await adi.presses("Yes, resign")
    await adi.reads("1. Ros\n2. Adi\n3. Siti\n3 people are on it.")
    await siti.types("/ladder")
    await siti.presses("Adi")
    await siti.reads("Siti challenges Adi: ")
    await adi.presses("Decline")
    await siti.reads("1. Ros\n2. Siti\n3. Adi\n3 people are on it.")


async def one_gets_the_shield(ros: Client, forward: Forward) -> None:
    """The month ends: Ros, who stands first, has the shield."""
    await forward(24 * 31)
    await ros.types("/ladder")
    await ros.reads("Ros has held the shield since the end of ")


async def one_stays_silent(adi: Client, siti: Client, forward: Forward) -> None:
    """Adi challenges Siti, who says nothing in time."""
    await adi.types("/ladder")
    await adi.presses("Siti")
    await adi.reads("Adi challenges Siti: ")
    await forward(60)
    await adi.reads("2. Siti\n3. Adi\n3 people are on it.\nAdi challenges Siti: ")
    await forward(60)
    await adi.reads("1. Ros\n2. Adi\n3. Siti\n3 people are on it.")
