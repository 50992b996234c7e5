"""A match, or the invitation to it, as the answer to whoever opens it."""

from dataclasses import replace

from bot.app.context import Context
from bot.chat import Answer
from bot.matches.invitation import Invitation
from bot.words import N_

_NO_THREADS = N_(
    "The match stays in this channel: I am not allowed to open threads here (the permission Create Public Threads or "
    "Send Messages in Threads is missing). With it, each match has a thread of its own."
)


async def open_match(context: Context, invitation: Invitation) -> Answer:
    """Begin a match, or the invitation to it. Raises what ``MatchService.open`` raises."""
    services = context.services
    services.openings.begin(context.request.address, services.services.requests.minute)
    match, view = await context.matches.open(context.request.event, context.player, invitation, context.venue)
    answer = await context.services.boards.answer(match, view)
    alone = match.practice or not context.matches.computers.keys().isdisjoint({*match.seats, match.invited})
    if alone or not context.request.lacks_threads:
        return answer
    return replace(answer, text=f"{answer.text}\n{context.say(_NO_THREADS)}")
