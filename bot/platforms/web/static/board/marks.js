// The marks on a board: the last move, the piece in hand, what may be touched, and what somebody draws for themselves.
//
// Each is drawn on a wider casing in another lightness, so that it is seen on every ground.
/** @import { PapanBoard } from "./papan-board.js" */
/** @import { Spot } from "../../types/page" */
/** @import { Move, Step } from "../../types/given" */

const SVG = "http://www.w3.org/2000/svg";
const CASING = 5; // how much wider it is than its mark
/** @type {Record<string, number>} */
const WIDTHS = {
  last: 4,
  way: 5,
  gone: 5,
  picked: 6,
  aim: 5,
  choose: 5,
  join: 6,
  far: 5,
  capture: 7,
  stop: 6,
  drawn: 7,
  theirs: 7,
  planned: 5,
};
/** @type {Record<string, string>} */
const DASHES = { way: "2 9", aim: "8 6", choose: "8 6", planned: "8 6" };
const RING = 1.3; // a ring of one's own, in radii
const HEAD = 0.7; // the head of an arrow, in radii

/** @param {PapanBoard} board @param {Map<number, Step>} next */
export function drawMarks(board, next) {
  /** @type {SVGElement[]} */
  const found = [];
  const { last } = board.state;
  if (last && !board.pending) drawLast(board, last, found);
  const { points, radius } = board.measures;
  for (const [point, height] of board.heights) {
    const [x, y] = points[point];
    if (height > 1) number(found, "count", [x + radius * 0.75, y + radius * 0.75], radius * 0.5, height);
  }
  if (board.mayTouch) drawOpen(board, next, found);
  for (const [from, to] of board.barred) {
    arrow(found, points[from], points[to], radius, "gone");
    cross(found, points[to], radius * 0.5);
  }
  board.marks.replaceChildren(...found);
  drawDrawn(board);
}

// The arrows and rings of one's own, the one that is under way, and those of others who share the side.
/** @param {PapanBoard} board */
export function drawDrawn(board) {
  /** @type {SVGElement[]} */
  const found = [];
  const { points, radius } = board.measures;
  for (const [from, to] of [...board.drawn.values(), ...board.advice, ...(board.stroke ? [board.stroke.way] : [])]) {
    if (from === to) circle(board, found, from, RING, "drawn");
    else arrow(found, points[from], points[to], radius);
  }
  const own = found.length;
  for (const [from, to] of board.theirs) {
    if (from === to) circle(board, found, from, RING, "theirs");
    else arrow(found, points[from], points[to], radius, "theirs");
  }
  for (const mark of board.marks.querySelectorAll(".drawn, .theirs")) mark.remove();
  for (const [index, mark] of found.entries()) mark.classList.add(index < own ? "drawn" : "theirs");
  board.marks.append(...found);
}

/** @param {SVGElement[]} found @param {Spot} from @param {Spot} to @param {number} radius */
function arrow(found, [x, y], [toX, toY], radius, name = "drawn") {
  const length = Math.hypot(toX - x, toY - y);
  const [right, down] = [(toX - x) / length, (toY - y) / length];
  const head = radius * HEAD;
  /** @param {number} back @param {number} aside */
  const at = (back, aside) => [toX - back * right - aside * down, toY - back * down + aside * right];
  const path = [[x, y], at(0, 0), at(head, head * 0.8), at(0, 0), at(head, -head * 0.8)];
  stroke(found, "polyline", name, { points: path.map((each) => each.join(",")).join(" ") });
}

/** @param {PapanBoard} board @param {Move} last @param {SVGElement[]} found */
function drawLast(board, last, found) {
  const { points, radius } = board.measures;
  if (last.path.length > 1) {
    stroke(found, "polyline", "way", { points: last.path.map((point) => points[point].join(",")).join(" ") });
  }
  for (const point of last.path.length ? last.path : last.drops) circle(board, found, point, 1.12, "last");
  const gone = [...last.captured, ...last.removed, ...[last.huff, last.forfeit].flatMap((point) => point ?? [])];
  for (const point of gone) if (point !== last.path.at(-1)) cross(found, points[point], radius * 0.5);
}

