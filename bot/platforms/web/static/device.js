// The settings of this device: how one plays on it. They are kept in the browser.
/** @import { DeviceValues, InstallPrompt } from "../types/page" */
import { forDevice } from "./storage.js";

const TOUCHES = matchMedia("(pointer: coarse)").matches;
/** @type {DeviceValues} */
const USUAL = {
  sound: false,
  ask: TOUCHES ? "days" : "never", // a move played by accident cannot be taken back, and a finger is broad
  hand: "both",
  once: false, // does one touch play a piece that has one way?
  coordinates: true,
  notify: false,
};
const KEY = "device";

export class Device extends EventTarget {
  constructor() {
    super();
    /** @type {InstallPrompt | null} */
    this.asking = null; // the browser's question whether Papan is to be an app of this device, until it is asked
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.asking = event;
    });
    /** @type {DeviceValues} */
    this.values = { ...USUAL, ...forDevice.read(KEY, {}) };
    // Another window of this browser has changed them.
    addEventListener("storage", ({ key, newValue }) => {
      if (key === KEY && newValue !== null) this.take({ ...USUAL, ...forDevice.read(KEY, {}) });
    });
  }

  /** @template {keyof DeviceValues} K @param {K} name */
  get(name) {
    return this.values[name];
  }

  /** @template {keyof DeviceValues} K @param {K} name @param {DeviceValues[K]} value */
  set(name, value) {
    this.take({ ...this.values, [name]: value });
    forDevice.set(KEY, JSON.stringify(this.values));
  }

  /** @param {DeviceValues} values */
  take(values) {
    this.values = values;
    this.dispatchEvent(new Event("change"));
  }
}
