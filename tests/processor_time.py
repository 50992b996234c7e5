"""The cost of each test in processor time, and a remark on those of the quick suite that have become long."""

import gc
import resource
import time
from collections.abc import Generator

import pytest

LONGEST = 2.0
"""Seconds of processor that a test of the quick suite should not exceed, with the programs it starts."""
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
        """Leave out the collecting of garbage, which is that of all, and no cost of the test whose turn it is."""
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
            item.user_properties.append((KEY, spent))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what took too long; with several workers, in the process that gathers the results."""
        if report.when == "call":
            spent = dict(report.user_properties).get(KEY)
            if isinstance(spent, float):
                self.too_long.append(f"{report.nodeid}: {spent:.1f} s")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name them. No suite fails for it: another machine takes another time for the very same test."""
        if self.too_long:
            terminalreporter.section(f"took more than {self.longest:g} s of processor", yellow=True)
            for line in self.too_long:
                terminalreporter.line(line)
            terminalreporter.line("Make them shorter, leave them to the deep suite, or mark them long with the reason.")


def _spent() -> float:
    """Seconds of processor that this process and the programs it has waited for have had."""
    used = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
