// The screen of one's settings, a group at a time, with a board as they have it: those of the person, their name and their
// data, and those of this device, which need no name.
/** @import { Elements, PreferencesFrame, SentFrame, Setting } from "../../types/given" */
/** @import { App } from "../main.js" */
/** @typedef {{ key: string, title: string, state: string }} Group what it is called, and how it stands in one line */
import "../board/papan-board.js";
import { stillState, themeOf } from "../board/view.js";
import { identity } from "../identity.js";
import { Log } from "../parts/chat.js";
import { DeviceGroup } from "../parts/device_group.js";
import { KeyForm } from "../parts/room_key.js";
import { control, renew } from "../parts/setting.js";
import { setCurrent } from "../parts/tabs.js";
import { toast } from "../parts/toast.js";
import { filled, make } from "../texts.js";

const SHOWN_ON = "dam-8"; // the game whose board shows the themes
const SHOWN = {
  code: "preview",
  ruleset: SHOWN_ON,
  cells: "mmmmm.mm.Mmmmm.M....MMM.MM.MMMMM",
  ply: 0,
};
const TOLD = 2; // so many of its settings say how a group stands
const OWN = new Set(["name", "device", "data"]); // the groups that the page itself has

let focusAfter = ""; // where the focus goes once the page speaks another language

export class SettingsScreen {
  /** @param {App} app @param {string} key */
  constructor(app, key) {
    this.app = app;
    this.texts = app.texts;
    this.key = key; // of the group that is shown; empty for the first
    /** @type {PreferencesFrame | null} */
    this.me = null;
    this.wanted = ""; // the event of a name that was asked for
    /** @type {Set<string>} */
    this.changes = new Set(); // the events of settings that were changed here, until they are done
    this.root = app.fromTemplate("settings");
    this.log = new Log(this.part("log"), app.texts, app.acts);
    this.part("me-sit").addEventListener("click", () => app.door.open());
    this.part("me-other").addEventListener("click", () => app.leaveTab());
    this.part("me-again").addEventListener("click", () => app.rejoin());
    this.part("me-naming").addEventListener("submit", (event) => this.rename(event));
    this.room = new KeyForm(this.part("me-managing"), app);
    this.ofDevice = new DeviceGroup(this.part("me-device"), this.part("me-notify"), app);
    for (const button of this.root.querySelectorAll("[data-line]")) {
      button.addEventListener("click", () => app.wish({ type: "say", text: button.dataset.line ?? "", reply: "" }));
    }
    this.onDevice = () => this.drawDevice();
  }

  /** @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  get seen() {
    return this.log.seen;
  }

  get title() {
    return this.texts.settings;
  }

  shown() {
    this.app.device.addEventListener("change", this.onDevice);
    this.ofDevice.draw();
    this.inSight();
    this.ask();
  }

  // By its link: the focus stays there, unless it is on a setting whose words have changed.
  arrived() {
    if (!this.key || !document.activeElement?.matches("body, #screen")) return;
    this.part("me-groups").querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  hidden() {
    this.app.device.removeEventListener("change", this.onDevice);
  }

  know() {
    const { me, isVisiting } = this.app.store;
    this.part("me-stranger").hidden = !isVisiting;
    if (isVisiting) {
      this.me = null;
      this.part("me-name").value = ""; // it was somebody else's
      this.draw();
    } else if (me && me !== this.me) this.show(me);
  }

  seated() {
    this.ask();
  }

  ask() {
    if (this.app.connection.seated) this.app.connection.raw({ type: "me" });
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    switch (frame.type) {
      case "refused_name":
        this.refuse(frame.text);
        break;
      case "refused_key":
        this.room.refuse(frame.text);
        break;
      case "done":
        if (frame.event === this.wanted && frame.done) toast(filled(this.texts.renamed, { name: this.me?.name ?? "" }));
        if (this.changes.delete(frame.event)) this.ask();
        break;
      case "messages":
        if (frame.room === "#") this.log.tell(frame);
        break;
    }
  }

  // ---- groups

  // Whoever has no name here has nothing to set but this device.
  /** @returns {Group[]} */
  get groups() {
    const { me, texts } = this;
    const device = { key: "device", title: texts.this_device, state: this.ofDevice.state };
    if (!me) return [device];
    const keys = [...new Set(me.settings.map(({ group }) => group))];
    return [
      ...keys.map((key) => groupOf(me.settings.filter(({ group }) => group === key))),
      device,
      { key: "name", title: texts.your_name, state: me.name },
      { key: "data", title: texts.my_data, state: texts.data_state },
    ];
  }

  get group() {
    return this.groups.find(({ key }) => key === this.key) ?? this.groups[0];
  }

