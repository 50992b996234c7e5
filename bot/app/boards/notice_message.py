"""The message that tells a player of a change by the other one, with the buttons that answer it."""

from dataclasses import replace
from typing import Literal, TypeAlias, assert_never

from bot.app.boards.board_text import MatchCard, why_declined
from bot.app.boards.leaver_message import leaver_message
from bot.app.boards.match_message import (
    button,
    draw_answers,
    guess_button,
    invitation_link,
    late_answers,
    pause_answers,
    ready_button,
    rematch_answers,
    swap_answers,
    takeback_answers,
    try_again,
)
from bot.app.boards.told_text import board_closed, board_hidden, several_wait, told_here_instead, with_others
from bot.app.buttons.callback_data import Action
from bot.app.text.clock import time_left_line
from bot.app.text.moves import in_words, move_text
from bot.app.text.names import ending_sentence, game_name, side_name
from bot.chat import Ping, Row, Style
from bot.matches.boards_match import boards_of
from bot.matches.clock import NOTHING, RATED_GRACE, Halt
from bot.matches.duplicate import duplicate_of
from bot.matches.happening import BY_STAFF, Happening
from bot.matches.limits import READY_WITHIN, UNREACHABLE_FOR
from bot.matches.match import Match
from bot.matches.notices import Notice, Reachability, Reminder, TeamTurn, is_for_leaver
from bot.matches.status import Status
from bot.matches.team import to_move
from bot.matches.tournament import tournament_of
from bot.words import Words

ClockHappening: TypeAlias = Literal[
    Happening.READY,
    Happening.BOTH_READY,
    Happening.TIME_GIVEN,
    Happening.NUDGED,
    Happening.PAUSE_ASKED,
    Happening.PAUSED,
    Happening.PAUSE_REFUSED,
    Happening.WENT_AWAY,
    Happening.UNREACHABLE,
    Happening.LEFT,
    Happening.GOES_ON,
    Happening.TIME_OVER,
]


def notice_message(
    card: MatchCard, notice: Notice, name: str, say: Words, *, hidden: bool = False, closed: bool = False
) -> Ping:
    """The message to the player called ``name``, beginning with that name. ``hidden``: they are shown no board;
    ``closed``: because the staff has decided so.
    """
    match = card.match
    if hidden and notice.what in (Reachability.LOST, Happening.UNREACHABLE):
        text = board_closed(name, match.code, say) if closed else board_hidden(name, match.code, say)
        stopped = notice.what is Happening.UNREACHABLE
        return Ping(text=f"{text} {say('The clock is stopped.')}" if stopped else text)
    if isinstance(notice.what, Reachability):
        rows = ((invitation_link(card, say),),) if _is_unreached(match, notice) else ()
        return Ping(text=_reach(card, notice, name, say), rows=rows)
    if notice.together:
        return Ping(text=several_wait(name, notice.together, say))
    other = _other(card, notice, say)
    if isinstance(notice.what, Reminder):
        return Ping(text=_reminder(card, notice.what, name, other, say), rows=_rows(card, notice, say))
    if is_for_leaver(notice, match):
        return leaver_message(match, name, other, say)
    if isinstance(notice.what, TeamTurn):
        text = _turn_of_team(card, name, say)
    else:
        text = _news(card, notice, notice.what, name, other, say)
    if notice.what in (Happening.NUDGED, Happening.TIME_GIVEN):
        text = " ".join(filter(None, (text, time_left_line(match.clock, card.now, say))))
    if match.game.outcome and notice.what not in (Happening.REMATCH_ASKED, Happening.REMATCH_REFUSED):
        text += " " + ending_sentence(match.game, match.game.outcome, card.names, say)
    elif notice.what in (
        Happening.ACCEPTED,
        Happening.BEGUN,
        Happening.TAKEBACK_ALLOWED,
        Happening.SWAPPED,
    ) and _may_move(match, notice):
        text += " " + say("It is your turn.")
    elif notice.what in (Happening.ACCEPTED, Happening.BEGUN) and match.awaits_ready:
        text += " " + say("It begins when both press Ready, within {time}.", time=say.span(READY_WITHIN))
    if notice.what in BY_STAFF:
        why = say("Reason: {why}.", why=card.ruling) if card.ruling else ""
        text = " ".join(filter(None, (text, why, say("Questions: ask the staff of this server."))))
    if notice.instead:
        text = f"{told_here_instead(name, say)} {text}"
    live = match.clock is not None and match.clock.pace.live
    return Ping(text=text, rows=_rows(card, notice, say), loud=live)


