// The arrow keys on a board: along its own lines where one leads that way, else to the next row or column. Every point
// can be reached.
/** @import { Measures } from "../../types/given" */
/** @import { Spot } from "../../types/page" */

/** @type {Record<string, Spot>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STRAIGHT = 0.25; // how far aside a point may lie, in shares of the way there
const ANYWHERE = Infinity;

/** @param {Measures} board @param {number} from @param {string} key */
export function nextPoint({ points, neighbours }, from, key) {
  const way = WAYS[key];
  if (!way) return null;
  const along = nearest(points, neighbours[from], from, way, STRAIGHT);
  // On squares of one colour the next row has nothing straight above: it is gone to all the same.
  const inRow = way[0] ? nearest(points, points.keys(), from, way, STRAIGHT) : null;
  return along ?? inRow ?? nearest(points, points.keys(), from, way, ANYWHERE);
}

// Of some points that lie that way the nearest, and of those the least aside.
/** @param {Spot[]} points @param {Iterable<number>} candidates @param {number} from @param {Spot} way @param {number} most */
function nearest(points, candidates, from, [right, down], most) {
  /** @type {number | null} */
  let found = null;
  let least = [Infinity, Infinity];
  for (const point of candidates) {
    const x = points[point][0] - points[from][0];
    const y = points[point][1] - points[from][1];
    const along = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (along <= 0 || aside > most * along) continue;
    if (along < least[0] || (along === least[0] && aside < least[1])) [found, least] = [point, [along, aside]];
  }
  return found;
}
