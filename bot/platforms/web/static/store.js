// What the page knows last of who is here. A screen reads it when it is shown, and whenever it changes.
/** @import { PreferencesFrame } from "../types/given" */
/** @import { Lobby } from "../types/page" */
import { forDevice } from "./storage.js";

const KEPT = "home"; // how many of each list there were last: their place is kept until they come

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

  // How many there were of each list of the home when somebody was last told of them here; null for who never was.
  /** @returns {Record<"mine" | "invitations" | "watched", number> | null} */
  get counted() {
    const counted = forDevice.read(KEPT, { mine: 0, invitations: 0, watched: 0, none: true });
    return counted.none ? null : counted;
  }

  /** @param {Partial<Store>} changed */
  set(changed) {
    Object.assign(this, changed);
    const { lobby, person } = this;
    if (changed.lobby && lobby && person) {
      const [mine, invitations, watched] = [lobby.mine, lobby.invitations, lobby.watched].map((list) => list.length);
      forDevice.set(KEPT, JSON.stringify({ mine, invitations, watched }));
    }
    this.dispatchEvent(new Event("change"));
  }

  // What was told to the one who sat here before goes.
  /** @param {string} person @param {string} name */
  sit(person, name) {
    this.set({ person, name, isVisiting: false, ...(person !== this.person && { me: null, lobby: null }) });
  }
}
