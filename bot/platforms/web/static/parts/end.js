// The end of a match on its board: the result as a stamp. The line below the board says how and why.
/** @import { Texts } from "../../types/given" */
/** @import { LiveState } from "../../types/page" */
/** @import { PapanBoard } from "../board/papan-board.js" */
import { make } from "../texts.js";
import { copy } from "./toast.js";

// By what the device has for it; where it has nothing, the address is copied.
/** @param {string} url @param {string} text @param {Texts} texts */
export async function share(url, text, texts) {
  if (!navigator.share) return copy(url, texts);
  await navigator.share({ title: "Papan", text, url }).catch(() => {}); // whoever closes it has changed their mind
}

export class End {
  // `place` is its element.
  /** @param {HTMLElement} place @param {PapanBoard} board */
  constructor(place, board) {
    this.place = place;
    this.board = board;
    /** @type {LiveState | null} */
    this.state = null;
    this.code = ""; // the match whose stamp was put away by a touch
    board.addEventListener("pointerdown", () => this.putAway());
  }

  // `isPast`: an earlier position is looked at.
  /** @param {LiveState} state @param {boolean} isPast */
  draw(state, isPast) {
    this.state = state;
    const isShown = Boolean(state.stamp) && !isPast && this.code !== state.code;
    if (!state.stamp) this.code = ""; // the last move was taken back
    if (isShown) this.fill(state);
    this.place.hidden = !isShown;
    this.board.classList.toggle("over", isShown);
  }

  /** @param {LiveState} state */
  fill({ stamp, winner, pieces, mine, last }) {
    /** @type {HTMLElement[]} */
    const words = [make("span", "", stamp)];
    const [letter] = Object.entries(pieces).find(([, { side }]) => side === winner) ?? [];
    if (letter) words.unshift(this.medal(letter));
    this.place.querySelector(".stamp")?.replaceChildren(...words);
    this.place.classList.toggle("low", this.endsHigh(last));
    this.place.classList.toggle("lost", mine.length === 1 && winner === 1 - mine[0]);
  }

  /** @param {string} letter */
  medal(letter) {
    const medal = make("img");
    medal.alt = "";
    medal.src = this.board.pictureOf(letter, 1);
    return medal;
  }

  // The stamp keeps to the half of the board in which the last move did not end.
  /** @param {LiveState["last"]} last */
  endsHigh(last) {
    const { points, height } = this.board.measures ?? {};
    const end = last?.path.at(-1) ?? last?.drops.at(-1);
    return Boolean(points) && end !== undefined && points[end][1] < height / 2;
  }

  // The position as it stands is looked at.
  putAway() {
    if (this.place.hidden || !this.state) return;
    this.code = this.state.code;
    this.draw(this.state, false);
  }
}
