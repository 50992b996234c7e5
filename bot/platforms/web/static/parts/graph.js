// @ts-check
// How a finished match went, over the list of its moves: a press leads to the position there, on the board. Where a move
// turned the match, the better one is drawn on the board, and a sentence tells of it.
/** @import { MatchGraph, TurnMark } from "../../types/given" */
/** @import { Way } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { close, isOpen } from "./popover.js";
import { make } from "../texts.js";

const SVG = "http://www.w3.org/2000/svg";

class Graph {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {MatchGraph} */
    this.known = { code: "", caption: "", chances: [], marks: [] };
    this.now = make("i", "now");
    this.field = make("div", "field");
    this.field.setAttribute("role", "group");
    this.told = make("p", "turned");
    this.told.setAttribute("role", "status");
    this.field.addEventListener("click", (event) => this.press(event));
    this.place = make("div", "graph");
    this.place.append(this.field, this.told);
    screen.part("moves").before(this.place);
  }

  // One that was known before brings nothing in front of anybody.
  /** @param {MatchGraph} known @param {boolean} isKnown */
  tell(known, isKnown) {
    this.known = known;
    this.field.setAttribute("aria-label", known.caption);
    this.field.title = known.caption;
    this.field.replaceChildren(this.curve(), this.now, ...known.marks.map((mark, index) => this.button(mark, index)));
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
    button.style.left = this.across(ply);
    button.style.top = `${100 - this.known.chances[ply]}%`;
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.screen.replay.moves.go(ply);
    });
    return button;
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

  // `ply` is the position that is shown.
  /** @param {number} ply */
  draw(ply) {
    const { known, screen } = this;
    this.place.hidden = this.last > screen.state.ply; // moves of it were taken back
    const at = known.marks.findIndex((mark) => mark.ply === ply);
    const mark = known.marks[at];
    screen.board.advice = mark ? waysOf(mark.way) : [];
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
