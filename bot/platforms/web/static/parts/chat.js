// What has been said: one list item a message, changed in place when the message changes.
/** @import { CardShown, MessagesFrame, SaidShown, Texts } from "../../types/given" */
/** @import { Acts } from "../../types/page" */
import { Cards, renew } from "./card.js";
import { keepFocus, keepInSight } from "./focus.js";

const LET_GO_AFTER = 50; // ms: on a touch screen the click comes a little after the finger has left

export class Log {
  /** @param {HTMLElement} list @param {Texts} texts @param {Acts} acts */
  constructor(list, texts, acts) {
    this.list = list;
    this.cards = new Cards(texts, acts);
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    /** @type {(SaidShown | CardShown)[] | null} */
    this.held = null;
    this.seen = 0; // the number of the latest change that is shown
    list.addEventListener("pointerdown", () => {
      if (this.held) return;
      this.held = [];
      const held = new AbortController();
      const letGo = () => {
        held.abort();
        setTimeout(() => this.letGo(), LET_GO_AFTER);
      };
      for (const end of ["pointerup", "pointercancel"]) {
        document.addEventListener(end, letGo, { signal: held.signal });
      }
    });
  }

  get isEmpty() {
    return this.items.size === 0;
  }

  // The number of the newest message.
  get last() {
    return Number(/** @type {HTMLElement | null} */ (this.list.lastElementChild)?.dataset.seq ?? 0);
  }

  // From this message on it is new.
  /** @param {{ id: string }} message @param {string} text */
  mark({ id }, text) {
    for (const marked of this.list.querySelectorAll("[data-new]")) delete marked.dataset.new;
    const item = this.items.get(id);
    if (item) item.dataset.new = text;
  }

  /** @param {string} name */
  set me(name) {
    this.cards.me = name;
  }

  // Messages as they come in a frame; all that stand in the room, or those that have changed.
  /** @param {Pick<MessagesFrame, "all" | "messages">} frame */
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
    if (held.length) this.list.dispatchEvent(new Event("settled"));
  }

  /** @param {SaidShown | CardShown} message */
  show(message) {
    if (this.held) {
      this.held.push(message);
      return;
    }
    const old = this.items.get(message.id);
    if (message.deleted) {
      if (old) keepFocus(this.list, () => old.remove());
      this.items.delete(message.id);
      return;
    }
    const item = this.cards.item(message);
    item.dataset.id = message.id;
    item.id = `message-${message.id}`;
    item.dataset.seq = String(message.seq);
    if (old) {
      this.change(old, item);
    } else {
      this.items.set(message.id, item);
      this.add(item);
    }
  }

  /** @param {HTMLElement} item */
  add(item) {
    const after = [...this.list.querySelectorAll("li")].find(
      (other) => Number(other.dataset.seq) > Number(item.dataset.seq),
    );
    this.list.insertBefore(item, after ?? null);
    if (!after) keepInSight(item);
  }

  // The control that had the focus keeps it, so that the keyboard does not lose its place. The board goes on as it is,
  // also in the middle of a move, and the words stay where they are, so that only new ones are told.
  /** @param {HTMLElement} old @param {HTMLElement} item */
  change(old, item) {
    const last = old === this.list.lastElementChild;
    const [card, newer] = [old, item].map((each) => each.querySelector(".card"));
    keepFocus(
      old,
      () => (card && newer ? refill(card, newer) : old.replaceChildren(...item.children)),
      () => old.querySelector(".controls button:not(:disabled)") ?? old,
    );
    if (last) keepInSight(old);
  }
}

// Is a position touched there (card.js)?
/** @param {HTMLElement} place @returns {place is HTMLElement & { message: CardShown, draw(newer: CardShown): void }} */
function isTouched(place) {
  return "draw" in place;
}

// What a card has now, around what stays in it.
/** @param {HTMLElement} card @param {HTMLElement} newer */
function refill(card, newer) {
  const stay = [".words", ".live", ".touched"].flatMap((name) => {
    const [old, next] = [card, newer].map((each) => each.querySelector(`:scope > ${name}`));
    return old && next ? [{ old, next }] : [];
  });
  for (const child of Array.from(card.children)) if (!stay.some(({ old }) => old === child)) child.remove();
  for (const { old, next } of stay) {
    while (newer.firstChild && newer.firstChild !== next) old.before(newer.firstChild);
    next.remove();
    if (old.matches(".words")) renew(old, next);
    else if (isTouched(old) && isTouched(next)) old.draw(next.message);
    else old.firstElementChild?.setAttribute("aria-label", next.firstElementChild?.getAttribute("aria-label") ?? "");
  }
  card.append(...newer.childNodes);
}
