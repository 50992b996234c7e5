"""Names on Telegram that look like mentions, commands and addresses: in captions, texts and calls they lead nowhere."""

import re
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.bootstrap.assembly import run_app
from loopback.telegram import TelegramServer
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.suites import quick_first

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


@pytest.mark.parametrize(
    "name",
    quick_first(("", "\u3164", "\u2800\u200b"), "names that cannot be seen are equal, as test_named_opponents shows"),
    ids=ascii,
)
async def test_an_account_whose_name_cannot_be_seen_is_invited_by_a_reply_or_a_mention(
    tmp_path: Path, name: str
) -> None:
    async with TelegramServer() as server:
        host, nobody = server.person("Adi", started=True), server.person(name)
        group = server.group("Kampung", host, nobody)
        with capture_logs() as logs:
            async with run_app(to_telegram(server, file_in(tmp_path))):
                host.say(group, "/play", reply_to=nobody.say(group, "who plays?"))
                await host.gets(group, text="play with ?")
                host.say(group, "/play dam-8 first", reply_to=nobody.say(group, "who plays?"))
                card = await host.gets(group, text="Adi invites ?.", key="Accept")
                await nobody.answer(nobody.press(card, "Accept"))
                board = await host.gets(group, key="Your move", photo=True)
                host.say(group, "c3-d4", reply_to=board)
                await server.until(lambda: any(message.reply_to is board for message in nobody.from_bot(group)))
                if name:  # Telegram marks no mention without a letter
                    host.say(group, f"/play {name} dam first", mention=nobody)
                    await host.gets(group, text="Adi invites ?.", key="Accept")
    assert [line for line in logs if line["log_level"] == "error"] == []
