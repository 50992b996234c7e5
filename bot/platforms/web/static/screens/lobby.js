// The home: for whoever has been here what they go on with, the puzzle of the day and what can be watched, then the
// games; for a stranger first the games. Nobody is asked for a name before they want to play; then a proposed one is
// taken.
/** @import { GameCard, ListedMatch, MistakeToTry, SeatedFrame, SentFrame, TodaysPuzzle } from "../../types/given" */
/** @import { Lobby } from "../../types/page" */
/** @import { App } from "../main.js" */
/** @import { PapanBoard } from "../board/papan-board.js" */
import "../board/papan-board.js";
import { stillState } from "../board/view.js";
import { Log } from "../parts/chat.js";
import { identity } from "../identity.js";
import { keepFocus } from "../parts/focus.js";
import { themed } from "../parts/picture.js";
import { filled, make, minutes, named } from "../texts.js";

/** @type {Partial<Record<ListName, number>>} */
const FIRST = { mine: 3, watched: 1 }; // so many of a list are shown at once
const FRIEND = "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 19c.6-3 3-5 6-5 2 0 4 .6 5 2M18 13v6M15 16h6";

/** @typedef {"mine" | "invitations" | "watched"} ListName */
/** @typedef {HTMLElement & { ends: number }} Left */

/** @type {ListName[]} */
const LISTS = ["mine", "invitations", "watched"];
/** @type {ListName[]} */
const LONG = ["mine", "watched"]; // those of which a part is shown
let left = { family: "", typed: "", scrolled: 0 }; // how it was when somebody left it

export class LobbyScreen {
  /** @param {App} app @param {string} key @param {string} name @param {boolean} isBack */
  constructor(app, key, name, isBack) {
    this.app = app;
    if (!isBack) left = { ...left, typed: "", scrolled: 0 };
    this.texts = app.texts;
    this.root = app.fromTemplate("lobby");
    this.log = new Log(this.part("log"), app.texts, app.acts);
    /** @type {Map<string, PapanBoard>} */
    this.boards = new Map(); // the boards of the matches that are listed
    /** @type {[item: HTMLElement, words: string][]} */
    this.tiles = [];
    /** @type {Lobby | null} */
    this.lobby = null; // the lists that are shown
    /** @type {PapanBoard | null} */
    this.puzzle = null;
    /** @type {import("../parts/finished.js").Finished | null} */
    this.finished = null;
    this.find = /** @type {HTMLInputElement} */ (this.part("find"));
    this.find.value = left.typed;
    this.showGames(app.games);
    for (const list of LONG) {
      this.all(list).addEventListener("click", () => this.expand(list, !this.isWhole(list)));
    }
    const first = app.games.find((game) => game.first);
    if (first) this.part("explain").append(this.picture(first.key));
    this.keepPlaces();
    this.part("ladder").addEventListener("click", () => app.ask("/ladder"));
    this.find.addEventListener("input", () => this.filter());
    this.part("finished").addEventListener("toggle", () => this.askFinished());
    this.part("search").addEventListener("submit", (event) => event.preventDefault());
  }

