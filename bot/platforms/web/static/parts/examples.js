// The rules of a game as they are read: their sentences, with positions that show what they mean.
/** @import { GameSection, ShownPosition } from "../../types/given" */
/** @import { Game } from "../../types/page" */
/** @import { App } from "../main.js" */
/** @import { PapanBoard } from "../board/papan-board.js" */
import "../board/papan-board.js";
import { stillState } from "../board/view.js";
import { make } from "../texts.js";

/** @param {string} language @param {string} key */
export async function fetchGame(language, key) {
  const answer = await fetch(`/game/${language}/${encodeURIComponent(key)}`);
  return { ok: answer.ok, game: await answer.json() };
}

export class Examples {
  /** @param {App} app @param {Game} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {Map<PapanBoard, ShownPosition>} */
    this.boards = new Map(); // the positions that the boards show
  }

  get sections() {
    return this.game.sections.map((section) => this.section(section));
  }

  /** @param {GameSection} section */
  section({ key, title, lines }) {
    const section = make("section");
    const pictures = make("div", "positions");
    pictures.append(
      ...this.game.pictures
        .slice(1)
        .filter((each) => each.section === key)
        .map((each) => this.figure(each)),
    );
    section.append(make("h2", "", title), told(lines));
    if (pictures.childElementCount) section.append(pictures);
    return section;
  }

  /** @param {ShownPosition} picture */
  figure(picture) {
    const figure = make("figure");
    figure.append(this.board(picture), make("figcaption", "", picture.caption));
    return figure;
  }

  /** @param {ShownPosition} picture */
  board(picture) {
    const board = make("papan-board");
    board.still = true;
    board.setAttribute("role", "img"); // from the beginning, as it has a label
    board.setAttribute("aria-label", picture.alt);
    board.advice = picture.advice;
    board.barred = picture.forbidden;
    this.boards.set(board, picture);
    return board;
  }

  // In the theme of whoever looks.
  draw() {
    const { app, game } = this;
    for (const [board, picture] of this.boards) {
      board.show(stillState({ ...picture, ruleset: game.key, theme: app.theme, pieces: game.pieces }), game.build);
    }
  }
}

// The sentences as a list; what follows a dash belongs to the line above it.
/** @param {string[]} lines */
export function told(lines) {
  const list = make("ul", "told");
  for (const line of lines) {
    if (line.startsWith("- ")) list.lastElementChild?.append(make("p", "", line.slice(2)));
    else list.append(make("li", "", line));
  }
  return list;
}
