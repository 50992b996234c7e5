"""One match on two platforms: opened on one, joined by its code on the other, and shown up to date on both."""

import re
from pathlib import Path

import pytest

from tests.conversation.town import Town


@pytest.mark.parametrize(
    ("here", "there"), [("discord", "telegram"), ("telegram", "web"), ("web", "discord")], ids=lambda name: name
)
async def test_a_match_opened_here_and_joined_there_is_shown_in_both(tmp_path: Path, here: str, there: str) -> None:
    async with Town(tmp_path) as town:
        async with town.papan():
            adi, siti = await town.seat(here, "Adi"), await town.seat(there, "Siti")
            await adi.types("/play main-tapal-empat second")
            card = await adi.reads("invites anybody")
            code = re.findall(r"/join ([A-Z0-9]{4})", card)[0]
            await siti.types(f"/join {code}")
            for seat in (adi, siti):
                await seat.reads(code, "Adi (Tigers) to move")
            await adi.types("/move b2 d4")
            for seat in (adi, siti):
                await seat.reads("Adi played T@b2,T@d4", "Siti (Goats) to move")
            await siti.types("/move c3")
            for seat in (adi, siti):
                await seat.reads("Siti played", "@c3", "Adi (Tigers) to move")
        async with town.papan():
            await adi.answers_board("b2-b1")
            for seat in (adi, siti):
                await seat.reads("Adi played b2-b1", "Siti (Goats) to move")
            await siti.types(f"/resign {code}")
            await siti.presses("Yes, resign")
            for seat in (adi, siti):
                await seat.reads("Siti has resigned")
