// What is heard in the room is felt here: the app of the chat decides whether it sounds.
import { feel } from "./launch.js";

/** @type {Record<string, string>} */
const FELT = { move: "light", capture: "light", low: "warning", turn: "success" };

/** @param {string} name */
export function play(name) {
  feel(FELT[name]);
}
