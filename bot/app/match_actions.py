"""What changes a match besides a move: invite, sit down, decline, draw, resign, take back, call off, play again."""

from collections.abc import Callable
from datetime import datetime

from bot.app import against, lists
from bot.app.board import button
from bot.app.callback_data import BadCallbackData, CallbackData
from bot.app.context import Context
from bot.app.match_resolver import Wanted, find_match, is_playing
from bot.app.text.names import side_name
from bot.chat import Answer, Button, Menu, Option, Style
from bot.chat.commands import ASK_LEVEL, game_key, read_code
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.people import Person
from bot.matches.refusals import NothingToTakeBack, TooLateToUndo
from bot.matches.status import Status
from bot.services.matches import Player
from engine.games import find_ruleset, rulesets
from engine.ruleset import Agreement, Ruleset


async def play_command(context: Context, opponent: Person | None, game: str, side: str, level: str) -> Answer:
    """``/play``: an invitation card, a practice board, or the panel that asks for what is missing."""
    say = context.say
    if opponent and opponent.is_self:
        opponent, level = None, level or ASK_LEVEL
    if opponent and opponent.is_bot:
        return Answer(text=say("Bots and channels cannot play. Invite a person."))
    if not game:
        return await _games_menu(context, opponent, level)
    key = game_key(game)
    if key is None:
        return lists.unknown_game(context, game)
    ruleset = find_ruleset(key)
    if level and not opponent:
        return await against.play_computer(context, ruleset, level, side)
    if opponent and opponent.account == context.request.person.account:
        return _sit_alone(context, ruleset)
    if not opponent and not side:
        return _opponent_panel(context, ruleset)
    return await _invite(context, ruleset, opponent, against.SIDES.get(side))


async def _games_menu(context: Context, opponent: Person | None, level: str = "") -> Answer:
    """Which game? An opponent that was named goes along in the payload: by player id, by handle, or by level."""
    say = context.say
    whom = f"#{level}" if level else ""
    if opponent:
        whom = (await context.people.player(opponent)).id if opponent.account else f"@{opponent.handle}"
    text = say("Which game do you want to play with {name}?", name=opponent.name) if opponent else say("Which game?")
    options = tuple(Option(ruleset.name, str(number)) for number, ruleset in enumerate(rulesets()))
    menu = Menu(str(CallbackData("ng", argument=whom)), say("Which game?"), options)
    return Answer(title=say("New game"), text=text, rows=(menu,), replace=True)


def _opponent_panel(context: Context, ruleset: Ruleset) -> Answer:
    say, number = context.say, str(rulesets().index(ruleset))
    return Answer(
        title=ruleset.name,
        text=say("Whom do you want to play? To invite one person: /play, their name, and the game."),
        rows=(
            (
                Button(say("Anybody"), str(CallbackData("nw", argument=number)), Style.MAIN),
                Button(say("Computer"), str(CallbackData("cp", argument=number))),
                Button(say("Practice board"), str(CallbackData("np", argument=number))),
            ),
        ),
        replace=True,
    )


def _sit_alone(context: Context, ruleset: Ruleset) -> Answer:
    practice = Button(
        context.say("Practice board"), str(CallbackData("np", argument=str(rulesets().index(ruleset)))), Style.MAIN
    )
    text = context.say("That is you. On a practice board you move both sides.")
    return Answer(title=ruleset.name, text=text, rows=((practice,),), replace=True)


async def pressed_new(context: Context, data: CallbackData) -> Answer:
    """*New game*: which one?"""
    del data
    return await _games_menu(context, None)


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen in the panel: the argument is the opponent (may be none) and the number of the game."""
    whom, _, number = data.argument.rpartition(":")
    ruleset = against.numbered(number, data)
    if not whom:
        return _opponent_panel(context, ruleset)
    if whom.startswith("#"):
        return await against.play_computer(context, ruleset, whom[1:], "")
    platform = context.request.place.platform
    if whom.startswith("@"):
        opponent = Person(platform, "", whom, handle=whom[1:])
    else:
        known = await context.people.by_id(whom, platform)
        if known is None:
            raise BadCallbackData(str(data))
        opponent = _person(known)
    if opponent.account == context.request.person.account:
        return _sit_alone(context, ruleset)
    return await _invite(context, ruleset, opponent, None)


async def pressed_anybody(context: Context, data: CallbackData) -> Answer:
    """An invitation that the first to press takes."""
    return await _invite(context, against.numbered(data.argument, data), None, None)


async def pressed_practice(context: Context, data: CallbackData) -> Answer:
    """A board of one's own, both sides moved by the same person."""
    return await _open(context, against.numbered(data.argument, data), None, 0, practice=True)