// What is picked, and what may be touched next.
/** @param {PapanBoard} board @param {Map<number, Step>} next @param {SVGElement[]} found */
function drawOpen(board, next, found) {
  const { state, turns, at, way, parting } = board;
  const { points, radius } = board.measures;
  /** @param {number} point @param {number} size @param {string} name */
  const ring = (point, size, name) => circle(board, found, point, size, name);
  at.picks.forEach((point) => ring(point, 1.15, "picked"));
  if (at.aim !== null) ring(at.aim, 1.15, "aim");
  const open = at.aim === null ? [...next.keys()] : turns.towards(at, at.aim);
  for (const point of open) {
    const free = state.cells[point] === "." || at.picks.includes(point);
    const [, , takes = []] = next.get(point) ?? [];
    if (!way.length && !free) {
      // One's own pieces are not marked, unless the question is which of them goes somewhere.
      if (at.aim !== null || takes.includes(point)) ring(point, 1.12, "choose");
    } else if (at.picks.length || free) {
      if (takes.length) ring(point, parting.includes(point) ? 0.85 : 0.55, "capture");
      else if (free) dot(board, found, point);
      else ring(point, 1.12, "target join");
    }
  }
  parting.forEach((point, index) => number(found, "part", points[point], radius * 0.65, index + 1));
  if (!at.picks.length || at.chosen.length) return;
  if (turns.mayEnd(at)) ring(at.picks[at.picks.length - 1], 1.3, "stop");
  if (at.aim !== null) return;
  for (const end of turns.endsFrom(at.node)) {
    if (!next.has(end) && !at.picks.includes(end) && state.cells[end] === ".") ring(end, 0.3, "target far");
  }
}

/** @param {PapanBoard} board @param {SVGElement[]} found @param {number} point @param {number} size @param {string} name */
export function circle({ measures: { points, radius } }, found, point, size, name) {
  stroke(found, "circle", name, { cx: points[point][0], cy: points[point][1], r: size * radius });
}

/** @param {PapanBoard} board @param {SVGElement[]} found @param {number} point */
function dot({ measures: { points, radius } }, found, point) {
  found.push(make("circle", "target dot", { cx: points[point][0], cy: points[point][1], r: 0.34 * radius }));
}

/** @param {SVGElement[]} found @param {string} name @param {Spot} middle @param {number} r @param {number} count */
function number(found, name, [x, y], r, count) {
  found.push(make("circle", name, { cx: x, cy: y, r }));
  const text = make("text", name, { x, y, "font-size": r * 1.4 });
  text.textContent = String(count);
  found.push(text);
}

/** @param {SVGElement[]} found @param {Spot} middle @param {number} size */
function cross(found, [x, y], size) {
  for (const slope of [1, -1]) {
    stroke(found, "line", "gone", { x1: x - size, y1: y - slope * size, x2: x + size, y2: y + slope * size });
  }
}

// A mark of lines on its casing; the last of its names says how it looks.
/** @param {SVGElement[]} found @param {string} tag @param {string} names @param {Record<string, string | number>} attributes */
export function stroke(found, tag, names, attributes) {
  const look = names.split(" ").at(-1) ?? "";
  const width = WIDTHS[look];
  const lines = DASHES[look] ? { ...attributes, "stroke-dasharray": DASHES[look] } : attributes;
  const dark = look === "last" || look === "way" ? "dark " : "";
  found.push(make(tag, `${dark}casing`, { ...lines, "stroke-width": width + CASING }));
  found.push(make(tag, names, { ...lines, "stroke-width": width }));
}

/** @param {string} tag @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
function make(tag, name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  made.setAttribute("class", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
