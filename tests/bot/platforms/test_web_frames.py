"""The frames of a page are read as values with types, or not at all."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from bot.platforms.web.frames import (
    ENTRY_WORK,
    LARGEST,
    TURN_POINTS,
    UNREADABLE_WORK,
    BeginFrame,
    HelloFrame,
    MalformedFrame,
    PressFrame,
    SayFrame,
    SitFrame,
    TurnFrame,
    WishFrame,
    read_frame,
)

TURN: dict[str, Any] = {"type": "turn", "code": "K7QM", "ply": 3, "picks": [4, 9], "event": "a1b2c3d4"}
WISH: dict[str, Any] = {"type": "wish", "code": "K7QM", "kind": "draw", "kept": True}
OLD_WISH: dict[str, Any] = {"type": "wish", "event": "a1b2c3d4", "code": "K7QM", "payload": "p:x", "values": []}


def test_a_frame_is_its_fields_and_what_it_leaves_out_is_empty() -> None:
    turn = read_frame(json.dumps(TURN))
    assert turn == TurnFrame(type="turn", code="K7QM", ply=3, picks=(4, 9), price=False, event="a1b2c3d4")
    assert read_frame('{"type":"begin"}') == BeginFrame(type="begin", game="", opponent="", level="", corner=False)
    hello = read_frame('{"type":"hello","secret":"s","room":"serambi"}')
    assert hello == HelloFrame(type="hello", secret="s", room="serambi", since=0, quiet=False)


def test_a_frame_does_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        read_frame(json.dumps(TURN)).code = "other"  # type: ignore[misc, union-attr]


def test_zeros_are_left_out_and_unknown_fields_are_passed_over() -> None:
    said = read_frame(json.dumps({"type": "say", "text": "a\0b", "kept": True, "half\ud800": "\ud800"}))
    assert said == SayFrame(type="say", text="ab")
    pressed = read_frame('{"type":"press","payload":"p","values":["a\\u0000","b"]}')
    assert pressed == PressFrame(type="press", payload="p", values=("a", "b"))


def test_numbers_go_as_far_as_every_database_keeps_them() -> None:
    assert read_frame(f'{{"type":"turn","code":"A","ply":{LARGEST}}}') == TurnFrame(type="turn", code="A", ply=LARGEST)
    for number in (LARGEST + 1, -1, 10**400):
        with pytest.raises(MalformedFrame):
            read_frame(f'{{"type":"turn","code":"A","ply":{number}}}')


@pytest.mark.parametrize(
    "data", ["", "[", "[]", "null", "7", '"say"', "[" * 100_000, "{}", '{"type":7}', '{"type":[]}']
)
def test_what_is_no_frame_of_ours_costs_as_little_as_any(data: str) -> None:
    with pytest.raises(MalformedFrame) as refused:
        read_frame(data)
    assert (refused.value.kind, refused.value.work) == (None, UNREADABLE_WORK)


@pytest.mark.parametrize("kind", ["fly", "", "say\0", "\ud800"])
def test_no_other_types_are_known(kind: str) -> None:
    with pytest.raises(MalformedFrame) as refused:
        read_frame(json.dumps({"type": kind, "text": "a"}))
    assert refused.value.kind is None


@pytest.mark.parametrize(
    "change",
    [
        {"code": None}, {"code": 7}, {"code": ["K"]}, {"code": "\ud800"}, {"ply": "3"}, {"ply": 3.0}, {"ply": True},
        {"ply": None}, {"ply": float("nan")}, {"price": 1}, {"price": "true"}, {"price": None}, {"picks": "49"},
        {"picks": {"4": 9}}, {"picks": [4, "9"]}, {"picks": [4, 9.0]}, {"picks": [True]}, {"picks": [-1]},
        {"picks": None}, {"picks": [0] * (TURN_POINTS + 1)}, {"event": 5},
    ],
    ids=str,
)  # fmt: skip
def test_fields_are_taken_only_as_they_must_be(change: dict[str, object]) -> None:
    with pytest.raises(MalformedFrame) as refused:
        read_frame(json.dumps(TURN | change))
    assert (refused.value.kind, refused.value.work) == (TurnFrame, TurnFrame.work)


def test_a_frame_costs_what_it_says_it_is_though_it_is_malformed() -> None:
    with pytest.raises(MalformedFrame) as refused:
        read_frame('{"type":"sit"}')
    assert (refused.value.kind, refused.value.work) == (SitFrame, ENTRY_WORK)


def test_a_wish_names_its_match_and_what_is_to_be_done() -> None:
    """Without the match nobody could tell whether it has gone on. A page of before named a payload."""
    assert isinstance(read_frame(json.dumps(WISH)), WishFrame)
    for needed in ("code", "kind"):
        with pytest.raises(MalformedFrame):
            read_frame(json.dumps({name: value for name, value in WISH.items() if name != needed}))
    with pytest.raises(MalformedFrame) as refused:
        read_frame(json.dumps(OLD_WISH))
    assert (refused.value.kind, refused.value.event) == (WishFrame, "a1b2c3d4"), "its page waits for it no longer"
