// A turn that is planned while the other one thinks: touched as if it were one's own turn, and played at once, whatever
// comes before it, where it can be and costs nothing.
/** @import { PremoveFrame } from "../../types/given" */
/** @import { PastState } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { circle, stroke } from "../board/marks.js";
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";
import { question } from "./line.js";

/** @typedef {Pick<PremoveFrame, "ply" | "points" | "planned" | "give_up" | "lapsed">} Planned */

class Premove {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {PastState | null} */
    this.shown = null; // the present position, with what may be touched
    /** @type {Planned | null} */
    this.planned = null; // what was told of it last
    /** @type {string | undefined} */
    this.asked = undefined; // the event of what is not answered yet
    /** @type {number[]} */
    this.points = []; // what was touched before there was an answer
    this.isBeginning = false;
    /** @type {{ ply: number, text: string } | null} */
    this.lapsed = null; // what is said at a ply of a turn that could not be played
    const { board } = screen;
    // Before the screen hears it, which would play it.
    /** @template {"turn" | "forbidden"} K @param {K} name @param {(detail: HTMLElementEventMap[K]["detail"]) => void} act */
    const taken = (name, act) =>
      board.addEventListener(
        name,
        (/** @type {HTMLElementEventMap[K]} */ event) => {
          if (!this.isOn) return;
          event.stopImmediatePropagation();
          act(event.detail);
        },
        { capture: true },
      );
    taken("turn", ({ picks }) => this.ask([picks]));
    taken("forbidden", () => {});
    // The screen has heard of a touch before, so that the line stands as it is without this.
    board.addEventListener("touched", () => this.draw());
  }

  get isOn() {
    return this.shown !== null && this.screen.replay.past === this.shown;
  }

  // Is a turn begun, or on its way?
  get isBusy() {
    const { at, pending } = this.screen.board;
    return this.isBeginning || pending !== null || Boolean(at && (at.picks.length || at.aim !== null));
  }

  // A touch while the other one thinks; it means nothing when one looks back. Nothing is planned against the computer, or
  // with their pieces.
  /** @param {number} point */
  begin(point) {
    const { board, hand, replay, state } = this.screen;
    if (this.isOn) this.points.push(point); // the board is still being drawn
    if (state.status !== "playing" || state.ready || state.mine.includes(state.turn) || replay.past) return;
    const piece = board.state.pieces[board.state.cells[point]];
    const mayPlan = state.levels.every((level) => level === null);
    if (!mayPlan || (piece && piece.side !== state.mine[0])) {
      hand.tellNotYet();
      return;
    }
    const isAsked = this.asked !== undefined && hand.turns.has(this.asked);
    this.points = isAsked ? [...this.points, point] : [point];
    if (!isAsked) this.ask([]);
  }

  /** @param {number[][]} turns */
  ask(turns, drop = false) {
    const { app, code, hand, state } = this.screen;
    this.asked = app.connection.wish({ type: "plan", code, ply: state.ply, turns, drop, premove: true });
    hand.turns.add(this.asked); // where it is refused, the board takes the turn back
  }

  /** @param {PremoveFrame} frame */
  async tell({ points, planned, give_up, lapsed, ...position }) {
    const { board, drawn, hand, replay, spoken, state } = this.screen;
    if (position.ply !== state.ply) return;
    const isNew = planned !== (this.planned?.planned ?? "");
    this.asked = undefined;
    this.planned = { ply: position.ply, points, planned, give_up, lapsed };
    const isElsewhere = replay.past !== null && !this.isOn;
    this.shown = position;
    this.isBeginning = !isElsewhere && this.points.length > 0;
    if (isElsewhere) return;
    replay.show(position);
    board.takeBack();
    if (isNew) spoken.say(planned);
    await drawn.draw();
    const touched = this.isOn && position.ply === this.screen.state.ply ? this.points : [];
    this.points = [];
    for (const point of touched) board.touch(point);
    this.isBeginning = false;
    if (touched.length && !this.isBusy && !planned) this.leave().then(() => hand.tellNotYet());
    else this.draw();
  }

  // Whoever looks at another position comes back to this one.
  draw() {
    const { board, replay, state } = this.screen;
    const isOver = state.ply !== this.planned?.ply || state.status !== "playing";
    if (this.planned && isOver) this.overtaken(this.planned);
    else if (this.isOn && (this.isBusy || this.planned?.planned)) {
      board.asks = false;
      this.drawTurn();
      this.drawLine();
    } else if (this.isOn) this.leave();
    else if (this.planned?.planned && !replay.past) this.resume();
    else if (this.lapsed) this.drawLapsed();
  }

  resume() {
    this.screen.replay.show(this.shown);
    this.screen.drawn.draw();
  }

  // It was given up with the rest of a plan.
  forget() {
    this.shown = null;
    this.planned = null;
  }

  leave() {
    const { board, drawn, hand, replay } = this.screen;
    if (this.isOn) replay.show(null);
    this.forget();
    board.asks = hand.asksBefore();
    return drawn.draw();
  }

  // The other one has moved, or the match is over. Whoever still touches is asked before a turn of theirs counts.
  /** @param {Planned} planned */
  overtaken({ ply, planned, lapsed }) {
    const { hand, spoken, state } = this.screen;
    if (this.isOn && this.isBusy) hand.asksAt = state.ply;
    const isLapsed = planned && state.ply === ply + 1 && state.mine.includes(state.turn) && state.status === "playing";
    this.lapsed = isLapsed && !state.offer ? { ply: state.ply, text: lapsed } : null;
    if (this.lapsed) spoken.say(lapsed);
    this.leave();
  }

  // What was planned is a line of dashes, and a ring where it ends.
  drawTurn() {
    const { board } = this.screen;
    const points = this.planned?.points ?? [];
    board.marks.querySelector("g")?.remove();
    if (!points.length || this.isBusy) return;
    const spots = board.measures.points;
    const isPlaced = board.state.cells[points[0]] === ".";
    /** @type {SVGElement[]} */
    const found = [];
    if (!isPlaced) {
      stroke(found, "polyline", "planned", { points: points.map((point) => spots[point].join(",")).join(" ") });
    }
    for (const point of isPlaced ? points : points.slice(-1)) circle(board, found, point, 1, "planned");
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.append(...found);
    board.marks.append(group);
  }

  drawLine() {
    const { board, line, spoken, state } = this.screen;
    const { ask, agreed, offered } = line.parts;
    if (line.isOffered(state) || !this.planned) return;
    const { planned, give_up } = this.planned;
    const text = this.isBusy ? question(board) : planned;
    if (ask.textContent !== text) ask.textContent = text;
    if (this.isBusy) spoken.ask(text);
    agreed.hidden = true;
    line.shown = "premove";
    keepFocus(offered, () => offered.replaceChildren(...(this.isBusy ? [] : [this.giveUp(give_up)])));
  }

  // It is said below the question of one's own turn, until that is begun.
  drawLapsed() {
    const { line, replay, state } = this.screen;
    const { agreed } = line.parts;
    if (this.lapsed?.ply !== state.ply || line.isAsking) this.lapsed = null;
    if (!this.lapsed || replay.past || line.isOffered(state)) return;
    agreed.hidden = false;
    agreed.textContent = this.lapsed.text;
  }

  /** @param {string} label */
  giveUp(label) {
    const button = make("button", "", label);
    button.type = "button";
    button.addEventListener("click", () => this.ask([], true));
    return button;
  }
}

export { Premove as Fetched };
