// The line people write in: commands complete themselves, a board can be answered.
/** @import { CardShown, Elements, SuggestionShown, Texts } from "../../types/given" */

const ASK_AFTER = 80;
// Elsewhere, to have the keyboard at the line would cover half the screen with keys.
const WITH_KEYS = matchMedia("(hover: hover) and (pointer: fine)");

export class Completion {
  /** @param {HTMLElement} root @param {{ send(text: string, reply: string): void, complete(line: string): void }} acts @param {Texts} texts */
  constructor(root, acts, texts) {
    this.root = root;
    this.acts = acts;
    this.texts = texts;
    this.line = this.part("line");
    this.list = this.part("suggestions");
    this.reply = "";
    /** @type {string[]} */
    this.lines = [];
    this.chosen = -1;
    this.part("composer").addEventListener("submit", (event) => this.submit(event));
    this.part("answering-cancel").addEventListener("click", () => this.answer(null));
    this.line.addEventListener("input", () => this.typed());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.line.addEventListener("blur", () => setTimeout(() => this.hide(), 150));
  }

  /** @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  // What is written next goes into the line, but for those who go from button to button by keyboard, choose in a menu
  // or have marked some text.
  invite() {
    const at = document.activeElement;
    if (WITH_KEYS.matches && !at?.matches("select, :focus-visible") && getSelection()?.isCollapsed) {
      this.line.focus({ preventScroll: true });
    }
  }

  /** @param {CardShown | null} message */
  answer(message) {
    this.reply = message?.id ?? "";
    this.part("answering").hidden = !message;
    const code = message?.title.split(" ")[0] ?? "";
    this.part("answering-text").textContent = this.texts.answering.replace("{code}", code);
    this.line.focus();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const text = this.line.value.trim();
    if (!text) return;
    this.acts.send(text, this.reply);
    clearTimeout(this.asking);
    this.line.value = "";
    this.hide();
    if (this.reply) this.answer(null);
  }

  typed() {
    clearTimeout(this.asking);
    if (!this.line.value.startsWith("/")) {
      this.hide();
      return;
    }
    this.asking = setTimeout(() => this.acts.complete(this.line.value), ASK_AFTER);
  }

  /** @param {string} line @param {SuggestionShown[]} found */
  suggest(line, found) {
    if (line !== this.line.value || !line.startsWith("/")) return;
    this.lines = found.map((each) => each.line);
    this.chosen = -1;
    this.list.replaceChildren(
      ...found.map((each, number) => {
        const item = document.createElement("li");
        item.setAttribute("role", "option");
        item.id = `suggestion-${number}`;
        item.textContent = each.label;
        item.addEventListener("mousedown", (event) => {
          event.preventDefault();
          this.take(number);
        });
        return item;
      }),
    );
    this.list.hidden = found.length === 0;
    this.line.setAttribute("aria-expanded", String(found.length > 0));
    this.line.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.mark((this.chosen + step + this.lines.length) % this.lines.length);
    } else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.take(Math.max(this.chosen, 0));
    } else if (event.key === "Enter" && this.chosen >= 0) {
      event.preventDefault();
      this.take(this.chosen);
    } else if (event.key === "Escape") {
      this.hide();
    }
  }

  /** @param {number} number */
  mark(number) {
    this.chosen = number;
    [...this.list.children].forEach((item, each) => item.setAttribute("aria-selected", String(each === number)));
    this.list.children[number].scrollIntoView({ block: "nearest" });
    this.line.setAttribute("aria-activedescendant", `suggestion-${number}`);
  }

  /** @param {number} number */
  take(number) {
    this.line.value = this.lines[number];
    this.line.focus();
    this.hide();
    this.typed();
  }

  hide() {
    this.list.hidden = true;
    this.line.setAttribute("aria-expanded", "false");
    this.line.removeAttribute("aria-activedescendant");
  }
}
