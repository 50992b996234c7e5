"""Tests that need a program which this machine lacks are left out and counted; where `CI` is set, they fail."""

import os
from collections import Counter
from collections.abc import Generator

import pytest

from loopback.programs import MissingProgram

KEY = "missing program"


class LeftOut:
    """A plugin of pytest. A test needs a program if it, or a fixture of it, ends with MissingProgram."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        """How many tests have been left out, by the name of what they need."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        """Leave out a test whose fixtures need the program."""
        return (yield from _left_out(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Leave out a test that needs it itself."""
        return (yield from _left_out(item))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count it; with several workers, in the process that gathers the results."""
        name = dict(report.user_properties).get(KEY)
        if report.skipped and isinstance(name, str):
            self.counts[name] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell how many, and what they need."""
        if self.counts:
            each = [f"{number} that need {name}" for name, number in sorted(self.counts.items())]
            terminalreporter.line("left out: " + ", ".join(each).replace(" that", " tests that", 1))


def _left_out(item: pytest.Item) -> Generator[None, object, object]:
    try:
        return (yield)
    except (MissingProgram, BaseExceptionGroup) as error:
        missing = _only_missing(error)
        if missing is None or os.environ.get("CI"):
            raise
        item.user_properties.append((KEY, missing.name))
        pytest.skip(f"needs {missing.name}")


def _only_missing(error: BaseException) -> MissingProgram | None:
    """The error itself, or the first of a group of tasks that have all ended with it."""
    if isinstance(error, BaseExceptionGroup):
        each = [_only_missing(one) for one in error.exceptions]
        return each[0] if all(each) else None
    return error if isinstance(error, MissingProgram) else None
