// The screen of a game: its board, what can be begun, its rules with positions of them, its variants and its sources.
/** @import { Elements, GameVariant, SentFrame } from "../../types/given" */
/** @import { Game } from "../../types/page" */
/** @import { App } from "../main.js" */
import { Examples, fetchGame, told } from "../parts/examples.js";
import { make } from "../texts.js";

export class GameScreen {
  /** @param {App} app @param {string} key */
  constructor(app, key) {
    this.app = app;
    this.key = key; // any name of the game, as it stands in the address
    this.texts = app.texts;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Examples | null} */
    this.examples = null;
    this.root = app.fromTemplate("game");
    this.load();
  }

  /** @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  get title() {
    return this.game?.name ?? "";
  }

  shown() {}

  hidden() {}

  seated() {
    if (!this.game) this.load();
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "me") this.examples?.draw();
  }

  async load() {
    try {
      const { ok, game } = await fetchGame(this.texts.language, this.key);
      if (ok) this.show(game);
      else this.fail(game.text);
    } catch {
      this.fail(this.texts.not_loaded);
    }
  }

  // What could not be fetched is fetched again when the connection is back.
  /** @param {string} text */
  fail(text) {
    this.part("no-game").hidden = false;
    this.part("no-game-text").textContent = text;
  }

  /** @param {Game} game */
  show(game) {
    this.game = game;
    this.part("no-game").hidden = true;
    this.part("game").hidden = false;
    this.part("game-name").textContent = game.name;
    this.part("game-easy").hidden = !game.easy;
    this.part("game-summary").textContent = [game.summary, game.likeness].filter(Boolean).join(" ");
    this.examples = new Examples(this.app, game);
    const start = this.examples.board(game.pictures[0]);
    start.id = "game-start";
    this.part("game-start").replaceWith(start);
    this.showButtons(game);
    this.part("game-rules").replaceChildren(...this.examples.sections);
    this.part("game-variants").hidden = !game.variants.length;
    this.part("game-variants")
      .querySelector("ul")
      ?.replaceChildren(...game.variants.map((each) => variant(each)));
    this.part("game-sources-title").textContent = game.sources.title;
    this.part("game-sources").replaceChildren(told(game.sources.lines));
    this.examples.draw();
    this.app.draw();
  }

  /** @param {Game} game */
  showButtons({ key, name }) {
    const [now, other] = [make("button", "main", this.texts.play_now), make("button", "", this.texts.choose)];
    for (const button of [now, other]) button.type = "button";
    const edit = make("a", "link", this.texts.edit_title);
    edit.href = `/edit/${key}`;
    now.setAttribute("aria-label", `${this.texts.play_now}: ${name}`);
    now.addEventListener("click", () => this.app.playNow(key));
    other.addEventListener("click", () => this.app.choose(key));
    this.part("game-begin").replaceChildren(now, other, edit);
  }
}

/** @param {GameVariant} variant */
function variant({ key, name, difference }) {
  const item = make("li");
  const link = make("a", "", name);
  link.href = `/g/${key}`;
  item.append(link, make("p", "", difference));
  return item;
}
