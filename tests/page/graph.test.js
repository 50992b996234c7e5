import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "./browser.js";

openBrowser();
const { spread } = await import("../../bot/platforms/web/static/parts/graph.js");

test("turning points that are near one another are 34 px apart, in their order and within the row", () => {
  assert.deepEqual(spread([50, 150], 300), [50, 150], "those that are apart stand over their moves");
  assert.deepEqual(spread([50, 52, 60], 300), [50, 84, 118]);
  assert.deepEqual(spread([280, 290, 300], 300), [232, 266, 300]);
  assert.deepEqual(spread([10, 20, 30, 40], 60), [0, 20, 40, 60], "more than there is room for share it");
  assert.deepEqual(spread([], 300), []);
});
