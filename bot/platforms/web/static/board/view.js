// What is seen of a board: its ground, its pieces, and where they are. It knows no touches.
/** @import { Measures, PieceShown } from "../../types/given" */
/** @import { BoardState, Spot, Turn } from "../../types/page" */

export const HIGH_CONTRAST = matchMedia("(prefers-contrast: more)");
export const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const PATIENCE = 5000; // ms: then a board is drawn whose pictures have not come
const TALLEST = 5; // a higher stack looks like one of so many, with its number
// What is there once a board has been drawn, before which nothing asks for it.
export const NOTHING = /** @type {never} */ (/** @type {unknown} */ (null));
/** @type {Omit<BoardState, "cells" | "ruleset" | "theme">} */
const UNPLAYED = {
  code: "",
  version: 0,
  ply: 0,
  turn: 0,
  bottom: 0,
  stacks: [],
  hands: [],
  pieces: {},
  mine: [],
  moves: [],
  last: null,
  steps: null,
  sides: ["", ""],
  ask: "",
  puts: [],
  result: "",
};

// Whoever asks for more contrast sees every board in a theme that has most; who has chosen none, one for day or night.
/** @param {string} chosen */
export function themeOf(chosen) {
  if (HIGH_CONTRAST.matches && !chosen.startsWith("kontras")) return NIGHT.matches ? "kontras-gelap" : "kontras";
  return chosen || (NIGHT.matches ? "pasar" : "kayu");
}

// The state of a board that is seen and not touched, made of what is known of it.
/** @param {Partial<BoardState> & Pick<BoardState, "cells" | "ruleset" | "theme">} known @returns {BoardState} */
export function stillState(known) {
  return { ...UNPLAYED, ...known };
}

export class BoardView extends HTMLElement {
  #coordinates = true;

  constructor() {
    super();
    /** @type {BoardState} */
    this.state = NOTHING;
    /** @type {Measures} */
    this.measures = NOTHING;
    /** @type {BoardState} */
    this.shownState = NOTHING; // for which the ground was drawn
    this.shownPose = "";
    this.build = "";
    /** @type {HTMLImageElement | null} */
    this.single = null;
    /** @type {HTMLImageElement} */
    this.wood = NOTHING;
    /** @type {HTMLElement} */
    this.layer = NOTHING;
    /** @type {SVGElement} */
    this.marks = NOTHING;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** @type {Map<number, HTMLImageElement>} */
    this.pieces = new Map();
    /** @type {Map<number, number>} */
    this.heights = new Map();
    /** @type {Map<string, HTMLImageElement>} */
    this.fetched = new Map();
  }

  // A small picture of a board that leads elsewhere: nothing on it can be touched.
  get still() {
    return this.hasAttribute("still");
  }

  set still(wanted) {
    this.toggleAttribute("still", wanted);
  }

  get coordinates() {
    return this.#coordinates;
  }

  set coordinates(wanted) {
    this.#coordinates = wanted;
    if (this.wood) this.drawGround();
  }

  get pose() {
    return !this.still && window.innerHeight > window.innerWidth ? "upright" : "lying";
  }

  // The parts of the board; `others` come above its pieces.
  /** @param {Element[]} others */
  buildLayers(...others) {
    const { width, height } = this.measures;
    this.pieces.clear();
    this.single = null;
    this.wood = document.createElement("img");
    this.wood.className = "wood";
    this.wood.alt = "";
    this.wood.draggable = false;
    this.drawGround();
    this.marks = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.marks.setAttribute("aria-hidden", "true");
    this.marks.classList.add("marks");
    this.layer = document.createElement("div");
    this.layer.className = "pieces";
    this.layer.setAttribute("aria-hidden", "true");
    this.replaceChildren(this.wood, this.layer, this.marks, ...others);
  }

  drawGround(wood = this.wood, { ruleset, bottom, theme } = this.shownState, pose = this.shownPose) {
    const labels = this.coordinates ? "" : "-bare";
    const ground = `/ground/${this.build}/${theme}/${ruleset}-${bottom}-${pose}${labels}`;
    if (!this.still) {
      wood.sizes = "(max-width: 760px) 100vw, 60vw";
      wood.srcset = `${ground}@1.webp 720w, ${ground}@2.webp 1440w`;
    }
    wood.src = `${ground}@1.webp`;
  }

  // What is seen stays until the pictures of a state in another pose, or of another look, can take its place.
  /** @param {BoardState} state @param {string} pose */
  loaded(state, pose) {
    const letters = [...new Set(state.cells)].filter((letter) => letter !== ".");
    const pictures = [new Image(), ...letters.map(() => new Image())];
    this.drawGround(pictures[0], state, pose);
    letters.forEach((letter, index) => {
      pictures[index + 1].src = this.pictureOf(letter, 1, state, pose);
    });
    const all = Promise.allSettled(pictures.map((each) => each.decode()));
    return Promise.race([all, new Promise((done) => setTimeout(done, PATIENCE))]);
  }

