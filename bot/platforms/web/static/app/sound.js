// What is heard in the room is felt here: the app of the chat decides whether it sounds.
import { feel } from "./launch.js";

const FELT = { move: "light", capture: "light", low: "warning", turn: "success" };

export function play(name) {
  feel(FELT[name]);
}
