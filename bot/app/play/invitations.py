"""An invitation from its card on: joined by code, accepted, declined, withdrawn, or turned into another."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

from bot.app.boards.board_text import board_title, evening_lines, guest_side, invites_you
from bot.app.boards.match_message import button, even_start, invitation_answers
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.match.own_view import own_view
from bot.app.pictures.images import scene_of
from bot.app.play.learn_offer import learn_offer
from bot.app.play.play import open_match
from bot.app.requests.context import Context, side_look
from bot.app.requests.hosts import as_admitted
from bot.app.requests.visibility import check_may_see
from bot.app.text.clock import terms_line
from bot.app.text.names import side_name
from bot.chat import Answer, PrivatePanel, Refusal, Toast
from bot.chat.games import game_key
from bot.chat.match_codes import read_code
from bot.matches.identity import Person
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, NotForYou, OpenedJustNow
from bot.matches.status import Status
from bot.matches.terms import Terms
from engine.games import find_ruleset
from engine.position import Position, start_position

SHOWN_AFTER = timedelta(seconds=1)
"""The time until the invitation of a card stands in the private chat of its host."""


async def join_command(context: Context, code: str) -> Answer:
    """``/join``: take a seat by code, also from another chat or app; the match is then shown here too.

    The code of one's own match shows it. Where the host left the side to the guest, they are asked for it.
    """
    named = read_code(code)
    if named is None:
        return Refusal(text=context.say("Give the code of the match, as /join K7QM. You find it on the invitation."))
    match = await context.services.matches.get(named)
    return await _own(context, match) or (
        await _invitation(context, match) if match.open and match.host_side is None else await _sit(context, match.code)
    )


async def opened(context: Context, code: str) -> Answer:
    """An invitation link has been opened: who invites, to which game, and on which side; and the buttons that answer.

    The link of one's own match shows it.
    """
    if (named := read_code(code)) is None:
        return await join_command(context, code)
    match = await context.services.matches.get(named)
    return await _own(context, match) or await _invitation(context, match)


async def from_card(context: Context, host: Context | None, game: str) -> Answer:
    """The invitation of a card that ``host`` has put into some chat, as its guest sees it.

    It is opened, and shown in the host's private chat, when the first person follows its link: before that nobody can
    know whether the card was sent at all. Why the host cannot begin a match is for nobody else's eyes.
    Raises NotForYou, AlreadyTaken, MatchOver.
    """
    say, key, services = context.say, game_key(game), context.services
    if host is None:
        return Refusal(text=say("They are not here. Invite anybody with /play, and give them the code."))
    if key is None:
        return Refusal(text=say("Nobody can accept the invitation any more."))
    try:
        terms = Terms((await host.community()).usual_terms.pace)
        invitation, venue = Invitation(find_ruleset(key), terms=terms), await host.venue()
        begin = partial(services.opening.open, host.request.event, host.player, invitation, venue)
        match, view = await as_admitted(host, begin)
    except OpenedJustNow as already:
        return await opened(context, already.code)
    except ActionRefused:
        return Refusal(text=say("{name} cannot begin this match just now.", name=host.player.name))
    if context.player.id != host.player.id:
        await services.views.not_shown(view.key, SHOWN_AFTER)
    return await opened(context, match.code)


async def _own(context: Context, match: Match) -> Answer | None:
    """One's own match, shown here; None for a match of others."""
    if context.player.id not in (match.host, *match.seats):
        return None
    if not await _is_here(context, match.code):
        return await as_admitted(context, partial(context.show_again, match))
    return await (context.show_here(match) if context.request.place.private else own_view(context, match))


async def _is_here(context: Context, code: str) -> bool:
    return code in await context.services.matches.codes_in(context.request.place)


