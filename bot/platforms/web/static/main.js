// The page: one connection for all its screens, which follow one another without loading the page anew.
/** @import { BoardFrame, DoneFrame, EventFrame, PreferencesFrame, RefusedFrame, SeatedFrame, SentFrame, Texts, VisitingFrame } from "../types/given" */
/** @import { Acts, Address, Games, Pressed, Screen, ScreenClass } from "../types/page" */
/** @import { BeginFrame, Elements } from "../types/given" */
import { Connection } from "./connection.js";
import { Device } from "./device.js";
import { identity } from "./identity.js";
import { Matches } from "./matches.js";
import { Router, screenAt, COMMON } from "./router.js";
import { LobbyScreen } from "./screens/lobby.js";
import { chosenFor, wishOf } from "./parts/choices.js";
import { Door, proposedName } from "./parts/door.js";
import { themed } from "./parts/picture.js";
import { setCurrent, waits } from "./parts/tabs.js";
import { copy, endToast, notify, toast } from "./parts/toast.js";
import { whenKeepingFails } from "./storage.js";
import { Store } from "./store.js";
import { fill, filled, got, loadGames, loadLaterTexts, loadTexts, momentTold } from "./texts.js";

// The way to the first board needs no other screens: they are fetched when they are shown, and what they look like.
/** @type {Record<string, (app: App) => Promise<ScreenClass>>} */
const SCREENS = {
  talk: async (app) => (await app.dressed(import("./screens/talk.js"))).TalkScreen,
  game: async (app) => (await app.dressed(import("./screens/game.js"))).GameScreen,
  edit: async (app) => (await app.dressed(import("./screens/edit.js"))).EditScreen,
  learn: async (app) => (await app.dressed(import("./screens/study.js"))).StudyScreen,
  puzzles: async (app) => (await app.dressed(import("./screens/study.js"))).StudyScreen,
  person: async (app) => (await app.dressed(import("./screens/person.js"))).PersonScreen,
  device: async (app) => (await app.dressed(import("./screens/device.js"))).DeviceScreen,
  you: async (app) => (await app.dressed(import("./screens/you.js"))).YouScreen,
  me: async (app) => (await app.dressed(import("./screens/person.js"))).PersonScreen,
  settings: async (app) => (await app.dressed(import("./screens/settings.js"))).SettingsScreen,
  nowhere: async (app) => (await app.dressed(import("./screens/nowhere.js"))).NowhereScreen,
};
/** @type {Promise<unknown> | null} */
let pages = null; // the style of those, and their templates

async function loadPages() {
  const { href } = new URL("./style/pages.css", import.meta.url);
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const styled = new Promise((done, fail) => Object.assign(link, { onload: done, onerror: fail }));
  document.head.append(link);
  try {
    const [templates] = await Promise.all([got(new URL("./later.html", import.meta.url)), styled]);
    document.body.insertAdjacentHTML("beforeend", await templates.text());
  } catch (fault) {
    link.remove();
    pages = null; // they are fetched with the next one
    throw fault;
  }
}

