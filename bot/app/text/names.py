"""The words for sides, pieces, endings and games, for every ruleset alike."""

from collections.abc import Iterable

from bot.chat import Option
from bot.matches.score import Score
from bot.words import N_, Words
from engine.endings import is_full_win
from engine.game import Game, Outcome
from engine.games import find_ruleset, is_known
from engine.games.families import FAMILY_NAMES
from engine.ruleset import Ending, Event, Family, NoProgressRule, Ruleset

_EASY = "★"
_EVENTS = {
    Event.CAPTURE: N_("a capture"),
    Event.PROMOTION: N_("a promotion"),
    Event.DROP: N_("a piece put on the board"),
    Event.MAN_MOVE: N_("a move of the {men}"),
}


def game_name(ruleset: Ruleset, say: Words) -> str:
    """The name of a game: Dam Malaysia."""
    return say(ruleset.name)


def family_name(family: Family, say: Words) -> str:
    """The name of a family of games: Tigers and goats."""
    return say(FAMILY_NAMES[family])


def game_options(games: Iterable[Ruleset], say: Words) -> tuple[Option, ...]:
    """Games as the lines of a menu, each with what it is about."""
    options = []
    for ruleset in games:
        label = f"{_mark(ruleset)}{game_name(ruleset, say)}"
        options.append(Option(label, ruleset.short_id, say(ruleset.summary)))
    return tuple(options)


def legend(games: Iterable[Ruleset], say: Words) -> str:
    """The line that explains the mark of games that are easy to learn; empty where there are none."""
    return say("{mark} easy to learn", mark=_EASY) if any(ruleset.beginners for ruleset in games) else ""


def _mark(ruleset: Ruleset) -> str:
    return f"{_EASY} " if ruleset.beginners else ""


def game_line(ruleset: Ruleset, say: Words) -> str:
    """A game in one line: its name, and what it is about."""
    return f"{game_name(ruleset, say)} – {say(ruleset.summary)}"


def marked_line(ruleset: Ruleset, say: Words) -> str:
    """The same, with a mark at a game that is easy to learn (``legend``)."""
    return f"{_mark(ruleset)}{game_line(ruleset, say)}"


def score_line(score: Score, names: tuple[str, str] | None, say: Words) -> str:
    """A score in one line: *Adi 2 – 1 Siti, 1 drawn*; without names *2 – 1, 1 drawn*."""
    points = f"{score.won} – {score.lost}"
    if names:
        points = f"{names[0]} {points} {names[1]}"
    if not score.drawn:
        return points
    return say("{score}, {count} drawn", score=points, count=score.drawn)


def still_known(keys: Iterable[str]) -> list[Ruleset]:
    """The games of some keys that are stored; left out are those that this version does not know."""
    return [find_ruleset(key) for key in keys if is_known(key)]


def likeness(ruleset: Ruleset, say: Words) -> str:
    """The sentence that compares a game with one that somebody may know; empty for a game that is like no other."""
    if ruleset.like is None:
        return ""
    known = game_name(find_ruleset(ruleset.like.key), say)
    return say("Like {game}, but {difference}.", game=known, difference=say(ruleset.like.but))


def side_name(ruleset: Ruleset, side: int, say: Words) -> str:
    """The name of a side: White, Goats."""
    return say(ruleset.sides[side].name)


def is_many(ruleset: Ruleset, side: int) -> bool:
    """Is a side called by several pieces, as Goats, so that its verb is in the plural?"""
    name = ruleset.sides[side].name.casefold()
    return any(kind.noun.plural == name for kind in ruleset.kinds if kind.side == side)


def side_names(ruleset: Ruleset, say: Words) -> tuple[str, str]:
    """The names of both sides."""
    return side_name(ruleset, 0, say), side_name(ruleset, 1, say)


def piece_name(ruleset: Ruleset, letter: str, say: Words) -> str:
    """The name of one piece with this letter: man, goat."""
    return say.noun(ruleset.kind[letter].noun)


def pieces_name(ruleset: Ruleset, side: int, count: int, say: Words) -> str:
    """The name of ``count`` pieces of a side, without their number: goats; *pieces* if they bear several names."""
    nouns = {kind.noun for kind in ruleset.kinds if kind.side == side}
    if len(nouns) == 1:
        return say.noun(nouns.pop(), count)
    return say.plural("piece", "pieces", count)


def points_listed(ruleset: Ruleset, points: Iterable[int]) -> str:
    """Points by name, in alphabetical order."""
    return ", ".join(sorted(ruleset.board.points[point] for point in points))


def events_listed(ruleset: Ruleset, rule: NoProgressRule, say: Words) -> str:
    """Events that set a counter back: a capture or a promotion; of drops only with pieces in hand after the set-up."""
    men = next((say.noun(kind.noun, 2) for kind in ruleset.kinds if kind.is_man), "")
    in_hand = any(placement.per_turn < placement.count for placement in ruleset.placements)
    events = [event for event in rule.resets if in_hand or event is not Event.DROP]
    return say.either([say(_EVENTS[event], men=men) for event in events])


def count_off_order(ruleset: Ruleset, say: Words) -> str:
    """The sentence that says who wins a count-off."""
    kings = next((kind.noun for kind in ruleset.kinds if kind.is_king), None)
    if kings is None:
        return say("more pieces win, else a draw")
    return say("more pieces win, then more {kings}, else a draw", kings=say.noun(kings, 2))


