"""Somebody who learns a game with nothing but what stands on the screen: its text and its buttons."""

import re
from typing import Protocol, Self, TypeVar

from bot.words import Words

_POINT = re.compile(r"[a-z][0-9]{1,2}")


class Screen(Protocol):
    """The screen of Papan as a person sees it, and can press."""

    @property
    def text(self) -> str: ...

    @property
    def labels(self) -> list[str]: ...

    async def press(self, label: str) -> Self:
        """Press what is labelled so; what is seen then."""
        ...


S = TypeVar("S", bound="Screen")


async def finished(screen: S, say: Words) -> S:
    """Every lesson from here to the last: the answer is looked up, given, and the next lesson opened."""
    while True:
        screen = await done(screen, say)
        if say("Next") not in screen.labels:
            return screen
        screen = await screen.press(say("Next"))


async def done(screen: S, say: Words) -> S:
    """One lesson: *Show*, *Once more*, and the answer, piece by piece where it does not stand there whole."""
    screen = await screen.press(say("Show"))
    before, after = say("This is right: {move}.", move="\0").split("\0")
    answer = re.search(f"{re.escape(before)}(.+){re.escape(after)}", screen.text)
    assert answer, screen.text
    screen = await screen.press(say("Once more"))
    right = say("Right: {move}.", move="\0").partition("\0")[0]
    while right not in screen.text:
        label = next((each for each in screen.labels if answer[1] in each), None)
        points = _POINT.findall(answer[1])
        label = label or next((each for point in points for each in screen.labels if each.startswith(point)), None)
        label = label or say("Leave them there")
        screen = await screen.press(label)
    return screen
