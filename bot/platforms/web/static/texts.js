// The words of the page in one language, and the places of a document in which they stand.
/** @import { Texts } from "../types/given" */
/** @import { Games } from "../types/page" */

// Rejects also where the server answers that it cannot.
/** @param {string | URL} address */
export async function got(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

/** @param {string} locale @returns {Promise<Texts>} */
export async function loadTexts(locale) {
  return (await got(`/texts/${encodeURIComponent(locale)}`)).json();
}

/** @type {WeakMap<Texts, Promise<Texts>>} */
const whole = new WeakMap(); // those that have the later ones too, or will have

// Those that are not needed on the way to the first board.
/** @param {Texts} texts */
export async function loadLaterTexts(texts) {
  const loaded = whole.get(texts) ?? addLater(texts);
  whole.set(texts, loaded);
  try {
    await loaded;
  } catch (fault) {
    whole.delete(texts); // they are fetched with the next ones
    throw fault;
  }
}

/** @param {Texts} texts */
async function addLater(texts) {
  return Object.assign(texts, await (await got(`/texts/${texts.language}/later`)).json());
}

/** @param {string} locale @returns {Promise<Games>} */
export async function loadGames(locale) {
  return (await got(`/games/${encodeURIComponent(locale)}`)).json();
}

// Elements name their words: data-text for what they say, data-label for what they are called, data-empty
// for what a list without entries says, data-placeholder.
/** @param {ParentNode} root @param {Record<string, string>} texts */
export function fill(root, texts) {
  for (const each of root.querySelectorAll("[data-text]")) each.textContent = texts[each.dataset.text ?? ""];
  for (const each of root.querySelectorAll("[data-label]"))
    each.setAttribute("aria-label", texts[each.dataset.label ?? ""]);
  for (const each of root.querySelectorAll("[data-empty]"))
    each.setAttribute("data-none", texts[each.dataset.empty ?? ""]);
  for (const each of root.querySelectorAll("[data-placeholder]"))
    each.setAttribute("placeholder", texts[each.dataset.placeholder ?? ""]);
}

/** @param {string} text @param {Record<string, string | number>} facts */
export function filled(text, facts) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
}

// A moment in the reader's own zone, as bot/words tells it: in British English, with hours from 0 to 23.
/** @param {string | number | Date} moment @param {Intl.DateTimeFormatOptions} form */
export function momentTold(moment, form) {
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { hourCycle: "h23", ...form });
  return format.format(new Date(moment));
}

// A name that leads to the page of its person.
/** @param {string} name @param {string} [key] */
export function named(name, key = name) {
  const link = make("a", "", name);
  link.href = `/p/${encodeURIComponent(key)}`;
  return link;
}

// A time in minutes and seconds.
/** @param {number} time */
export function minutes(time) {
  const seconds = Math.floor(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Each with its seconds, and from how many of it on a time is told in it, as in bot/words.
/** @type {[unit: Intl.RelativeTimeFormatUnitSingular, length: number, from: number][]} */
const UNITS = [
  ["week", 604800, 2],
  ["day", 86400, 2],
  ["hour", 3600, 1.2],
  ["minute", 60, 1.2],
  ["second", 1, 0],
];
/** @param {number} seconds @returns {[count: number, unit: Intl.RelativeTimeFormatUnitSingular]} */
export function inLargestUnit(seconds) {
  const [unit, size] = UNITS.find(([, length, from]) => Math.abs(seconds) >= length * from) ?? UNITS[UNITS.length - 1];
  return [Math.round(seconds / size), unit];
}

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} [name] @param {string} [text] */
export function make(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}
