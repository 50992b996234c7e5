"""Two chats that play each other board by board: somebody is late, and the next in line plays."""

from tests.conversation.boards_story import begin, end, gather, late, opened
from tools.transcripts.linked import town_in
from tools.transcripts.transcript import Transcript

CHATS = ("Kampung (Telegram)", "Kampung (Discord)")


async def two_chats(language: str = "en") -> Transcript:
    """A group on Telegram against a server on Discord."""
    async with town_in(language, "Two chats, board by board") as town:
        adi, siti, ros = (town.on_telegram(name, manages=name == "Adi")[0] for name in ("Adi", "Siti", "Ros"))
        budi, dewi = (town.on_discord(name, manages=name == "Budi") for name in ("Budi", "Dewi"))
        await adi.types("/boards")
        await gather(adi, siti, budi, dewi, town.services, CHATS)
        await adi.types("/boards order people:Siti")
        await adi.types("/boards order people:Adi")
        await begin(adi, budi, town.services, CHATS)
        await late(ros, adi, town.forward)
        await end(dewi, ros, budi, await opened(town.services), CHATS)
        await adi.types("/boards")
        return town.transcript
