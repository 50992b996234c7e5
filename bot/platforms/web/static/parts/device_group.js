// The settings of this device: how one plays on it. The browser keeps them.
/** @import { DeviceValues, Flag } from "../../types/page" */
/** @import { App } from "../main.js" */
import { make } from "../texts.js";
import { choice, flag } from "./setting.js";

/** @type {Flag[]} */
const SWITCHES = ["sound", "once", "coordinates", "notify"];
const CHOICES = /** @type {const} */ ({ ask: ["never", "days", "always"], hand: ["touch", "drag", "both"] });

export class DeviceGroup {
  // `told` is the place for what the browser says about notices.
  /** @param {HTMLElement} place @param {HTMLElement} told @param {App} app */
  constructor(place, told, app) {
    this.place = place;
    this.told = told;
    this.app = app;
  }

  // How they stand, in one line.
  get state() {
    const { device, texts } = this.app;
    const hand = /** @type {"touch" | "drag" | "both"} */ (device.get("hand"));
    return [device.get("sound") ? texts.sounds_on : texts.sounds_off, texts[`hand_${hand}`]].join(", ");
  }

  draw() {
    const { place } = this;
    const focused = place.contains(document.activeElement) ? document.activeElement?.id : "";
    const [first, ...others] = SWITCHES.map((name) => this.flag(name));
    place.replaceChildren(first, this.choice("ask"), this.choice("hand"), ...others, ...this.install());
    if (focused) place.querySelector(`[id="${focused}"]`)?.focus();
  }

  // Where the browser can make an app of this page. It asks once.
  install() {
    const { device, texts } = this.app;
    const asked = device.asking;
    if (!asked) return [];
    const button = make("button", "", texts.install);
    button.type = "button";
    button.addEventListener("click", () => {
      device.asking = null;
      button.remove();
      asked.prompt();
    });
    return [button];
  }

  /** @param {keyof typeof CHOICES} name */
  choice(name) {
    const { device, texts } = this.app;
    const words = /** @type {Record<string, string>} */ (texts);
    /** @type {[string, string][]} */
    const choices = CHOICES[name].map((value) => [value, words[`${name}_${value}`]]);
    return choice(texts[`device_${name}`], name, choices, device.get(name), (value) => device.set(name, value));
  }

  /** @param {Flag} name */
  flag(name) {
    const { device, texts } = this.app;
    return flag(`device-${name}`, texts[`device_${name}`], device.get(name), (box) => this.switch(name, box));
  }

  // The browser is asked for its permission only now, and what it says is told.
  /** @param {Flag} name @param {HTMLInputElement} box */
  async switch(name, box) {
    const { device, texts } = this.app;
    if (name === "notify") this.told.hidden = true;
    if (name === "notify" && box.checked) {
      const { Notification } = globalThis;
      const allowed = Notification ? await Notification.requestPermission() : "missing";
      if (allowed !== "granted") {
        box.checked = false;
        this.told.textContent = allowed === "missing" ? texts.notify_missing : texts.notify_refused;
        this.told.hidden = false;
        return;
      }
    }
    device.set(name, box.checked);
  }
}
