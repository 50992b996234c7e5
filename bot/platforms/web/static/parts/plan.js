// Planning an answer on the board itself: the move that one expects, then one's own on the position after it.
import { question } from "../board/asks.js";
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";

class Plan {
  constructor(screen) {
    this.screen = screen;
    this.turns = []; // the points touched for the turn that is expected
    this.wanted = []; // those of all that was asked about last
    this.ahead = null; // what stands on the board meanwhile
    this.isOn = false;
    const { board } = screen;
    // Before the screen hears it, which would play it.
    const taken = (name, act) =>
      board.addEventListener(
        name,
        (event) => {
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

  toggle() {
    if (this.isOn) this.leave();
    else this.ask([]);
  }

  ask(turns, drop = false) {
    const { app, code, state } = this.screen;
    this.wanted = turns;
    // Where it is refused, the board takes the turn back.
    this.screen.turns.add(app.connection.wish({ type: "plan", code, ply: state.ply, turns, drop }));
  }

  // A plan that was kept begins again with the present position.
  tell({ planned, confirm, give_up, answers, ...position }) {
    const { screen } = this;
    if (position.ply !== screen.state.ply) return;
    this.turns = answers ? this.wanted : [];
    this.isOn = true;
    this.ahead = position;
    this.words = { planned, confirm, give_up, answers };
    screen.turnTo("board");
    screen.replay.show(position);
    screen.board.takeBack();
    screen.draw();
  }

  leave() {
    const { replay } = this.screen;
    this.stop();
    if (replay.past === this.ahead) replay.show(null);
    this.screen.draw();
  }

  stop() {
    const { screen } = this;
    this.isOn = false;
    screen.part("play-it").textContent = screen.texts.price_yes;
    screen.board.asks = screen.asksBefore();
  }

  // Whoever looks at another position plans no more, nor does anybody once the opponent has moved.
  draw() {
    const { screen } = this;
    if (!this.isOn) return;
    if (screen.replay.past !== this.ahead) this.stop();
    else if (screen.state.ply !== this.ahead.ply) this.overtaken();
    else this.drawLine();
  }

  // Whoever still touches for their plan is asked before a turn of theirs counts.
  overtaken() {
    this.screen.asksAt = this.screen.state.ply;
    this.leave();
  }

  drawLine() {
    const { screen, words } = this;
    const { board, line } = screen;
    const { ask, agreed, offered } = line.parts;
    board.asks = words.answers;
    screen.part("play-it").textContent = words.confirm;
    const text = board.turns ? question(board) : this.ahead.ask;
    if (ask.textContent !== text) ask.textContent = text;
    screen.spoken.ask(text);
    agreed.hidden = !words.planned;
    agreed.textContent = words.planned;
    line.shown = "plan";
    const buttons = [];
    if (!board.proposed && !board.pending) {
      const back = () => (words.answers ? this.ask([]) : this.leave());
      if (words.planned && !words.answers) buttons.push(this.button(words.give_up, () => this.ask([], true)));
      buttons.push(this.button(screen.texts.back, back));
    }
    keepFocus(offered, () => offered.replaceChildren(...buttons));
  }

  button(label, press) {
    const button = make("button", "", label);
    button.type = "button";
    button.addEventListener("click", press);
    return button;
  }
}

export { Plan as Fetched };
