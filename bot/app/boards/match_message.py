"""The message of a match that everybody in a chat sees: an invitation, the board, the result; with its buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from bot.app.boards.board_text import MatchCard, SeenOrigin, board_lines, board_title, passed_on
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.buttons.starts import StartPosition, continue_button
from bot.app.pictures.films import LONGEST_FILM
from bot.app.pictures.images import ImageRenderer, Look, scene_of
from bot.app.text.absences import absence
from bot.app.text.bids import even_label
from bot.app.text.clock import ClockText, clock_text
from bot.app.text.consulting import consulting_text
from bot.app.text.lettered import lettered_board
from bot.app.text.names import side_name
from bot.app.text.seat_clock import banks_told
from bot.app.text.teams import chooses_openly, is_in_turn, turn_told
from bot.app.text.votes import poll_text
from bot.chat import BoardMessage, Button, Invite, Row, Style
from bot.matches.bids import bids_in
from bot.matches.clock import Halt, Stage
from bot.matches.guessing import can_be_guessed
from bot.matches.happening import BY_STAFF, Happening
from bot.matches.invitation import is_uneven
from bot.matches.limits import NUDGES_IN_A_TURN
from bot.matches.match import Match
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.status import CAME_TO_NOTHING, Status
from bot.matches.table_talk import has_table_talk
from bot.matches.team import Team, first_of, team_of, to_move
from bot.matches.terms import FLAGS
from bot.matches.village import awaited_village
from bot.services.services import Services
from bot.words import Words
from engine.position import start_position
from engine.ruleset import Ending
from engine.search import LEVELS
from engine.search.analysis import TURNING_POINTS

BIDDING = "bid"
"""The argument of *Change terms* where they are to be a bid. With a number it is that of *Send*, and is that bid."""

SHARE_PAGE = TURNING_POINTS + 1
"""The page of an analysis behind those of the turning points: all in one picture, to be passed on."""
FILM_FORM = "film"
"""The form of *Export...* that is an animation; its first letter stands in buttons."""


SHOWN_HERE = "public"
"""The argument of a button that shows a board as a new message to all in the place where it is pressed."""


def button(match: Match, label: str, action: Action, style: Style = Style.PLAIN, argument: str = "") -> Button:
    """A button of a match as it stands now."""
    return Button(label, str(CallbackData(action, match.code, match.game.ply, argument)), style)


async def public_board(
    card: MatchCard, look: Look, say: Words, images: ImageRenderer, right: str, *, drawn_there: bool = False
) -> BoardMessage:
    """The message of a match for a whole chat, whatever its state; ``right``: the permission for pictures.

    ``drawn_there``: the platform draws the board, so that the message has no picture.
    """
    match = card.match
    scene = scene_of(match.game, card.names, look, say)
    if not drawn_there:
        scene = replace(scene, banks=banks_told(match, say))
    ended, closed = match.status in CAME_TO_NOTHING, card.hidden

    def drawn() -> str:
        if ended or closed:
            return ""  # nobody will play on this board, or may see it
        return lettered_board(scene, say)

    picture = None if ended or closed or drawn_there else await images.picture(scene, say)
    clock = times_told(card, say)
    why = say("I cannot show pictures here: the permission {right} is missing.", right=right) if right else ""
    return BoardMessage(
        match=match.code,
        title=board_title(match, say),
        text="\n".join(board_lines(card, clock.lines, say)),
        alt=images.alt(scene, say) if drawn_there and not closed else "",
        code="" if picture or drawn_there else drawn(),
        without_picture=lambda: (drawn(), why),
        picture=picture,
        rows=_rows(card, say),
        accepts_moves=match.status is Status.PLAYING,
        links=clock.moments,
        lapses=clock.lapses,
    )


def times_told(card: MatchCard, say: Words) -> ClockText:
    """The words about the clock of a match; about the vote where a village is to move and nothing stops the clock."""
    match = card.match
    if card.poll and awaited_village(match) and not (match.clock and match.clock.halt):
        if card.consulted and card.consulted.team.members:
            return consulting_text(
                card.consulted.team,
                card.consulted.proposals,
                card.poll,
                card.names[match.game.turn],
                say,
                card.now,
                told=any(card.levels),
            )
        team = to_move(card.teams, match)
        if team and (is_in_turn(card.teams) or not team.members):
            return turn_told(team, card.poll, card.names[match.game.turn], say, card.now)
        return poll_text(match, card.poll, card.names, say, card.now, card.community)
    return clock_text(match, card.names, say, card.now) if card.now else ClockText()


def _rows(card: MatchCard, say: Words) -> tuple[Row, ...]:
    match = card.match
    match match.status:
        case Status.INVITED:
            return _invitation_rows(card, say)
        case Status.PLAYING:
            return _playing_rows(card, say)
        case Status.OVER:
            return _over_rows(card, say)
        case Status.EXPIRED if card.is_for(match.host) and not match.event:
            return ((button(match, say("Ask again"), Action.ASK_AGAIN),),)
        case Status.CALLED_OFF if match.never_begun:
            return tuple(row for row in (try_again(card, say),) if row)
        case Status.DECLINED | Status.WITHDRAWN | Status.EXPIRED | Status.CALLED_OFF:
            return ()
        case _:
            assert_never(match.status)


def table_buttons(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The answers and offers below a live board, which itself shows the view and takes the moves."""
    match = card.match
    match match.status:
        case Status.INVITED:
            gathering = _gathering_for(card, say) if card.teams else ()
            return (*gathering, *invitation_answers(card, say), *even_start(card, say), *_withdraw(card, say))
        case Status.PLAYING:
            if not card.is_for(*match.seats):
                return ()
            if match.awaits_ready:
                return (ready_button(match, say),)
            return (*_undo(card, say), *_answers(card, say))
        case Status.OVER:
            following = _next_of_team(card, say) if team_of(card.teams, card.reader or "") else ()
            return (*following, *rematch_answers(card, say), *_other_levels(card, say))
        case Status.CALLED_OFF if card.match.never_begun:
            return try_again(card, say)
        case Status.DECLINED | Status.WITHDRAWN | Status.EXPIRED | Status.CALLED_OFF:
            return ()
        case _:
            assert_never(match.status)


