"""A typed turn between a match and a puzzle or lesson: a match that waits here comes first, and a first try is not lost
to a line that was meant for it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from bot.app.moves.typed_line import is_turn, parse
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import is_turn_of
from bot.chat import Answer, PrivatePanel, Refusal, Toast

A = TypeVar("A", Answer, Answer | None)


async def studied(context: Context, text: str, in_match: Callable[[], Awaitable[A]], *, sure: bool = True) -> A:
    """The answer to a typed text in the puzzle or lesson that it answers, or that is open here, where it is a turn
    there and no match here waits for it; else that of ``in_match``, which then says so. Not ``sure``: the text may be
    said to others, and only a legal turn is one.
    """
    study = await context.find_study(context)
    legal = await study.reads(text) if study else None
    if study is None or legal is None or (not legal and not sure):
        return await in_match()
    if study.named or not await _waits_here(context, text):
        return await study.plays(text)
    answer = await in_match()
    said = context.say("That was taken for the match, not for what is open here: {study}.", study=study.title)
    if isinstance(answer, Toast):
        return PrivatePanel(text=f"{answer.text} {said}")
    if isinstance(answer, PrivatePanel | Refusal):
        return replace(answer, text="\n".join(filter(None, (answer.text, said))))
    return answer


async def _waits_here(context: Context, text: str) -> bool:
    """Does a match that stands here wait for this person, on whose board the text is a turn, or nearly one?"""
    listed = await context.listed()
    waiting = [match for match in listed.matches if match.code in listed.here and is_turn_of(context.player)(match)]
    return any([is_turn(await parse(context, match, text)) is not None for match in waiting])
