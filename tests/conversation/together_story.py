"""People who share a side, as they meet it: they gather on a card, play in turn against the computer, and resign; two
teams of them, of which one is a single person; and a team that consults.
"""

from functools import partial

from bot.matches.match import Match
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
    await siti.types(f"/together game:{GAME} against:1 way:turn")
    await ros.reads(" wants to play together against Computer 1.", "In turn: each turn belongs to the next of you")
    for each, names in ((ros, "Siti and Ros"), (adi, "Siti, Ros and Adi")):
        await each.presses("Join")
        await siti.reads(f"In the team: {names}.")
    await siti.presses("Begin")
    await siti.reads("Computer 1")
    (code,) = await live(services)
    await siti.reads("Siti, it is your turn for ")
    await ros.presses("Our move", code)
    await ros.reads("It is the turn of Siti in your team.")
    await siti.presses("Our move", code)
    await siti.reads("Which turn should ")
    match = await eventually(lambda: services.matches.get(code), awaited_village)
    point = match.game.ruleset.board.points
    move = match.game.legal_moves[0]
    await siti.presses(f" · {'-'.join(point[each] for each in move.path)}", code)
    await siti.reads("It is played in a moment.")
    await eventually(lambda: services.matches.get(code), partial(_is_beyond, match.game.ply + 1))
    await ros.reads("Ros, it is your turn for ")
    await ros.reads(f" in {code}. It is your turn for ")
    await forward(8)
    await adi.reads("Adi, it is your turn for ", "as the one before you was silent.")
    return code


async def gives_up(adi: Client, siti: Client, services: Services, code: str) -> None:
    """Two of three resign, whoever's turn it is, and play on with one press."""
    await siti.presses("Our move", code)
    await siti.presses("Vote to resign", code)
    await siti.reads("You vote to resign.")
    await adi.presses("Our move", code)
    await adi.presses("Vote to resign", code)
    await eventually(lambda: services.matches.get(code), lambda each: each.status is Status.OVER)
    await adi.reads("resigned")
    await adi.presses("Together once more", code)
    (following,) = await eventually(lambda: live(services), lambda codes: codes)
    await adi.reads(f"{following} · ", "In the team: Siti, Ros and Adi.")
    await siti.reads(f" in {following}", " your turn for ")
    await eventually(lambda: services.matches.get(following), awaited_village)
    await adi.reads("it is your turn for ")


async def each_other(adi: Client, siti: Client, ros: Client, services: Services) -> None:
    """Siti alone plays against Ros and Adi, who give up in their second turn."""
    others = await live(services)
    await siti.types(f"/together game:{GAME} against:us way:turn")
    await ros.reads("Team Upriver plays Team Downriver: two teams of us.", "Team Downriver: nobody.")
    for each, names in ((ros, "Ros"), (adi, "Ros and Adi")):
        await each.presses("Team Downriver")
        await siti.reads(f"Team Downriver: {names}.")
    await siti.presses("Begin")
    (code,) = set(await eventually(lambda: live(services), lambda codes: set(codes) - set(others))) - set(others)
    match = await eventually(lambda: services.matches.get(code), awaited_village)
    point = match.game.ruleset.board.points
    while match.game.ply < 2 or match.seats[match.game.turn] == match.host:
        is_siti = match.seats[match.game.turn] == match.host
        mover, called = (siti, "Siti") if is_siti else (ros, "Ros")
        await mover.reads(f"{called}, it is your turn for Team {'Upriver' if is_siti else 'Downriver'}.")
        await mover.presses("Our move", code)
        move, ply = match.game.legal_moves[0], match.game.ply
        await mover.presses(f" · {'-'.join(point[each] for each in move.path)}", code)
        await mover.reads("It is played in a moment.")
        match = await eventually(partial(services.matches.get, code), partial(_is_beyond, ply))
    await adi.reads("Adi, it is your turn for Team Downriver.")
    for each, panel in ((ros, "It is the turn of Adi in your team."), (adi, "Which turn should Team Downriver play?")):
        await each.presses("Our move", code)
        await each.reads(panel)
        await each.presses("Vote to resign", code)
        await each.reads("You vote to resign.")
    await eventually(lambda: services.matches.get(code), lambda each: each.status is Status.OVER)
    await siti.reads("Team Downriver has resigned")


def _is_beyond(ply: int, match: Match) -> bool:
    return match.game.ply > ply


async def in_consultation(adi: Client, siti: Client, ros: Client, services: Services) -> None:
    """Siti opens another team: she proposes a turn, and Ros agrees and plays it."""
    before = {*await live(services)}
    await siti.types(f"/together game:{GAME} against:1 way:consultation")
    await ros.reads("In consultation: you propose turns to each other")
    for each, names in ((ros, "Siti and Ros"), (adi, "Siti, Ros and Adi")):
        await each.presses("Join")
        await siti.reads(f"In the team: {names}.")
    await siti.presses("Begin")
    await siti.reads("consults: propose a turn with ")
    (code,) = {*await live(services)} - before
    match = await eventually(lambda: services.matches.get(code), awaited_village)
    point = match.game.ruleset.board.points
    move, ply = match.game.legal_moves[0], match.game.ply
    await siti.presses("Our move", code)
    await siti.reads(code, "Which turn should ")
    turn = "-".join(point[each] for each in move.path)
    await siti.presses(f" · {turn}", code)
    await siti.reads("The others of your team see it and can agree; then any of you plays it.")
    await ros.presses("Our move", code)
    await ros.reads("Siti proposes ", "1 of 3 agree.")
    await ros.presses(turn, code)
    await ros.reads("2 of 3 agree.")
    await ros.presses(turn, code)
    await eventually(lambda: services.matches.get(code), partial(_is_beyond, ply))
