// The door of the page inside a chat: nobody gives a name here, and who cannot come in is told why.
import { identity } from "../identity.js";

const element = (id) => document.getElementById(id);

export const proposedName = () => "";

export class Door {
  constructor() {
    element("door").addEventListener("cancel", (event) => event.preventDefault());
  }

  open() {}

  close() {
    if (element("door").open) element("door").close();
  }

  refuse(text) {
    identity.forget();
    element("refused").textContent = text;
    if (!element("door").open) element("door").showModal();
  }

  answered() {}
}
