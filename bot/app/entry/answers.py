"""The parts of every answer: the person it is for, its language, and the words where there is no answer."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import TypeVar, assert_never

import structlog

from bot.app.buttons import owners
from bot.app.buttons.callback_data import NO_MATCH
from bot.app.requests.context import Context
from bot.app.requests.subject import Question
from bot.app.requests.visibility import has_passed
from bot.app.text.reasons import too_many_captures
from bot.chat import (
    Answer,
    BoardMessage,
    Content,
    DatabaseBusy,
    FileMessage,
    Panel,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Request,
    Toast,
    lettered,
)
from bot.foundation import metrics
from bot.matches.preferences import AS_TEXT
from bot.words import Words
from engine.work import TooMuchWork

_log = structlog.get_logger(__name__)

T = TypeVar("T")
P = TypeVar("P", bound=Panel)


def too_much(say: Words) -> Refusal:
    """The answer to what would keep everybody else waiting."""
    return Refusal(text=too_many_captures(say), replace=True)


def failed(request: Request, say: Words, error: Exception) -> Refusal:
    """The answer to what has just raised an exception. No traceback reaches a person; the log names the event."""
    metrics.FAILURES.labels(request.place.platform).inc()
    facts = {"platform": request.place.platform, "event_id": request.event}
    if isinstance(error, DatabaseBusy):
        _log.warning("request_not_in_time", reason=str(error), **facts)
        text = say("This takes a moment longer than usual. Nothing is lost; please try again in a moment.")
    else:
        _log.exception("request failed", **facts)
        text = say("Something went wrong here. Nothing is lost; please try again.")
    return Refusal(text=text, replace=True)


def for_one(context: Context, answer: Answer, question: Question, code: str = NO_MATCH) -> Answer:
    """The answer with its buttons for this person alone, and with the link that asks for it again in private."""
    match answer:
        case BoardMessage() | Toast():
            return answer
        case PublicAnswer():
            if answer.panel is None:
                return answer
            panel = replace(answer.panel, language=context.say.language)
            return replace(answer, panel=_panel_for_one(context, panel, question, code))
        case FileMessage():
            shown = answer.to_all and owners.bound_button(answer.to_all, context.player.id, context.tools.signer)
            return replace(answer, link=answer.link or question.link(code), to_all=shown)
        case Refusal() | PrivatePanel():
            return _panel_for_one(context, answer, question, owners.match_of(answer) if code == NO_MATCH else code)
        case _:
            assert_never(answer)


def _panel_for_one(context: Context, panel: P, question: Question, about: str) -> P:
    if context.player.labels == AS_TEXT and not context.able.draws_boards:
        panel = lettered(panel)
    bound = owners.bound(panel, context.player.id, context.tools.signer)
    bound = replace(bound, link=panel.link or question.link(about))
    if not isinstance(bound, PrivatePanel):
        return bound
    if bound.updates:
        return replace(bound, updates=_updates(context, bound.updates, question, about))
    position = owners.position_of(panel)
    return replace(bound, passed=partial(has_passed, context, *position)) if position else bound


async def _updates(
    context: Context, updates: AsyncIterator[Panel], question: Question, about: str
) -> AsyncIterator[Panel]:
    """The panel that follows this one for the same person; a sentence if making it fails."""
    try:
        async for panel in updates:
            yield spoken_in(context.say, _panel_for_one(context, panel, question, about))
    except TooMuchWork:
        yield spoken_in(context.say, _panel_for_one(context, too_much(context.say), question, about))
    except Exception as error:
        failure = failed(context.request, context.say, error)
        yield spoken_in(context.say, _panel_for_one(context, failure, question, about))


def spoken_in(say: Words, answer: T) -> T:
    """The answer with the language of its words, in which commands are named; what is no answer as it is."""
    if isinstance(answer, Content | Toast | PublicAnswer):
        return replace(answer, language=answer.language or say.language)
    return answer


def beside(answer: Answer) -> Answer:
    """The answer as a message of its own, so that the panel of another person stays as it is."""
    return replace(answer, replace=False) if isinstance(answer, PrivatePanel | Refusal) else answer
