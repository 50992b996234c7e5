"""A person's learning: a lesson, the rule behind a refusal, a puzzle, and the puzzle of the day of a chat."""

from bot.services.services import Services
from bot.words import Words
from tests.conversation.clients import Client


async def play_learning(adi: Client, siti: Client, _services: Services, _say: Words, _rated: bool) -> None:
    """Siti learns tigers and goats and solves puzzles; Adi, who manages the chat, asks for one each day."""
    await siti.types("/learn main-tapal-empat")
    for label in ("Begin", "Show", "Next", "Show", "All lessons"):
        await siti.presses(label)
    await siti.types("/puzzle malaysian-checkers-8")
    for label in ("Hint", "Show", "Another"):
        await siti.presses(label)
    await siti.types("/puzzle theme:sacrifice")
    await siti.types("/puzzle theme:nonsense")
    await siti.types("/puzzle mine:yes")
    await siti.types("/daily hour:18")
    await adi.types("/daily hour:25")
    await adi.types("/daily hour:18 game:malaysian-checkers-8")
    await adi.presses("Switch off")
