// How a finished match went, over the list of its moves: a press leads to the position there, on the board. Where a move
// turned the match, the better one is drawn on the board, and a sentence tells of it.
/** @import { MatchGraph, TurnMark } from "../../types/given" */
/** @import { Way } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { close, isOpen } from "./popover.js";
import { make } from "../texts.js";

const SVG = "http://www.w3.org/2000/svg";
const APART = 34; // px from one turning point to the next, so that each can be pressed
const ABOVE = 28; // px from the curve's field to the middle of their row (.marked in pages.css)

// Places in a row of this width, in the order of those that are wanted, and as near to them as can be.
/** @param {number[]} wanted @param {number} width */
export function spread(wanted, width) {
  const apart = Math.min(APART, width / Math.max(wanted.length - 1, 1));
  /** @type {number[]} */
  const placed = [];
  for (const place of wanted) placed.push(Math.max(place, (placed.at(-1) ?? -apart) + apart));
  let most = width;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index], most);
    most = placed[index] - apart;
  }
  return placed;
}

class Graph {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {MatchGraph} */
    this.known = { code: "", caption: "", chances: [], marks: [], lines: [] };
    this.chance = make("b", "");
    this.line = make("span", "");
    this.arrows = make("button", "switch");
    this.arrows.type = "button";
    this.arrows.setAttribute("role", "switch");
    this.arrows.setAttribute("aria-checked", "false");
    this.arrows.setAttribute("aria-label", screen.texts.best_arrows);
    this.arrows.title = screen.texts.best_arrows;
    this.arrows.addEventListener("click", () => this.turnArrows());
    this.best = make("div", "best");
    this.best.append(this.chance, this.line, this.arrows);
    this.now = make("i", "now");
    this.field = make("div", "field");
    this.field.setAttribute("role", "group");
    this.told = make("p", "turned");
    this.told.setAttribute("role", "status");
    this.field.addEventListener("click", (event) => this.press(event));
    this.threads = document.createElementNS(SVG, "svg");
    this.threads.setAttribute("aria-hidden", "true");
    this.threads.classList.add("threads");
    new ResizeObserver(() => this.spread()).observe(this.field);
    this.place = make("div", "graph");
    this.place.append(this.field, this.told, this.best);
    screen.part("moves").before(this.place);
  }

  // One that was known before brings nothing in front of anybody.
  /** @param {MatchGraph} known @param {boolean} isKnown */
  tell(known, isKnown) {
    this.known = known;
    this.field.setAttribute("aria-label", known.caption);
    this.field.title = known.caption;
    this.field.classList.toggle("marked", known.marks.length > 0);
    this.field.replaceChildren(
      this.curve(),
      this.threads,
      this.now,
      ...known.marks.map((mark, index) => this.button(mark, index)),
    );
    this.spread();
    if (!isKnown) {
      const answers = this.screen.part("answers");
      if (isOpen(answers)) close(answers);
      this.screen.drawn.turnTo("moves");
    }
    this.screen.drawn.draw();
  }

  get last() {
    return this.known.chances.length - 1;
  }

  curve() {
    const drawn = document.createElementNS(SVG, "svg");
    drawn.setAttribute("viewBox", `0 0 ${this.last} 100`);
    drawn.setAttribute("preserveAspectRatio", "none");
    drawn.setAttribute("aria-hidden", "true");
    const line = this.known.chances.map((percent, ply) => `${ply},${100 - percent}`).join(" ");
    for (const [tag, points] of [
      ["polygon", `0,100 ${line} ${this.last},100`],
      ["polyline", line],
    ]) {
      const shape = document.createElementNS(SVG, tag);
      shape.setAttribute("points", points);
      drawn.append(shape);
    }
    return drawn;
  }

  /** @param {TurnMark} mark @param {number} index */
  button({ ply, told }, index) {
    const button = make("button", "", String(index + 1));
    button.type = "button";
    button.setAttribute("aria-label", told);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.screen.replay.moves.go(ply);
    });
    return button;
  }

  // The turning points stand in one row above the curve, each with a thread to its move.
  spread() {
    const { marks, chances } = this.known;
    const width = this.field.clientWidth;
    const places = spread(
      marks.map(({ ply }) => (width * ply) / this.last),
      width,
    );
    [...this.field.querySelectorAll("button")].forEach((button, index) => {
      button.style.left = `${places[index]}px`;
    });
    const threads = marks.map(({ ply }, index) => {
      const thread = document.createElementNS(SVG, "line");
      const ends = { x1: places[index], y1: -ABOVE, x2: this.across(ply), y2: `${100 - chances[ply]}%` };
      for (const [name, value] of Object.entries(ends)) thread.setAttribute(name, String(value));
      return thread;
    });
    this.threads.replaceChildren(...threads);
  }

  /** @param {number} ply */
  across(ply) {
    return `${(100 * ply) / this.last}%`;
  }

  /** @param {MouseEvent} event */
  press(event) {
    const { left, width } = this.field.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    this.screen.replay.moves.go(Math.round(Math.min(1, Math.max(0, share)) * this.last));
  }

  // Whether the best move is drawn on the board in each position; where one turned the match it always is.
  turnArrows() {
    this.arrows.setAttribute("aria-checked", String(!this.isDrawn));
    this.screen.drawn.draw();
  }

  get isDrawn() {
    return this.arrows.getAttribute("aria-checked") === "true";
  }

  // `ply` is the position that is shown.
  /** @param {number} ply */
  draw(ply) {
    const { known, screen } = this;
    this.place.hidden = this.last > screen.state.ply; // moves of it were taken back
    const isOwn = screen.replay.past?.after !== undefined; // nothing is known of a line of one's own
    const at = isOwn ? -1 : known.marks.findIndex((mark) => mark.ply === ply);
    const mark = known.marks[at];
    const best = isOwn ? null : known.lines?.[ply]; // an analysis that was made before this has none
    screen.board.advice = waysOf(mark?.way ?? (this.isDrawn && best ? best.way : []));
    this.best.hidden = !best?.told;
    this.told.classList.toggle("caption", !mark && !this.best.hidden); // then the row has more to say
    this.chance.textContent = `${known.chances[ply]} %`;
    this.line.textContent = best?.told ?? "";
    this.now.style.left = this.across(ply);
    const text = mark ? `${at + 1}: ${mark.told}` : known.caption;
    if (this.told.textContent !== text) this.told.textContent = text;
    [...this.field.querySelectorAll("button")].forEach((button, index) => {
      if (index === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}

// The arrows of a way, one from point to point, or the ring of what is put on a single one.
/** @param {number[]} way @returns {Way[]} */
function waysOf(way) {
  return way.length === 1 ? [[way[0], way[0]]] : way.slice(1).map((point, index) => [way[index], point]);
}

export { Graph as Fetched };
