// @ts-check
// The screen of a person: their ratings and scores, and the boards of their latest matches, which lead to their moves.
/** @import { NoPersonFrame, PersonPageFrame, SentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
import { make } from "../texts.js";
import { matchItem } from "./lobby.js";

export class PersonScreen {
  /** @param {App} app @param {string} key */
  constructor(app, key) {
    this.app = app;
    this.key = read(key); // a name in the room, or the id at a seat
    this.title = "";
    this.root = make("main", "about person");
  }

  shown() {
    if (this.app.isOnline) this.ask();
  }

  hidden() {}

  seated() {
    this.ask();
  }

  ask() {
    this.app.connection.raw({ type: "person", who: this.key });
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "person" && frame.who === this.key) this.show(frame);
  }

  /** @param {Partial<NoPersonFrame> & Partial<PersonPageFrame>} frame */
  show({ name, text, ratings = [], scores = [], heading, matches = [] }) {
    this.title = name ?? "";
    const title = make("h1", "", name ?? this.app.texts.nowhere);
    title.id = "person-name";
    this.root.replaceChildren(title, ...[text].filter(Boolean).map((words) => make("p", "", words)));
    for (const lines of [ratings, scores].filter((each) => each.length)) {
      const list = make("ul", "told");
      list.append(...lines.map((line) => make("li", "", line)));
      this.root.append(list);
    }
    if (matches.length) {
      const list = make("ul", "matches");
      list.append(...matches.map((match) => matchItem(match, make("papan-board"), this.app)));
      this.root.append(make("h2", "", heading), list);
    }
    this.app.draw();
  }
}

// What stands in an address; as it is where it is cut off within a letter.
/** @param {string} key */
function read(key) {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
