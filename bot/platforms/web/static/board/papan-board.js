// <papan-board>: a board under the hand. It shows a table and turns touches into turns; it judges nothing.
//
// show(table, build) draws; the events are "turn" {picks, price}, "price" {picks, points} for a turn that costs a
// piece, "touched" when what may be touched next has changed, and "refused" {points} for a touch that means nothing.
import { animateMove } from "./motion.js";
import { drawMarks } from "./marks.js";
import { nextPoint } from "./keys.js";
import { Turns } from "./turns.js";

const DRAG_FROM = 6; // pixels a finger goes before it drags
const TALLEST = 5; // a higher stack looks like one of so many, with its number

class PapanBoard extends HTMLElement {
  constructor() {
    super();
    this.table = null;
    this.measures = null;
    this.pending = null;
    this.pieces = new Map();
    this.showing = Promise.resolve();
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
    const key = [this.build, table.ruleset, table.bottom, this.pose].join(" ");
    if (key !== this.key) {
      const answer = await fetch(`/board/${this.build}/${table.ruleset}-${table.bottom}-${this.pose}.json`);
      this.measures = await answer.json();
      this.key = key;
      this.shownPose = this.pose;
      this.layOut(table);
    }
    const before = this.table;
    const mine = this.pending && table.last && samePath(this.pending, table.last);
    const moved = before && table.ply === before.ply + 1 && table.last;
    this.stopMotion?.();
    this.table = table;
    this.pending = null;
    this.turns = table.steps ? new Turns(table.steps) : null;
    this.putDown();
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
    this.grid = this.buildGrid();
    this.append(wood, this.layer, this.marks, this.grid);
  }

  buildGrid() {
    const grid = document.createElement("div");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", this.dataset.label ?? "");
    grid.className = "points";
    const { points, width, height, radius } = this.measures;
    this.buttons = [];
    for (const [, row] of Object.entries(rowsOf(points))) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (const point of row) {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("role", "gridcell");
        button.tabIndex = -1;
        button.dataset.point = point;
        button.style.left = `${(points[point][0] / width) * 100}%`;
        button.style.top = `${(points[point][1] / height) * 100}%`;
        button.style.width = `${((2.2 * radius) / width) * 100}%`;
        this.buttons[point] = button;
        line.append(button);
      }
      grid.append(line);
    }
    grid.addEventListener("pointerdown", (event) => this.fingerDown(event));
    grid.addEventListener("click", (event) => this.clicked(event));
    grid.addEventListener("keydown", (event) => this.keyDown(event));
    return grid;
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

  // A finger that stays is a tap; one that goes drags the piece it began on.
  fingerDown(event) {
    if (event.button) return;
    const from = this.pointAt(event);
    if (from === null) return;
    event.preventDefault();
    delete this.dataset.keys;
    const began = { x: event.clientX, y: event.clientY };
    const picked = this.at?.picks.at(-1) === from;
    let dragged = null;
    this.buttons[from].focus({ preventScroll: true });
    if (!picked) this.touch(from);
    const piece = this.at?.picks.length ? this.pieces.get(this.carried) : null;
    const move = (now) => {
      const away = Math.hypot(now.clientX - began.x, now.clientY - began.y);
      if (!dragged && away > DRAG_FROM && piece && this.at?.picks.at(-1) === from) dragged = piece;
      if (!dragged) return;
      dragged.classList.add("dragged");
      dragged.style.translate = `${now.clientX - began.x}px ${now.clientY - began.y}px`;
    };
    const up = (now) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
      if (dragged) {
        dragged.classList.remove("dragged");
        dragged.style.translate = "";
        const to = this.pointAt(now);
        if (now.type === "pointerup" && to !== null && to !== from) this.touch(to);
        else this.paint();
      } else if (picked && now.type === "pointerup") {
        this.touch(from);
      }
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
  }

  // Presses that come from no finger: a screen reader, a script.
  clicked(event) {
    if (event.detail === 0 && event.target.dataset.point) this.touch(Number(event.target.dataset.point));
  }

  touch(point) {
    if (!this.mayTouch) return;
    const aim = this.aim;
    if (aim !== null && !this.at.picks.length && point === aim.point && aim.pieces.length === 1) {
      const first = this.turns.touch(this.at, aim.pieces[0]);
      return this.took(this.turns.touch(first.at, point).none ? first : this.turns.touch(first.at, point));
    }
    if (aim !== null && !this.at.picks.length && aim.pieces.includes(point)) {
      const first = this.turns.then(this.at, this.turns.next(this.at).get(point));
      return this.took(this.turns.touch(first, aim.point));
    }
    const done = this.turns.touch(this.at, point);
    if (!done.none) return this.took(done);
    const again = this.turns.touch(this.turns.start(), point);
    const wasPicked = this.at.picks.includes(point);
    this.putDown();
    if (!again.none && !wasPicked) return this.took(again);
    this.paint();
    if (!wasPicked) this.dispatchEvent(new CustomEvent("refused", { detail: { point } }));
  }

  took(done) {
    this.at = done.at;
    this.aim = done.aim === undefined ? null : { point: done.aim, pieces: done.pieces ?? [] };
    if (done.stop || this.turns.isDecided(this.at)) this.send(this.at);
    else this.paint();
  }

