// The screen by which one is the same person on another device: a code to scan or to type there, the question whether it
// was oneself that gave it, and the devices on which one is.
/** @import { DeviceShown, DevicesSentFrame, QrSentFrame, SentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
import { qrPicture } from "../parts/qr.js";
import { toast } from "../parts/toast.js";
import { filled, make, minutes, momentTold } from "../texts.js";

const ASKED_EVERY = 2000; // milliseconds between two looks whether the code has been given

export class DeviceScreen {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.texts = app.texts;
    this.code = ""; // that of this screen, as long as it holds
    this.until = 0;
    this.wasAsked = false; // somebody has given it
    this.drawn = ""; // the devices that are shown
    this.root = make("main", "about devices");
    this.stranger = make("section", "stranger");
    this.asks = make("section", "asks");
    this.asks.setAttribute("role", "alertdialog");
    this.asks.hidden = true;
    this.hand = make("section", "hand");
    this.list = make("section", "list");
    this.root.append(make("h1", "", this.title), this.stranger, this.asks, this.hand, this.list);
    this.drawStranger();
  }

  get title() {
    return this.texts.device_title;
  }

  shown() {
    this.timer = setInterval(() => this.tick(), 1000);
    this.turn = 0;
    this.begin();
  }

  hidden() {
    clearInterval(this.timer);
  }

  seated() {
    this.begin();
  }

  know() {
    this.stranger.hidden = !this.app.store.isVisiting;
    this.hand.hidden = this.app.store.isVisiting;
    this.list.hidden = this.app.store.isVisiting;
  }

  begin() {
    this.know();
    if (this.app.store.person) this.app.connection.raw({ type: "devices", fresh: !this.code });
  }

  // The time that is left, and every other second a look whether the code has been given, or a device is new.
  tick() {
    this.turn = (this.turn ?? 0) + 1;
    const left = this.until - Date.now();
    if (this.left) this.left.textContent = filled(this.texts.device_time, { time: minutes(Math.max(left, 0)) });
    if (this.code && left <= 0) this.lapse();
    else if (this.turn % (ASKED_EVERY / 1000) === 0 && this.app.store.person) {
      this.app.connection.raw({ type: "devices" });
    }
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    if (frame.type === "devices") this.show(frame);
    if (frame.type === "qr" && frame.address === this.address) this.drawCode(frame);
  }

  /** @param {DevicesSentFrame} frame */
  show(frame) {
    if (frame.code) {
      this.code = frame.code;
      this.until = Date.now() + frame.seconds * 1000;
      this.app.connection.raw({ type: "qr", address: this.address });
    }
    this.drawDevices(frame.devices);
    if (frame.giver && !this.wasAsked) this.ask(frame.giver);
    if (!frame.giver && this.wasAsked) this.answered();
  }

  get address() {
    return `${location.origin}/you#${this.code}`;
  }

  // ---- the code

  /** @param {QrSentFrame} frame */
  drawCode(frame) {
    const { texts } = this;
    const shown = `${location.host}/you`;
    const picture = make("div", "qr");
    picture.append(qrPicture(frame, filled(texts.device_qr, { address: shown })));
    const steps = make("ol", "steps");
    const code = make("p", "code", this.code);
    code.setAttribute("aria-label", this.code.split("").join(" "));
    this.left = make("p", "soft", " ");
    const [scan, type, yes] = [make("li"), make("li", "", texts.device_type), make("li", "", texts.device_say)];
    scan.textContent = filled(texts.device_scan, { address: shown });
    type.append(code);
    steps.append(scan, type, yes);
    const words = make("div");
    words.append(steps, this.left);
    this.hand.replaceChildren(picture, words);
    this.turn = 0;
    this.tick();
  }

  // The code holds no more: another one is one press away.
  lapse() {
    this.offer(make("p", "", this.texts.device_over));
  }

  /** @param {HTMLElement[]} words */
  offer(...words) {
    this.code = "";
    this.left = null;
    const again = make("button", "main", this.texts.device_again);
    again.type = "button";
    again.addEventListener("click", () => this.begin());
    this.hand.replaceChildren(...words, again);
    return again;
  }

  // ---- the question

  /** @param {string} giver */
  ask(giver) {
    const { texts } = this;
    this.wasAsked = true;
    const heading = make("h2", "", texts.device_asks);
    heading.id = "device-asks";
    const facts = { device: deviceTold(giver, texts), name: this.app.store.name };
    const [no, yes] = [make("button", "danger", texts.device_no), make("button", "main", texts.device_yes)];
    for (const [button, agrees] of /** @type {const} */ ([
      [no, false],
      [yes, true],
    ])) {
      button.type = "button";
      button.addEventListener("click", () => this.answer(agrees));
    }
    const buttons = make("p", "buttons");
    buttons.append(no, yes);
    this.asks.setAttribute("aria-labelledby", heading.id);
    this.asks.replaceChildren(heading, make("p", "", filled(texts.device_asks_note, facts)), buttons);
    this.asks.hidden = false;
    this.hand.hidden = true;
    no.focus();
  }

  /** @param {boolean} agrees */
  answer(agrees) {
    this.app.connection.raw({ type: "allow", agrees });
    this.agreed = agrees;
  }

  answered() {
    this.wasAsked = false;
    this.asks.hidden = true;
    this.hand.hidden = false;
    toast(this.agreed ? this.texts.device_added : this.texts.device_refused);
    this.offer().focus();
  }

  // ---- the devices

  /** @param {DeviceShown[]} devices */
  drawDevices(devices) {
    const { texts } = this;
    const now = JSON.stringify(devices);
    if (now === this.drawn) return; // a button that is about to be pressed stays where it is
    this.drawn = now;
    const list = make("ul");
    list.append(
      ...devices.map((device) => {
        const [item, words] = [make("li"), make("div")];
        const told = device.browser ? deviceTold(device.browser, texts) : texts.device_first;
        const when = momentTold(device.seen, { dateStyle: "medium" });
        words.append(make("b", "", told), make("span", "", device.here ? "" : filled(texts.device_seen, { when })));
        item.append(words, device.here ? make("span", "chip", texts.device_here) : this.signOut(device, told));
        return item;
      }),
    );
    this.list.replaceChildren(make("h2", "", texts.devices), list);
  }

  /** @param {DeviceShown} device @param {string} told */
  signOut(device, told) {
    const button = make("button", "danger", this.texts.sign_out);
    button.type = "button";
    button.setAttribute("aria-label", `${this.texts.sign_out}: ${told}`);
    button.addEventListener("click", () => this.app.connection.raw({ type: "sign_out", device: device.id }));
    return button;
  }

  drawStranger() {
    const sit = make("button", "main", this.texts.sit);
    sit.type = "button";
    sit.addEventListener("click", () => this.app.door.open());
    this.stranger.append(make("p", "", this.texts.device_stranger), sit);
  }
}

// A browser and its system, as far as they are known.
/** @param {string} name @param {import("../../types/given").Texts} texts */
function deviceTold(name, texts) {
  const [browser, system] = name.split("/");
  if (browser && system) return filled(texts.device_is, { browser, system });
  return browser || system || texts.device_unknown;
}
