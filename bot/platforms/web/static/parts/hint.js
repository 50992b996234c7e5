// A hint, drawn on the board itself: where to look in rings, a move in arrows, and the sentence in the line below it.
/** @import { ActionShown, BoardHint, ButtonShown, CardShown } from "../../types/given" */
/** @import { Way } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";

class Hint {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {CardShown | null} */
    this.message = null;
    /** @type {Way[]} */
    this.ways = [];
    // The screen has heard of a touch before, so that the line stands as it is without a hint.
    screen.board.addEventListener("touched", () => this.draw());
  }

  // The message that tells it, also once it tells something else or is gone.
  /** @param {CardShown} message */
  tell(message) {
    this.message = message;
    this.ways = message.hint ? waysOf(message.hint) : [];
    this.screen.hand.touched();
    this.draw();
    if (this.isTrue && message.hint) this.speak(message.text, message.hint);
  }

  // Where to look, or what to play, is seen on the board: whoever hears it is told the points.
  /** @param {string} text @param {BoardHint} hint */
  speak(text, { rings }) {
    const { board, spoken } = this.screen;
    const points = rings.map((point) => board.measures.names[point]).join(", ");
    spoken.say([text, points && `${points}.`].filter(Boolean).join(" "));
  }

  // A hint is for the position that it was asked in.
  get isTrue() {
    const { message, screen } = this;
    const { state, replay } = screen;
    return message?.hint !== undefined && !message.deleted && state.ply === message.hint.ply && !replay.past;
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
    const asksElse =
      screen.state.offer || screen.state.actions.some((/** @type {ActionShown} */ { place }) => place === "line");
    if (isTrue && isFree && !asksElse && this.message) this.drawLine(this.message);
  }

  /** @param {CardShown} message */
  drawLine(message) {
    const { screen } = this;
    const { ask, offered } = screen.line.parts;
    if (ask.textContent !== message.text) ask.textContent = message.text;
    screen.line.shown = "hint";
    const buttons = message.rows
      .flatMap((row) => (row.kind === "buttons" ? row.buttons : []))
      .filter((each) => "payload" in each);
    keepFocus(offered, () => offered.replaceChildren(...buttons.map((each) => this.button(message, each))));
  }

  /** @param {CardShown} message @param {ButtonShown} button */
  button(message, { label, payload, style }) {
    const button = make("button", style, label);
    button.type = "button";
    button.addEventListener("click", () => this.screen.app.acts.press(message.id, payload, []));
    return button;
  }
}

// A ring is a way from a point to itself.
/** @param {BoardHint} hint @returns {Way[]} */
function waysOf({ rings, way }) {
  /** @type {Way[]} */
  const path = way.length === 1 ? [[way[0], way[0]]] : way.slice(1).map((point, index) => [way[index], point]);
  return rings.map((point) => /** @type {Way} */ ([point, point])).concat(path);
}

export { Hint as Fetched };
