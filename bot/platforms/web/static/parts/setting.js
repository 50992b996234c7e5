// One setting: some values side by side, more of them in a list, or a switch.
/** @import { Setting } from "../../types/given" */
import { make } from "../texts.js";

const FEW = 6; // values that are shown side by side; of more, one is chosen from a list

/** @typedef {HTMLSelectElement & { told?: string }} Told what is shown in a list that is known outside of it */

// One of some values, at once in effect. `choose` is told the value and the id of its control; `picture` draws one.
/** @param {Setting} setting @param {(value: string, id: string) => void} choose @param {(value: string) => HTMLElement} [picture] */
export function control(setting, choose, picture) {
  const { name, prompt, choices, chosen, note } = setting;
  if (picture || (choices.length <= FEW && !note)) return choice(prompt, name, choices, chosen, choose, picture);
  return list(setting, choose);
}

/**
 * @param {string} title @param {string} name @param {[string, string][]} choices @param {string | null} chosen
 * @param {(value: string, id: string) => void} choose @param {(value: string) => HTMLElement} [picture]
 */
export function choice(title, name, choices, chosen, choose, picture) {
  const group = make("fieldset", picture ? "choice pictured" : "choice");
  group.append(make("legend", "", title));
  for (const [value, words] of choices) {
    const label = make("label");
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.id = `${name}-${value}`;
    input.checked = value === chosen;
    input.addEventListener("change", () => choose(value, input.id));
    label.append(input, ...(picture ? [picture(value)] : []), make("span", "", words));
    group.append(label);
  }
  return group;
}

/** @param {string} id @param {string} words @param {boolean} isOn @param {(box: HTMLInputElement) => void} change */
export function flag(id, words, isOn, change) {
  const label = make("label", "flag");
  const box = make("input");
  box.type = "checkbox";
  box.id = id;
  box.checked = isOn;
  box.addEventListener("change", () => change(box));
  label.append(box, make("span", "", words));
  return label;
}

/** @param {Setting} setting @param {(value: string, id: string) => void} choose */
function list({ name, prompt, choices, chosen, note, open }, choose) {
  const field = make("div", "listed");
  const label = make("label", "", prompt);
  /** @type {Told} */
  const select = make("select");
  const words = make("p", "", note);
  select.id = name;
  label.htmlFor = name;
  words.id = `${name}-note`;
  select.setAttribute("aria-describedby", words.id);
  select.disabled = !open;
  for (const [value, text] of choices) select.append(new Option(text, value));
  select.value = chosen ?? ""; // none of them where nothing has been chosen
  select.told = select.value;
  select.addEventListener("change", () => {
    select.told = select.value;
    choose(select.value, select.id);
  });
  field.append(label, select, words);
  return field;
}

// A list that stays the same element: what was just chosen in it by a key is not told yet, and would be lost with it.
/** @param {Told} select @param {Told | undefined} before */
export function renew(select, before) {
  if (!before || before.options.length !== select.options.length) return;
  for (const [at, option] of [...select.options].entries()) {
    Object.assign(before.options[at], { value: option.value, text: option.text });
  }
  before.disabled = select.disabled;
  if (before.value === before.told) before.value = select.value;
  before.told = select.told;
  select.replaceWith(before);
}
