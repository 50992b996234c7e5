"""The rulesets as data: found by any of their names, every fact with its source, no logic beside them."""

import ast
import re
from pathlib import Path

import pytest

from engine.games import UnknownRuleset, find_ruleset, ruleset_by_short_id, rulesets
from engine.position import Position, format_position, start_position
from engine.ruleset import CapturePrecedence, Chain, Obligation, Reach, Removal, Ruleset, spelling

ENGINE = Path(__file__).parents[2] / "engine"
DATA = sorted(file for file in (ENGINE / "games").glob("*.py") if file.name != "__init__.py")
NAMES = {
    "permainan-tabal": ["tabal"],
    "permainan-tabal-globe-joueur": ["tabal-gj"],
    "main-tapal-empat": ["tapal", "tapak", "harimau"],
    "malaysian-checkers": ["dam", "dum", "singaporean-checkers", "dam-12"],
    "malaysian-checkers-8": ["dam-8"],
    "malaysian-checkers-strict": [],
    "malaysian-checkers-8-strict": [],
    "international-draughts": [],
    "english-draughts": [],
    "russian-draughts": [],
    "brazilian-draughts": [],
    "canadian-draughts": [],
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
}

each_ruleset = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)


def test_the_rulesets_there_are() -> None:
    assert {ruleset.key for ruleset in rulesets()} == set(NAMES)


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, names in NAMES.items() for name in (key, *names)])
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
    assert set(caught.value.known) == set(NAMES)


def facts(ruleset: Ruleset) -> set[str]:
    """The named facts of a ruleset, each of which has to say where it comes from."""
    named = {"board", "start", "first", "obligation", "precedence", "removal", "agreement"}
    named |= {"placements"} if ruleset.placements else set()
    named |= {"few_left"} if ruleset.few_left else set()
    named |= {"repetition"} if ruleset.repetition else set()
    named |= {"no_progress_rules"} if ruleset.no_progress_rules else set()
    for kind in ruleset.kinds:
        named.add(f"{kind.noun.singular}.move")
        named |= {f"{kind.noun.singular}.capture"} if kind.capture else set()
        named |= {f"{kind.noun.singular}.promotion"} if kind.promotes_to else set()
        named |= {f"{kind.noun.singular}.chain"} if kind.chain is Chain.SINGLE and kind.capture else set()
    return named


@each_ruleset
def test_every_fact_has_a_source_and_nothing_else_has(ruleset: Ruleset) -> None:
    assert set(ruleset.sources) == facts(ruleset)


@each_ruleset
def test_every_fact_is_a_sentence_with_readable_sources(ruleset: Ruleset) -> None:
    """What a reader of the chat is shown: no key, no number of a section, no name of a file."""
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
    if ruleset.key == "main-tapal-empat":
        assert start == Position("." * 25, 1, (("T", 2), ("G", 18)), number=0)
        return
    assert start.turn == ruleset.first
    assert [start.count(ruleset, side) for side in (0, 1)] == [PIECES[ruleset.key]] * 2
    assert all(ruleset.kind[cell].is_man for cell in start.cells if cell != ".")
    assert start.cells == start.cells[::-1].swapcase(), "both sides begin alike"


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
        assert (king.side, king.is_king, kind.is_man) == (kind.side, True, True)


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


@pytest.mark.parametrize("module", ["moves", "position", "game", "refusal", "parser", "notation", "board", "textboard"])
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
