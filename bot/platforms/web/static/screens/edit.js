// The screen on which a position is set up: a kind of piece is chosen, then the points are touched on which it stands.
// The server says what such a position is as text, and why nobody can play on from it.
/** @import { EditedFrame, SentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
/** @typedef {Pick<EditedFrame, "cells" | "stacks" | "hands" | "turn" | "opening">} Placed */
import "../board/papan-board.js";
import { NOTHING, stillState } from "../board/view.js";
import { Log } from "../parts/chat.js";
import { toast } from "../parts/toast.js";
import { screenAt } from "../router.js";
import { filled, make } from "../texts.js";

const FREE = ".";
let asked = 0;

export class EditScreen {
  /** @param {App} app @param {string} key */
  constructor(app, key) {
    const { texts } = app;
    this.app = app;
    this.key = key; // any name of the game, as it stands in the address
    this.texts = texts;
    /** @type {EditedFrame} */
    this.edited = NOTHING; // as the server has it, once it has answered
    /** @type {Placed | null} */
    this.placed = null; // what stands on the board, which may be newer
    /** @type {string | null} */
    this.text = new URLSearchParams(location.search).get("from")?.replaceAll("_", " ") ?? null; // what is to be read
    this.event = ""; // the question that is not answered yet: there is one at a time
    this.isStale = false; // something has changed since it was asked
    this.isStart = false; // it was about the start
    this.refusal = ""; // what was said to a text that could not be read
    /** @type {(() => void) | null} */
    this.next = null; // what is done once it is answered
    this.kind = FREE;
    /** @type {import("../parts/sheet.js").Sheet | null} */
    this.sheet = null;

    this.heading = make("h1");
    this.board = make("papan-board");
    this.board.texts = texts;
    this.board.coordinates = app.device.get("coordinates");
    this.board.addEventListener("untimely", ({ detail }) => this.put(detail.point));
    this.board.addEventListener("measured", ({ detail }) => {
      this.root.style.setProperty("--wide", String(detail.wide));
      this.root.dataset.stands = "";
    });
    this.tray = make("fieldset", "tray");
    this.words = make("p", "words");
    this.words.setAttribute("role", "status");
    this.play = button(texts.play_from, () => this.whenAnswered(() => this.begin()), "main");
    this.analyse = button(texts.analyse_it, () => this.whenAnswered(() => app.ask(`/analyse ${this.edited.text}`)));
    this.sides = make("fieldset", "options");
    this.hands = make("div", "hands");
    this.field = make("input");
    this.list = make("ol", "log");
    this.list.setAttribute("aria-live", "polite");
    this.list.setAttribute("aria-label", texts.answers);
    this.log = new Log(this.list, texts, app.acts);
    this.root = make("main", "edit");
    this.root.append(this.heading, this.live(), this.beside());
  }

  live() {
    const live = make("div", "live");
    live.append(this.board);
    return live;
  }

  beside() {
    const { texts, field } = this;
    const [beside, ways, whole] = [make("div", "beside"), make("div", "buttons"), make("div", "buttons")];
    const [written, line] = [make("label", "written", texts.position_text), make("div", "line")];
    ways.append(this.play, this.analyse);
    whole.append(
      button(texts.set_empty, () => this.clear()),
      button(texts.set_start, () => this.read(null)),
    );
    Object.assign(field, { type: "text", spellcheck: false, autocomplete: "off", id: "position" });
    field.addEventListener("change", () => this.read(field.value));
    field.addEventListener("input", (event) => {
      if (/** @type {InputEvent} */ (event).inputType === "insertFromPaste") this.read(field.value);
    });
    written.htmlFor = field.id;
    line.append(
      field,
      button(texts.copy, () => this.copy()),
    );
    beside.append(this.tray, this.words, ways, this.sides, this.hands, whole, written, line, this.list);
    return beside;
  }

  get seen() {
    return this.log.seen;
  }

  get title() {
    return [this.texts.edit_title, this.edited?.game].filter(Boolean).join(": ");
  }

  shown() {
    if (this.app.isOnline) this.ask();
  }

  // The answer goes with its screen.
  hidden() {
    for (const id of this.log.items.keys()) this.app.acts.dismiss(id);
    this.sheet?.dialog.remove();
  }

