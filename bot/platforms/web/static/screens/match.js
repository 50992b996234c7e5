// The screen of one match: its board under the hand, the words beside it, its buttons, its moves and what is said.
import "../board/papan-board.js";
import { identity } from "../identity.js";
import { Actions } from "../parts/actions.js";
import { Beside, Spoken } from "../parts/beside.js";
import { isSeen, keepFocus } from "../parts/focus.js";
import { Line, PLAY_ON } from "../parts/line.js";
import { Replay } from "../parts/replay.js";
import { Resign } from "../parts/resign.js";
import { Seat } from "../parts/seat.js";
import { called } from "../parts/tabs.js";
import { copy } from "../parts/toast.js";
import { filled } from "../texts.js";

// Is a key meant for something else: the browser, or a dialog?
function isTaken(event) {
  return event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}

export class MatchScreen {
  constructor(app, code) {
    this.app = app;
    this.texts = app.texts;
    this.code = code;
    this.state = null;
    this.turns = new Set(); // the events of turns that are on their way
    this.asksAt = null; // the ply at which somebody is asked before their turn is played, whatever this device does
    this.flipped = false;
    this.isMissing = false; // there is no such match, or it is not open to whoever is here
    this.wasAsked = false; // the door was opened because of that
    this.root = app.fromTemplate("match");
    this.isArriving = false; // the keyboard has come here, and is led to the heading
    this.beside = new Beside(this);
    this.spoken = new Spoken(this.part("spoken"), app.texts);
    this.board = this.part("board");
    this.board.texts = app.texts;
    const press = (action) => {
      if (action.kind === PLAY_ON) this.app.begin({ code: this.code, ply: this.replay.shownPly });
      else if (action.kind === "share") this.share();
      else if (action.kind === "resign") this.resign.ask(action);
      else if (["rules", "plan"].includes(action.kind)) this.fetched(action.kind).then((part) => part.toggle());
      else this.app.press(this.state, action);
    };
    this.actions = new Actions({ row: this.part("actions"), more: this.part("more") }, app.texts, {
      press,
      say: (text) => this.tellLine(text),
    });
    const line = Object.fromEntries(
      ["ask", "agreed", "offered", "proposal", "invited"].map((id) => [id, this.part(id)]),
    );
    this.line = new Line(line, this.board, app.texts, press);
    this.resign = new Resign(this);
    this.end = null; // is fetched when a match has ended
    const moves = Object.fromEntries(
      ["moves", "first", "earlier", "later", "now", "slider"].map((id) => [id, this.part(id)]),
    );
    this.replay = new Replay(moves, {
      fetch: () => app.connection.raw({ type: "look", code }),
      changed: () => this.draw(),
    });
    const seat = (id) => new Seat(this.part(id), app.texts, app.acts.piece);
    this.seats = { above: seat("seat-above"), below: seat("seat-below") };
    this.clocks = null;
    this.listen();
  }

  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  listen() {
    const { board } = this;
    board.addEventListener("turn", ({ detail }) => this.play(detail));
    board.addEventListener("proposed", () => this.propose());
    board.addEventListener("forbidden", ({ detail }) => this.askWhyNot(detail.way));
    board.addEventListener("unplaceable", ({ detail }) =>
      this.tellLine(filled(this.texts.no_drop, { point: board.measures.names[detail.point] })),
    );
    board.addEventListener("touched", () => this.touched());
    board.addEventListener("moved", ({ detail }) => this.moved(detail));
    board.addEventListener("measured", ({ detail }) => this.root.style.setProperty("--wide", detail.wide));
    this.part("play-it").addEventListener("click", () => board.confirm());
    this.part("not-yet").addEventListener("click", () => board.takeBack());
    this.part("copy-link").addEventListener("click", () => copy(this.link, this.texts));
    for (const tab of this.tabs) tab.addEventListener("click", () => this.turnTo(tab.dataset.part));
    this.turnTo("board");
    this.part("missing-sit").addEventListener("click", () => this.app.door.open());
    this.part("typing").addEventListener("submit", (event) => this.type(event));
    this.part("flip").addEventListener("click", () => {
      this.flipped = !this.flipped;
      this.draw();
    });
    this.part("pencil").addEventListener("click", () => {
      board.pencil = !board.pencil;
      this.part("pencil").setAttribute("aria-pressed", String(board.pencil));
    });
    this.part("sound").addEventListener("click", () => {
      this.app.device.set("sound", !this.app.device.get("sound"));
      this.sound("move");
    });
    for (const id of ["alone", "all-again"]) this.part(id).addEventListener("click", () => this.alone());
    this.onDevice = () => this.take();
    this.onKey = (event) => this.step(event) || this.letter(event);
    this.onSight = () => {
      this.markTab();
      this.beside.read();
    };
    this.onFull = () => {
      if (!document.fullscreenElement) this.showAlone(false);
    };
  }

  get tabs() {
    return this.root.querySelectorAll(".parts button");
  }

