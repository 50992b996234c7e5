// The strip of one's matches: each leads to its board, and says whose turn it is.
/** @import { BoardFrame, Texts } from "../../types/given" */
/** @import { Matches } from "../matches.js" */
import { forWindow } from "../storage.js";
import { filled, make } from "../texts.js";
import { keepFocus } from "./focus.js";
import { close, opens } from "./popover.js";

/** @typedef {{ list: HTMLElement, opener: HTMLButtonElement, onward: HTMLAnchorElement }} TabsParts */

const KEY = "tabs";
const MOST_CLOSED = 50;

export class Tabs {
  // `list` is the strip; where there is no room for it, `opener` opens it, and `onward` leads to a board that waits.
  /** @param {TabsParts} parts @param {Matches} matches */
  constructor({ list, opener, onward }, matches) {
    this.list = list;
    this.opener = opener;
    this.onward = onward;
    opens(opener, list);
    list.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a")) close(list);
    });
    this.matches = matches;
    // Whose they are; the matches that have one; and those whose tab was closed by hand, which stay without one.
    /** @type {{ person: string, codes: string[], closed: string[] }} */
    this.kept = { person: "", codes: [], closed: [], ...forWindow.read(KEY, {}) };
  }

  get codes() {
    return this.kept.codes;
  }

  /** @param {string} code */
  add(code) {
    if (this.codes.includes(code)) return;
    this.keep({ codes: [...this.codes, code], closed: this.kept.closed.filter((each) => each !== code) });
  }

  /** @param {string} code */
  close(code) {
    this.keep({ codes: this.codes.filter((each) => each !== code) });
  }

  /** @param {string} code */
  put(code) {
    this.keep({ closed: [...this.kept.closed.filter((each) => each !== code), code].slice(-MOST_CLOSED) });
  }

  /** @param {string} code */
  mayOpen(code) {
    return ![...this.codes, ...this.kept.closed].includes(code);
  }

  // Another person sits here: the tabs of the one before go, but for the match that is looked at.
  /** @param {string} person @param {string} current */
  belongTo(person, current) {
    const isOther = this.kept.person && this.kept.person !== person;
    this.keep(isOther ? { person, codes: this.codes.filter((code) => code === current), closed: [] } : { person });
  }

  /** @param {Partial<Tabs["kept"]>} changed */
  keep(changed) {
    this.kept = { ...this.kept, ...changed };
    forWindow.set(KEY, JSON.stringify(this.kept));
  }

  // One match alone that is looked at needs no strip.
  /** @param {string} current */
  draw(current) {
    const shown = this.codes.flatMap((code) => this.matches.states.get(code) ?? []);
    this.list.hidden = !shown.some(({ code }) => code !== current);
    keepFocus(this.list, () =>
      this.list.replaceChildren(...shown.map((state) => this.tab(state, state.code === current))),
    );
    this.drawOpener(shown.filter(({ code }) => code !== current));
  }

  // What leads to the most urgent board that waits, or else opens the list of the others.
  /** @param {BoardFrame[]} others */
  drawOpener(others) {
    const { opener, onward, list } = this;
    const { texts, store } = this.matches.app;
    const waiting = new Map(others.filter(waits).map((state) => [state.code, state]));
    const urgent = store.mine.find(({ code }) => waiting.has(code))?.code; // they come most urgent first
    const next = waiting.get(urgent ?? "") ?? [...waiting.values()][0];
    if (list.hidden && !opener.hidden) close(list);
    opener.hidden = list.hidden || Boolean(next);
    opener.textContent = texts.my_matches;
    onward.hidden = !next;
    if (!next) return;
    onward.href = `/m/${next.code}`;
    onward.title = called(next, texts);
    onward.textContent = filled(texts.next_board, { count: waiting.size });
  }

  /** @param {BoardFrame} state @param {boolean} isCurrent */
  tab(state, isCurrent) {
    const { texts } = this.matches.app;
    const { code } = state;
    const item = make("li", waits(state) ? "waits" : "");
    const link = make("a");
    link.href = `/m/${code}`;
    setCurrent(link, isCurrent);
    const names = called(state, texts);
    link.title = names;
    link.append(make("span", "names", names));
    if (waits(state)) link.append(make("strong", "turn", texts.your_turn));
    else if (state.result) link.append(make("em", "", texts.over));
    const cross = make("button", "small cross");
    cross.type = "button";
    cross.setAttribute("aria-label", `${texts.close}: ${names}`);
    cross.addEventListener("click", () => this.matches.close(code));
    item.append(link, cross);
    return item;
  }
}

// Is this the link to the screen that is shown? An empty attribute would say no.
/** @param {Element} link @param {boolean} isCurrent */
export function setCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

// Does a match wait for the person who looks at it?
/** @param {BoardFrame} state */
export function waits(state) {
  if (state.ready) return Boolean(state.ready.button);
  return state.status === "playing" && state.mine.includes(state.turn);
}

// What a match is called in the title of the page and on its tab: the opponent and the game.
/** @param {BoardFrame} state @param {Texts} texts */
export function called(state, texts) {
  return [opponent(state, texts), state.game].filter(Boolean).join(" · ");
}

/** @param {BoardFrame} state @param {Texts} texts */
function opponent(state, texts) {
  if (state.mine.length === 2) return texts.both_sides;
  if (!state.mine.length && state.status !== "invited") return state.names.filter(Boolean).join(" - ");
  return state.names[state.mine[0] === 0 ? 1 : 0] || (state.status === "invited" ? texts.invited : "");
}
