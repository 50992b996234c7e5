"""The lessons that ship are those that the tool finds: the same on every run."""

import pytest

from engine.games import find_ruleset
from engine.lessons import LESSONS
from tests.suites import quick_first
from tools.lessons import lessons_for

OF_SOME = ("catch-the-hare", "komikan", "alquerque")


@pytest.mark.parametrize("key", quick_first(OF_SOME, "the same search, of larger games"))
def test_a_run_finds_the_lessons_that_ship(key: str) -> None:
    assert lessons_for(find_ruleset(key)) == list(LESSONS[key])
