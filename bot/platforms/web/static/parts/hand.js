// What is done in a match: touches of its board, its keys and tools, and what is said at once about that.
/** @import { TurnFrame, WhyNotFrame } from "../../types/given" */
/** @import { LiveState } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { filled } from "../texts.js";
import { keepFocus } from "./focus.js";
import { copy } from "./toast.js";

// Is a key meant for something else: the browser, or a dialog?
/** @param {KeyboardEvent} event */
function isTaken(event) {
  return event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}

export class Hand {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {Set<string | undefined>} */
    this.turns = new Set(); // the events of turns that are on their way
    /** @type {number | null} */
    this.asksAt = null; // the ply at which somebody is asked before their turn is played, whatever this device does
    this.onDevice = () => this.take();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.step(event) || this.letter(event);
    this.listen();
  }

  listen() {
    const { screen } = this;
    const { board } = screen;
    board.addEventListener("turn", ({ detail }) => this.play(detail));
    board.addEventListener("proposed", () => screen.part("play-it").focus({ preventScroll: true }));
    board.addEventListener("forbidden", ({ detail }) => this.askWhyNot(detail.way));
    board.addEventListener("unplaceable", ({ detail }) =>
      this.tellLine(filled(screen.texts.no_drop, { point: board.measures.names[detail.point] })),
    );
    board.addEventListener("untimely", ({ detail }) => this.untimely(detail.point));
    board.addEventListener("drew", () => this.drew());
    board.addEventListener("touched", () => this.touched());
    board.addEventListener("moved", ({ detail }) => this.sound(detail.captures ? "capture" : "move"));
    screen.part("play-it").addEventListener("click", () => board.confirm());
    screen.part("not-yet").addEventListener("click", () => board.takeBack());
    screen.part("copy-link").addEventListener("click", () => copy(screen.address("join"), screen.texts));
    screen.part("missing-sit").addEventListener("click", () => screen.app.door.open());
    screen.part("typing").addEventListener("submit", (event) => this.type(event));
    screen.part("pencil").addEventListener("click", () => {
      board.pencil = !board.pencil;
      screen.part("pencil").setAttribute("aria-pressed", String(board.pencil));
    });
    screen.part("sound").addEventListener("click", () => {
      screen.app.device.set("sound", !screen.app.device.get("sound"));
      this.sound("move");
    });
  }

  shown() {
    this.screen.app.device.addEventListener("change", this.onDevice);
    this.take();
    document.addEventListener("keydown", this.onKey);
  }

  hidden() {
    this.screen.app.device.removeEventListener("change", this.onDevice);
    document.removeEventListener("keydown", this.onKey);
  }

  // The settings of this device.
  take() {
    const { app, board, drawn, known } = this.screen;
    const { device } = app;
    board.hand = device.get("hand");
    board.once = device.get("once");
    this.screen.part("sound").setAttribute("aria-pressed", String(device.get("sound")));
    board.coordinates = device.get("coordinates");
    board.asks = this.asksBefore();
    if (known) drawn.draw();
  }

  asksBefore() {
    const { app, known } = this.screen;
    const ask = app.device.get("ask");
    return ask === "always" || this.asksAt === known?.ply || (ask === "days" && Boolean(known?.days));
  }

  // A state of the match that was just told, and the one before it.
  /** @param {LiveState | null} before */
  follow(before) {
    if (this.screen.state.ply !== before?.ply) this.turns.clear();
    this.screen.board.asks = this.asksBefore();
  }

  /** @param {Required<Pick<TurnFrame, "picks" | "price">>} turn */
  play({ picks, price }) {
    const { app, code, state } = this.screen;
    this.turns.add(app.connection.wish({ type: "turn", code, ply: state.ply, picks, price }));
  }

  // Those with whom one shares a side see what one draws on the present position.
  drew() {
    const { app, board, code, replay, state } = this.screen;
    if (!state.shared || !replay.isPresent) return;
    app.connection.raw({ type: "draw", code, ply: state.ply, marks: [...board.drawn.values()] });
  }

  // A touch of the board while one is not to move: of one's own match under way it may plan a turn. Of any other, it
  // begins a line of one's own.
  /** @param {number} point */
  untimely(point) {
    const { screen } = this;
    const { mine, status } = screen.state;
    const isFree = status === "over" || (status === "playing" && !mine.length);
    screen.fetched(isFree ? "explore" : "premove").then(
      (part) => part.begin(point),
      () => (isFree ? screen.missed() : this.tellNotYet()),
    );
  }

  // Where a turn of one's own could be planned, nothing else says it.
  tellNotYet() {
    const { replay, state, texts } = this.screen;
    const isWaiting = state.status === "playing" && !state.ready && !state.mine.includes(state.turn);
    if (isWaiting && !replay.past) this.tellLine(texts.not_your_turn);
  }

  // After each touch the question is the next one.
  touched() {
    const { board, drawn, known, line, replay } = this.screen;
    const focused = this.screen.part("proposal").contains(document.activeElement);
    if (known) keepFocus(this.screen.part("offered"), () => line.draw(known, replay.past));
    if (focused && !board.proposed) board.querySelector("button[tabindex='0']")?.focus({ preventScroll: true });
    queueMicrotask(() => drawn.fit()); // once a plan or a line of one's own has drawn it too
    this.speakQuestion();
  }

  // In the middle of a turn the next question is heard; before it, whose turn it is has been told.
  speakQuestion() {
    const { board, spoken } = this.screen;
    const { at, turns, pending } = board;
    const isBegun = Boolean(turns) && (at.picks.length > 0 || at.aim !== null);
    if (pending || !turns) spoken.ask("");
    else if (isBegun || spoken.asked) spoken.ask(this.screen.part("ask").textContent);
  }

  // For a moment, until something is touched or happens.
  /** @param {string} text @param {() => void} [why] */
  tellLine(text, why) {
    this.screen.line.tell(text, () => this.touched(), why);
    this.screen.spoken.say(text);
  }

  /** @param {Parameters<typeof import("../sound.js").play>[0]} name */
  sound(name) {
    if (this.screen.app.device.get("sound")) import("../sound.js").then(({ play }) => play(name)).catch(() => {});
  }

  // The app says itself why a piece cannot go somewhere. It is not asked later, when another position may allow it.
  /** @param {number[]} way */
  askWhyNot(way) {
    const { app, code, state } = this.screen;
    app.connection.raw({ type: "why", code, ply: state.ply, way });
  }

  /** @param {WhyNotFrame} frame */
  tellWhyNot({ text, points, reason }) {
    const { board } = this.screen;
    if (!text) return;
    const lead = () => this.screen.fetched("rules").then((part) => part.open(reason), this.screen.missed);
    this.tellLine(text, reason ? lead : undefined);
    board.blink(points);
  }

  // The arrow keys go through the moves, where they have nothing else to do.
  /** @param {KeyboardEvent} event */
  step(event) {
    const target = /** @type {Element} */ (event.target);
    if (isTaken(event) || target.closest("papan-board, input, [role=listbox]")) return false;
    const { opened, replay } = this.screen;
    const stepped = opened.explore?.key(event.key) || replay.moves.key(event.key);
    if (stepped) event.preventDefault();
    return stepped;
  }

  // A letter key opens the field for a typed move.
  /** @param {KeyboardEvent} event */
  letter(event) {
    const { screen } = this;
    const typing = isTaken(event) || event.target instanceof HTMLInputElement;
    if (typing || screen.isMissing || screen.part("typed-move").hidden || !/^[a-z@]$/i.test(event.key)) return;
    screen.drawn.turnTo("moves");
    screen.part("typed-move").open = true;
    screen.part("typed").focus();
  }

  /** @param {SubmitEvent} event */
  type(event) {
    const { app, code } = this.screen;
    event.preventDefault();
    const move = this.screen.part("typed").value.trim();
    if (move) app.connection.wish({ type: "say", code, text: `/move ${code} ${move}`, reply: "" });
    this.screen.part("typed").value = "";
  }
}
