// The screen of a game: its board, what can be begun, its rules with positions of them, its variants and its sources.
import "../board/papan-board.js";
import { stillTable } from "../board/view.js";
import { make } from "../texts.js";

export class GameScreen {
  constructor(app, key) {
    this.app = app;
    this.key = key; // any name of the game, as it stands in the address
    this.texts = app.texts;
    this.game = null;
    this.boards = new Map(); // the positions that the boards show
    this.root = app.fromTemplate("game");
    this.load();
  }

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

  heard(frame) {
    if (frame.type === "me") this.drawBoards();
  }

  async load() {
    try {
      const answer = await fetch(`/game/${this.texts.language}/${this.key}`);
      const found = await answer.json();
      if (answer.ok) this.show(found);
      else this.fail(found.text);
    } catch {
      this.fail(this.texts.not_loaded);
    }
  }

  // What could not be fetched is fetched again when the connection is back.
  fail(text) {
    this.part("no-game").hidden = false;
    this.part("no-game-text").textContent = text;
  }

  show(game) {
    this.game = game;
    this.part("no-game").hidden = true;
    this.part("game").hidden = false;
    this.part("game-name").textContent = game.name;
    this.part("game-easy").hidden = !game.easy;
    this.part("game-summary").textContent = [game.summary, game.likeness].filter(Boolean).join(" ");
    this.part("game-start").replaceWith(this.board(game.pictures[0], "game-start"));
    this.showButtons();
    this.part("game-rules").replaceChildren(...game.sections.map((section) => this.section(section)));
    this.part("game-variants").hidden = !game.variants.length;
    this.part("game-variants")
      .querySelector("ul")
      .replaceChildren(...game.variants.map((each) => variant(each)));
    this.part("game-sources-title").textContent = game.sources.title;
    this.part("game-sources").replaceChildren(...told(game.sources.lines));
    this.drawBoards();
    this.app.draw();
  }

  showButtons() {
    const { key, name } = this.game;
    const [now, other] = [make("button", "main", this.texts.play_now), make("button", "", this.texts.choose)];
    for (const button of [now, other]) button.type = "button";
    now.setAttribute("aria-label", `${this.texts.play_now}: ${name}`);
    now.addEventListener("click", () => this.app.playNow(key));
    other.addEventListener("click", () => this.app.choose(key));
    this.part("game-begin").replaceChildren(now, other);
  }

  section({ key, title, lines }) {
    const section = make("section");
    const pictures = make("div", "positions");
    pictures.append(
      ...this.game.pictures
        .slice(1)
        .filter((each) => each.section === key)
        .map((each) => this.figure(each)),
    );
    section.append(make("h2", "", title), ...told(lines));
    if (pictures.childElementCount) section.append(pictures);
    return section;
  }

  figure(picture) {
    const figure = make("figure");
    figure.append(this.board(picture, ""), make("figcaption", "", picture.caption));
    return figure;
  }

  board(picture, id) {
    const board = make("papan-board");
    board.id = id;
    board.still = true;
    board.setAttribute("aria-label", picture.alt);
    this.boards.set(board, picture);
    return board;
  }

  drawBoards() {
    const { app, game } = this;
    for (const [board, picture] of this.boards) {
      board.show(stillTable({ ...picture, ruleset: game.key, theme: app.theme, pieces: game.pieces }), game.build);
    }
  }
}

// The sentences as a list; what follows a dash belongs to the line above it.
function told(lines) {
  const list = make("ul", "told");
  for (const line of lines) {
    if (line.startsWith("- ")) list.lastElementChild.append(make("p", "", line.slice(2)));
    else list.append(make("li", "", line));
  }
  return [list];
}

function variant({ key, name, difference }) {
  const item = make("li");
  const link = make("a", "", name);
  link.href = `/g/${key}`;
  item.append(link, make("p", "", difference));
  return item;
}
