// Telegram around the page: what it was opened with, and the few words that the two say to each other. No script of
// Telegram's own is loaded: https://core.telegram.org/bots/webapps and /api/web-events describe them.
/** @import { Launch, TelegramTold } from "../../types/page" */
import { forWindow } from "./storage.js";

const KEY = "launch";
const WEB = "https://web.telegram.org";
const CODE = /^[A-Z0-9]{4,16}$/i;
const LEAST = 4.5; // the contrast of words to their ground
const root = document.documentElement;

// It stands in the fragment, which no server is sent, and is taken out of the address at once.
/** @returns {Launch} */
function launch() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("tgWebAppData")) {
    const kept = { data: given.get("tgWebAppData"), theme: given.get("tgWebAppThemeParams") ?? "" };
    forWindow.set(KEY, JSON.stringify(kept));
  }
  if (given.has("link")) forWindow.set(KEY, JSON.stringify({ data: `link:${given.get("link")}`, theme: "" }));
  const known = JSON.parse(forWindow.get(KEY) ?? "null") ?? { data: "", theme: "" };
  const wish = new URLSearchParams(known.data).get("start_param") ?? given.get("match") ?? "";
  const begun = CODE.test(wish) ? `/m/${wish.toUpperCase()}` : "/";
  const path = location.pathname === "/app" ? begun : location.pathname;
  if (location.hash || path !== location.pathname) history.replaceState(null, "", path);
  return known;
}

const opened = launch();

export function launched() {
  return opened;
}

/** @param {string} type */
function post(type, data = {}) {
  const { TelegramWebviewProxy: proxy, external, parent } = globalThis;
  if (proxy) proxy.postEvent(type, JSON.stringify(data));
  else if (typeof external?.notify === "function")
    external.notify(JSON.stringify({ eventType: type, eventData: data }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), WEB);
}

// ---- its colours

/** @param {string} colour */
function shine(colour) {
  /** @param {number} at */
  const part = (at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [shine(one), shine(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Themes are made by anybody: a colour is taken where words can be read in it, and on it.
/** @param {Record<string, string>} theme */
function paint(theme) {
  /** @param {string} name */
  const colour = (name) => (/^#[0-9a-f]{6}$/i.test(theme[name] ?? "") ? theme[name] : null);
  const [paper, ink] = [colour("bg_color"), colour("text_color")];
  if (!paper || !ink || matchMedia("(prefers-contrast: more)").matches) return;
  const wall = colour("secondary_bg_color") ?? paper;
  const isDark = shine(paper) < 0.18;
  root.dataset.scheme = isDark ? "dark" : "light";
  root.style.colorScheme = root.dataset.scheme;
  const grounds = [paper, wall];
  /** @param {string | null} word */
  const isRead = (word) => word && grounds.every((ground) => contrast(word, ground) >= LEAST);
  if (!isRead(ink)) return;
  const button = colour("button_color");
  /** @type {Record<string, string>} */
  const found = {
    paper,
    "paper-board": paper,
    sunk: wall,
    private: wall,
    wall,
    ink,
    soft: [colour("hint_color"), colour("subtitle_text_color")].find(isRead) ?? ink,
    "main-word": [colour("link_color"), colour("accent_text_color")].find(isRead) ?? ink,
  };
  if (button && contrast(button, "#ffffff") >= LEAST) found.main = button;
  for (const [name, value] of Object.entries(found)) root.style.setProperty(`--${name}`, value);
}

// ---- what it tells

/** @param {string} kind @param {TelegramTold} sides */
function inset(kind, sides) {
  for (const side of /** @type {const} */ (["top", "right", "bottom", "left"])) {
    if (Number.isFinite(sides?.[side])) root.style.setProperty(`--${kind}-${side}`, `${sides[side]}px`);
  }
}

/** @type {Record<string, (data: TelegramTold) => void>} */
const HEARD = {
  theme_changed: ({ theme_params: theme }) => {
    if (!theme) return;
    forWindow.set(KEY, JSON.stringify({ ...opened, theme: JSON.stringify(theme) }));
    paint(theme);
  },
  safe_area_changed: (sides) => inset("safe", sides),
  content_safe_area_changed: (sides) => inset("content", sides),
  back_button_pressed: () => history.back(),
};

/** @param {string} type @param {TelegramTold} [data] */
function heard(type, data) {
  if (Object.hasOwn(HEARD, type)) HEARD[type](data ?? {});
}

globalThis.Telegram = { WebView: { receiveEvent: heard } };
globalThis.TelegramGameProxy = { receiveEvent: heard };
globalThis.TelegramGameProxy_receiveEvent = heard;
addEventListener("message", ({ source, origin, data }) => {
  if (source !== globalThis.parent || origin !== WEB || typeof data !== "string") return;
  try {
    const { eventType, eventData } = JSON.parse(data);
    heard(eventType, eventData);
  } catch {
    // it was not meant for us
  }
});

// ---- what it is told

// A tap that is felt: `kind` is success, warning or light.
/** @param {string} kind */
export function feel(kind) {
  const data =
    kind === "light" ? { type: "impact", impact_style: kind } : { type: "notification", notification_type: kind };
  post("web_app_trigger_haptic_feedback", data);
}

// Nobody is asked whether they want to leave a page that has let them in nowhere.
export function close() {
  post("web_app_setup_closing_behavior", { need_confirmation: false });
  post("web_app_close");
}

// Its button leads back to the lobby; and nobody closes a match by a swipe that was meant for the board.
function arrive() {
  const isMatch = location.pathname.startsWith("/m/");
  post("web_app_setup_back_button", { is_visible: location.pathname !== "/" });
  post("web_app_setup_closing_behavior", { need_confirmation: isMatch });
  post("web_app_setup_swipe_behavior", { allow_vertical_swipe: !isMatch });
}

const push = history.pushState.bind(history);
history.pushState = (...given) => {
  push(...given);
  arrive();
};
addEventListener("popstate", arrive);

try {
  paint(JSON.parse(opened.theme));
} catch {
  // it has told no colours
}
post("web_app_ready");
post("web_app_expand");
for (const each of ["theme", "safe_area", "content_safe_area"]) post(`web_app_request_${each}`);
arrive();
