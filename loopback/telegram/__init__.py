"""A loopback Telegram for tests: a Bot API server that keeps state, and the people who talk there.

async with TelegramServer() as telegram:
    adi = telegram.person("Adi", "adi_k")
    group = telegram.group("Kampung", adi)
    ... run the bot with base_url telegram.api_url + "/bot" and telegram.token ...
    adi.say(group, "/play")
    card = await adi.gets(group, key="Sit")
    press = await adi.answer(adi.press(card, "Sit"))
"""

from loopback.telegram.faults import Mishap
from loopback.telegram.people import NotThere, Person
from loopback.telegram.pictures import png
from loopback.telegram.server import TelegramServer
from loopback.telegram.state import Press, Search
from loopback.telegram.world import Chat, Key, Message, Topic

__all__ = [
    "Chat",
    "Key",
    "Message",
    "Mishap",
    "NotThere",
    "Person",
    "Press",
    "Search",
    "TelegramServer",
    "Topic",
    "png",
]
