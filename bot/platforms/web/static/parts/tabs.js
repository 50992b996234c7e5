// The strip of one's matches: each leads to its board, and says whose turn it is.
import { forWindow } from "../storage.js";
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";

const KEY = "tabs";
const MOST_CLOSED = 50;

export class Tabs {
  constructor(list, matches) {
    this.list = list;
    this.matches = matches;
    // Whose they are; the matches that have one; and those whose tab was closed by hand, which stay without one.
    this.kept = { person: "", codes: [], closed: [], ...JSON.parse(forWindow.get(KEY) ?? "{}") };
  }

  get codes() {
    return this.kept.codes;
  }

  add(code) {
    if (this.codes.includes(code)) return;
    this.keep({ codes: [...this.codes, code], closed: this.kept.closed.filter((each) => each !== code) });
  }

  close(code) {
    this.keep({ codes: this.codes.filter((each) => each !== code) });
  }

  put(code) {
    this.keep({ closed: [...this.kept.closed.filter((each) => each !== code), code].slice(-MOST_CLOSED) });
  }

  mayOpen(code) {
    return ![...this.codes, ...this.kept.closed].includes(code);
  }

  // Another person sits here: the tabs of the one before go, but for the match that is looked at.
  belongTo(person, current) {
    const isOther = this.kept.person && this.kept.person !== person;
    this.keep(isOther ? { person, codes: this.codes.filter((code) => code === current), closed: [] } : { person });
  }

  keep(changed) {
    this.kept = { ...this.kept, ...changed };
    forWindow.set(KEY, JSON.stringify(this.kept));
  }

  // One match alone that is looked at needs no strip.
  draw(current) {
    const shown = this.codes.filter((code) => this.matches.states.has(code));
    this.list.hidden = !shown.some((code) => code !== current);
    document.body.classList.toggle("has-tabs", !this.list.hidden);
    keepFocus(this.list, () => this.list.replaceChildren(...shown.map((code) => this.tab(code, code === current))));
  }

  tab(code, isCurrent) {
    const { texts } = this.matches.app;
    const state = this.matches.states.get(code);
    const item = make("li", waits(state) ? "waits" : "");
    const link = make("a");
    link.href = `/m/${code}`;
    setCurrent(link, isCurrent);
    const names = called(state, texts);
    link.title = names;
    link.append(make("span", "names", names));
    if (waits(state)) link.append(make("strong", "turn", texts.your_turn));
    else if (state.result) link.append(make("em", "", texts.over));
    const close = make("button", "small cross");
    close.type = "button";
    close.setAttribute("aria-label", `${texts.close}: ${names}`);
    close.addEventListener("click", () => this.matches.close(code));
    item.append(link, close);
    return item;
  }
}

// Is this the link to the screen that is shown? An empty attribute would say no.
export function setCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

// Does a match wait for the person who looks at it?
export function waits(state) {
  if (state.ready) return Boolean(state.ready.button);
  return state.status === "playing" && state.mine.includes(state.turn);
}

// What a match is called in the title of the page and on its tab: the opponent and the game.
export function called(state, texts) {
  return [opponent(state, texts), state.game].filter(Boolean).join(" · ");
}

function opponent(state, texts) {
  if (state.mine.length === 2) return texts.both_sides;
  if (!state.mine.length && state.status !== "invited") return state.names.filter(Boolean).join(" - ");
  return state.names[state.mine[0] === 0 ? 1 : 0] || (state.status === "invited" ? texts.invited : "");
}
