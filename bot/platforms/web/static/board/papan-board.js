// <papan-board>: a board under the hand. It shows the state of a live board and turns touches into turns; it judges
// nothing.
//
// show(state, build) draws. What the page sets: `texts`; `asks`: a turn is proposed and waits for confirm(); `once`: one
// touch plays a piece that has one way, which else is shown first; `hand`: "touch", "drag" or "both"; `pencil`: the first finger draws; `coordinates`; `still`: a picture without touches.
//
// Its events: "measured" {wide, ratio} bubbles, "touched" when what may be touched next has changed, "proposed"
// {at, price}, "turn" {picks, price}, "forbidden" {way} for a piece that cannot go to a point, and "moved"
// {ply, captures, mine, by} for each new move, `by` being its side; "untimely" {point} where nothing may be touched;
// "drew" when an arrow or a ring of one's own came or went.
/** @import { Move, Texts } from "../../types/given" */
/** @import { BoardState, Touched, Turn, Way } from "../../types/page" */
/** @import { Finger, Stroke } from "./finger.js" */
/** @import { Price } from "./price.js" */
import { buildGrid, nameGrid } from "./grid.js";
import { animateMove, blink, glide, shake, shimmer, slideBack } from "./motion.js";
import { drawDrawn, drawMarks } from "./marks.js";
import { Turns } from "./turns.js";
import { got } from "../texts.js";
import { BoardView, HIGH_CONTRAST, NIGHT, NOTHING, themeOf } from "./view.js";

const SETTLES = 500; // ms after a move of somebody else, in which a touch may have been meant for the position before

export class PapanBoard extends BoardView {
  constructor() {
    super();
    /** @type {Texts} */
    this.texts = NOTHING;
    this.asks = false;
    this.once = false;
    this.hand = "both";
    this.pencil = false;
    /** @type {BoardState | null} */
    this.newest = null;
    /** @type {(() => void) | null} */
    this.stopMotion = null;
    this.key = "";
    this.leaving = new AbortController();
    /** @type {Turns} */
    this.turns = NOTHING; // what may be touched; also where nothing may be
    /** @type {Turn} */
    this.at = NOTHING; // the turn so far
    /** @type {Turn | null} */
    this.pending = null; // the turn that is on its way
    /** @type {Turn | null} */
    this.proposed = null; // the turn that waits for confirm()
    /** @type {Turn | null} */
    this.priced = null; // the turn that may cost a piece
    /** @type {Price | null} */
    this.price = null; // the question about it, once there is one to ask
    /** @type {Finger | null} */
    this.finger = null; // what is on the board, from its coming down to its going up
    /** @type {Stroke | null} */
    this.stroke = null; // what is being drawn
    /** @type {Map<string, Way>} */
    this.drawn = new Map(); // arrows and rings of one's own
    /** @type {Way[]} */
    this.theirs = []; // those of the others with whom one shares a side
    this.isShared = false; // one's own are theirs to see too, and have been told
    /** @type {Way[]} */
    this.advice = []; // those of a better move
    /** @type {Way[]} */
    this.barred = []; // those of a move that is not allowed
    this.settled = 0; // when touches are taken again
    /** @type {Pick<BoardState, "code" | "ply" | "turn"> | null} */
    this.present = null; // the match as it stood last, whatever is looked at
    /** @type {Promise<unknown>} */
    this.showing = Promise.resolve();
  }