async def _invite(context: Context, ruleset: Ruleset, opponent: Person | None, side: int | None) -> Answer:
    return await _open(context, ruleset, opponent, side, practice=False)


async def _open(
    context: Context, ruleset: Ruleset, opponent: Person | None, side: int | None, practice: bool
) -> Answer:
    invitation = Invitation(ruleset, opponent, side, practice=practice)
    match, view = await context.matches.open(context.request.event, context.player, invitation, context.venue)
    return await context.services.answer(match, view)


async def join_command(context: Context, code: str) -> Answer:
    """``/join``: sit down by code, also from another chat or app; the match is then shown here too."""
    named = read_code(code)
    if named is None:
        return Answer(text=context.say("Give the code of the match, as /join K7QM. It stands on the invitation."))
    match = await context.matches.get(named)
    if match.side_of(context.player.id) is None or match.status is Status.INVITED:
        match = await context.matches.join(context.request.event, context.player, named)
    if named in await context.matches.codes_in(context.request.place):
        return _seated(context, match)
    return await context.show_here(match)


def _seated(context: Context, match: Match) -> Answer:
    side = match.side_of(context.player.id) or 0
    text = context.say(
        "You play {side} in {code}.", side=side_name(match.game.ruleset, side, context.say), code=match.code
    )
    return Answer(text=text, brief=True)


async def pressed_accept(context: Context, data: CallbackData) -> Answer:
    """Accept, or sit down on an open invitation, on the side that the button names."""
    if data.argument not in ("", "0", "1"):
        raise BadCallbackData(str(data))
    side = int(data.argument) if data.argument else None
    return _seated(context, await context.matches.join(context.request.event, context.player, data.code, side))


async def pressed_instead(context: Context, data: CallbackData) -> Answer:
    """*Play me instead*: somebody whom an invitation was not for invites its host to the same game."""
    match = await context.matches.get(data.code)
    host = await context.people.by_id(match.host, context.request.place.platform)
    if host is None:
        return Answer(text=context.say("They are not here. Invite anybody with /play, and give them the code."))
    return await _invite(context, match.game.ruleset, _person(host), None)


def _person(player: Player) -> Person:
    return Person(player.platform, player.account, player.name, player.handle, player.locale)


async def pressed_decline(context: Context, data: CallbackData) -> Answer:
    """Decline an invitation."""
    await context.act(data.code, lambda match, now: match.decline(context.player.id, now))
    return Answer(text=context.say("Declined."), brief=True)


async def pressed_withdraw(context: Context, data: CallbackData) -> Answer:
    """Withdraw one's own invitation."""
    await context.act(data.code, lambda match, now: match.withdraw(context.player.id, now))
    return Answer(text=context.say("Withdrawn."), brief=True)


async def resign_command(context: Context, code: str) -> Answer:
    """``/resign``: asks once more before it is done."""
    return await _ask_resign(context, await _mine(context, code))


async def pressed_resign(context: Context, data: CallbackData) -> Answer:
    """*Resign* in a panel: asks once more."""
    return await _ask_resign(context, await context.matches.get(data.code))


async def _ask_resign(context: Context, match: Match) -> Answer:
    match.check_playing(context.player.id)
    names = await context.services.names(match, context.say)
    say = context.say
    sure = button(match, say("Yes, resign"), "ry", Style.DANGER)
    text = say("Give up {code} ({players})?", code=match.code, players=" - ".join(names))
    return Answer(text=text, rows=((sure,),), replace=True)


