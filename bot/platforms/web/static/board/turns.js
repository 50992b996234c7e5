// From touches to a turn. Pure: it knows the graph of steps (engine/turn_graph.py), no rule and no page.
//
// A node is [ends, count, steps]: may the turn end here, how many of the steps are picked in any order, the steps.
// A step is [point, node, takes, price, vacated]; what is empty at its end is left off.
//
// A turn so far is {node, picks, chosen, taken, price, aim}: `chosen` are the picks at a node that asks for several,
// `taken` the pieces that leave the board by it, `price` what it costs if it ends here, `aim` a point that was touched
// to be gone to, while it is open by which piece or by which way.
/** @import { Node, Step } from "../../types/given" */
/** @import { Touched, Turn } from "../../types/page" */

export class Turns {
  /** @param {Node[]} nodes */
  constructor(nodes) {
    this.nodes = nodes;
    /** @type {Map<number, Set<number>>} */
    this.ends = new Map();
  }

  // May any of them cost a piece?
  get mayCost() {
    return this.nodes.some(([, , steps]) => steps.some(([, , , price = []]) => price.length > 0));
  }

  /** @returns {Turn} */
  start() {
    return { node: 0, picks: [], chosen: [], taken: [], price: [], aim: null };
  }

  // The steps that may be taken next, by their points.
  /** @param {Turn} at @returns {Map<number, Step>} */
  next(at) {
    const [, , steps] = this.nodes[at.node];
    return new Map(
      steps
        .filter(([point, , , , vacated]) => !at.chosen.includes(point) && (!vacated || at.picks.includes(point)))
        .map((step) => [step[0], step]),
    );
  }

  // One of them.
  /** @param {Turn} at @param {number} point */
  step(at, point) {
    return /** @type {Step} */ (this.next(at).get(point));
  }

  /** @param {Turn} at */
  mayEnd(at) {
    return at.chosen.length === 0 && this.nodes[at.node][0];
  }

  // Is the turn whole, with nothing left to choose?
  /** @param {Turn} at */
  isDecided(at) {
    return this.mayEnd(at) && this.nodes[at.node][2].length === 0;
  }

  // How many points are picked here in any order, those chosen already among them.
  /** @param {Turn} at */
  count(at) {
    return this.nodes[at.node][1];
  }

  // The turn with one more point, by a step of next().
  /** @param {Turn} at @param {Step} step @returns {Turn} */
  after(at, [point, node, takes = [], price = []]) {
    const several = this.count(at) > at.chosen.length + 1;
    return {
      node: several ? at.node : node,
      chosen: several ? [...at.chosen, point] : [],
      picks: [...at.picks, point],
      taken: [...at.taken, ...takes],
      price,
      aim: at.aim,
    };
  }

  // The turn after every point that leaves no choice.
  /** @param {Turn} at */
  settled(at) {
    let here = at;
    for (;;) {
      const next = this.next(here);
      if (next.size !== 1 || this.mayEnd(here)) return here;
      here = this.after(here, [...next.values()][0]);
    }
  }

  // The turn after a step that was touched: it goes on where nothing is left to choose, but after a piece that was
  // taken off, one's own piece is touched.
  /** @param {Turn} at @param {Step} step */
  stepped(at, step) {
    const onward = this.after(at, step);
    const settled = this.settled(onward);
    return takesOff(step) && !this.isDecided(settled) ? onward : settled;
  }

  // The points at which a turn may end from a node on; where a piece was taken off on the way is gone to by its steps.
  /** @param {number} node @returns {Set<number>} */
  endsFrom(node) {
    const known = this.ends.get(node);
    if (known) return known;
    /** @type {Set<number>} */
    const found = new Set();
    for (const [point, onward, , , vacated] of this.nodes[node][2]) {
      if (!vacated && this.nodes[onward][0]) found.add(point);
      for (const end of this.endsFrom(onward)) found.add(end);
    }
    this.ends.set(node, found);
    return found;
  }

  // The points that may be touched to go on to a target: the pieces that can go there, or where the ways to it part.
  /** @param {Turn} at @param {number} target */
  towards(at, target) {
    const found = [...this.next(at).values()].filter(
      ([point, node]) => (point === target && this.nodes[node][0]) || this.endsFrom(node).has(target),
    );
    return new Set(found.map(([point]) => point));
  }

