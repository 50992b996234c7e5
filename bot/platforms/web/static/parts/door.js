// The dialog in which somebody gives their name, or sits down again as who they were here.
/** @import { Elements, Texts } from "../../types/given" */
/** @import { Connection } from "../connection.js" */
import { identity } from "../identity.js";
import { filled } from "../texts.js";

/** @template {keyof Elements} K @param {K} id */
const element = (id) => document.getElementById(id);
const NAMES = [
  "Kancil",
  "Merbuk",
  "Tupai",
  "Memerang",
  "Enggang",
  "Rusa",
  "Penyu",
  "Kelip",
  "Belalang",
  "Kijang",
  "Landak",
  "Nuri",
];

// A name for somebody who does not care which: an animal of the islands, with a number.
export function proposedName() {
  return `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${10 + Math.floor(Math.random() * 90)}`;
}

export class Door {
  // drop() lets go what was to be done once somebody sits here.
  /** @param {Connection} connection @param {Texts} texts @param {() => void} drop */
  constructor(connection, texts, drop) {
    this.connection = connection;
    this.texts = texts;
    this.drop = drop;
    this.sitting = false;
    element("sit").addEventListener("submit", (event) => this.sit(event));
    for (const id of /** @type {const} */ (["door-close", "door-you"])) {
      element(id).addEventListener("click", () => this.leave());
    }
    // What is typed survives Esc: the dialog opens again with it.
    element("door").addEventListener("cancel", () => this.drop());
  }

  // Who wants no seat, only a name with which to do something, is not asked to sit down.
  open(wantsSeat = true) {
    this.sitting = false;
    if (element("door").open) return;
    element("door-title").textContent = wantsSeat ? this.texts.welcome : this.texts.give_name;
    element("door-sit").textContent = wantsSeat ? this.texts.sit : this.texts.go_on;
    element("refused").hidden = true;
    element("again").replaceChildren(
      ...identity.known().map(([name, secret]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = filled(this.texts.again, { name });
        button.addEventListener("click", () => this.comeBack(secret));
        return button;
      }),
    );
    element("name").value ||= proposedName();
    element("door").showModal();
    element("name").select();
  }

  // Nobody has to sit down: what was to be done is let go, and one looks on.
  leave() {
    this.drop();
    this.close();
  }

  close() {
    this.sitting = false;
    if (element("door").open) element("door").close();
  }

  /** @param {SubmitEvent} event */
  sit(event) {
    event.preventDefault();
    if (this.sitting) return; // a second press would ask for a name that is now taken, by oneself
    const name = element("name").value.trim();
    const mine = identity.known().find(([known]) => known.toLowerCase() === name.toLowerCase());
    if (mine) {
      this.comeBack(mine[1]);
    } else {
      this.sitting = true;
      this.connection.sit(name);
    }
  }

  /** @param {string} secret */
  comeBack(secret) {
    identity.take(secret);
    this.connection.greet();
  }

  /** @param {string} text */
  refuse(text) {
    this.open();
    element("refused").textContent = text;
    element("refused").hidden = false;
  }

  // Whatever is answered lets one try again.
  answered() {
    this.sitting = false;
  }
}
