"""The rulesets as data: found by any of their names, every fact with its source, no logic beside them."""

import ast
import re
from pathlib import Path

import pytest

from engine.games import UnknownRuleset, find_ruleset, ruleset_by_short_id, rulesets
from engine.position import format_position, start_position
from engine.ruleset import CapturePrecedence, Chain, Obligation, Reach, Removal, Row, Ruleset, TieBreak, spelling
from tests.released import RELEASED
from tests.suites import deep

ENGINE = Path(__file__).parents[2] / "engine"
DATA = sorted(file for file in (ENGINE / "games").glob("*.py") if file.name != "__init__.py")
HUNTS = {
    "main-tapal-empat": (18, 2),
    "bagh-chal": (20, 4),
    "bagh-chal-no-repeating": (20, 4),
    "tapal-empat-15": (15, 2),
    "tapak-empat-1919": (24, 2),
    "rimau": (24, 1),
    "rimau-rimau": (24, 2),
    "rimau-rimau-b": (22, 2),
    "adugo": (14, 1),
    "adugo-single": (14, 1),
    "catch-the-hare": (12, 1),
    "catch-the-hare-single": (12, 1),
    "komikan": (12, 1),
    "komikan-forward": (12, 1),
    "buga-shadara": (24, 2),
    "bagh-bandi": (20, 2),
    "sher-bakar": (19, 2),
    "bagh-bandi-basirhat": (32, 2),
}
PIECES = {
    "permainan-tabal": 16,
    "permainan-tabal-globe-joueur": 16,
    "malaysian-checkers": 30,
    "malaysian-checkers-strict": 30,
    "malaysian-checkers-8": 12,
    "malaysian-checkers-8-strict": 12,
    "international-draughts": 20,
    "english-draughts": 12,
    "russian-draughts": 12,
    "brazilian-draughts": 12,
    "canadian-draughts": 30,
    **dict.fromkeys(("sholo-guti", "sixteen-soldiers", "sixteen-soldiers-huff", "dam-daman", "dama-kenya"), 16),
    **dict.fromkeys(("alquerque", "alquerque-huff", "alquerque-bell", "alquerque-free"), 12),
    **dict.fromkeys(("dama-comoros", "dama-comoros-strict", "main-dam", "omnidirectional-draughts-6"), 12),
    "game-of-solomon": 6,
    "omnidirectional-draughts": 24,
    "omnidirectional-draughts-10": 40,
    "dutch-queens-1805": 15,
    "dutch-queens-20": 20,
}

each_ruleset = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)


def test_no_game_that_was_released_is_gone() -> None:
    assert set(RELEASED) <= {ruleset.key for ruleset in rulesets()}


@deep("a game may be tried before it is released")
def test_every_game_is_released_with_its_proofs() -> None:
    assert {ruleset.key for ruleset in rulesets()} - set(RELEASED) == set(), "add it to tests/released.py"


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, names in RELEASED.items() for name in (key, *names)])
def test_a_name_in_any_spelling(key: str, name: str) -> None:
    for spelled in (name, name.upper(), name.title(), name.replace("-", " "), name.replace("-", ""), f" {name} "):
        assert find_ruleset(spelled).key == key
    assert find_ruleset(name.replace("-", "_")).key == key
    assert find_ruleset(name.replace("-", " - ").title()).key == key


def test_short_ids_are_unique_and_well_formed() -> None:
    short_ids = [ruleset.short_id for ruleset in rulesets()]
    assert len(set(short_ids)) == len(rulesets())
    for ruleset in rulesets():
        assert re.fullmatch(r"[a-z]{2,4}", ruleset.short_id)
        assert ruleset_by_short_id(ruleset.short_id) is ruleset


@pytest.mark.parametrize("wrong", ["", "0", "TAB", " tab", "xyz", "permainan-tabal"])
def test_a_short_id_is_read_exactly(wrong: str) -> None:
    with pytest.raises(UnknownRuleset):
        ruleset_by_short_id(wrong)


@each_ruleset
def test_its_title_finds_it_too(ruleset: Ruleset) -> None:
    assert find_ruleset(ruleset.name) is ruleset
    assert find_ruleset(ruleset.name.upper()) is ruleset


def test_no_name_means_two_games() -> None:
    owners: dict[str, set[str]] = {}
    for ruleset in rulesets():
        for name in (ruleset.key, ruleset.name, *ruleset.aliases):
            assert spelling(name)
            owners.setdefault(spelling(name), set()).add(ruleset.key)
    assert all(len(keys) == 1 for keys in owners.values()), owners


@pytest.mark.parametrize("name", ["", " ", "chess", "dama", "tabal-8", "-"])
def test_other_names_are_told_what_there_is(name: str) -> None:
    """docs/rules/permainan-tabal.md#t16: many other games bear the name Dama, so none is found by it."""
    with pytest.raises(UnknownRuleset, match="permainan-tabal, permainan-tabal-globe-joueur") as caught:
        find_ruleset(name)
    assert caught.value.name == name
    assert caught.value.known == tuple(ruleset.key for ruleset in rulesets())


