"""Touches on a live board, the turns they lead to and the questions: one file of cases for engine and page."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from bot.platforms.web.bodies import steps_body
from engine.games import find_ruleset
from engine.moves import Move
from engine.position import Position, parse_position
from engine.ruleset import Ruleset
from engine.turn_graph import turn_graph
from engine.turns import choices, first_choice, legal_moves
from tests.conversation.chat_platforms import ChatPlatforms


class Case(TypedDict, total=False):
    """Points are named. What is empty or false is left out."""

    case: str
    game: str
    position: str
    touches: list[str]
    nothing: bool
    """The last touch means nothing."""
    picks: list[str]
    plays: bool
    """The turn of the picks is played."""
    price: list[str]
    next: list[str]
    ends: bool
    """The turn may end here."""
    aim: str
    """A point that was touched to be gone to, while it is open how."""
    towards: list[str]
    """The points from which that is chosen."""
    parts: list[str]
    """Those of them at which the ways of the piece in hand part, by their numbers."""
    asks: str
    """The question about the next touch."""


CASES: list[Case] = json.loads(Path(__file__).with_name("turn_cases.json").read_text())
FOLLOWS = ("nothing", "picks", "plays", "price", "next", "ends", "aim", "towards", "parts", "asks")
TOUCH = """async (cases) => {
    const { Turns } = await import('/static/board/turns.js');
    const { question } = await import('/static/parts/line.js');
    const texts = await (await fetch('/texts/en')).json();
    const follows = ({ steps, touches, names, cells }) => {
        const turns = new Turns(steps);
        const named = (points) => Array.from(points, (point) => names[point]);
        let found = { at: turns.start(), ends: false };
        for (const name of touches) {
            found = turns.touch(found.at, names.indexOf(name));
            if (found === null) return { nothing: true };
        }
        const { at, ends } = found;
        const state = { cells, ask: 'The first question', puts: ['The first piece', 'The second piece'] };
        const way = turns.way(at, cells);
        return {
            picks: named(at.picks), plays: ends, price: named(at.price).sort(),
            next: named(turns.next(at).keys()).sort(), ends: turns.mayEnd(at),
            aim: at.aim === null ? '' : names[at.aim],
            towards: at.aim === null ? [] : named(turns.towards(at, at.aim)).sort(),
            parts: named(turns.parting(at)),
            asks: ends ? '' : question({ state, turns, at, way, texts, pending: null, measures: { names } }),
        };
    };
    return cases.map(follows);
}"""


def place(case: Case) -> tuple[Ruleset, Position]:
    ruleset = find_ruleset(case["game"])
    return ruleset, parse_position(ruleset, case["position"])


@pytest.mark.parametrize("case", [each for each in CASES if "nothing" not in each], ids=lambda each: each["case"])
def test_what_follows_is_what_the_engine_allows(case: Case) -> None:
    ruleset, position = place(case)
    index, names = ruleset.board.index, ruleset.board.points

    def named(points: "tuple[int, ...] | list[int]") -> list[str]:
        return sorted(names[point] for point in points)

    here = first_choice(ruleset, position).after([index[name] for name in case.get("picks", [])])
    assert here is not None
    assert named(list(here.following)) == case.get("next", [])
    assert (here.stop is not None) == case.get("ends", False)
    assert named(here.price) == case.get("price", [])
    legal = legal_moves(ruleset, position)
    if case.get("plays"):
        assert here.stop in legal
    if aim := case.get("aim"):
        assert {_next_pick(move, here.picked) for move in legal if move.target == index[aim]} - {None} == {
            index[name] for name in case["towards"]
        }
    if parts := case.get("parts"):
        assert parts == sorted(case["towards"], key=index.__getitem__)


def _next_pick(move: Move, picked: tuple[int, ...]) -> int | None:
    """The point that is picked for a turn after some others; None where it does not begin with them, in any order."""
    points, so_far = choices(move), len(picked)
    return points[so_far] if len(points) > so_far and sorted(points[:so_far]) == sorted(picked) else None


@pytest.mark.long("a browser starts")
async def test_the_page_makes_the_same_of_the_touches(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(chats.url)
    given = []
    for case in CASES:
        ruleset, position = place(case)
        steps = steps_body(turn_graph(first_choice(ruleset, position)))
        names, cells = ruleset.board.points, position.cells
        given.append({"steps": steps, "touches": case["touches"], "names": names, "cells": cells})
    for case, found in zip(CASES, await page.evaluate(TOUCH, given), strict=True):
        follows = {name: value for name, value in case.items() if name in FOLLOWS}
        assert {name: value for name, value in found.items() if value} == follows, case["case"]
