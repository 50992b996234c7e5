"""The table of mutants quotes the code as it is, and the tool tells a killed mutant from one that survives."""

import re
from dataclasses import replace

import pytest

from tests.suites import deep
from tools.mutants import AT_ONCE, ROOT, Mutant, killed_by, mutants

MUTANTS = mutants()
ELSEWHERE = AT_ONCE
"""The first of the places for copies where the tool has none: other tests run at the same time."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.breaks)
def test_there_is_one_place_for_it_and_the_test_exists(mutant: Mutant) -> None:
    assert mutant.broken() != (ROOT / mutant.file).read_text()
    name = mutant.test.rpartition("::")[2]
    assert re.search(rf"^ *(async )?def {name}\(", mutant.file_of_test.read_text(), re.MULTILINE)


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch) -> Mutant:
    """A mutant that the quick suite kills."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # nobody searches here, so nothing need be compiled in the copies
    return next(mutant for mutant in MUTANTS if mutant.breaks == "a resignation wins")


@deep("it runs pytest in a copy")
def test_the_tool_names_the_suite_that_kills_one(killed: Mutant) -> None:
    assert killed_by(killed, ELSEWHERE) == "quick"


@deep("it runs pytest in a copy")
def test_the_tool_tells_one_that_lives(killed: Mutant) -> None:
    assert not killed_by(replace(killed, code="1 - side))", instead="(1 - side)))"), ELSEWHERE + 1)


@deep("it runs pytest in a copy")
def test_the_tool_says_that_a_test_could_not_be_run(killed: Mutant) -> None:
    with pytest.raises(RuntimeError, match="could not be run"):
        killed_by(replace(killed, test=f"{killed.test}_of_nobody"), ELSEWHERE + 2)
