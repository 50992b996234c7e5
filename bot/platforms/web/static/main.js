// The page: one connection for all its screens, which follow one another without loading the page anew.
import { Connection, identity } from "./connection.js";
import { Device } from "./device.js";
import { Router, screenAt, COMMON } from "./router.js";
import { GameScreen } from "./screens/game.js";
import { LobbyScreen } from "./screens/lobby.js";
import { MatchScreen } from "./screens/match.js";
import { MeScreen } from "./screens/me.js";
import { TalkScreen } from "./screens/talk.js";
import { deedOf } from "./parts/card.js";
import { Door, proposedName } from "./parts/door.js";
import { themed } from "./parts/picture.js";
import { Tabs, waits } from "./parts/tabs.js";
import { copy, notify, toast } from "./parts/toast.js";
import { play } from "./sound.js";
import { fill, filled, loadGames, loadTexts } from "./texts.js";

const SCREENS = { lobby: LobbyScreen, match: MatchScreen, talk: TalkScreen, game: GameScreen, me: MeScreen };
const TRIES = 5; // proposed names that may be taken
const LAPSE_AFTER = 1000; // ms, at least: the clock of this device may be wrong
const MOST_TABS = 12; // the server tells a window of no more matches
const element = (id) => document.getElementById(id);

// A screen has root, title, and shown(), hidden(), seated(frame), heard(frame); it gets the app and its key.
class App {
  constructor(texts, { build, games }) {
    this.texts = texts;
    this.build = build;
    this.games = games;
    this.spoken = texts.language;
    this.me = ""; // the name of whoever sits here
    this.person = ""; // their id
    this.theme = "kayu";
    this.isVisiting = false;
    this.tries = 0;
    this.begun = new Map(); // wishes after which one goes to the match that they began, and what they ask for
    this.tables = new Map(); // the newest table of each match that has a tab
    this.listed = []; // one's own matches, as the lobby lists them
    this.matches = new Map(); // the screens of matches that were shown
    this.pressed = null; // what the button beside a board does that is pressed once somebody sits here
    this.followed = new Map(); // other boards that show a match
    this.device = new Device();
    this.connection = new Connection(this);
    this.door = new Door(this.connection, texts, () => this.drop());
    this.tabs = new Tabs(element("tabs"), this);
    this.acts = {
      press: (message, payload, values) => this.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.wish({ type: "dismiss", message }),
      copy: (link, words) => copy(link, this.texts, words),
      piece: (name) => themed((theme) => `/piece/${this.build}/${theme}/${name}@1.webp`, this.theme, 64),
    };
    this.router = new Router((at) => this.show(at));
    document.addEventListener("visibilitychange", () => this.drawTitle());
  }

  start() {
    this.speak(this.texts);
    this.connection.open();
  }

  // ---- screens

  fromTemplate(name) {
    // Imported and not cloned: only so its own elements are what they are to be at once.
    const root = document.importNode(element(`${name}-screen`).content, true).firstElementChild;
    fill(root, this.texts);
    return root;
  }

  go(path) { this.router.go(path); }

  show({ name, key }) {
    const before = this.screen;
    const room = this.at && JSON.stringify(this.room());
    this.at = { name, key };
    this.screen?.hidden();
    this.screen = this.screenFor(name, key);
    document.body.dataset.screen = name;
    const focused = element("screen").contains(document.activeElement);
    element("screen").replaceChildren(this.screen.root);
    if (focused) element("screen").focus({ preventScroll: true });
    for (const link of document.querySelectorAll(".room")) {
      link.toggleAttribute("aria-current", link.dataset.screen === name);
    }
    this.screen.shown();
    if (before) window.scrollTo(0, 0);
    if (JSON.stringify(this.room()) !== room) this.connection.greet();
    else if (this.isOnline) this.askLobby();
    this.draw();
  }

  screenFor(name, key) {
    if (name !== "match") return new SCREENS[name](this, key);
    this.tabs.add(key);
    if (!this.matches.has(key)) this.matches.set(key, new MatchScreen(this, key));
    this.forgetOldest(key);
    return this.matches.get(key);
  }

  // Of too many matches the first one that neither waits nor is looked at loses its tab.
  forgetOldest(current) {
    while (this.tabs.codes.length > MOST_TABS) {
      const idle = (code) => code !== current && !(this.tables.has(code) && waits(this.tables.get(code)));
      this.forget(this.tabs.codes.find(idle) ?? this.tabs.codes[0]);
    }
  }

