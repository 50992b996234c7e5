"""``/mod reports``: what was reported to the hosts of a place about people in its matches, until they are through."""

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, CallbackData
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.hosts import may_in
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Row
from bot.matches.communities import Right
from bot.matches.identity import Place
from bot.matches.refusals import NotStaff
from bot.matches.reports import REASONS
from bot.store.reports import Report

LISTED = 10
"""The most matches that are listed: the text of a panel has room for so many, with what was written."""


async def reports_of(context: Context, place: Place) -> Answer:
    """The open reports in a place, by match; without those about whoever asks. Raises NotStaff."""
    if not await may_in(context, Right.RULE, place):
        raise NotStaff
    say = context.say
    found = await context.services.reports.of_place(place, context.player.id)
    codes = tuple(dict.fromkeys(each.match for each in found))
    lines = []
    for code in codes[:LISTED]:
        lines += [f"{code}:", *[await _line(context, each) for each in found if each.match == code]]
    if len(codes) > LISTED:
        lines.append(say("Further matches: {count}", count=len(codes) - LISTED))
    listed, rows = codes[:LISTED], tuple[Row, ...]()
    if listed:
        looks = tuple(Option(code, str(CallbackData(Action.VIEW, code))) for code in listed)
        closing = tuple(Option(code, code) for code in listed)
        lines.append(say("/mod and the code rules in a match; /mod ban keeps a person out."))
        done = str(CallbackData(Action.REPORTS, argument=about(place)))
        rows = (Menu(MENU_OF_PAYLOADS, say("Look at a match"), looks), Menu(done, say("Done with"), closing))
    return PrivatePanel(
        title=await of_group(context, place, say("Reports")),
        text="\n".join(lines) or say("Nothing is reported."),
        rows=rows,
        replace=True,
        confidential=True,
    )


async def pressed_reports(context: Context, data: CallbackData) -> Answer:
    """*Reports*; or *Done with* a match. Raises BadCallbackData, NotStaff."""
    place, code = place_of(data, context.request.place)
    if code:
        if not await may_in(context, Right.RULE, place):
            raise NotStaff
        await context.services.reports.close(place, [code], context.player.id)
    return await reports_of(context, place)


async def reports_row(context: Context, place: Place) -> tuple[Row, ...]:
    """The button that leads to the open reports, where there are some."""
    found = await context.services.reports.of_place(place, context.player.id)
    if not found:
        return ()
    label = context.say("Reports: {count}", count=len({each.match for each in found}))
    return ((Button(label, str(CallbackData(Action.REPORTS, argument=about(place)))),),)


async def _line(context: Context, report: Report) -> str:
    say, people = context.say, context.services.people
    former = say("Former player")
    told = say(
        "{name}: {reason} · by {other}",
        name=await people.name(report.subject) or former,
        reason=say(REASONS[report.reason]),
        other=await people.name(report.player) or former,
    )
    quoted = f" · {' '.join(report.words.split())}" if report.words else ""
    return f"- {told} · {say.ago(context.now() - report.at)}{quoted}"
