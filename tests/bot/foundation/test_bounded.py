"""Memory with a maximum: what is used stays, what is not is forgotten first, and nothing counts longer than it may."""

from dataclasses import dataclass, field
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.foundation.bounded import BoundedMemory

KEYS = "abcde"


def filled(most: int, keys: str) -> BoundedMemory[str, str]:
    memory = BoundedMemory[str, str](most)
    for key in keys:
        memory.put(key, key.upper())
    return memory


def kept(memory: BoundedMemory[str, str]) -> str:
    return "".join(key for key in KEYS if key in memory)


def test_with_one_more_than_fits_the_least_recently_put_is_forgotten() -> None:
    memory = filled(3, "abcd")
    assert (len(memory), kept(memory)) == (3, "bcd")
    assert memory.get("a") is None


@pytest.mark.parametrize("use", ["get", "get_or_put", "put"])
def test_what_is_used_stays(use: str) -> None:
    memory = filled(3, "abc")
    if use == "get":
        assert memory.get("a") == "A"
    elif use == "get_or_put":
        assert memory.get_or_put("a", lambda: "another") == "A"
    else:
        memory.put("a", "A")
    memory.put("d", "D")
    assert kept(memory) == "acd"


def test_a_look_is_no_use() -> None:
    memory = filled(3, "abc")
    assert memory.peek("a") == "A"
    assert "a" in memory
    memory.put("d", "D")
    assert kept(memory) == "bcd"
    assert memory.peek("a") is None


def test_a_value_that_is_put_again_takes_the_place_of_the_old_one() -> None:
    memory = filled(3, "abc")
    memory.put("a", "new")
    assert (len(memory), memory.get("a")) == (3, "new")


def test_a_value_is_made_only_where_there_is_none() -> None:
    memory, made = BoundedMemory[str, list[int]](2), list[int]()

    def make() -> list[int]:
        made.append(len(made))
        return []

    memory.get_or_put("a", make).append(1)
    assert memory.get_or_put("a", make) == [1]
    assert made == [0]


def test_what_cannot_be_made_takes_no_place() -> None:
    memory = filled(2, "ab")
    with pytest.raises(ZeroDivisionError):
        memory.get_or_put("c", lambda: str(1 // 0))
    assert kept(memory) == "ab"


def test_what_is_taken_out_is_gone() -> None:
    memory = filled(3, "ab")
    assert [memory.pop("a"), memory.pop("a")] == ["A", None]
    assert (len(memory), kept(memory)) == (1, "b")


def test_no_value_is_a_value_too() -> None:
    memory = BoundedMemory[str, None](2)
    memory.put("a", None)
    assert "a" in memory
    assert memory.get_or_put("a", lambda: pytest.fail("there is one")) is None


class TestTimeToLive:
    def test_a_value_counts_for_so_long_after_it_was_put(self) -> None:
        memory = BoundedMemory[str, int](3, lasts=10.0)
        memory.put("a", 1, now=100.0)
        assert [memory.get("a", now) for now in (100.0, 109.9, 110.0)] == [1, 1, None]

    def test_use_does_not_prolong_it_and_putting_it_again_does(self) -> None:
        memory = BoundedMemory[str, int](3, lasts=10.0)
        memory.put("a", 1, now=0.0)
        memory.get("a", now=9.0)
        assert memory.get("a", now=11.0) is None
        memory.put("a", 2, now=11.0)
        memory.put("a", 3, now=20.0)
        assert memory.get("a", now=29.0) == 3

    def test_what_is_over_is_made_anew(self) -> None:
        memory = BoundedMemory[str, int](3, lasts=10.0)
        memory.put("a", 1, now=0.0)
        assert [memory.get_or_put("a", lambda: 2, now) for now in (9.0, 10.0, 19.0)] == [1, 2, 2]

    def test_a_clock_that_is_put_back_ends_nothing(self) -> None:
        memory = BoundedMemory[str, int](3, lasts=10.0)
        memory.put("a", 1, now=100.0)
        assert memory.get("a", now=50.0) == 1


@dataclass
class Model:
    """The same in the simplest way: a list, the least recently used first."""

    most: int
    lasts: float
    entries: list[tuple[str, int, float]] = field(default_factory=list)

    def pop(self, key: str) -> int | None:
        found = [value for known, value, _ in self.entries if known == key]
        self.entries = [entry for entry in self.entries if entry[0] != key]
        return found[0] if found else None

    def put(self, key: str, value: int, now: float) -> None:
        self.pop(key)
        self.entries = [*self.entries, (key, value, now + self.lasts)][-self.most :]

    def get(self, key: str, now: float) -> int | None:
        found = [entry for entry in self.entries if entry[0] == key]
        self.pop(key)
        self.entries += [entry for entry in found if entry[2] > now]
        return next((value for _, value, until in found if until > now), None)

    def get_or_put(self, key: str, value: int, now: float) -> int:
        if (found := self.get(key, now)) is not None:
            return found
        self.put(key, value, now)
        return value


@given(
    most=st.integers(1, 4),
    lasts=st.sampled_from([3.0, float("inf")]),
    steps=st.lists(
        st.tuples(
            st.sampled_from(["put", "get", "get_or_put", "pop", "peek"]), st.sampled_from(KEYS), st.integers(0, 2)
        ),
        max_size=40,
    ),
)
def test_it_does_what_a_simple_list_does(most: int, lasts: float, steps: list[tuple[str, str, int]]) -> None:
    memory, model = BoundedMemory[str, int](most, lasts), Model(most, lasts)
    now = 0.0
    for number, (step, key, later) in enumerate(steps):
        now += later
        if step == "put":
            memory.put(key, number, now)
            model.put(key, number, now)
        elif step == "get":
            assert memory.get(key, now) == model.get(key, now)
        elif step == "get_or_put":
            assert memory.get_or_put(key, partial(int, number), now) == model.get_or_put(key, number, now)
        elif step == "pop":
            assert memory.pop(key) == model.pop(key)
        else:
            known = {entry[0]: entry[1] for entry in model.entries}
            assert memory.peek(key) == known.get(key)
        assert {key for key in KEYS if key in memory} == {entry[0] for entry in model.entries}
        assert len(memory) == len(model.entries) <= most
