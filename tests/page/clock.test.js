import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openBrowser } from "./browser.js";
import { Clocks, face } from "../../bot/platforms/web/static/parts/clock.js";

const TEXTS = { clock_bank: "+{time}", clock_then: "then {time}", clock_in_bank: "bank", seconds_left: "{count}" };
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

// Clocks whose sounds and words are told.
function clocksFor(told) {
  const seat = { drawClock() {} };
  return new Clocks({
    texts: TEXTS,
    root: { isConnected: true },
    drawn: { bottom: 0, seats: { above: seat, below: seat } },
    hand: { sound: (name) => told.push(name) },
    part: () => ({
      set textContent(text) {
        told.push(text);
      },
    }),
  });
}

// What whoever sits at the first side is told by ear, who looks at a clock with this time for each side: [the side whose
// time runs, and for how many seconds].
function toldOf(begin, looks) {
  const told = [];
  const clocks = clocksFor(told);
  for (const [runs, seconds] of looks) {
    const arrived = performance.now() - seconds * 1000;
    clocks.tell({ clock: clock({ runs, sides: [begin, begin] }), mine: [0], arrived });
  }
  clocks.stop();
  return told;
}

for (const [name, begin, looks, told] of [
  [
    "no bank is left",
    { move: 30_000, bank: 0 },
    [
      [0, 1],
      [0, 19],
      [0, 21],
      [0, 22],
      [0, 29],
    ],
    ["low", "10"],
  ],
  [
    "a full bank is no alarm",
    { move: 30_000, bank: 60_000 },
    [
      [0, 25],
      [0, 29],
      [0, 40],
      [0, 85],
    ],
    ["low", "10"],
  ],
  [
    "once a turn",
    { move: 30_000, bank: 0 },
    [
      [0, 25],
      [1, 0],
      [0, 25],
    ],
    ["low", "", "low"],
  ],
  [
    "the other's time",
    { move: 30_000, bank: 0 },
    [
      [1, 25],
      [1, 70],
      [null, 0],
    ],
    [],
  ],
  [
    "both warnings",
    { move: 300_000, bank: 0 },
    [
      [0, 269],
      [0, 271],
      [0, 289],
      [0, 291],
    ],
    ["30", "low", "10"],
  ],
]) {
  test(`low time of one's own is told once: ${name}`, () => assert.deepEqual(toldOf(begin, looks), told));
}

test("another time of day changes no clock", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() + DAY });
  assert.deepEqual(
    toldOf({ move: 30_000, bank: 0 }, [
      [0, 1],
      [0, 2],
    ]),
    [],
  );
});

test("the device stays awake while seconds count for whoever plays", async (context) => {
  const calls = [];
  const release = () => calls.push("asleep");
  const request = async (kind) => {
    calls.push(kind);
    return { release };
  };
  Object.defineProperty(globalThis, "navigator", { value: { wakeLock: { request } }, configurable: true });
  const clocks = clocksFor([]);
  context.after(() => clocks.stop());
  const tell = async (mine, fields) => {
    clocks.tell({ clock: clock(fields), mine, arrived: performance.now() });
    await setImmediate();
  };
  await tell([], {});
  await tell([0], { runs: null });
  await tell([0], { live: false });
  assert.deepEqual(calls, [], "nobody has to sit there");
  await tell([0], {});
  await tell([0], { runs: 1 });
  assert.deepEqual(calls, ["screen"]);
  await tell([0], { runs: null });
  assert.deepEqual(calls, ["screen", "asleep"]);
});
