"""``/games``: the matches of a person, as lines that lead to their boards, and as a menu."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import assert_never

from bot.app.boards.board_text import MatchCard
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, CallbackData
from bot.app.match.better_turn import better_turn
from bot.app.match.kept import kept_button
from bot.app.requests.context import Context
from bot.app.text.bids import game_told
from bot.app.text.clock import turn_line
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, MessageLink, Option, PrivatePanel, Row, cut_at_word
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import View
from bot.words import Words

LISTED = 25
"""A menu holds at most this many lines on any platform."""
PAGE = 10
"""Matches on a page: the links to all of them fit into one message on any platform."""
OPTION_LENGTH = 100
_SOON = timedelta(minutes=1)
"""A shorter wait is not told."""


async def games_command(context: Context, page: int = 0) -> Answer:
    """``/games``: a page of this person's matches, most urgent first."""
    say = context.say
    listed = await context.services.matches.listed(context.player.id)
    shown, steps = page_of(listed.matches, page, say)
    unreadable = [
        say("{code} · this match cannot be read at the moment", code=code) for code in listed.unreadable[:LISTED]
    ]
    others = (Button(say("Finished matches"), str(CallbackData(Action.HISTORY))), kept_button(say))
    told, offer = await better_turn(context)
    if not listed.matches and not unreadable:
        text = "\n".join((say("You have no match under way. /play begins one."), *told))
        rows: tuple[Row, ...] = (*offer, others)
        return PrivatePanel(title=say("Your matches"), text=text, rows=rows, replace=True, confidential=bool(offer))
    own = await _list(context, shown, unreadable, (*steps, *others))
    return replace(own, text="\n".join((own.text, *told)), rows=(*own.rows, *offer))


def page_of(matches: Sequence[Match], page: int, say: Words, *, head: str = "") -> tuple[Sequence[Match], list[Button]]:
    """The matches of a page, or of the last one where there are fewer by now, and the ways to the pages beside it.

    ``head`` stands before the number of a page in what its button asks for.
    """
    page = min(page, max(len(matches) - 1, 0) // PAGE)
    beside = [each for each in (page - 1, page + 1) if 0 <= each * PAGE < len(matches)]
    steps = [
        Button(say("Page {number}", number=each + 1), str(CallbackData(Action.GAMES, argument=f"{head}{each}")))
        for each in beside
    ]
    return matches[page * PAGE : (page + 1) * PAGE], steps


async def _list(
    context: Context, matches: Sequence[Match], unreadable: Sequence[str], others: tuple[Button, ...]
) -> PrivatePanel:
    lines = [await match_line(context, match) for match in matches]
    labels = [f"{match.code} · {await opponent(context, match)}" for match in matches]  # the text has the whole line
    views = {
        each.match.code: each.views
        for each in await context.services.views.snapshots([match.code for match in matches])
    }
    rows: list[Row] = [others]
    if matches:
        rows.insert(0, _menu(matches, labels, context.say("Open a match"), CallbackData(Action.VIEW)))
    return PrivatePanel(
        title=context.say("Your matches"),
        text="\n".join((*lines, *unreadable)),
        rows=tuple(rows),
        replace=True,
        confidential=True,
        links=_links(context, matches, views),
    )


def _links(context: Context, matches: Sequence[Match], views: Mapping[str, Sequence[View]]) -> tuple[MessageLink, ...]:
    """For each match the way to its board, where it stands on this platform and this person may read it."""
    links, here = [], context.request.place
    for match in matches:
        readable = [
            view
            for view in views.get(match.code, ())
            if view.message
            and not view.frozen
            and view.place.platform == here.platform
            and (not view.place.private or view.place.is_at(here) or view.perspective == context.player.id)
        ]
        if readable:
            best = min(readable, key=lambda view: not view.place.is_at(here))
            links.append(MessageLink(match.code, best.place, str(best.message)))
    return tuple(links)


async def match_menu(context: Context, matches: Sequence[Match], prompt: str, then: CallbackData) -> Menu:
    """A menu of matches; choosing one does ``then`` in it, which is without the code and the ply of a match."""
    listed = matches[:LISTED]
    return _menu(listed, [await match_line(context, match) for match in listed], prompt, then)


def _menu(matches: Sequence[Match], labels: Sequence[str], prompt: str, then: CallbackData) -> Menu:
    options = (
        Option(cut_at_word(label, OPTION_LENGTH), str(replace(then, code=match.code, ply=match.game.ply)))
        for match, label in zip(matches, labels, strict=True)
    )
    return Menu(MENU_OF_PAYLOADS, prompt, tuple(options))


async def match_line(context: Context, match: Match) -> str:
    """A match in one line: code, game, against whom, and who has been waiting for how long."""
    game = game_told(match, context.say)
    return " · ".join((match.code, game, await opponent(context, match), state(context, match)))


async def opponent(context: Context, match: Match, known: Mapping[str, str] | None = None) -> str:
    """Against whom a match is, or who invites; of a match of others, who plays. ``known``: names, by player."""
    named = await context.tools.cards.named(match, context.say, known)
    side = _side_played(context, match)
    return _without_opponent(context, named) if side is None else context.say("with {name}", name=named.names[1 - side])


def heading(context: Context, card: MatchCard) -> str:
    """A match as its players call it: against whom it is, and the game."""
    side = _side_played(context, card.match)
    game = game_name(card.match.game.ruleset, context.say)
    if side is None:
        return f"{_without_opponent(context, card)} · {game}"
    return context.say("against {name} · {game}", name=card.names[1 - side], game=game)


def _side_played(context: Context, match: Match) -> int | None:
    """The side that this person plays against somebody; None where they do not, or not yet."""
    return None if match.practice or match.status is Status.INVITED else match.side_of(context.player.id)


def _without_opponent(context: Context, card: MatchCard) -> str:
    """The words for who invites whom, or who plays, in a match in which this person has no opponent."""
    say, me, match = context.say, context.player.id, card.match
    if match.practice:
        return say("practice board")
    if match.status is Status.INVITED:
        if match.host != me:
            host = card.host or say("Former player")
            return say("{name} invites anybody", name=host) if match.open else say("{name} invites you", name=host)
        return say("you invited {name}", name=card.invited) if card.invited else say("you invited anybody")
    return " - ".join(name for name in card.names if name)


def state(context: Context, match: Match) -> str:
    """The time for which somebody has been waiting, or the result."""
    say, me, now = context.say, context.player.id, context.services.clock()
    match match.status:
        case Status.INVITED:
            return say.ago(now - match.created)
        case Status.PLAYING:
            waiting = now - (match.moved_at or match.created)
            mine = me in match.to_act
            if any(each is not None for each in (match.draw_offer, match.takeback, match.swap)):
                return say("waits for your answer") if mine else say("waits for their answer")
            if match.clock:
                return turn_line(match.clock, now, say, mine=mine)
            if waiting < _SOON:
                return say("your turn") if mine else say("their turn")
            time = say.duration(waiting)
            return say("your turn for {time}", time=time) if mine else say("their turn for {time}", time=time)
        case Status.OVER | Status.DECLINED | Status.WITHDRAWN | Status.EXPIRED | Status.CALLED_OFF:
            return f"{_result(context, match)} · {say.ago(now - match.changed)}"
        case _:
            assert_never(match.status)


def _result(context: Context, match: Match) -> str:
    say, outcome = context.say, match.game.outcome
    side = match.side_of(context.player.id)
    if outcome is None:
        return say("no result")
    if outcome.winner is None:
        return say("drawn")
    if match.practice or side is None:
        return say("over")
    return say("you won") if outcome.winner == side else say("you lost")
