// The moves of a match as a list one can step through, and the position that is looked at: the present one, one that stood
// before, or one that is planned. Looking back loses nothing: a move of the other does not lead away from there, and *now*
// leads back.
/** @import { PastFrame, PastPosition } from "../../types/given" */
/** @import { LiveState, PastState } from "../../types/page" */
import { make } from "../texts.js";

// A move after so many others with its number, as in records: the same in the list, in sentences and in analyses.
/** @param {Pick<LiveState, "turns" | "moves">} state @param {number} ply */
export function numbered({ turns, moves }, ply) {
  return `${turns[ply - 1][1]} ${moves[ply - 1]}`;
}

/** @typedef {{ moves: HTMLElement, slider: HTMLInputElement } & Record<"first" | "earlier" | "later" | "now", HTMLButtonElement>} MovesParts */
/** @typedef {{ ply: number, text: string, name: string, isSecond: boolean }} Cell */
/** @typedef {{ number: string, cells: Cell[], heads?: string[], own?: string[] }} Row */
/** @typedef {{ after: number, moves: string[], line: () => HTMLElement }} OwnLine */

class Moves {
  // `parts` are its elements; look(ply) asks for the position after so many moves, null for the present one.
  /** @param {MovesParts} parts @param {(ply: number | null) => void} look */
  constructor(parts, look) {
    this.parts = parts;
    this.ply = 0;
    this.last = 0;
    /** @type {OwnLine | null} */
    this.own = null; // moves that somebody tries out, and that stand after a move of the match
    parts.first.addEventListener("click", () => this.go(0));
    parts.earlier.addEventListener("click", () => this.go(this.ply - 1));
    parts.later.addEventListener("click", () => this.go(this.ply + 1));
    parts.now.addEventListener("click", () => look(null));
    parts.slider.addEventListener("input", () => this.go(Number(parts.slider.value)));
    this.look = look;
    // In another width it has other rows.
    new ResizeObserver(() => this.show()).observe(parts.moves);
  }

  // To the position after so many moves; the last one is the present one, which goes on.
  /** @param {number} ply */
  go(ply) {
    this.look(ply < this.last ? Math.max(ply, 0) : null);
  }

  // The keys of a list: a move back or on, the beginning, the present position. Gives whether it was one of them.
  /** @param {string} name */
  key(name) {
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last };
    const to = ways[name];
    if (to !== undefined) this.go(to);
    return to !== undefined;
  }

  // `ply` is the position that is shown, which is the last one unless somebody looks back.
  /** @param {LiveState} state @param {number} ply */
  draw(state, ply) {
    const { moves } = state;
    this.drawRows(rowsOf(state, this.own));
    this.last = moves.length;
    this.ply = ply;
    this.parts.first.disabled = ply === 0;
    this.parts.earlier.disabled = ply === 0;
    this.parts.later.disabled = ply === this.last;
    this.parts.now.hidden = ply === this.last;
    this.drawSlider(state);
    const list = this.parts.moves;
    const { current } = this;
    if (list.querySelector("[aria-current]") === current) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    this.show();
  }

  // The button of the move that is shown.
  get current() {
    const [own] = [...this.parts.moves.querySelectorAll(".own button")].reverse();
    return own ?? this.parts.moves.querySelector(`[data-ply="${this.ply}"]`);
  }

  /** @param {Row[]} rows */
  drawRows(rows) {
    const list = this.parts.moves;
    while (list.children.length > rows.length) list.lastElementChild?.remove(); // some were taken back
    rows.forEach((row, index) => {
      const old = /** @type {HTMLElement | undefined} */ (list.children[index]);
      const key = JSON.stringify(row);
      if (old?.dataset.key === key) return;
      const line = row.own && this.own ? this.own.line() : this.line(row);
      line.dataset.key = key;
      if (old) old.replaceWith(line);
      else list.append(line);
    });
  }

  /** @param {LiveState} state */
  drawSlider(state) {
    const { slider } = this.parts;
    slider.max = String(this.last);
    slider.value = String(this.ply);
    slider.disabled = this.last === 0;
    slider.setAttribute("aria-valuetext", this.ply ? numbered(state, this.ply) : "0");
  }

  // Brings the move that is shown into sight, within the list only: the page stays where it is.
  show() {
    const list = this.parts.moves;
    const { current } = this;
    list.scrollTop = current ? current.offsetTop - (list.clientHeight - current.offsetHeight) / 2 : 0;
    list.scrollLeft = current ? current.offsetLeft + current.offsetWidth - list.clientWidth : 0; // where it is one row
  }

  /** @param {Row} row */
  line({ number, cells, heads = [] }) {
    const line = make("li", heads.length ? "heads" : "");
    if (heads.length) line.setAttribute("aria-hidden", "true"); // whose they are is in the names of the seats
    const told = make("span", "", number);
    told.setAttribute("aria-hidden", "true"); // it is in the names of the moves
    line.append(told, ...heads.map((side) => make("b", "", side)), ...cells.map((move) => this.cell(move)));
    return line;
  }

  /** @param {Cell} cell */
  cell({ ply, text, name, isSecond }) {
    const button = make("button", isSecond ? "second" : "", text);
    button.type = "button";
    button.dataset.ply = String(ply);
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => this.go(ply));
    return button;
  }
}

