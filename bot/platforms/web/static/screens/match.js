// The screen of one match: what is heard of it. What of that is drawn, and what is done here, have modules of their own.
/** @import { DoneFrame, BoardFrame, ActionShown, SentFrame } from "../../types/given" */
/** @import { FetchedParts, LiveState } from "../../types/page" */
/** @import { Elements } from "../../types/given" */
/** @import { App } from "../main.js" */
import "../board/papan-board.js";
import { identity } from "../identity.js";
import { Actions } from "../parts/actions.js";
import { Beside, Spoken } from "../parts/beside.js";
import { Drawn } from "../parts/drawn.js";
import { Hand } from "../parts/hand.js";
import { Line, PLAY_ON } from "../parts/line.js";
import { Replay } from "../parts/replay.js";
import { called } from "../parts/tabs.js";

const RESIGNS_AFTER = 2000; // ms: the question before resigning is fetched before a line that breaks, after the board

export class MatchScreen {
  /** @param {App} app @param {string} code */
  constructor(app, code) {
    this.app = app;
    this.texts = app.texts;
    this.code = code;
    /** @type {LiveState | null} */
    this.known = null;
    this.isMissing = false; // there is no such match, or it is not open to whoever is here
    this.wasAsked = false; // the door was opened because of that
    this.root = app.fromTemplate("match");
    this.isArriving = false; // the keyboard has come here, and is led to the heading
    /** @type {Partial<FetchedParts>} */
    this.opened = {}; // the parts that were wanted so far
    this.missed = () => app.missed(); // one of them could not be fetched
    this.beside = new Beside(this);
    this.spoken = new Spoken(this.part("spoken"), app.texts);
    this.board = this.part("board");
    this.board.texts = app.texts;
    const press = (/** @type {Pick<ActionShown, "kind" | "choice" | "label">} */ action) => this.press(action);
    this.actions = new Actions({ row: this.part("actions"), more: this.part("more") }, app.texts, {
      press,
      say: (text) => this.hand.tellLine(text),
    });
    const line = {
      ask: this.part("ask"),
      agreed: this.part("agreed"),
      offered: this.part("offered"),
      proposal: this.part("proposal"),
      invited: this.part("invited"),
    };
    this.line = new Line(line, this.board, app.texts, press);
    const moves = {
      moves: this.part("moves"),
      first: this.part("first"),
      earlier: this.part("earlier"),
      later: this.part("later"),
      now: this.part("now"),
      slider: this.part("slider"),
    };
    this.replay = new Replay(moves, {
      fetch: () => app.connection.raw({ type: "look", code }),
      changed: () => this.drawn.draw(),
    });
    this.drawn = new Drawn(this);
    this.hand = new Hand(this);
    this.drawn.turnTo("board");
  }

  /** @template {keyof Elements} K @param {K} id */
  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  // The match as it stands: whatever draws or touches it comes after the first time that it was told.
  get state() {
    return /** @type {LiveState} */ (this.known);
  }

  /** @param {string} path */
  address(path) {
    return new URL(`/${path}/${this.code}`, location.href).href;
  }

  get seen() {
    return this.beside.seen;
  }

  get title() {
    return this.known && !this.isMissing ? called(this.known, this.texts) : "";
  }

  shown() {
    this.hand.shown();
    this.drawn.shown();
    this.spoken.clear();
    const known = this.app.matches.states.get(this.code);
    if (known) this.show(known);
    this.drawn.goOn();
    if (this.app.isOnline) this.app.matches.watch(this.code, !known);
  }

  hidden() {
    this.hand.hidden();
    this.drawn.hidden();
  }

  know() {
    this.beside.me = this.app.store.name;
  }

  seated() {
    this.replay.again();
    this.opened.explore?.again();
  }

  // The keyboard has come here: it is at the heading, once that says where.
  arrived() {
    this.isArriving = true;
    this.showHeading();
  }

