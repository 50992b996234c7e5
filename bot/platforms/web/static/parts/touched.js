// The position of a puzzle or a lesson in its card, on a board under the hand: what is touched is pressed there.
/** @import { CardShown, Texts, TouchShown } from "../../types/given" */
/** @typedef {CardShown & { touch: TouchShown }} TouchedCard */
/** @import { Acts } from "../../types/page" */
/** @import { Cards } from "./card.js" */
import "../board/papan-board.js";
import { stillState } from "../board/view.js";
import { filled, make } from "../texts.js";
import { question } from "./line.js";

const PATIENCE = 5000; // ms: then a turn goes back that nobody has answered

// A place that a newer one has taken the message of is not drawn.
/** @param {HTMLElement & { hand?: Hand }} place @param {TouchedCard} message @param {Cards} cards */
export function draw(place, message, cards) {
  if (!place.parentElement) return;
  place.hand ??= new Hand(place, cards);
  place.hand.tell(message);
}

class Hand {
  /** @param {HTMLElement} place @param {{ texts: Texts, acts: Acts }} cards */
  constructor(place, { texts, acts }) {
    this.texts = texts;
    this.acts = acts;
    this.board = make("papan-board");
    this.board.texts = texts;
    this.ask = make("p", "words");
    this.ask.setAttribute("aria-live", "polite");
    const live = make("div", "live");
    live.setAttribute("aria-live", "off"); // what a touch does is in the question
    live.append(this.board);
    this.board.addEventListener("measured", () => (place.dataset.stands = ""), { once: true });
    place.replaceChildren(live, this.ask);
    this.listen();
  }

  listen() {
    const { board } = this;
    board.addEventListener("turn", ({ detail }) => this.press(detail.picks.join("-")));
    board.addEventListener("forbidden", ({ detail }) => this.press(`?${detail.way.join("-")}`));
    board.addEventListener("touched", () => this.drawAsk());
    board.addEventListener("unplaceable", ({ detail }) => {
      this.ask.textContent = filled(this.texts.no_drop, { point: board.measures.names[detail.point] });
    });
  }

  // The turn that is on its way stays where it is until it is answered.
  /** @param {string} value */
  press(value) {
    const { board, message } = this;
    if (!message) return;
    this.acts.press(message.id, message.touch.payload, [value]);
    const { pending } = board;
    setTimeout(() => {
      if (pending && board.pending === pending) board.takeBack();
    }, PATIENCE);
  }

  /** @param {TouchedCard} message */
  tell(message) {
    const { board } = this;
    const { app } = this.acts;
    const { touch } = message;
    this.message = message;
    board.hand = app.device.get("hand");
    board.once = app.device.get("once");
    board.coordinates = app.device.get("coordinates");
    board.dataset.label = message.title;
    board.advice = touch.marks;
    // A wrong turn goes back.
    if (board.pending && board.state.ply === touch.ply && board.state.cells === touch.cells) board.takeBack();
    board.show(stillState({ ...touch, code: message.id, theme: app.theme }), app.build);
  }

  drawAsk() {
    const text = question(this.board);
    if (this.ask.textContent !== text) this.ask.textContent = text;
    this.ask.hidden = !text;
  }
}
