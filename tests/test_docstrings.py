"""Docstrings say what a thing is, in words that are read once."""

import ast
import re
from pathlib import Path

from tests.sources import tree_of

ROOT = Path(__file__).parents[1]
RIDDLE = re.compile(r"(?<!there) is none\b")
"""*A digest that is none*: none of what? *Where there is none* is plain."""
FOLDERS = ("bot", "engine", "renderer", "bench", "tools", "loopback", "tests")
QUESTION_WORD = re.compile(r"(?:What|How|Where|Why|Who|When|Which|Whoever|Whatever|Whether)\b")
"""*What a number of kills did* has to be read twice; *The effects of a number of kills* is plain."""
STEPS = ROOT / "bot" / "store" / "migrations" / "versions"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def test_no_docstring_says_of_something_that_it_is_none() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("bot", "engine", "renderer")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\bis\s+none\b", path.read_text(encoding="utf-8"))  # parsing all would take seconds
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and RIDDLE.search(re.sub(r"\s+", " ", str(node.value.value)))
    ]
    assert found == []


def test_no_docstring_begins_with_a_question_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.body[0].lineno}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if path.parent != STEPS  # a step of the schema never changes
        if re.search(rf'"""\s*{QUESTION_WORD.pattern}', path.read_text(encoding="utf-8"))  # as above
        for node in ast.walk(tree_of(path))
        if isinstance(node, DOCUMENTED) and QUESTION_WORD.match(ast.get_docstring(node) or "")
    ]
    assert found == []
