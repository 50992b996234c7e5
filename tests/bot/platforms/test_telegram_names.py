"""Names on Telegram that look like mentions, commands and addresses: in captions, texts and calls they lead nowhere."""

import re
from pathlib import Path

from bot.bootstrap import run_app
from loopback.telegram import TelegramServer
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in

HOST, GUEST = "@everyone t.me/x", "https://evil.example"


async def test_names_lead_nowhere_in_captions_texts_and_calls(tmp_path: Path) -> None:
    async with TelegramServer() as server:
        host = server.person(HOST, "host_k", started=True)
        guest = server.person(GUEST, "guest_b", started=True)
        group = server.group("Kampung", host, guest)
        async with run_app(to_telegram(server, file_in(tmp_path))):
            guest.say(guest.private, "/help")
            await guest.gets(guest.private, text="/play")
            host.say(group, "/play @guest_b dam-8 first")
            card = await host.gets(group, key="Accept", photo=True)
            await guest.answer(guest.press(card, "Accept"))
            host.say(group, "c3-d4", reply_to=card)
            await guest.gets(group, text="played c3-d4")
            await server.until(lambda: any(message.reply_to is card for message in guest.from_bot(group)))
            shown = [message.shown for message in (*guest.from_bot(group), *guest.from_bot(guest.private))]
    told = "\n".join(shown).replace("@guest_b", "")
    assert "everyone" in told
    assert "evil" in told
    assert not re.search(r"@\w|t\.me|evil\.example|https:", told)
