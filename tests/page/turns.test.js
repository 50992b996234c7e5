import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "../../bot/platforms/web/static/board/turns.js";

// From 0 to 1 or, by 2, on to 3; from 5 to 1 alone, which costs a piece.
const NODES = [
  [
    false,
    1,
    [
      [0, 1],
      [5, 2],
    ],
  ],
  [
    false,
    1,
    [
      [1, 3],
      [2, 4, [6]],
    ],
  ],
  [false, 1, [[1, 3, [], [7]]]],
  [true, 1, []],
  [false, 1, [[3, 3]]],
];
const CELLS = "m....m";
const turns = new Turns(NODES);
const touch = (...points) =>
  points.reduce((found, point) => found && turns.touch(found.at, point), { at: turns.start(), ends: false });

test("touches lead to the turn, over points that leave no choice", () => {
  assert.deepEqual([...turns.next(turns.start()).keys()], [0, 5]);
  assert.deepEqual([touch(0).at.picks, touch(0).ends], [[0], false]);
  const leap = touch(0, 2);
  assert.deepEqual([leap.at.picks, leap.at.taken, leap.ends], [[0, 2, 3], [6], true]);
  assert.deepEqual(turns.way(leap.at, CELLS), [0, 2, 3]);
  assert.equal(touch(0, 3).at.picks.length, 3, "the last landing is enough");
});

test("a target touched first asks by which piece, and one that cannot be reached means nothing", () => {
  assert.deepEqual([touch(1).at.aim, [...turns.towards(touch(1).at, 1)]], [1, [0, 5]]);
  assert.deepEqual(touch(1, 5).at.picks, [5, 1]);
  assert.equal(touch(4), null);
});

test("what a turn costs is known before it is played", () => {
  assert.equal(turns.mayCost, true);
  assert.deepEqual(touch(5).at.price, [7]);
  assert.deepEqual(touch(0, 1).at.price, []);
});

test("points that are picked in any order can be given back", () => {
  const several = new Turns([
    [
      false,
      2,
      [
        [3, 1],
        [4, 1],
        [8, 1],
      ],
    ],
    [true, 1, []],
  ]);
  const one = several.touch(several.start(), 4);
  assert.deepEqual([one.at.chosen, one.ends], [[4], false]);
  assert.deepEqual(several.touch(one.at, 4).at.chosen, []);
  assert.deepEqual(several.touch(one.at, 3), { at: { ...several.start(), node: 1, picks: [4, 3] }, ends: true });
});
