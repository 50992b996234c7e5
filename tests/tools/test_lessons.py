"""The lessons that ship are those that the tool finds: the same on every run."""

import pytest

from engine.games import find_ruleset
from engine.lessons import LESSONS
from tools.lessons import lessons_for


@pytest.mark.parametrize("key", ["catch-the-hare", "komikan", "alquerque"])
def test_a_run_finds_the_lessons_that_ship(key: str) -> None:
    assert lessons_for(find_ruleset(key)) == list(LESSONS[key])
