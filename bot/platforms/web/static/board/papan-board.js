// <papan-board>: a board under the hand. It shows a table and turns touches into turns; it judges nothing.
//
// show(table, build) draws; the events are "turn" {picks, price}, "price" {at, points} for a turn that costs a piece,
// "touched" when what may be touched next has changed, and "forbidden" {way} for a piece that cannot go to a point.
import { fingerDown } from "./finger.js";
import { buildGrid, nameGrid } from "./grid.js";
import { animateMove, blink, shake, slideBack } from "./motion.js";
import { drawMarks } from "./marks.js";
import { Turns } from "./turns.js";

const TALLEST = 5; // a higher stack looks like one of so many, with its number

class PapanBoard extends HTMLElement {
  constructor() {
    super();
    this.table = null;
    this.measures = null;
    this.turns = null;
    this.at = null; // the turn so far
    this.pending = null; // the turn that is on its way
    this.pieces = new Map();
    this.heights = new Map();
    this.fetched = new Map();
    this.finger = null; // what is on the board, from its coming down to its going up
    this.showing = Promise.resolve();
  }

  connectedCallback() {
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.putDown(); });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!this.contains(target) && !target.closest("a, button, input, summary, [role=alertdialog]")) this.putDown();
    });
  }

  // Shows are done one after the other; the newest table wins.
  show(table, build) {
    this.newest = table;
    this.build = build;
    this.showing = this.showing.then(() => (table === this.newest ? this.render(table) : null));
    return this.showing;
  }

  get pose() { return window.innerHeight > window.innerWidth ? "upright" : "lying"; }

  async render(table) {
    this.stopMotion?.();
    const key = [this.build, table.ruleset, table.bottom, table.theme, this.pose].join(" ");
    if (key !== this.key) {
      const answer = await fetch(`/board/${this.build}/${table.ruleset}-${table.bottom}-${this.pose}.json`);
      this.measures = await answer.json();
      this.key = key;
      this.shownPose = this.pose;
      this.layOut(table);
    }
    const before = this.table;
    this.table = table;
    // What is in hand stays there while only something beside the board has changed.
    if (before && sameChoice(before, table)) {
      this.paint();
      return;
    }
    for (const letter of Object.keys(table.pieces)) this.fetchEarly(letter, 1);
    const moved = before && table.ply === before.ply + 1 && table.last;
    const mine = moved && this.pending && isMade(this.pending.picks, table.last);
    this.pending = null;
    this.turns = table.steps ? new Turns(table.steps) : null;
    this.at = this.turns?.start() ?? null;
    if (moved && !mine) this.stopMotion = animateMove(this, before, table, () => this.paint());
    else this.paint();
  }

  layOut(table) {
    const { width, height } = this.measures;
    // The page around it makes room for a board of this ratio.
    document.documentElement.style.setProperty("--ratio", `${width} / ${height}`);
    document.documentElement.style.setProperty("--wide", width / height);
    this.replaceChildren();
    this.pieces.clear();
    this.single = null;
    const wood = document.createElement("img");
    wood.className = "wood";
    wood.alt = "";
    wood.draggable = false;
    const ground = `/ground/${this.build}/${table.theme}/${table.ruleset}-${table.bottom}-${this.shownPose}`;
    wood.srcset = `${ground}@1.webp 720w, ${ground}@2.webp 1440w`;
    wood.sizes = "(max-width: 760px) 100vw, 60vw";
    wood.src = `${ground}@1.webp`;
    this.marks = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.marks.setAttribute("aria-hidden", "true");
    this.marks.classList.add("marks");
    this.layer = document.createElement("div");
    this.layer.className = "pieces";
    this.layer.setAttribute("aria-hidden", "true");
    this.buttons = [];
    this.append(wood, this.layer, this.marks, buildGrid(this));
  }

  // ---- touches

  get mayTouch() { return this.turns !== null && this.pending === null; }

  pointAt(event) {
    const box = this.getBoundingClientRect();
    const { width, height, points, radius } = this.measures;
    const x = ((event.clientX - box.left) / box.width) * width;
    const y = ((event.clientY - box.top) / box.height) * height;
    let best = null;
    let nearest = (1.6 * radius) ** 2;
    points.forEach(([px, py], point) => {
      const away = (px - x) ** 2 + (py - y) ** 2;
      if (away < nearest) [nearest, best] = [away, point];
    });
    return best;
  }

  touch(point) {
    if (!this.mayTouch) return;
    this.stopMotion?.();
    const found = this.turns.touch(this.at, point);
    if (found) this.took(found);
    else this.refuse(point);
  }

  took({ at, ends }) {
    this.at = at;
    if (!ends) {
      this.paint();
    } else if (at.price.length) {
      this.paint();
      this.dispatchEvent(new CustomEvent("price", { detail: { at, points: at.price } }));
    } else {
      this.play(at, false);
    }
  }

  // A touch that means nothing puts down. Where a piece was to go there, the app is asked why it cannot.
  refuse(point) {
    const { at, way, table } = this;
    const again = at.picks.includes(point);
    const own = table.pieces[table.cells[point]]?.side === table.turn;
    const laidDown = this.turns.laidDown(at);
    this.at = laidDown.picks.length < at.picks.length ? laidDown : this.turns.start();
    this.paint();
    if (again) return;
    shake(this.pieces.get(way.length && !own ? way[0] : point));
    if (!way.length || own) return;
    blink(this.buttons[point]);
    this.dispatchEvent(new CustomEvent("forbidden", { detail: { way: [...way, point] } }));
  }

  // The turn is shown at once as pending, and settles with the next table.
  play(at, price) {
    this.pending = at;
    this.paint();
    this.dispatchEvent(new CustomEvent("turn", { detail: { picks: at.picks, price } }));
  }

  // The turn was refused or overtaken: it goes back.
  takeBack() {
    const { way } = this;
    this.pending = null;
    this.at = this.turns?.start() ?? null;
    this.paint();
    if (way.length > 1) slideBack(this.pieces.get(way[0]), this.spot(way.at(-1)));
  }

  // Nothing is in hand any more; a turn that is on its way goes on.
  putDown() {
    this.finger?.leave();
    if (!this.mayTouch || (!this.at.picks.length && this.at.aim === null)) return;
    this.at = this.turns.start();
    this.paint();
  }

  // ---- what is seen

  // The points at which the piece in hand has been in the turn, or that on its way.
  get way() {
    const at = this.pending ?? this.at;
    return at ? this.turns.way(at, this.table.cells) : [];
  }

  // The picture of the piece in hand.
  get carriedPiece() { return this.single ?? this.pieces.get(this.way[0]); }

  paint() {
    const { table, way } = this;
    const at = this.pending ?? this.at;
    const cells = [...table.cells];
    this.heights = new Map(table.stacks);
    const leaving = new Set();
    for (const point of at?.taken ?? []) {
      const height = this.heights.get(point) ?? 1;
      if (height > 1) this.heights.set(point, height - 1);
      else leaving.add(point);
    }
    const put = at?.picks.length && table.cells[at.picks[0]] === "." ? at.picks : [];
    const inHand = table.hands.find(([letter]) => table.pieces[letter].side === table.turn)?.[0];
    for (const point of put) cells[point] = inHand;
    this.single?.remove();
    this.single = null;
    cells.forEach((letter, point) => this.putPiece(point, letter, this.heights.get(point) ?? 1));
    this.layer.classList.toggle("pending", this.pending !== null);
    for (const [point, piece] of this.pieces) {
      this.place(piece, point);
      piece.classList.toggle("lifted", put.includes(point));
      piece.classList.toggle("leaving", leaving.has(point));
    }
    if (way.length) {
      const piece = this.unstacked(way[0]);
      this.place(piece, way.at(-1));
      piece.classList.add("lifted");
    }
    const next = this.mayTouch ? this.turns.next(this.at) : new Map();
    nameGrid(this, next);
    drawMarks(this, next);
    this.dispatchEvent(new CustomEvent("touched"));
  }

  // The picture of the one piece that leaves a point; of a stack the others stay below it.
  unstacked(point) {
    const height = this.heights.get(point) ?? 1;
    if (height === 1) return this.pieces.get(point);
    const letter = this.table.cells[point] === "." ? this.pieces.get(point).dataset.letter : this.table.cells[point];
    this.heights.set(point, height - 1);
    this.putPiece(point, letter, height - 1);
    this.single = this.newPiece();
    this.draw(this.single, letter, 1);
    this.place(this.single, point);
    return this.single;
  }

  putPiece(point, letter, height) {
    if (letter === ".") {
      this.pieces.get(point)?.remove();
      this.pieces.delete(point);
      return;
    }
    if (!this.pieces.has(point)) this.pieces.set(point, this.newPiece());
    this.draw(this.pieces.get(point), letter, height);
  }

  newPiece() {
    const piece = document.createElement("img");
    piece.alt = "";
    piece.draggable = false;
    piece.decoding = "sync";
    piece.style.width = `${(this.measures.piece / this.measures.width) * 100}%`;
    this.layer.append(piece);
    return piece;
  }

  draw(piece, letter, height) {
    const file = this.pictureOf(letter, height);
    if (piece.dataset.file === file) return;
    piece.dataset.file = file;
    piece.dataset.letter = letter;
    piece.src = file;
    if (height > 1) this.fetchEarly(letter, height - 1);
  }

  pictureOf(letter, height) {
    const { ruleset, theme } = this.table;
    const piece = `${ruleset}-${this.shownPose}-${letter}-${Math.min(height, TALLEST)}`;
    const scale = window.devicePixelRatio > 1 || this.clientWidth > 800 ? 2 : 1;
    return `/piece/${this.build}/${theme}/${piece}@${scale}.webp`;
  }

  // A picture that a touch may need is there when it does.
  fetchEarly(letter, height) {
    const file = this.pictureOf(letter, height);
    if (this.fetched.has(file)) return;
    const picture = new Image();
    picture.src = file;
    this.fetched.set(file, picture);
  }

  // The place of a point on the board, as a style.
  spot(point) {
    const { points, width, height } = this.measures;
    const [x, y] = points[point];
    return { left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` };
  }

  place(piece, point) { Object.assign(piece.style, this.spot(point)); }
}

// May the same be touched in two tables?
function sameChoice(one, other) {
  return one.ply === other.ply && one.ruleset === other.ruleset && one.bottom === other.bottom
    && one.cells === other.cells && JSON.stringify(one.steps) === JSON.stringify(other.steps);
}

// Is the last move the turn of these picks?
function isMade(picks, { huff, removed, drops, path }) {
  const made = [...(huff === null ? [] : [huff]), ...removed, ...drops, ...path];
  return String(made.sort()) === String([...picks].sort());
}

customElements.define("papan-board", PapanBoard);