  /** @param {string} id */
  part(id) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`#${id}`));
  }

  // The list itself, and the button that shows all of it.
  /** @param {ListName} name */
  list(name) {
    return /** @type {HTMLUListElement} */ (this.part(name).querySelector("ul"));
  }

  /** @param {ListName} name */
  all(name) {
    return /** @type {HTMLElement} */ (this.part(name).querySelector(".all"));
  }

  /** @param {ListName} name */
  isWhole(name) {
    return this.all(name).getAttribute("aria-expanded") === "true";
  }

  /** @returns {HTMLDetailsElement} */
  get ended() {
    return /** @type {HTMLDetailsElement} */ (this.part("finished"));
  }

  get seen() {
    return this.log.seen;
  }

  get title() {
    return "";
  }

  shown() {
    this.timer = setInterval(() => this.tick(), 1000);
  }

  // Where somebody was who comes back to it.
  get scrolled() {
    return left.scrolled;
  }

  hidden() {
    left = { family: this.family ?? "", typed: this.find.value, scrolled: scrollY };
    clearInterval(this.timer);
  }

  // The clocks of the matches in which seconds count.
  tick() {
    for (const time of /** @type {NodeListOf<Left>} */ (this.root.querySelectorAll(".left"))) {
      time.textContent = minutes(Math.max(0, time.ends - Date.now()));
    }
  }

  // What is there until the lists come is as large as they were last.
  keepPlaces() {
    const { counted } = this.app.store;
    this.stand(identity.isKnown);
    if (!identity.isKnown) return;
    this.greet(identity.name);
    this.part("today").hidden = false;
    this.root.classList.toggle("uncounted", !counted);
    if (!counted) return;
    for (const name of LISTS) {
      const count = counted[name];
      this.part(name).hidden = !count;
      const length = Math.min(count, FIRST[name] ?? 1);
      this.list(name).replaceChildren(...Array.from({ length }, () => make("li", "coming-card")));
    }
  }

  // Whoever is new here finds the games first.
  /** @param {boolean} isKnown */
  stand(isKnown) {
    this.part("explain").hidden = isKnown;
    const [desk, seats] = [this.part("desk"), this.part("invitations")];
    const next = isKnown ? this.root.querySelector(".choosing") : this.part("finished");
    if (seats.nextElementSibling !== next) next?.before(desk, seats);
  }

  /** @param {string} [name] */
  greet(name = "") {
    const hour = new Date().getHours();
    const words = hour < 12 ? this.texts.morning : hour < 18 ? this.texts.afternoon : this.texts.evening;
    this.part("greeting").textContent = name && filled(words, { name });
    this.part("greeting").hidden = false;
  }

  know() {
    if (this.theme !== this.app.theme) this.showGames(this.app.games); // it was chosen just before
    const { person, name, isVisiting, people, lobby } = this.app.store;
    if (isVisiting) this.root.classList.remove("uncounted");
    if (person || isVisiting) {
      this.stand(Boolean(person));
      if (person) this.greet(name);
      else this.part("greeting").hidden = true;
    }
    this.ended.hidden = !person;
    if (!person) this.ended.open = false;
    this.part("people").replaceChildren(...people.flatMap((each) => [", ", named(each)]).slice(1));
    this.part("people").parentElement?.classList.toggle("nobody", !people.length);
    if (lobby && lobby !== this.lobby) this.show(lobby);
  }

  seated() {
    this.askFinished();
  }

  // They are fetched where somebody wants to see them.
  async askFinished() {
    if (!this.ended.open) return;
    const found = await import("../parts/finished.js").catch(() => this.app.missed());
    if (!found) return;
    this.finished ??= new found.Finished(this);
    this.finished.ask(0);
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    switch (frame.type) {
      case "finished":
        this.finished?.tell(frame);
        break;
      case "messages":
        if (frame.room === "#")
          this.log.tell({ ...frame, messages: frame.messages.filter((each) => !("touch" in each) || !each.touch) });
        break;
    }
  }

  /** @param {Lobby} lobby */
  show(lobby) {
    this.lobby = lobby;
    const before = this.boards;
    this.boards = new Map();
    for (const name of LISTS) {
      const part = this.part(name);
      keepFocus(part, () => {
        part.hidden = !lobby[name].length;
        this.list(name).replaceChildren(...lobby[name].map((match) => this.match(match, before, lobby.arrived)));
      });
    }
    for (const name of LONG) this.expand(name, this.isWhole(name));
    this.showMistake(lobby.mistake);
    this.showToday(lobby.today);
    this.part("ladder").hidden = !lobby.ladder;
    this.root.classList.remove("uncounted");
  }

  /** @param {ListName} name @param {boolean} isWhole */
  expand(name, isWhole) {
    const [part, all, first] = [this.part(name), this.all(name), FIRST[name] ?? 0];
    const count = this.lobby?.[name].length ?? 0;
    all.hidden = count <= first;
    all.textContent = isWhole ? this.texts.fewer : filled(this.texts.all_of_them, { count });
    all.setAttribute("aria-expanded", String(isWhole));
    part.classList.toggle("whole", isWhole);
    /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("li")).forEach(
      (item, index) => (item.hidden = !isWhole && index >= first),
    );
  }

  /** @param {MistakeToTry | null} mistake */
  showMistake(mistake) {
    const place = this.part("mistake");
    place.hidden = !mistake;
    if (!mistake) return;
    const link = make("a", "link", mistake.label);
    link.href = "/puzzles/mine";
    keepFocus(place, () => place.replaceChildren(mistake.text, " ", link));
  }

  /** @param {TodaysPuzzle | null} today */
  showToday(today) {
    this.part("today").hidden = !today;
    if (!today) return;
    const { app, texts } = this;
    const puzzle = (this.puzzle ??= make("papan-board"));
    puzzle.still = true;
    puzzle.setAttribute("aria-hidden", "true");
    puzzle.show(stillState({ ...today, code: "today", theme: app.theme }), app.build);
    const words = make("div", "words");
    const solve = make("a", "link main", texts.solve);
    solve.href = "/puzzles";
    solve.setAttribute("aria-label", `${texts.solve}: ${texts.todays_puzzle}`);
    words.append(make("h3", "", today.goal), make("p", "", today.game));
    if (today.solved) words.append(make("p", "", today.solved));
    words.append(solve);
    const card = /** @type {HTMLElement} */ (this.part("today").querySelector(".card"));
    if (card.textContent !== words.textContent || !card.contains(puzzle)) {
      keepFocus(card, () => card.replaceChildren(puzzle, words));
    }
  }

  /** @param {ListedMatch} match @param {Map<string, PapanBoard>} boards @param {number} [arrived] */
  match(match, boards, arrived) {
    const board = boards.get(match.code) ?? make("papan-board");
    this.boards.set(match.code, board);
    return matchItem(match, board, this.app, arrived);
  }

  /** @param {string} key */
  picture(key) {
    return themed((theme) => `/midgame/${this.app.build}/${theme}/${key}.webp`, this.app.theme, 240);
  }

  /** @param {GameCard[]} games */
  showGames(games) {
    this.theme = this.app.theme;
    const families = new Map([[this.texts.first_games, games.filter((game) => game.first)]]);
    for (const game of games.filter((each) => !each.first)) {
      families.set(game.family, [...(families.get(game.family) ?? []), game]);
    }
    this.tiles = [];
    this.family ??= families.has(left.family) ? left.family : this.texts.first_games;
    this.part("families").replaceChildren(...[...families.keys()].map((family) => this.tab(family)));
    this.part("games").replaceChildren(
      ...[...families].map(([family, listed]) => {
        const section = make("section");
        const list = make("ul", "games");
        list.append(...listed.map((game) => this.tile(game)));
        section.append(make("h2", "", family), list);
        section.dataset.family = family;
        return section;
      }),
    );
    this.filter();
  }

  // One family is shown at a time, so that nobody scrolls past all games.
  /** @param {string} family */
  tab(family) {
    const tab = make("button", "", family);
    tab.type = "button";
    tab.addEventListener("click", () => {
      this.family = family;
      this.find.value = "";
      this.filter();
    });
    return tab;
  }

  /** @param {GameCard} game */
  tile(game) {
    const item = make("li", "game card");
    const words = make("div", "words");
    const name = make("h3");
    const page = make("a", "", game.name);
    page.href = `/g/${game.key}`;
    name.append(page);
    words.append(name);
    if (game.easy) words.append(make("span", "easy", this.texts.easy));
    words.append(make("p", "", game.summary));
    const now = make("button", "main", this.texts.play);
    now.type = "button";
    now.setAttribute("aria-label", `${this.texts.play_now}: ${game.name}`);
    now.addEventListener("click", () => this.app.playNow(game.key));
    const buttons = make("div", "buttons");
    buttons.append(now);
    if (game.taught) {
      const learn = make("a", "link", this.texts.learn);
      learn.href = `/learn/${game.key}`;
      learn.setAttribute("aria-label", `${this.texts.learn}: ${game.name}`);
      buttons.append(learn);
    }
    const friend = make("button", "friend");
    friend.type = "button";
    friend.title = this.texts.with_friend;
    friend.setAttribute("aria-label", `${this.texts.with_friend}: ${game.name}`);
    friend.append(drawn(FRIEND), make("span", "", this.texts.with_friend));
    friend.addEventListener("click", () => this.app.choose(game.key, "friend"));
    buttons.append(friend);
    item.append(this.picture(game.key), words, buttons);
    this.tiles.push([item, plain(`${game.words} ${game.name} ${game.summary}`)]);
    return item;
  }

  // A game is found by any of its names, and by words that describe it, in whatever family.
  filter() {
    const typed = plain(this.find.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [item, words] of this.tiles) {
      item.hidden = !typed.every((word) => words.includes(word));
      found += item.hidden ? 0 : 1;
    }
    for (const section of /** @type {NodeListOf<HTMLElement>} */ (this.part("games").querySelectorAll("section"))) {
      const isEmpty = !section.querySelector("li:not([hidden])");
      section.querySelector("h2")?.toggleAttribute("hidden", !typed.length); // the tab says it
      section.hidden = typed.length ? isEmpty : section.dataset.family !== this.family;
    }
    for (const tab of this.part("families").children) {
      tab.setAttribute("aria-pressed", String(!typed.length && tab.textContent === this.family));
    }
    this.part("none").hidden = found > 0;
  }
}

/** @param {string} path */
function drawn(path) {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  icon.append(line);
  return icon;
}

/** @param {string} text */
function plain(text) {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .toLowerCase();
}

// A match in a list, with its board, as it was when it arrived.
/** @param {ListedMatch} match @param {PapanBoard} board @param {App} app */
export function matchItem(match, board, { texts, theme, build }, arrived = Date.now()) {
  const item = make("li", match.waits ? "waits" : "");
  const link = make("a", "card");
  link.href = `/m/${match.code}`;
  const words = make("span", "words");
  words.append(make("strong", "", match.game), make("span", "", match.players));
  words.append(make("span", match.waits ? "mark" : "state", match.state || (match.waits ? texts.your_turn : "")));
  if (match.left !== null) {
    const ends = arrived + match.left;
    words.append(Object.assign(make("b", "left", minutes(Math.max(0, ends - Date.now()))), { ends }));
  }
  // The board as it stands. The words say the same.
  board.still = true;
  board.setAttribute("aria-hidden", "true");
  board.show(stillState({ ...match, theme }), build);
  link.append(board, words);
  item.append(link);
  return item;
}
