"""No regular expression takes more than linear time, whatever text a person sends.

Every pattern of the program is found by itself, with the ways in which the code uses it, and is given hostile texts
that are made from the pattern. What is held is how the processor time grows with the length of a text.
"""

import ast
import gc
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, product
from types import ModuleType
from typing import Any

import pytest

import bot
import engine
import renderer
from bot.app.requests.pasted_text import UnreadablePaste, read_pasted
from engine.games import find_ruleset, rulesets
from engine.parser import MoveError, parse_move
from engine.position import start_position
from engine.record import InvalidRecord, parse_record
from tests.suites import quick_first

PACKAGES = (engine, renderer, bot)
RECORD = 20_000
"""Characters of a hostile record."""
PIECES = 8000
"""So many times a hostile text repeats something: a square of it is more than 30 million steps, unmistakably long."""
MANY = 100
"""A repetition that is allowed more often can make a difference."""
STEP = 4
LIMIT = 2 * STEP
"""A text four times as long may take at most eight times as long; one whose time grows like a square takes 16 times."""
SHORT = 0.001
"""Seconds that any of these texts may take, however fast the shorter ones were."""
FEW = 22
LONG_FOR_FEW = 0.02
"""Seconds that so few repetitions take only where each of them doubles the time."""
REPEATS = 5
ROUNDS = 4
KEY = "dam-8"
TABAL = find_ruleset("tabal")
USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
ALONG = "match along"
"""Matching again and again, each time from where the last match ended."""
LETTERS = "1 \na[]{}()\"'\\/~,@.;:!_-x\xa0٣"
MIXTURES = ("1 ", "1.", "1\n", "a,", "a1", "\n;", "\n ", "{1", '\\"', "://:", "!)")
FAILS, ENDS = ("\0", ","), ("",)
"""Ends of a text: those at which many a pattern fails, the first of them nearly all, and none."""


@dataclass(frozen=True)
class Use:
    """A pattern and a way in which the code applies it; ``place`` says where it was found first."""

    place: str
    pattern: re.Pattern[str]
    how: str

    def __str__(self) -> str:
        return f"{self.place}-{self.how}"

    def __call__(self, text: str) -> object:
        match self.how:
            case "sub" | "subn":
                return getattr(self.pattern, self.how)("", text)
            case "finditer":
                return list(self.pattern.finditer(text))
            case how if how == ALONG:
                at = 0
                while (found := self.pattern.match(text, at)) and found.end() > at:
                    at = found.end()
                return at
            case how:
                return getattr(self.pattern, how)(text)


@pytest.fixture(autouse=True)
def _no_garbage() -> Iterator[None]:
    """Nobody's garbage is collected while time is measured."""
    gc.collect(0)
    gc.disable()
    yield
    gc.enable()


@cache
def modules() -> tuple[ModuleType, ...]:
    """All modules of the program; one that is run, ``__main__``, is read and not imported."""
    names = [
        each.name
        for package in PACKAGES
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not each.name.endswith("__main__")
    ]
    return (*PACKAGES, *map(importlib.import_module, names))


@cache
def trees() -> dict[ModuleType, ast.Module]:
    """The code of each module that has to do with patterns."""

    def concerned(value: object) -> bool:
        return value is re or isinstance(value, re.Pattern) or getattr(value, "__module__", "") == "re"

    return {
        module: ast.parse(inspect.getsource(module))
        for module in modules()
        if any(map(concerned, vars(module).values()))
    }


@cache
def uses() -> tuple[Use, ...]:
    """Every pattern with every way in which it is used, once."""
    found: dict[tuple[re.Pattern[str], str], Use] = {}
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in USES:
                for name, pattern in _patterns(module, node.value):
                    use = Use(f"{module.__name__}.{name}", pattern, node.attr)
                    found.setdefault((pattern, use.how), use)
            if isinstance(node, ast.Call) and len(node.args) > 1 and isinstance(node.func, ast.Attribute):
                for name, pattern in _patterns(module, node.func.value) if node.func.attr == "match" else ():
                    found.setdefault((pattern, ALONG), Use(f"{module.__name__}.{name}", pattern, ALONG))
    return tuple(found.values())


