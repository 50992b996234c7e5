// The buttons of a match. Each keeps its place: one that is closed for now leaves its place free, and one that opens
// later comes after the others, so that no finger presses another one than it was put on.
import { make } from "../texts.js";

export class Actions {
  // `place` is the element they stand in; press(action) presses one.
  constructor(place, press) {
    this.place = place;
    this.press = press;
    this.buttons = new Map(); // by their labels
    this.status = "";
  }

  draw({ actions, status }) {
    if (status !== this.status) this.clear();
    this.status = status;
    const open = new Set(actions.map(({ label }) => label));
    for (const [label, button] of this.buttons) button.classList.toggle("gone", !open.has(label));
    for (const action of actions) this.show(action);
  }

  clear() {
    this.buttons.clear();
    this.place.replaceChildren();
  }

  show(action) {
    if (!this.buttons.has(action.label)) this.buttons.set(action.label, this.add(action.label));
    const button = this.buttons.get(action.label);
    button.className = action.style;
    button.disabled = action.disabled;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it takes the place of the one before
    button.onclick = () => this.press(action);
  }

  add(label) {
    const button = make("button", "", label);
    button.type = "button";
    this.place.append(button);
    return button;
  }
}
