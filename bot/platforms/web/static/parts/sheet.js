// The sheet before a match: against whom, at which level, on which side, at which pace, and the other terms of the game.
/** @import { BeginFrame, GameTerm, Texts } from "../../types/given" */
/** @import { Choices, Game } from "../../types/page" */
import { USUAL, chosenFor, keepFor, wishOf } from "./choices.js";
import { NOTHING } from "../board/view.js";
import { got, make } from "../texts.js";

export class Sheet {
  // begin(fields) begins a match; `isFurther`: one that goes on from a position, which says itself what others bid for.
  /** @param {Texts} texts @param {(fields: Omit<BeginFrame, "type">) => void} begin */
  constructor(texts, begin, isFurther = false) {
    this.texts = texts;
    this.isFurther = isFurther;
    this.begin = begin;
    /** @type {Game} */
    this.game = NOTHING; // until it is opened
    /** @type {Record<string, HTMLElement>} */
    this.fields = {};
    this.dialog = make("dialog", "sheet");
    this.dialog.addEventListener("click", ({ target }) => {
      if (target === this.dialog) this.dialog.close();
    });
    document.body.append(this.dialog);
  }

  // Rejects where the game cannot be fetched.
  /** @param {string} key @param {string} [against] */
  async open(key, against) {
    this.game = await (await got(`/game/${this.texts.language}/${key}`)).json();
    if (this.isFurther) this.game.terms = this.game.terms.filter(({ options }) => !options.length);
    this.draw({ ...chosenFor(key), ...(against && { against }) });
    this.dialog.showModal();
  }

  /** @param {Choices} chosen */
  draw(chosen) {
    const { texts, game } = this;
    const form = make("form");
    form.method = "dialog";
    /** @type {[string, string][]} */
    const levels = [
      ["", texts.own_level],
      ...game.levels.map(
        (name, index) => /** @type {[string, string]} */ ([String(index + 1), `${index + 1} · ${name}`]),
      ),
    ];
    /** @type {[string, string][]} */
    const sides = [
      ["first", game.sides[0]],
      ["second", game.sides[1]],
      ["random", texts.either_side],
    ];
    const [computer, friend, anybody, myself] = [texts.by_computer, texts.by_friend, texts.by_anybody, texts.by_myself];
    this.fields = {
      against: choice("against", texts.against, Object.entries({ computer, friend, anybody, myself }), chosen.against),
      level: menu("level", texts.level, levels, chosen.level),
      side: choice("side", texts.your_side, sides, chosen.side),
      pace: menu("pace", texts.pace, game.paces, chosen.pace),
    };
    for (const term of game.terms) this.fields[term.name] = asked(term, chosen);
    const play = make("button", "main", texts.play);
    const rules = make("a", "link", texts.rules);
    rules.href = `/g/${game.key}`;
    rules.addEventListener("click", () => this.dialog.close());
    const last = make("div", "buttons");
    last.append(rules, play);
    form.append(make("h2", "", game.name), ...Object.values(this.fields), last);
    form.addEventListener("change", () => this.fit(new FormData(form)));
    form.addEventListener("submit", () => this.submit(new FormData(form)));
    this.dialog.replaceChildren(form);
    this.dialog.setAttribute("aria-label", game.name);
    this.fit(new FormData(form));
  }

  // Only what the opponent leaves open is asked.
  /** @param {FormData} data */
  fit(data) {
    const against = data.get("against");
    this.fields.level.hidden = against !== "computer";
    this.fields.side.hidden = against === "myself";
    const alone = against !== "friend" && against !== "anybody";
    this.fields.pace.hidden = alone;
    const fitting = this.game.terms.filter(
      (term) => (term.alone || !alone) && term.paces.includes(String(data.get("pace"))),
    );
    const taken = new Set(fitting.filter((term) => data.get(keptAs(term))).map(({ name }) => name));
    for (const term of this.game.terms) {
      const excluded = term.beside_none.some((other) => taken.has(other));
      this.fields[term.name].hidden = !fitting.includes(term) || excluded;
    }
  }

  /** @param {FormData} data */
  submit(data) {
    const { key, terms } = this.game;
    /** @type {Choices} */
    const chosen = { ...USUAL };
    for (const [name, value] of data) chosen[name] = String(value);
    /** @type {Record<string, string | boolean>} */
    const wanted = {};
    for (const term of terms) {
      const [name, { hidden }] = [keptAs(term), this.fields[term.name]];
      if (!term.options.length) chosen[name] = data.has(name);
      if (term.options.length) wanted[term.name] = hidden ? "" : chosen[name];
      else wanted[term.name] = (chosen[name] && !hidden) !== term.usual;
    }
    keepFor(key, chosen);
    this.begin({ ...wishOf(key, chosen), ...wanted });
  }
}

// What is kept of a term: where it is usually so, whether it is not.
/** @param {GameTerm} term */
function keptAs({ name, usual }) {
  return usual ? `un${name}` : name;
}

/** @param {GameTerm} term @param {Choices} chosen */
function asked(term, chosen) {
  const name = keptAs(term);
  if (term.options.length) return menu(name, term.label, term.options, String(chosen[name] ?? ""));
  return tick(name, term.label, Boolean(chosen[name]));
}

/** @param {string} name @param {string} prompt @param {[string, string][]} options @param {string} chosen */
function choice(name, prompt, options, chosen) {
  const group = make("fieldset", "options");
  group.append(make("legend", "", prompt));
  for (const [value, label] of options) {
    const option = make("label");
    const input = make("input");
    Object.assign(input, { type: "radio", name, value, checked: value === chosen });
    option.append(input, make("span", "", label));
    group.append(option);
  }
  return group;
}

/** @param {string} name @param {string} prompt @param {[string, string][]} options @param {string} chosen */
function menu(name, prompt, options, chosen) {
  const label = make("label", "menu-of", prompt);
  const select = make("select");
  select.name = name;
  for (const [value, text] of options) select.append(new Option(text, value, false, value === chosen));
  label.append(select);
  return label;
}

/** @param {string} name @param {string} prompt @param {boolean} chosen */
function tick(name, prompt, chosen) {
  const label = make("label", "tick");
  const input = make("input");
  Object.assign(input, { type: "checkbox", name, checked: chosen });
  label.append(input, make("span", "", prompt));
  return label;
}