def _patterns(module: ModuleType, node: ast.expr) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The patterns that an expression stands for: a name, one of two, or a function that makes one for each ruleset."""
    if isinstance(node, ast.IfExp):
        yield from _patterns(module, node.body)
        yield from _patterns(module, node.orelse)
    called = isinstance(node, ast.Call)
    name = node.func if isinstance(node, ast.Call) else node
    value = getattr(module, name.id, None) if isinstance(name, ast.Name) else None
    if isinstance(name, ast.Name) and isinstance(value, re.Pattern) and not called:
        yield name.id, value
    if isinstance(name, ast.Name) and callable(value) and called and _makes_patterns(value):
        for ruleset in rulesets():
            yield f"{name.id}({ruleset.key})", value(ruleset)


def _makes_patterns(function: Any) -> bool:
    return "re.Pattern[str]" in str(getattr(function, "__annotations__", {}).get("return", ""))


def _compiled(tree: ast.Module) -> set[ast.expr]:
    """The places where patterns may be compiled: at the head of a module, and in a function that gives one."""
    given = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "re.Pattern[str]":
            given += [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
    return set(given)


@pytest.mark.parametrize("module", trees(), ids=lambda module: module.__name__)
def test_every_pattern_stands_where_it_is_found(module: ModuleType) -> None:
    tree = trees()[module]
    allowed = _compiled(tree)
    hidden = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in {f"re.{each}" for each in (*USES, "compile", "template")}
        and (ast.unparse(node.func) != "re.compile" or node not in allowed)
    ]
    assert hidden == []
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "re"]
    own = {value for value in vars(module).values() if isinstance(value, re.Pattern)}
    assert own <= {use.pattern for use in uses()}, "a pattern is used in a way that this test does not see"


@pytest.mark.parametrize(
    "tails", quick_first([[*FAILS], [*ENDS]], "what fails at its end is looked for longest"), ids=["fails", "ends"]
)
@pytest.mark.parametrize("use", uses(), ids=str)
def test_no_text_takes_more_than_linear_time(use: Use, tails: Sequence[str]) -> None:
    for head, piece, tail in hostile(use, tails):
        _check_growth(use, partial(_text, head, piece, tail), head + piece)


def _text(head: str, piece: str, tail: str, size: int) -> str:
    return head + piece * size + tail


def _check_growth(call: Callable[[str], object], text: Callable[[int], str], what: str, most: int = PIECES) -> None:
    """Raises AssertionError if the time of a call grows faster with the size of its text than it may."""
    sizes = [most // STEP**2, most // STEP, most]
    best = dict.fromkeys((FEW, *sizes), float("inf"))

    def measure(size: int) -> float:
        given = text(size)
        began = time.thread_time()
        call(given)
        best[size] = min(best[size], time.thread_time() - began)
        return best[size]

    assert any(measure(FEW) <= LONG_FOR_FEW for _ in range(ROUNDS)), f"{what!r}: {FEW} times {best[FEW]:.2g} s"
    for shorter, longer in pairwise(sizes):
        for _ in range(ROUNDS):
            # Both anew in each round: a machine may be slower now than it was when another size was measured.
            best[shorter] = best[longer] = float("inf")
            if measure(longer) <= SHORT:
                break
            for _ in range(REPEATS):
                measure(shorter)
            measure(longer)
            if best[longer] <= LIMIT * best[shorter] + SHORT:
                break
        else:
            grew = best[longer] / best[shorter]
            pytest.fail(
                f"{what!r}: {shorter} times {best[shorter]:.2g} s, {longer} times {best[longer]:.2g} s, {grew:.0f} fold"
            )


@pytest.mark.parametrize(
    ("pattern", "how"),
    quick_first(
        [
            (r"\{[^}]*\}", "sub"),
            (r"(?m)^\s*;.*$", "sub"),
            (r"\d+\s*\.(?:\s*\.\.)?", "sub"),
            (r"(?:~\w+,)?[^~,]+(?:,[^~,]+@[^~,]+)?(?:,~\w+)?", "fullmatch"),
            (r"\s*(?P<mark>~)?\s*\d", "match"),
            (r"(://[^:/@\s]*):[^@\s]*@", "sub"),
            (r"\w+/", "search"),
            (r"(?:a+)+!", "match"),
        ],
        "each grows like a square",
    ),
)
def test_what_takes_more_is_found(pattern: str, how: str) -> None:
    use = Use("here", re.compile(pattern), how)
    with pytest.raises((AssertionError, pytest.fail.Exception), match="times"):
        test_no_text_takes_more_than_linear_time(use, FAILS)


@pytest.mark.parametrize(
    "piece",
    quick_first(
        [
            "1 ",
            "\n",
            "{",
            "a",
            "\n;",
            '"',
            "[",
            "~",
            "}{",
            "(1",
            "{(",
            "1x ",
            '/FEN "',
            "* 1.",
            "%",
            "½ ",
            "1",
            " ",
            ";",
            ",",
            "@",
            "1.",
            "{1",
            "(",
            "(}",
            "$",
            "x ",
            "1- ",
            "- ",
            '[a "',
            "\n%",
            "а",
        ],
        "those that open what may be open for long come first",
        quick=16,
    ),
)
@pytest.mark.parametrize("head", quick_first(("", "c4-c5,", "{"), "each piece is repeated from the beginning"))
@pytest.mark.parametrize("of_ours", quick_first((False, True), "what is pasted is read as our own record as well"))
def test_a_pasted_record_is_answered_in_linear_time(of_ours: bool, head: str, piece: str) -> None:
    read, begins = (_record, f'[Ruleset "{KEY}"]\n{head}') if of_ours else (_pasted, f"{KEY} {head}")
    _check_growth(read, lambda size: begins + piece * (size // len(piece)), piece, RECORD)


@pytest.mark.parametrize("piece", ["1", " ", "a", "a1 ", "~", "@", "~ ", "x", "/", "1.", "!)", "to "])
@pytest.mark.parametrize("head", quick_first(("", "a1", "/move ", "~"), "each piece is repeated from the beginning"))
def test_a_typed_move_is_answered_in_linear_time(head: str, piece: str) -> None:
    _check_growth(_move, lambda size: head + piece * (size // len(piece)), piece, 6000)


def _record(text: str) -> None:
    with suppress(InvalidRecord):
        parse_record(text)


def _pasted(text: str) -> None:
    with suppress(UnreadablePaste):
        read_pasted(text)


def _move(text: str) -> None:
    with suppress(MoveError):
        parse_move(TABAL, start_position(TABAL), text)


def hostile(use: Use, tails: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Texts as a beginning, what is repeated after it, and one of these ends.

    The beginnings lead up to each repetition of the pattern. What is repeated are its characters, pairs of them, some
    mixtures, and the beginnings themselves.
    """
    tree = importlib.import_module("re._parser").parse(use.pattern.pattern, use.pattern.flags)
    heads = dict.fromkeys(["", *_beginnings(tree, "")])
    letters = dict.fromkeys(_letters(tree))
    marks = [*[letter for letter in letters if letter.isalpha()][:3], *(each for each in letters if not each.isalpha())]
    if use.how not in ("match", "fullmatch", ALONG):
        tails = tails[:1]
    yield from product(heads, dict.fromkeys([*LETTERS, *marks]), tails)
    yield from product([""], MIXTURES, tails)
    yield from (("", first + second, tails[0]) for first, second in product(marks, marks))
    yield from product([""], heads, tails)


