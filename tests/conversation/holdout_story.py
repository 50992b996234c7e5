"""The lost ending of a week as two people of a chat meet it: each holds out."""

import re

from bot.app.text.moves import move_text
from bot.words import words
from engine.game import Game
from engine.holdouts import Ending
from tests.conversation.clients import Client

_ANSWER = re.compile(r"the answer was ([^\s]+)\.")


async def holds_out(who: Client, ending: Ending, choice: int) -> int:
    """Press one's turns, the first legal ones or the last, until the ending is over; how many they were."""
    game: Game = ending.start
    held, panel = 0, f"{ending.longest} turns are possible."
    while not game.outcome:
        move = game.legal_moves[choice]
        turn = move_text(game.ruleset, move, words("en"))
        await who.presses(turn, panel)
        game, held = ending.after(game, move), held + 1
        if not game.outcome:
            panel = f"You have held {held} of {ending.longest} so far."
            read = await who.reads(f"You played {turn}, ", panel)
            answer = _ANSWER.search(read)
            assert answer
            assert answer[1] == move_text(game.ruleset, game.moves[-1], words("en"))
    await who.reads(f"You held {held} of {ending.longest}.")
    return held


async def two_hold_out(adi: Client, siti: Client, ending: Ending) -> None:
    """Both ask for it, Adi where all are; whoever is second reads the record of the first, and practises."""
    await adi.types("/holdout")
    await adi.reads(f"Hold out as long as you can: {ending.longest} turns are possible.")
    best = await holds_out(adi, ending, 0)
    await adi.reads("That is the record")
    await siti.types("/holdout")
    await siti.reads(f"The record here is {best} (Adi).")
    await holds_out(siti, ending, -1)
    await siti.presses("Practise")
    await siti.reads("This is practice: it does not count.")