async def _invitation(context: Context, match: Match) -> PrivatePanel:
    """An invitation as its guest sees it. Raises NotForYou, AlreadyTaken, MatchOver."""
    match.check_may_accept(context.player.id, context.now())
    say, ruleset = context.say, match.game.ruleset
    card = replace(await context.tools.cards.card(match, say), reader=context.player.id)
    look = side_look(context, 0 if match.host_side is None else 1 - match.host_side)
    lines = [say(ruleset.summary), invites_you(card, say), guest_side(match, say), terms_line(match.terms, say)]
    lines += evening_lines(card, say)
    asked = match.open and match.host_side is None and not match.terms.both_sides
    by_lot = (button(match, say("By lot"), Action.ACCEPT),) if asked else ()
    # On the board of all, what one person would rather play is no business of the others.
    terms = (button(match, say("Change terms"), Action.CHANGE_TERMS),) if match.open else ()
    rows = (
        invitation_answers(card, say),
        (*by_lot, *terms),
        even_start(card, say),
        (button(match, say("Rules"), Action.MATCH_RULES), *await learn_offer(context, ruleset)),
    )
    return PrivatePanel(
        title=board_title(match, say),
        text="\n".join(lines),
        picture=await context.tools.images.picture(scene_of(match.game, ("", ""), look, say), say),
        rows=tuple(row for row in rows if row),
        replace=True,
    )


async def _sit(context: Context, code: str, side: int | None = None, *, on_board: bool = False) -> Answer:
    """Take a seat; the match is shown here too, where it does not stand yet. ``on_board``: its message was pressed."""
    here = on_board or await _is_here(context, code)
    request = context.request
    join = partial(context.services.matches.join, request.event, context.player, code, side, request.place)
    match = await as_admitted(context, join)
    if not here:
        return await context.show_here(match)
    side, say = match.side_of(context.player.id) or 0, context.say
    first, second = (side_name(match.game.ruleset, each, say) for each in (side, 1 - side))
    text = (
        say("You play {side} in {code}, and {other} in {half}.", side=first, code=match.code, other=second, half=half)
        if (half := match.mirror_of)
        else say("You play {side} in {code}.", side=first, code=match.code)
    )
    return Toast(text, closes=True, sat_down=match.code)


async def pressed_accept(context: Context, data: CallbackData) -> Answer:
    """Accept an invitation; of an open one, the side that the button names, or by lot. Raises BadCallbackData."""
    if data.argument not in ("", "0", "1"):
        raise BadCallbackData(str(data))
    side = int(data.argument) if data.argument else None
    return await _sit(context, data.code, side, on_board=not data.owner)


async def pressed_instead(context: Context, data: CallbackData) -> Answer:
    """*Play me instead*: a person whom an invitation was not for invites its host to the same game."""
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    host = await context.services.people.by_id(match.host, context.request.place.platform)
    if host is None:
        return Refusal(text=context.say("They are not here. Invite anybody with /play, and give them the code."))
    return await open_match(context, Invitation(match.game.ruleset, player=host.id, terms=match.terms))


async def pressed_ask_again(context: Context, data: CallbackData) -> Answer:
    """*Ask again*: the host of an invitation that expired makes the same one anew; *Try again*: either player of a live
    match that was not begun invites the other to the same.

    Raises NotForYou for anybody else and for other matches, and what ``MatchOpener.open`` raises.
    """
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    if match.never_begun and not match.event and (own := match.side_of(context.player.id)) is not None:
        side = None if match.host_side is None else own
        again = Invitation(
            match.game.ruleset, None, side, _start_of(match), player=match.seats[1 - own], terms=match.terms
        )
        return await open_match(context, replace(again, origin=match.origin))
    if match.host != context.player.id or match.status is not Status.EXPIRED:
        raise NotForYou
    platform, handle = match.invited_handle or ("", "")
    opponent = Person(platform, "", "", handle) if handle else None
    invitation = Invitation(
        match.game.ruleset, opponent, match.host_side, _start_of(match), player=match.invited, terms=match.terms
    )
    return await open_match(context, replace(invitation, origin=match.origin))


def _start_of(match: Match) -> Position | None:
    """The position in which a match begins; None for the ruleset's own start."""
    start = match.game.positions[0]
    return None if start == start_position(match.game.ruleset) else start