  // The pieces as they stand in a turn so far (turns.js), whose piece in hand has been on the points of `way`.
  /** @param {Turn | null} at @param {number[]} way */
  paintPieces(at, way) {
    const { state } = this;
    const cells = [...state.cells];
    this.heights = new Map(state.stacks);
    const leaving = new Set();
    for (const point of at?.taken ?? []) {
      const height = this.heights.get(point) ?? 1;
      if (height > 1) this.heights.set(point, height - 1);
      else leaving.add(point);
    }
    const put = at?.picks.length && state.cells[at.picks[0]] === "." ? at.picks : [];
    const inHand = state.hands.find(([letter]) => state.pieces[letter].side === state.turn)?.[0];
    for (const point of put) cells[point] = inHand ?? ".";
    this.single?.remove();
    this.single = null;
    cells.forEach((letter, point) => this.putPiece(point, letter, this.heights.get(point) ?? 1));
    for (const [point, piece] of this.pieces) {
      this.place(piece, point);
      piece.classList.toggle("lifted", put.includes(point));
      piece.classList.toggle("leaving", leaving.has(point));
    }
    if (!way.length) return;
    const piece = this.unstacked(way[0]);
    if (!piece) return;
    this.place(piece, way[way.length - 1]);
    piece.classList.add("lifted");
  }

  // The picture of the one piece that leaves a point; of a stack the others stay below it.
  /** @param {number} point */
  unstacked(point) {
    const height = this.heights.get(point) ?? 1;
    if (height === 1) return this.pieces.get(point);
    const letter =
      this.state.cells[point] === "." ? (this.pieces.get(point)?.dataset.letter ?? "") : this.state.cells[point];
    this.heights.set(point, height - 1);
    this.putPiece(point, letter, height - 1);
    this.single = this.newPiece();
    this.draw(this.single, letter, 1);
    this.place(this.single, point);
    return this.single;
  }

  /** @param {number} point @param {string} letter @param {number} height */
  putPiece(point, letter, height) {
    if (letter === ".") {
      this.pieces.get(point)?.remove();
      this.pieces.delete(point);
      return;
    }
    const piece = this.pieces.get(point) ?? this.newPiece();
    this.pieces.set(point, piece);
    this.draw(piece, letter, height);
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

  /** @param {HTMLImageElement} piece @param {string} letter @param {number} height */
  draw(piece, letter, height) {
    const file = this.pictureOf(letter, height);
    if (piece.dataset.file === file) return;
    piece.dataset.file = file;
    piece.dataset.letter = letter;
    piece.src = file;
    if (height > 1) this.fetchEarly(letter, height - 1);
  }

  /** @param {string} letter @param {number} height */
  pictureOf(letter, height, { ruleset, theme } = this.state, pose = this.shownPose) {
    const piece = `${ruleset}-${pose}-${letter}-${Math.min(height, TALLEST)}`;
    const scale = !this.still && (window.devicePixelRatio > 1 || this.clientWidth > 800) ? 2 : 1;
    return `/piece/${this.build}/${theme}/${piece}@${scale}.webp`;
  }

  // A picture that a touch may need is there when it does.
  /** @param {string} letter @param {number} height */
  fetchEarly(letter, height) {
    const file = this.pictureOf(letter, height);
    if (this.fetched.has(file)) return;
    const picture = new Image();
    picture.src = file;
    this.fetched.set(file, picture);
  }

  // The place of a piece on a point, as a shift from the corner of the board in parts of the piece's own size. Pieces
  // are shifted and not laid out anew: a browser does that without work, and for it nothing on the page has jumped.
  /** @param {number} point */
  spot(point) {
    const { points, piece } = this.measures;
    return points[point].map((middle) => `${(middle / piece - 0.5) * 100}%`);
  }

  /** @param {HTMLElement} piece @param {number} point */
  place(piece, point) {
    const [x, y] = this.spot(point);
    piece.style.setProperty("--x", x);
    piece.style.setProperty("--y", y);
  }

  // The point of the board that is nearest to an event; null where none is near.
  /** @param {PointerEvent} event */
  pointAt(event) {
    const box = this.getBoundingClientRect();
    const { width, height, points, radius } = this.measures;
    const x = ((event.clientX - box.left) / box.width) * width;
    const y = ((event.clientY - box.top) / box.height) * height;
    /** @type {number | null} */
    let best = null;
    let nearest = (1.6 * radius) ** 2;
    points.forEach(([px, py], point) => {
      const away = (px - x) ** 2 + (py - y) ** 2;
      if (away < nearest) [nearest, best] = [away, point];
    });
    return best;
  }
}
