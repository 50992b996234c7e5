// @ts-check
// What the page knows last of who is here. A screen reads it when it is shown, and whenever it changes.
/** @import { PreferencesFrame } from "../types/given" */
/** @import { Lobby } from "../types/page" */
export class Store extends EventTarget {
  person = ""; // the id of whoever sits here
  name = ""; // and their name
  isVisiting = false; // whoever is here only looks on
  /** @type {PreferencesFrame | null} */
  me = null; // the frame with their settings
  /** @type {Lobby | null} */
  lobby = null; // the frame with the lists of matches, and when it arrived
  /** @type {string[]} */
  people = []; // the names of those who are in the room

  get mine() {
    return this.lobby?.mine ?? [];
  }

  /** @param {Partial<Store>} changed */
  set(changed) {
    Object.assign(this, changed);
    this.dispatchEvent(new Event("change"));
  }

  // What was told to the one who sat here before goes.
  /** @param {string} person @param {string} name */
  sit(person, name) {
    this.set({ person, name, isVisiting: false, ...(person !== this.person && { me: null, lobby: null }) });
  }
}
