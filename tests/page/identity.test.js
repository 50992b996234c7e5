import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openBrowser } from "./browser.js";
import { identity } from "../../bot/platforms/web/static/identity.js";

const ALI = { name: "Ali", secret: "a" };
const SITI = { name: "Siti", secret: "s" };

beforeEach(openBrowser);

test("a stranger only looks on, and whoever was here last comes back in every tab", () => {
  assert.deepEqual([identity.entrance[0], identity.isKnown], ["visit", false]);
  identity.keep(ALI);
  identity.keep(SITI);
  sessionStorage.values.clear(); // another tab
  assert.deepEqual(identity.entrance, ["hello", { secret: "s" }]);
  assert.deepEqual(identity.known(), [
    ["Ali", "a"],
    ["Siti", "s"],
  ]);
});

test("somebody else in one tab changes nothing in the others", () => {
  identity.keep(ALI);
  identity.leave();
  identity.keep(SITI);
  assert.deepEqual([identity.secret, identity.ofBrowser, identity.instead], ["s", "a", "Ali"]);
  identity.forget();
  assert.deepEqual([identity.secret, identity.instead, identity.known()], ["a", "", [["Ali", "a"]]]);
});

test("a new name takes the place of the old one, and who is forgotten is nobody", () => {
  identity.keep(ALI);
  identity.rename("Aliah");
  assert.deepEqual(identity.known(), [["Aliah", "a"]]);
  identity.forget();
  assert.deepEqual([identity.secret, identity.known()], ["", []]);
});
