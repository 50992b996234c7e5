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
    const shown = this.codes.filter((code) => this.matches.tables.has(code));
    this.list.hidden = !shown.some((code) => code !== current);
    document.body.classList.toggle("has-tabs", !this.list.hidden);
    keepFocus(this.list, () => this.list.replaceChildren(...shown.map((code) => this.tab(code, code === current))));
  }

  tab(code, isCurrent) {
    const { texts } = this.matches.app;
    const table = this.matches.tables.get(code);
    const item = make("li", waits(table) ? "waits" : "");
    const link = make("a");
    link.href = `/m/${code}`;
    if (isCurrent) link.setAttribute("aria-current", "page");
    const names = called(table, texts);
    link.title = names;
    link.append(make("span", "names", names));
    if (waits(table)) link.append(make("strong", "turn", texts.your_turn));
    else if (table.result) link.append(make("em", "", texts.over));
    const close = make("button", "small cross");
    close.type = "button";
    close.setAttribute("aria-label", `${texts.close}: ${names}`);
    close.addEventListener("click", () => this.matches.close(code));
    item.append(link, close);
    return item;
  }
}

// Does a match wait for the person who looks at it?
export function waits(table) {
  if (table.ready) return Boolean(table.ready.button);
  return table.status === "playing" && table.mine.includes(table.turn);
}

// What a match is called in the title of the page and on its tab: the opponent and the game.
export function called(table, texts) {
  return [opponent(table, texts), table.game].filter(Boolean).join(" · ");
}

function opponent(table, texts) {
  if (table.mine.length === 2) return texts.both_sides;
  if (!table.mine.length && table.status !== "invited") return table.names.filter(Boolean).join(" - ");
  return table.names[table.mine[0] === 0 ? 1 : 0] || (table.status === "invited" ? texts.invited : "");
}
