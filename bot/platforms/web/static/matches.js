// The matches that this window shows: their newest states, their screens, their tabs, and their boards elsewhere.
/** @import { ListedMatch, BoardFrame } from "../types/given" */
/** @import { LiveState } from "../types/page" */
/** @import { App } from "./main.js" */
/** @import { PapanBoard } from "./board/papan-board.js" */
/** @import { TabsParts } from "./parts/tabs.js" */
import { Tabs, waits } from "./parts/tabs.js";
import { MatchScreen } from "./screens/match.js";

const LAPSE_AFTER = 1000; // ms, at least
const MOST_TABS = 12; // the server tells a window of no more matches

export class Matches {
  /** @param {App} app @param {TabsParts} parts */
  constructor(app, parts) {
    this.app = app;
    /** @type {Map<string, LiveState>} */
    this.states = new Map(); // the newest state of each match that has a tab
    /** @type {Map<string, MatchScreen>} */
    this.screens = new Map(); // the screens that were shown
    /** @type {Map<string, Set<PapanBoard>>} */
    this.boards = new Map(); // other boards that show a match
    /** @type {Map<string, number>} */
    this.lapsing = new Map(); // the timers of states that change by themselves
    this.tabs = new Tabs(parts, this);
  }

  // The screen of a match, which has a tab from now on.
  /** @param {string} code @returns {MatchScreen} */
  screen(code) {
    this.tabs.add(code);
    const screen = this.screens.get(code) ?? new MatchScreen(this.app, code);
    this.screens.set(code, screen);
    this.forgetOldest(code);
    return screen;
  }

  // Of too many matches the first one that neither waits nor is looked at loses its tab.
  /** @param {string} current */
  forgetOldest(current) {
    while (this.tabs.codes.length > MOST_TABS) {
      /** @param {string} code */
      const idle = (code) => {
        const state = this.states.get(code);
        return code !== current && !(state && waits(state));
      };
      this.forget(this.tabs.codes.find(idle) ?? this.tabs.codes[0]);
    }
  }

  /** @param {string} code */
  forget(code) {
    this.tabs.close(code);
    this.states.delete(code);
    this.screens.delete(code);
    this.lapseAt({ code });
    if (!this.boards.has(code)) this.app.connection.raw({ type: "unwatch", code });
  }

  /** @param {string} code */
  close(code) {
    this.tabs.put(code);
    this.forget(code);
    this.app.closed(code);
  }

  // Whoever sat here does no more: what only they might see goes.
  clear() {
    this.states.clear();
    this.screens.clear();
  }

  // Matches that wait for me have a tab, wherever they were begun.
  /** @param {ListedMatch[]} mine */
  open(mine) {
    const waiting = mine.filter((each) => each.waits).slice(0, MOST_TABS - 1);
    for (const match of waiting.filter((each) => this.tabs.mayOpen(each.code))) {
      this.tabs.add(match.code);
      this.watch(match.code, true);
    }
    this.forgetOldest(this.app.at.key);
  }

  get watched() {
    return new Set([...this.tabs.codes, ...this.boards.keys()]);
  }

  /** @param {string} code @param {boolean} anew */
  watch(code, anew) {
    const state = anew ? null : this.states.get(code);
    // The time in which no server ran is nobody's: after a break, what is known of a clock may be wrong.
    const version = state && !state.clock ? state.version : 0;
    this.app.connection.raw({ type: "watch", code, version, since: anew ? 0 : (this.screens.get(code)?.seen ?? 0) });
  }

  /** @param {boolean} anew */
  watchAll(anew) {
    for (const code of this.watched) this.watch(code, anew || !this.states.has(code));
  }

  // A board elsewhere than on the screen of its match shows it too.
  /** @param {PapanBoard} board @param {string} code */
  follow(board, code) {
    this.boards.set(code, new Set([...(this.boards.get(code) ?? []), board]));
    const state = this.states.get(code);
    if (state) board.show(state, this.app.build);
    else if (this.app.isOnline) this.watch(code, true);
  }

  /** @param {PapanBoard} board @param {string} code */
  unfollow(board, code) {
    const boards = this.boards.get(code);
    boards?.delete(board);
    if (!boards || boards.size) return;
    this.boards.delete(code);
    if (!this.tabs.codes.includes(code)) this.app.connection.raw({ type: "unwatch", code });
  }

  // A new state; gives the one before.
  /** @param {BoardFrame} frame */
  got(frame) {
    const state = Object.assign(frame, { arrived: performance.now() }); // its clock goes on from here, whatever the device has for the time of day
    const before = this.states.get(state.code);
    if (this.tabs.codes.includes(state.code)) this.states.set(state.code, state);
    for (const board of this.boards.get(state.code) ?? []) board.show(state, this.app.build);
    this.lapseAt(state);
    return before;
  }

  // What is so for a while only, as a button or the night of a player, is asked for again when that is over.
  /** @param {Pick<LiveState, "code"> & Partial<LiveState>} state */
  lapseAt({ code, now = 0, lapses }) {
    clearTimeout(this.lapsing.get(code));
    this.lapsing.delete(code);
    if (!lapses) return;
    const wait = Math.max(lapses - now, LAPSE_AFTER);
    this.lapsing.set(
      code,
      setTimeout(() => this.watch(code, true), wait),
    );
  }

  // A match that may not be seen here keeps its tab only where one looks at it.
  /** @param {string} code @param {string | undefined} current */
  lost(code, current) {
    this.states.delete(code);
    if (code !== current) this.tabs.close(code);
  }

  // How many matches wait for me: those shown here, and the others of those listed.
  /** @param {ListedMatch[]} listed */
  waiting(listed) {
    const untold = listed.filter((match) => match.waits && !this.states.has(match.code)).map((match) => match.code);
    return new Set([...untold, ...[...this.states.values()].filter(waits).map((state) => state.code)]).size;
  }
}