  draw() {
    const { group } = this;
    const home = this.part("me-groups");
    const focused = home.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : "";
    home.replaceChildren(
      ...this.groups.map(({ key, title, state }) => {
        const link = make("a");
        link.href = `/me/settings/${key}`;
        setCurrent(link, key === group.key);
        link.append(make("span", "", title), " ", make("small", "", state));
        return link;
      }),
    );
    home.querySelector(`[href="${focused}"]`)?.focus({ preventScroll: true });
    this.part("me-group").textContent = group.title;
    for (const each of this.root.querySelectorAll("[data-group]")) {
      each.hidden = each.dataset.group !== (OWN.has(group.key) ? group.key : "settings");
    }
    for (const id of /** @type {const} */ (["me-groups", "me-options", "me-preview"])) this.part(id).hidden = false;
    if (!focused) this.inSight();
    this.drawWhose();
    this.drawBoard();
  }

  // Where they are a row, the one that is shown is in sight.
  inSight() {
    const row = this.part("me-groups");
    const current = row.querySelector("[aria-current]");
    if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }

  drawWhose() {
    const { instead } = identity;
    const words = instead ? this.texts.tab_other : this.texts.tab_same;
    this.part("me-whose").textContent = filled(words, { name: this.app.store.name });
    this.part("me-again").hidden = !instead;
    this.part("me-again").textContent = filled(this.texts.again, { name: instead });
  }

  // The board as one sees it, with the letters that this device wants, and the side below that the person wants.
  drawBoard() {
    const board = this.part("me-board");
    const view = this.me?.settings.find(({ name }) => name === "view")?.chosen;
    board.coordinates = this.app.device.get("coordinates");
    board.show(stillState({ ...SHOWN, theme: this.app.theme, bottom: view === "second" ? 1 : 0 }), this.app.build);
  }

  // ---- settings of the person

  /** @param {PreferencesFrame} me */
  show(me) {
    const before = this.me;
    this.me = me;
    this.draw();
    const field = this.part("me-name");
    if (!field.value || field.value === before?.name) field.value = me.name; // what is being typed stays
    if (!this.changes.size) this.drawSettings(me); // else it is not yet what was chosen here
    this.room.draw(me.manages);
  }

  /** @param {PreferencesFrame} me */
  drawSettings({ settings, theme }) {
    const home = this.part("me-settings");
    const focused = home.contains(document.activeElement) ? (document.activeElement?.id ?? "") : "";
    const before = new Map([...home.querySelectorAll("select")].map((select) => [select.id, select]));
    const shown = settings.filter(({ group }) => group === this.group.key);
    const controls = shown.map((each) => this.control(each, theme));
    home.replaceChildren(...controls);
    for (const select of home.querySelectorAll("select")) renew(select, before.get(select.id));
    const isNew = document.activeElement?.matches("body, #screen");
    if (focused || (isNew && focusAfter)) home.querySelector(`[id="${focused || focusAfter}"]`)?.focus();
    if (!focused) focusAfter = "";
  }

  /** @param {Setting} setting @param {string} theme */
  control(setting, theme) {
    const { name } = setting;
    /** @param {string} value @param {string} id */
    const choose = (value, id) => {
      focusAfter = name === "language" ? id : "";
      this.changes.add(this.app.wish({ type: "prefer", field: name, value }));
    };
    if (name !== "theme") return control(setting, choose);
    return control({ ...setting, chosen: theme || themeOf("") }, choose, (each) => this.picture(each));
  }

  /** @param {string} theme */
  picture(theme) {
    const image = make("img");
    image.src = `/midgame/${this.app.build}/${theme}/${SHOWN_ON}.webp`;
    image.alt = "";
    image.width = 120;
    image.height = 120;
    return image;
  }

  // ---- the name

  /** @param {SubmitEvent} event */
  rename(event) {
    event.preventDefault();
    const name = this.part("me-name").value.trim();
    this.part("me-refused").hidden = true;
    if (name && name !== this.me?.name) this.wanted = this.app.wish({ type: "rename", name });
  }

  /** @param {string} text */
  refuse(text) {
    this.part("me-refused").textContent = text;
    this.part("me-refused").hidden = false;
    this.part("me-name").focus();
  }

  // ---- this device

  drawDevice() {
    this.ofDevice.draw();
    if (this.me || this.app.store.isVisiting) this.draw();
  }
}

// The settings under one heading: how they stand is what is chosen of them.
/** @param {Setting[]} settings @returns {Group} */
function groupOf(settings) {
  const named = settings.map(({ chosen, choices }) => choices.find(([value]) => value === chosen)?.[1]);
  return { key: settings[0].group, title: settings[0].tab, state: named.filter(Boolean).slice(0, TOLD).join(", ") };
}