  forget(code) {
    this.tabs.close(code);
    this.tables.delete(code);
    this.matches.delete(code);
    if (!this.followed.has(code)) this.connection.raw({ type: "unwatch", code });
  }

  closeTab(code) {
    const isShown = this.at.name === "match" && this.at.key === code;
    this.tabs.put(code);
    this.forget(code);
    if (isShown) this.go("/");
    else this.draw();
  }

  draw() {
    this.tabs.draw(this.at.name === "match" ? this.at.key : "");
    this.drawTitle();
  }

  drawTitle() {
    const untold = this.listed.filter((match) => match.waits && !this.tables.has(match.code));
    const waiting = new Set(untold.map((match) => match.code));
    for (const [code, table] of this.tables) if (waits(table)) waiting.add(code);
    const counted = waiting.size ? `(${waiting.size}) ` : "";
    document.title = counted + [this.screen.title, "Papan"].filter(Boolean).join(" - ");
  }

  // All words of the page in another language.
  speak(texts) {
    this.texts = texts;
    this.door.texts = texts;
    document.documentElement.lang = texts.language;
    fill(document, texts);
    this.matches.clear();
    this.show(screenAt(location));
  }

  async changeLanguage(language) {
    this.spoken = language;
    const [texts, { games }] = await Promise.all([loadTexts(language), loadGames(language)]);
    if (language !== this.spoken) return; // it has been changed again
    this.games = games;
    this.speak(texts);
    for (const code of this.tabs.codes) this.watch(code, true);
  }

  // ---- the connection

  get isOnline() { return this.connection.seated || this.isVisiting; }

  // The room of the common talk is the one in which commands act; only its own screen shows what is said there.
  room() {
    const { screen, at } = this;
    const isTalk = at.name === "talk";
    return { room: isTalk ? at.key : COMMON, since: isTalk && this.me ? screen.seen : 0, quiet: !isTalk };
  }

  askLobby() { this.connection.raw({ type: "lobby", open: this.at.name === "lobby" }); }

  watched() { return new Set([...this.tabs.codes, ...this.followed.keys()]); }

  watch(code, anew) {
    const version = anew ? 0 : this.tables.get(code)?.version ?? 0;
    this.connection.raw({ type: "watch", code, version, since: anew ? 0 : this.matches.get(code)?.seen ?? 0 });
  }

  // A board elsewhere than on the screen of its match shows it too.
  follow(board, code) {
    this.followed.set(code, new Set([...(this.followed.get(code) ?? []), board]));
    if (this.tables.has(code)) board.show(this.tables.get(code), this.build);
    else if (this.isOnline) this.watch(code, true);
  }

  unfollow(board, code) {
    const boards = this.followed.get(code);
    boards?.delete(board);
    if (!boards || boards.size) return;
    this.followed.delete(code);
    if (!this.tabs.codes.includes(code)) this.connection.raw({ type: "unwatch", code });
  }

  arrive(frame) {
    element("offline").hidden = true;
    this.build = frame.build;
    for (const code of this.watched()) this.watch(code, !this.tables.has(code));
    this.askLobby();
    this.screen.seated(frame);
  }

  seated(frame) {
    this.isVisiting = false;
    this.tries = 0;
    if (frame.id !== this.person) this.tables.clear(); // what another person may touch
    this.person = frame.id;
    this.me = frame.name;
    this.tabs.belongTo(frame.id, this.at.key);
    this.door.close();
    this.arrive(frame);
    this.look(frame.theme ?? this.theme, frame.language ?? this.spoken);
  }

  visiting(frame) {
    this.isVisiting = true;
    if (this.person) this.left();
    this.arrive(frame);
    if (this.begun.size) this.connection.sit(proposedName());
    else if (this.connection.isAsked || this.pressed) this.door.open();
  }

  // Whoever sat here does no more: what only they might see goes.
  left() {
    this.person = "";
    this.me = "";
    this.tables.clear();
    this.matches.clear();
    if (this.at.name === "match") this.show(this.at);
  }

  lost() {
    this.isVisiting = false;
    const since = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    element("offline").textContent = filled(this.texts.offline, { time: since });
    element("offline").hidden = false;
  }

  // Whoever has no name yet is asked for one; the wish is kept meanwhile.
  wish(wish) {
    const event = this.connection.wish(wish);
    if (this.isVisiting) this.door.open();
    return event;
  }

