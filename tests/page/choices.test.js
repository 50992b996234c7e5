import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openBrowser } from "./browser.js";
import { chosenFor, keepFor, USUAL, wishOf } from "../../bot/platforms/web/static/parts/choices.js";

beforeEach(openBrowser);

test("what was chosen for a game is there again, for that game alone", () => {
  keepFor("dam", { ...USUAL, against: "friend", side: "1" });
  assert.deepEqual(chosenFor("dam"), { ...USUAL, against: "friend", side: "1" });
  assert.deepEqual(chosenFor("rimau"), USUAL);
});

test("what cannot be read, or is of an older page, is filled up with the usual", () => {
  localStorage.setItem("sheet dam", "{");
  assert.deepEqual(chosenFor("dam"), USUAL);
  localStorage.setItem("sheet dam", '{"pace": "blitz"}');
  assert.deepEqual(chosenFor("dam"), { ...USUAL, pace: "blitz" });
});

test("a choice begins its match, with what belongs to its opponent alone", () => {
  const chosen = { against: "computer", level: "3", side: "random", pace: "blitz", unwatched: true };
  const common = { game: "dam", watched: false };
  assert.deepEqual(wishOf("dam", chosen), { ...common, opponent: "computer", level: "3", side: "", corner: true });
  const anybody = { ...common, opponent: "anybody", side: "0", pace: "blitz" };
  for (const [against, corner] of [
    ["anybody", false],
    ["friend", true],
  ]) {
    assert.deepEqual(wishOf("dam", { ...chosen, against, side: "0" }), { ...anybody, corner });
  }
  assert.deepEqual(wishOf("dam", { ...chosen, against: "myself" }), { ...common, opponent: "practice", corner: true });
});
