// The screen of one match: its board under the hand, the words beside it, its buttons, and what is answered.
import "../board/papan-board.js";
import { question } from "../board/asks.js";
import { Connection } from "../connection.js";
import { Door } from "../door.js";
import { Log, words } from "../log.js";
import { copy, pageTexts, toast } from "../page.js";

const element = (id) => document.getElementById(id);

class Match {
  constructor(texts, code) {
    this.texts = texts;
    this.code = code;
    this.version = 0;
    this.seen = 0;
    this.turns = new Set(); // the events of turns that are on their way
    this.past = null; // the position that is looked at, where it is not the present one
    this.flipped = false;
    this.connection = new Connection(this);
    this.door = new Door(this.connection, texts, "");
    this.log = new Log(element("log"), texts, {
      press: (message, payload, values) => this.connection.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.connection.wish({ type: "dismiss", message }),
      copy: (link, words) => copy(link, texts, words),
    });
    this.board = element("board");
    this.board.texts = texts;
    this.board.addEventListener("turn", ({ detail }) => this.play(detail));
    this.board.addEventListener("measured", ({ detail }) => {
      document.documentElement.style.setProperty("--wide", detail.wide);
    });
    this.board.addEventListener("forbidden", ({ detail }) => this.askWhyNot(detail.way));
    this.board.addEventListener("touched", () => this.touched());
    element("copy-link").addEventListener("click", () => copy(this.link, texts));
    element("typing").addEventListener("submit", (event) => this.type(event));
    document.addEventListener("keydown", (event) => this.letter(event));
    element("earlier").addEventListener("click", () => this.look(this.shownPly - 1));
    element("later").addEventListener("click", () => this.look(this.shownPly + 1));
    element("now").addEventListener("click", () => this.look(this.table.ply));
    element("flip").addEventListener("click", () => {
      this.flipped = !this.flipped;
      this.draw();
    });
    window.addEventListener("resize", () => { if (this.table) this.draw(); });
    this.connection.open();
  }

  get link() { return new URL(`/join/${this.code}`, location.href).href; }

  hello() { return { room: "", since: this.seen }; }

  stranger() { this.door.open(); }

  lost() {
    const since = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    element("offline").textContent = this.texts.offline.replace("{time}", since);
    element("offline").hidden = false;
  }

  seated(frame) {
    element("offline").hidden = true;
    this.build = frame.build;
    this.log.me = frame.name;
    this.door.close();
    this.connection.raw({ type: "watch", code: this.code, version: this.version });
  }

  heard(frame) {
    switch (frame.type) {
      case "refused": this.door.refuse(frame.text); break;
      case "table": if (frame.code === this.code) this.show(frame); break;
      case "past": if (frame.code === this.code) this.lookedAt(frame); break;
      case "no_table": element("ask").textContent = this.texts.no_match; break;
      case "messages": this.tell(frame); break;
      case "toast":
        this.door.answered();
        toast(frame.text);
        break;
      case "done": this.done(frame); break;
    }
  }

  // Only what is said to this person alone is shown beside the board.
  tell(frame) {
    if (frame.all) this.log.clear();
    for (const each of frame.messages) {
      this.seen = Math.max(this.seen, each.changed);
      if (each.private || each.deleted) this.log.show(each);
    }
  }

  show(table) {
    if (table.ply !== this.table?.ply) this.turns.clear();
    this.table = table;
    this.version = table.version;
    document.title = `${table.steps ? `${this.texts.turn}! ` : ""}${table.title} - Papan`;
    element("title").textContent = table.title;
    element("invite").hidden = table.status !== "invited";
    element("link").value = this.link;
    element("words").replaceWith(this.words(table));
    element("actions").replaceChildren(...table.actions.map((action) => this.button(action)));
    element("moves").replaceChildren(...table.moves.map((move, index) => this.listed(move, index + 1)));
    return this.draw();
  }

  listed(move, ply) {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    button.dataset.ply = ply;
    button.addEventListener("click", () => this.look(ply));
    line.append(button);
    return line;
  }

