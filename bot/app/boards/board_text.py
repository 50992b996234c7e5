"""The words of the public message of a match: title, players, last move, counters, who is to act, the result."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.app.text.bids import begins_with, bid_stood, bidding, by_bid, evening_told, handicap_told, your_bidding
from bot.app.text.clock import terms_line
from bot.app.text.moves import dropped_name, move_text
from bot.app.text.names import ending_sentence, events_listed, game_name, pieces_name, score_line, side_name
from bot.app.text.ratings import results_line
from bot.app.text.teams import chooses_openly, gathers_told, members_told, played_told
from bot.app.text.votes import voted_lines
from bot.matches.boards_match import boards_of
from bot.matches.clock import NOTHING
from bot.matches.duplicate import duplicate_of
from bot.matches.evening import EvenOffer
from bot.matches.guessing import GuessedTurn
from bot.matches.happening import Happening
from bot.matches.identity import Place
from bot.matches.limits import FORCED_LEAPS, READY_WITHIN
from bot.matches.match import Match
from bot.matches.our_number import OurNumber, numbers_in
from bot.matches.rating import Results
from bot.matches.score import Score, points_of, points_text
from bot.matches.state import EventKind
from bot.matches.status import Status
from bot.matches.table_talk import BY_KEY, SaidSentence
from bot.matches.team import Team
from bot.matches.terms import TERMS
from bot.matches.tournament import tournament_of
from bot.matches.village import Poll
from bot.services.contests.consultations import Consultation
from bot.services.standing.rating import community_of
from bot.words import N_, Words
from engine.game import Game, Outcome
from engine.position import Position, begun_as_usual, start_position
from engine.ruleset import FewLeft, NoProgressRule, Placement, Ruleset
from engine.work import within

COUNTER_SHOWN_FROM = 30
"""Quiet plies from which the board tells how far the counter is."""

ONE_SIDED = 3
"""So many wins of one of two people, and none of the other, and they are told of their number: once, at the last."""
_CLOSED = (Status.DECLINED, Status.WITHDRAWN, Status.EXPIRED, Status.CALLED_OFF)


@dataclass(frozen=True)
class SeenOrigin:
    """The match that another one goes on from, and the places in which others than its players see it."""

    match: Match
    places: tuple[Place, ...] = ()

    def is_for(self, place: Place | None, reader: str | None) -> bool:
        """May its code be told there? To the reader who is one of its players, or where it is shown to all."""
        if reader is not None and self.match.names(reader):
            return True
        return place is not None and not place.private and any(each.is_around(place) for each in self.places)


@dataclass(frozen=True)
class MatchCard:
    """The contents of a match's message: the match, its players by side, and who invites whom."""

    match: Match
    names: tuple[str, str]
    host: str = ""
    invited: str = ""
    levels: tuple[int | None, int | None] = (None, None)
    """The level of each side that the computer plays."""
    stuck: bool = False
    """It is for the computer to act, and it cannot."""
    rematch: str = ""
    """The code of the next match of the same two."""
    undo: bool = False
    """The last move may be taken back at once."""
    place: Place | None = None
    """The place where all read it; None for an answer to one person."""
    reader: str | None = None
    """The player id of the only person who reads it; None where several do."""
    left: bool = False
    """One of the players is not there any more: they have deleted their data."""
    linked: bool = False
    """An invitation has a link there."""
    now: datetime | None = None
    """When it is read; without that nothing is told of the clock."""
    excused: timedelta = NOTHING
    """The days away that begin by themselves where the time of the player to move is over."""
    series: Score | None = None
    """What the first side's player has won, lost and drawn against the other in this game, this match included."""
    ruling: str = ""
    """The reason for which the staff has ended or paused it."""
    absence: str = ""
    """The sentence that whoever is invited is away, or will be."""
    number: OurNumber | None = None
    """That of the two, where an invitation is for it."""
    evening: EvenOffer | None = None
    """The start at which the two of an invitation would be about even."""
    half: Match | None = None
    """The other half of a mirror match."""
    origin: SeenOrigin | None = None
    """The match it goes on from."""
    results: Results | None = None
    """What a rated match that is over has done to the ratings of its players, by player."""

    guessed: GuessedTurn | None = None
    """How many have guessed the latest turn, if any have."""
    talk: tuple[SaidSentence, ...] = ()
    """What was said beside it in this turn, the oldest sentence first."""
    guessable: bool = False
    """The hosts of the place want the button *Guess* on its boards."""
    host_note: str = ""
    """What the host of its simul has written under it."""
    poll: Poll | None = None
    """The vote of the village that plays in it."""
    teams: tuple[Team, ...] = ()
    """The teams that play in it, or gather for it, that of the host first."""
    consulted: Consultation | None = None
    """What is proposed in the team that is to move, where it consults."""

    def is_for(self, *players: str | None) -> bool:
        """May a button for these players stand here: does one of them read it, or do several people?"""
        return self.reader is None or self.reader in players

    @property
    def hidden(self) -> bool:
        """Do others than the players read it, in a match that nobody is to watch?"""
        is_begun = self.match.status in (Status.PLAYING, Status.OVER)
        return is_begun and not self.match.terms.watched and self.place is not None and not self.place.private

    @property
    def community(self) -> str | None:
        """The community of the place where all read it, as a digest."""
        return community_of(self.place) if self.place and self.place.community else None

    @property
    def alone(self) -> bool:
        """Does one person play, on a practice board or against the computer?"""
        return self.match.practice or any(self.levels)


