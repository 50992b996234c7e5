"""The bounds in docs/bounds.md are those of the code, and every table and every growing structure stands there."""

import ast
import importlib
import re
from datetime import timedelta
from pathlib import Path

from bot.store.tables import metadata
from tests.sources import tree_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "bounds.md").read_text(encoding="utf-8")
NAMED = re.compile(r"([\d,]+(?:\.\d+)?(?: days| hours?| s)?) \(`([\w/]+)\.py:(\w+)`\)")
GROWING = re.compile(
    r"^\s+self\.(\w+)(?:: [^=]+)? = (?:\{\}|set\(\)|\[\]|OrderedDict\(|deque\(|Counter\(|asyncio\.Queue\()"
)
UNITS = {" days": 86400.0, " hours": 3600.0, " hour": 3600.0, " s": 1.0, "": 1.0}
ROOMS = ("app", "platforms", "services", "workers", "store", "telemetry")


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


def test_everything_that_grows_in_memory_stands_there() -> None:
    for room in ROOMS:
        for path in sorted((ROOT / "bot" / room).rglob("*.py")):
            if "migrations" in path.parts or "backends" in path.parts:
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            for node in ast.walk(tree_of(path)):
                if isinstance(node, ast.ClassDef):
                    own = lines[node.lineno - 1 : node.end_lineno]
                    for name in {found[1] for line in own if (found := GROWING.match(line))}:
                        assert f"`{node.name}.{name}`" in PAGE, f"{path}: {node.name}.{name}"
