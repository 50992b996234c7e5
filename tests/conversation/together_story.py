"""People who share a side against the computer, as they meet it: they gather on a card, play in turn, and resign."""

from bot.matches.status import Status
from bot.matches.village import awaited_village
from bot.services.services import Services
from loopback.waiting import eventually
from tests.conversation.clients import Client
from tests.conversation.two_days import Forward
from tests.conversation.village_story import GAME, live


async def in_turn(adi: Client, siti: Client, ros: Client, forward: Forward, services: Services) -> str:
    """Siti opens a team, the others join it, and they play in turn; one of them lets their time pass. The code."""
    await siti.types("/together")
    await siti.reads("Which game?")
    await siti.types(f"/together game:{GAME} level:1 way:turn")
    await ros.reads(" wants to play together against Computer 1.", "In turn: each turn belongs to the next of you")
    for each, names in ((ros, "Siti and Ros"), (adi, "Siti, Ros and Adi")):
        await each.presses("Join")
        await siti.reads(f"In the team: {names}.")
    await siti.presses("Begin")
    await siti.reads("Computer 1")
    (code,) = await live(services)
    await siti.reads("Siti, it is your turn for ")
    await ros.presses("Our move")
    await ros.reads("It is the turn of Siti in your team.")
    await siti.presses("Our move")
    await siti.reads("Which turn should ")
    match = await eventually(lambda: services.matches.get(code), awaited_village)
    point = match.game.ruleset.board.points
    move = match.game.legal_moves[0]
    await siti.presses(f" · {'-'.join(point[each] for each in move.path)}")
    await siti.reads("It is played in a moment.")
    await ros.reads("Ros, it is your turn for ")
    await forward(8)
    await adi.reads("Adi, it is your turn for ", "as the one before you was silent.")
    return code


async def gives_up(adi: Client, siti: Client, services: Services, code: str) -> None:
    """Two of three resign, whoever's turn it is, and play on with one press."""
    await siti.presses("Our move")
    await siti.presses("Vote to resign")
    await siti.reads("You vote to resign.")
    await adi.presses("Our move")
    await adi.presses("Vote to resign")
    await eventually(lambda: services.matches.get(code), lambda each: each.status is Status.OVER)
    await adi.reads("resigned")
    await adi.presses("Together once more")
    (following,) = await eventually(lambda: live(services), lambda codes: codes)
    await adi.reads(f"{following} · ", "In the team: Siti, Ros and Adi.")
    await eventually(lambda: services.matches.get(following), awaited_village)
    await adi.reads("it is your turn for ")
