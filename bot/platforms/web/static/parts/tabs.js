// The strip of one's matches: each leads to its board, and says whose turn it is.
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";

const KEY = "tabs";

export class Tabs {
  constructor(list, app) {
    this.list = list;
    this.app = app;
    this.codes = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  }

  add(code) {
    if (this.codes.includes(code)) return;
    this.keep([...this.codes, code]);
  }

  close(code) {
    this.keep(this.codes.filter((each) => each !== code));
  }

  keep(codes) {
    this.codes = codes;
    sessionStorage.setItem(KEY, JSON.stringify(codes));
  }

  // One match alone that is looked at needs no strip.
  draw(current) {
    const shown = this.codes.filter((code) => this.app.tables.has(code));
    this.list.hidden = !shown.some((code) => code !== current);
    document.body.classList.toggle("has-tabs", !this.list.hidden);
    keepFocus(this.list, () => this.list.replaceChildren(...shown.map((code) => this.tab(code, code === current))));
  }

  tab(code, isCurrent) {
    const { texts, tables } = this.app;
    const table = tables.get(code);
    const item = make("li", waits(table) ? "waits" : "");
    const link = make("a");
    link.href = `/m/${code}`;
    if (isCurrent) link.setAttribute("aria-current", "page");
    link.append(make("span", "", [opponent(table, texts), table.game].filter(Boolean).join(" · ")));
    if (waits(table)) link.append(make("strong", "", texts.your_turn));
    else if (table.result) link.append(make("em", "", texts.over));
    const close = make("button", "small cross");
    close.type = "button";
    close.setAttribute("aria-label", `${texts.close}: ${code} · ${table.game}`);
    close.addEventListener("click", () => this.app.closeTab(code));
    item.append(link, close);
    return item;
  }
}

// Does a match wait for the person who looks at it?
export function waits(table) { return table.status === "playing" && table.mine.includes(table.turn); }

function opponent(table, texts) {
  if (table.mine.length === 2) return texts.both_sides;
  return table.names[table.mine[0] === 0 ? 1 : 0] || (table.status === "invited" ? texts.invited : "");
}
