"""A relaxed match between two people who have other things to do, told as what they do, and read, hour by hour."""

from collections.abc import Awaitable, Callable

from tests.conversation.clients import Client

Forward = Callable[[float], Awaitable[None]]
"""Lets hours pass."""
LATE = "Siti's time is over. Adi may claim the win."


async def play_two_days(adi: Client, siti: Client, forward: Forward) -> None:
    """Two days of moves with a night between them; then Siti stays away until her time is over, and once more.

    It begins at eight in the evening in Kuala Lumpur, where Siti is.
    """
    await _agree(adi, siti)
    await forward(1)
    await _moves(adi, siti, "c3-d4")
    await forward(1)
    await _moves(siti, adi, "b6-a5")
    await forward(0.5)
    await _moves(adi, siti, "e3-f4")
    # the night
    await forward(3)
    await adi.types("/board")
    await adi.reads(
        "Siti sleeps and is told in the morning; the clock goes on",
        "Left for this move: 24 hours; in the bank: 3 days.",
    )
    await forward(6)
    await _moves(siti, adi, "a7-b6")
    await forward(2)
    await _moves(adi, siti, "d2-c3")
    await siti.reads("Siti (Black) to move", "Time for this move ends", "then 3 days in the bank")
    # Siti stays away: 24 hours of the day and the next are over, then three days of 16 hours and a half
    await forward(33)
    await adi.reads("Siti (Black) to move", "The bank is in use and runs out")
    await forward(110)
    for client in (adi, siti):
        await client.sees_no(LATE)
    await forward(2)
    for client in (adi, siti):
        await client.reads("Siti (Black) to move", LATE)
        await client.offers("Claim the win", "Call it off", "Give a day")
    await adi.presses("Give a day")
    for client in (adi, siti):
        await client.reads("Siti (Black) to move", "The bank is in use and runs out")
    await forward(3)
    await _moves(siti, adi, "b8-a7")
    await _moves(adi, siti, "c1-d2")
    await forward(72)
    for client in (adi, siti):
        await client.reads("Siti (Black) to move", LATE)
    await adi.presses("Claim the win")
    for client in (adi, siti):
        await client.reads("Adi wins on time: Siti has none left.")
        await client.offers("Rematch")


async def _agree(adi: Client, siti: Client) -> None:
    """Siti says when she sleeps, and that she is never away by herself; Adi invites her."""
    await siti.types("/settings zone:Asia/Kuala_Lumpur quiet:23-7")
    await siti.reads("It is 20:00 for you, as in Kuala Lumpur.", "Quiet hours: 23:00-07:00.")
    await siti.presses("No days away by themselves")
    await siti.reads("When your time runs out: No days away by themselves.")
    await adi.types(f"/play {siti.tag} malaysian-checkers-8 first")
    for client in (adi, siti):
        await client.reads("Adi invites Siti.", "Relaxed: 1 day a move, 3 days in the bank · days away allowed")
    await siti.presses("Accept")
    for client in (adi, siti):
        await client.reads("Adi (White) to move", "Time for this move ends", "then 3 days in the bank")


async def _moves(mover: Client, other: Client, move: str) -> None:
    await mover.types(f"/move {move}")
    for client in (mover, other):
        await client.reads(f"{mover.name} played {move}", f"{other.name} (", "Time for this move ends")