async def pressed_resign_yes(context: Context, data: CallbackData) -> Answer:
    """Resign, sure."""
    await context.act(data.code, lambda match, now: match.resign(context.player.id, now))
    return Answer(text=context.say("You resigned {code}.", code=data.code), replace=True, brief=True)


async def draw_command(context: Context, code: str) -> Answer:
    """``/draw``: offer a draw, or accept the one that is offered."""
    return await _draw(context, (await _mine(context, code)).code)


async def pressed_draw(context: Context, data: CallbackData) -> Answer:
    """Offer or accept a draw."""
    return await _draw(context, data.code)


async def _draw(context: Context, code: str) -> Answer:
    after = await context.act(code, lambda match, now: match.offer_draw(context.player.id, now))
    say = context.say
    if after.game.outcome is None:
        return Answer(text=say("Draw offered. It stands until your opponent moves."), replace=True, brief=True)
    if after.game.ruleset.agreement is Agreement.COUNT_OFF:
        return Answer(text=say("Agreed to stop: the pieces were counted."), replace=True, brief=True)
    return Answer(text=say("Draw agreed."), replace=True, brief=True)


async def pressed_no_draw(context: Context, data: CallbackData) -> Answer:
    """Play on instead of a draw."""
    await context.act(data.code, lambda match, now: match.answer_draw(context.player.id, False, now))
    return Answer(text=context.say("You play on."), replace=True, brief=True)


async def takeback_command(context: Context, code: str) -> Answer:
    """``/takeback``: undo a fresh unanswered move, else ask the opponent."""
    return await _takeback(context, (await _mine(context, code)).code)


async def pressed_takeback(context: Context, data: CallbackData) -> Answer:
    """Take back, or ask to."""
    return await _takeback(context, data.code)


async def _takeback(context: Context, code: str) -> Answer:
    after = await context.act(code, _undo_or_ask(context.player.id))
    if after.takeback is None:
        return Answer(text=context.say("Taken back."), replace=True, brief=True)
    return Answer(text=context.say("You asked to take back your last move."), replace=True, brief=True)


def _undo_or_ask(player: str) -> Callable[[Match, datetime], Match]:
    def action(match: Match, now: datetime) -> Match:
        try:
            return match.undo(player, now)
        except (NothingToTakeBack, TooLateToUndo):
            return match.ask_takeback(player, now)

    return action


async def pressed_undo(context: Context, data: CallbackData) -> Answer:
    """*Undo* beside one's own move, for a minute."""
    await context.act(data.code, lambda match, now: match.undo(context.player.id, now))
    return Answer(text=context.say("Taken back."), replace=True, brief=True)


async def pressed_allow(context: Context, data: CallbackData) -> Answer:
    """Allow a move to be taken back."""
    await context.act(data.code, lambda match, now: match.answer_takeback(context.player.id, True, now))
    return Answer(text=context.say("Taken back."), replace=True, brief=True)


async def pressed_refuse(context: Context, data: CallbackData) -> Answer:
    """Refuse to let a move be taken back."""
    await context.act(data.code, lambda match, now: match.answer_takeback(context.player.id, False, now))
    return Answer(text=context.say("The move stands."), replace=True, brief=True)


async def pressed_call_off(context: Context, data: CallbackData) -> Answer:
    """Call a match off before it counts."""
    await context.act(data.code, lambda match, now: match.call_off(context.player.id, now))
    return Answer(text=context.say("Called off: no result."), replace=True, brief=True)


async def pressed_rematch(context: Context, data: CallbackData) -> Answer:
    """The first press asks, the other player's press begins the next match with swapped sides."""
    after = await context.matches.rematch(context.request.event, context.player, data.code, context.request.place)
    if after.code == data.code:
        return Answer(text=context.say("You want a rematch. It begins when your opponent presses too."), brief=True)
    return Answer(text=context.say("The rematch is {code}.", code=after.code), brief=True)


async def _mine(context: Context, code: str) -> Match:
    wanted = Wanted(lambda match: is_playing(match) and match.side_of(context.player.id) is not None)
    return await find_match(context, code, wanted)
