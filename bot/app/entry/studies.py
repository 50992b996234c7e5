"""The puzzle or lesson that a typed line belongs to: the one whose message it answers, or the one open in its place."""

from collections.abc import Iterator
from dataclasses import replace

from bot.app.buttons.callback_data import BadCallbackData, CallbackData, read_press
from bot.app.entry.actions import ACTIONS
from bot.app.entry.answers import beside
from bot.app.requests.context import Context
from bot.app.requests.study import Study
from bot.chat import Answer, PrivatePanel, Refusal


async def find_study(context: Context) -> Study | None:
    """The puzzle or lesson that a line may be typed into; where others read it, only what it answers."""
    request, named = context.request, bool(context.request.message)
    payloads = request.offers
    if not named and not context.is_overheard:
        payloads = (context.tools.studies.of(context.player.id, request.place, context.now().timestamp()),)
    for data in _read(payloads):
        spec = ACTIONS.get(data.action)
        if spec is None or spec.study is None:
            continue
        try:
            study = await spec.study(context, data)
        except BadCallbackData:
            continue
        if study is not None:
            return _answering(study, spec.question.link(""), named=named)
    return None


def _read(payloads: tuple[str, ...]) -> Iterator[CallbackData]:
    for payload in payloads:
        try:
            yield read_press(payload)
        except BadCallbackData:
            continue


def _answering(study: Study, link: str, *, named: bool) -> Study:
    """The same, with answers that stand beside its panel; their link asks for a puzzle or lesson, not for a match."""

    async def plays(text: str) -> Answer:
        answer = beside(await study.plays(text))
        return replace(answer, link=answer.link or link) if isinstance(answer, PrivatePanel | Refusal) else answer

    return replace(study, plays=plays, named=named)
