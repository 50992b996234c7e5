"""What each test costs in processor time, and a check that none of the quick suite has become long."""

import gc
import resource
import time
from collections.abc import Generator

import pytest

LONGEST = 2.0
"""Seconds of processor a test of the quick suite may take, with the programs it starts, on a machine of today."""
YARDSTICK_ROUNDS = 200_000
YARDSTICKS = 20
YARDSTICK_SECONDS = 0.0065
"""What the yardstick takes on a machine of today: so the check says the same on a slow or busy one."""
KEY = "processor seconds"


class ProcessorTime:
    """A plugin of pytest. A test marked ``long``, always with its reason, may take longer."""

    def __init__(self, longest: float = LONGEST) -> None:
        self.longest = longest
        self.too_long: list[str] = []
        self._collecting = 0.0
        self._began = 0.0
        gc.callbacks.append(self._garbage)

    def _garbage(self, phase: str, _: dict[str, int]) -> None:
        """Whoever's turn it is collects the garbage of all: that is not what a test costs."""
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._collecting += time.thread_time() - self._began

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test without what its fixtures cost, which others share."""
        before = _spent() - self._collecting
        result = yield
        spent = _spent() - self._collecting - before
        if spent > self.longest and not any(item.iter_markers("long")):
            spent *= YARDSTICK_SECONDS / _yardstick()
            if spent > self.longest:
                item.user_properties.append((KEY, spent))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what took too long; with several workers, in the process that gathers the results."""
        if report.when == "call":
            spent = dict(report.user_properties).get(KEY)
            if isinstance(spent, float):
                self.too_long.append(f"{report.nodeid}: {spent:.1f} s")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A suite with a test that is too long has failed."""
        if self.too_long and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name them."""
        if self.too_long:
            terminalreporter.section(f"took more than {self.longest:g} s of processor", red=True)
            for line in self.too_long:
                terminalreporter.line(line)
            terminalreporter.line("Make them shorter, leave them to the deep suite, or mark them long with the reason.")


def _spent() -> float:
    """Seconds of processor that this process and the programs it has waited for have had."""
    used = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _yardstick() -> float:
    """Seconds of processor for some plain arithmetic, on the average: what else the machine does slows it as well."""
    began = time.thread_time()
    for _ in range(YARDSTICKS):
        total = 0
        for number in range(YARDSTICK_ROUNDS):
            total += number
    return (time.thread_time() - began) / YARDSTICKS
