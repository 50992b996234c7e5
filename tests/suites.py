"""Two suites from the same files: the quick one, which every change pays for, and the deep one, which digs.

``pytest`` runs the quick suite. ``pytest --deep`` runs what that leaves out, each test marked ``deep`` with its reason,
and every property once more with all its examples.
"""

from collections.abc import Collection, Iterable
from enum import Enum
from functools import cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

from engine.games import rulesets
from engine.ruleset import Kind, Ruleset

EXAMPLES = {"quick": 6, "deep": 60}
"""How many examples a property has in each suite, unless it says otherwise with ``examples``."""
WORTH = 2
"""So many facts that no other has shown must a ruleset have to stand for others in the quick suite."""
KINDS = ("permainan-tabal", "main-tapal-empat", "malaysian-checkers-8")
"""A game of each of the three kinds."""
WIDE = ("bagh-bandi-basirhat", "rimau-rimau", "rimau-rimau-b")
"""Rulesets whose positions have thousands of turns; what is theirs alone is tested with them alone."""

for _suite, _examples in EXAMPLES.items():
    # Time on a shared machine says nothing about the code, so no example fails for having been slow; the examples are
    # the same on every run, so a test that fails here fails everywhere.
    settings.register_profile(
        _suite,
        deadline=None,
        derandomize=True,
        max_examples=_examples,
        suppress_health_check=[HealthCheck.too_slow],
    )


def examples(in_deep: int) -> int:
    """The number of examples a property has in this run that has so many in the deep suite."""
    return max(1, in_deep * settings().max_examples // EXAMPLES["deep"])


def deep(reason: str) -> pytest.MarkDecorator:
    """Leaves a test, or one case of it, to the deep suite; the reason says what the quick suite has in its place."""
    return pytest.mark.deep(reason)


def quick_first(values: Iterable[Any], reason: str, quick: int = 1) -> list[Any]:
    """The values of a parameter, of which the quick suite takes the first ones; one of several is a tuple."""
    every = list(values)
    each = (value if type(value) is tuple else (value,) for value in every[quick:])
    return [*every[:quick], *(pytest.param(*value, marks=deep(reason)) for value in each)]


def either_database() -> list[Any]:
    """The kinds of databases as a parameter, for what stands above the store."""
    return quick_first(("sqlite", "postgresql"), "the laws of the store hold the two kinds of databases equal")


def each_ruleset(keys: Collection[str] | None = None) -> list[ParameterSet]:
    """All rulesets, or those of these keys, as a parameter; the quick suite takes those that show the facts of all."""
    rest = deep("its facts are those of the rulesets that the quick suite takes")
    return [
        pytest.param(ruleset, id=ruleset.key, marks=() if ruleset in covering() else rest)
        for ruleset in rulesets()
        if keys is None or ruleset.key in keys
    ]


def three_kinds(reason: str) -> list[ParameterSet]:
    """All rulesets as a parameter, of which the quick suite takes one of each kind."""
    return [pytest.param(each, id=each.key, marks=() if each.key in KINDS else deep(reason)) for each in rulesets()]


def divide(items: list[pytest.Item], *, deep: bool) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests of a suite, and the others. Raises UsageError for a mark without its reason."""
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        marks = list(item.iter_markers("deep"))
        for mark in (*marks, *item.iter_markers("long")):
            if len(mark.args) != 1 or not isinstance(mark.args[0], str) or not mark.args[0]:
                raise pytest.UsageError(f"{item.nodeid} is marked {mark.name} without a reason")
        is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        (chosen if (marks or is_property if deep else not marks) else left_out).append(item)
    return chosen, left_out


@cache
def covering() -> tuple[Ruleset, ...]:
    """Few rulesets that show every value of every rule, and most other facts: each has the most that are left."""
    candidates = [ruleset for ruleset in rulesets() if ruleset.key not in WIDE]
    wanted = frozenset().union(*map(facts, candidates))
    chosen: list[Ruleset] = []
    while wanted:
        best = max(candidates, key=lambda ruleset: len(facts(ruleset) & wanted))
        if len(facts(best) & wanted) < WORTH:
            wanted = frozenset(values(wanted))
            if not wanted:
                break
            best = max(candidates, key=lambda ruleset: len(facts(ruleset) & wanted))
        chosen.append(best)
        wanted -= facts(best)
    return tuple(chosen)


@cache
def facts(ruleset: Ruleset) -> frozenset[object]:
    """The facts that make up the rules of a game, each with its value."""
    named: set[object] = {
        ("surface", ruleset.board.surface),
        ("first", ruleset.first),
        ("crowned when", ruleset.crowned_when),
        ("repetition", ruleset.repetition),
        ("stacks", ruleset.stacks),
        ("opening", ruleset.opening),
    }
    for name in ("obligation", "precedence", "tie_break", "removal", "agreement", "family"):
        named.add(getattr(ruleset, name))
    for name in ("few_left", "hand_used_up", "drawn_material", "stuck_draws", "full_win_on", "no_repeating"):
        named.add((name, getattr(ruleset, name) not in (None, frozenset())))
    for placement in ruleset.placements:
        whole, narrow = placement.per_turn == placement.count, placement.region is not None
        named.add(("placement", placement.per_turn > 1, whole, narrow))
    for rule in ruleset.no_progress_rules:
        named.add(("no progress", rule.resets, type(rule.material), bool(rule.road), rule.result))
    return frozenset(named.union(*(_facts_of_kind(kind) for kind in ruleset.kinds)))


def _facts_of_kind(kind: Kind) -> set[object]:
    role = kind.figure.role
    named: set[object] = {role, ("move", role, kind.move), ("capture", kind.capture)}
    named |= {("rests", bool(kind.rests_on)), ("joins", bool(kind.joins_on))}
    if kind.capture:
        named |= {kind.chain, kind.landing, kind.row, ("turns back", kind.turns_back)}
    if kind.promotes_to:
        named.add(kind.promotion)
    return named


def values(named: frozenset[object]) -> set[Enum]:
    """The facts that are one value of a rule."""
    return {fact for fact in named if isinstance(fact, Enum)}
