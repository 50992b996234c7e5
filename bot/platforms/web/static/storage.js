// @ts-check
// What the browser keeps for this window and for this device. Where it keeps nothing, because that is blocked or full, it
// stands in memory until the page is closed.

/** @type {(() => void) | null} */
let tell = null; // called once something cannot be kept
let failed = false;

class Kept {
  /** @param {"sessionStorage" | "localStorage"} area */
  constructor(area) {
    this.area = area;
    /** @type {Map<string, string | null>} */
    this.memory = new Map(); // what could not be kept: null for what could not be taken away
  }

  /** @param {string} key @returns {string | null} */
  get(key) {
    return this.memory.has(key)
      ? (this.memory.get(key) ?? null)
      : this.tried(
          (area) => area.getItem(key),
          () => null,
        );
  }

  /** @param {string} key @param {string} value */
  set(key, value) {
    this.change(key, value, (area) => area.setItem(key, value));
  }

  /** @param {string} key */
  remove(key) {
    this.change(key, null, (area) => area.removeItem(key));
  }

  /** @param {string} key @param {string | null} value @param {(area: Storage) => void} act */
  change(key, value, act) {
    this.memory.delete(key);
    this.tried(act, () => this.memory.set(key, value));
  }

  // Browsers throw already when the storage is looked at.
  /** @template T @param {(area: Storage) => T} act @param {() => T} otherwise @returns {T} */
  tried(act, otherwise) {
    try {
      return act(globalThis[this.area]);
    } catch {
      if (!failed) tell?.();
      failed = true;
      return otherwise();
    }
  }
}

export const forWindow = new Kept("sessionStorage");
export const forDevice = new Kept("localStorage");

/** @param {() => void} say */
export function whenNothingIsKept(say) {
  tell = say;
  if (failed) say();
}