def thread_title(card: MatchCard, say: Words) -> str:
    """The name of a thread for this match, where a platform opens one."""
    game = game_name(card.match.game.ruleset, say)
    return f"{_marked(card)} · {game} · {card.match.code}"[:100]


def _marked(card: MatchCard) -> str:
    """The players, and once it is over the points of each."""
    outcome, (first, second) = card.match.game.outcome, card.names
    if outcome is None:
        return f"{first} v {second}"
    points = ("½", "½") if outcome.winner is None else ("1", "0") if outcome.winner == 0 else ("0", "1")
    return f"{first} {points[0]}-{points[1]} {second}"


def thread_line(card: MatchCard, say: Words) -> str:
    """The state of a match in one line, for those who see only the message above its thread."""
    match = card.match
    if match.status in _CLOSED:
        return _closed(card, say)[-1]
    return " ".join(_ended(match, match.game.outcome, card.names, say)) if match.game.outcome else ""


def _ended(match: Match, outcome: Outcome, names: tuple[str, str], say: Words) -> list[str]:
    """The sentences about the end: the result, and the bid by which it came."""
    bid = bid_stood(match, say)
    return [ending_sentence(match.game, outcome, names, say), *([bid] if bid else [])]


def board_title(match: Match, say: Words) -> str:
    """Code and game, and once the match has begun whether it is rated, and the number of the move."""
    parts = [match.code, game_name(match.game.ruleset, say)]
    if told := by_bid(match, say):
        parts.append(told)
    elif match.game.positions[0] != start_position(match.game.ruleset):
        parts.append(say("from a position"))
    begun, number = match.status in (Status.PLAYING, Status.OVER), match.game.position.number
    if begun and match.terms.rated:
        parts.append(say("rated"))
    if begun and number:  # what comes before the first move has no number
        parts.append(say("move {number}", number=number))
    return " · ".join(parts)