def ending_sentence(game: Game, outcome: Outcome, names: tuple[str, str], say: Words) -> str:
    """The result and the rule that made it, as one sentence. ``names`` are those of the players, side by side.

    Sides stand for players who are not known, and for those of one name: on a practice board it is the same person.
    """
    if names[0] == names[1]:
        names = ("", "")
    match outcome.ending:
        case Ending.MATERIAL:
            return say("Draw: nobody can win with these pieces.")
        case Ending.STUCK:
            return say("Draw: the side to move has no move left.")
        case Ending.REPETITION:
            return say("Draw: the same position has occurred {count} times.", count=game.ruleset.repetition)
        case Ending.COUNTER:
            return say("Draw: the limit of moves without progress was reached.")
        case Ending.COUNT_OFF if outcome.winner is None:
            return say("Draw by the count-off: {order}.", order=count_off_order(game.ruleset, say))
        case Ending.AGREEMENT:
            return say("Draw: both players agreed.")
        case Ending.RULING if outcome.winner is None:
            return say("Draw, as the staff has ruled.")
        case Ending.STATED if outcome.winner is None:
            return say("Draw, as the record says.")
        case _:
            assert outcome.winner is not None
            return _won(game, outcome.ending, outcome.winner, names, say)


def result_stamp(game: Game, say: Words) -> str:
    """The result of a game that is over in two words; empty before."""
    if game.outcome is None:
        return ""
    side = game.outcome.winner
    if side is None:
        return say("Draw")
    count = 2 if is_many(game.ruleset, side) else 1
    winner = side_name(game.ruleset, side, say)  # not within the call: the catalogues would take the wrong keyword
    return say.plural("{winner} wins", "{winner} win", count, winner=winner)


def _won(game: Game, ending: Ending, side: int, names: tuple[str, str], say: Words) -> str:
    """The sentence about a win and its reason: each verb agrees with its own side."""
    ruleset = game.ruleset
    winner, loser = (names[at] or side_name(ruleset, at, say) for at in (side, 1 - side))
    winners, losers = (2 if not names[at] and is_many(ruleset, at) else 1 for at in (side, 1 - side))
    if ending is Ending.COUNT_OFF:
        order = count_off_order(ruleset, say)
        return say.plural(
            "{winner} wins the count-off: {order}.",
            "{winner} win the count-off: {order}.",
            winners,
            winner=winner,
            order=order,
        )
    if ending is Ending.STATED:
        return say.plural(
            "{winner} wins, as the record says.", "{winner} win, as the record says.", winners, winner=winner
        )
    if ending is Ending.RULING:
        return say.plural(
            "{winner} wins, as the staff has ruled.", "{winner} win, as the staff has ruled.", winners, winner=winner
        )
    reason = _few_left(game, 1 - side, say) if ending is Ending.FEW_LEFT else _lost(ending, loser, losers, say)
    if ending is Ending.TIME:
        return say.plural(
            "{winner} wins on time: {reason}.", "{winner} win on time: {reason}.", winners, winner=winner, reason=reason
        )
    if ending is Ending.BLOCKED and is_full_win(ruleset, game.position):
        points = points_listed(ruleset, ruleset.full_win_on)
        return say.plural(
            "{winner} has a full win: {reason}, with every piece on one of {points}.",
            "{winner} have a full win: {reason}, with every piece on one of {points}.",
            winners,
            winner=winner,
            reason=reason,
            points=points,
        )
    return say.plural("{winner} wins: {reason}.", "{winner} win: {reason}.", winners, winner=winner, reason=reason)


def _lost(ending: Ending, loser: str, count: int, say: Words) -> str:
    """The fate of the side that lost, as a part of a sentence."""
    match ending:
        case Ending.NO_PIECES:
            return say.plural("{loser} has no pieces left", "{loser} have no pieces left", count, loser=loser)
        case Ending.HAND_USED_UP:
            return say.plural(
                "{loser} has put the last piece on the board",
                "{loser} have put the last piece on the board",
                count,
                loser=loser,
            )
        case Ending.BLOCKED:
            return say.plural("{loser} has no move left", "{loser} have no move left", count, loser=loser)
        case Ending.RESIGNATION:
            return say.plural("{loser} has resigned", "{loser} have resigned", count, loser=loser)
        case Ending.TIME:
            return say.plural("{loser} has none left", "{loser} have none left", count, loser=loser)
        case _:
            raise ValueError(f"nobody loses so: {ending.value}")


def _few_left(game: Game, side: int, say: Words) -> str:
    """The few pieces that a side has left; in a hunt also why that ends it, by the rule of this very game."""
    ruleset = game.ruleset
    left = game.position.count(ruleset, side)
    pieces = pieces_name(ruleset, side, left, say)
    if ruleset.family is not Family.HUNT:
        return say.plural("only {count} {pieces} is left", "only {count} {pieces} are left", left, pieces=pieces)
    hunters = pieces_name(ruleset, 1 - side, game.position.count(ruleset, 1 - side), say)
    return say.plural(
        "only {count} {pieces} is left, by the rules too few to shut the {hunters} in",
        "only {count} {pieces} are left, by the rules too few to shut the {hunters} in",
        left,
        pieces=pieces,
        hunters=hunters,
    )