def _reach(card: MatchCard, notice: Notice, name: str, say: Words) -> str:
    """The sentence that somebody, or a chat, cannot be reached any more, or can be again."""
    match = card.match
    side = match.side_of(notice.who) if notice.who else None
    other = card.host if notice.who == match.host else card.invited if side is None else card.names[side]
    facts = {"name": name, "other": other, "code": match.code}
    if _is_unreached(match, notice):
        return say(
            "{name}, I cannot write to {other}. Pass the invitation on; only they may take the seat: /join {code}",
            **facts,
        )
    if notice.what is Reachability.LOST:
        if notice.who:
            return say("{name}, {other} cannot be reached at present. {code} waits for them.", **facts)
        return with_others(say("{name}, another chat with {code} cannot be reached at present.", **facts), say)
    if notice.who:
        return say("{name}, {other} is back in {code}.", **facts)
    return with_others(say("{name}, the other chat with {code} can be reached again.", **facts), say)


def _is_unreached(match: Match, notice: Notice) -> bool:
    """Has an invitation not come to the person it is for?"""
    return notice.what is Reachability.LOST and match.status is Status.INVITED and notice.who == match.invited


def _reminder(card: MatchCard, what: Reminder, name: str, other: str, say: Words) -> str:
    """The sentence about the time that is left to the player to move."""
    match = card.match
    assert match.clock, "there is no time to tell without a clock"
    assert card.now, "what is left is told at a time"
    left, bank = match.clock.left_at(card.now)
    facts = {"name": name, "other": other, "code": match.code}
    if what is Reminder.REMINDED and left > NOTHING:
        return say(
            "{name}, {time} left for your move against {other} in {code}; then your bank of {bank} is used.",
            time=say.duration(left),
            bank=say.duration(bank),
            **facts,
        )
    time = say.duration(left + bank)
    if card.excused:
        return _reminder_of_days(card, time, facts, say)
    if match.terms.rated:
        grace = say.span(RATED_GRACE)
        return say(
            "{name}, {time} left in all in {code}; {grace} after that it is lost.", time=time, grace=grace, **facts
        )
    return say("{name}, {time} left in all in {code}. After that {other} may claim the win.", time=time, **facts)


def _reminder_of_days(card: MatchCard, time: str, facts: dict[str, str], say: Words) -> str:
    """The sentence to a player for whom days away begin when all the time is used, and what follows on those."""
    facts |= {"time": time, "days": say.duration(card.excused)}
    if card.match.terms.rated:
        return say(
            "{name}, {time} left in all in {code}. After that days away begin for you, {days}; {grace} after those it "
            "is lost.",
            grace=say.span(RATED_GRACE),
            **facts,
        )
    return say(
        "{name}, {time} left in all in {code}. After that days away begin for you, {days}; after those {other} may "
        "claim the win.",
        **facts,
    )