  // What was asked over another connection is not answered.
  seated() {
    if (this.edited && !this.event && !this.isStale) return;
    this.event = "";
    this.isStale = false;
    this.ask();
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "edited" && frame.event === this.event) this.answered(frame);
    else if (frame.type === "done" && frame.event && frame.event === this.event) this.refused(frame.text);
    else if (frame.type === "messages" && frame.room === "#") this.log.tell(frame);
    else if (frame.type === "me" && this.edited) this.drawAll();
  }

  // ---- what is set up

  /** @param {number} point */
  put(point) {
    const { placed, kind } = this;
    if (!placed) return;
    const [cells, heights] = [[...placed.cells], new Map(placed.stacks)];
    const height = heights.get(point) ?? 1;
    const most = this.edited.tall.find(([letter, at]) => letter === kind && at === point)?.[2] ?? 1;
    heights.delete(point);
    if (cells[point] !== kind) cells[point] = kind;
    else if (height < most) heights.set(point, height + 1);
    else cells[point] = FREE;
    this.place({ cells: cells.join(""), stacks: [...heights] });
  }

  clear() {
    const { cells, hands } = this.placed ?? this.edited;
    const none = hands.map(([letter]) => /** @type {[string, number]} */ ([letter, 0]));
    this.place({ cells: FREE.repeat(cells.length), stacks: [], hands: none, opening: false });
  }

  /** @param {Partial<Placed>} change */
  place(change) {
    const { cells, stacks, hands, turn, opening } = { ...this.edited, ...this.placed, ...change };
    this.placed = { cells, stacks, hands, turn, opening };
    this.text = null;
    this.refusal = "";
    this.drawBoard();
    this.ask();
  }

  // A text, or the start.
  /** @param {string | null} text */
  read(text) {
    if (text !== null && (text === this.text || text.trim() === this.edited?.text)) return;
    this.placed = null;
    this.text = text;
    this.refusal = "";
    this.ask();
  }

  ask() {
    if (this.event) {
      this.isStale = true;
      return;
    }
    const { placed, text } = this;
    this.isStart = !placed && !text;
    const event = `edit-${++asked}`;
    const said = { type: /** @type {const} */ ("edit"), event, game: this.key, ...(placed ?? (text && { text })) };
    if (this.app.connection.raw(said)) this.event = event;
    else this.isStale = true;
  }

  // Something has changed since: it is asked about in place of what was.
  askAgain() {
    this.event = "";
    if (!this.isStale) return false;
    this.isStale = false;
    this.ask();
    return true;
  }

  /** @param {EditedFrame} frame */
  answered(frame) {
    const isOther = frame.ruleset !== this.edited?.ruleset;
    if (this.askAgain()) return;
    const { cells, stacks, hands, turn, opening, ruleset, text } = frame;
    this.edited = frame;
    this.placed = { cells, stacks, hands, turn, opening };
    this.text = null;
    this.key = ruleset;
    this.field.value = text;
    const written = encodeURI(text.slice(ruleset.length + 1).replaceAll(" ", "_"));
    // Another screen may be on its way.
    if (screenAt(location).name === "edit") {
      history.replaceState(null, "", `/edit/${ruleset}${this.isStart ? "" : `?from=${written}`}`);
    }
    if (isOther) this.drawAll();
    else this.draw();
    const { next } = this;
    this.next = null;
    if (!frame.problem) next?.();
  }

  // What cannot be read leaves the board as it is.
  /** @param {string} text */
  refused(text) {
    if (this.askAgain()) return;
    const isOfGame = this.text !== null;
    this.next = null;
    this.text = null;
    this.refusal = text;
    if (this.edited) {
      const { cells, stacks, hands, turn, opening } = this.edited;
      this.placed = { cells, stacks, hands, turn, opening };
      this.draw();
    } else {
      this.words.textContent = text;
      if (isOfGame) this.ask();
      else this.root.replaceChildren(this.words);
    }
  }

  // ---- what is done with it

  /** @param {() => void} act */
  whenAnswered(act) {
    if (this.event) this.next = act;
    else act();
  }

  async begin() {
    const found = await import("../parts/sheet.js").catch(() => this.app.missed());
    if (!found) return;
    const begin = (/** @type {object} */ fields) => this.app.begin({ ...fields, start: this.edited.text });
    this.sheet ??= new found.Sheet(this.texts, begin, true);
    this.sheet.open(this.key).catch(() => this.app.missed());
  }

  // Not every browser lets a page copy: then the text is chosen, and the person copies it.
  async copy() {
    this.field.select();
    try {
      await navigator.clipboard.writeText(this.field.value);
    } catch {
      return;
    }
    toast(this.texts.text_copied);
  }

  // ---- what is seen

  drawAll() {
    this.drawTray();
    this.draw();
    this.app.draw();
  }

  draw() {
    const { edited, refusal } = this;
    this.heading.textContent = edited.game;
    const text = refusal || edited.problem || this.texts.set_how;
    if (this.words.textContent !== text) this.words.textContent = text;
    this.words.classList.toggle("wrong", text !== this.texts.set_how);
    for (const each of [this.play, this.analyse]) each.disabled = edited.problem !== "";
    this.drawSides();
    this.drawHands();
    this.drawBoard();
  }

  drawBoard() {
    const { edited, placed, app } = this;
    this.board.dataset.label = edited.game;
    const { ruleset, pieces, sides } = edited;
    this.board.show(stillState({ ...(placed ?? edited), ruleset, pieces, sides, theme: app.theme }), app.build);
  }

  drawTray() {
    const { edited, texts, tray, app } = this;
    const { ruleset, pieces, sides } = edited;
    const letters = Object.keys(pieces);
    if (!letters.includes(this.kind)) this.kind = letters[0];
    const kinds = letters.map((letter) => {
      const { side, name } = pieces[letter];
      return this.choice(letter, `${sides[side]}: ${name}`, app.acts.piece(`${ruleset}-lying-${letter}-1`));
    });
    tray.replaceChildren(make("legend", "", texts.kinds), ...kinds, this.choice(FREE, texts.eraser));
  }

  /** @param {string} letter @param {string} name @param {HTMLElement} [picture] */
  choice(letter, name, picture) {
    const [label, input] = [make("label"), make("input")];
    Object.assign(input, { type: "radio", name: "kind", value: letter, checked: letter === this.kind });
    input.addEventListener("change", () => {
      this.kind = letter;
    });
    label.append(input, picture ?? name);
    if (picture) {
      input.setAttribute("aria-label", name);
      label.title = name;
    }
    return label;
  }

  drawSides() {
    const { sides, texts, edited } = this;
    const inputs = [...sides.querySelectorAll("input")];
    if (inputs.length && sides.dataset.of === edited.ruleset) {
      inputs.forEach((input, side) => {
        input.checked = side === edited.turn;
      });
      return;
    }
    sides.dataset.of = edited.ruleset;
    const options = edited.sides.map((name, turn) => {
      const [label, input] = [make("label"), make("input")];
      Object.assign(input, { type: "radio", name: "turn", checked: turn === edited.turn });
      input.addEventListener("change", () => this.place({ turn }));
      label.append(input, make("span", "", name));
      return label;
    });
    sides.replaceChildren(make("legend", "", texts.to_move), ...options);
  }

  // What is still to be placed, and whether pieces are first taken off.
  drawHands() {
    const { hands, edited, texts } = this;
    const inputs = [...hands.querySelectorAll("input")];
    if (hands.dataset.of === edited.ruleset) {
      for (const input of inputs) {
        const count = edited.hands.find(([letter]) => letter === input.name)?.[1];
        if (count === undefined) input.checked = edited.opening;
        else if (input !== document.activeElement || Number(input.value) !== count) input.value = String(count);
      }
      return;
    }
    hands.dataset.of = edited.ruleset;
    const fields = edited.hands.map(([letter, count]) => {
      const input = make("input");
      const most = edited.most.find(([other]) => other === letter)?.[1] ?? count;
      Object.assign(input, { type: "number", name: letter, min: "0", max: String(most), value: String(count) });
      input.addEventListener("change", () => this.hold(letter, input));
      const label = make("label", "", filled(texts.in_hand_of, { name: edited.pieces[letter].name }));
      label.append(input);
      return label;
    });
    hands.replaceChildren(...fields, ...(edited.opens ? [this.opening()] : []));
  }

  opening() {
    const [label, input] = [make("label", "tick"), make("input")];
    Object.assign(input, { type: "checkbox", name: FREE, checked: this.edited.opening });
    input.addEventListener("change", () => this.place({ opening: input.checked }));
    label.append(input, make("span", "", this.edited.opens));
    return label;
  }

  /** @param {string} letter @param {HTMLInputElement} input */
  hold(letter, input) {
    const count = Math.min(Math.max(Math.round(Number(input.value)) || 0, 0), Number(input.max));
    input.value = String(count);
    const { hands } = this.placed ?? this.edited;
    this.place({ hands: hands.map((each) => (each[0] === letter ? [letter, count] : each)) });
  }
}

/** @param {string} label @param {() => void} press */
function button(label, press, name = "") {
  const made = make("button", name, label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}
