// The dialog in which somebody gives their name, or sits down again as who they were here.
import { identity } from "./connection.js";

const element = (id) => document.getElementById(id);

// A name for somebody who does not care which.
export function proposedName(texts) { return `${texts.guest} ${100 + Math.floor(Math.random() * 900)}`; }

export class Door {
  constructor(connection, texts, room) {
    this.connection = connection;
    this.texts = texts;
    this.room = room;
    this.sitting = false;
    element("sit").addEventListener("submit", (event) => this.sit(event));
    // Esc would leave a page on which nothing can be done; browsers let it be held back only once.
    element("door").addEventListener("cancel", (event) => event.preventDefault());
    element("door").addEventListener("close", () => { if (!connection.seated) this.open(); });
  }

  open() {
    this.sitting = false;
    element("again").replaceChildren(...identity.known().map(([name, secret]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = this.texts.again.replace("{name}", name);
      button.addEventListener("click", () => this.comeBack(secret));
      return button;
    }));
    element("name").value ||= proposedName(this.texts);
    if (!element("door").open) element("door").showModal();
    element("name").select();
  }

  close() {
    this.sitting = false;
    if (element("door").open) element("door").close();
  }

  sit(event) {
    event.preventDefault();
    if (this.sitting) return; // a second press would ask for a name that is now taken, by oneself
    const name = element("name").value.trim();
    const mine = identity.known().find(([known]) => known.toLowerCase() === name.toLowerCase());
    if (mine) {
      this.comeBack(mine[1]);
    } else {
      this.sitting = true;
      this.connection.raw({ type: "sit", name, language: navigator.language, room: this.room });
    }
  }

  comeBack(secret) {
    identity.take(secret);
    this.connection.greet();
  }

  refuse(text) {
    this.open();
    element("refused").textContent = text;
    element("refused").hidden = false;
  }

  // Whatever is answered lets one try again.
  answered() { this.sitting = false; }
}