/** @type {Record<string, string>} */
const BELOW = { device: "me", you: "me", settings: "me" }; // screens that are reached from another one's place
// Has the server another version of the page by now? Then what this one has not fetched yet is not there any more.
async function askOutdated() {
  const own = new URL("./store.js", import.meta.url);
  const answer = await fetch(own, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}

const KEEPS_AFTER = 2000; // ms
const TRIES = 5; // proposed names that may be taken
/** @template {keyof Elements} K @param {K} id */
const element = (id) => document.getElementById(id);

// A screen has root, title, and shown(), hidden(), seated(frame), heard(frame); it gets the app and its key. It may have
// know(), which reads the store.
export class App {
  /** @param {Texts} texts @param {Games} games */
  constructor(texts, { build, games }) {
    this.texts = texts;
    this.build = build;
    this.games = games;
    this.spoken = texts.language;
    this.store = new Store();
    this.store.addEventListener("change", () => this.screen?.know?.());
    this.theme = ""; // as the device has it, by day or by night
    this.tries = 0;
    this.isUnasked = false; // nobody is asked for a name for what is wanted: one is proposed, which can be changed
    /** @type {Map<string, string>} */
    this.begun = new Map(); // wishes after which one goes to the match that they began, and what they ask for
    /** @type {{ code: string, kind: string, choice: string } | null} */
    this.pressed = null; // what the button beside a board does that is pressed once somebody sits here
    /** @type {Screen | null} */
    this.screen = null;
    this.hasArrived = false;
    this.keeping = 0;
    this.isOutdated = false;
    this.isMissing = false; // the screen of the address could not be fetched
    /** @type {Address} */
    this.at = { name: "", key: "" };
    /** @type {typeof import("./parts/shell.js") | null} */
    this.shell = null;
    /** @type {import("./parts/sheet.js").Sheet | null} */
    this.sheet = null;
    this.device = new Device();
    this.connection = new Connection(this);
    this.door = new Door(this.connection, texts, () => this.drop());
    this.matches = new Matches(this, {
      list: element("tabs"),
      opener: element("opener"),
      onward: element("onward"),
    });
    /** @type {Acts} */
    this.acts = {
      app: this,
      press: (message, payload, values) => this.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.wish({ type: "dismiss", message }),
      copy: (link, words) => copy(link, this.texts, words),
      piece: (name) => themed((theme) => `/piece/${this.build}/${theme}/${name}@1.webp`, this.theme, 64),
    };
    this.router = new Router(
      (at, isBack) => this.show(at, isBack),
      () => this.again(),
    );
    document.addEventListener("visibilitychange", () => this.drawTitle());
  }

  // What is not on the way to the first board, with what it looks like and its words.
  /** @template T @param {Promise<T>} fetched */
  async dressed(fetched) {
    pages ??= loadPages();
    const [found] = await Promise.all([fetched, pages, loadLaterTexts(this.texts)]);
    return found;
  }

  async start() {
    await this.speak(this.texts);
    this.connection.open();
    for (const back of ["online", "pageshow"]) {
      addEventListener(back, () => {
        this.connection.back();
        this.again();
      });
    }
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.connection.back();
    });
    identity.watch(() => this.connection.greet());
    whenKeepingFails((fault) => toast(this.texts[fault]));
  }

  // ---- screens

  /** @param {"lobby" | "match" | "talk" | "game" | "person" | "settings" | "nowhere"} name @returns {HTMLElement} */
  fromTemplate(name) {
    // Imported and not cloned: only so its own elements are what they are to be at once.
    const { firstElementChild } = document.importNode(element(`${name}-screen`).content, true);
    const root = /** @type {HTMLElement} */ (firstElementChild);
    fill(root, this.texts);
    return root;
  }

  /** @param {string} path */
  go(path) {
    this.router.go(path);
  }

  // The screen of an address, unless another one is asked for while it is fetched.
  /** @param {Address} at */
  async show({ name, key }, isBack = false) {
    if (this.isOutdated) return location.reload();
    const asked = (this.asked = Symbol(name));
    const found = await this.fetched(name);
    if (asked !== this.asked) return;
    this.isMissing = found === null;
    if (!found && this.screen) return;
    const Screen = found ?? LobbyScreen;
    const before = this.screen;
    const { room } = this.room();
    const wasTalk = this.at.name === "talk";
    this.at = { name, key };
    this.screen?.hidden();
    this.screen = name === "match" ? this.matches.screen(key) : new Screen(this, key, name, isBack);
    document.body.dataset.screen = name;
    const focused = element("screen").contains(document.activeElement);
    element("screen").replaceChildren(this.screen.root);
    if (focused) element("screen").focus({ preventScroll: true });
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".room"))) {
      setCurrent(link, link.dataset.screen === (BELOW[name] ?? name));
    }
    if (this.room().room !== room) this.store.people = []; // those of another room
    this.screen.know?.();
    this.screen.shown();
    if (focused) this.screen.arrived?.();
    if (before) {
      window.scrollTo(0, isBack ? (this.screen.scrolled ?? 0) : 0);
      endToast();
    }
    if (this.room().room !== room || wasTalk !== (name === "talk")) this.connection.greet();
    else if (this.isOnline) this.askLobby();
    this.draw();
  }

  /** @param {string} name @returns {Promise<ScreenClass | null>} */
  async fetched(name) {
    try {
      return (await SCREENS[name]?.(this)) ?? LobbyScreen;
    } catch {
      await this.missed();
      return null;
    }
  }

  // Something could not be fetched. That is said, unless the server has another version of the page by now.
  async missed() {
    if (await askOutdated()) location.reload();
    else toast(this.texts.not_loaded);
  }

  // A screen that could not be fetched is, once it is wanted once more or the connection is back.
  again() {
    if (this.isMissing) this.show(screenAt(location));
  }

  // The tab of a match was closed.
  /** @param {string} code */
  closed(code) {
    if (this.at.name === "match" && this.at.key === code) this.go("/");
    else this.draw();
  }

  draw() {
    this.matches.tabs.draw(this.at.name === "match" ? this.at.key : "");
    this.drawTitle();
  }

  drawTitle() {
    const waiting = this.matches.waiting(this.store.mine);
    const counted = waiting ? `(${waiting}) ` : "";
    document.title = counted + [this.screen?.title, "Papan"].filter(Boolean).join(" - ");
    // On the icon of the room where it is installed as an app; a browser that may not show it says so.
    navigator.setAppBadge?.(waiting).catch(() => {});
  }

  // All words of the page in another language.
  /** @param {Texts} texts */
  speak(texts) {
    this.texts = texts;
    this.door.texts = texts;
    document.documentElement.lang = texts.language;
    fill(document, texts);
    this.matches.screens.clear();
    return this.show(screenAt(location));
  }

  /** @param {string} language */
  async changeLanguage(language) {
    this.spoken = language;
    const found = await Promise.all([loadTexts(language), loadGames(language)]).catch(() => this.missed());
    if (language !== this.spoken) return; // it has been changed again
    if (!found) {
      this.spoken = this.texts.language;
      return;
    }
    const [texts, { games }] = found;
    this.games = games;
    await this.speak(texts);
    this.matches.watchAll(true);
    if (this.store.person) this.keepShell();
  }

  // ---- the connection

  get isOnline() {
    return this.connection.seated || this.store.isVisiting;
  }

  // The room of the common talk is the one in which commands act; only its own screen shows what is said there.
  room() {
    const { screen, at } = this;
    const isTalk = at.name === "talk";
    const seen = this.store.person ? (screen?.seen ?? 0) : 0; // what came before it is not sent again
    return { room: isTalk ? at.key : COMMON, since: seen, quiet: !isTalk };
  }

  // Does a clock of minutes run before somebody's eyes? Then a dead line is to be known at once.
  get isHurried() {
    const clock = this.matches.states.get(this.screen?.code ?? "")?.clock;
    return !document.hidden && clock?.live === true && clock.runs !== null;
  }

  askLobby() {
    this.connection.raw({ type: "lobby", open: this.at.name === "lobby" });
  }

  /** @param {SeatedFrame | VisitingFrame} frame */
  arrive(frame) {
    element("offline").hidden = true;
    if (this.hasArrived) askOutdated().then((found) => (this.isOutdated = found));
    this.hasArrived = true;
    this.build = frame.build;
    this.matches.watchAll(false);
    this.askLobby();
    this.screen?.seated(frame);
    this.again();
  }

  /** @param {SeatedFrame} frame */
  seated(frame) {
    this.tries = 0;
    this.isUnasked = false;
    if (frame.id !== this.store.person) this.matches.states.clear(); // what another person may touch
    this.store.sit(frame.id, frame.name);
    this.matches.tabs.belongTo(frame.id, this.at.key);
    this.door.close();
    this.arrive(frame);
    this.look(frame.theme ?? this.theme, frame.language ?? this.spoken);
    this.keepShell();
  }

  // What is there without a connection, for whoever has a place here. It comes after what is waited for.
  async keepShell() {
    clearTimeout(this.keeping);
    await new Promise((done) => (this.keeping = setTimeout(done, KEEPS_AFTER)));
    this.shell ??= await import("./parts/shell.js").catch(() => null);
    const { mine } = this.store;
    if (mine.length) this.shell?.note(mine); // they may have come before it
    await this.shell?.keepShell(this.spoken).catch(() => {}); // not every browser lets a page keep something
  }

  /** @param {VisitingFrame} frame */
  visiting(frame) {
    if (this.store.person) this.left();
    this.store.set({ isVisiting: true });
    this.arrive(frame);
    if (this.isUnasked) this.connection.sit(proposedName());
    else if (this.connection.isAsked || this.pressed) this.door.open();
  }

  // Whoever sat here does no more: what only they might see goes.
  left() {
    this.store.sit("", "");
    this.matches.clear();
    clearTimeout(this.keeping);
    import("./parts/shell.js").then(({ forget }) => forget()).catch(() => {}); // another page may have kept something
    if (this.at.name === "match") this.show(this.at);
  }

  /** @param {boolean} isSlow */
  slow(isSlow) {
    document.body.classList.toggle("slow-line", isSlow);
  }

  lost() {
    const since = momentTold(new Date(), { timeStyle: "short" });
    element("offline").textContent = filled(this.texts.offline, { time: since });
    element("offline").hidden = false;
  }

  // Whoever has no name yet is asked for one; the wish is kept meanwhile.
  /** @param {EventFrame} wish */
  wish(wish) {
    const event = this.connection.wish(wish);
    if (this.store.isVisiting) this.door.open();
    return event;
  }

  // A button beside a board. What an onlooker sees there is for nobody: whoever sits down presses it.
  /** @param {BoardFrame} state @param {Pressed} button */
  press(state, { kind, choice, label }) {
    if (this.store.isVisiting) {
      this.pressed = { code: state.code, kind, choice };
      this.door.open(kind === "accept");
    } else {
      this.wish({ type: "wish", code: state.code, ply: state.ply, kind, choice, label });
    }
  }

  /** @param {BoardFrame} state */
  pressAgain(state) {
    const { pressed } = this;
    if (!this.connection.seated || pressed?.code !== state.code) return;
    this.pressed = null;
    const action = state.actions.find((each) => each.kind === pressed.kind && each.choice === pressed.choice);
    if (!action) return;
    if (this.screen?.code === state.code && this.screen.press) this.screen.press(action);
    else this.press(state, action);
  }

  // Somebody else sits down in this tab; in the others nothing changes.
  leaveTab() {
    identity.leave();
    this.connection.greet();
    this.door.open();
  }

  rejoin() {
    identity.rejoin();
    this.connection.greet();
  }

  drop() {
    this.pressed = null;
    this.isUnasked = false;
    this.begun.clear();
    this.connection.drop();
  }

  // The match that was chosen last for a game; at first one with the computer.
  /** @param {string} key */
  playNow(key) {
    this.begin(wishOf(key, { ...chosenFor(key), against: "computer" }));
  }

  // `against` is who is chosen on the sheet at first, where it is not who was last.
  /** @param {string} key @param {string} [against] */
  async choose(key, against) {
    const found = await this.dressed(import("./parts/sheet.js")).catch(() => this.missed());
    if (!found) return;
    this.sheet ??= new found.Sheet(this.texts, (fields) => this.begin(fields));
    this.sheet.open(key, against).catch(() => this.missed());
  }

  // Begins a match and goes to it; a second press meanwhile begins no second one.
  /** @param {Omit<BeginFrame, "type">} fields */
  begin(fields) {
    const wanted = JSON.stringify(fields);
    if (![...this.begun.values()].includes(wanted)) {
      this.begun.set(this.connection.wish({ type: "begin", ...fields }), wanted);
    }
    this.sitUnasked();
  }

  // A line that is not typed, for a screen that shows the answer.
  /** @param {string} text */
  ask(text) {
    this.connection.wish({ type: "say", text, reply: "" });
    this.sitUnasked();
  }

  sitUnasked() {
    this.isUnasked = !this.store.person;
    if (this.store.isVisiting && !this.connection.asking) this.connection.sit(proposedName());
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    let before = null;
    switch (frame.type) {
      case "board":
        before = this.gotState(frame);
        break;
      case "no_board":
        this.matches.lost(frame.code, this.screen?.code);
        break;
      case "lobby":
        this.store.set({ lobby: { ...frame, arrived: Date.now() } });
        if (this.store.person) this.shell?.note(frame.mine);
        break;
      case "people":
        this.store.set({ people: frame.people });
        break;
      case "me":
        this.chose(frame);
        break;
      case "done":
        this.done(frame);
        break;
      case "turn":
        this.askLobby();
        if (this.at.name === "talk") toast(frame.text);
        break;
      case "toast":
        this.door.answered();
        toast(frame.text);
        break;
    }
    if (frame.type === "lobby") this.matches.open(frame.mine);
    if (frame.type === "done") for (const match of this.matches.screens.values()) match.settle(frame);
    if ("code" in frame && frame.code !== this.screen?.code) this.matches.screens.get(frame.code)?.heard(frame);
    this.screen?.heard(frame);
    if (["board", "no_board", "lobby"].includes(frame.type)) this.draw();
    if (frame.type === "board" && before && waits(frame) && frame.ply !== before.ply) this.callToTurn(frame); // once it is shown
  }

  // A proposed name may be taken: then another one is.
  /** @param {RefusedFrame} frame @param {string} asked */
  refused(frame, asked) {
    this.tries += 1;
    const isProposed = asked === "sit" && this.isUnasked && !element("door").open;
    if (isProposed && this.tries < TRIES) this.connection.sit(proposedName());
    else this.door.refuse(frame.text);
  }

  // Name and settings of whoever sits here, at first and whenever they change.
  /** @param {PreferencesFrame} me */
  chose(me) {
    const { name, spoken, theme } = me;
    if (name !== this.store.name) identity.rename(name);
    this.look(theme, spoken);
    this.store.set({ name, me });
    // The boards have another theme or side below, and bear another name.
    this.matches.watchAll(true);
  }

  /** @param {string} theme @param {string} language */
  look(theme, language) {
    this.theme = theme;
    if (language !== this.spoken) this.changeLanguage(language);
  }

  /** @param {BoardFrame} state */
  gotState(state) {
    const before = this.matches.got(state);
    this.pressAgain(state);
    return before;
  }

  // My turn has come in a match that I do not look at, or while the page is in the background.
  /** @param {BoardFrame} state */
  callToTurn(state) {
    if (state.code === this.screen?.code && !document.hidden) return;
    // A browser that plays no sound may still tell it.
    if (this.device.get("sound")) {
      import("./sound.js").then(({ play }) => play("turn")).catch(() => {});
    }
    if (!this.device.get("notify") || !document.hidden) return;
    notify(`${this.texts.turn}: ${state.game}`, state, () => this.go(`/m/${state.code}`)).catch(() => {});
  }

  /** @param {DoneFrame} frame */
  done(frame) {
    const isBegun = this.begun.delete(frame.event);
    // Whoever challenges somebody at home, accepts an invitation in the talk, or plays after the lessons, goes to the board too.
    if (frame.match && (isBegun || ["lobby", "talk", "edit", "learn", "puzzles"].includes(this.at.name)))
      this.go(`/m/${frame.match}`);
    else if (isBegun && frame.text) toast(frame.text);
  }
}

for (const kind of /** @type {const} */ (["error", "unhandledrejection"])) {
  addEventListener(kind, (event) => import("./faults.js").then(({ report }) => report(event)).catch(() => {}));
}
const [texts, games] = await Promise.all([loadTexts(navigator.language), loadGames(navigator.language)]);
new App(texts, games).start();
