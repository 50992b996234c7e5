// @ts-check
// The question whether a turn is worth its price, beside the piece in hand.
/** @import { PapanBoard } from "./papan-board.js" */
/** @import { Turn } from "../../types/page" */
import { filled } from "../texts.js";

const EDGE = 4; // pixels to the edge of the board
const STEPS = 16; // places across and down that are tried
const MATTERS = { way: 4, price: 1 }; // the points of the turn are kept clear before those of its price

export class Price {
  /** @param {PapanBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Turn | null} */
    this.asked = null; // the turn
    this.box = document.createElement("div");
    this.box.id = "price";
    this.box.className = "price";
    this.box.hidden = true;
    this.box.tabIndex = -1;
    this.box.setAttribute("role", "alertdialog");
    this.text = document.createElement("p");
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    buttons.append(
      button("price-yes", "danger", board.texts.price_yes, () => {
        if (board.priced) board.play(board.priced, true);
      }),
      button("price-no", "", board.texts.back, () => board.takeBack()),
    );
    this.box.append(this.text, buttons);
    new ResizeObserver(() => this.place()).observe(board); // also where the page around it changes
  }

  // It is there while the turn that stands on the board is the one that is asked about.
  update() {
    const { board, box } = this;
    if (this.asked === board.asked) return;
    this.asked = board.asked;
    if (this.asked) {
      const { price } = this.asked;
      const points = price.map((point) => board.measures.names[point]).join(", ");
      const { price_one: one, price_several: several } = board.texts;
      this.text.textContent = filled(price.length === 1 ? one : several, { points });
      box.setAttribute("aria-label", this.text.textContent); // several boards may stand on a page
      box.hidden = false;
      this.place();
      box.focus({ preventScroll: true });
    } else {
      const focused = box.contains(document.activeElement);
      box.hidden = true;
      if (focused) board.focusOn(board.tabStop);
    }
  }

  // By the piece in hand, on the board, and over as little as can be of what it is about.
  place() {
    const { board, box } = this;
    if (box.hidden || !this.asked) return;
    const roomX = board.clientWidth - box.offsetWidth - 2 * EDGE;
    const roomY = board.clientHeight - box.offsetHeight - 2 * EDGE;
    let least = Infinity;
    for (let across = 0; across <= STEPS; across += 1) {
      for (let down = 0; down <= STEPS; down += 1) {
        const left = EDGE + Math.max(0, (roomX * across) / STEPS);
        const top = EDGE + Math.max(0, (roomY * down) / STEPS);
        const harm = this.harm(this.asked, left, top);
        if (harm >= least) continue;
        least = harm;
        Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
      }
    }
  }

  // The pixels of what matters that lie below the box at a place; where it covers nothing more, the way to the piece.
  /** @param {Turn} asked @param {number} left @param {number} top */
  harm(asked, left, top) {
    const { board, box } = this;
    const { points, width, radius } = board.measures;
    const scale = board.clientWidth / width;
    const [right, bottom] = [left + box.offsetWidth, top + box.offsetHeight];
    const edge = 1.2 * radius * scale;
    /** @param {number} point */
    const covered = (point) => {
      const [x, y] = points[point].map((each) => each * scale);
      const wide = Math.min(right, x + edge) - Math.max(left, x - edge);
      const high = Math.min(bottom, y + edge) - Math.max(top, y - edge);
      return Math.max(0, wide) * Math.max(0, high);
    };
    /** @param {number[]} found */
    const over = (found) => found.reduce((sum, point) => sum + covered(point), 0);
    const [x, y] = points[asked.picks[asked.picks.length - 1]].map((each) => each * scale);
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return (MATTERS.way * over(board.way) + MATTERS.price * over(asked.price)) * board.clientWidth + away;
  }
}

/** @param {string} id @param {string} name @param {string} text @param {() => void} act */
function button(id, name, text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.id = id;
  made.className = name;
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}