def board_lines(card: MatchCard, clock: Sequence[str], say: Words) -> list[str]:
    """The lines beside the board: who plays, the last move, counters, hints, and who is to act, with the lines about
    the ``clock``; or how it ended.
    """
    match = card.match
    if match.status is Status.INVITED:
        return _invitation(card, clock, say)
    if match.status in _CLOSED:
        return [*_closed(card, say), *mirror_lines(card, say), *_rematch(card, say)]
    lines = [seats_line(card, say), *origin_lines(card, say), *_tossed(card, say)]
    lines += members_told(card.teams, _teams_called(card), say)
    if card.hidden:
        lines.append(say("Nobody watches this match. Its players see the board with My view."))
    elif match.game.moves:
        lines += [_last_moves(card, say), *guessed_lines(card, say)]
        lines += _chosen(card, say)
    lines += [" ".join(told)] if (told := talk_told(card, say)) else []
    lines += [note] if (note := note_told(card, say)) else []
    if match.game.outcome:
        lines += _ended(match, match.game.outcome, card.names, say)
        lines += [*_ruling(card, say), *_ratings(card, say), *mirror_lines(card, say)]
        lines += swapped_lines(match, say)
        return lines + _series(card, say) + _hints(card, say) + _rematch(card, say)
    lines += mirror_lines(card, say)
    if not card.hidden:
        lines += _counts(match, say)
    lines += [*swapped_lines(match, say), *_hints(card, say)]
    lines += [*offered_lines(card, say), _awaited(card, say), *clock]
    if match.happened is Happening.PAUSED_BY_STAFF:
        lines += [say("Paused by the staff."), *_ruling(card, say)]
    if card.stuck:
        lines.append(
            say("The computer cannot move at the moment, but keeps trying. You can wait, or end the match under More.")
        )
    return lines


def _chosen(card: MatchCard, say: Words) -> list[str]:
    """The line that tells who of a team, or how many of a village, wanted the latest turn."""
    if card.poll is None:
        return []
    if chooses_openly(card.teams):
        return played_told(card.match, card.teams, card.poll, say)
    return voted_lines(card.match, card.poll, card.names, say, card.community)


def _teams_called(card: MatchCard) -> tuple[str, str]:
    """The names of the host and of its opponent, whichever sides they play."""
    first, second = card.names
    return (first, second) if card.match.seats[0] == card.match.host else (second, first)


def origin_lines(card: MatchCard, say: Words) -> list[str]:
    """The line about the match that this one goes on from, for those who may see that one."""
    origin = card.match.origin
    if origin is None or card.origin is None or not card.origin.is_for(card.place, card.reader):
        return []
    return [say("Goes on from turn {number} of {code}.", number=origin.ply, code=origin.code)]


def _tossed(card: MatchCard, say: Words) -> list[str]:
    """The side that the coin gave, until somebody has moved."""
    match = card.match
    if match.happened is not Happening.ACCEPTED or match.host_side is not None or match.terms.both_sides:
        return []
    return [say("The coin gave {name} the first side.", name=card.names[0])]


def _invitation(card: MatchCard, clock: Sequence[str], say: Words) -> list[str]:
    match = card.match
    if card.teams:
        return [*gathers_told(card.teams, (card.host, card.invited), say), *clock]
    if match.countered:
        first = say("{host} answers {guest} with other terms.", host=card.host, guest=card.invited)
    elif card.invited:
        first = say("{host} invites {guest}.", host=card.host, guest=card.invited)
    else:
        first = say("{host} invites anybody to sit down.", host=card.host)
    lines = [
        first,
        *([card.absence] if card.absence else []),
        *origin_lines(card, say),
        _side_choice(card, say),
        terms_line(match.terms, say),
    ]
    if card.number:
        lines.append(begins_with(match.game.ruleset, card.number, (card.host, card.invited), say))
    lines += evening_lines(card, say)
    if match.event and match.event.kind is EventKind.LADDER:
        lines.append(
            say(
                "A challenge of the ladder: whoever declines it, or does not accept in time, "
                "changes places with the challenger."
            )
        )
    return [*lines, *clock, say("In another chat or app: /join {code}", code=match.code), _let_in(card, say)]


def evening_lines(card: MatchCard, say: Words) -> list[str]:
    """The handicap with which an invitation begins, or the start at which the two would be about even."""
    match, names = card.match, (card.host, card.invited)
    told = evening_told(match, card.evening, names, say) if card.evening else handicap_told(match, names, say)
    return [told] if told and card.invited else []


