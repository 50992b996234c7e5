import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { openBrowser } from "./browser.js";
import { Connection } from "../../bot/platforms/web/static/connection.js";

class Socket extends EventTarget {
  sent = [];

  send(text) {
    this.sent.push(JSON.parse(text).type);
  }

  close() {}

  hears(frame) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(frame) }));
  }
}

beforeEach(openBrowser);

test("a sign that takes a second tells that the line is slow, until something is heard", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.WebSocket = Socket;
  globalThis.location = { protocol: "http:", host: "papan.test" };
  const told = [];
  const page = { isHurried: true, room: () => ({}), slow: (isSlow) => told.push(isSlow), heard() {}, lost() {} };
  const connection = new Connection(page);
  connection.open();
  connection.socket.dispatchEvent(new Event("open"));
  mock.timers.tick(2500);
  assert.equal(connection.socket.sent.at(-1), "ping");
  mock.timers.tick(999);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told, [true]);
  connection.socket.hears({ type: "pong" });
  assert.deepEqual(told, [true, false]);
  mock.timers.tick(2600);
  connection.socket.hears({ type: "pong" });
  mock.timers.tick(2000);
  assert.deepEqual(told, [true, false, false], "a sign in time says nothing");
  mock.timers.reset();
});
