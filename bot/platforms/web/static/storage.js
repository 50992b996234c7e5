// What the browser keeps for this window and for this device. Where it keeps nothing, because that is blocked or full, it
// stands in memory until the page is closed.
/** @typedef {"not_kept" | "kept_broken"} Fault */

/** @type {((fault: Fault) => void) | null} */
let tell = null; // called once something cannot be kept, or read
/** @type {Set<Fault>} */
const faults = new Set();

/** @param {Fault} fault */
function fail(fault) {
  if (!faults.has(fault)) tell?.(fault);
  faults.add(fault);
}

/** @param {unknown} value */
const kindOf = (value) => Object.prototype.toString.call(value);

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

  // What is kept as JSON, of the kind that is usual. What cannot be read is set aside, where it is in nobody's way.
  /** @template T @param {string} key @param {T} usual @returns {T} */
  read(key, usual) {
    const text = this.get(key);
    if (text === null) return usual;
    try {
      const found = JSON.parse(text);
      if (kindOf(found) === kindOf(usual)) return found;
    } catch {
      // as for what is of another kind
    }
    this.set(`${key} (broken)`, text);
    this.remove(key);
    fail("kept_broken");
    return usual;
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
      fail("not_kept");
      return otherwise();
    }
  }
}

export const forWindow = new Kept("sessionStorage");
export const forDevice = new Kept("localStorage");

/** @param {(fault: Fault) => void} say */
export function whenKeepingFails(say) {
  tell = say;
  faults.forEach(say);
}
