// The screen of a person, who may be oneself: ratings, results, badges, and the latest matches, which lead to their moves.
/** @import { BadgeShown, Elements, ListedMatch, NoPersonFrame, PersonPageFrame, RatingShown, ScoreShown, SentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
import { Log } from "../parts/chat.js";
import { drawCourse, hasCourse } from "../parts/course.js";
import { keepFocus } from "../parts/focus.js";
import { identity } from "../identity.js";
import { make, named } from "../texts.js";
import { matchItem } from "./lobby.js";

export class PersonScreen {
  /** @param {App} app @param {string} key @param {string} name */
  constructor(app, key, name) {
    this.app = app;
    this.texts = app.texts;
    this.key = key; // a name in the room, or the id at a seat; empty for oneself
    this.isMe = name === "me";
    this.title = this.isMe ? app.texts.me : "";
    this.graphed = ""; // the rating of which the curve is shown
    /** @type {PersonPageFrame | null} */
    this.page = null;
    this.theme = "";
    this.root = app.fromTemplate("person");
    this.part("person-sit").addEventListener("click", () => app.door.open());
    this.call(this.isMe ? identity.nameOf(identity.secret) : "");
    this.part("person-ways").hidden = !this.isMe;
    this.log = new Log(this.part("log"), app.texts, app.acts); // the games that one keeps, and what becomes of them
    this.part("person-kept").addEventListener("click", () => app.ask("/import"));
    this.part("person-follow").addEventListener("click", () => this.ask({ follow: !this.page?.followed }));
  }

  /** @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  get seen() {
    return this.log.seen;
  }

  shown() {
    if (this.app.isOnline) this.ask();
  }

  hidden() {}

  seated() {
    this.ask();
  }

  /** @param {{ follow?: boolean }} [wish] */
  ask(wish = {}) {
    if (!(this.isMe && this.app.store.isVisiting)) this.app.connection.raw({ type: "person", who: this.key, ...wish });
  }

  // Whoever looks on without a name has no page of their own, but a device to set.
  know() {
    if (this.page && this.theme !== this.app.theme) this.show(this.page);
    if (!this.isMe) return;
    const { isVisiting, name } = this.app.store;
    this.part("person-sit").hidden = this.part("person-you").hidden = !isVisiting;
    this.part("person-device").hidden = this.part("person-kept").hidden = isVisiting;
    if (isVisiting) this.refuse(this.texts.me, this.texts.me_stranger);
    else if (name) this.call(name);
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "messages" && frame.room === "#" && this.isMe) this.log.tell(frame);
    if (frame.type !== "person" || frame.who !== this.key) return;
    if (isPage(frame)) this.show(frame);
    else this.refuse(this.isMe ? this.app.store.name : this.texts.nowhere, frame.text);
    this.app.draw();
  }

  /** @param {string} name */
  call(name) {
    this.part("person-name").textContent = name;
    this.part("person-face").textContent = name.slice(0, 1).toUpperCase();
  }

  // There is nothing to be told.
  /** @param {string} name @param {string} text */
  refuse(name, text) {
    this.page = null;
    this.call(name);
    this.part("person-text").textContent = text;
    this.part("person-text").hidden = false;
    this.part("person-follows").hidden = true;
    for (const id of /** @type {const} */ (["person-numbers", "person-badges", "person-parts"])) {
      this.part(id).replaceChildren();
    }
  }

  /** @param {PersonPageFrame} page */
  show(page) {
    this.page = page;
    this.theme = this.app.theme;
    if (!this.isMe) this.title = page.name;
    this.call(page.name);
    this.part("person-text").hidden = true;
    this.part("person-ways").hidden = !page.own;
    this.part("person-follows").hidden = page.followed === null;
    this.part("person-follow").textContent = page.followed ? this.texts.stop_person : this.texts.follow_person;
    this.part("person-followed").hidden = !page.followed;
    this.part("person-numbers").replaceChildren(...page.numbers.map(number));
    this.part("person-numbers").dataset.count = String(page.numbers.length);
    keepFocus(this.root, () => {
      this.part("person-badges").replaceChildren(this.badges(page));
      this.part("person-parts").replaceChildren(...this.sections(page));
    });
  }

  /** @param {PersonPageFrame} page */
  sections(page) {
    const { texts } = this;
    const results = section(texts.results, page.none ? make("p", "", page.none) : scoreList(page.scores));
    const sections = [...(page.ratings.length ? [this.ratings(page)] : []), results];
    const pair = make("div", "pair");
    if (page.matches.length) pair.append(section(texts.latest, this.matches(page.matches)));
    if (page.met.length) pair.append(section(page.own ? texts.most_met : texts.against_you, scoreList(page.met)));
    return pair.childElementCount ? [...sections, pair] : sections;
  }

  /** @param {PersonPageFrame} page */
  badges({ badges, more }) {
    const list = make("ul", "medals");
    list.append(...badges.map(medal));
    return section(this.texts.badges, ...(badges.length ? [list] : []), ...(more ? [make("p", "", more)] : []));
  }

  // The curve of one of them, and all of them, of which those that have one are chosen from.
  /** @param {PersonPageFrame} page */
  ratings({ ratings, note }) {
    const curved = ratings.filter(hasCourse);
    const graphed = curved.find(({ label }) => label === this.graphed) ?? curved[0];
    const list = make("ul", "rated");
    list.append(...ratings.map((rating) => this.rating(rating, rating === graphed, curved.length > 1)));
    const parts = [...(graphed ? [drawCourse(graphed, this.texts)] : []), list];
    return section(this.texts.ratings, ...parts, ...(note ? [make("p", "note", note)] : []));
  }

  /** @param {RatingShown} rating @param {boolean} isGraphed @param {boolean} isChoice */
  rating(rating, isGraphed, isChoice) {
    const item = make("li");
    const words = [make("span", "", rating.label), " ", make("b", "", rating.text)];
    if (!isChoice || !hasCourse(rating)) {
      item.append(...words);
      return item;
    }
    const button = make("button");
    button.type = "button";
    button.setAttribute("aria-pressed", String(isGraphed));
    button.append(...words);
    button.addEventListener("click", () => {
      this.graphed = rating.label;
      if (this.page) this.show(this.page);
    });
    item.append(button);
    return item;
  }

  /** @param {ListedMatch[]} matches */
  matches(matches) {
    const list = make("ul", "matches");
    list.append(...matches.map((match) => matchItem(match, make("papan-board"), this.app)));
    return list;
  }
}

