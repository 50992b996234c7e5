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

  // By the piece in hand, on the board, and over as little as can be of what it is about. What is measured is so before
  // the box is moved: each look at a page that has changed since lays it out anew.
  place() {
    const { board, box, asked } = this;
    if (box.hidden || !asked) return;
    const [wide, high] = [box.offsetWidth, box.offsetHeight];
    const { clientWidth: width, clientHeight: height } = board;
    const harm = this.harmOn(asked, board.way, width, [wide, high]);
    let least = Infinity;
    let best = [EDGE, EDGE];
    for (let across = 0; across <= STEPS; across += 1) {
      for (let down = 0; down <= STEPS; down += 1) {
        const left = EDGE + Math.max(0, ((width - wide - 2 * EDGE) * across) / STEPS);
        const top = EDGE + Math.max(0, ((height - high - 2 * EDGE) * down) / STEPS);
        const found = harm(left, top);
        if (found < least) [least, best] = [found, [left, top]];
      }
    }
    Object.assign(box.style, { left: `${best[0]}px`, top: `${best[1]}px` });
  }

  // The pixels of what matters that lie below a box of a size at a place of a board so wide; where it covers nothing more,
  // the way to the piece.
  /** @param {Turn} asked @param {number[]} way @param {number} boardWide @param {number[]} size */
  harmOn(asked, way, boardWide, [boxWide, boxHigh]) {
    const { points, width, radius } = this.board.measures;
    const scale = boardWide / width;
    const edge = 1.2 * radius * scale;
    /** @param {number} point */
    const spot = (point) => points[point].map((each) => each * scale);
    const kept = [
      ...way.map((point) => ({ at: spot(point), matters: MATTERS.way })),
      ...asked.price.map((point) => ({ at: spot(point), matters: MATTERS.price })),
    ];
    const [x, y] = spot(asked.picks[asked.picks.length - 1]);
    return (/** @type {number} */ left, /** @type {number} */ top) => {
      const [right, bottom] = [left + boxWide, top + boxHigh];
      const over = kept.reduce((sum, { at, matters }) => {
        const wide = Math.min(right, at[0] + edge) - Math.max(left, at[0] - edge);
        const high = Math.min(bottom, at[1] + edge) - Math.max(top, at[1] - edge);
        return sum + matters * Math.max(0, wide) * Math.max(0, high);
      }, 0);
      const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      return over * boardWide + away;
    };
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