def _let_in(card: MatchCard, say: Words) -> str:
    """The line that says who may take the seat with the code, or with the link where the platform has one."""
    if card.invited:
        return say("Only {guest} may take the seat.", guest=card.invited)
    if card.place is None or card.place.private:
        if card.linked:
            return say("Whoever has this code or the link may take the seat.")
        return say("Whoever has this code may take the seat.")
    if card.linked:
        return say("Anybody here may take the seat, and whoever has this code or the link.")
    return say("Anybody here may take the seat, and whoever has this code.")


def guest_side(match: Match, say: Words) -> str:
    """The side that the guest of an invitation has, as they read it."""
    if match.terms.both_sides:
        return say("You play both sides, one in each match.")
    if match.host_side is None:
        return say("A coin decides the sides.") if not match.open else say("You choose your side.")
    if match.terms.bid is not None:
        return your_bidding(match.game.ruleset, match.terms.bid, 1 - match.host_side, say)
    return say("You play {side}.", side=side_name(match.game.ruleset, 1 - match.host_side, say))


def invites_you(card: MatchCard, say: Words) -> str:
    """The sentence of an invitation to its guest: who invites, and to which game."""
    return say("{host} invites you to play {game}.", host=card.host, game=game_name(card.match.game.ruleset, say))


def passed_on(card: MatchCard, say: Words) -> str:
    """The words with which the link of an invitation is passed on."""
    return f"{invites_you(card, say)} {guest_side(card.match, say)}"


def _closed(card: MatchCard, say: Words) -> list[str]:
    """Of an invitation that has ended: whose it was, whom it was for, and how it ended; or who called a match off."""
    match = card.match
    host, guest = card.host or say("Former player"), card.invited
    if match.status is Status.CALLED_OFF:
        if match.happened is Happening.RULED:
            return [seats_line(card, say), say("Ended by the staff: no result."), *_ruling(card, say)]
        if match.actor is None and tournament_of(match):
            return [seats_line(card, say), say("Ended without a result here: its tournament has decided it.")]
        if match.actor is None and duplicate_of(match):
            return [seats_line(card, say), say("Called off: one of the two has left this week's duplicate.")]
        if match.never_begun and boards_of(match):
            return [seats_line(card, say), say("No first turn in time: the next in line plays this board anew.")]
        if match.never_begun:
            late = say("Not begun: the two were not both ready within {time}.", time=say.span(READY_WITHIN))
            return [seats_line(card, say), late]
        name = card.names[side] if match.actor and (side := match.side_of(match.actor)) is not None else ""
        off = say("{name} called the match off: no result.", name=name) if name else say("Called off: no result.")
        return [seats_line(card, say), off]
    first = (
        say("{host} invited {guest}.", host=host, guest=guest)
        if match.invited or match.invited_handle
        else say("{host} invited anybody to sit down.", host=host)
    )
    match match.status:
        case Status.DECLINED:
            return [first, " ".join(filter(None, (say("{name} declined.", name=guest), why_declined(match, say))))]
        case Status.WITHDRAWN:
            # By its host, or by those who see to this place: who it was, is not kept.
            return [first, say("This invitation was withdrawn."), *_ruling(card, say)]
        case _:
            if match.event:
                return [first, say("Nobody accepted in time.")]
            return [first, say("Nobody accepted in time. /play invites again.")]


def _ruling(card: MatchCard, say: Words) -> list[str]:
    """The line with the reason of the staff, if it is known."""
    return [say("Reason: {why}.", why=card.ruling)] if card.ruling else []


_WHY = {
    Happening.DECLINED_FOR_NOW: N_("Not now, perhaps another time."),
    Happening.DECLINED_GAME: N_("Another game would be welcome."),
    Happening.DECLINED_PACE: N_("Another pace would be welcome."),
    Happening.DECLINED_CHALLENGES: N_("No challenges at present."),
}


def why_declined(match: Match, say: Words) -> str:
    """The reason that the guest of a declined invitation has given; empty where there is none."""
    return say(_WHY[match.happened]) if match.happened in _WHY else ""


