"""The quick suite stands for the whole."""

import ast
from datetime import date, timedelta
from pathlib import Path

import pytest

from engine.games import rulesets
from tests.processor_time import ProcessorTime
from tests.slices import SLICES, TOGETHER, Slice, number_of, read_slice
from tests.sources import tree_of
from tests.suites import WIDE, covering, divide, facts, values


def test_the_rulesets_of_the_quick_suite_show_every_value_of_every_rule() -> None:
    everything = [fact for ruleset in rulesets() for fact in values(facts(ruleset))]
    shown = {fact for ruleset in covering() for fact in values(facts(ruleset))}
    assert set(everything) - shown == set()


def test_they_are_few_and_show_most_facts() -> None:
    everything = {fact for ruleset in rulesets() for fact in facts(ruleset)}
    shown = {fact for ruleset in covering() for fact in facts(ruleset)}
    assert len(covering()) < len(rulesets()) / 3
    assert len(shown) > 0.8 * len(everything)


def test_what_is_left_out_as_wide_is_a_ruleset() -> None:
    assert {*WIDE} <= {ruleset.key for ruleset in rulesets()}


def some_tests(request: pytest.FixtureRequest, count: int) -> list[pytest.Item]:
    names = (f"some_test[{number}]" for number in range(count))
    return [pytest.Function.from_parent(request.node.parent, name=name, callobj=lambda: None) for name in names]


@pytest.mark.parametrize("mark", [pytest.mark.deep, pytest.mark.deep(""), pytest.mark.long(3)])
def test_a_mark_without_a_reason_is_refused(request: pytest.FixtureRequest, mark: pytest.MarkDecorator) -> None:
    (item,) = some_tests(request, 1)
    item.add_marker(mark)
    with pytest.raises(pytest.UsageError, match=r"some_test\[0\] is marked .* without a reason"):
        divide([item], deep=False)


def test_the_slices_are_disjoint_and_together_all(request: pytest.FixtureRequest) -> None:
    items = some_tests(request, 20 * SLICES)
    slices = [Slice(number, str(number)).cut(items) for number in range(1, SLICES + 1)]
    assert all(slices)
    assert sorted(item.nodeid for tests in slices for item in tests) == sorted(item.nodeid for item in items)
    for file in TOGETHER:
        assert number_of(f"{file}::one") == number_of(f"{file}::two[3]")


def test_each_day_runs_the_next_slice_in_an_order_of_its_own(request: pytest.FixtureRequest) -> None:
    today = date(2026, 11, 29)
    days = [read_slice("today", today + timedelta(days)) for days in range(SLICES)]
    assert {day.number for day in days} == {*range(1, SLICES + 1)}
    assert [read_slice(day.named, today) for day in days] == days, "what was run on a day can be run again"
    again = read_slice("today", today + timedelta(SLICES))
    items = some_tests(request, 20 * SLICES)
    first, second = days[0].cut(items), again.cut(items)
    assert first == days[0].cut(items)
    assert first != second
    assert sorted(first, key=items.index) == sorted(second, key=items.index)


def test_a_test_with_a_time_limit_of_its_own_begins_a_slice(request: pytest.FixtureRequest) -> None:
    pages = [pytest.Module.from_parent(request.session, path=request.path.with_name(f"page_{n}.py")) for n in range(30)]
    items = [
        pytest.Function.from_parent(page, name=f"some_test[{number}]", callobj=lambda: None)
        for page in pages
        for number in range(SLICES)
    ]
    slice_ = read_slice("1", date(2026, 11, 29))
    last = slice_.cut(items)[-1]
    last.add_marker(pytest.mark.timeout(900))
    assert slice_.cut(items)[0].parent is last.parent


@pytest.mark.parametrize("named", ["0", str(SLICES + 1), "-1", "tomorrow", "2026-02-30"])
def test_a_slice_that_there_is_not_is_refused(named: str) -> None:
    with pytest.raises(pytest.UsageError, match="a number from 1 to"):
        read_slice(named, date(2026, 11, 29))


def test_a_test_that_is_long_is_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import pytest, time
        def spend():
            until = time.process_time() + 0.3
            while time.process_time() < until: pass
        def test_short(): pass
        def test_lasting(): spend()
        @pytest.mark.long("it is about time")
        def test_allowed(): spend()
    """)
    pytester.makeini("[pytest]\nmarkers = long(reason): may take longer\nasyncio_default_fixture_loop_scope = function")
    done = pytester.runpytest_inprocess(plugins=[ProcessorTime(longest=0.05)])
    assert done.ret == pytest.ExitCode.OK
    assert [line for line in done.outlines if "::" in line and "test_lasting" in line]
    assert not [line for line in done.outlines if "test_short" in line or "test_allowed" in line]


def test_what_a_page_waits_for_is_a_function() -> None:
    """Playwright evaluates an expression as text at each look after the first one, which the content security policy of
    the pages forbids: the test would fail on a slow machine alone.
    """
    waits = [
        (f"{path.name}:{node.lineno}", node.args[0].value)
        for path in Path(__file__).parent.rglob("*.py")
        if ".wait_for_function(" in path.read_text(encoding="utf-8")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_function"
        if isinstance(node.args[0], ast.Constant)
    ]
    assert len(waits) > 5
    assert [where for where, text in waits if "=>" not in str(text)] == []