def _beginnings(tree: Iterable[tuple[Any, Any]], before: str) -> Iterator[str]:
    """A text up to each repetition that a pattern has, and past it."""
    for code, given in tree:
        repeated = str(code).endswith("_REPEAT") and given[1] > MANY
        if repeated:
            yield before
        for inner in _inner(code, given):
            yield from _beginnings(inner, before)
        before += _example(code, given)
        if repeated:
            yield before


def _inner(code: Any, given: Any) -> list[Any]:
    match str(code):
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return [given[2]]
        case "SUBPATTERN":
            return [given[3]]
        case "ATOMIC_GROUP":
            return [given]
        case "BRANCH":
            return list(given[1])
        case _:
            return []


def _example(code: Any, given: Any) -> str:
    """A short text that a part of a pattern matches; what may be left out is there."""
    match str(code):
        case "LITERAL":
            return chr(given)
        case "NOT_LITERAL":
            return "b" if given != ord("b") else "c"
        case "ANY":
            return "b"
        case "IN":
            return next(_members(given))
        case _:
            return "".join(_example(*each) for inner in _inner(code, given)[:1] for each in inner) * _least(code, given)


def _least(code: Any, given: Any) -> int:
    return max(1, min(given[0], 8)) if str(code).endswith("_REPEAT") else 1


_OF_CATEGORY = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}


def _members(given: Any) -> Iterator[str]:
    """Characters of a class; of one that is negated, some that are in it."""
    excluded = str(given[0][0]) == "NEGATE"
    named = [each for each in given if str(each[0]) != "NEGATE"]
    own = [letter for code, value in named for letter in _named(str(code), value)]
    yield from (letter for letter in ("b", "1", " ", "@", ".") if letter not in own) if excluded else own


def _named(code: str, value: Any) -> str:
    match code:
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(value[0]) + chr(value[1])
        case _:
            return _OF_CATEGORY.get(str(value), "-")


def _letters(tree: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """The characters that stand in a pattern, the first of each class."""
    for code, given in tree:
        for inner in _inner(code, given):
            yield from _letters(inner)
        if str(code) == "IN":
            yield from list(_members(given))[:3]
        elif str(code) in ("LITERAL", "NOT_LITERAL"):
            yield chr(given)
