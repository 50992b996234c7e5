// The key of the common room: whoever enters it manages the room.
/** @import { App } from "../main.js" */
import { make } from "../texts.js";

export class KeyForm {
  /** @param {HTMLFormElement} form @param {App} app */
  constructor(form, app) {
    this.form = form;
    this.app = app;
    /** @type {boolean | null} */
    this.manages = null;
    this.field = make("input");
    this.refused = make("p", "refused");
    form.addEventListener("submit", (event) => this.enter(event));
  }

  // `manages`: does this person manage it? There is none where that is null. What was typed stays, but once it was the key.
  /** @param {boolean | null} manages */
  draw(manages) {
    this.form.hidden = manages === null;
    if (this.form.hidden || this.manages === manages) return;
    this.manages = manages;
    this.form.replaceChildren(
      make("h3", "", this.app.texts.common_room),
      ...(manages ? this.managing() : this.entering()),
    );
  }

  managing() {
    const told = make("p", "", this.app.texts.manages);
    told.setAttribute("role", "status");
    return [told];
  }

  entering() {
    const { texts } = this.app;
    const { field, refused } = this;
    const label = make("label", "", texts.room_key);
    const line = make("div", "line");
    const note = make("p", "", texts.room_key_note);
    label.htmlFor = "me-key";
    Object.assign(field, { id: "me-key", type: "text", maxLength: 256, required: true, spellcheck: false });
    field.setAttribute("aria-describedby", "me-key-note");
    Object.assign(refused, { id: "me-key-refused", hidden: true });
    refused.setAttribute("role", "alert");
    note.id = "me-key-note";
    line.append(field, make("button", "", texts.enter_key));
    return [label, line, refused, note];
  }

  /** @param {SubmitEvent} event */
  enter(event) {
    event.preventDefault();
    this.refused.hidden = true;
    this.app.wish({ type: "manage", key: this.field.value });
  }

  /** @param {string} text */
  refuse(text) {
    this.refused.textContent = text;
    this.refused.hidden = false;
    this.field.focus();
  }
}
