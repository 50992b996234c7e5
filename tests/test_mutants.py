"""The table of mutants quotes the code as it is, and the tool tells a killed mutant from one that survives."""

import re
from dataclasses import replace

import pytest

from tests.suites import deep
from tools.mutants import AT_ONCE, ROOT, Mutant, killed_by, mutants

MUTANTS = mutants()
ELSEWHERE = AT_ONCE
"""A place for copies where the tool has none, which other tests run at the same time."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.breaks)
def test_there_is_one_place_for_it_and_the_test_exists(mutant: Mutant) -> None:
    assert mutant.broken() != (ROOT / mutant.file).read_text()
    name = mutant.test.rpartition("::")[2]
    assert re.search(rf"^ *(async )?def {name}\(", mutant.file_of_test.read_text(), re.MULTILINE)


@deep("it runs pytest three times")
@pytest.mark.long("pytest starts three times, in copies")
def test_the_tool_tells_a_killed_one_from_one_that_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # nobody searches here, so nothing need be compiled in the copies
    killed = next(mutant for mutant in MUTANTS if mutant.breaks == "a resignation wins")
    assert killed_by(killed, ELSEWHERE) == "quick"
    assert not killed_by(replace(killed, code="1 - side))", instead="(1 - side)))"), ELSEWHERE)
    with pytest.raises(RuntimeError, match="could not be run"):
        killed_by(replace(killed, test=f"{killed.test}_of_nobody"), ELSEWHERE)
