// The connection to the server, and who enters by it.
/** @import { Entering, Page } from "../types/page" */
/** @import { EventFrame, PageFrame, RefusedFrame, SeatedFrame, SentFrame, VisitingFrame } from "../types/given" */
import { identity } from "./identity.js";

const RETRY_AFTER = 1000;
const LONGEST_RETRY = 15000;
const OPEN_WITHIN = 10000;
const UNANSWERED = 3000; // so long something that is to be done may be unanswered until the server is asked for a sign
const QUIET = 20000; // the same where nothing is to be done
const SIGN_WITHIN = 4000;
const LATE = 1000; // so long a sign may take before it is said that the line is slow
const HURRIED = { quiet: 2500, sign: 2500 }; // the same two where a clock of minutes runs
const ACKNOWLEDGED = new Set(["turn", "wish", "begin", "prefer", "rename"]);

// `page` has room() (the frame's fields for the room that it shows), isHurried, seated(frame), visiting(frame), heard(frame),
// refused(frame, asked), slow(isSlow) and lost(). Whoever has no name here only looks on: what they want done waits until they have
// given one.
export class Connection {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.isOpen = false;
    this.seated = false;
    this.asking = ""; // the frame by which somebody wants to come in, until it is answered
    /** @type {EventFrame[]} */
    this.waiting = [];
    /** @type {Map<string, EventFrame>} */
    this.sent = new Map(); // what is not acknowledged yet, or not sent yet
    this.retry = RETRY_AFTER;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isDoubted = false; // the server has been asked for a sign
    this.timer = 0;
    this.late = 0; // the timer of a sign that is waited for
  }

  open() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`,
    ));
    /** @template {Event} E @param {(event: E) => void} act @returns {(event: E) => void} */
    const only = (act) => (event) => {
      if (socket === this.socket) act(event);
    }; // and not once it has been given up
    this.timer = setTimeout(() => this.giveUp(), OPEN_WITHIN);
    socket.addEventListener(
      "open",
      only(() => {
        this.retry = RETRY_AFTER;
        this.isOpen = true;
        this.listen();
        this.greet();
      }),
    );
    socket.addEventListener(
      "message",
      only((event) => {
        this.answered();
        this.heard(JSON.parse(event.data));
        this.listen();
      }),
    );
    socket.addEventListener(
      "close",
      only(() => this.lost()),
    );
  }

  // A line may be dead that the browser calls open, as after a phone has slept: who hears nothing asks for a sign.
  listen() {
    if (!this.isOpen || this.isDoubted) return;
    clearTimeout(this.timer);
    const quiet = this.sent.size > 0 ? UNANSWERED : QUIET;
    this.timer = setTimeout(() => this.ask(), this.page.isHurried ? HURRIED.quiet : quiet);
  }

  ask() {
    if (!this.isOpen || this.isDoubted) return;
    this.isDoubted = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.giveUp(), this.page.isHurried ? HURRIED.sign : SIGN_WITHIN);
    this.late = setTimeout(() => this.page.slow(true), LATE);
    this.raw({ type: "ping" });
  }

  // Whatever is heard is a sign.
  answered() {
    if (!this.isDoubted) return;
    this.isDoubted = false;
    clearTimeout(this.late);
    this.page.slow(false);
  }

  // The page is shown again, or the device is online again.
  back() {
    if (this.isOpen) this.ask();
    else if (!this.socket) this.open();
  }

  // The browser waits long for the end of a line that is dead: it is not waited for.
  giveUp() {
    this.socket?.close();
    this.lost();
  }

  // Says who is here; again where another room is shown.
  greet() {
    if (!this.isOpen) return;
    this.seated = false;
    this.enter(...identity.entrance);
  }

  /** @param {string} name */
  sit(name) {
    this.enter("sit", { name, language: navigator.language });
  }

  /** @param {Entering["type"]} type @param {object} fields */
  enter(type, fields) {
    if (this.raw({ ...this.page.room(), ...fields, type })) this.asking = type;
  }

  lost() {
    if (this.isOpen) this.page.lost();
    this.isOpen = false;
    this.seated = false;
    this.asking = "";
    this.answered();
    this.socket = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.retry);
    this.retry = Math.min(2 * this.retry, LONGEST_RETRY);
  }

  // Gives false while the server is away; whatever looks is asked anew when it is back.
  /** @param {PageFrame | Entering | (EventFrame & { kept: true })} frame */
  raw(frame) {
    if (this.isOpen) this.socket?.send(JSON.stringify(frame));
    return this.isOpen;
  }

  // A wish keeps its own name until it is sent, so that a repeated one acts once. Suggestions are not waited for.
  /** @param {EventFrame} wish */
  wish(wish) {
    wish.event = newName();
    if (ACKNOWLEDGED.has(wish.type)) this.sent.set(wish.event, wish);
    if (this.seated) this.raw(wish);
    else if (wish.type !== "complete" && !this.sent.has(wish.event)) this.waiting.push(wish);
    this.listen();
    return wish.event;
  }

  // Who has too many windows open only looks on in this one.
  /** @param {RefusedFrame} frame */
  refused(frame) {
    const { asking } = this;
    this.asking = "";
    if (asking === "hello") {
      identity.leave();
      this.greet();
    }
    this.page.refused(frame, asking);
  }

  // Nothing is wanted any more of all that waits.
  drop() {
    this.waiting = [];
    this.sent.clear();
  }

  get isAsked() {
    return this.waiting.length > 0 || this.sent.size > 0;
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    switch (frame.type) {
      case "stranger":
        identity.forget();
        this.greet();
        break;
      case "again":
        identity.again?.().then(() => this.greet());
        break;
      case "erased":
        identity.forget();
        this.drop();
        this.page.heard({ type: "toast", text: frame.text, event: "" });
        this.greet();
        break;
      case "seated":
        if (frame.secret) identity.keep({ ...frame, secret: frame.secret });
        this.seated = true;
        this.asking = "";
        this.page.seated(frame);
        for (const wish of [...this.waiting.splice(0), ...this.sent.values()]) this.raw({ ...wish, kept: true });
        break;
      case "visiting":
        this.asking = "";
        this.page.visiting(frame);
        break;
      case "refused":
        this.refused(frame);
        break;
      case "pong":
        break; // to be heard is all
      case "toast":
        if (this.asking === "sit") this.asking = ""; // it did not work, and can be tried again
        this.page.heard(frame);
        break;
      case "done":
        this.sent.delete(frame.event);
        this.page.heard(frame);
        break;
      default:
        this.page.heard(frame);
    }
  }
}

// Over plain http on another name than localhost, browsers have no crypto.randomUUID.
function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
