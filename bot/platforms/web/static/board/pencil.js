// @ts-check
// Arrows and rings that somebody draws for themselves: from one point to another, or on one. The same again removes it.
/** @import { PapanBoard } from "./papan-board.js" */
/** @import { Way } from "../../types/page" */
import { drawDrawn } from "./marks.js";

/** @param {PapanBoard} board @param {PointerEvent} event */
export function pencilDown(board, event) {
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
  }

  leave() {
    this.heard.abort();
    this.board.stroke = null;
    drawDrawn(this.board);
  }
}
