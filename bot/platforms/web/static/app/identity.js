// Who is here: the person of the chat, by what its app says when it opens the page.
/** @import { SeatedFrame } from "../../types/given" */
/** @import { Entrance } from "../../types/page" */
import { forWindow } from "./storage.js";
import { launched } from "./launch.js";

const KEY = "session"; // the key of the session, with the launch that it belongs to
let left = false;

function key() {
  const [data = "", known = ""] = forWindow.read(KEY, /** @type {string[]} */ ([]));
  return data === launched.data ? known : "";
}

// Whoever is here has their name from the chat. It has all that the page asks of its own identity.js.
/** @satisfies {Record<Exclude<keyof typeof import("../identity.js").identity, "ofBrowser" | "remember" | "secret" | "take">, unknown>} */
export const identity = {
  instead: "",
  name: "",
  isKnown: true,
  /** @returns {Entrance} */
  get entrance() {
    if (left) return ["leave", {}];
    return ["launch", { data: launched.data, key: key(), language: navigator.language }];
  },
  known: () => [],
  nameOf: () => "",
  /** @param {SeatedFrame & { secret: string }} frame */
  keep({ secret, match }) {
    forWindow.set(KEY, JSON.stringify([launched.data, secret]));
    if (match && location.pathname === "/") {
      history.pushState(null, "", `/m/${match}`);
      setTimeout(() => dispatchEvent(new PopStateEvent("popstate")));
    }
  },
  // The server was started anew and knows nobody: Discord tells it once more who is here.
  async again() {
    launched.data = await (await import("./discord.js")).authorized();
  },
  leave() {
    left = true;
    identity.forget();
  },
  forget() {
    forWindow.remove(KEY);
  },
  rename() {},
  rejoin() {},
  watch() {},
};
