// The screen of a lesson or a puzzle: the answer to a line that nobody has to type, large, with its board under the
// hand. What is pressed in it changes it in its place.
/** @import { SentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
import { Log } from "../parts/chat.js";
import { make } from "../texts.js";

// What is asked for at an address: by the name of the screen and the rest of the address.
/** @type {Record<string, string>} */
const PUZZLES = { "": "/puzzle today:yes", mine: "/puzzle mine:yes", more: "/puzzle" };
/** @typedef {keyof typeof LINES} StudyName */
const LINES = {
  // A game, and one lesson of it.
  learn: (/** @type {string} */ key) => `/learn ${key.replace("/", " lesson:")}`.trim(),
  puzzles: (/** @type {string} */ key) => PUZZLES[key] ?? `/puzzle ${key}`,
};

export class StudyScreen {
  /** @param {App} app @param {string} key @param {string} name */
  constructor(app, key, name) {
    this.app = app;
    this.name = /** @type {StudyName} */ (name);
    this.texts = app.texts;
    this.line = LINES[this.name](key);
    // Whoever comes from another screen has pressed for it; whoever opens a link is asked first if they are new here.
    this.isWanted = Boolean(app.screen);
    this.isAsked = false;
    this.root = make("main", "study");
    this.list = make("ol", "log");
    this.list.setAttribute("aria-live", "polite");
    this.list.setAttribute("aria-label", this.title);
    this.root.append(this.head(key), this.list);
    this.log = new Log(this.list, app.texts, app.acts);
    this.start = make("button", "main", app.texts.begin);
    this.start.type = "button";
    this.start.hidden = true;
    this.start.addEventListener("click", () => this.ask());
    this.root.append(this.start);
  }

  get seen() {
    return this.log.seen;
  }

  get title() {
    return this.texts[this.name];
  }

  /** @param {string} key */
  head(key) {
    const [head, ways] = [make("header"), make("nav", "families")];
    ways.setAttribute("aria-label", this.title);
    const { texts } = this;
    const links =
      this.name === "puzzles"
        ? Object.entries({ "": texts.today, more: texts.for_me, mine: texts.my_mistakes })
        : [["", texts.all_games]];
    if (this.name === "learn" && key) ways.append(way(`/g/${key.split("/")[0]}`, texts.rules, false));
    for (const [rest, words] of links) {
      ways.append(way(`/${this.name}${rest && `/${rest}`}`, words, rest === key));
    }
    head.append(make("h1", "", this.title), ways);
    return head;
  }

  shown() {
    if (this.isWanted || this.app.store.person) this.ask();
  }

  // The answer goes with its screen: nobody finds an old puzzle elsewhere.
  hidden() {
    for (const id of this.log.items.keys()) this.app.acts.dismiss(id);
  }

  seated() {
    if (this.isAsked) return;
    if (this.app.store.person) this.ask();
    else this.start.hidden = false;
  }

  ask() {
    this.isAsked = true;
    this.start.hidden = true;
    this.app.ask(this.line);
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "messages" && frame.room === "#" && this.isAsked) this.log.tell(frame);
  }
}

/** @param {string} address @param {string} label @param {boolean} isHere */
function way(address, label, isHere) {
  const link = make("a", "link", label);
  link.href = address;
  if (isHere) link.setAttribute("aria-current", "page");
  return link;
}
