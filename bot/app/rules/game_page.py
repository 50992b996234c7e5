"""The page of a game: its rules card by card, with the start and the examples of the documents as positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from bot.app.pictures.images import ImageRenderer, Look, scene_of
from bot.app.requests.game_chooser import versions
from bot.app.rules import rules_text as rules
from bot.app.rules.why import CARD_OF, example_line, example_of, why_lines
from bot.app.text.bids import bid_told
from bot.app.text.clock import pace_line
from bot.app.text.level_names import level_name
from bot.app.text.moves import move_label, move_text, price_of
from bot.app.text.names import ending_sentence, family_name, game_name, likeness, side_name, side_names
from bot.chat import GamePage, GameSection, GameTerm, GameVariant, PieceName, RuleCard, ShownPosition
from bot.matches.bids import bids_in
from bot.matches.invitation import is_offered, is_uneven
from bot.matches.pace import PACE_CHOICES, PACE_WORDS
from bot.matches.terms import TERMS, FlagTerm, MatchTerm, NumberTerm
from bot.words import Words
from engine.example import Example, Refused
from engine.game import Game, GameOver
from engine.games import find_ruleset
from engine.games.examples import EXAMPLES
from engine.moves import Move
from engine.parser import MoveError
from engine.position import InvalidPosition
from engine.refused import REFUSED
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.turns import legal_moves

MOST_EXAMPLES = 5
MOST_CHOICES = 8
"""A position with more captures to choose from is no example."""
_NOBODY = ("", "")


def game_page(ruleset: Ruleset, say: Words) -> GamePage:
    """All about a game, in the language of ``say``."""
    return GamePage(
        key=ruleset.key,
        name=game_name(ruleset, say),
        summary=say(ruleset.summary),
        likeness="" if ruleset.variant else likeness(ruleset, say),
        family=family_name(ruleset.family, say),
        easy=ruleset.beginners,
        sections=tuple(_section(topic, ruleset, say) for topic in rules.TOPICS),
        sources=_section(rules.SOURCES, ruleset, say),
        variants=tuple(_variant(each, say) for each in versions(ruleset) if each is not ruleset),
        pictures=tuple(_pictures(ruleset, say)),
        refusals=tuple(_refusals(ruleset, say)),
        pieces=tuple(PieceName(kind.letter, kind.side, say.noun(kind.noun)) for kind in ruleset.kinds),
        sides=side_names(ruleset, say),
        levels=tuple(level_name(ruleset, level, say) for level in LEVELS),
        paces=tuple((value, pace_line(PACE_WORDS[value], say)) for value, _ in PACE_CHOICES),
        # The last row is nearest to the pace.
        terms=tuple(term for each in reversed(tuple(TERMS.values())) for term in _sheet_term(each, ruleset, say)),
    )


def _sheet_term(term: MatchTerm, ruleset: Ruleset, say: Words) -> Iterator[GameTerm]:
    """A term as the sheet of a game asks for it; nothing where it does not."""
    paces = tuple(value for value, _ in PACE_CHOICES if term.needs.met_by(PACE_WORDS[value]))
    besides = tuple(each.name for each in TERMS.values() if term.name in each.excludes)
    if not term.on_sheet:
        return
    if isinstance(term, FlagTerm) and is_offered(term, ruleset):
        yield GameTerm(term.name, say(term.otherwise), (), term.usual, paces, besides, term.alone is None)
    if isinstance(term, NumberTerm) and (bids := bids_in(ruleset)) and is_uneven(ruleset):
        numbers = range(bids.most, bids.least - 1, -1)
        options = (("", say(term.unnamed)), *((f"{bid}", bid_told(ruleset, bid, say)) for bid in numbers))
        yield GameTerm(term.name, say(term.label), options, None, paces, besides, term.alone is None)


def _section(topic: rules.Topic, ruleset: Ruleset, say: Words) -> GameSection:
    return GameSection(topic.key, say(topic.title), tuple(topic.tell(ruleset, say)))


def _variant(ruleset: Ruleset, say: Words) -> GameVariant:
    difference = likeness(ruleset, say) if ruleset.variant else say(ruleset.summary)
    return GameVariant(ruleset.key, game_name(ruleset, say), difference)


def _pictures(ruleset: Ruleset, say: Words) -> Iterator[ShownPosition]:
    yield _shown(Game.begin(ruleset), "goal", say("The start"), say)
    for game in examples(ruleset)[:MOST_EXAMPLES]:
        if game.moves:
            yield _shown(game, "capturing" if _is_of_capture(game) else "moving", _of_move(game, say), say)
        elif game.outcome:
            yield _shown(game, "ending", ending_sentence(game, game.outcome, _NOBODY, say), say)
        elif 1 < len(captures := _captures(game)) <= MOST_CHOICES:
            yield _shown(game, "capturing", _of_choice(game, captures, say), say)
    for topic in rules.TOPICS:
        if example := example_of(ruleset, topic.key):
            yield _forbidden(example, topic.key, say)


def examples(ruleset: Ruleset) -> list[Game]:
    """The examples of a game; for one that has none, those of the same game by other rules that hold in it too."""
    own = [each.played() for each in EXAMPLES.values() if find_ruleset(each.game) is ruleset]
    if own:
        return own
    others = [each for each in EXAMPLES.values() if find_ruleset(each.game) in versions(ruleset)]
    return [game for each in others if (game := _as_played(each, ruleset))]


def _as_played(example: Example, ruleset: Ruleset) -> Game | None:
    """An example by other rules; None where they allow no such move, or another position comes of it."""
    there = example.played()
    try:
        here = replace(example, game=ruleset.key).played()
    except (InvalidPosition, MoveError, GameOver):
        return None
    alike = (here.moves, here.position, here.outcome) == (there.moves, there.position, there.outcome)
    return here if alike and (here.moves or here.outcome) else None


def _is_of_capture(game: Game) -> bool:
    """Does the last move take a piece, or cost one because it takes none?"""
    return game.moves[-1].takes or bool(price_of(game.back_to(game.ply - 1), game.moves[-1]))


def _captures(game: Game) -> list[Move]:
    return [move for move in legal_moves(game.ruleset, game.position) if move.captured]


def _of_move(game: Game, say: Words) -> str:
    """The last move in words, with what it did."""
    before, move = game.back_to(game.ply - 1), game.moves[-1]
    side, told = side_name(game.ruleset, before.turn, say), move_label(before, move, say)
    if move.forfeit is not None:
        told = move_text(game.ruleset, move, say)
    line = say("{side}: {move}.", side=side, move=told)
    return f"{line} {ending_sentence(game, game.outcome, _NOBODY, say)}" if game.outcome else line


def _of_choice(game: Game, captures: list[Move], say: Words) -> str:
    moves = say.either([move_text(game.ruleset, move, say) for move in captures])
    return say("{side} can choose: {moves}.", side=side_name(game.ruleset, game.turn, say), moves=moves)


def _refusals(ruleset: Ruleset, say: Words) -> Iterator[RuleCard]:
    """The rules behind all reasons for which the game has an example."""
    titles = {topic.key: say(topic.title) for topic in rules.TOPICS}
    for reason, rule in CARD_OF.items():
        if example := REFUSED.get((ruleset.key, reason)):
            picture = _forbidden(example, rule.topic, say)
            lines = (line for line in why_lines(ruleset, reason, say) if line != picture.caption)
            yield RuleCard(reason.name, titles[rule.topic], tuple(lines), picture)


def _forbidden(example: Refused, section: str, say: Words) -> ShownPosition:
    """A position with a move that is refused and one that is allowed."""
    game, allowed = example.begun(), example.allowed_move
    shown = _shown(game, section, example_line(example, say), say)
    scene = replace(scene_of(game, _NOBODY, Look(), say), advice=example.allowed_move, forbidden=example.refused_path)
    return replace(
        shown,
        alt=ImageRenderer.alt(scene, say),
        advice=(*pairwise(allowed.path), *((point, point) for point in allowed.drops)),
        forbidden=tuple(pairwise(example.refused_path)),
    )


def _shown(game: Game, section: str, caption: str, say: Words) -> ShownPosition:
    position = game.position
    return ShownPosition(
        section=section,
        caption=caption,
        alt=ImageRenderer.alt(scene_of(game, _NOBODY, Look(), say), say),
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        turn=game.turn,
        last=game.moves[-1] if game.moves else None,
    )
