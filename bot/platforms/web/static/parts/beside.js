// What is said beside a board: the talk, with what of it was not seen yet; the answers to this person; the words.
/** @import { CardShown, MessagesFrame, SaidShown, Texts } from "../../types/given" */
/** @import { LiveState } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { filled, make } from "../texts.js";
import { renew, words } from "./card.js";
import { Log } from "./chat.js";
import { isSeen } from "./focus.js";
import { close, open } from "./popover.js";

const KEPT = 20; // sentences that are told by ear

export class Beside {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    const { app } = screen;
    this.screen = screen;
    this.log = new Log(screen.part("log"), app.texts, app.acts);
    this.answers = new Log(screen.part("answers"), app.texts, app.acts); // what is said to this person alone
    this.onlookers = make("p", "onlookers");
    screen.part("log").before(this.onlookers);
    this.unread = 0; // what others have said while the talk was not in sight
    screen.part("answers").addEventListener("settled", () => this.showAnswers(false));
    screen.part("saying").addEventListener("submit", (event) => this.say(event));
  }

  /** @param {string} name */
  set me(name) {
    this.log.me = name;
  }

  get seen() {
    return Math.max(this.log.seen, this.answers.seen);
  }

  // Is the talk before somebody's eyes?
  get isSeen() {
    return !document.hidden && isSeen(this.screen.part("log"));
  }

  // What stands in sight is no longer counted; the line before it stays until something newer comes unseen.
  read() {
    if (this.unread && this.isSeen) this.count(0);
  }

  /** @param {number} unread */
  count(unread) {
    const shown = this.screen.part("unread");
    this.unread = unread;
    shown.textContent = String(unread || "");
    shown.hidden = !unread;
  }

  /** @param {LiveState} state */
  draw({ title, facts, text, links }) {
    const { screen } = this;
    screen.part("title").textContent = title;
    screen.part("about").textContent = facts;
    renew(screen.part("words"), words({ room: "", text, links }));
  }

  /** @param {MessagesFrame} frame */
  tell({ all, messages }) {
    const { app, opened } = this.screen;
    const common = messages.filter((each) => !each.private);
    const personal = /** @type {CardShown[]} */ (messages.filter((each) => each.private));
    const hint = personal.find((each) => each.hint || each.id === opened.hint?.message?.id);
    if (hint) this.screen.fetched("hint").then((part) => part.tell(hint), this.screen.missed);
    const own = personal.filter((each) => !each.hint);
    const newer = all ? [] : common.filter((each) => each.seq > this.log.last && authorOf(each) !== app.store.name);
    this.answers.tell({ all, messages: own });
    if (hint?.hint) this.answers.show({ ...hint, deleted: true });
    this.log.tell({ all, messages: common });
    const graph = own.find((each) => each.graph && !each.deleted)?.graph;
    if (graph) this.screen.fetched("graph").then((part) => part.tell(graph, all), this.screen.missed);
    this.showAnswers(!graph && !all && own.some((each) => !each.deleted));
    if (!newer.length || this.isSeen) return;
    if (!this.unread) this.log.mark(newer[0], app.texts.newer);
    this.count(this.unread + newer.length);
  }

  // Those who watch, without their names.
  /** @param {number} count */
  tellOnlookers(count) {
    this.onlookers.textContent = count ? filled(this.screen.texts.onlookers, { count }) : "";
  }

  // What is said to this person alone lies over the page until they touch something else.
  /** @param {boolean} isNew */
  showAnswers(isNew) {
    const list = this.screen.part("answers");
    if (isNew && this.screen.root.isConnected) open(list);
    else if (this.answers.isEmpty) close(list);
  }

  /** @param {SubmitEvent} event */
  say(event) {
    const field = this.screen.part("said");
    event.preventDefault();
    const text = field.value.trim();
    if (text) this.screen.app.wish({ type: "say", code: this.screen.code, text, reply: "" });
    field.value = "";
  }
}

/** @param {SaidShown | CardShown} message */
function authorOf(message) {
  return message.kind === "said" ? message.author : "";
}

// What happens in a match, for whoever hears it: each event is one sentence in a log, and is told once.
export class Spoken {
  // `place` is the element of the log.
  /** @param {HTMLElement} place @param {Texts} texts */
  constructor(place, texts) {
    this.place = place;
    this.texts = texts;
    /** @type {LiveState | null} */
    this.state = null;
    this.asked = "";
  }

  clear() {
    this.place.replaceChildren();
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.place.append(make("p", "", text));
    while (this.place.childElementCount > KEPT) this.place.firstElementChild?.remove();
  }

  // A state of the match; what it was when somebody arrived stands in the heading of the screen.
  /** @param {LiveState} state */
  follow(state) {
    const before = this.state;
    this.state = state;
    if (!before) return;
    const isNew = state.ply !== before.ply || state.status !== before.status;
    const next = isNew ? state.awaits : state.awaits.filter((each) => !before.awaits.includes(each));
    this.say([...this.happened(before, state), ...next].join(" "));
  }

  /** @param {LiveState} before @param {LiveState} state */
  happened(before, state) {
    if (state.ply < before.ply) return [this.texts.taken_back];
    const missed = state.moves.slice(before.ply, -1).map((move) => `${move}.`);
    return state.ply > before.ply ? [...missed, state.moved] : [];
  }

  // The question about the next touch in the middle of a turn.
  /** @param {string} text */
  ask(text) {
    if (text !== this.asked) this.say(text);
    this.asked = text;
  }
}
