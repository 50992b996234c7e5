// What is said for a moment, and copying, which says so.
import { make } from "../texts.js";

const SHOWN_FOR = 5000; // ms
const A_LETTER = 60; // ms: what is long is read for longer
let ends = 0;

export function toast(text) {
  const shown = document.getElementById("toast");
  shown.replaceChildren(make("span", "", text));
  shown.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(
    () => {
      shown.hidden = true;
    },
    Math.max(SHOWN_FOR, A_LETTER * text.length),
  );
}

// By the system, where the person lets us; a click on it brings the window back.
export function notify(title, table, clicked) {
  if (globalThis.Notification?.permission !== "granted") return;
  const shown = new Notification(title, { body: table.names.join(" - "), tag: table.code });
  shown.addEventListener("click", () => {
    window.focus();
    clicked();
  });
}

export async function copy(link, texts, words) {
  const invitation = [words, new URL(link, location.href).href].filter(Boolean).join("\n");
  // Browsers let a page copy over https and on this machine only; elsewhere the person copies it.
  if (!navigator.clipboard) return toast(invitation);
  await navigator.clipboard.writeText(invitation);
  toast(`${texts.copied}\n${invitation}`);
}
