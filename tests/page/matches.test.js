import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openBrowser } from "./browser.js";

openBrowser();
const { Matches } = await import("../../bot/platforms/web/static/matches.js");

const listed = (code, waits) => ({ code, waits });
const state = (code, fields) => ({ code, version: 3, status: "playing", mine: [0], turn: 1, ready: null, ...fields });
let sent = [];
let matches = null;

beforeEach(() => {
  openBrowser();
  sent = [];
  const element = { addEventListener() {} };
  const app = { at: { key: "" }, connection: { raw: (frame) => sent.push(frame) } };
  matches = new Matches(app, { list: element, opener: element, onward: element });
});

test("matches that wait have a tab, but for those whose tab was closed by hand", () => {
  matches.app.closed = () => {};
  matches.open([listed("AAAA", true), listed("BBBB", false)]);
  assert.deepEqual(matches.tabs.codes, ["AAAA"]);
  assert.deepEqual(sent, [{ type: "watch", code: "AAAA", version: 0, since: 0 }]);
  matches.close("AAAA");
  matches.open([listed("AAAA", true)]);
  assert.deepEqual(matches.tabs.codes, []);
  assert.deepEqual(sent.at(-1), { type: "unwatch", code: "AAAA" });
});

test("those that wait are counted once, as they stand here", () => {
  matches.open([listed("AAAA", true)]);
  assert.equal(matches.waiting([listed("AAAA", true), listed("CCCC", true)]), 2);
  matches.got(state("AAAA"));
  assert.equal(matches.waiting([listed("AAAA", true), listed("CCCC", true)]), 1, "it is the other's turn by now");
  matches.got(state("AAAA", { turn: 0 }));
  assert.equal(matches.waiting([]), 1);
});

test("a version that is known is not asked for again, unless its clock may be wrong", () => {
  matches.open([listed("AAAA", true)]);
  const version = (clock) => {
    matches.got(state("AAAA", { clock }));
    matches.watch("AAAA", false);
    return sent.at(-1).version;
  };
  assert.deepEqual([version(null), version({})], [3, 0]);
});

test("of too many matches the first idle one goes", () => {
  const codes = Array.from({ length: 13 }, (_, index) => `M${index}`);
  for (const code of codes) matches.tabs.add(code);
  matches.got(state("M0", { turn: 0 }));
  matches.forgetOldest("M1");
  assert.deepEqual(matches.tabs.codes, ["M0", "M1", ...codes.slice(3)]);
});

test("what is so for a while only is asked for again, and no more once it is forgotten", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  matches.open([listed("AAAA", true)]);
  matches.got(state("AAAA", { now: 1000, lapses: 6000 }));
  sent = [];
  context.mock.timers.tick(4999);
  assert.deepEqual(sent, []);
  context.mock.timers.tick(1);
  assert.deepEqual(sent, [{ type: "watch", code: "AAAA", version: 0, since: 0 }]);
  matches.got(state("AAAA", { now: 1000, lapses: 6000 }));
  matches.forget("AAAA");
  sent = [];
  context.mock.timers.tick(9000);
  assert.deepEqual(sent, []);
});
