// A finger or a mouse on a board: one that stays is a tap, one that goes drags the piece it began on.
/** @import { PapanBoard } from "./papan-board.js" */
/** @import { Way } from "../../types/page" */
/** @import { Spot } from "../../types/page" */
import { slideHome } from "./motion.js";
import { drawDrawn } from "./marks.js";

const DRAG_FROM = 6; // pixels a finger goes before it drags

// A second finger means nothing while the first is on the board. A mouse that comes down twice was let go unseen.
/** @param {PapanBoard} board @param {PointerEvent} event */
export function fingerDown(board, event) {
  if (board.finger?.id === event.pointerId) board.putDown();
  if (board.finger) return;
  if (event.button === 2 || (board.pencil && !event.button)) pencilDown(board, event);
  else if (!event.button) takeUp(board, event);
}

/** @param {PapanBoard} board @param {PointerEvent} event */
function takeUp(board, event) {
  event.preventDefault();
  const from = board.pointAt(event);
  if (from === null) {
    board.putDown();
    return;
  }
  delete board.dataset.keys;
  board.focusOn(from);
  if (board.settling || board.proposed || !board.turns) {
    board.touch(from);
  } else if (board.mayTouch) {
    board.stopMotion?.();
    board.finger = new Finger(board, event, from);
  }
}

export class Finger {
  /** @param {PapanBoard} board @param {PointerEvent} event @param {number} from */
  constructor(board, event, from) {
    this.board = board;
    this.from = from;
    this.turns = board.turns;
    this.id = event.pointerId;
    this.began = [event.clientX, event.clientY];
    this.drags = false;
    this.onUp = this.down();
    this.mayDrag = board.hand !== "touch" && board.way.at(-1) === from && board.mayTouch;
    this.heard = new AbortController();
    window.addEventListener("pointermove", (now) => this.move(now), this.heard);
    window.addEventListener("pointerup", (now) => this.up(now), this.heard);
    window.addEventListener("pointercancel", (now) => this.up(now), this.heard);
  }

  // What is done at once; gives what is done when it was a tap. A piece is only lifted at first, because it may be
  // dragged, and put down again. Where pieces are only dragged, a tap shows where one can go, and sends none.
  /** @returns {(() => void) | null} */
  down() {
    const { board, from, turns } = this;
    const onlyDrags = board.hand === "drag";
    if (board.at.picks.includes(from)) return () => board.touch(from);
    const found = board.meant(from);
    const lifted = found && turns.lifted(board.at, from);
    if (!lifted || board.state.cells[from] === ".") {
      if (onlyDrags && board.way.length === 1) board.putDown();
      else board.touch(from);
      return null;
    }
    board.at = lifted;
    board.paint();
    return onlyDrags && board.way.length ? null : () => board.took(found);
  }

  /** @param {PointerEvent} now */
  move(now) {
    if (now.pointerId !== this.id || !this.mayDrag || this.board.turns !== this.turns) return;
    const [x, y] = this.shift(now);
    this.drags ||= Math.hypot(x, y) > DRAG_FROM;
    if (this.drags) this.carry([x, y]);
  }

  /** @param {PointerEvent} now */
  up(now) {
    if (now.pointerId !== this.id) return;
    const { board } = this;
    this.leave();
    // The position has changed under the finger.
    if (board.turns !== this.turns) return;
    const tapped = now.type === "pointerup";
    if (this.drags) this.drop(tapped ? board.pointAt(now) : this.from, now);
    else if (tapped) this.onUp?.();
  }

  // The finger means nothing any more.
  leave() {
    this.heard.abort();
    this.board.finger = null;
    this.carry(null);
  }

  // The piece is let go: on another point it goes there, on its own it stays in hand, elsewhere it is put down.
  /** @param {number | null} to @param {PointerEvent} now */
  drop(to, now) {
    const { board, from } = this;
    const [x, y] = this.shift(now);
    if (to === from) board.paint();
    else if (to === null) board.putDown();
    else board.touch(to, true);
    const back = board.mayTouch && (!board.way.length || board.way.at(-1) === from);
    if (back) slideHome(board.carriedPiece ?? board.pieces.get(from), [x, y]);
  }

  // The picture of the piece in hand, which may be another one after each change of the board, is shifted.
  /** @param {Spot | null} shift */
  carry(shift) {
    for (const piece of this.board.layer.querySelectorAll(".dragged")) {
      piece.classList.remove("dragged");
      for (const name of ["--dragged-x", "--dragged-y"]) piece.style.removeProperty(name);
    }
    if (!shift) return;
    const { carriedPiece: piece } = this.board;
    if (!piece) return;
    piece.classList.add("dragged");
    piece.style.setProperty("--dragged-x", `${shift[0]}px`);
    piece.style.setProperty("--dragged-y", `${shift[1]}px`);
  }

  /** @param {PointerEvent} now @returns {Spot} */
  shift(now) {
    return [now.clientX - this.began[0], now.clientY - this.began[1]];
  }
}

// Arrows and rings that somebody draws for themselves: from one point to another, or on one. The same again removes it.
/** @param {PapanBoard} board @param {PointerEvent} event */
function pencilDown(board, event) {
  event.preventDefault();
  const from = board.pointAt(event);
  if (from !== null && !board.stroke) board.stroke = new Stroke(board, event.pointerId, from);
}

export class Stroke {
  /** @param {PapanBoard} board @param {number} id @param {number} from */
  constructor(board, id, from) {
    this.board = board;
    this.id = id;
    /** @type {Way} */
    this.way = [from, from];
    this.heard = new AbortController();
    for (const name of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"])) {
      window.addEventListener(
        name,
        (event) => {
          if (event.pointerId === id) this.goOn(event);
        },
        this.heard,
      );
    }
  }

  /** @param {PointerEvent} event */
  goOn(event) {
    const { board, way } = this;
    const to = board.pointAt(event);
    if (event.type === "pointermove") {
      this.way = [way[0], to ?? way[0]];
      drawDrawn(board);
      return;
    }
    if (event.type === "pointerup" && to !== null) this.set(way[0], to);
    this.leave();
  }

  /** @param {number} from @param {number} to */
  set(from, to) {
    const { drawn } = this.board;
    const key = `${from}-${to}`;
    if (!drawn.delete(key)) drawn.set(key, [from, to]);
    this.board.tell("drew", undefined);
  }

  leave() {
    this.heard.abort();
    this.board.stroke = null;
    drawDrawn(this.board);
  }
}
