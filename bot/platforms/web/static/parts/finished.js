// The matches that somebody has finished, each as it ended: the latest first, and as many more as are asked for.
/** @import { FinishedMatchesFrame } from "../../types/given" */
/** @import { LobbyScreen } from "../screens/lobby.js" */
import { make } from "../texts.js";
import { keepFocus } from "./focus.js";

export class Finished {
  /** @param {LobbyScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.list = /** @type {HTMLElement} */ (screen.part("finished").querySelector("ul"));
    this.more = make("button", "", screen.texts.more);
    this.more.type = "button";
    this.more.addEventListener("click", () => this.ask(this.shown));
    this.list.after(this.more);
    this.more.hidden = true;
    this.shown = 0; // so many have been passed, those that cannot be read too
  }

  /** @param {number} skipped */
  ask(skipped) {
    this.screen.app.connection.raw({ type: "finished", skipped });
  }

  /** @param {FinishedMatchesFrame} frame */
  tell({ matches, skipped, next }) {
    const { screen, list, more } = this;
    if (skipped && skipped !== this.shown) return; // it was asked for twice
    const added = matches.map((match) => screen.match(match, screen.boards));
    this.shown = next ?? 0;
    if (skipped) list.append(...added);
    else keepFocus(list, () => list.replaceChildren(...added));
    if (skipped && more === document.activeElement) added[0]?.querySelector("a")?.focus();
    more.hidden = next === null;
    screen.part("none-finished").hidden = list.childElementCount > 0;
  }
}