  get shownPly() { return this.past?.ply ?? this.table.ply; }

  // The board as it is looked at: the present one, or one that stood before, on which nothing can be touched.
  draw() {
    const { table, past } = this;
    const bottom = this.flipped ? 1 - table.bottom : table.bottom;
    const shown = past ? { ...table, ...past, steps: null, bottom } : { ...table, bottom };
    this.seat("seat-below", shown, bottom);
    this.seat("seat-above", shown, 1 - bottom);
    element("earlier").disabled = this.shownPly === 0;
    element("later").disabled = past === null;
    element("now").hidden = past === null;
    for (const button of element("moves").querySelectorAll("button")) {
      button.toggleAttribute("aria-current", Number(button.dataset.ply) === this.shownPly);
    }
    return this.board.show(shown, this.build);
  }

  // Looking back loses nothing: a move of the other does not lead away from here, and *now* leads back.
  look(ply) {
    if (!this.table || ply < 0) return;
    if (ply >= this.table.ply) {
      this.past = null;
      this.draw();
    } else {
      this.connection.raw({ type: "look", code: this.code, ply });
    }
  }

  lookedAt({ ply, cells, stacks, hands, last }) {
    this.past = { ply, cells, stacks, hands, last };
    this.draw();
  }

  words(table) {
    const line = words({ text: table.text, links: table.links });
    line.id = "words";
    line.setAttribute("aria-live", "polite");
    return line;
  }

  seat(id, table, side) {
    const level = table.levels[side];
    const hand = table.hands.filter(([letter]) => table.pieces[letter].side === side).map(([, count]) => count);
    const seat = element(id);
    seat.classList.toggle("to-move", table.turn === side && table.status === "playing");
    const parts = [table.names[side] || "?", table.sides[side]];
    if (hand.length) parts.push(this.texts.in_hand.replace("{count}", hand.reduce((sum, each) => sum + each, 0)));
    if (table.taken[1 - side]) parts.push(this.texts.taken.replace("{count}", table.taken[1 - side]));
    seat.textContent = parts.join(" · ");
    seat.dataset.level = level ?? "";
  }

  button(action) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = action.style;
    button.disabled = action.disabled;
    button.textContent = action.label;
    button.addEventListener("click", () => {
      this.connection.wish({ type: "wish", code: this.code, payload: action.payload, values: [] });
    });
    return button;
  }

  play({ picks, price }) {
    this.turns.add(this.connection.wish({ type: "turn", code: this.code, ply: this.table.ply, picks, price }));
  }

  // A turn that was not made goes back; what was said about it stands beside the board.
  done(frame) {
    if (this.turns.delete(frame.event) && !frame.done) this.board.takeBack();
  }

  // After each touch the question is the next one.
  touched() {
    const ask = element("ask");
    const next = this.past ? this.texts.before.replace("{count}", this.past.ply) : question(this.board);
    if (ask.textContent !== next) ask.textContent = next;
  }

  // The app says itself why a piece cannot go somewhere: it is asked with the move as text. It is not asked later,
  // when another position may allow it.
  askWhyNot(way) {
    if (!this.connection.seated) return;
    const move = way.map((point) => this.board.measures.names[point]).join("-");
    this.connection.wish({ type: "say", text: `/move ${this.code} ${move}`, reply: "" });
  }

  type(event) {
    event.preventDefault();
    const text = element("typed").value.trim();
    if (text) this.connection.wish({ type: "say", text: `/move ${this.code} ${text}`, reply: "" });
    element("typed").value = "";
  }

  // A letter key opens the field for a typed move.
  letter(event) {
    const typing = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey;
    if (typing || element("door").open || !/^[a-z@]$/i.test(event.key)) return;
    document.querySelector(".typed").open = true;
    element("typed").focus();
  }
}

const code = location.pathname.split("/")[2].toUpperCase();
new Match(await pageTexts(), code);
