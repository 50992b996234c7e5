// The screen of oneself: name, settings of the person, settings of this device, and one's data.
import { themeOf } from "../board/view.js";
import { identity } from "../identity.js";
import { Log } from "../parts/chat.js";
import { toast } from "../parts/toast.js";
import { filled, make } from "../texts.js";

const SHOWN_ON = "dam-8"; // the game whose board shows the themes
const OF_DEVICE = { ask: ["never", "days", "always"], hand: ["touch", "drag", "both"] };
const FEW = 6; // values that are shown side by side; of more, one is chosen from a list
const SWITCHES = ["sound", "once", "coordinates", "notify"];

let focusAfter = ""; // where the focus goes once the page speaks another language

export class MeScreen {
  constructor(app) {
    this.app = app;
    this.texts = app.texts;
    this.me = null;
    this.wanted = ""; // the event of a name that was asked for
    this.changes = new Set(); // the events of settings that were changed here, until they are done
    this.root = app.fromTemplate("me");
    this.log = new Log(this.part("log"), app.texts, app.acts);
    this.part("me-sit").addEventListener("click", () => app.door.open());
    this.part("me-other").addEventListener("click", () => app.leaveTab());
    this.part("me-again").addEventListener("click", () => app.rejoin());
    this.part("me-naming").addEventListener("submit", (event) => this.rename(event));
    this.managed = make("form");
    this.managed.autocomplete = "off";
    this.managed.hidden = true;
    this.managed.addEventListener("submit", (event) => this.manage(event));
    this.part("me-settings").after(this.managed);
    for (const button of this.root.querySelectorAll("[data-line]")) {
      button.addEventListener("click", () => app.wish({ type: "say", text: button.dataset.line, reply: "" }));
    }
    this.showDevice();
    this.onDevice = () => this.showDevice();
  }

  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  get seen() {
    return this.log.seen;
  }

  get title() {
    return this.texts.me;
  }

  shown() {
    this.app.device.addEventListener("change", this.onDevice);
    this.ask();
  }

  hidden() {
    this.app.device.removeEventListener("change", this.onDevice);
  }

  know() {
    const { me } = this.app.store;
    this.drawWhose();
    if (me && me !== this.me) this.show(me);
  }

  seated() {
    this.ask();
  }

  ask() {
    if (this.app.connection.seated) this.app.connection.raw({ type: "me" });
  }

  heard(frame) {
    switch (frame.type) {
      case "refused_name":
        this.refuse(frame.text);
        break;
      case "refused_key":
        this.refuseKey(frame.text);
        break;
      case "done":
        if (frame.event === this.wanted && frame.done) this.named();
        if (this.changes.delete(frame.event)) this.ask();
        break;
      case "messages":
        if (frame.room === "#") this.log.tell(frame);
        break;
    }
  }

  // Whoever has no name here has nothing to set but this device.
  drawWhose() {
    const { isVisiting, name } = this.app.store;
    this.part("me-stranger").hidden = !isVisiting;
    for (const each of this.root.querySelectorAll("[data-own]")) each.hidden = isVisiting;
    if (isVisiting) this.managed.hidden = true;
    const { instead } = identity;
    const words = instead ? this.texts.tab_other : this.texts.tab_same;
    this.part("me-whose").textContent = filled(words, { name });
    this.part("me-again").hidden = !instead;
    this.part("me-again").textContent = filled(this.texts.again, { name: instead });
  }

  show(me) {
    const before = this.me;
    this.me = me;
    const field = this.part("me-name");
    if (!field.value || field.value === before?.name) field.value = me.name; // what is being typed stays
    if (!this.changes.size) this.drawSettings(); // else it is not yet what was chosen here
    this.drawManaging();
  }

  drawSettings() {
    const home = this.part("me-settings");
    const focused = home.contains(document.activeElement) ? document.activeElement.id : "";
    const before = new Map([...home.querySelectorAll("select")].map((select) => [select.id, select]));
    const tabs = [...new Set(this.me.settings.map((each) => each.tab))].map((title) => this.tab(title));
    for (const select of tabs.flatMap((tab) => [...tab.querySelectorAll("select")]))
      renew(select, before.get(select.id));
    home.replaceChildren(...tabs);
    const isNew = document.activeElement.matches("body, #screen");
    this.root.querySelector(`[id="${focused || (isNew && focusAfter)}"]`)?.focus();
    if (!focused) focusAfter = "";
  }

  // The settings under one heading.
  tab(title) {
    const section = make("section");
    const settings = this.me.settings.filter((each) => each.tab === title);
    section.append(make("h2", "", title), ...settings.map((each) => this.setting(each)));
    return section;
  }

  // One of some values, at once in effect.
  setting(setting) {
    const { name, prompt, choices, note } = setting;
    const chosen = name === "theme" ? this.me.theme || themeOf("") : setting.chosen;
    const choose = (value, id) => {
      focusAfter = name === "language" ? id : "";
      this.changes.add(this.app.wish({ type: "prefer", field: name, value }));
    };
    const picture = name === "theme" ? (theme) => this.picture(theme) : null;
    if (picture || (choices.length <= FEW && !note)) return choice(prompt, name, choices, chosen, choose, picture);
    return list(setting, choose);
  }

