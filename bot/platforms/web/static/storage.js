// What the browser keeps for this window and for this device. Where it keeps nothing, because that is blocked or full, it
// stands in memory until the page is closed.

let tell = null; // called once something cannot be kept
let failed = false;

class Kept {
  constructor(area) {
    this.area = area;
    this.memory = new Map(); // what could not be kept: null for what could not be taken away
  }

  get(key) {
    return this.memory.has(key)
      ? this.memory.get(key)
      : this.tried(
          (area) => area.getItem(key),
          () => null,
        );
  }

  set(key, value) {
    this.change(key, value, (area) => area.setItem(key, value));
  }

  remove(key) {
    this.change(key, null, (area) => area.removeItem(key));
  }

  change(key, value, act) {
    this.memory.delete(key);
    this.tried(act, () => this.memory.set(key, value));
  }

  // Browsers throw already when the storage is looked at.
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

export function whenNothingIsKept(say) {
  tell = say;
  if (failed) say();
}