// The moves of both sides under each number, below the names of the sides; those of one's own below the one that they
// take the place of.
/** @param {LiveState} state @param {OwnLine | null} own */
function rowsOf(state, own) {
  /** @type {Row[]} */
  const rows = [];
  state.turns.forEach(([side, number], index) => {
    const isSecond = side !== state.first;
    const ply = index + 1;
    const cell = { ply, text: state.moves[index], name: numbered(state, ply), isSecond };
    const row = rows.at(-1);
    if (isSecond && row && !row.cells.at(-1)?.isSecond) row.cells.push(cell);
    else rows.push({ number: `${Number.parseInt(number, 10)}.`, cells: [cell] });
  });
  const heads = [state.sides[state.first], state.sides[1 - state.first]];
  if (own) {
    const at = rows.findIndex(({ cells }) => cells.some(({ ply }) => ply > own.after));
    rows.splice(at < 0 ? rows.length : at + 1, 0, { number: "", cells: [], own: own.moves });
  }
  return rows.length ? [{ number: "", cells: [], heads }, ...rows] : rows;
}

export class Replay {
  // `parts` are the elements of the moves; fetch() asks for all positions and gives whether it could; changed() draws.
  /** @param {MovesParts} parts @param {{ fetch: () => boolean, changed: () => void }} acts */
  constructor(parts, { fetch, changed }) {
    this.acts = { fetch, changed };
    this.moves = new Moves(parts, (ply) => this.look(ply));
    /** @type {LiveState | null} */
    this.state = null;
    /** @type {PastState | null} */
    this.past = null; // the position that is looked at, where it is not the present one
    /** @type {number | null} */
    this.wanted = null; // after so many moves
    /** @type {PastPosition[]} */
    this.positions = []; // all of the match, once somebody has looked back
    this.isAsked = false;
  }

  get shownPly() {
    return this.past?.after ?? this.past?.ply ?? this.state?.ply ?? 0;
  }

  // Is the present position shown, be it as the one on which a turn is guessed?
  get isPresent() {
    return !this.past || (this.past.after === undefined && this.past.ply === this.state?.ply);
  }

  // The match as it stands now. Looking back loses nothing by a move, but by one that is taken back.
  /** @param {LiveState} state */
  follow(state) {
    if (state.ply !== this.state?.ply) this.positions = [];
    this.state = state;
    if (this.past && state.ply < this.shownPly) this.show(null);
  }

  // To the position after so many moves; null for the present one, which goes on.
  /** @param {number | null} ply */
  look(ply) {
    this.wanted = ply;
    if (!this.state) return;
    if (ply === null) this.show(null);
    else if (this.positions[ply]) this.show({ ...this.positions[ply], ply });
    else this.await(ply);
    this.acts.changed();
  }

  // The steps of a key that is held meanwhile are counted on from there.
  /** @param {number} ply */
  await(ply) {
    this.moves.ply = ply;
    this.isAsked ||= this.acts.fetch();
  }

  /** @param {PastState | null} position */
  show(position) {
    this.wanted = null;
    this.past = position;
  }

  /** @param {PastFrame} frame */
  got({ positions }) {
    const last = this.state?.ply ?? 0;
    this.isAsked = false;
    if (positions.length === last + 1) this.positions = positions; // else the match has gone on since
    if (this.wanted !== null) this.look(this.wanted < last ? this.wanted : null);
  }

  // The connection is back: what was asked over the last one is not answered.
  again() {
    this.isAsked = false;
    if (this.wanted !== null) this.look(this.wanted);
  }

  draw() {
    if (this.state) this.moves.draw(this.state, this.wanted ?? this.shownPly);
  }
}
