// A line of one's own, from a position of a match on which one has nothing to play: touches make moves for either side,
// which nobody else sees, and one press leads back to the match where it was left.
/** @import { ExploredFrame } from "../../types/given" */
/** @import { PastState } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";
import { question } from "./line.js";
import { numbered } from "./replay.js";

const EVENT = "explore"; // the name under which a refusal comes back: there is only one line that is asked about

class Explore {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {PastState | null} */
    this.from = null; // the position that was looked at when the line began; null for the present one
    /** @type {number[][]} */
    this.turns = []; // the points touched for each of its turns
    /** @type {number[][] | null} */
    this.wanted = null; // those that were asked about last, while there is no answer
    this.after = 0; // the ply of the match after which it goes on
    /** @type {number[]} */
    this.points = []; // what was touched before it had begun, or while its board was being drawn
    this.isOpening = false; // a line that somebody shows has been asked for
    this.isDrawing = false;
    /** @type {PastState | null} */
    this.shown = null; // what stands on the board meanwhile
    /** @type {Pick<ExploredFrame, "moves" | "turns"> | null} */
    this.listed = null;
    const { board } = screen;
    // Before the screen hears it, which would play it.
    /** @template {"turn" | "forbidden" | "untimely"} K @param {K} name @param {(detail: HTMLElementEventMap[K]["detail"]) => void} act */
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
    taken("turn", ({ picks }) => this.ask([...this.turns, picks]));
    taken("forbidden", () => {});
    taken("untimely", ({ point }) => this.touch(point));
    // The screen has heard of a touch before, so that the line stands as it is without this.
    board.addEventListener("touched", () => this.draw());
  }

  get isOn() {
    return this.shown !== null && this.screen.replay.past === this.shown;
  }

  // A touch where there is nothing to move begins no line.
  /** @param {number} point */
  begin(point) {
    const { board, replay } = this.screen;
    const { cells, hands, pieces } = board.state;
    if (this.points.length && replay.past === this.from) {
      this.points.push(point);
      return;
    }
    if (this.isOn) return this.touch(point); // the answer was faster than this part
    if (!pieces[cells[point]] && !hands.length) return;
    this.from = replay.past;
    this.after = replay.shownPly;
    this.turns = [];
    this.points = [point];
    this.ask([]);
  }

  // What somebody of one's team has tried out from the present position on.
  /** @param {string} line */
  look(line) {
    const { drawn, replay, state } = this.screen;
    if (!this.isOn) {
      if (replay.isPresent) replay.show(null);
      this.from = replay.past;
      this.isOpening = true;
    }
    this.after = state.ply;
    this.points = [];
    drawn.turnTo("board");
    this.ask(line.split(" ").map((turn) => turn.split("-").map(Number)));
  }

  /** @param {number[][]} turns */
  ask(turns) {
    const { app, code, board, hand } = this.screen;
    this.wanted = turns;
    if (this.isOn) this.points = []; // what was touched is of the position before
    hand.turns.add(EVENT); // where it is refused, the board takes the turn back
    const frame = { type: /** @type {const} */ ("explore"), event: EVENT, code, ply: this.after, turns };
    if (app.connection.raw(frame)) return;
    this.points = [];
    this.isOpening = false;
    board.takeBack();
  }

  // The connection is back: what was asked over the last one is not answered.
  again() {
    if (this.wanted && (this.isOn || this.isOpening || this.points.length)) this.ask(this.wanted);
  }

  /** @param {ExploredFrame} frame */
  tell({ ply, moves, turns, ...position }) {
    const { screen, wanted, points, isOpening } = this;
    if (ply !== this.after || moves.length !== ply + (wanted?.length ?? -1)) return; // of a line that was left
    this.points = [];
    this.isOpening = false;
    if (points.length || isOpening ? screen.replay.past !== this.from : !this.isOn) return;
    this.turns = wanted ?? [];
    this.wanted = null;
    this.listed = { moves, turns };
    this.shown = { ...position, ply: moves.length, after: ply, result: "" };
    screen.hand.turns.delete(EVENT);
    screen.replay.show(this.shown);
    this.points = points;
    this.isDrawing = true;
    screen.drawn.draw().then(() => {
      const touched = this.points;
      this.points = [];
      this.isDrawing = false;
      for (const point of touched) if (this.isOn) screen.board.touch(point);
    });
  }

  // At the end of a line nothing can be touched.
  /** @param {number} point */
  touch(point) {
    if (this.isDrawing) this.points.push(point);
    else if (this.screen.board.turns) this.screen.board.touch(point);
  }

  // The key by which one goes back through the moves takes the last one of the line away; all others lead to the match.
  /** @param {string} name */
  key(name) {
    const goesBack = name === "ArrowLeft" && this.isOn && this.turns.length > 0;
    if (goesBack) this.ask(this.turns.slice(0, -1));
    return goesBack;
  }

  // To the match, as it was looked at before.
  leave() {
    const { screen, from } = this;
    screen.replay.show(from && from.ply <= screen.state.ply ? from : null);
    screen.drawn.draw();
  }

  draw() {
    const { screen, isOn, shown, listed } = this;
    const { moves } = screen.replay;
    screen.root.classList.toggle("own-line", isOn);
    if (isOn && listed && shown) this.drawLine(listed);
    else if (shown) {
      this.shown = null;
      moves.own = null;
      screen.board.asks = screen.hand.asksBefore();
      screen.replay.draw();
    }
  }

  /** @param {NonNullable<Explore["listed"]>} listed */
  drawLine(listed) {
    const { screen, turns, after } = this;
    const { board, line, texts } = screen;
    const { ask, agreed, offered } = line.parts;
    const plies = turns.map((_, index) => after + index + 1);
    const own = plies.map((ply) => listed.moves[ply - 1]);
    const told = plies.map((ply, index) =>
      index && listed.turns[ply - 1][1].endsWith("...") ? own[index] : numbered(listed, ply),
    );
    const text = `${texts.own_line} ${question(board)}`.trim();
    board.asks = false;
    if (ask.textContent !== text) ask.textContent = text;
    screen.spoken.ask(text);
    agreed.hidden = told.length === 0;
    agreed.textContent = told.join(" ");
    line.shown = "own";
    keepFocus(offered, () =>
      offered.replaceChildren(
        ...(turns.length ? [this.button(texts.back, () => this.ask(turns.slice(0, -1))), ...this.sharing()] : []),
        this.button(texts.to_match, () => this.leave()),
      ),
    );
    screen.replay.moves.own = told.length ? { after, moves: told, line: () => this.listedLine(told) } : null;
    screen.replay.draw();
  }

  // Those with whom one shares a side see a line from the present position on, once one shows it to them.
  get isShown() {
    return this.turns.map((picks) => picks.join("-")).join(" ") === this.screen.state.shared?.line;
  }

  sharing() {
    const { app, code, state, texts } = this.screen;
    if (!state.shared || this.after !== state.ply) return [];
    const turns = this.isShown ? [] : this.turns;
    const show = () => app.connection.raw({ type: "show_line", code, ply: state.ply, turns });
    return [this.button(turns.length ? texts.show_team : texts.hide_line, show)];
  }

  // Among the moves of the match. A press leads back to the position after that move.
  /** @param {string[]} told */
  listedLine(told) {
    const { texts } = this.screen;
    const line = make("li", "own");
    const head = make("b", "", texts.your_line);
    head.append(make("small", "", this.isShown ? texts.for_my_team : texts.for_you_alone));
    const buttons = told.map((move, index) => this.button(move, () => this.ask(this.turns.slice(0, index + 1))));
    line.append(head, ...buttons);
    return line;
  }

  /** @param {string} label @param {() => void} press */
  button(label, press) {
    const button = make("button", "", label);
    button.type = "button";
    button.addEventListener("click", press);
    return button;
  }
}

export { Explore as Fetched };
