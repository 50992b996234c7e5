"""``/games here``: the matches that are played in this chat and its threads, for whoever wants to watch one. Those who
organise here can take down open invitations of others.
"""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, CallbackData
from bot.app.match.games import page_of
from bot.app.requests.context import Context
from bot.app.requests.hosts import may
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, MessageLink, Option, PrivatePanel, Refusal, Row, cut_at_word
from bot.matches.communities import Right
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import View

LISTED = 100
"""The most matches that are listed, over all pages."""
TO_TAKE_DOWN = 25
"""A menu holds at most this many lines on any platform."""
HERE = "h"
"""Before the number of a page in the buttons of this list."""
OPTION_LENGTH = 100


async def games_here(context: Context, page: int = 0) -> Answer:
    """A page of the matches under way that all in this chat may watch, to this person alone."""
    say, place = context.say, context.request.place
    yours = Button(say("Your matches"), str(CallbackData(Action.GAMES)))
    if place.private:
        text = say("Nobody else is here. In a group, channel or room, /games here lists what is played there.")
        return PrivatePanel(title=say("Matches here"), text=text, rows=((yours,),), replace=True)
    found = await context.services.matches.played_around(place, LISTED + 1)
    # A match that nobody is to watch is its players' alone.
    watched = [match for match in found if match.terms.watched or match.concerns(context.player.id)]
    down = await _to_take_down(context)
    if not watched:
        text = say("No match is under way here. /play begins one.")
        return PrivatePanel(title=say("Matches here"), text=text, rows=(*down, (yours,)), replace=True)
    shown, steps = page_of(watched[:LISTED], page, say, head=HERE)
    snapshots = await context.services.views.snapshots([match.code for match in shown])
    views = {each.match.code: each.views for each in snapshots}
    names = await context.services.people.names(*shown)
    named = {match.code: await context.tools.cards.named(match, say, names) for match in shown}
    lines = [_line(context, match, named[match.code].names) for match in shown]
    if len(watched) > LISTED and shown[-1] is watched[LISTED - 1]:
        lines.append(say("These are the {count} played last.", count=LISTED))
    around = {match.code: [view for view in views.get(match.code, ()) if _is_around(context, view)] for match in shown}
    links = tuple(link for match in shown if (link := _link(context, match, around[match.code])))
    seen = [match for match in shown if any(view.place.is_at(place) for view in around[match.code])]
    options = tuple(
        Option(
            cut_at_word(f"{match.code} · {' - '.join(named[match.code].names)}", OPTION_LENGTH),
            button(match, "", Action.VIEW).payload,
        )
        for match in seen
    )
    rows: tuple[Row, ...] = (Menu(MENU_OF_PAYLOADS, say("Watch a match"), options),) if options else ()
    return PrivatePanel(
        title=say("Matches here"),
        text="\n".join(lines),
        rows=(*rows, *down, (*steps, yours)),
        replace=True,
        links=links,
    )


async def pressed_take_down(context: Context, data: CallbackData) -> Answer:
    """*Take down an invitation*: it is withdrawn, if this person may organise here still.

    Raises NotShownHere, StaffPlays and MatchOver.
    """
    say, place = context.say, context.request.place
    if place.private or not await may(context, Right.ORGANISE):
        return Refusal(text=say("Only those who organise here can do that."), replace=True)
    match = await context.services.rulings.take_down(context.request.event, context.player, place, data.code)
    text = say("The invitation {code} is taken down.", code=match.code)
    return PrivatePanel(title=say("Matches here"), text=text, replace=True)


async def _to_take_down(context: Context) -> tuple[Row, ...]:
    """A menu of the open invitations of others that stand here, for those who organise."""
    if not await may(context, Right.ORGANISE):
        return ()
    say = context.say
    found = await context.services.matches.newest_in(context.request.place, TO_TAKE_DOWN)
    open_ones = [each for each in found if each.status is Status.INVITED and each.open]
    others = [each for each in open_ones if each.host != context.player.id]
    options = []
    for match in others:
        host = await context.services.people.name(match.host)
        line = " · ".join((match.code, game_name(match.game.ruleset, say), host))
        options.append(Option(cut_at_word(line, OPTION_LENGTH), button(match, "", Action.TAKE_DOWN).payload))
    return (Menu(MENU_OF_PAYLOADS, say("Take down an invitation"), tuple(options)),) if options else ()


def _is_around(context: Context, view: View) -> bool:
    """Does a view stand in this chat or a thread of it, where everybody here can read it?"""
    return not view.place.private and view.place.is_around(context.request.place)


def _link(context: Context, match: Match, views: list[View]) -> MessageLink | None:
    """The way to the board of a match, here rather than in a thread."""
    posted = [view for view in views if view.message and not view.frozen]
    if not posted:
        return None
    best = min(posted, key=lambda view: not view.place.is_at(context.request.place))
    return MessageLink(match.code, best.place, str(best.message))


def _line(context: Context, match: Match, names: tuple[str, str]) -> str:
    """A match in one line: code, game, who plays, and whose turn it is."""
    say = context.say
    turn = say("{name} to move", name=names[match.game.turn])
    return " · ".join((match.code, game_name(match.game.ruleset, say), " - ".join(names), turn))