  connectedCallback() {
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") this.putDown();
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      (event) => {
        const target = /** @type {Element} */ (event.target);
        if (!this.contains(target) && !target.closest("a, button, input, summary, [role=alertdialog]")) this.putDown();
      },
      { signal },
    );
    window.addEventListener("resize", () => this.resized(), { signal });
    for (const asked of [HIGH_CONTRAST, NIGHT]) asked.addEventListener("change", () => this.again(), { signal });
    this.addEventListener(
      "contextmenu",
      (event) => {
        if (!this.still) event.preventDefault();
      },
      { signal },
    );
    this.again();
  }

  disconnectedCallback() {
    this.leaving.abort();
    this.stopMotion?.();
    this.putDown();
  }

  // Shows are done one after the other; the newest state wins. One that failed keeps no later one back.
  /** @param {BoardState} state @param {string} build */
  show(state, build) {
    this.newest = state;
    this.build = build;
    this.showing = this.showing.catch(() => {}).then(() => (state === this.newest ? this.render(state) : null));
    return this.showing;
  }

  // What could not be fetched is once the device is online.
  /** @param {string} address */
  async measured(address) {
    try {
      return await (await got(address)).json();
    } catch {
      addEventListener("online", () => this.again(), { once: true, signal: this.leaving.signal });
      return null;
    }
  }

  again() {
    return this.newest ? this.show(this.newest, this.build) : null;
  }

  resized() {
    if (this.measures && this.pose !== this.shownPose) this.again();
  }

  /** @param {BoardState} wanted */
  async render(wanted) {
    const state = { ...wanted, theme: themeOf(wanted.theme) };
    this.stopMotion?.();
    const turns = state.steps && !this.still ? new Turns(state.steps) : NOTHING;
    // Most boards never ask, so the question comes with the first state that may: it is there before a touch.
    const asking = turns?.mayCost ? await import("./price.js").catch(() => null) : null;
    const key = [this.build, state.ruleset, state.bottom, state.theme, this.pose, this.still].join(" ");
    if (key !== this.key) {
      const { pose } = this;
      const measures = await this.measured(`/board/${this.build}/${state.ruleset}-${state.bottom}-${pose}.json`);
      if (!measures) return;
      if (this.shownState) await this.loaded(state, pose);
      this.measures = measures;
      this.key = key;
      this.shownPose = pose;
      this.layOut(state);
    }
    if (asking && !this.price) {
      this.price = new asking.Price(this);
      this.append(this.price.box);
    }
    const { state: before } = this;
    this.state = state;
    // What is in hand stays there while only something beside the board has changed.
    if (before && sameChoice(before, state)) {
      this.paint();
      return;
    }
    for (const letter of Object.keys(state.pieces)) this.fetchEarly(letter, 1);
    const moved = before && state.ply === before.ply + 1 ? state.last : null;
    const mine = moved !== null && this.pending !== null && isMade(this.pending.picks, moved);
    this.pending = null;
    this.proposed = null;
    this.turns = turns;
    this.at = this.turns?.start() ?? NOTHING;
    if (before && before.ply !== state.ply) this.erase();
    if (moved && !this.still && this.isConnected) {
      this.stopMotion = animateMove(this, moved, () => this.paint(), mine);
    } else {
      this.paint();
    }
    this.tellMove(state, mine);
  }

  // Has somebody else just changed the position? A touch may have been meant for the one before: it is not taken.
  get settling() {
    return performance.now() < this.settled;
  }

  // Each new move is told once. The moves are all of the match also in a state that looks back at an earlier position.
  /** @param {BoardState} state @param {boolean} mine */
  tellMove(state, mine) {
    if (state.after !== undefined || state.ply !== state.moves.length) return;
    const { present } = this;
    this.present = { code: state.code, ply: state.ply, turn: state.turn };
    if (!mine && present?.code === state.code && state.ply !== present.ply) this.settled = performance.now() + SETTLES;
    if (present?.code !== state.code || state.ply <= present.ply) return;
    const by = state.ply === present.ply + 1 ? present.turn : 1 - state.turn;
    this.tell("moved", {
      ply: state.ply,
      captures: state.last?.captured.length ?? 0,
      mine: state.mine.includes(by),
      by,
    });
  }

  /** @param {BoardState} state */
  layOut(state) {
    const { width, height } = this.measures;
    const focused = this.contains(document.activeElement);
    const stop = this.tabStop;
    this.shownState = state;
    this.style.setProperty("--ratio", `${width} / ${height}`);
    this.style.setProperty("--wide", String(width / height));
    this.buttons = [];
    if (this.still) {
      this.setAttribute("role", "img");
      this.buildLayers();
    } else {
      this.price = null;
      this.buildLayers(buildGrid(this, state.game ?? this.dataset.label ?? ""));
      if (focused) this.focusOn(this.buttons[stop] ? stop : 0);
    }
    this.dispatchEvent(
      new CustomEvent("measured", {
        bubbles: true,
        detail: { wide: width / height, ratio: `${width} / ${height}` },
      }),
    );
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // ---- touches

  get mayTouch() {
    return this.turns !== null && this.pending === null && this.proposed === null;
  }

  // The point that the Tab key leads to.
  get tabStop() {
    return this.buttons.findIndex((button) => button.tabIndex === 0);
  }

  /** @param {number} point */
  focusOn(point) {
    for (const button of this.buttons) button.tabIndex = -1;
    this.buttons[point].tabIndex = 0;
    this.buttons[point].focus({ preventScroll: true });
  }

  // A piece that `isDropped` is there already.
  /** @param {number} point */
  touch(point, isDropped = false) {
    if (this.settling) shimmer(this.layer);
    else if (this.proposed) this.takeBack();
    else if (!this.turns) this.tell("untimely", { point });
    else if (this.mayTouch) {
      this.stopMotion?.();
      const found = this.meant(point);
      if (found) this.took(found, isDropped);
      else this.refuse(point);
    }
  }

  // What a touch of a point leads to, as in Turns.touch(). The one way of a piece is shown before the piece goes it.
  /** @param {number} point @returns {Touched | null} */
  meant(point) {
    const found = this.turns.touch(this.at, point) ?? this.goesOn(point);
    if (!found || this.isShown(found.at, point)) return found;
    const lifted = this.turns.lifted(this.at, point);
    return lifted && { at: lifted, ends: false };
  }

  // A piece whose one way was shown is touched again: it goes it.
  /** @param {number} point @returns {Touched | null} */
  goesOn(point) {
    const { at, way } = this;
    if (way.length !== 1 || way[0] !== point) return null;
    const gone = this.turns.settled(at);
    return this.turns.isDecided(gone) ? { at: gone, ends: true } : null;
  }

  // Was the way of a piece seen before this touch of a point takes it there, or is it asked about?
  /** @param {Turn} at @param {number} point */
  isShown(at, point) {
    const way = this.turns.way(at, this.state.cells);
    const isAsked = this.at.aim !== null || at.price.length > 0;
    return this.once || isAsked || way.length < 2 || way[0] !== point || this.way[0] === point;
  }

  /** @param {Touched} touched */
  took({ at, ends }, isDropped = false) {
    const { way } = this;
    this.at = at;
    const isPlayed = ends && !at.price.length && !this.asks;
    if (ends && at.price.length) this.priced = at;
    else if (ends && this.asks) this.proposed = at;
    if (isPlayed) this.play(at, false);
    else this.paint();
    if (!isDropped) glide(this, this.way.slice(Math.max(way.length - 1, 0)));
    if (this.proposed) this.tell("proposed", { at, price: false });
  }

  // A touch that means nothing puts down. Where a piece was to go there, the app is asked why it cannot.
  /** @param {number} point */
  refuse(point) {
    const { at, way, state } = this;
    const again = at.picks.includes(point);
    const own = state.pieces[state.cells[point]]?.side === state.turn;
    const isPlaced = way.length === 0 && this.turns.places(at, state.cells);
    const laidDown = this.turns.laidDown(at);
    if (!isPlaced) this.at = laidDown.picks.length < at.picks.length ? laidDown : this.turns.start();
    this.paint();
    if (isPlaced) this.tell("unplaceable", { point });
    if (again) return;
    shake(this.pieces.get(way.length && !own ? way[0] : point));
    if (!way.length || own) return;
    this.blink([point]);
    this.tell("forbidden", { way: [...way, point] });
  }

  // Points that words are about are shown for a moment.
  /** @param {number[]} points */
  blink(points) {
    for (const point of points) blink(this.buttons[point]);
  }

  // The turn is shown at once as pending, and settles with the next state.
  /** @param {Turn} at @param {boolean} price */
  play(at, price) {
    this.pending = at;
    this.paint();
    this.tell("turn", { picks: at.picks, price });
  }

  // The proposed turn is played.
  confirm() {
    const at = this.proposed;
    this.proposed = null;
    if (at) this.play(at, false);
  }

  // The turn was taken back, refused or overtaken: it goes back.
  takeBack() {
    const { way } = this;
    this.pending = null;
    this.proposed = null;
    this.at = this.turns?.start() ?? NOTHING;
    if (!this.state) return;
    this.paint();
    if (way.length > 1) slideBack(this.pieces.get(way[0]), this.spot(way[way.length - 1]), this.spot(way[0]));
  }

  // Nothing is in hand any more; a turn that is on its way goes on.
  putDown() {
    this.finger?.leave();
    this.stroke?.leave();
    if (this.proposed) this.takeBack();
    if (!this.mayTouch || (!this.at.picks.length && this.at.aim === null)) return;
    this.at = this.turns.start();
    this.paint();
  }

  // The ways that are advised: they are seen, and in the names of their points.
  /** @param {Way[]} ways */
  advise(ways) {
    this.advice = ways;
    if (!this.marks) return;
    drawDrawn(this);
    if (!this.still) nameGrid(this, this.following);
  }

  // What those who share a side have drawn. One's own are told once, as they may have been drawn on another device; from
  // then on this board knows them best.
  /** @param {{ mine: Way[]; others: Way[] } | null} shared */
  share(shared) {
    if (!shared && !this.isShared) return;
    if (shared && !this.isShared) for (const way of shared.mine) this.drawn.set(way.join("-"), way);
    this.theirs = shared?.others ?? [];
    this.isShared = Boolean(shared);
    if (this.marks) drawDrawn(this);
  }

  // What may be touched next.
  get following() {
    return this.mayTouch ? this.turns.next(this.at) : new Map();
  }

  // The arrows and rings of one's own go.
  erase() {
    this.drawn.clear();
    this.theirs = [];
    this.isShared = false;
    this.stroke?.leave();
    if (this.marks) drawDrawn(this);
  }

  // ---- what is seen

  // The turn that stands on the board.
  get shownTurn() {
    return this.pending ?? this.at;
  }

  // The points at which the piece in hand has been in the turn, or that on its way.
  get way() {
    return this.shownTurn ? this.turns.way(this.shownTurn, this.state.cells) : [];
  }

  // The points at which the ways of the piece in hand part, by their numbers.
  get parting() {
    return this.mayTouch ? this.turns.parting(this.at) : [];
  }

  // The turn whose price is asked.
  get asked() {
    return this.mayTouch && this.at === this.priced ? this.at : null;
  }

  // The picture of the piece in hand.
  get carriedPiece() {
    return this.single ?? this.pieces.get(this.way[0]);
  }

  paint() {
    this.paintPieces(this.shownTurn, this.way);
    this.layer.classList.toggle("pending", this.pending !== null || this.proposed !== null);
    const next = this.following;
    drawMarks(this, next);
    if (!this.still) {
      nameGrid(this, next);
      this.price?.update();
    }
    this.tell("touched");
  }
}

// May the same be touched in two states?
/** @param {BoardState} one @param {BoardState} other */
function sameChoice(one, other) {
  return (
    one.ply === other.ply &&
    one.ruleset === other.ruleset &&
    one.bottom === other.bottom &&
    one.cells === other.cells &&
    JSON.stringify(one.steps) === JSON.stringify(other.steps)
  );
}

// Is the last move the turn of these picks?
/** @param {number[]} picks @param {Move} move */
function isMade(picks, { huff, removed, drops, path }) {
  const made = [...(huff === null ? [] : [huff]), ...removed, ...drops, ...path];
  return String(made.sort()) === String([...picks].sort());
}

customElements.define("papan-board", PapanBoard);
