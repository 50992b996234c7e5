// The marks on a board: the last move, the piece in hand, and what may be touched.

const SVG = "http://www.w3.org/2000/svg";

export function drawMarks(board, next) {
  const { points, radius } = board.measures;
  const found = [];
  const circle = (point, size, name) => found.push(make("circle", name, {
    cx: points[point][0], cy: points[point][1], r: size * radius,
  }));
  if (board.table.last && !board.pending) drawLast(board, found, circle);
  for (const [point, height] of board.heights) if (height > 1) drawHeight(points[point], radius, height, found);
  if (board.mayTouch) drawOpen(board, next, circle);
  board.marks.replaceChildren(...found);
}

function drawLast({ table, measures: { points, radius } }, found, circle) {
  const { last } = table;
  if (last.path.length > 1) {
    found.push(make("polyline", "way", { points: last.path.map((point) => points[point].join(",")).join(" ") }));
  }
  for (const point of last.path.length ? last.path : last.drops) circle(point, 1.12, "last");
  const gone = [...last.captured, ...last.removed, ...[last.huff, last.forfeit].filter((point) => point !== null)];
  for (const point of gone) if (point !== last.path.at(-1)) cross(found, points[point], radius * 0.5);
}

function drawHeight([x, y], radius, height, found) {
  const [cx, cy] = [x + radius * 0.75, y + radius * 0.75];
  found.push(make("circle", "count", { cx, cy, r: radius * 0.5 }));
  const number = make("text", "count", { x: cx, y: cy, "font-size": radius * 0.7 });
  number.textContent = height;
  found.push(number);
}

// What is picked, and what may be touched next.
function drawOpen(board, next, circle) {
  const { table, turns, at, way } = board;
  at.picks.forEach((point) => circle(point, 1.15, "picked"));
  if (at.aim !== null) circle(at.aim, 1.15, "aim");
  const open = at.aim === null ? [...next.keys()] : turns.towards(at, at.aim);
  for (const point of open) {
    const free = table.cells[point] === "." || at.picks.includes(point);
    const [, , takes = []] = next.get(point);
    if (!way.length && !free) {
      // One's own pieces are not marked, unless the question is which of them goes somewhere.
      if (at.aim !== null || takes.includes(point)) circle(point, 1.12, "choose");
    } else if (at.picks.length) {
      if (takes.length) circle(point, 0.55, "capture");
      else if (free) circle(point, 0.34, "target");
      else circle(point, 1.12, "target join");
    }
  }
  if (!at.picks.length || at.chosen.length) return;
  if (turns.mayEnd(at)) circle(at.picks.at(-1), 1.3, "stop");
  if (at.aim !== null) return;
  for (const end of turns.endsFrom(at.node)) {
    if (!next.has(end) && !at.picks.includes(end) && table.cells[end] === ".") circle(end, 0.34, "target far");
  }
}

function cross(found, [x, y], size) {
  for (const slope of [1, -1]) {
    found.push(make("line", "gone", { x1: x - size, y1: y - slope * size, x2: x + size, y2: y + slope * size }));
  }
}

function make(tag, name, attributes) {
  const made = document.createElementNS(SVG, tag);
  made.setAttribute("class", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
