// The rules of the game that is played, beside its board, which can be touched meanwhile.
/** @import { MatchScreen } from "../screens/match.js" */
import { make } from "../texts.js";
import { Examples, fetchGame, told } from "./examples.js";
import { toast } from "./toast.js";

class Rules {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.key = ""; // the game whose rules stand there
    /** @type {HTMLElement | null} */
    this.why = null; // the rule on top
    /** @type {Examples | null} */
    this.examples = null;
    this.title = make("h2");
    this.words = make("div", "read");
    this.words.tabIndex = 0;
    this.words.setAttribute("role", "group");
    const close = make("button", "small cross");
    close.type = "button";
    close.setAttribute("aria-label", screen.texts.dismiss);
    close.addEventListener("click", () => this.close());
    const head = make("div", "tools");
    head.append(this.title, close);
    this.panel = make("section", "panel rules");
    this.panel.append(head, this.words);
    this.panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    screen.part("actions").after(this.panel);
  }

  // Where it is open already, the same button closes it.
  async toggle() {
    if (this.screen.root.dataset.part === "rules") this.close();
    else await this.open("");
  }

  // With the rule on top that forbids a move for this reason.
  /** @param {string} reason */
  async open(reason) {
    if (!(await this.fill())) return;
    this.why?.remove();
    const { examples } = this;
    if (!examples) return;
    const card = examples.game.refusals.find((each) => each.reason === reason);
    if (card) {
      this.why = make("section", "why");
      const position = make("div", "positions");
      position.append(examples.figure(card.picture));
      this.why.append(make("h2", "", card.title), told(card.lines), position);
      this.words.prepend(this.why);
    }
    this.screen.drawn.turnTo("rules");
    examples.draw();
    this.words.scrollTop = 0;
    this.words.focus({ preventScroll: true });
  }

  close() {
    this.screen.drawn.turnTo("board");
    const cells = [...this.screen.part("actions").querySelectorAll("button")];
    const opener = cells.find(({ textContent }) => textContent === this.screen.texts.rules);
    (opener ?? cells.at(-1))?.focus({ preventScroll: true }); // at the end it stands behind the last
  }

  async fill() {
    const { app, state, texts } = this.screen;
    if (this.key === state.ruleset) return true;
    const { ok, game } = await fetchGame(texts.language, state.ruleset).catch(() => ({ ok: false, game: null }));
    if (!ok) {
      toast(game?.text ?? texts.not_loaded);
      return false;
    }
    this.key = state.ruleset;
    this.examples = new Examples(app, game);
    this.title.textContent = game.name;
    this.words.setAttribute("aria-label", texts.rules);
    this.words.replaceChildren(...this.examples.sections);
    return true;
  }
}

export { Rules as Fetched };
