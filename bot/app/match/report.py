"""*Report*: to tell the hosts of a place about somebody in a match. Who is reported is not told."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_may_watch
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, TextField
from bot.matches.limits import REPORT_LENGTH
from bot.matches.match import Match
from bot.matches.refusals import NobodyToReport
from bot.matches.reports import REASONS

_WORDS = "words"


async def report_buttons(context: Context, match: Match) -> tuple[Button, ...]:
    """The button for this panel, where somebody else plays and the match stands in a place that has hosts."""
    if not await _whom(context, match):
        return ()
    return (button(match, context.say("Report..."), Action.REPORT),)


async def pressed_report(context: Context, data: CallbackData) -> Answer:
    """*Report...*: who, and why; then the report; then its words, if there are to be any.

    Raises BadCallbackData, and what ``ReportService.report`` raises.
    """
    side, _, reason = data.argument.partition(":")
    if data.argument not in ("", _WORDS) and (side not in ("0", "1") or reason not in REASONS):
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    await check_may_watch(context, match, data)
    if data.argument == _WORDS:
        return await _words(context, match)
    if data.argument:
        await context.services.reports.report(context.player, match.code, int(side), reason)
        return _had(context, match)
    whom = await _whom(context, match)
    if not whom:
        text = context.say(NobodyToReport.sentence)
        return PrivatePanel(title=_title(context, match), text=text, replace=True)
    say, names = context.say, await context.tools.cards.names(match, context.say)
    reasons = tuple(Option(say(text), key) for key, text in REASONS.items())
    menus = []
    for each in whom:
        payload = button(match, "", Action.REPORT, argument=str(each)).payload
        menus.append(Menu(payload, say("Why do you report {name}?", name=names[each]), reasons))
    lines = (
        say("Whom do you want to report to the hosts, and why?"),
        say("They read who reports; nobody else is told. Each match can be reported once by each person."),
    )
    return PrivatePanel(title=_title(context, match), text="\n".join(lines), rows=tuple(menus), replace=True)


async def _whom(context: Context, match: Match) -> tuple[int, ...]:
    whom = context.services.reports.reportable(context.player.id, match)
    if not whom or not any(view.place.community for view in await context.services.views.of_match(match.code)):
        return ()
    names = await context.services.people.names(match)
    return tuple(side for side, player in whom.items() if player in names)  # others are former players


async def _words(context: Context, match: Match) -> PrivatePanel:
    """The field for the words, or that they are kept. Raises ReportClosed."""
    written = context.request.written
    if written is not None:
        await context.services.reports.add_words(context.player.id, match.code, written)
        return _had(context, match)
    payload = button(match, "", Action.REPORT, argument=_WORDS).payload
    label = context.say("What the hosts should know about {code}", code=match.code)
    field = TextField(payload, label, "", REPORT_LENGTH, context.say("Send"))
    return PrivatePanel(
        title=_title(context, match), text=context.say("Only the hosts read it."), replace=True, asks=field
    )


def _had(context: Context, match: Match) -> PrivatePanel:
    add = button(match, context.say("Add words"), Action.REPORT, argument=_WORDS)
    return PrivatePanel(
        title=_title(context, match), text=context.say("The hosts have it."), rows=((add,),), replace=True
    )


def _title(context: Context, match: Match) -> str:
    return f"{match.code} · {game_name(match.game.ruleset, context.say)}"
