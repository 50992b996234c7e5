// From addresses to screens: /  /m/CODE  /join/CODE  /g/KEY  /edit/KEY  /learn/KEY/LESSON  /puzzles/WHICH  /p/PERSON  /talk  /r/ROOM  /me
// /me/settings/GROUP  /me/device  /you
/** @import { Address } from "../types/page" */

export const COMMON = "serambi";

// What stands in an address; as it is where it is cut off within a letter.
/** @param {string} part */
function read(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {Pick<Location, "pathname" | "search">} at @returns {Address} */
export function screenAt({ pathname, search }) {
  const [, first, second, third] = pathname.split("/").map(read);
  if (second && ["m", "join"].includes(first)) return { name: "match", key: second.toUpperCase() };
  if (second && first === "g") return { name: "game", key: second };
  if (second && first === "edit") return { name: first, key: second };
  if (second && first === "p") return { name: "person", key: second };
  if (["learn", "puzzles"].includes(first)) return { name: first, key: [second, third].filter(Boolean).join("/") };
  if (first === "me" && second === "settings") return { name: "settings", key: third ?? "" };
  if (first === "me" && second === "device") return { name: "device", key: "" };
  if (first === "you") return { name: "you", key: "" };
  if (first === "me" && !second) return { name: "me", key: "" };
  if (first === "talk") return { name: "talk", key: search === "?corner" ? "@" : COMMON };
  if (second && first === "r") return { name: "talk", key: second };
  return { name: first ? "nowhere" : "lobby", key: "" };
}

// Follows the links of the page and the browser's Back without loading it anew; `show` shows the screen of an address,
// `again` does if it is not there although the address is its own.
export class Router {
  /** @param {(at: Address, isBack: boolean) => Promise<void>} show @param {() => void} again */
  constructor(show, again) {
    this.show = show;
    this.again = again;
    addEventListener("popstate", () => this.arrive(true));
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** @param {string} path */
  go(path) {
    history.pushState(null, "", path);
    this.arrive();
  }

  // `isBack`: by the browser's Back or Forward.
  async arrive(isBack = false) {
    await this.show(screenAt(location), isBack);
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[href]");
    const other = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (
      !(link instanceof HTMLAnchorElement) ||
      other ||
      event.defaultPrevented ||
      link.target ||
      link.hasAttribute("download")
    )
      return;
    const to = new URL(link.href);
    const isHere = to.pathname === location.pathname && to.search === location.search;
    if (to.origin !== location.origin || (isHere && to.hash)) return;
    event.preventDefault();
    if (isHere) this.again();
    else this.go(to.href);
  }
}