  picture(theme) {
    const image = make("img");
    image.src = `/midgame/${this.app.build}/${theme}/${SHOWN_ON}.webp`;
    image.alt = "";
    image.width = 120;
    image.height = 120;
    return image;
  }

  // ---- the name

  rename(event) {
    event.preventDefault();
    const name = this.part("me-name").value.trim();
    this.part("me-refused").hidden = true;
    if (name && name !== this.me?.name) this.wanted = this.app.wish({ type: "rename", name });
  }

  refuse(text) {
    this.part("me-refused").textContent = text;
    this.part("me-refused").hidden = false;
    this.part("me-name").focus();
  }

  named() {
    toast(filled(this.texts.renamed, { name: this.me.name }));
  }

  // ---- the common room

  // What was typed stays, but once it was the key.
  drawManaging() {
    const { manages } = this.me;
    const { managed: form } = this;
    form.hidden = manages === null;
    if (form.hidden || form.manages === manages) return;
    form.manages = manages;
    form.replaceChildren(make("h2", "", this.texts.common_room), ...(manages ? this.managing() : this.entering()));
  }

  managing() {
    const told = make("p", "", this.texts.manages);
    told.setAttribute("role", "status");
    return [told];
  }

  entering() {
    const { texts } = this;
    const [label, line, field, enter] = ["label", "div", "input", "button"].map((name) => make(name));
    const [refused, note] = [make("p", "refused"), make("p", "", texts.room_key_note)];
    label.textContent = texts.room_key;
    label.htmlFor = "me-key";
    line.className = "line";
    Object.assign(field, { id: "me-key", type: "text", maxLength: 256, required: true, spellcheck: false });
    field.setAttribute("aria-describedby", "me-key-note");
    enter.textContent = texts.enter_key;
    Object.assign(refused, { id: "me-key-refused", hidden: true });
    refused.setAttribute("role", "alert");
    note.id = "me-key-note";
    line.append(field, enter);
    return [label, line, refused, note];
  }

  manage(event) {
    event.preventDefault();
    this.part("me-key-refused").hidden = true;
    this.app.wish({ type: "manage", key: this.part("me-key").value });
  }

  refuseKey(text) {
    this.part("me-key-refused").textContent = text;
    this.part("me-key-refused").hidden = false;
    this.part("me-key").focus();
  }

  // ---- this device

  showDevice() {
    const { device, texts } = this.app;
    const focused = document.activeElement?.id;
    this.part("me-device").replaceChildren(
      ...SWITCHES.slice(0, 1).map((name) => this.flag(name)),
      ...Object.entries(OF_DEVICE).map(([name, values]) =>
        choice(
          texts[`device_${name}`],
          name,
          values.map((value) => [value, texts[`${name}_${value}`]]),
          device.get(name),
          (value) => device.set(name, value),
        ),
      ),
      ...SWITCHES.slice(1).map((name) => this.flag(name)),
    );
    if (focused) this.root.querySelector(`[id="${focused}"]`)?.focus();
  }

  flag(name) {
    const label = make("label", "flag");
    const box = make("input");
    box.type = "checkbox";
    box.id = `device-${name}`;
    box.checked = this.app.device.get(name);
    box.addEventListener("change", () => this.switch(name, box));
    label.append(box, make("span", "", this.texts[`device_${name}`]));
    return label;
  }

  // The browser is asked for its permission only now, and what it says is told.
  async switch(name, box) {
    if (name === "notify" && box.checked) {
      const allowed = globalThis.Notification ? await Notification.requestPermission() : "missing";
      if (allowed !== "granted") {
        box.checked = false;
        this.part("me-notify").textContent = this.texts[allowed === "missing" ? "notify_missing" : "notify_refused"];
        this.part("me-notify").hidden = false;
        return;
      }
    }
    if (name === "notify") this.part("me-notify").hidden = true;
    this.app.device.set(name, box.checked);
  }
}

// A list that stays the same element: what was just chosen in it by a key is not told yet, and would be lost with it.
function renew(select, before) {
  if (!before || before.options.length !== select.options.length) return;
  for (const [at, option] of [...select.options].entries()) {
    Object.assign(before.options[at], { value: option.value, text: option.text });
  }
  before.disabled = select.disabled;
  if (before.value === before.told) before.value = select.value;
  before.told = select.told;
  select.replaceWith(before);
}

function choice(title, name, choices, chosen, choose, picture) {
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

function list({ name, prompt, choices, chosen, note, open }, choose) {
  const field = make("div", "listed");
  const label = make("label", "", prompt);
  const select = make("select");
  const words = make("p", "", note);
  select.id = name;
  label.htmlFor = name;
  words.id = `${name}-note`;
  select.setAttribute("aria-describedby", words.id);
  select.disabled = !open;
  for (const [value, text] of choices) select.append(new Option(text, value));
  select.value = chosen; // none of them where nothing has been chosen
  select.told = select.value; // what is shown that is known outside of it
  select.addEventListener("change", () => {
    select.told = select.value;
    choose(select.value, select.id);
  });
  field.append(label, select, words);
  return field;
}
