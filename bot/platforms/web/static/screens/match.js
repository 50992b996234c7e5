// The screen of one match: its board under the hand, the words beside it, its buttons, its moves and what is said.
import "../board/papan-board.js";
import { identity } from "../identity.js";
import { Actions } from "../parts/actions.js";
import { renew, words } from "../parts/card.js";
import { Log } from "../parts/chat.js";
import { Clocks } from "../parts/clock.js";
import { isSeen, keepFocus } from "../parts/focus.js";
import { Line, PLAY_ON } from "../parts/line.js";
import { Moves } from "../parts/moves.js";
import { close, open } from "../parts/popover.js";
import { Seat } from "../parts/seat.js";
import { called } from "../parts/tabs.js";
import { copy } from "../parts/toast.js";
import { play } from "../sound.js";
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
    this.past = null; // the position that is looked at, where it is not the present one
    this.looking = false; // a position is on its way
    this.next = null; // the one that is wanted after it
    this.asksAt = null; // the ply at which somebody is asked before their turn is played, whatever this device does
    this.flipped = false;
    this.isMissing = false; // there is no such match, or it is not open to whoever is here
    this.wasAsked = false; // the door was opened because of that
    this.root = app.fromTemplate("match");
    this.log = new Log(this.part("log"), app.texts, app.acts);
    this.answers = new Log(this.part("answers"), app.texts, app.acts); // what is said to this person alone
    this.board = this.part("board");
    this.board.texts = app.texts;
    const press = (action) => {
      if (action.kind === PLAY_ON) this.app.begin({ code: this.code, ply: this.past.ply });
      else if (action.kind === "share") this.share();
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
    this.unread = 0; // what others have said while the talk was not in sight
    this.end = null; // is fetched when a match has ended
    this.moves = new Moves(
      {
        list: this.part("moves"),
        first: this.part("first"),
        earlier: this.part("earlier"),
        later: this.part("later"),
        now: this.part("now"),
        slider: this.part("slider"),
      },
      (ply) => this.look(ply),
    );
    const seat = (id) => new Seat(this.part(id), app.texts, app.acts.piece);
    this.seats = { above: seat("seat-above"), below: seat("seat-below") };
    this.clocks = new Clocks(app.texts, {
      draw: (gone) => this.drawClocks(gone),
      low: () => this.sound("low"),
      say: (text) => {
        this.part("time-left").textContent = text;
      },
    });
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
    this.part("answers").addEventListener("settled", () => this.showAnswers(false));
    this.part("typing").addEventListener("submit", (event) => this.type(event));
    this.part("saying").addEventListener("submit", (event) => this.say(event));
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
    this.onSight = () => this.readTalk();
    this.onFull = () => {
      if (!document.fullscreenElement) this.showAlone(false);
    };
  }

  get tabs() {
    return this.root.querySelectorAll(".parts button");
  }

  // On a narrow window the moves and the talk take the place of the line and the actions.
  turnTo(part) {
    this.root.dataset.part = part;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.part === part));
    this.readTalk();
    if (part === "moves") this.moves.show();
  }

  // Is what is said before somebody's eyes?
  get isTalkSeen() {
    return !document.hidden && isSeen(this.part("log"));
  }

  // What stands in sight is no longer counted; the line before it stays until something newer comes unseen.
  readTalk() {
    if (this.unread && this.isTalkSeen) this.countUnread(0);
  }

  countUnread(count) {
    this.unread = count;
    this.part("unread").textContent = count || "";
    this.part("unread").hidden = !count;
  }

  get link() {
    return new URL(`/join/${this.code}`, location.href).href;
  }

  get seen() {
    return Math.max(this.log.seen, this.answers.seen);
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
    this.readTalk();
    const known = this.app.matches.states.get(this.code);
    if (known) this.show(known);
    this.clocks.start();
    this.moves.show(); // a list that was taken off the page has lost where it was scrolled to
    if (this.app.isOnline) this.app.matches.watch(this.code, !known);
  }

  hidden() {
    this.app.device.removeEventListener("change", this.onDevice);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("fullscreenchange", this.onFull);
    document.removeEventListener("visibilitychange", this.onSight);
    removeEventListener("resize", this.onSight);
    if (document.fullscreenElement) document.exitFullscreen();
    this.clocks.stop();
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
    this.log.me = this.app.store.name;
  }

  seated() {
    this.looking = false;
  }

  heard(frame) {
    if (frame.type === "messages" && frame.room === `#${this.code}`) this.tell(frame);
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
        this.lookedAt(frame);
        break;
      case "ahead":
        this.plan.tell(frame);
        break;
      case "no_board":
        this.miss(frame.text);
        break;
    }
  }

  tell({ all, messages }) {
    const common = messages.filter((each) => !each.private);
    const personal = messages.filter((each) => each.private);
    const hint = personal.find((each) => each.hint || each.id === this.hint?.message.id);
    if (hint) this.fetched("hint").then((part) => part.tell(hint));
    const own = personal.filter((each) => !each.hint);
    const newer = all ? [] : common.filter((each) => each.seq > this.log.last && each.author !== this.app.store.name);
    this.answers.tell({ all, messages: own });
    if (hint?.hint) this.answers.show({ id: hint.id, deleted: true });
    this.log.tell({ all, messages: common });
    const graph = own.find((each) => each.graph && !each.deleted)?.graph;
    if (graph) this.fetched("graph").then((part) => part.tell(graph, all));
    this.showAnswers(!graph && !all && own.some((each) => !each.deleted));
    if (!newer.length || this.isTalkSeen) return;
    if (!this.unread) this.log.mark(newer[0], this.texts.newer);
    this.countUnread(this.unread + newer.length);
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

  // What is said to this person alone lies over the page until they touch something else.
  showAnswers(isNew) {
    const list = this.part("answers");
    if (isNew && this.root.isConnected) open(list);
    else if (this.answers.isEmpty) close(list);
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
    if (this.past && state.ply < this.past.ply) this.past = null; // that move was taken back
    this.state = state;
    this.board.asks = this.asksBefore();
    this.part("title").textContent = state.title;
    this.part("about").textContent = state.facts;
    this.part("invite").hidden = !state.inviting;
    this.part("link").value = this.link;
    this.part("typed-move").hidden = !state.mine.length || state.status !== "playing";
    renew(this.part("words"), words({ text: state.text, links: state.links }));
    keepFocus(this.part("more"), () => keepFocus(this.part("actions"), () => this.actions.draw(state)));
    return this.draw();
  }

  get shownPly() {
    return this.past?.ply ?? this.state.ply;
  }

  // The side that is looked at from below.
  get bottom() {
    return this.flipped ? 1 - this.state.bottom : this.state.bottom;
  }

  drawClocks(gone) {
    this.seats.below.drawClock(this.state, this.bottom, gone);
    this.seats.above.drawClock(this.state, 1 - this.bottom, gone);
  }

  // The board as it is looked at: the present one, or one that stood before, on which nothing can be touched.
  draw() {
    const { state, past } = this;
    const { bottom } = this;
    const shown = past ? { ...state, steps: null, ...past, bottom } : { ...state, bottom };
    this.seats.below.draw(shown, bottom);
    this.seats.above.draw(shown, 1 - bottom);
    this.clocks.tell(state);
    keepFocus(
      this.root,
      () => this.moves.draw(state.moves, this.shownPly),
      () => this.part("moves"),
    );
    this.graph?.draw(this.shownPly);
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
    this.end?.draw(this.state, this.past !== null);
  }

  async share() {
    const { share } = await import("../parts/end.js");
    share(new URL(`/m/${this.code}`, location.href).href, this.state.result, this.texts);
  }

  // Positions are asked for one after the other; of those that are wanted meanwhile only the newest is.
  look(ply) {
    this.next = ply;
    if (!this.state) return;
    if (ply === null) {
      this.past = null;
      this.draw();
    } else if (!this.looking) {
      this.looking = this.app.connection.raw({ type: "look", code: this.code, ply });
    }
  }

  lookedAt({ ply, cells, stacks, hands, last }) {
    this.looking = false;
    if (this.next === null) return; // the present position is looked at again
    if (this.next !== ply && this.next < this.state.ply) this.look(this.next);
    this.past = ply < this.state.ply ? { ply, cells, stacks, hands, last } : null;
    this.draw();
  }

  // The arrow keys go through the moves, where they have nothing else to do.
  step(event) {
    if (isTaken(event) || event.target.closest("papan-board, input, [role=listbox]")) return false;
    const stepped = this.moves.key(event.key);
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
    if (this.state) keepFocus(this.part("offered"), () => this.line.draw(this.state, this.past));
    if (focused && !this.board.proposed)
      this.board.querySelector("button[tabindex='0']")?.focus({ preventScroll: true });
  }

  // For a moment, until something is touched or happens.
  tellLine(text, why) {
    this.line.tell(text, () => this.touched(), why);
  }

  moved({ captures }) {
    this.sound(captures ? "capture" : "move");
  }

  sound(name) {
    if (this.app.device.get("sound")) play(name);
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

  say(event) {
    event.preventDefault();
    const text = this.part("said").value.trim();
    if (text) this.app.wish({ type: "say", code: this.code, text, reply: "" });
    this.part("said").value = "";
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
