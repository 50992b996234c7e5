// What is there without a connection: a page in the language that is spoken, and one's matches as they were known last.
/** @import { ListedMatch } from "../../types/given" */
import { forDevice } from "../storage.js";

const KEY = "known"; // static/offline.js reads it

/** @param {string} language */
export async function keepShell(language) {
  if (!navigator.serviceWorker) return; // browsers have it over https and on this machine only
  await navigator.serviceWorker.register("/worker.js");
  const page = await fetch(`/offline/${language}`);
  if (page.ok) await (await caches.open("papan")).put("/offline", page);
}

// In words, and not as boards, which may have changed.
/** @param {ListedMatch[]} matches */
export function note(matches) {
  const told = matches.map(({ game, players, state }) => [game, players, state].join(" · "));
  forDevice.set(KEY, JSON.stringify({ at: Date.now(), matches: told }));
}

export function forget() {
  forDevice.remove(KEY);
}