def _news(card: MatchCard, notice: Notice, what: Happening, name: str, other: str, say: Words) -> str:
    match = card.match
    facts = {"name": name, "other": other, "code": match.code}
    match what:
        case Happening.INVITED if match.countered:
            return say("{name}, {other} answers your invitation {code} with other terms.", **facts)
        case Happening.INVITED if match.event:
            game = game_name(match.game.ruleset, say)
            return say(
                "{name}, {other} challenges you on the ladder: {game}. It is about your rung.", game=game, **facts
            )
        case Happening.INVITED:
            return say("{name}, {other} invites you to play {game}.", game=game_name(match.game.ruleset, say), **facts)
        case Happening.ACCEPTED if match.mirror_of:
            return say("{name}, {other} plays with you in {code} and {half}.", half=match.mirror_of, **facts)
        case Happening.ACCEPTED:
            return say("{name}, {other} plays with you in {code}.", **facts)
        case (
            Happening.DECLINED
            | Happening.DECLINED_FOR_NOW
            | Happening.DECLINED_GAME
            | Happening.DECLINED_PACE
            | Happening.DECLINED_CHALLENGES
        ):
            told = say("{name}, {other} has declined your invitation {code}.", **facts)
            return f"{told} {why}" if (why := why_declined(match, say)) else told
        case Happening.BEGUN if match.mirror_of:
            return say("{name}, the rematch with {other} has begun: {code} and {half}.", half=match.mirror_of, **facts)
        case Happening.BEGUN:
            return say("{name}, the rematch {code} with {other} has begun.", **facts)
        case Happening.MOVED:
            return _moved(match, facts, say)
        case Happening.TAKEBACK_ASKED:
            return say("{name}, {other} asks to take back a move in {code}.", **facts)
        case Happening.TAKEBACK_ALLOWED:
            return say("{name}, {other} lets you take your move back in {code}.", **facts)
        case Happening.TAKEBACK_REFUSED:
            return say("{name}, {other} does not let you take your move back in {code}.", **facts)
        case Happening.SWAP_ASKED:
            return say("{name}, {other} asks to swap sides in {code} and to go on from there.", **facts)
        case Happening.SWAPPED:
            side = match.side_of(notice.player)
            mine = side_name(match.game.ruleset, side, say) if side is not None else ""
            return say("{name}, {other} agrees to swap sides in {code}: you now play {side}.", side=mine, **facts)
        case Happening.SWAP_REFUSED:
            return say("{name}, {other} keeps the sides in {code} as they are.", **facts)
        case Happening.DRAW_OFFERED:
            return say("{name}, {other} offers a draw in {code}.", **facts)
        case Happening.DRAW_REFUSED:
            return say("{name}, {other} plays on in {code}: no draw.", **facts)
        case Happening.DRAW_AGREED | Happening.RESIGNED | Happening.LOST_ON_TIME:
            return say("{name}, {code} is over.", **facts)
        case Happening.RULED if match.game.outcome:
            return say("{name}, {code} was ended by staff.", **facts)
        case Happening.RULED:
            return say("{name}, {code} was ended by staff: no result.", **facts)
        case Happening.PAUSED_BY_STAFF:
            return say("{name}, {code} was paused by staff.", **facts)
        case Happening.CALLED_OFF if match.actor is None and tournament_of(match):
            return say("{name}, {code} has ended: its tournament has decided it.", **facts)
        case Happening.CALLED_OFF if match.actor is None and duplicate_of(match):
            return say("{name}, {code} was called off: one of the two has left this week's duplicate.", **facts)
        case Happening.CALLED_OFF if match.actor is None and boards_of(match):
            return say("{name}, {code} had no first turn in time: the next in line plays it anew.", **facts)
        case Happening.CALLED_OFF if match.actor is None:
            return say(
                "{name}, {code} was not begun: you were not both ready within {time}.",
                time=say.span(READY_WITHIN),
                **facts,
            )
        case Happening.CALLED_OFF:
            return say("{name}, {other} has called off {code}: no result.", **facts)
        case Happening.REMATCH_ASKED:
            return say("{name}, {other} would like a rematch of {code}.", **facts)
        case Happening.REMATCH_REFUSED:
            return say("{name}, {other} does not want a rematch of {code}.", **facts)
        case (
            Happening.WITHDRAWN
            | Happening.EXPIRED
            | Happening.HINT_TAKEN
            | Happening.UNDONE
            | Happening.OFFER_WITHDRAWN
            | Happening.REMATCH_BEGUN
        ):
            raise ValueError(f"nobody is told of this: {what.value}")
        case _:
            return _clock_news(match, notice, what, facts, say)


