"""The lessons that ship are those that the tool finds: the same on every run."""

import pytest

from engine.games import find_ruleset
from engine.lessons import LESSONS
from tests.suites import deep
from tools.lessons import lessons_for

OF_SOME = ("catch-the-hare", "komikan", "alquerque")


@deep("the lessons that ship are played by the rules in the quick suite")
@pytest.mark.parametrize("key", OF_SOME)
def test_a_run_finds_the_lessons_that_ship(key: str) -> None:
    assert lessons_for(find_ruleset(key)) == list(LESSONS[key])