  // A button beside a board. What an onlooker sees there is for nobody: it is pressed on the table of whoever sits down.
  press(table, { label, payload }) {
    if (this.isVisiting) {
      this.pressed = { code: table.code, deed: deedOf(payload) };
      this.door.open();
    } else {
      this.wish({ type: "wish", code: table.code, ply: table.ply, label, payload, values: [] });
    }
  }

  pressAgain(table) {
    const { pressed } = this;
    if (!this.connection.seated || pressed?.code !== table.code) return;
    this.pressed = null;
    const action = table.actions.find((each) => deedOf(each.payload) === pressed.deed);
    if (action) this.press(table, action);
  }

  drop() {
    this.pressed = null;
    this.begun.clear();
    this.connection.drop();
  }

  // Begins a match and goes to it; a second press meanwhile begins no second one. Nobody is asked for a name for that:
  // one is proposed, which can be changed.
  begin(fields) {
    const wanted = JSON.stringify(fields);
    if (![...this.begun.values()].includes(wanted)) {
      this.begun.set(this.connection.wish({ type: "begin", ...fields }), wanted);
    }
    if (this.isVisiting && !this.connection.asking) this.connection.sit(proposedName());
  }

  heard(frame) {
    switch (frame.type) {
      case "table": this.gotTable(frame); break;
      case "no_table": this.noTable(frame); break;
      case "lobby": this.listed = frame.mine; break;
      case "me": this.chose(frame); break;
      case "done": this.done(frame); break;
      case "turn":
        this.askLobby();
        if (this.at.name === "talk") toast(frame.text);
        break;
      case "toast":
        this.door.answered();
        toast(frame.text);
        break;
    }
    if (frame.type === "lobby") this.open(frame.mine);
    if (frame.type === "done") for (const match of this.matches.values()) match.settle(frame);
    if (frame.code && frame.code !== this.screen.code) this.matches.get(frame.code)?.heard(frame);
    this.screen.heard(frame);
    if (["table", "no_table", "lobby"].includes(frame.type)) this.draw();
  }

  // A proposed name may be taken: then another one is.
  refused(frame, asked) {
    this.tries += 1;
    const isProposed = asked === "sit" && this.begun.size > 0 && !element("door").open;
    if (isProposed && this.tries < TRIES) this.connection.sit(proposedName());
    else this.door.refuse(frame.text);
  }

  // Name and settings of whoever sits here, at first and whenever they change.
  chose({ name, theme, themes, spoken }) {
    if (name !== this.me) identity.rename(name);
    this.me = name;
    this.look(theme ?? themes[0][0], spoken);
    // The boards have another theme or side below, and bear another name.
    for (const code of this.watched()) this.watch(code, true);
  }

  look(theme, language) {
    this.theme = theme;
    if (language !== this.spoken) this.changeLanguage(language);
  }

  // Matches that wait for me have a tab, wherever they were begun.
  open(mine) {
    const waiting = mine.filter((each) => each.waits).slice(0, MOST_TABS - 1);
    for (const match of waiting.filter((each) => this.tabs.mayOpen(each.code))) {
      this.tabs.add(match.code);
      this.watch(match.code, true);
    }
    this.forgetOldest(this.at.key);
  }

  gotTable(table) {
    const before = this.tables.get(table.code);
    if (this.tabs.codes.includes(table.code)) this.tables.set(table.code, table);
    for (const board of this.followed.get(table.code) ?? []) board.show(table, this.build);
    this.pressAgain(table);
    // A button that is open for a while only goes when that is over.
    if (table.lapses) setTimeout(() => this.lapse(table), Math.max(new Date(table.lapses) - Date.now(), LAPSE_AFTER));
    if (before && waits(table) && table.ply !== before.ply) this.callToTurn(table);
  }

  lapse({ code, version }) {
    if (this.tables.get(code)?.version === version) this.watch(code, true);
  }

  noTable({ code }) {
    this.tables.delete(code);
    if (code !== this.screen.code) this.tabs.close(code);
  }

  // My turn has come in a match that I do not look at, or while the page is in the background.
  callToTurn(table) {
    if (table.code === this.screen.code && !document.hidden) return;
    if (this.device.get("sound")) play("turn");
    if (!this.device.get("notify") || !document.hidden) return;
    notify(`${this.texts.turn}: ${table.game}`, table, () => this.go(`/m/${table.code}`));
  }

  done(frame) {
    if (!this.begun.delete(frame.event)) return;
    if (frame.match) this.go(`/m/${frame.match}`);
    else if (frame.text) toast(frame.text);
  }
}

const [texts, games] = await Promise.all([loadTexts(navigator.language), loadGames(navigator.language)]);
new App(texts, games).start();
