"""All that grows has a bound: each structure in memory is a bounded memory or stands in docs/bounds.md, as tables do.

The numbers there are those of the code.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.store.tables import metadata
from tests.sources import tree_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "bounds.md").read_text(encoding="utf-8")
NAMED = re.compile(r"([\d,]+(?:\.\d+)?(?: days| hours?| s)?) \(`([\w/]+)\.py:(\w+)`\)")
CONTAINERS = {"Counter", "LifoQueue", "OrderedDict", "Queue", "defaultdict", "deque", "dict", "list", "set"}
VALUES = {"Mapping", "Sequence", "Iterable", "Collection"}
"""Annotations of what nobody adds to."""
PASSED_IN = {"MatchService.computers"}
"""What grows and is no empty container where it gets its name."""
Sources = list[tuple[Path, ast.Module]]
UNITS = {" days": 86400.0, " hours": 3600.0, " hour": 3600.0, " s": 1.0, "": 1.0}


def number(text: str) -> float:
    amount, unit = re.fullmatch(r"([\d,.]+)(.*)", text).groups()  # type: ignore[union-attr]  # NAMED found it
    return float(amount.replace(",", "")) * UNITS[unit]


def test_each_bound_is_what_the_code_says() -> None:
    found = NAMED.findall(PAGE)
    assert len(found) > 30
    for text, module, name in found:
        value = getattr(importlib.import_module(module.replace("/", ".")), name)
        if isinstance(value, timedelta):
            value = value.total_seconds()
        assert number(text) == value, f"{module}:{name}"


def test_every_table_stands_there() -> None:
    for table in metadata.tables:
        assert f"| `{table}` |" in PAGE, table


@pytest.fixture(scope="module", name="sources")
def read_sources() -> Sources:
    """Each module of the bot, but for the migrations, which are over before it serves anybody."""
    paths = sorted(path for path in (ROOT / "bot").rglob("*.py") if "migrations" not in path.parts)
    return [(path, tree_of(path)) for path in paths]


def called(node: ast.expr) -> str:
    """The name of what is called, without its module and its types."""
    if isinstance(node, ast.Subscript):
        return called(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_container(value: ast.expr | None) -> bool:
    """Is it an empty container, which is there to be filled, or a field that begins as one?"""
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(func, args, keywords):
            made = [each.value for each in keywords if each.arg == "default_factory"]
            return (called(func) in CONTAINERS and not args) or any(
                is_container(each.body) if isinstance(each, ast.Lambda) else called(each) in CONTAINERS for each in made
            )
    return False


def growing(tree: ast.Module) -> Iterator[str]:
    """The growing things as ``Class.attribute``: attributes of objects and of classes, and fields of dataclasses."""
    for made in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for node in ast.walk(made):
            match node:
                case ast.Assign(targets=[target], value=value):
                    pass
                case ast.AnnAssign(target, annotation, value) if called(annotation) not in VALUES:
                    pass
                case _:
                    continue
            if is_container(value) and (isinstance(target, ast.Attribute) or node in made.body):
                yield f"{made.name}.{called(target)}"


def test_everything_that_grows_in_memory_is_bounded_or_stands_there(sources: Sources) -> None:
    found = {name: path for path, tree in sources for name in growing(tree)}
    found.pop("BoundedMemory._kept")
    assert len(found) > 50
    assert {name: str(path) for name, path in found.items() if f"`{name}`" not in PAGE} == {}


def test_nothing_stands_there_that_is_not_in_the_code(sources: Sources) -> None:
    """A row whose structure has become a bounded memory, or is gone, goes too."""
    found = {name for _, tree in sources for name in growing(tree)}
    rows = re.findall(r"^\| (`[^|]*)\|", PAGE.partition("## In the database")[0], re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+\.\w+)`", row)}
    assert len(named) > 50
    assert named - found == PASSED_IN


def test_each_bounded_memory_has_a_constant_for_its_maximum(sources: Sources) -> None:
    """None is larger than the page says."""
    (most,) = re.findall(r"([\d,]+) \(`[^`]+`\) at most", PAGE.partition("## In the database")[0])
    found = 0
    for path, tree in sources:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node.func) == "BoundedMemory":
                maximum = node.args[0]
                assert isinstance(maximum, ast.Name), f"{path}:{node.lineno}: {ast.unparse(node)}"
                assert 0 < getattr(importlib.import_module(module), maximum.id) <= number(most), f"{path}:{node.lineno}"
                found += 1
    assert found > 20