def _side_choice(card: MatchCard, say: Words) -> str:
    match = card.match
    if match.terms.both_sides:
        return say("Each plays both sides, one in each match.")
    if match.host_side is None:
        return say("A coin decides the sides.") if card.invited else say("Choose your side when you sit down.")
    if match.terms.bid is not None:
        return bidding(match.game.ruleset, match.terms.bid, card.host, match.host_side, say)
    side = side_name(match.game.ruleset, match.host_side, say)
    return say("{host} plays {side}.", host=card.host, side=side)


def seats_line(card: MatchCard, say: Words) -> str:
    """The players with their sides, in one line."""
    ruleset = card.match.game.ruleset
    return " · ".join(f"{side_name(ruleset, side, say)}: {card.names[side] or '?'}" for side in (0, 1))


def _last_moves(card: MatchCard, say: Words) -> str:
    """The last move; one that was planned, or came by itself, with the move it answers."""
    if not card.match.by_plan:
        return _move(card, -1, say)
    game = card.match.game.back_to(card.match.game.ply - 1)
    only = len(within(FORCED_LEAPS, lambda: game.first_choice.some(2), ())) == 1
    why = say("It was the only move.") if only else say("{name} had planned that.", name=card.names[game.turn])
    return " ".join([_move(card, -2, say), _move(card, -1, say), why])


def guessed_lines(card: MatchCard, say: Words) -> list[str]:
    """The line about those who have guessed the last move, with the names of those who were right and agree to it."""
    guessed = card.guessed
    if guessed is None:
        return []
    if not guessed.right:
        return [say("Guessed by none of {count}", count=guessed.count)]
    if not guessed.names:
        return [say("Guessed by {right} of {count}", right=guessed.right, count=guessed.count)]
    names = ", ".join(guessed.names)
    return [say("Guessed by {right} of {count}: {names}", right=guessed.right, count=guessed.count, names=names)]


def talk_told(card: MatchCard, say: Words) -> list[str]:
    """The sentences that were said beside the board, each in the language of who reads it, the oldest first."""
    match = card.match
    told = []
    for each in () if card.hidden else card.talk:
        if each.sentence not in BY_KEY:  # a newer Papan knows it
            continue
        seated = each.player in match.seats
        name = card.names[match.seats.index(each.player)] if seated else each.name or say("Somebody")
        told.append(say("{name}: {sentence}", name=name, sentence=say(BY_KEY[each.sentence])))
    return told


def note_told(card: MatchCard, say: Words) -> str:
    """The words of the host of a simul under the board; empty where nothing is, or it is the players' alone."""
    match = card.match
    if not card.host_note or card.hidden or match.host not in match.seats:
        return ""
    return say("{name}: {sentence}", name=card.names[match.seats.index(match.host)], sentence=card.host_note)


def as_shown(card: MatchCard, now: datetime) -> tuple[MatchCard, datetime | None]:
    """A card with what its boards show by now of what was said, and when they are edited to show the rest."""
    rest = [each.shown for each in card.talk if each.shown > now]
    return replace(card, talk=tuple(each for each in card.talk if each.shown <= now)), min(rest, default=None)


def _move(card: MatchCard, number: int, say: Words) -> str:
    """A move in words, counted from the end."""
    game = card.match.game
    before = game.positions[number - 1]
    move, ruleset = game.moves[number], game.ruleset
    name, other = card.names[before.turn], card.names[1 - before.turn]
    if move.drops:
        points = say.all_of([_point(card, point) for point in move.drops])
        return say(
            "{name} put the {pieces} on {points}.",
            name=name,
            pieces=dropped_name(ruleset, len(move.drops), say),
            points=points,
        )
    parts = []
    if move.removed:
        points = say.all_of([_point(card, point) for point in move.removed])
        parts.append(say("{name} took {points} off the board.", name=name, points=points))
    if move.huff is not None:
        parts.append(
            say(
                "{name} took the piece of {other} on {point} off the board, "
                "because it could have captured and did not.",
                name=name,
                other=other,
                point=_point(card, move.huff),
            )
        )
    if move.path:
        played = move_text(ruleset, replace(move, removed=(), huff=None, forfeit=None), say)
        parts.append(say("{name} played {move}.", name=name, move=played))
    if move.forfeit is not None:
        parts.append(
            say(
                "The piece of {name} on {point} is taken off the board, because it could have captured and did not.",
                name=name,
                point=_point(card, move.forfeit),
            )
        )
    return " ".join(parts)