/** @param {NoPersonFrame | PersonPageFrame} frame @returns {frame is PersonPageFrame} */
function isPage(frame) {
  return "scores" in frame;
}

/** @param {string} title @param {HTMLElement[]} parts */
function section(title, ...parts) {
  const made = make("section");
  made.append(make("h2", "", title), ...parts);
  return made;
}

/** @param {[value: string, what: string]} number */
function number([value, what]) {
  const made = make("div");
  made.append(make("dt", "", what), make("dd", "", value));
  return made;
}

/** @param {BadgeShown} badge */
function medal({ mark, name, game, day }) {
  const made = make("li");
  const disc = make("i", "", mark);
  made.append(disc, make("b", "", name), make("span", "", game), make("small", "", day));
  return made;
}

/** @param {ScoreShown[]} scores */
function scoreList(scores) {
  const list = make("ul", "scores");
  list.append(...scores.map(scoreItem));
  return list;
}

// How much was won, drawn and lost, as a bar and in words.
/** @param {ScoreShown} score */
function scoreItem({ label, told, won, drawn, lost, who }) {
  const item = make("li");
  const bar = make("div", "bar");
  bar.setAttribute("aria-hidden", "true"); // the words say it
  for (const [name, count] of Object.entries({ won, drawn, lost })) {
    const part = make("i", name);
    part.style.flexGrow = String(count);
    if (count) bar.append(part);
  }
  const words = make("b");
  words.append(who ? named(label, who) : label);
  item.append(words, bar, make("span", "", told));
  return item;
}
