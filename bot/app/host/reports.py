"""``/mod reports``: what was reported to the hosts of a place about people in its matches, until they are through."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.hosts import may_in
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Row, cut_at_word
from bot.matches.communities import Right
from bot.matches.identity import Place
from bot.matches.names import in_text
from bot.matches.refusals import NotStaff
from bot.matches.reports import REASONS
from bot.store.reports import Report

LISTED, OF_MATCH = 10, 3
"""The most reports that are listed, and the most of one match: the text of a panel has room for so many."""
LIST = "/mod reports"
"""The line that a host types to read them."""
_BEGIN, _UNIT = datetime(2026, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
"""A button counts so many units from then on: few letters, as little more than these have room in it."""
_UP_TO = "."
"""Between the code of a match and the moment of the latest of its reports that was listed."""
ROOM = 400
"""Characters of all that was written beside the reports that are listed: each has an equal part of it."""


async def reports_of(context: Context, place: Place) -> Answer:
    """The open reports in a place, by match; without those about whoever asks. Raises NotStaff."""
    if not await may_in(context, Right.RULE, place):
        raise NotStaff
    say = context.say
    found = await context.services.reports.of_place(place, context.player.id)
    listed, rows = first_of(found), tuple[Row, ...]()
    quoted = ROOM // max(1, sum(bool(each.words) for reports in listed.values() for each in reports))
    lines = []
    for code, shown in listed.items():
        lines += [f"{code}:", *[await _line(context, each, quoted) for each in shown]]
        if further := sum(each.match == code for each in found) - len(shown):
            lines.append(say("- Further reports: {count}", count=further))
    if further := len({each.match for each in found}) - len(listed):
        lines.append(say("Further matches: {count}", count=further))
    if listed:
        looks = tuple(Option(code, str(CallbackData(Action.VIEW, code))) for code in listed)
        closing = tuple(Option(code, f"{code}{_UP_TO}{_stamp(shown[0].at)}") for code, shown in listed.items())
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


def first_of(found: Iterable[Report]) -> dict[str, list[Report]]:
    """The reports that are listed, by the codes of their matches: few of each, so that others have room too."""
    by_match: dict[str, list[Report]] = {}
    for each in found:
        by_match.setdefault(each.match, []).append(each)
    listed: dict[str, list[Report]] = {}
    for code, theirs in by_match.items():
        shown = theirs[:OF_MATCH]
        if sum(map(len, listed.values())) + len(shown) > LISTED:
            break
        listed[code] = shown
    return listed


async def pressed_reports(context: Context, data: CallbackData) -> Answer:
    """*Reports*; or *Done with* those of a match that were listed. Raises BadCallbackData, NotStaff."""
    place, done = place_of(data, context.request.place)
    if done:
        if not await may_in(context, Right.RULE, place):
            raise NotStaff
        code, _, stamp = done.partition(_UP_TO)
        await context.services.reports.close(place, code, context.player.id, _moment(stamp))
    return await reports_of(context, place)


def _stamp(moment: datetime) -> str:
    """A moment in a button."""
    return f"{(moment - _BEGIN) // _UNIT:x}"


def _moment(stamp: str) -> datetime:
    """The end of the moment that a stamp names; for a button of old, which has none, the first of all. Raises
    BadCallbackData.
    """
    try:
        return _BEGIN + (int(stamp or "0", 16) + 1) * _UNIT - timedelta.resolution
    except (ValueError, OverflowError):
        raise BadCallbackData(stamp) from None


async def reports_row(context: Context, place: Place) -> tuple[Row, ...]:
    """The button that leads to the open reports, where there are some."""
    if not (count := await _open(context, place)):
        return ()
    label = context.say("Reports: {count}", count=count)
    return ((Button(label, str(CallbackData(Action.REPORTS, argument=about(place)))),),)


async def waiting_lines(context: Context, place: Place) -> tuple[str, ...]:
    """A line for the hosts where there are open reports, for a panel that has no room for another button."""
    if not (count := await _open(context, place)):
        return ()
    return (context.say("Reports: {count}. {command} shows them.", count=count, command=LIST),)


async def _open(context: Context, place: Place) -> int:
    """The number of matches in a place with open reports, without those about whoever asks."""
    return len({each.match for each in await context.services.reports.of_place(place, context.player.id)})


async def _line(context: Context, report: Report, quoted: int) -> str:
    say, people = context.say, context.services.people
    former = say("Former player")
    told = say(
        "{name}: {reason} · by {other}",
        name=await people.name(report.subject) or former,
        reason=say(REASONS[report.reason]),
        other=await people.name(report.player) or former,
    )
    words = f" · {in_text(cut_at_word(' '.join(report.words.split()), quoted))}" if report.words else ""
    return f"- {told} · {say.ago(context.now() - report.at)}{words}"