  showHeading() {
    if (!this.known) return;
    const heading = this.part("arrival");
    if (heading.textContent !== this.known.arrival) heading.textContent = this.known.arrival;
    const isWaiting = this.isArriving && document.activeElement?.contains(heading);
    this.isArriving = false;
    if (isWaiting) heading.focus({ preventScroll: true });
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "messages" && frame.room === `#${this.code}`) this.beside.tell(frame);
    if (frame.type === "done" && frame.match && frame.match !== this.code) this.app.go(`/m/${frame.match}`);
    if (frame.type === "qr") this.opened.invitation?.tell(frame);
    if (!("code" in frame) || frame.code !== this.code) return;
    switch (frame.type) {
      case "board":
        this.show(/** @type {LiveState} */ (frame));
        break;
      case "onlookers":
        this.beside.tellOnlookers(frame.count);
        break;
      case "why_not":
        this.hand.tellWhyNot(frame);
        break;
      case "past":
        this.replay.got(frame);
        break;
      case "ahead":
        this.opened.plan?.tell(frame);
        break;
      case "premove":
        this.fetched("premove").then((part) => part.tell(frame), this.missed);
        break;
      case "explored":
        this.opened.explore?.tell(frame);
        break;
      case "no_board":
        this.miss(frame.text);
        break;
    }
  }

  // Nothing stands there but a sentence and a way on. The match may be open to somebody else whom this browser knows.
  /** @param {string} text */
  miss(text) {
    const asks = this.app.store.isVisiting && identity.known().length > 0;
    this.showMissing(true);
    this.part("missing-text").textContent = text || this.texts.no_match;
    this.part("missing-sit").hidden = !asks;
    if (!asks || this.wasAsked || !this.root.isConnected) return;
    this.wasAsked = true;
    this.app.door.open();
  }

  /** @param {boolean} isMissing */
  showMissing(isMissing) {
    this.isMissing = isMissing;
    this.part("missing").hidden = !isMissing;
    this.root.classList.toggle("missing", isMissing);
    if (isMissing) this.drawn.showAlone(false);
  }

  /** @param {LiveState} state */
  show(state) {
    this.showMissing(false);
    const before = this.known;
    if (before && !before.rematch && state.rematch && state.mine.length && this.root.isConnected) {
      this.app.go(`/m/${state.rematch}`); // those who play it go on to it together
    }
    this.replay.follow(state);
    if (!this.known && state.mine.length) setTimeout(() => this.fetched("resign").catch(() => {}), RESIGNS_AFTER);
    this.known = state;
    this.showHeading();
    this.spoken.follow(state);
    this.hand.follow(before);
    return this.drawn.follow();
  }

  // A turn that was not made goes back; what was said about it stands beside the board.
  /** @param {DoneFrame} frame */
  settle({ event, done }) {
    if (this.hand.turns.delete(event) && !done) this.board.takeBack();
  }

  /** @param {Pick<ActionShown, "kind" | "choice" | "label">} action */
  press(action) {
    const { kind } = action;
    if (kind === PLAY_ON) this.app.begin({ code: this.code, ply: this.replay.shownPly });
    else if (kind === "share") this.share();
    else if (kind === "show_line") this.fetched("explore").then((part) => part.look(action.choice), this.missed);
    else if (kind === "lesson") this.app.go(`/learn/${action.choice}`);
    else if (kind === "set_up") this.app.go(`/edit/${this.state.ruleset}?from=${this.code}_${this.replay.shownPly}`);
    else if (kind === "own_puzzles") this.app.go("/puzzles/mine");
    else if (kind === "resign") this.fetched(kind).then((part) => part.ask(action), this.missed);
    else if (kind === "rules" || kind === "plan") this.fetched(kind).then((part) => part.toggle(), this.missed);
    else if (kind === "guess" && !this.app.store.isVisiting)
      this.fetched("plan").then((part) => part.toggle(true), this.missed);
    else this.app.press(this.state, action);
  }

  // A part that is fetched only when it is wanted: what a button opens, and what is shown on the board or over its moves
  // in the place of a card.
  /** @template {keyof FetchedParts} K @param {K} name @returns {Promise<FetchedParts[K]>} */
  async fetched(name) {
    const { Fetched } = await this.app.dressed(import(`../parts/${name}.js`));
    const part = this.opened[name] ?? new Fetched(this);
    this.opened[name] = part;
    return part;
  }

  async share() {
    const found = await this.app.dressed(import("../parts/end.js")).catch(this.missed);
    found?.share(this.address("m"), this.state.result, this.texts);
  }
}
