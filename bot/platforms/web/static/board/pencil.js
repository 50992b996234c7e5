// Arrows and rings that somebody draws for themselves: from one point to another, or on one. The same again removes it.
import { drawDrawn } from "./marks.js";

export function pencilDown(board, event) {
  event.preventDefault();
  const from = board.pointAt(event);
  if (from !== null && !board.stroke) board.stroke = new Stroke(board, event.pointerId, from);
}

class Stroke {
  constructor(board, id, from) {
    this.board = board;
    this.id = id;
    this.way = [from, from];
    this.heard = new AbortController();
    for (const name of ["pointermove", "pointerup", "pointercancel"]) {
      window.addEventListener(
        name,
        (event) => {
          if (event.pointerId === id) this.goOn(event);
        },
        this.heard,
      );
    }
  }

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
