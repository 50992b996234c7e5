"""The lost ending of a week as two people of a chat meet it: each holds out."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.text.moves import move_text
from bot.words import words
from engine.game import Game
from engine.holdouts import Ending
from tests.conversation.clients import Client

Types = Callable[[Any, str], Awaitable[None]]
"""Types a line where only its author and Papan read it."""
_ANSWER = re.compile(r"the answer was ([^\s]+)\.")


async def holds_out(who: Client, types: Types, ending: Ending, choice: int) -> int:
    """Type one's turns, the first legal ones or the last, until the ending is over; how many they were."""
    game: Game = ending.start
    held = 0
    while not game.outcome:
        move = game.legal_moves[choice]
        await types(who, f"/move {move_text(game.ruleset, move, words('en'))}")
        game, held = ending.after(game, move), held + 1
        if not game.outcome:
            read = await who.reads(f"You have held {held} of {ending.longest} so far.")
            answer = _ANSWER.search(read)
            assert answer
            assert answer[1] == move_text(game.ruleset, game.moves[-1], words("en"))
    await who.reads(f"You held {held} of {ending.longest}.")
    return held


async def two_hold_out(adi: Client, siti: Client, types: Types, ending: Ending) -> None:
    """Both ask for it, Adi where all are; whoever is second reads the record of the first, and practises."""
    await adi.types("/holdout")
    await adi.reads(f"Hold out as long as you can: {ending.longest} turns are possible.")
    best = await holds_out(adi, types, ending, 0)
    await adi.reads("That is the record")
    await siti.types("/holdout")
    await siti.reads(f"The record here is {best} (Adi).")
    await holds_out(siti, types, ending, -1)
    await siti.presses("Practise")
    await siti.reads("This is practice: it does not count.")
