// Who sits here: the person of this browser, in every tab and behind every link; or somebody else in this tab alone.
/** @import { Entrance } from "../types/page" */
import { forDevice, forWindow } from "./storage.js";

const PEOPLE = "people"; // of the browser: all who have sat here, by their names
const PERSON = "person"; // of the browser: the secret of the last of them, empty once that person is nobody any more
const OTHER = "secret"; // of this tab alone: another person's, empty for nobody

export const identity = {
  get secret() {
    return forWindow.get(OTHER) ?? this.ofBrowser;
  },
  /** @returns {Entrance} */
  get entrance() {
    const { secret } = this;
    return secret ? ["hello", { secret }] : ["visit", { language: navigator.language }];
  },
  get ofBrowser() {
    return forDevice.get(PERSON) ?? this.known().at(-1)?.[1] ?? "";
  },
  // Is somebody known here, before the server says who?
  get isKnown() {
    return this.secret !== "";
  },
  // The name of whoever is known here.
  get name() {
    return this.nameOf(this.secret);
  },
  // The name of the browser's person where somebody else sits in this tab; else empty.
  get instead() {
    return this.secret === this.ofBrowser ? "" : this.nameOf(this.ofBrowser);
  },
  /** @param {string} secret */
  nameOf(secret) {
    return this.known().find(([, known]) => known === secret)?.[0] ?? "";
  },
  /** @param {{ secret: string, name: string }} frame */
  keep({ secret, name }) {
    this.take(secret);
    this.remember([...this.known(), [name, secret]]);
  },
  // Whoever sits here has another name now.
  /** @param {string} name */
  rename(name) {
    const others = this.known().filter(([, secret]) => secret !== this.secret);
    this.remember([...others, [name, this.secret]]);
  },
  /** @param {string} secret */
  take(secret) {
    if (forWindow.get(OTHER) === null) forDevice.set(PERSON, secret);
    else forWindow.set(OTHER, secret);
  },
  /** @type {(() => Promise<void>) | undefined} */
  again: undefined, // inside a chat its app tells once more who is here
  // This tab is nobody's for now, whoever the browser's person is.
  leave() {
    forWindow.set(OTHER, "");
  },
  // This tab is the browser's person's again.
  rejoin() {
    forWindow.remove(OTHER);
  },
  forget() {
    const { secret } = this;
    this.remember(this.known().filter(([, known]) => known !== secret));
    if (forWindow.get(OTHER) === secret) this.rejoin();
    else forDevice.set(PERSON, "");
  },
  /** @returns {[name: string, secret: string][]} */
  known() {
    return Object.entries(forDevice.read(PEOPLE, {}));
  },
  /** @param {[name: string, secret: string][]} people */
  remember(people) {
    forDevice.set(PEOPLE, JSON.stringify(Object.fromEntries(people)));
  },
  // Calls `changed` when another tab has made somebody else the browser's person, unless this tab is another's.
  /** @param {() => void} changed */
  watch(changed) {
    addEventListener("storage", ({ key }) => {
      if (key === PERSON && forWindow.get(OTHER) === null) changed();
    });
  },
};
