// What next: the ways on from a match that is over, and the first two of them as chips. They stand over what the part
// *About* says, which has their name meanwhile: in a further tab's place the others would move.
/** @import { ActionShown } from "../../types/given" */
/** @import { MatchScreen } from "../screens/match.js" */
import { make } from "../texts.js";
import { ICONS, drawing } from "./actions.js";
import { keepFocus } from "./focus.js";

const CHIPS = 2;
const STAR = "m12 4 2.5 5.2 5.5.7-4 3.9 1 5.7-5-2.8-5 2.8 1-5.7-4-3.9 5.5-.7z";
/** @type {Record<string, string>} */
const OWN_ICONS = {
  level: "M5 20v-5M12 20v-9M19 20V5",
  own_puzzles: "M12 3v3M12 18v3M3 12h3M18 12h3M12 8.5 15.5 12 12 15.5 8.5 12z",
};

class Next {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    const { texts } = screen;
    this.screen = screen;
    this.list = make("div", "ways");
    this.panel = make("section", "what-next");
    this.panel.setAttribute("aria-label", texts.what_next);
    this.panel.append(make("h2", "", texts.what_next), this.list);
    this.chips = make("div", "chips");
    this.tab = /** @type {HTMLElement} */ (screen.root.querySelector(".parts [data-part=about]"));
    this.about = [...this.tab.childNodes];
    this.shown = "";
  }

  draw() {
    const { screen } = this;
    const ways = screen.state.actions.filter(({ place }) => place === "next");
    const shown = JSON.stringify(ways);
    if (shown === this.shown) return;
    this.shown = shown;
    screen.root.classList.toggle("ways-on", ways.length > 0);
    if (!ways.length) return this.leave();
    if (!this.chips.isConnected) {
      screen.part("actions").after(this.chips);
      screen.part("title").before(this.panel);
      this.tab.replaceChildren(drawing(STAR), make("span", "", screen.texts.next));
    }
    keepFocus(this.panel, () => this.list.replaceChildren(...ways.map((way) => this.way(way))));
    // The look back has a button in the row.
    const open = ways.filter(({ kind, disabled }) => kind !== "analyse" && !disabled).slice(0, CHIPS);
    screen.root.classList.toggle("chips-on", open.length > 0);
    keepFocus(this.chips, () => this.chips.replaceChildren(...open.map((way) => this.chip(way))));
    screen.drawn.markTab();
  }

  // The last move was taken back, or somebody else looks on in this window now.
  leave() {
    for (const each of [this.panel, this.chips]) each.remove();
    this.tab.replaceChildren(...this.about);
    this.screen.root.classList.remove("chips-on");
    this.screen.drawn.markTab();
  }

  /** @param {ActionShown} action */
  way(action) {
    const button = this.button(action, "way");
    const words = make("span");
    words.append(make("b", "", action.label), " ", make("small", "", action.explained));
    button.append(words);
    return button;
  }

  /** @param {ActionShown} action */
  chip(action) {
    const button = this.button(action, "chip");
    button.append(make("span", "", action.label));
    return button;
  }

  /** @param {ActionShown} action @param {string} name */
  button(action, name) {
    const button = make("button", name);
    button.type = "button";
    button.append(drawing(OWN_ICONS[action.kind] ?? ICONS[action.kind]));
    if (action.disabled) button.setAttribute("aria-disabled", "true");
    else button.addEventListener("click", () => this.screen.press(action));
    return button;
  }
}

export { Next as Fetched };
