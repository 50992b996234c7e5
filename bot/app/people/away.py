"""``/away``: days on which a player's clocks stop, until a moment or until they are back."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.people.time_zones import time_in
from bot.app.people.typed_times import read_moment
from bot.app.requests.context import Context
from bot.app.requests.hosts import clocks_of
from bot.chat import Answer, Button, PrivatePanel, Row, TimeStyle, Toast, When
from bot.services.time.timing import AWAY_IN_A_YEAR

_SPANS = {"1d": timedelta(days=1), "3d": timedelta(days=3), "7d": timedelta(days=7)}
"""The choices of the panel, by what their buttons carry."""
_BACK, _DROP = "back", "drop"
PLANNED_WITHIN = timedelta(days=90)
"""Days away can be planned so far ahead."""


async def away_command(context: Context, begin: str, until: str) -> Answer:
    """``/away``: away until a typed moment, from now or another one on, or the panel that asks for one."""
    if not until:
        return await _panel(context, await context.services.time.left(context.player.id))
    zone = await clocks_of(context)
    if not begin:
        return await _go(context, read_moment(until, context.now(), zone, AWAY_IN_A_YEAR))
    first = read_moment(begin, context.now(), zone, PLANNED_WITHIN)
    await context.services.time.plan_away(context.player.id, first, read_moment(until, first, zone, AWAY_IN_A_YEAR))
    return await _changed_panel(context)


async def pressed_away(context: Context, data: CallbackData) -> Answer:
    """A button of the panel: away for so long from now, or back. Raises BadCallbackData."""
    if data.argument == _BACK:
        return await _come_back(context)
    if data.argument == _DROP:
        await context.services.time.drop_plan(context.player.id)
        return await _changed_panel(context)
    if data.argument not in _SPANS:
        raise BadCallbackData(str(data))
    return await _go(context, context.now() + _SPANS[data.argument])


async def _go(context: Context, until: datetime) -> Answer:
    say = context.say
    absence = await context.services.time.go_away(context.player.id, until)
    told, moments = await _moment(context, until)
    sentences = (
        say("You are away until {moment}.", moment=told),
        say.plural(
            "{count} clock is stopped; your opponent knows.",
            "{count} clocks are stopped; your opponents know.",
            len(absence.matches),
        )
        if absence.matches
        else say("None of your clocks is running just now; those that would start stay stopped."),
        _days_left(context, absence.left),
        say("A move brings you back."),
    )
    rows = _rows(context, absence.left + (until - context.now()), away=True)
    return PrivatePanel(title=say("Days away"), text=" ".join(sentences), rows=rows, replace=True, links=moments)


async def _come_back(context: Context) -> Answer:
    say = context.say
    if context.player.away_until is None:
        return Toast(say("You are not away."), closes=True, unseen=True)
    codes = await context.services.time.come_back(context.player.id)
    text = say("Welcome back.")
    if codes:
        text += " " + say.plural("{count} clock goes on.", "{count} clocks go on.", len(codes))
    return Toast(text, closes=True, unseen=True)


async def _changed_panel(context: Context) -> Answer:
    """The panel, after what is planned has changed."""
    player = await context.services.people.by_id(context.player.id, context.player.platform)
    changed = replace(context, player=player or context.player)
    return await _panel(changed, await context.services.time.left(context.player.id))


async def _panel(context: Context, left: timedelta) -> Answer:
    """The panel of an absence: its state, the choices; ``left`` of the days of a year, after those that have begun."""
    say, until, now = context.say, context.player.away_until, context.now()
    moments: tuple[When, ...] = ()
    if until and until > now:
        told, moments = await _moment(context, until)
        lines = [say("You are away until {moment}.", moment=told), say("A move brings you back.")]
        left_if_back = left + (until - now)
    else:
        lines = [say("While you are away your clocks are stopped, and your opponents see until when.")]
        left_if_back = left
    rows, ahead = _rows(context, left_if_back, away=bool(moments)), context.player.planned_from
    if ahead and context.player.planned_until:
        begin, from_then = await _moment(context, ahead)
        end, to_then = await _moment(context, context.player.planned_until)
        moments = (*moments, *from_then, *to_then)
        planned = say("Planned: you are away from {begin} to {end}. Whoever invites you sees it.", begin=begin, end=end)
        rows = (*rows, (Button(say("Drop the plan"), _payload(_DROP)),))
    else:
        planned = say("Planned ahead: /away from:3 Dec until:10 Dec")
    typed = say("Another time can be typed: /away until:5d")
    text = "\n".join((" ".join(lines), planned, _days_left(context, left), typed))
    return PrivatePanel(title=say("Days away"), text=text, rows=rows, replace=True, links=moments)


def _rows(context: Context, left_if_back: timedelta, *, away: bool) -> tuple[Row, ...]:
    """The spans for which there are days enough, and the way back for who is away."""
    buttons = [Button(context.say.span(span), _payload(name)) for name, span in _SPANS.items() if span <= left_if_back]
    if away:
        buttons.append(Button(context.say("I am back"), _payload(_BACK)))
    return (tuple(buttons),) if buttons else ()


def _payload(argument: str) -> str:
    return str(CallbackData(Action.AWAY, argument=argument))


def _days_left(context: Context, left: timedelta) -> str:
    return context.say.plural("{count} day left this year.", "{count} days left this year.", left.days)


async def _moment(context: Context, moment: datetime) -> tuple[str, tuple[When, ...]]:
    """A moment in words, in the zone in which it is typed, with its time unless it is midnight; and as moments."""
    say, zone = context.say, await clocks_of(context)
    here = time_in(zone, moment) if zone else moment.astimezone(UTC)
    day, clock = say.month_day(here), say.time_of_day(here) + ("" if zone else " UTC")
    if here.time() == time():
        return day, (When(day, moment, TimeStyle.DATE),)
    return f"{day}, {clock}", (When(day, moment, TimeStyle.DATE), When(clock, moment, TimeStyle.CLOCK))
