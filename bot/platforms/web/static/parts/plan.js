// Planning an answer on the board itself: the move that one expects, then one's own on the position after it. Whoever
// looks on guesses the move alone.
/** @import { AheadFrame } from "../../types/given" */
/** @import { MatchScreen } from "../screens/match.js" */
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";
import { question } from "./line.js";

class Plan {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {number[][]} */
    this.turns = []; // the points touched for the turn that is expected
    /** @type {number[][]} */
    this.wanted = []; // those of all that was asked about last
    /** @type {Omit<AheadFrame, "planned" | "confirm" | "give_up" | "answers"> | null} */
    this.ahead = null; // what stands on the board meanwhile
    /** @type {Pick<AheadFrame, "planned" | "confirm" | "give_up" | "answers"> | null} */
    this.words = null;
    this.isOn = false;
    this.guess = false;
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
    taken("turn", ({ picks }) => this.ask([...this.turns, picks]));
    taken("forbidden", () => {});
    // The screen has heard of a touch before, so that the line stands as it is without a plan.
    board.addEventListener("touched", () => this.draw());
  }

  toggle(guess = false) {
    this.guess = guess;
    if (this.isOn) this.leave();
    else this.ask([]);
  }

  /** @param {number[][]} turns */
  ask(turns, drop = false) {
    const { guess } = this;
    const { app, code, state } = this.screen;
    this.wanted = turns;
    if (drop) this.screen.opened.premove?.forget();
    // Where it is refused, the board takes the turn back.
    this.screen.hand.turns.add(app.connection.wish({ type: "plan", code, ply: state.ply, turns, drop, guess }));
  }

  // A plan that was kept begins again with the present position.
  /** @param {AheadFrame} frame */
  tell({ planned, confirm, give_up, answers, ...position }) {
    const { screen } = this;
    if (position.ply !== screen.state.ply) return;
    this.turns = answers ? this.wanted : [];
    this.isOn = true;
    this.ahead = position;
    this.words = { planned, confirm, give_up, answers };
    screen.drawn.turnTo("board");
    screen.replay.show(position);
    screen.board.takeBack();
    screen.drawn.draw();
  }

  leave() {
    const { replay } = this.screen;
    this.stop();
    if (replay.past === this.ahead) replay.show(null);
    this.screen.drawn.draw();
  }

  stop() {
    const { screen } = this;
    this.isOn = false;
    screen.part("play-it").textContent = screen.texts.price_yes;
    screen.board.asks = screen.hand.asksBefore();
  }

  // Whoever looks at another position plans no more, nor does anybody once the opponent has moved or the
  // match is over.
  draw() {
    const { screen } = this;
    if (!this.isOn) return;
    if (screen.replay.past !== this.ahead) this.stop();
    else if (screen.state.ply !== this.ahead?.ply || screen.state.status !== "playing") this.overtaken();
    else if (this.ahead && this.words) this.drawLine(this.ahead, this.words);
  }

  // Whoever still touches for their plan is asked before a turn of theirs counts.
  overtaken() {
    this.screen.hand.asksAt = this.screen.state.ply;
    this.leave();
  }

  /** @param {NonNullable<Plan["ahead"]>} ahead @param {NonNullable<Plan["words"]>} words */
  drawLine(ahead, words) {
    const { screen } = this;
    const { board, line } = screen;
    const { ask, agreed, offered } = line.parts;
    board.asks = words.answers;
    screen.part("play-it").textContent = words.confirm;
    if (line.isOffered(screen.state)) return;
    const text = board.turns ? question(board) : ahead.ask;
    if (ask.textContent !== text) ask.textContent = text;
    screen.spoken.ask(text);
    agreed.hidden = !words.planned;
    agreed.textContent = words.planned;
    line.shown = "plan";
    /** @type {HTMLElement[]} */
    const buttons = [];
    if (!board.proposed && !board.pending) {
      const back = () => (words.answers ? this.ask([]) : this.leave());
      if (words.give_up && words.planned && !words.answers)
        buttons.push(this.button(words.give_up, () => this.ask([], true)));
      buttons.push(this.button(screen.texts.back, back));
    }
    keepFocus(offered, () => offered.replaceChildren(...buttons));
  }

  /** @param {string} label @param {() => void} press */
  button(label, press) {
    const button = make("button", "", label);
    button.type = "button";
    button.addEventListener("click", press);
    return button;
  }
}

export { Plan as Fetched };
