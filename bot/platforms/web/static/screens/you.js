// The screen of somebody who plays here on another device already: they give the code that stands there, and are the
// same person here once they have said there that it was them.
/** @import { SentFrame, TicketSentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
import { identity } from "../identity.js";
import { toast } from "../parts/toast.js";
import { filled, make } from "../texts.js";

const ASKED_EVERY = 2000; // milliseconds between two looks at what was said

export class YouScreen {
  /** @param {App} app */
  constructor(app) {
    const { texts } = app;
    this.app = app;
    this.texts = texts;
    this.ticket = "";
    this.name = "";
    this.given = location.hash.slice(1); // by a scanned address; it is given at once, and asked for there
    this.root = make("main", "about devices");
    this.form = make("form", "line");
    this.form.autocomplete = "off";
    const [label, give] = [make("label", "", texts.you_code), make("button", "main", texts.you_give)];
    this.field = make("input");
    Object.assign(this.field, { id: "you-code", type: "text", maxLength: 20, required: true, spellcheck: false });
    this.field.setAttribute("autocapitalize", "characters");
    label.htmlFor = this.field.id;
    this.form.append(label, this.field, give);
    this.form.addEventListener("submit", (event) => this.give(event));
    this.words = make("p", "told");
    this.words.setAttribute("role", "status");
    this.note = make("p", "", texts.you_note);
    this.root.append(make("h1", "", this.title), this.note, this.form, this.words);
  }

  get title() {
    return this.texts.you_title;
  }

  shown() {
    this.field.value = this.given;
    this.timer = setInterval(() => this.look(), ASKED_EVERY);
    if (this.app.isOnline) this.seated();
  }

  hidden() {
    clearInterval(this.timer);
  }

  seated() {
    if (!this.given) return;
    this.given = "";
    history.replaceState(null, "", "/you"); // whoever comes back here gives it no second time
    this.send();
  }

  /** @param {SubmitEvent} event */
  give(event) {
    event.preventDefault();
    this.send();
  }

  send() {
    this.words.textContent = "";
    this.app.connection.raw({ type: "code", code: this.field.value });
  }

  look() {
    if (this.ticket) this.app.connection.raw({ type: "ticket", ticket: this.ticket });
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "refused_code") {
      this.words.textContent = frame.text;
      this.field.focus();
    }
    if (frame.type === "ticket") this.told(frame);
  }

  /** @param {TicketSentFrame} frame */
  told({ state, ticket, name, secret }) {
    if (ticket) [this.ticket, this.name] = [ticket, name];
    if (!this.ticket) return; // it was told before
    this.form.hidden = this.note.hidden = state === "waits";
    if (state === "waits") {
      this.words.textContent = filled(this.texts.you_waits, { name: this.name });
      return;
    }
    this.ticket = "";
    if (state === "yes") this.become(name, secret);
    else this.words.textContent = state === "no" ? this.texts.you_no : this.texts.you_over;
  }

  // Whoever was here before stays among those who can come back.
  /** @param {string} name @param {string} secret */
  become(name, secret) {
    identity.keep({ secret, name });
    this.app.connection.greet();
    this.app.go("/");
    toast(filled(this.texts.you_done, { name }));
  }
}