  // Where the board stands above all else, the other parts take the place of the line and the actions; beside it, the
  // moves are shown with it.
  turnTo(part) {
    this.root.dataset.part = part;
    this.markTab();
    this.beside.read();
    if (part === "moves") this.replay.moves.show();
  }

  markTab() {
    const { part } = this.root.dataset;
    const [board] = this.tabs;
    const shown = part === "board" && !isSeen(board) ? "moves" : part;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.part === shown));
  }

  get link() {
    return new URL(`/join/${this.code}`, location.href).href;
  }

  get seen() {
    return this.beside.seen;
  }

  get title() {
    return this.state && !this.isMissing ? called(this.state, this.texts) : "";
  }

  shown() {
    this.app.device.addEventListener("change", this.onDevice);
    this.take();
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("fullscreenchange", this.onFull);
    document.addEventListener("visibilitychange", this.onSight);
    addEventListener("resize", this.onSight);
    this.onSight();
    this.spoken.clear();
    const known = this.app.matches.states.get(this.code);
    if (known) this.show(known);
    this.clocks?.start();
    this.replay.moves.show(); // a list that was taken off the page has lost where it was scrolled to
    if (this.app.isOnline) this.app.matches.watch(this.code, !known);
  }

  hidden() {
    this.app.device.removeEventListener("change", this.onDevice);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("fullscreenchange", this.onFull);
    document.removeEventListener("visibilitychange", this.onSight);
    removeEventListener("resize", this.onSight);
    if (document.fullscreenElement) document.exitFullscreen();
    this.clocks?.stop();
    this.showAlone(false);
  }

  // The settings of this device.
  take() {
    const { device } = this.app;
    this.board.hand = device.get("hand");
    this.board.once = device.get("once");
    this.part("sound").setAttribute("aria-pressed", String(device.get("sound")));
    this.board.coordinates = device.get("coordinates");
    this.board.asks = this.asksBefore();
    if (this.state) this.draw();
  }

  asksBefore() {
    const ask = this.app.device.get("ask");
    return ask === "always" || this.asksAt === this.state?.ply || (ask === "days" && Boolean(this.state?.days));
  }

  know() {
    this.beside.me = this.app.store.name;
  }

  seated() {
    this.replay.again();
  }

  // The keyboard has come here: it is at the heading, once that says where.
  arrived() {
    this.isArriving = true;
    this.showHeading();
  }

  showHeading() {
    if (!this.state) return;
    const heading = this.part("arrival");
    if (heading.textContent !== this.state.arrival) heading.textContent = this.state.arrival;
    const isWaiting = this.isArriving && document.activeElement.contains(heading);
    this.isArriving = false;
    if (isWaiting) heading.focus({ preventScroll: true });
  }

  heard(frame) {
    if (frame.type === "messages" && frame.room === `#${this.code}`) this.beside.tell(frame);
    if (frame.type === "done" && frame.match && frame.match !== this.code) this.app.go(`/m/${frame.match}`);
    if (frame.code !== this.code) return;
    switch (frame.type) {
      case "board":
        this.show(frame);
        break;
      case "why_not":
        this.tellWhyNot(frame);
        break;
      case "past":
        this.replay.got(frame);
        break;
      case "ahead":
        this.plan.tell(frame);
        break;
      case "no_board":
        this.miss(frame.text);
        break;
    }
  }

  // Nothing stands there but a sentence and a way on. The match may be open to somebody else whom this browser knows.
  miss(text) {
    const asks = this.app.store.isVisiting && identity.known().length > 0;
    this.showMissing(true);
    this.part("missing-text").textContent = text || this.texts.no_match;
    this.part("missing-sit").hidden = !asks;
    if (!asks || this.wasAsked || !this.root.isConnected) return;
    this.wasAsked = true;
    this.app.door.open();
  }

  showMissing(isMissing) {
    this.isMissing = isMissing;
    this.part("missing").hidden = !isMissing;
    this.root.classList.toggle("missing", isMissing);
    if (isMissing) this.showAlone(false);
  }

  show(state) {
    this.showMissing(false);
    const before = this.state;
    if (before && !before.rematch && state.rematch && state.mine.length && this.root.isConnected) {
      this.app.go(`/m/${state.rematch}`); // those who play it go on to it together
    }
    if (state.ply !== before?.ply) this.turns.clear();
    this.replay.follow(state);
    this.state = state;
    this.showHeading();
    this.spoken.follow(state);
    this.board.asks = this.asksBefore();
    this.beside.draw(state);
    this.part("invite").hidden = !state.inviting;
    this.part("link").value = this.link;
    this.part("typed-move").hidden = !state.mine.length || state.status !== "playing";
    keepFocus(this.part("more"), () => keepFocus(this.part("actions"), () => this.actions.draw(state)));
    return this.draw();
  }

  // The side that is looked at from below.
  get bottom() {
    return this.flipped ? 1 - this.state.bottom : this.state.bottom;
  }

  async tellClocks() {
    if (!this.state.clock && !this.clocks) return;
    const { Clocks } = await import("../parts/clock.js");
    this.clocks ??= new Clocks(this);
    this.clocks.tell(this.state);
  }

  // The board as it is looked at: the present one, or one that stood before, on which nothing can be touched.
  draw() {
    const { state, bottom } = this;
    const { past } = this.replay;
    const shown = past ? { ...state, steps: null, ...past, bottom } : { ...state, bottom };
    this.seats.below.draw(shown, bottom);
    this.seats.above.draw(shown, 1 - bottom);
    this.tellClocks();
    keepFocus(
      this.root,
      () => this.replay.draw(),
      () => this.part("moves"),
    );
    this.graph?.draw(this.replay.shownPly);
    const showing = this.board.show(shown, this.app.build);
    showing.then(() => this.drawEnd());
    return showing;
  }

  // A part that is fetched only when it is wanted: what a button opens, and what is shown on the board or over its moves
  // in the place of a card.
  async fetched(name) {
    const { Fetched } = await this.app.dressed(import(`../parts/${name}.js`));
    return (this[name] ??= new Fetched(this));
  }

  async drawEnd() {
    if (this.state.stamp) {
      const { End } = await this.app.dressed(import("../parts/end.js"));
      this.end ??= new End(this.part("end"), this.board);
    }
    this.end?.draw(this.state, this.replay.past !== null);
  }

  async share() {
    const { share } = await import("../parts/end.js");
    share(new URL(`/m/${this.code}`, location.href).href, this.state.result, this.texts);
  }

  // The arrow keys go through the moves, where they have nothing else to do.
  step(event) {
    if (isTaken(event) || event.target.closest("papan-board, input, [role=listbox]")) return false;
    const stepped = this.replay.moves.key(event.key);
    if (stepped) event.preventDefault();
    return stepped;
  }

  play({ picks, price }) {
    this.turns.add(this.app.connection.wish({ type: "turn", code: this.code, ply: this.state.ply, picks, price }));
  }

  // A turn that was not made goes back; what was said about it stands beside the board.
  settle({ event, done }) {
    if (this.turns.delete(event) && !done) this.board.takeBack();
  }

  propose() {
    this.part("play-it").focus({ preventScroll: true });
  }

  // After each touch the question is the next one.
  touched() {
    const focused = this.part("proposal").contains(document.activeElement);
    if (this.state) keepFocus(this.part("offered"), () => this.line.draw(this.state, this.replay.past));
    if (focused && !this.board.proposed)
      this.board.querySelector("button[tabindex='0']")?.focus({ preventScroll: true });
    this.speakQuestion();
  }

  // In the middle of a turn the next question is heard; before it, whose turn it is has been told.
  speakQuestion() {
    const { at, turns, pending } = this.board;
    const isBegun = Boolean(turns) && (at.picks.length > 0 || at.aim !== null);
    if (pending || !turns) this.spoken.ask("");
    else if (isBegun || this.spoken.asked) this.spoken.ask(this.part("ask").textContent);
  }

  // For a moment, until something is touched or happens.
  tellLine(text, why) {
    this.line.tell(text, () => this.touched(), why);
    this.spoken.say(text);
  }

  moved({ captures }) {
    this.sound(captures ? "capture" : "move");
  }

  sound(name) {
    if (this.app.device.get("sound")) import("../sound.js").then(({ play }) => play(name)).catch(() => {});
  }

  // The app says itself why a piece cannot go somewhere. It is not asked later, when another position may allow it.
  askWhyNot(way) {
    this.app.connection.raw({ type: "why", code: this.code, ply: this.state.ply, way });
  }

  tellWhyNot({ text, points, reason }) {
    if (!text) return;
    this.tellLine(text, reason && (() => this.fetched("rules").then((part) => part.open(reason))));
    this.board.blink(points);
  }

  command(move) {
    this.app.connection.wish({ type: "say", code: this.code, text: `/move ${this.code} ${move}`, reply: "" });
  }

  type(event) {
    event.preventDefault();
    const text = this.part("typed").value.trim();
    if (text) this.command(text);
    this.part("typed").value = "";
  }

  // A letter key opens the field for a typed move.
  letter(event) {
    const typing = isTaken(event) || event.target instanceof HTMLInputElement;
    if (typing || this.isMissing || this.part("typed-move").hidden || !/^[a-z@]$/i.test(event.key)) return;
    this.turnTo("moves");
    this.part("typed-move").open = true;
    this.part("typed").focus();
  }

  // The board alone, on the whole screen where the browser lets it.
  async alone() {
    const isAlone = this.root.classList.contains("alone");
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (!isAlone) await document.documentElement.requestFullscreen?.().catch(() => {});
    this.showAlone(!isAlone);
  }

  showAlone(isAlone) {
    if (this.root.classList.contains("alone") === isAlone) return;
    this.root.classList.toggle("alone", isAlone);
    document.body.classList.toggle("alone", isAlone);
    this.part("all-again").hidden = !isAlone;
    this.draw();
  }
}