def _point(card: MatchCard, point: int) -> str:
    return card.match.game.ruleset.board.points[point]


def _hints(card: MatchCard, say: Words) -> list[str]:
    """The line about hints: who took how many. They stay on the match."""
    return [
        say("Hints taken by {name}: {count}", name=name, count=count)
        for name, count in zip(card.names, card.match.hints, strict=True)
        if count
    ]


def _ratings(card: MatchCard, say: Words) -> list[str]:
    """The changes a rated match has made to its players' ratings, or the reason why it counts for nothing."""
    results = card.results or {}
    changed = [(name, results.get(seat or "")) for name, seat in zip(card.names, card.match.seats, strict=True)]
    line = results_line([(name, result) for name, result in changed if result], say)
    return [line] if line else []


def _series(card: MatchCard, say: Words) -> list[str]:
    """The score between the two in this game, from their second match on; once one of them has won three and the other
    none, that a number makes them even. A mirror match that is all they have played has told its score already.
    """
    series = card.series
    if series is None or series.played < 2 or series.played == len(_counted_halves(card)):
        return []
    lines = [score_line(series, card.names, say)]
    if {series.won, series.lost} == {0, ONE_SIDED} and _may_be_evened(card):
        lines.append(say("Next time, Our number can make you two even: begin with /play, and choose it with the pace."))
    return lines


def _may_be_evened(card: MatchCard) -> bool:
    """Has one of two people won a match that could have begun at their number, and did not?"""
    match, wanted = card.match, TERMS["our_number"]
    if match.game.outcome is None or match.game.outcome.winner is None or any(card.levels):
        return False
    terms = replace(match.terms, our_number=True)
    return not match.terms.our_number and not any(terms.clashing(wanted)) and numbers_in(match.game.ruleset) is not None


def _counted_halves(card: MatchCard) -> list[Match]:
    """The halves of a mirror match that are over and count; none of another match."""
    halves = (card.match, card.half) if card.half else ()
    return [each for each in halves if each.status is Status.OVER and each.game.moves]


def mirror_lines(card: MatchCard, say: Words) -> list[str]:
    """The score of the two halves of a mirror match: the result of both, or what one has brought so far."""
    match, half = card.match, card.half
    if half is None:
        return []
    if match.status is half.status is Status.PLAYING:
        return [say("Mirror match with {code}, the sides swapped.", code=half.code)]
    ended = [each for each in (match, half) if each.status is Status.OVER]
    over = _counted_halves(card)
    first, second = (points_text(sum(points_of(each, seat) for each in over)) for seat in match.seats)
    names = {"name": card.names[0], "points": first, "other": card.names[1], "others": second}
    off = next((each.code for each in (match, half) if each.status is Status.CALLED_OFF), "")
    if len(over) == len((match, half)):
        return [say("Mirror match: {name} {points} – {others} {other}", **names)]
    if empty := [each.code for each in ended if not each.game.moves]:
        lines = [say("Not counted: in {code} no move was made.", code=code) for code in empty]
        if over:
            lines.insert(0, say("Mirror match: {name} {points}, {other} {others}.", **names))
        elif half.status is Status.PLAYING:
            lines.insert(0, say("Mirror match: {code} still goes on.", code=half.code))
        return [" ".join(lines)]
    if over and off:
        return [say("Mirror match: {name} {points}, {other} {others}; {code} was called off.", code=off, **names)]
    if over and half.status is Status.PLAYING:
        return [say("Mirror match: {name} {points}, {other} {others}; {code} still goes on.", code=half.code, **names)]
    if over:
        return [say("Mirror match: {name} {points}, {other} {others} after {code}.", code=half.code, **names)]
    if half.status is Status.PLAYING:
        return [say("Mirror match: {code} still goes on.", code=half.code)]
    return [] if match.status is Status.CALLED_OFF else [say("Mirror match: {code} was called off.", code=off)]


