// The points of a board as buttons, in rows: for fingers, for keys and for screen readers.
/** @import { PapanBoard } from "./papan-board.js" */
/** @import { Spot } from "../../types/page" */
/** @import { Step } from "../../types/given" */
import { filled } from "../texts.js";
import { fingerDown } from "./finger.js";
import { nextPoint } from "./keys.js";

// The points, called together by the name of the game; they are no grid, as their own names say where they are, also on a
// board that is turned. board.buttons gets the button of each point.
/** @param {PapanBoard} board @param {string} name */
export function buildGrid(board, name) {
  const grid = document.createElement("div");
  grid.setAttribute("role", "application");
  grid.setAttribute("aria-label", name);
  grid.className = "points";
  const { points, width, height, radius } = board.measures;
  for (const row of rowsOf(points)) {
    const line = document.createElement("div");
    for (const point of row) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.point = String(point);
      button.style.left = `${(points[point][0] / width) * 100}%`;
      button.style.top = `${(points[point][1] / height) * 100}%`;
      button.style.width = `${((2.2 * radius) / width) * 100}%`;
      board.buttons[point] = button;
      line.append(button);
    }
    grid.append(line);
  }
  grid.addEventListener("pointerdown", (event) => fingerDown(board, event));
  grid.addEventListener("click", (event) => clicked(board, event));
  grid.addEventListener("keydown", (event) => keyDown(board, event));
  return grid;
}

// The names of the points say what stands there and what may be done.
/** @param {PapanBoard} board @param {Map<number, Step>} next */
export function nameGrid(board, next) {
  const { state, texts, heights, way, at, buttons, parting } = board;
  const advised = new Set(board.advice.flat());
  if (board.tabStop < 0) buttons[[...next.keys()][0] ?? 0].tabIndex = 0;
  buttons.forEach((button, point) => {
    const kind = state.pieces[state.cells[point]];
    const height = heights.get(point) ?? 1;
    const stack = height > 1 ? `, ${filled(texts.stacked, { count: height })}` : "";
    const what = kind ? `${state.sides[kind.side]}: ${kind.name}${stack}` : texts.free;
    const can = next.has(point) ? `, ${way.length || !kind ? texts.target : texts.movable}` : "";
    const number = parting.indexOf(point) + 1;
    const part = number ? `, ${filled(texts.way, { number })}` : "";
    const hint = advised.has(point) ? `, ${texts.hint}` : "";
    button.setAttribute("aria-label", `${board.measures.names[point]}, ${what}${can}${part}${hint}`);
    if (at?.picks.includes(point)) button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
    button.classList.toggle("can", next.has(point));
  });
}

// Presses that come from no finger: a screen reader, a script.
/** @param {PapanBoard} board @param {MouseEvent} event */
function clicked(board, event) {
  const { point } = /** @type {HTMLElement} */ (event.target).dataset;
  if (event.detail === 0 && point) board.touch(Number(point));
}

/** @param {PapanBoard} board @param {KeyboardEvent} event */
function keyDown(board, event) {
  board.dataset.keys = "";
  const point = Number(/** @type {HTMLElement} */ (event.target).dataset.point);
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    board.touch(point);
    return;
  }
  const way = /^[1-9]$/.test(event.key) ? board.parting[Number(event.key) - 1] : undefined;
  if (way !== undefined) {
    event.preventDefault();
    board.touch(way);
    return;
  }
  const to = nextPoint(board.measures, point, event.key);
  if (to === null) return;
  event.preventDefault();
  board.focusOn(to);
}

// The points of each row of the board, from the top and from the left.
/** @param {Spot[]} points @returns {number[][]} */
function rowsOf(points) {
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  points.forEach(([, y], point) => rows.set(y, [...(rows.get(y) ?? []), point]));
  const found = [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
  for (const row of found) row.sort((one, other) => points[one][0] - points[other][0]);
  return found;
}
