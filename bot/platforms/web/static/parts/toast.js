// What is said for a moment, and copying, which says so.
/** @import { BoardFrame, Texts } from "../../types/given" */
import { make } from "../texts.js";

const SHOWN_FOR = 5000; // ms
const A_LETTER = 60; // ms: what is long is read for longer
const APART = 4; // px, from the ways above
let ends = 0;

/** @param {string} text */
export function toast(text) {
  const shown = document.getElementById("toast");
  const { bottom } = /** @type {Element} */ (document.querySelector(".top")).getBoundingClientRect();
  shown.style.top = `${Math.max(0, bottom) + APART}px`;
  const words = make("span", "", text);
  words.addEventListener("click", () => {
    if (getSelection()?.isCollapsed) endToast();
  });
  shown.replaceChildren(words);
  shown.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(
    () => {
      shown.hidden = true;
    },
    Math.max(SHOWN_FOR, A_LETTER * text.length),
  );
}

// Its screen has gone, or it has been read.
export function endToast() {
  clearTimeout(ends);
  document.getElementById("toast").hidden = true;
}

// By the system, where the person lets us; a click on it brings the window back. Chrome on Android has it from the
// service worker alone.
/** @param {string} title @param {BoardFrame} state @param {() => void} clicked */
export async function notify(title, state, clicked) {
  const { Notification } = globalThis;
  if (Notification?.permission !== "granted") return;
  const told = { body: state.names.join(" - "), tag: state.code, data: `/m/${state.code}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification?.(title, told);
  const shown = new Notification(title, told);
  shown.addEventListener("click", () => {
    window.focus();
    clicked();
  });
}

/** @param {string} link @param {Texts} texts @param {string} [words] */
export async function copy(link, texts, words) {
  const invitation = [words, new URL(link, location.href).href].filter(Boolean).join("\n");
  // Browsers let a page copy over https and on this machine only, and only if they like; else the person copies it.
  try {
    await navigator.clipboard.writeText(invitation);
  } catch {
    return toast(invitation);
  }
  toast(`${texts.copied}\n${invitation}`);
}
