// A hint, drawn on the board itself: where to look in rings, a move in arrows, and the sentence in the line below it.
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";

class Hint {
  constructor(screen) {
    this.screen = screen;
    this.message = null;
    this.ways = [];
    // The screen has heard of a touch before, so that the line stands as it is without a hint.
    screen.board.addEventListener("touched", () => this.draw());
  }

  // The message that tells it, also once it tells something else or is gone.
  tell(message) {
    this.message = message;
    this.ways = message.hint ? waysOf(message.hint) : [];
    this.screen.touched();
    this.draw();
    if (this.isTrue) this.speak();
  }

  // Where to look, or what to play, is seen on the board: whoever hears it is told the points.
  speak() {
    const { board, spoken } = this.screen;
    const { rings } = this.message.hint;
    const points = rings.map((point) => board.measures.names[point]).join(", ");
    spoken.say([this.message.text, points && `${points}.`].filter(Boolean).join(" "));
  }

  // A hint is for the position that it was asked in.
  get isTrue() {
    const { message, screen } = this;
    const { state, replay } = screen;
    return !message.deleted && Boolean(message.hint) && state.ply === message.hint.ply && !replay.past;
  }

  draw() {
    const { isTrue, screen } = this;
    const { board } = screen;
    const ways = isTrue ? this.ways : [];
    if (isTrue || this.isDrawn) {
      board.advise(ways);
      this.isDrawn = isTrue;
    }
    const isFree = board.mayTouch && !board.at.picks.length && board.at.aim === null;
    const asksElse = screen.state.offer || screen.state.actions.some(({ place }) => place === "line");
    if (isTrue && isFree && !asksElse) this.drawLine();
  }

  drawLine() {
    const { message, screen } = this;
    const { ask, offered } = screen.line.parts;
    if (ask.textContent !== message.text) ask.textContent = message.text;
    screen.line.shown = "hint";
    const buttons = message.rows.flatMap(({ buttons: own = [] }) => own);
    keepFocus(offered, () => offered.replaceChildren(...buttons.map((each) => this.button(each))));
  }

  button({ label, payload, style }) {
    const button = make("button", style, label);
    button.type = "button";
    button.addEventListener("click", () => this.screen.app.acts.press(this.message.id, payload, []));
    return button;
  }
}

// A ring is a way from a point to itself.
function waysOf({ rings, way }) {
  const path = way.length === 1 ? [[way[0], way[0]]] : way.slice(1).map((point, index) => [way[index], point]);
  return [...rings.map((point) => [point, point]), ...path];
}

export { Hint as Fetched };
