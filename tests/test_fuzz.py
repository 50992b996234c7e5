"""Hostile and malformed input, some hundred of each kind: a clear refusal or a legal result, and nothing else.

``tools/fuzz.py`` runs the same targets for hours, guided by coverage.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.suites import examples
from tools.fuzz_targets import SEEDS, TARGETS, leave

EXAMPLES = {"press": 100, "command": 100, "web": 100}
MANY = 300
FOUND: dict[str, tuple[bytes, ...]] = {}
"""What the fuzzer has found once, and must not find again."""


@pytest.fixture(scope="module", autouse=True)
def town() -> Iterator[None]:
    """Close whatever the targets have opened."""
    yield
    leave()


@st.composite
def damaged(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """A seed with some bytes replaced, left out or put in."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 6))):
        at, until = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        data[at : min(until, at + 8)] = draw(st.binary(max_size=8))
    return bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_any_input_is_refused_clearly_or_legal(name: str) -> None:
    inputs = st.one_of(damaged(SEEDS[name]), st.binary(max_size=400))

    @settings(max_examples=examples(EXAMPLES.get(name, MANY)), suppress_health_check=list(HealthCheck), database=None)
    @given(inputs)
    def attempt(data: bytes) -> None:
        TARGETS[name](data)

    for data in (*SEEDS[name], *FOUND.get(name, ())):
        attempt = example(data)(attempt)
    attempt()