  send(at) {
    if (at.price.length) {
      this.paint();
      this.dispatchEvent(new CustomEvent("price", { detail: { picks: at.picks, points: at.price } }));
    } else {
      this.play(at.picks, false);
    }
  }

  // The turn is shown at once as pending, and settles with the next table.
  play(picks, price) {
    this.pending = picks;
    this.paint();
    this.dispatchEvent(new CustomEvent("turn", { detail: { picks, price } }));
  }

  // The turn was refused or overtaken: it goes back.
  takeBack() {
    this.pending = null;
    this.putDown();
    this.paint();
  }

  putDown() {
    this.at = this.turns ? this.turns.start() : null;
    this.aim = null;
  }

  // ---- what is seen

  // The point on which the piece in hand stood when it was touched.
  get carried() {
    return this.at?.picks.find((point) => this.table.cells[point] !== "." && !this.at.taken.includes(point));
  }

  paint() {
    const { table } = this;
    const heights = new Map(table.stacks);
    const cells = [...table.cells];
    const picks = this.pending ?? this.at?.picks ?? [];
    const from = this.pending ? this.movedOf(picks) : this.carried;
    const to = this.pending || this.at?.taken.length ? picks.at(-1) : from;
    cells.forEach((letter, point) => this.putPiece(point, letter, heights.get(point) ?? 1));
    this.layer.classList.toggle("pending", this.pending !== null);
    for (const [point, piece] of this.pieces) {
      const goes = from !== undefined && point === from && to !== undefined;
      this.place(piece, goes ? to : point);
      piece.classList.toggle("lifted", goes);
      piece.classList.toggle("leaving", Boolean(this.at?.taken.includes(point)));
    }
    const next = this.mayTouch ? this.turns.next(this.at) : new Map();
    this.name(next);
    drawMarks(this, next);
    this.dispatchEvent(new CustomEvent("touched"));
  }

  // The piece that moves in a turn: the first of one's own, after those that leave the board before it.
  movedOf(picks) {
    return picks.find((point) => {
      const kind = this.table.pieces[this.table.cells[point]];
      return kind && kind.side === this.table.turn;
    });
  }

  putPiece(point, letter, height) {
    let piece = this.pieces.get(point);
    if (letter === ".") {
      piece?.remove();
      this.pieces.delete(point);
      return;
    }
    if (!piece) {
      piece = document.createElement("img");
      piece.alt = "";
      piece.draggable = false;
      piece.decoding = "sync";
      piece.style.width = `${(this.measures.piece / this.measures.width) * 100}%`;
      this.pieces.set(point, piece);
      this.layer.append(piece);
    }
    const { ruleset, theme } = this.table;
    const file = `/piece/${this.build}/${theme}/${ruleset}-${this.shownPose}-${letter}-${Math.min(height, TALLEST)}`;
    if (piece.dataset.file !== file) {
      piece.dataset.file = file;
      piece.src = `${file}@${window.devicePixelRatio > 1 || this.clientWidth > 800 ? 2 : 1}.webp`;
    }
  }

  place(piece, point) {
    const [x, y] = this.measures.points[point];
    piece.style.left = `${(x / this.measures.width) * 100}%`;
    piece.style.top = `${(y / this.measures.height) * 100}%`;
  }

  // The names of the points say what stands there and what may be done.
  name(next) {
    const { table } = this;
    const texts = this.texts;
    const heights = new Map(table.stacks);
    const first = [...next.keys()][0] ?? 0;
    if (!this.buttons.some((button) => button.tabIndex === 0)) this.buttons[first].tabIndex = 0;
    this.buttons.forEach((button, point) => {
      const kind = table.pieces[table.cells[point]];
      const side = kind ? table.sides[kind.side] : "";
      const stack = heights.has(point) ? ` × ${heights.get(point)}` : "";
      const what = kind ? `${side}: ${kind.name}${stack}` : texts.free;
      const can = next.has(point) ? `, ${this.at.picks.length ? texts.target : texts.movable}` : "";
      button.setAttribute("aria-label", `${this.measures.names[point]}, ${what}${can}`);
      button.setAttribute("aria-selected", String(Boolean(this.at?.picks.includes(point))));
      button.classList.toggle("can", next.has(point));
    });
  }

  shake(point) {
    const piece = this.pieces.get(point);
    piece?.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }], 180);
  }

  // ---- keys

  keyDown(event) {
    this.dataset.keys = "";
    const point = Number(event.target.dataset.point);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touch(point);
    } else if (event.key === "Escape") {
      this.putDown();
      this.paint();
    } else {
      const to = nextPoint(this.measures, point, event.key);
      if (to === null) return;
      event.preventDefault();
      this.buttons[point].tabIndex = -1;
      this.buttons[to].tabIndex = 0;
      this.buttons[to].focus();
    }
  }
}

function samePath(picks, last) {
  const end = last.path.length ? last.path : last.drops;
  return end.length > 0 && picks.at(-1) === end.at(-1);
}

// The points of each row of the board, from the left.
function rowsOf(points) {
  const rows = {};
  points.forEach(([, y], point) => { (rows[String(y).padStart(5, "0")] ??= []).push(point); });
  for (const row of Object.values(rows)) row.sort((one, other) => points[one][0] - points[other][0]);
  return Object.fromEntries(Object.entries(rows).sort());
}

customElements.define("papan-board", PapanBoard);