def _clock_news(match: Match, notice: Notice, what: ClockHappening, facts: dict[str, str], say: Words) -> str:
    """The sentence about a change of the clock."""
    match what:
        case Happening.READY:
            return say("{name}, {other} is ready in {code} and waits for you.", **facts)
        case Happening.BOTH_READY:
            return say("{name}, {code} has begun: it is your turn.", **facts)
        case Happening.TIME_GIVEN:
            return say("{name}, {other} gives you a day more in {code}.", **facts)
        case Happening.NUDGED:
            return say("{name}, {other} waits for your move in {code}.", **facts)
        case Happening.PAUSE_ASKED:
            return say("{name}, {other} asks for a pause in {code}.", **facts)
        case Happening.PAUSED:
            return say("{name}, {other} agrees to the pause of {code}.", **facts)
        case Happening.PAUSE_REFUSED:
            return say("{name}, {other} plays on in {code}: no pause.", **facts)
        case Happening.WENT_AWAY if notice.player == match.actor:
            return say(
                "{name}, your time in {code} is over, so days away have begun for you: your clocks are stopped. A move "
                "brings you back.",
                **facts,
            )
        case Happening.WENT_AWAY:
            return say("{name}, {other} is away: the clock of {code} is stopped.", **facts)
        case Happening.UNREACHABLE if match.clock and match.clock.halt is Halt.LEFT_CHAT:
            return say("{name}, {other} has left the chat: the clock of {code} is stopped.", **facts)
        case Happening.UNREACHABLE:
            return say("{name}, {other} cannot be reached: the clock of {code} is stopped.", **facts)
        case Happening.LEFT:
            return say(
                "{name}, your opponent in {code} has left for good. In {time} you may claim the win or call it off.",
                time=say.duration(UNREACHABLE_FOR),
                **facts,
            )
        case Happening.GOES_ON if notice.player in match.to_act:
            return say("{name}, the clock of {code} goes on: it is your turn.", **facts)
        case Happening.GOES_ON:
            return say("{name}, the clock of {code} goes on.", **facts)
        case Happening.TIME_OVER if notice.player in match.to_act and match.terms.rated:
            return say(
                "{name}, your time in {code} is over. In {time} it is lost, unless you move.",
                time=say.span(RATED_GRACE),
                **facts,
            )
        case Happening.TIME_OVER if notice.player in match.to_act:
            return say("{name}, your time in {code} is over: {other} may claim the win, unless you move.", **facts)
        case Happening.TIME_OVER if match.terms.rated:
            return say("{name}, {other} has no time left in {code}.", **facts)
        case Happening.TIME_OVER:
            return say("{name}, {other} has no time left in {code}: you may claim the win, but need not.", **facts)
        case _:
            assert_never(what)


def _moved(match: Match, facts: dict[str, str], say: Words) -> str:
    last = match.game.moves[-1]
    move = move_text(match.game.ruleset, last, say)
    if last.captured:
        move = say("{move} (took {count})", move=move, count=len(last.captured))
    if in_words(last):
        return say("{name}, {other} has moved in {code}: {move}.", move=move, **facts)
    return say("{name}, {other} played {move} in {code}.", move=move, **facts)


def _turn_of_team(card: MatchCard, name: str, say: Words) -> str:
    """The sentence that it is the turn of a member, after what the other side has played."""
    match, side = card.match, card.match.game.turn
    team, facts = to_move(card.teams, match), {"name": name, "code": match.code, "team": card.names[side]}
    if team and team.silent:
        return say("{name}, it is your turn for {team} in {code}, as the one before you was silent.", **facts)
    if not match.game.moves or match.game.positions[-2].turn == side:
        return say("{name}, it is your turn for {team} in {code}.", **facts)
    played = _moved(match, {"name": name, "other": card.names[1 - side], "code": match.code}, say)
    turn = say("It is your turn for {team}.", team=card.names[side])
    return f"{played} {turn}"


def _other(card: MatchCard, notice: Notice, say: Words) -> str:
    """The name of the player who made the change."""
    match = card.match
    for seat, name in zip(match.seats, card.names, strict=True):
        if seat is not None and seat != notice.player:
            return name
    return (card.invited if notice.player == match.host else card.host) or say("Former player")


def _may_move(match: Match, notice: Notice) -> bool:
    return notice.player in match.to_act and not match.awaits_ready


def _rows(card: MatchCard, notice: Notice, say: Words) -> tuple[Row, ...]:
    """The buttons that answer the notice."""
    match = card.match
    match notice.what:
        case Happening.DRAW_OFFERED:
            return (draw_answers(match, say),)
        case Happening.TAKEBACK_ASKED:
            return (takeback_answers(match, say),)
        case Happening.SWAP_ASKED:
            return (swap_answers(match, say),)
        case Happening.PAUSE_ASKED:
            return (pause_answers(match, say),)
        case Happening.TIME_OVER if not _may_move(match, notice):
            return tuple(row for row in (late_answers(match, say),) if row)
        case Happening.CALLED_OFF if match.actor is None:
            return tuple(row for row in (try_again(card, say),) if row)
        case Happening.REMATCH_ASKED:
            return tuple(row for row in (rematch_answers(card, say),) if row)
        case Happening.INVITED:
            return ()
        case TeamTurn():
            return ((replace(guess_button(match, say, card.teams), style=Style.MAIN),),)
        case _ if match.awaits_ready and (match.ready is None or notice.player != match.seats[match.ready]):
            return ((ready_button(match, say),),)
        case _ if _may_move(match, notice):
            return ((button(match, say("Your move"), Action.MOVE, Style.MAIN),),)
        case _:
            return ()
