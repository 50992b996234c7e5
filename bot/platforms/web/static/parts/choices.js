// What was chosen last for each game on its sheet: it is filled in there again, and *Play now* begins with it.
/** @import { BeginFrame } from "../../types/given" */
/** @import { Choices } from "../../types/page" */
import { forDevice } from "../storage.js";

/** @param {string} game */
const KEY = (game) => `sheet ${game}`;
/** @type {Choices} */
export const USUAL = { against: "computer", level: "", side: "random", pace: "relaxed", unwatched: false };

// What was chosen last for a game.
/** @param {string} game @returns {Choices} */
export function chosenFor(game) {
  return { ...USUAL, ...forDevice.read(KEY(game), {}) };
}

// The match that a choice begins.
/** @param {string} game @param {Choices} chosen @returns {Omit<BeginFrame, "type">} */
export function wishOf(game, { against, level, side, pace, unwatched }) {
  const common = { game, watched: !unwatched };
  const own = side === "random" ? "" : side;
  if (against === "myself") return { ...common, opponent: "practice", corner: true };
  if (against === "computer") return { ...common, opponent: "computer", level, side: own, corner: true };
  return { ...common, opponent: "anybody", side: own, pace, corner: against === "friend" };
}

/** @param {string} game @param {Choices} chosen */
export function keepFor(game, chosen) {
  forDevice.set(KEY(game), JSON.stringify(chosen));
}
