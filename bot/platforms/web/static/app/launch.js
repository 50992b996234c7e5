// What the page was opened with, by the app of the chat that it stands in: only what that app needs is fetched.
import { forDevice, forWindow } from "./storage.js";

// Discord opens the page in a frame of its own, and once it is loaded again there the address does not tell.
const isActivity = new URLSearchParams(location.search).has("frame_id") || forWindow.get("activity") !== null;
const app = await (isActivity ? import("./discord.js") : import("./telegram.js"));
export const launched = await app.launched();
export const close = app.close;
// A tap that is felt, where the app can: `kind` is success, warning or light.
/** @type {(kind: string) => void} */
export const feel = "feel" in app ? app.feel : () => {};

// Whoever came to a match at once has the lobby behind it.
if (location.pathname !== "/" && !history.state) {
  const path = location.pathname;
  history.replaceState({}, "", "/");
  history.pushState({}, "", path);
}
// What sounds in the room is felt here, which disturbs nobody: it is on until it is switched off.
if (forDevice.get("device") === null) forDevice.set("device", JSON.stringify({ sound: true }));
