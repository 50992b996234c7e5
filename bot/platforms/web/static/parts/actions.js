// What can be done with a match besides moving: a row of equal cells, and a list of everything else.
/** @import { ActionShown, Texts } from "../../types/given" */
import { make } from "../texts.js";
import { close, opens } from "./popover.js";

const AGAIN = "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5";
// By what a button does.
/** @type {Record<string, string>} */
export const ICONS = {
  draw: "M12 4v16M7 20h10M5 8h14M5 8l-2.5 5h5zM19 8l-2.5 5h5z",
  takeback: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0v1h-7z",
  rules: "M12 6v14M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1z",
  analyse: "M4 19 9 12l4 4 7-10M4 4v16h16",
  rematch: AGAIN,
  practise: AGAIN,
  share: "M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1",
  show_line: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  guess: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .6-1.5 1-1.5 2.3M12 18.5v.5",
  more: "M4 12h1M11.5 12h1M19 12h1",
};

export class Actions {
  // `places` has the elements row and more; press(action) presses one, say(text) tells why one cannot be pressed now.
  /**
   * @param {Record<"row" | "more", HTMLElement>} places @param {Texts} texts
   * @param {{ press: (action: ActionShown) => void, say: (text: string) => void }} acts
   */
  constructor(places, texts, acts) {
    this.places = places;
    this.acts = acts;
    this.opener = make("button", "cell");
    this.opener.type = "button";
    this.opener.append(picture("more"), make("span", "", texts.more));
    opens(this.opener, places.more);
  }

  /** @param {{ actions: ActionShown[] }} state */
  draw({ actions }) {
    const { row, more } = this.places;
    const listed = actions.filter(({ place }) => place === "more");
    row.replaceChildren(...actions.filter(({ place }) => place === "row").map((each) => this.cell(each)));
    if (listed.length) row.append(this.opener);
    more.replaceChildren(...listed.map((each) => this.entry(each)));
  }

  /** @param {ActionShown} action */
  cell(action) {
    const button = make("button", action.style === "main" ? "cell main" : "cell");
    button.type = "button";
    button.title = action.explained;
    button.append(picture(action.kind), make("span", "", action.label));
    if (action.disabled) button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", () =>
      action.disabled ? this.acts.say(action.explained) : this.acts.press(action),
    );
    return button;
  }

  /** @param {ActionShown} action */
  entry(action) {
    const button = make("button", action.style, action.label);
    button.type = "button";
    if (action.explained) button.append(explanation(action, button));
    button.addEventListener("click", () => {
      close(this.places.more);
      this.acts.press(action);
    });
    return button;
  }
}

// What a button does, which is not its name.
/** @param {ActionShown} action @param {HTMLElement} button */
function explanation({ kind, choice, label, explained }, button) {
  const told = make("small", "", explained);
  told.id = `explained-${kind}${choice}`;
  button.setAttribute("aria-label", label);
  button.setAttribute("aria-describedby", told.id);
  return told;
}

/** @param {string} kind */
const picture = (kind) => drawing(ICONS[kind]);

/** @param {string} outline */
export function drawing(outline) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", outline);
  drawn.append(path);
  return drawn;
}