def facts(ruleset: Ruleset) -> set[str]:
    """The named facts of a ruleset, each of which has to say where it comes from."""
    named = {"board", "start", "first", "obligation", "precedence", "removal", "agreement"}
    named |= {"placements"} if ruleset.placements else set()
    named |= {"opening"} if ruleset.opening else set()
    named |= {"stacks"} if ruleset.stacks else set()
    named |= {"tie_break"} if ruleset.tie_break is not TieBreak.NONE else set()
    named |= {"hand_used_up"} if ruleset.hand_used_up is not None else set()
    named |= {"crowned_when"} if ruleset.crowned_when else set()
    named |= {"drawn_material"} if ruleset.drawn_material else set()
    named |= {"stuck_draws"} if ruleset.stuck_draws else set()
    named |= {"few_left"} if ruleset.few_left else set()
    named |= {"full_win_on"} if ruleset.full_win_on else set()
    named |= {"repetition"} if ruleset.repetition else set()
    named |= {"no_repeating"} if ruleset.no_repeating else set()
    named |= {"no_progress_rules"} if ruleset.no_progress_rules else set()
    for kind in ruleset.kinds:
        named.add(f"{kind.noun.singular}.move")
        named |= {f"{kind.noun.singular}.capture"} if kind.capture else set()
        named |= {f"{kind.noun.singular}.promotion"} if kind.promotes_to else set()
        named |= {kind.fact("chain")} if kind.chain is not Chain.COMPLETE and kind.capture else set()
        named |= {kind.fact("row")} if kind.row is Row.ODD else set()
        named |= {kind.fact("turns_back")} if not kind.turns_back else set()
        named |= {kind.fact("rests_on")} if kind.rests_on else set()
        named |= {kind.fact("joins_on")} if kind.joins_on else set()
    return named


@each_ruleset
def test_every_fact_has_a_source_and_nothing_else_has(ruleset: Ruleset) -> None:
    assert set(ruleset.sources) == facts(ruleset)


@each_ruleset
def test_every_fact_is_a_sentence_with_readable_sources(ruleset: Ruleset) -> None:
    """Facts as a reader of the chat is shown them: no key, no number of a section, no name of a file."""
    for fact, cite in ruleset.sources.items():
        assert re.fullmatch(r"[A-Z0-9].*\.", cite.statement), fact
        assert cite.sources, fact
        for source in cite.sources:
            assert source.name.strip(), fact
            assert source.place.strip(), fact
            assert not re.search(r"\[|\bseed\b|/\w+\.\w+$", source.name), fact


@each_ruleset
def test_the_start_is_what_the_sources_say(ruleset: Ruleset) -> None:
    start = start_position(ruleset)
    assert format_position(ruleset, start) == ruleset.start
    assert start.turn == (ruleset.first if start.number or ruleset.hunters is None else 1 - ruleset.first)
    if ruleset.hunters is None:
        assert start.cells == start.cells[::-1].swapcase(), "both sides begin alike"
    if ruleset.key in RELEASED:
        known = HUNTS.get(ruleset.key) or (PIECES[ruleset.key],) * 2
        assert (start.count(ruleset, 0), start.count(ruleset, 1)) == known


@each_ruleset
def test_kinds_make_sense(ruleset: Ruleset) -> None:
    assert len({kind.letter for kind in ruleset.kinds}) == len(ruleset.kinds)
    for kind in ruleset.kinds:
        if kind.promotes_to is None:
            continue
        king = ruleset.kind[kind.promotes_to]
        last = max(rank for _, rank in ruleset.board.coordinates) if kind.side == 0 else 0
        row = {point for point, (_, rank) in enumerate(ruleset.board.coordinates) if rank == last}
        assert kind.promotes_on == row
        assert (king.side, king.is_king, kind.is_man) == (kind.side, True, not kind.is_king)


def test_what_tells_the_variants_apart() -> None:
    """docs/rules/permainan-tabal.md#t1 and docs/rules/malaysian-checkers.md#c10: one switch each."""
    tabal, joueur = find_ruleset("tabal"), find_ruleset("tabal-gj")
    assert (tabal.removal, joueur.removal) == (Removal.IMMEDIATE, Removal.END_OF_TURN)
    assert (tabal.precedence, joueur.precedence) == (CapturePrecedence.FREE, CapturePrecedence.FREE)
    for free, strict in (("dam", "dam-strict"), ("dam-8", "dam-8-strict")):
        assert find_ruleset(free).obligation is Obligation.FORFEIT
        assert find_ruleset(strict).obligation is Obligation.FORCED
        assert find_ruleset(free).kinds == find_ruleset(strict).kinds
        assert find_ruleset(free).precedence is find_ruleset(strict).precedence is CapturePrecedence.LONGEST_OF_PIECE
    assert {kind.capture.reach for kind in find_ruleset("english").kinds if kind.capture} == {Reach.ONE}


@pytest.mark.parametrize("file", DATA, ids=lambda file: file.stem)
def test_a_game_is_data_and_nothing_else(file: Path) -> None:
    logic = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.If, ast.For, ast.While, ast.Try)
    found = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, logic)]
    assert not found, [ast.unparse(node).splitlines()[0] for node in found]


@pytest.mark.parametrize(
    "module",
    ["moves", "captures", "endings", "position", "game", "refusal", "parser", "notation", "board", "textboard"],
)
def test_the_rules_of_play_never_see_the_name_of_a_game(module: str) -> None:
    tree = ast.parse((ENGINE / f"{module}.py").read_text(encoding="utf-8"))
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ruleset"
    }
    assert not asked & {"key", "name", "aliases", "gametype"}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not texts & {name for ruleset in rulesets() for name in (ruleset.key, ruleset.name, *ruleset.aliases)}
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(name and name.startswith("engine.games") for name in imported)
