"""People who type commands and press buttons, as a platform hands them on."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.entry.app import App
from bot.chat import Button, Content, Menu, Request
from bot.chat.command_lines import read_line
from bot.matches.identity import Person, Place
from tests.bot.app.seen import Seen, seen
from tests.bot.kit import ROOM, event


@dataclass
class Visitor:
    """A person who uses Papan, in the room of the tests unless another place is given."""

    papan: App
    name: str
    locale: str = "en"
    address: str = ""

    @property
    def person(self) -> Person:
        return Person("web", self.name.casefold(), self.name, handle=self.name.casefold(), locale=self.locale)

    def request(self, place: Place = ROOM, message: str = "") -> Request:
        return Request(event(), self.person, place, message, address=self.address)

    async def types(self, line: str, *, place: Place = ROOM, opponent: "Visitor | None" = None) -> Seen:
        """A typed command."""
        name, arguments = read_line(line)
        given: dict[str, str | Person] = {**arguments}
        if opponent:
            given["opponent"] = opponent.person
        return await self.commands(name, given, place=place)

    async def commands(self, name: str, given: Mapping[str, str | Person], *, place: Place = ROOM) -> Seen:
        """A command with its options filled in."""
        return seen(await self.papan.command(self.request(place), name, given))

    async def presses(self, answer: Content, label: str, *, place: Place = ROOM) -> Seen:
        """A button or an option whose label contains these words."""
        for payload, values, text in controls(answer):
            if label in text:
                return seen(await self.papan.press(self.request(place), payload, values))
        raise AssertionError(f"{label} is not offered, but {[text for *_, text in controls(answer)]}")

    async def sends(self, payload: str, *values: str) -> Seen:
        """Any payload at all."""
        return seen(await self.papan.press(self.request(), payload, values))

    async def moves(self, *texts: str) -> Seen:
        """Moves, the last one's answer."""
        answer = Seen()
        for text in texts:
            answer = await self.types(f"/move {text}")
        return answer


def controls(answer: Content) -> list[tuple[str, tuple[str, ...], str]]:
    """All buttons and options: payload, values, label."""
    found: list[tuple[str, tuple[str, ...], str]] = []
    for row in answer.rows:
        if isinstance(row, Menu):
            found += [(row.payload, (option.value,), option.label) for option in row.options]
        else:
            found += [(item.payload, (), item.label) for item in row if isinstance(item, Button)]
    return found


def labels(answer: Content) -> list[str]:
    """The labels of all buttons and options."""
    return [label for *_, label in controls(answer)]


async def begin(adi: Visitor, siti: Visitor, game: str = "dam-8", place: Place = ROOM) -> tuple[str, Seen]:
    """A match in which Adi has the first side: its code and its first card."""
    card = await adi.types(f"/play {game} first", place=place, opponent=siti)
    code = card.title.split()[0]
    # In the private chat of the host the buttons that accept do not stand.
    assert (await siti.sends(f"1:{code}:0:ac")).text.startswith("You play")
    return code, card
