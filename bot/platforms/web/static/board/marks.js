// The marks on a board: the last move, the piece in hand, and what may be touched.

const SVG = "http://www.w3.org/2000/svg";

export function drawMarks(board, next) {
  const { measures, marks, table, at } = board;
  const { points, radius } = measures;
  const found = [];
  const circle = (point, size, name) => found.push(make("circle", name, {
    cx: points[point][0], cy: points[point][1], r: size * radius,
  }));
  const { last } = table;
  if (last && !board.pending) {
    const way = last.path.length ? last.path : last.drops;
    if (last.path.length > 1) {
      found.push(make("polyline", "way", { points: last.path.map((point) => points[point].join(",")).join(" ") }));
    }
    way.forEach((point) => circle(point, 1.12, "last"));
    const gone = [...last.captured, ...last.removed, ...[last.huff, last.forfeit].filter((point) => point !== null)];
    for (const point of gone) cross(found, points[point], radius * 0.5);
  }
  for (const [point, height] of table.stacks) {
    const [x, y] = points[point];
    found.push(make("circle", "count", { cx: x + radius * 0.75, cy: y + radius * 0.75, r: radius * 0.5 }));
    const number = make("text", "count", { x: x + radius * 0.75, y: y + radius * 0.75, "font-size": radius * 0.7 });
    number.textContent = height;
    found.push(number);
  }
  if (board.mayTouch) {
    const picked = at.picks.length > 0;
    if (picked) at.picks.forEach((point) => circle(point, 1.15, "picked"));
    if (board.aim) circle(board.aim.point, 1.15, "aim");
    const towards = board.aim && picked ? board.turns.towards(at, board.aim.point) : new Set(board.aim?.pieces ?? next.keys());
    for (const point of towards) {
      const empty = table.cells[point] === "." || point === at.picks[0];
      if (board.aim && !picked) circle(point, 1.12, "choose");
      else if (picked && empty) circle(point, next.get(point)?.[2]?.length ? 0.55 : 0.34, next.get(point)?.[2]?.length ? "capture" : "target");
      else if (!empty && isOther(table, point)) circle(point, 1.12, "choose");
      else if (picked) circle(point, 1.12, "target join");
    }
    if (picked && board.turns.mayEnd(at)) circle(at.picks.at(-1), 1.3, "stop");
    if (picked) for (const end of board.turns.endsFrom(at.node)) {
      if (!next.has(end) && !at.chosen.length && table.cells[end] === ".") circle(end, 0.34, "target far");
    }
  }
  marks.replaceChildren(...found);
}

function isOther(table, point) {
  return table.pieces[table.cells[point]]?.side !== table.turn;
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