def _rematch(card: MatchCard, say: Words) -> list[str]:
    """The line about the rematch: who asks for it, or its code."""
    if card.rematch:
        return [say("Rematch: {code}", code=card.rematch)]
    wants = card.match.rematch_by
    if card.match.rematch_refused:
        return [say("The rematch was refused.")]
    if wants is None:
        return []
    return [say("{name} would like a rematch.", name=card.names[card.match.seats.index(wants)])]


def offered_lines(card: MatchCard, say: Words) -> list[str]:
    """The lines about an offer; the turn stays as it is meanwhile."""
    match = card.match
    if match.draw_offer is not None:
        return [say("{name} offers a draw.", name=card.names[match.draw_offer])]
    if match.takeback is not None:
        return [say("{name} asks to take back a move.", name=card.names[match.takeback])]
    if match.swap is not None:
        return [say("{name} asks to swap sides and to go on from here.", name=card.names[match.swap])]
    return []


def swapped_lines(match: Match, say: Words) -> list[str]:
    """The line that says after how many turns the two have swapped sides; none where they have not."""
    if not match.swaps:
        return []
    return [
        say("Sides were swapped after these numbers of turns: {plies}.", plies=say.all_of([*map(str, match.swaps)]))
    ]


def _awaited(card: MatchCard, say: Words) -> str:
    match = card.match
    side = match.game.turn
    named = f"{card.names[side]} ({side_name(match.game.ruleset, side, say)})"
    if pending := match.game.position.pending:
        return say(
            "{other} could have captured with the ringed pieces and did not: {name} takes one of them off the board "
            "({points}), then moves.",
            other=card.names[1 - side],
            name=named,
            points=say.either([_point(card, point) for point in pending]),
        )
    return say("{name} to move.", name=named)


def _counts(match: Match, say: Words) -> list[str]:
    """The counts that the board alone does not show: pieces in hand and taken, and a counter that is far on."""
    ruleset = match.game.ruleset
    lines = [_supply(match.game.position, ruleset, placement, say) for placement in ruleset.placements]
    if ruleset.few_left:
        lines.append(_taken(match.game, ruleset.few_left, say))
    for count, rule in zip(match.game.counts, ruleset.no_progress_rules, strict=True):
        if count >= min(COUNTER_SHOWN_FROM, rule.plies // 2):
            lines.append(_counted(ruleset, rule, count, say))
    return [line for line in lines if line]


def _counted(ruleset: Ruleset, rule: NoProgressRule, count: int, say: Words) -> str:
    """The count of a rule against play without progress, with its limit."""
    if not rule.resets:
        return say("Moves with these pieces: {count} of {limit}.", count=count, limit=rule.plies)
    events = events_listed(ruleset, rule, say)
    return say("Moves without {events}: {count} of {limit}.", events=events, count=count, limit=rule.plies)


def _supply(position: Position, ruleset: Ruleset, placement: Placement, say: Words) -> str:
    """The number of pieces left in hand, in games that put them on the board one by one."""
    hand = position.in_hand(placement.letter)
    if not hand or placement.per_turn >= placement.count:
        return ""
    pieces = say.noun(ruleset.kind[placement.letter].noun, 2)
    return say.sentence("{pieces} in hand: {hand}.", pieces=pieces, hand=hand)


def _taken(game: Game, limit: FewLeft, say: Words) -> str:
    """The number of pieces a side has lost, in games that end when it has too few."""
    ruleset, position = game.ruleset, game.position
    begun = begun_as_usual(ruleset, game.positions[0])
    total, left = begun.count(ruleset, limit.side), position.count(ruleset, limit.side)
    pieces = pieces_name(ruleset, limit.side, 2, say)
    return say.sentence(
        "{pieces} on the board {standing} · taken {taken} of {needed}",
        pieces=pieces,
        standing=len(position.letters(ruleset, limit.side)),
        taken=total - left,
        needed=total - limit.count,
    )
