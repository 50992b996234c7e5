"""The words for sides, pieces, endings and games, for every ruleset alike."""

from collections.abc import Iterable
from typing import assert_never

from bot.chat import Option
from bot.words import N_, Words
from engine.endings import is_full_win
from engine.game import Game, Outcome
from engine.games import find_ruleset
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
    """What a game is called: Dam Malaysia."""
    return say(ruleset.name)


def family_name(family: Family, say: Words) -> str:
    """What a family of games is called: Tigers and goats."""
    return say(FAMILY_NAMES[family])


def game_options(games: Iterable[Ruleset], say: Words) -> tuple[Option, ...]:
    """Games as the lines of a menu, each with what it is about."""
    options = []
    for ruleset in games:
        label = f"{_mark(ruleset)}{game_name(ruleset, say)}"
        options.append(Option(label, ruleset.short_id, say(ruleset.summary)))
    return tuple(options)


def legend(games: Iterable[Ruleset], say: Words) -> str:
    """What the mark at games that are easy to learn says; empty where there are none."""
    return say("{mark} easy to learn", mark=_EASY) if any(ruleset.beginners for ruleset in games) else ""


def _mark(ruleset: Ruleset) -> str:
    return f"{_EASY} " if ruleset.beginners else ""


def game_line(ruleset: Ruleset, say: Words) -> str:
    """A game in one line: its name, and what it is about."""
    return f"{game_name(ruleset, say)} – {say(ruleset.summary)}"


def marked_line(ruleset: Ruleset, say: Words) -> str:
    """The same, with a mark at a game that is easy to learn (``legend``)."""
    return f"{_mark(ruleset)}{game_line(ruleset, say)}"


def likeness(ruleset: Ruleset, say: Words) -> str:
    """How a game differs from one that somebody may know; empty for a game that is like no other."""
    if ruleset.like is None:
        return ""
    known = game_name(find_ruleset(ruleset.like.key), say)
    return say("Like {game}, but {difference}.", game=known, difference=say(ruleset.like.but))


def side_name(ruleset: Ruleset, side: int, say: Words) -> str:
    """What a side is called: White, Goats."""
    return say(ruleset.sides[side].name)


def side_names(ruleset: Ruleset, say: Words) -> tuple[str, str]:
    """The names of both sides."""
    return side_name(ruleset, 0, say), side_name(ruleset, 1, say)


def piece_name(ruleset: Ruleset, letter: str, say: Words) -> str:
    """What one piece with this letter is called: man, goat."""
    return say.noun(ruleset.kind[letter].noun)


def pieces_name(ruleset: Ruleset, side: int, count: int, say: Words) -> str:
    """What ``count`` pieces of a side are called, without their number: goats; *pieces* if they bear several names."""
    nouns = {kind.noun for kind in ruleset.kinds if kind.side == side}
    if len(nouns) == 1:
        return say.noun(nouns.pop(), count)
    return say.plural("piece", "pieces", count)


def points_listed(ruleset: Ruleset, points: Iterable[int]) -> str:
    """Points by name, in alphabetical order."""
    return ", ".join(sorted(ruleset.board.points[point] for point in points))


def events_listed(ruleset: Ruleset, rule: NoProgressRule, say: Words) -> str:
    """What sets a counter back: a capture or a promotion."""
    men = next((say.noun(kind.noun, 2) for kind in ruleset.kinds if kind.is_man), "")
    return say.either([say(_EVENTS[event], men=men) for event in rule.resets])


def count_off_order(ruleset: Ruleset, say: Words) -> str:
    """Who wins a count-off."""
    kings = next((kind.noun for kind in ruleset.kinds if kind.is_king), None)
    if kings is None:
        return say("more pieces win, else a draw")
    return say("more pieces win, then more {kings}, else a draw", kings=say.noun(kings, 2))


def ending_sentence(game: Game, outcome: Outcome, names: tuple[str, str], say: Words) -> str:
    """Who won and by which rule, as one sentence. ``names`` are those of the players, side by side."""
    winner, loser = ("", "") if outcome.winner is None else (names[outcome.winner], names[1 - outcome.winner])
    match outcome.ending:
        case Ending.NO_PIECES:
            return say("{winner} wins: {loser} has no pieces left.", winner=winner, loser=loser)
        case Ending.FEW_LEFT:
            return _few_left(game, outcome, winner, say)
        case Ending.MATERIAL:
            return say("Draw: nobody can win with these pieces.")
        case Ending.STUCK:
            return say("Draw: the side to move has no move left.")
        case Ending.HAND_USED_UP:
            return say("{winner} wins: {loser} has put the last piece on the board.", winner=winner, loser=loser)
        case Ending.BLOCKED if is_full_win(game.ruleset, game.position):
            points = points_listed(game.ruleset, game.ruleset.full_win_on)
            return say(
                "{winner} has a full win: {loser} has no move left, with every piece on one of {points}.",
                winner=winner,
                loser=loser,
                points=points,
            )
        case Ending.BLOCKED:
            return say("{winner} wins: {loser} has no move left.", winner=winner, loser=loser)
        case Ending.REPETITION:
            return say("Draw: the same position has occurred {count} times.", count=game.ruleset.repetition)
        case Ending.COUNTER:
            return say("Draw: the limit of moves without progress was reached.")
        case Ending.COUNT_OFF if outcome.winner is None:
            return say("Draw by the count-off: {order}.", order=count_off_order(game.ruleset, say))
        case Ending.COUNT_OFF:
            order = count_off_order(game.ruleset, say)
            return say("{winner} wins the count-off: {order}.", winner=winner, order=order)
        case Ending.AGREEMENT:
            return say("Draw: both players agreed.")
        case Ending.RESIGNATION:
            return say("{winner} wins: {loser} has resigned.", winner=winner, loser=loser)
        case Ending.TIME:
            return say("{winner} wins on time: {loser} has none left.", winner=winner, loser=loser)
        case _:
            assert_never(outcome.ending)


def _few_left(game: Game, outcome: Outcome, winner: str, say: Words) -> str:
    assert outcome.winner is not None
    side = 1 - outcome.winner
    left = game.position.count(game.ruleset, side)
    return say(
        "{winner} wins: only {left} {pieces} are left.",
        winner=winner,
        left=left,
        pieces=pieces_name(game.ruleset, side, left, say),
    )
