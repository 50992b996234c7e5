// The arrow keys on a board: along its own lines where one leads that way, else to the nearest point.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function nextPoint({ points, neighbours }, from, key) {
  const way = WAYS[key];
  if (!way) return null;
  const straight = best(points, neighbours[from], from, way, 0.25);
  return straight ?? best(points, points.keys(), from, way, 3);
}

// Of some points the one that lies that way, the least aside of it; `aside` is how far at most, in shares of the way.
function best(points, candidates, from, [right, down], most) {
  let found = null;
  let least = Infinity;
  for (const point of candidates) {
    const x = points[point][0] - points[from][0];
    const y = points[point][1] - points[from][1];
    const along = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (along > 0 && aside <= most * along && along + 2 * aside < least) [found, least] = [point, along + 2 * aside];
  }
  return found;
}
