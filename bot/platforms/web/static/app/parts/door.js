// The door of the page inside a chat: nobody gives a name here, and who cannot come in is told why.
/** @import { Elements } from "../../../types/given" */
import { identity } from "../identity.js";
import { close } from "../launch.js";

/** @template {keyof Elements} K @param {K} id */
const element = (id) => document.getElementById(id);

export const proposedName = () => "";

export class Door {
  constructor() {
    element("door").addEventListener("cancel", (event) => event.preventDefault());
    element("door-close").addEventListener("click", () => close());
  }

  open() {}

  close() {
    if (element("door").open) element("door").close();
  }

  /** @param {string} text */
  refuse(text) {
    identity.forget();
    element("refused").textContent = text;
    if (!element("door").open) element("door").showModal();
  }

  answered() {}
}