  // The points at which the ways of a piece in hand to its target part, in the order of their numbers.
  /** @param {Turn} at */
  parting(at) {
    const inHand = at.picks.length > this.laidDown(at).picks.length;
    return at.aim !== null && inHand ? [...this.towards(at, at.aim)].sort((one, other) => one - other) : [];
  }

  // The turn gone on to a target, as far as there is one way.
  /** @param {Turn} at @param {number} target @returns {Turn} */
  along(at, target) {
    let here = at;
    for (;;) {
      const arrived = here.picks.at(-1) === target && this.mayEnd(here);
      const towards = this.towards(here, target);
      if (arrived || towards.size !== 1) return { ...here, aim: arrived || !towards.size ? null : target };
      here = this.after(here, this.step(here, [...towards][0]));
    }
  }

  // The turn with only those picks that take pieces off before one's own piece moves.
  /** @param {Turn} at */
  laidDown(at) {
    let here = this.start();
    for (const point of at.picks) {
      const step = this.step(here, point);
      if (!takesOff(step)) break;
      here = this.after(here, step);
    }
    return here;
  }

  // The points at which one's own piece has been in the turn; none while none is in hand, or where pieces are put on the
  // board. `cells` says what stands on each point.
  /** @param {Turn} at @param {string} cells */
  way(at, cells) {
    const way = at.picks.slice(this.laidDown(at).picks.length);
    return way.length && cells[way[0]] !== "." ? way : [];
  }

  // Are pieces put on the board next, or have some been in this turn?
  /** @param {Turn} at @param {string} cells */
  places(at, cells) {
    const here = at.picks.length ? at.picks : [...this.next(at).keys()];
    return here.length > 0 && here.every((point) => cells[point] === ".");
  }

  // A touch: the turn that it leads to as {at}, with `ends` where the turn is to be played; null if it means nothing.
  /** @param {Turn} at @param {number} point @returns {Touched | null} */
  touch(at, point) {
    const found = this.meant(at, point) ?? this.instead(at, point);
    if (!found) return null;
    return found === at ? { at, ends: true } : { at: found, ends: this.isDecided(found) };
  }

  // The turn with a piece picked, where a touch means to pick it, before anything follows from that.
  /** @param {Turn} at @param {number} point */
  lifted(at, point) {
    const free = [at, this.laidDown(at), this.start()].find((each) => this.next(each).has(point));
    return free ? this.after(free, this.step(free, point)) : null;
  }

  // The turn with another piece than the one in hand, or another than the one that was taken off.
  /** @param {Turn} at @param {number} point @returns {Turn | null} */
  instead(at, point) {
    if (at.picks.includes(point)) return null;
    const free = [this.laidDown(at), this.start()].find((each) => this.next(each).has(point));
    return free ? this.meant(free, point) : null;
  }

  // The turn after a touch; the same one where it ends.
  /** @param {Turn} at @param {number} point @returns {Turn | null} */
  meant(at, point) {
    const step = this.next(at).get(point);
    const { aim } = at;
    if (aim !== null) {
      const towards = this.towards(at, aim);
      if (step && towards.has(point)) return this.along(this.after(at, step), aim);
      if (point === aim && towards.size === 1) return this.along(at, aim);
    }
    if (step) return this.stepped({ ...at, aim: null }, step);
    if (at.picks.at(-1) === point && this.mayEnd(at)) return at;
    if (this.count(at) > 1) return at.chosen.includes(point) ? this.without(at, point) : null;
    if (at.picks.includes(point) || !this.endsFrom(at.node).has(point)) return null;
    // With nothing picked the pieces that can go there are shown first, also where it is one.
    return at.picks.length ? this.along({ ...at, aim: null }, point) : { ...at, aim: point };
  }

  // The turn without one of the points whose order is free.
  /** @param {Turn} at @param {number} point @returns {Turn} */
  without(at, point) {
    const [, , takes = []] = this.nodes[at.node][2].find((step) => step[0] === point) ?? [];
    return {
      ...at,
      chosen: but(at.chosen, [point]),
      picks: but(at.picks, [point]),
      taken: but(at.taken, takes),
    };
  }
}

/** @param {number[]} points @param {number[]} gone */
function but(points, gone) {
  return points.filter((each) => !gone.includes(each));
}

// Does a step take off the very piece that it points to?
/** @param {Step} step */
function takesOff([point, , takes = []]) {
  return takes.includes(point);
}
