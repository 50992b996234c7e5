"""A village as its people meet it: a host has one, one of them plays against the others, they vote, time passes."""

from bot.matches.status import Status
from bot.matches.village import awaited_village
from bot.services.services import Services
from loopback.waiting import eventually
from tests.conversation.clients import Client
from tests.conversation.two_days import Forward

GAME = "malaysian-checkers-8"


async def begin_village(adi: Client) -> None:
    """Adi, who manages the chat, lets it be a village."""
    await adi.types("/setup")
    await adi.presses("All in the chat")
    await adi.presses("On, a vote lasts 8 hours")
    await adi.reads("The village: all here are one player: On, a vote lasts 8 hours")


async def one_against_all(adi: Client, siti: Client, ros: Client, forward: Forward, services: Services) -> str:
    """Ros plays against the others, who vote in panels of their own; at the close it says how many were for the turn.
    The code of the match.
    """
    await ros.types("/village")
    await ros.reads("All here are one player.", "A vote is open for 8 hours")
    await ros.types(f"/village against game:{GAME}")
    begun = await eventually(lambda: live(services), lambda codes: codes)
    match = await eventually(lambda: services.matches.get(begun[0]), lambda each: each.status is Status.PLAYING)
    begins, turn = not awaited_village(match), "a3-b4"
    if begins:
        await ros.types(f"/move {match.code} c3-d4")
        turn = "b6-a5"
    await siti.reads("votes: press Vote. The vote ends ")
    for each in (siti, adi):
        await each.presses("Vote")
        await each.reads("Which turn should ")
        await each.presses(f" · {turn}")
        await each.reads("Your vote: ", "Nobody sees it before the vote is over")
    await siti.reads("votes: 2 voices so far.")
    await forward(8)
    await siti.reads("2 of 2 voices were for it.")
    return match.code


async def nobody_votes(siti: Client, ros: Client, forward: Forward, services: Services, code: str) -> None:
    """Ros moves, and the others let two votes pass: the computer moves for them. Then Ros gives up."""
    match = await services.matches.get(code)
    move = match.game.legal_moves[0]
    points = match.game.ruleset.board.points
    await ros.types(f"/move {code} {'-'.join(points[point] for point in move.path)}")
    await siti.reads("votes: press Vote. The vote ends ")
    await forward(8)
    await siti.reads("The vote is open once more and ends ")
    await forward(8)
    await siti.reads("Nobody had voted for a turn, so the computer has moved for ")
    await ros.types(f"/resign {code}")
    await ros.presses("Yes, resign")
    await siti.reads("resigned")


async def live(services: Services) -> list[str]:
    """The codes of the matches under way, and of the invitations."""
    return [each.row.code for each in await services.matches.live_rows("", 9)]
