// What moves on a board: a piece along its path with what it takes, and a piece that goes back.
/** @import { Move } from "../../types/given" */
/** @import { BoardState, Spot } from "../../types/page" */
/** @import { BoardView } from "./view.js" */
/** @import { PapanBoard } from "./papan-board.js" */

const LEAP = 140; // ms
const LONGEST = 900;

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// Shows the move that has led from a state of the board to the one after it, then calls end(). Gives a function that ends
// it at once.
// One's own piece `isThere` already: only what it takes goes.
/** @param {BoardView} board @param {Move} last @param {() => void} end @param {boolean} isThere */
export function animateMove(board, last, end, isThere) {
  const motions = still() ? [] : motionsOf(board, last, isThere);
  if (!motions.length) {
    end();
    return () => {};
  }
  let over = false;
  const stop = () => {
    if (over) return;
    over = true;
    for (const motion of motions) motion.cancel();
    end();
  };
  Promise.all(motions.map((motion) => motion.finished)).then(stop, () => {});
  return stop;
}

/** @param {BoardView} board @param {Move} last @param {boolean} isThere */
function motionsOf(board, { path, captured, removed, huff, forfeit }, isThere) {
  const leaps = isThere ? 0 : Math.max(path.length - 1, 0);
  const duration = Math.min(LEAP * leaps, LONGEST) + (leaps === 1 ? LEAP : 0);
  const first = [...removed, ...(huff === null ? [] : [huff])].map((point) => fade(board, point, 0));
  const taken = captured.map((point, index) =>
    fade(board, point, Math.max((duration * (index + 1)) / captured.length - LEAP / 2, 0)),
  );
  const lost = forfeit === null || forfeit === path.at(-1) ? [] : [fade(board, forfeit, duration)];
  return [...first, ...(leaps ? [travel(board, path, duration)] : []), ...taken, ...lost].flatMap(
    (motion) => motion ?? [],
  );
}

// A piece goes along a path; of a stack it is one piece that goes.
/** @param {BoardView} board @param {number[]} path @param {number} duration */
function travel(board, path, duration) {
  const piece = board.unstacked(path[0]);
  if (!piece) return null;
  const frames = path.map((point) => ({ translate: board.spot(point).join(" ") }));
  piece.classList.add("travelling");
  raise(piece, duration);
  return piece.animate(frames, { duration, easing: path.length === 2 ? "ease-in-out" : "linear", fill: "forwards" });
}

// A piece leaves the board; of a stack the others stay.
/** @param {BoardView} board @param {number} point @param {number} delay */
function fade(board, point, delay) {
  if ((board.heights.get(point) ?? 1) > 1) return null;
  return board.pieces
    .get(point)
    ?.animate({ opacity: 0, scale: 0.8 }, { duration: LEAP, delay, easing: "ease-in", fill: "forwards" });
}

// A piece has a weight: it is lifted on its way.
/** @param {Element} piece @param {number} duration */
function raise(piece, duration) {
  piece.animate({ scale: [1, 1.07, 1] }, { duration, easing: "ease-out" });
}

// One's own piece goes over these points, where it is now.
/** @param {PapanBoard} board @param {number[]} points */
export function glide(board, points) {
  const piece = board.carriedPiece;
  if (!piece || points.length < 2 || still()) return;
  const duration = Math.min(LEAP * points.length, LONGEST);
  raise(piece, duration);
  piece.animate({ translate: points.map((point) => board.spot(point).join(" ")) }, { duration, easing: "ease-out" });
}

// A piece goes back from one spot of the board to another.
/** @param {Element | undefined} piece @param {string[]} from @param {string[]} to */
export function slideBack(piece, from, to) {
  if (!piece || still()) return;
  piece.animate({ translate: [from.join(" "), to.join(" ")] }, { duration: LEAP, easing: "ease-out" });
}

// A piece goes back to where it is from so many pixels beside it.
/** @param {Element | undefined} piece @param {Spot} shift */
export function slideHome(piece, [x, y]) {
  if (!piece || still()) return;
  piece.animate({ translate: [`${x}px ${y}px`, "0px 0px"] }, { duration: LEAP, easing: "ease-out", composite: "add" });
}

/** @param {Element | undefined} piece */
export function shake(piece) {
  if (!piece || still()) return;
  piece.animate({ translate: [0, -4, 4, -3, 3, 0].map((x) => `${x}px`) }, { duration: 240, composite: "add" });
}

// A touch came too soon after the position had changed: all pieces shimmer. It is no motion, and is seen also without.
/** @param {Element} layer */
export function shimmer(layer) {
  layer.animate({ opacity: [1, 0.55, 1, 0.75, 1] }, 300);
}

// The point that cannot be gone to is shown for a moment.
/** @param {Element} point */
export function blink(point) {
  const seen = { boxShadow: "inset 0 0 0 5px #b3261e" };
  const gone = { boxShadow: "inset 0 0 0 5px transparent" };
  point.animate([seen, gone, seen, gone], 900);
}
