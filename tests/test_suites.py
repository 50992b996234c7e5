"""The quick suite stands for the whole."""

import pytest

from engine.games import rulesets
from tests.processor_time import ProcessorTime
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


@pytest.mark.parametrize("mark", [pytest.mark.deep, pytest.mark.deep(""), pytest.mark.long(3)])
def test_a_mark_without_a_reason_is_refused(request: pytest.FixtureRequest, mark: pytest.MarkDecorator) -> None:
    item = pytest.Function.from_parent(request.node.parent, name="some_test", callobj=lambda: None)
    item.add_marker(mark)
    with pytest.raises(pytest.UsageError, match=r"some_test is marked .* without a reason"):
        divide([item], deep=False)


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
