// What has been said: one list item a message, changed in place when the message changes.
import { Cards } from "./card.js";
import { keepInSight } from "./sight.js";

const LET_GO_AFTER = 50; // ms: on a touch screen the click comes a little after the finger has left

export class Log {
  constructor(list, texts, acts) {
    this.list = list;
    this.cards = new Cards(texts, acts);
    this.items = new Map();
    this.held = null;
    this.seen = 0; // the number of the latest change that is shown
    list.addEventListener("pointerdown", () => {
      this.held ??= [];
      for (const end of ["pointerup", "pointercancel"]) {
        document.addEventListener(end, () => setTimeout(() => this.letGo(), LET_GO_AFTER), { once: true });
      }
    });
  }

  get isEmpty() { return this.items.size === 0; }

  set me(name) { this.cards.me = name; }

  // Messages as they come in a frame; all that stand in the room, or those that have changed.
  tell({ all, messages }) {
    if (all) this.clear();
    for (const each of messages) {
      this.seen = Math.max(this.seen, each.changed);
      this.show(each);
    }
  }

  clear() {
    this.items.clear();
    this.list.replaceChildren();
  }

  // What changes under a finger waits: a button that is replaced while it is pressed would never be clicked.
  letGo() {
    const held = this.held ?? [];
    this.held = null;
    for (const message of held) this.show(message);
  }

  show(message) {
    if (this.held) {
      this.held.push(message);
      return;
    }
    const old = this.items.get(message.id);
    if (message.deleted) {
      old?.remove();
      this.items.delete(message.id);
      return;
    }
    const item = this.cards.item(message);
    item.dataset.id = message.id;
    item.id = `message-${message.id}`;
    item.dataset.seq = message.seq;
    this.items.set(message.id, item);
    if (old) this.change(old, item);
    else this.add(item);
  }

  add(item) {
    const after = [...this.list.children].find((other) => Number(other.dataset.seq) > Number(item.dataset.seq));
    this.list.insertBefore(item, after ?? null);
    if (!after) keepInSight(item);
  }

  // The control that had the focus keeps it, so that the keyboard does not lose its place.
  change(old, item) {
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.payload : null;
    const last = old === this.list.lastElementChild;
    const [board, next] = [old, item].map((each) => each.querySelector("papan-board"));
    if (board && next) {
      board.setAttribute("aria-label", next.getAttribute("aria-label"));
      next.replaceWith(board); // it goes on as it is, also in the middle of a move
    }
    old.replaceWith(item);
    if (focused) {
      const again = [...item.querySelectorAll("button")].find((button) => button.dataset.payload === focused);
      (again ?? item.querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
    }
    if (last) keepInSight(item);
  }
}
