// From touches to a turn. Pure: it knows the graph of steps (engine/turn_graph.py), no rule and no page.
//
// A node is [ends, count, steps]: may the turn end here, how many of the steps are picked in any order, the steps.
// A step is [point, node, takes, price, vacated]; what is empty at its end is left off.

const MANY = 50; // so many ways to one place are looked at to tell them apart

export class Turns {
  constructor(nodes) {
    this.nodes = nodes;
    this.ends = new Map();
  }

  start() { return { node: 0, picks: [], chosen: [], taken: [], price: [] }; }

  // The steps that may be taken next, by their points.
  next(at) {
    const [, , steps] = this.nodes[at.node];
    return new Map(steps
      .filter(([point, , , , vacated]) => !at.chosen.includes(point) && (!vacated || at.picks.includes(point)))
      .map((step) => [step[0], step]));
  }

  mayEnd(at) { return at.chosen.length === 0 && this.nodes[at.node][0]; }

  // Is the turn whole, with nothing left to choose?
  isDecided(at) { return this.mayEnd(at) && this.nodes[at.node][2].length === 0; }

  // The turn with one more point, which must be one of next().
  then(at, [point, node, takes = [], price = []]) {
    const several = this.nodes[at.node][1] > at.chosen.length + 1;
    return {
      node: several ? at.node : node,
      chosen: several ? [...at.chosen, point] : [],
      picks: [...at.picks, point],
      taken: [...at.taken, ...takes],
      price,
    };
  }

  // The turn after every point that leaves no choice.
  settled(at) {
    let here = at;
    for (;;) {
      const next = this.next(here);
      if (next.size !== 1 || this.mayEnd(here)) return here;
      here = this.then(here, [...next.values()][0]);
    }
  }

  // The points at which a turn may end from a node on.
  endsFrom(node) {
    if (!this.ends.has(node)) {
      const found = new Set();
      for (const [point, onward] of this.nodes[node][2]) {
        if (this.nodes[onward][0]) found.add(point);
        for (const end of this.endsFrom(onward)) found.add(end);
      }
      this.ends.set(node, found);
    }
    return this.ends.get(node);
  }

  // The whole turns from here that end on a point, at most `most` of them.
  to(at, point, most = MANY) {
    const found = [];
    for (const step of this.next(at).values()) {
      if (found.length >= most) break;
      const onward = this.then(at, step);
      if (step[0] === point && this.mayEnd(onward)) found.push(onward);
      if (this.endsFrom(step[1]).has(point)) found.push(...this.to(onward, point, most - found.length));
    }
    return found.slice(0, most);
  }

  // How many whole turns there are from here, at most `most`.
  count(at, most) {
    let found = this.mayEnd(at) ? 1 : 0;
    for (const step of this.next(at).values()) {
      if (found >= most) break;
      found += this.count(this.then(at, step), most - found);
    }
    return Math.min(found, most);
  }

  // The first points from which a turn leads to a target: pieces that can go there.
  whoCanReach(point) {
    return [...this.next(this.start()).values()]
      .filter(([first, node]) => first !== point && this.endsFrom(node).has(point))
      .map(([first]) => first);
  }

  // What a touch means: {at} the turn so far (decided where isDecided), {aim} a target whose pieces are to be chosen
  // from, or {none} where the point means nothing now.
  touch(at, point) {
    const step = this.next(at).get(point);
    if (step) return { at: this.afterStep(at, step) };
    if (at.picks.length && at.picks.at(-1) === point && this.mayEnd(at)) return { at, stop: true };
    if (at.picks.length && !at.chosen.length) {
      const ways = this.to(at, point);
      if (ways.length === 1) return { at: ways[0], stop: true };
      if (ways.length > 1) return { at: this.shared(at, ways), aim: point };
    }
    if (!at.picks.length) {
      const pieces = this.whoCanReach(point);
      if (pieces.length) return { at, aim: point, pieces };
    }
    return { none: true };
  }

  // After a step: where only one whole turn is left it is made, else what leaves no choice is gone.
  afterStep(at, step) {
    const onward = this.then(at, step);
    return this.settled(onward);
  }

  // The turn as far as several ways go together.
  shared(at, ways) {
    let here = at;
    for (let index = at.picks.length; ; index += 1) {
      const points = new Set(ways.map((way) => way.picks[index]));
      if (points.size !== 1 || ways.some((way) => way.picks.length === index)) return here;
      here = this.then(here, this.next(here).get([...points][0]));
    }
  }

  // The points that may be touched to go on to a target: where the ways to it part.
  towards(at, target) {
    return new Set(this.to(at, target).map((way) => way.picks[at.picks.length]));
  }
}
