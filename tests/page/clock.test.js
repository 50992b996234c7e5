import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openBrowser } from "./browser.js";
import { face } from "../../bot/platforms/web/static/parts/clock.js";

const TEXTS = { clock_bank: "+{time}", clock_then: "then {time}", clock_in_bank: "bank" };
const DAY = 86_400_000;
const clock = (fields) => ({
  live: true,
  runs: 0,
  sides: [
    { move: 20_000, bank: 90_000 },
    { move: 20_000, bank: 90_000 },
  ],
  ...fields,
});

// What stands at a seat when its clock has run for so many milliseconds.
function seen(gone) {
  const { time, below } = face(clock(), 0, gone, TEXTS);
  return [time, below];
}

before(openBrowser);

test("the time for the move runs first, then the bank, and never below nothing", () => {
  assert.deepEqual(seen(0), ["0:20", "+1:30"]);
  assert.deepEqual(seen(14_750), ["0:05.2", "+1:30"]);
  assert.deepEqual(seen(25_000), ["1:25", "bank"]);
  assert.deepEqual(seen(500_000), ["0:00.0", "bank"]);
});

test("the other side's clock stands still", () => {
  assert.equal(face(clock(), 1, 15_000, TEXTS).time, "0:20");
  assert.equal(face(clock({ runs: null }), 0, 15_000, TEXTS).time, "0:20");
});

test("days are told in words", () => {
  const sides = [
    { move: 3 * DAY, bank: 14 * DAY },
    { move: 0, bank: 0 },
  ];
  assert.deepEqual(face(clock({ live: false, sides }), 0, 0, TEXTS), {
    time: "3 days",
    below: "then 2 weeks",
    low: false,
    live: false,
    runs: true,
  });
});