def try_again(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The button by which either player of a live match that was not begun invites the other to the same."""
    match = card.match
    if not match.never_begun or match.event or card.left or not card.is_for(*match.seats):
        return ()
    return (button(match, say("Try again"), Action.ASK_AGAIN, Style.MAIN),)


def rematch_answers(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The buttons that ask for a rematch, or answer the request for one; none where there will be no rematch."""
    match = card.match
    if match.practice or match.villages or match.rematch_refused or match.happened is Happening.REMATCH_BEGUN:
        return ()
    if card.left or not card.is_for(*match.seats):
        return ()
    if card.half and (card.half.status is Status.PLAYING or card.half.rematch_refused):
        return ()
    rematch = button(match, say("Rematch, sides swapped"), Action.REMATCH, Style.MAIN)
    if card.reader and match.has_offered(card.reader):
        return (rematch, _withdraw_offer(match, say))
    return (rematch, button(match, say("No rematch"), Action.REFUSE_REMATCH)) if match.rematch_by else (rematch,)


def _over_rows(card: MatchCard, say: Words) -> tuple[Row, ...]:
    """The next match, what becomes of this one, and other levels: a phone shows whole four short labels beside each
    other, and two long ones.
    """
    match, levels = card.match, _other_levels(card, say)
    more = button(match, say("Moves"), Action.MORE)
    again = rematch_answers(card, say) or _next_of_team(card, say)
    if match.game.moves:
        film = (film_button(match, say),) if match.game.ply <= LONGEST_FILM else ()
        analyse = button(match, say("Analyse"), Action.ANALYSE, argument="0")
        share = button(match, say("Share"), Action.ANALYSE, argument=str(SHARE_PAGE))
        rows: tuple[tuple[Button, ...], ...] = (again, (analyse, share, *film, more), levels)
    else:
        rows = ((*again, more), levels)
    return tuple(row for row in rows if row)


def film_button(match: Match, say: Words) -> Button:
    """The button that gives a finished match as a film."""
    return button(match, say("Film"), Action.EXPORT, argument=FILM_FORM[0])


def look_through(match: Match) -> str:
    """The payload that looks through a match that is over: its board, where it ended before the first move."""
    return str(CallbackData(Action.REPLAY if match.game.moves else Action.VIEW, match.code, match.game.ply))


def go_on_button(match: Match, say: Words) -> tuple[Button, ...]:
    """The button that goes on from where a match ended, if the moves themselves have not ended it."""
    game = match.game
    if not game.moves or not game.may_go_on_from(game.ply):
        return ()
    return (continue_button(StartPosition(game.ruleset, game.position, game.ply, match.code), say),)


def _other_levels(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The buttons after a match with the computer that begin the same one level up, or one down."""
    game = card.match.game.ruleset.short_id
    return tuple(
        button(card.match, label, Action.LEVEL, argument=f"{game}:{human}:{level + step}")
        for level, human in zip(card.levels, ("second", "first"), strict=True)
        if level and not card.match.villages
        for step, label in ((1, say("Stronger")), (-1, say("Gentler")))
        if level + step in LEVELS
    )


def invitation_answers(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The buttons of those who may take the seat: none where only somebody else reads them."""
    match = card.match
    if match.open:
        if card.reader == match.host:
            return ()
        if match.terms.both_sides:
            return (button(match, say("Sit down"), Action.ACCEPT, Style.GOOD),)
        return tuple(_sit_button(match, side, say) for side in (0, 1) if side != match.host_side)
    if not card.is_for(match.invited):
        return ()
    accept = button(match, say("Accept"), Action.ACCEPT, Style.GOOD)
    decline = button(match, say("Decline"), Action.DECLINE, Style.DANGER)
    if match.event:
        return accept, decline
    terms = button(match, say("Change terms"), Action.CHANGE_TERMS)
    if match.terms.bid is not None:
        return accept, decline, *_lower_bid(match, match.terms.bid, say), terms
    return accept, decline, terms, *_fairer(match, say)


def even_start(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The button with which either of the two takes the start at which they would be about even."""
    match, found = card.match, card.evening
    if found is None or not card.is_for(match.host, match.invited):
        return ()
    label = even_label(match.game.ruleset, found, (card.host, card.invited), say)
    start = found.start
    return (button(match, label, Action.EVEN_START, argument=f"{start.host_side}:{start.number}"),)


def _lower_bid(match: Match, bid: int, say: Words) -> tuple[Button, ...]:
    """The button that answers a bid with one less, the sides swapped; none where that is too few."""
    bids = bids_in(match.game.ruleset)
    if bids is None or bid - 1 not in bids or match.host_side != bids.side:
        return ()
    return (button(match, say("Bid {count}", count=bid - 1), Action.SEND_TERMS, argument=f"{BIDDING}{bid - 1}"),)


def _fairer(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons that answer an invitation at once with another term, or with a bid, where the sides are not alike."""
    ruleset, pace = match.game.ruleset, match.terms.pace
    if not is_uneven(ruleset):
        return ()
    begins = match.game.positions[0] == start_position(ruleset)
    answers = tuple(
        button(match, say(flag.label[0]), Action.CHANGE_TERMS, argument=flag.answer)
        for flag in FLAGS
        if flag.answer and flag.is_usual(match.terms) and flag.needs.met_by(pace)
    )
    bid = button(match, say("Bid"), Action.CHANGE_TERMS, argument=BIDDING)
    return (*answers, *((bid,) if begins and bids_in(ruleset) else ()))


def invitation_link(card: MatchCard, say: Words) -> Invite:
    """The link to an invitation, with the words that go with it."""
    return Invite(say("Invite by link"), card.match.code, passed_on(card, say))


def _sit_button(match: Match, side: int, say: Words) -> Button:
    label = say("Sit down as {side}", side=side_name(match.game.ruleset, side, say))
    return button(match, label, Action.ACCEPT, Style.GOOD, f"{side}")


def _withdraw(card: MatchCard, say: Words) -> tuple[Button, ...]:
    return (button(card.match, say("Withdraw"), Action.WITHDRAW),) if card.is_for(card.match.host) else ()


def _invitation_rows(card: MatchCard, say: Words) -> tuple[Row, ...]:
    match = card.match
    rules = button(match, say("Rules"), Action.MATCH_RULES)
    if card.teams:
        return (
            (_joining(card, say), (*_gathering(match, say), rules))
            if len(card.teams) > 1
            else ((*_joining(card, say), *_gathering(match, say), rules),)
        )
    rows: tuple[Row, ...] = (
        invitation_answers(card, say),
        even_start(card, say),
        (*_withdraw(card, say), rules, invitation_link(card, say)),
    )
    return tuple(row for row in rows if row)


def _joining(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The buttons by which somebody joins the team that gathers, or one of the two."""
    if len(card.teams) == 1:
        return (button(card.match, say("Join"), Action.TEAM_JOIN, Style.GOOD),)
    return tuple(
        button(card.match, say("Join {team}", team=name), Action.TEAM_JOIN, Style.GOOD, str(number))
        for number, name in enumerate((card.host, card.invited))
    )


def _gathering(match: Match, say: Words) -> tuple[Button, ...]:
    """The other buttons of the card on which a team gathers."""
    return (
        button(match, say("Leave"), Action.TEAM_LEAVE),
        button(match, say("Begin"), Action.TEAM_BEGIN, Style.MAIN),
    )


def _gathering_for(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """Those of the buttons on the card of a team that its reader may press."""
    (leave, begin), own = _gathering(card.match, say), team_of(card.teams, card.reader or "")
    joins = tuple(each for each, team in zip(_joining(card, say), card.teams, strict=True) if team is not own)
    if own is None:
        return joins
    first = first_of(card.teams)
    return (begin, leave, *joins) if first and first.player == card.reader else (*joins, leave)


def _next_of_team(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The button after a match of a team that begins the next one: a level up where it has won."""
    if not card.teams or card.match.game.outcome is None:
        return ()
    if len(card.teams) > 1:
        return (button(card.match, say("Rematch, sides swapped"), Action.TEAM_NEXT, Style.MAIN),)
    level, side = next(each for each in card.levels if each), card.match.seats.index(card.teams[0].player)
    if card.match.game.outcome.winner == side and level + 1 in LEVELS:
        label = say("Together at level {level}", level=level + 1)
        return (button(card.match, label, Action.TEAM_NEXT, Style.MAIN, str(level + 1)),)
    return (button(card.match, say("Together once more"), Action.TEAM_NEXT, Style.MAIN, str(level)),)


def _playing_rows(card: MatchCard, say: Words) -> tuple[Row, ...]:
    match = card.match
    # For a village nobody moves: those who are of it vote.
    own = [seat for seat, level in zip(match.seats, card.levels, strict=True) if not (match.villages and level)]
    plays = card.is_for(*own) and any(seat not in match.villages for seat in own)
    if plays and match.awaits_ready:
        return (_ready_row(match, say),)
    move = (button(match, say("Your move"), Action.MOVE, Style.MAIN),) if plays else ()
    main = (
        *_vote(card, say),
        *move,
        button(match, say("My view"), Action.VIEW),
        button(match, say("More"), Action.MORE),
        *_undo(card, say),
        *_guess(card, say),
    )
    answers = _answers(card, say) if plays else ()
    return (main, answers) if answers else (main,)


def _undo(card: MatchCard, say: Words) -> tuple[Button, ...]:
    return (button(card.match, say("Undo"), Action.UNDO),) if card.undo and not card.match.counts else ()


def _guess(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The button for those who look on, where the hosts want it: the fifth of its row at most, which every platform has
    room for.
    """
    return (guess_button(card.match, say),) if card.guessable and not card.alone and can_be_guessed(card.match) else ()


def _vote(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The button for those who are of the village that is to move."""
    village = awaited_village(card.match)
    if village is None or card.reader in card.match.seats:
        return ()
    if card.community and card.poll and not card.poll.is_told(village, card.community):
        return ()  # it is the turn of another chat than the one in which this board stands
    return (replace(guess_button(card.match, say, card.teams), style=Style.MAIN),)


def _answers(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """The buttons that answer or withdraw what a player offers or asks for; else those for a late player's opponent."""
    match = card.match

    def for_both(asks: int, answers: tuple[Button, ...]) -> tuple[Button, ...]:
        mine = (_withdraw_offer(match, say),) if card.is_for(match.seats[asks]) else ()
        if match.seats[1 - asks] in match.villages:
            return mine  # a village answers by its vote
        return (*answers, *mine) if card.is_for(match.seats[1 - asks]) else mine

    if match.draw_offer is not None:
        return for_both(match.draw_offer, draw_answers(match, say))
    if match.takeback is not None:
        return for_both(match.takeback, takeback_answers(match, say))
    if match.swap is not None:
        return for_both(match.swap, swap_answers(match, say))
    if match.pause_asked is not None:
        return for_both(match.pause_asked, pause_answers(match, say))
    return late_answers(match, say) or _nudge(card, say)


def _ready_row(match: Match, say: Words) -> tuple[Button, ...]:
    """The row with the button that begins a live match."""
    return (
        ready_button(match, say),
        button(match, say("My view"), Action.VIEW),
        button(match, say("More"), Action.MORE),
    )


def ready_button(match: Match, say: Words) -> Button:
    """The button by which a player says that they are ready for a live match; it tells whether the other is."""
    label = say("Ready") if match.ready is None else say("Ready 1/2")
    return button(match, label, Action.READY, Style.GOOD)


def late_answers(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons for the opponent of a late player, or for both while the clock is stopped; none otherwise."""
    clock = match.clock
    if clock is None:
        return ()
    call_off = button(match, say("Call it off"), Action.CALL_OFF_LATE)
    claim = button(match, say("Claim the win"), Action.CLAIM, Style.GOOD)
    if clock.waited_in_vain:
        return (claim, call_off) if clock.left_for_good else (call_off,)
    if clock.halt is Halt.PAUSE:
        return (button(match, say("Go on"), Action.END_PAUSE),)
    if clock.stage is not Stage.OVER or clock.ends_by_itself:
        return ()
    if clock.halt is Halt.LEFT:
        return (claim, call_off)
    give_day = button(match, say("Give a day"), Action.GIVE_DAY)
    return (claim, call_off, give_day, *((nudge_button(match, say),) if match.nudges < NUDGES_IN_A_TURN else ()))


def nudge_button(match: Match, say: Words) -> Button:
    """The button that reminds the player to move."""
    return button(match, say("Nudge"), Action.NUDGE)


def plan_button(match: Match, say: Words) -> Button:
    """The button by which the player who waits plans an answer."""
    return button(match, say("Plan an answer"), Action.PLAN)


def guess_button(match: Match, say: Words, teams: Sequence[Team] = ()) -> Button:
    """The button by which one who looks on says which turn they expect next, or votes or chooses for their team."""
    if chooses_openly(teams):
        return button(match, say("Our move"), Action.GUESS)
    return button(match, say("Vote") if match.villages else say("Guess"), Action.GUESS)


def say_button(match: Match, say: Words) -> Button:
    """The button that offers what can be said beside the board."""
    return button(match, say("Say..."), Action.SAY)


def _nudge(card: MatchCard, say: Words) -> tuple[Button, ...]:
    """That button for the player who waits, where the other has had their time."""
    match = card.match
    waiting = match.seats[1 - match.game.turn]
    if card.now is None or card.alone or not card.is_for(waiting) or not match.may_nudge(waiting, card.now):
        return ()
    return (nudge_button(match, say),)


def _withdraw_offer(match: Match, say: Words) -> Button:
    """The button by which a player no longer offers or asks for what waits for an answer."""
    return button(match, say("Withdraw offer"), Action.WITHDRAW_OFFER)


def draw_answers(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons that answer a draw that is offered."""
    return (
        button(match, say("Accept the draw"), Action.DRAW, Style.GOOD),
        button(match, say("Play on"), Action.DECLINE_DRAW),
    )


def pause_answers(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons that answer a pause that is asked for."""
    return (
        button(match, say("Agree to the pause"), Action.ALLOW_PAUSE, Style.GOOD),
        button(match, say("No pause"), Action.REFUSE_PAUSE),
    )


def takeback_answers(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons that answer a takeback that is asked for."""
    return (
        button(match, say("Allow it"), Action.ALLOW_TAKEBACK, Style.GOOD),
        button(match, say("Refuse"), Action.REFUSE_TAKEBACK),
    )


def swap_answers(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons that answer the wish to swap sides."""
    return (
        button(match, say("Swap sides"), Action.ALLOW_SWAP, Style.GOOD),
        button(match, say("Keep sides"), Action.REFUSE_SWAP),
    )


class MatchCards:
    """Reads the names of players, and makes cards of matches."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def names(self, match: Match, say: Words) -> tuple[str, str]:
        """The names of the players by side, with the computer's in this language."""
        return self._seated(match, await self._services.people.names(match), say)

    async def named(self, match: Match, say: Words, known: Mapping[str, str] | None = None) -> MatchCard:
        """A match with the names of its people alone; ``known`` are names that were read already, by player."""
        if known is None:
            known = await self._services.people.names(match)
        host, invited = known.get(match.host, ""), known.get(match.invited or "", "")
        if match.invited is None and match.invited_handle:
            invited = f"@{match.invited_handle[1]}"
        elif match.invited in self._services.matches.computers:
            invited = self._seated(replace(match, seats=(match.invited, None)), known, say)[0]
        elif match.invited and not invited:
            invited = say("Former player")
        return MatchCard(match, self._seated(match, known, say), host, invited)

    async def card(
        self,
        match: Match,
        say: Words,
        known: Mapping[str, str] | None = None,
        *,
        guessed: bool = True,
        spoken: bool = True,
    ) -> MatchCard:
        """A match with the names of its people; ``known`` are names that were read already, by player.

        ``guessed``: it may be that somebody has guessed the latest turn; ``spoken``: has said something beside it.
        """
        if known is None:
            known = await self._services.people.names(match)
        named = await self.named(match, say, known)
        named = replace(named, origin=await self._origin(match))
        named = replace(named, teams=await self._services.teams.of(match))
        if match.status is Status.INVITED:
            standing = self._services.standing
            number, evening = await standing.our_number(match), await standing.evening(match)
            now = self._services.clock()
            guest = await self._services.people.by_id(match.invited) if match.invited else None
            away = absence(guest, now, say) if guest else ""
            return replace(named, number=number, evening=evening, absence=away, now=now)
        computers = self._services.matches.computers
        levels = computers.get(match.seats[0] or ""), computers.get(match.seats[1] or "")
        awaits_computer = not computers.keys().isdisjoint(match.to_act)
        stuck = awaits_computer and await self._services.matches.is_stuck(match)
        rematch = await self._code_of_rematch(match)
        left = any(seat not in known and seat not in computers for seat in match.seats if seat)
        is_series = match.status is Status.OVER and not match.practice and not left
        series = await self._services.standing.series(match) if is_series else named.series
        results = await self._services.standing.results(match) if match.terms.rated else None
        by_staff = match.happened in BY_STAFF or match.status is Status.WITHDRAWN
        ruled = by_staff or (match.game.ended and match.game.ended.ending is Ending.RULING)
        ruling = await self._services.rulings.reason(match.code) if ruled else ""
        half = await self._services.standing.pair(match.mirror_of) if match.mirror_of else None
        read = guessed and bool(match.game.moves) and can_be_guessed(match)
        last = await self._services.guesses.of_last_turn(match) if read else None
        talk = await self._services.table_talk.of(match) if spoken and has_table_talk(match) else ()
        named = replace(named, host_note=await self._services.simuls.note_of(match))
        named = replace(named, consulted=await self._services.consultations.of(match) if match.teams else None)
        named = replace(named, poll=await self._services.villages.poll(match) if match.villages else None)
        named = replace(named, ruling=ruling, series=series, results=results, half=half, guessed=last, talk=talk)
        return replace(named, levels=levels, stuck=stuck, rematch=rematch, left=left, now=self._services.clock())

    async def _origin(self, match: Match) -> SeenOrigin | None:
        """The match that another one goes on from, and where all see it; None where there is none that can be read."""
        if match.origin is None:
            return None
        try:
            origin = await self._services.matches.get(match.origin.code)
        except (UnknownMatch, UnreadableMatch):
            return None
        if not origin.terms.watched:
            return SeenOrigin(origin)
        found = await self._services.views.of_match(origin.code)
        return SeenOrigin(origin, tuple(view.place for view in found if not (view.place.private or view.closed)))

    async def _code_of_rematch(self, match: Match) -> str:
        if match.happened is not Happening.REMATCH_BEGUN:
            return ""
        return await self._services.matches.code_of_rematch(match.code) or ""

    def _seated(self, match: Match, known: Mapping[str, str], say: Words) -> tuple[str, str]:
        computers = self._services.matches.computers
        first, second = (
            say("Computer {level}", level=computers[seat])
            if seat in computers
            else known.get(seat or "") or (say("Former player") if seat else "")
            for seat in match.seats
        )
        return first, second
