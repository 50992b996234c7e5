// The home: for whoever has been here what they go on with, the puzzle of the day and what can be watched, then the
// games; for a stranger first the games. Nobody is asked for a name before they want to play; then a proposed one is
// taken.
import "../board/papan-board.js";
import { stillState } from "../board/view.js";
import { Log } from "../parts/chat.js";
import { identity } from "../identity.js";
import { keepFocus } from "../parts/focus.js";
import { themed } from "../parts/picture.js";
import { filled, make, minutes, named } from "../texts.js";

const FIRST = { mine: 3, watched: 1 }; // so many of a list are shown at once
const FRIEND = "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 19c.6-3 3-5 6-5 2 0 4 .6 5 2M18 13v6M15 16h6";

let left = { family: "", typed: "", scrolled: 0 }; // how it was when somebody left it

export class LobbyScreen {
  constructor(app, key, name, isBack) {
    this.app = app;
    if (!isBack) left = { ...left, typed: "", scrolled: 0 };
    this.texts = app.texts;
    this.root = app.fromTemplate("lobby");
    this.log = new Log(this.part("log"), app.texts, app.acts);
    this.boards = new Map(); // the boards of the matches that are listed
    this.part("find").value = left.typed;
    this.showGames(app.games);
    for (const list of Object.keys(FIRST)) {
      const all = this.part(list).querySelector(".all");
      all.addEventListener("click", () => this.expand(list, all.getAttribute("aria-expanded") !== "true"));
    }
    this.part("explain").append(this.picture(app.games.find((game) => game.first).key));
    this.keepPlaces();
    this.part("find").addEventListener("input", () => this.filter());
    this.part("finished").addEventListener("toggle", () => this.askFinished());
    this.part("search").addEventListener("submit", (event) => event.preventDefault());
  }

  part(id) {
    return this.root.querySelector(`#${id}`);
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
    left = { family: this.family, typed: this.part("find").value, scrolled: scrollY };
    clearInterval(this.timer);
  }

  // The clocks of the matches in which seconds count.
  tick() {
    for (const time of this.root.querySelectorAll(".left")) {
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
    for (const [list, count] of Object.entries(counted ?? {})) {
      this.part(list).hidden = !count;
      this.part(list)
        .querySelector("ul")
        .replaceChildren(...Array.from({ length: Math.min(count, FIRST[list] ?? 1) }, () => make("li", "coming-card")));
    }
  }

  // Whoever is new here finds the games first.
  stand(isKnown) {
    this.part("explain").hidden = isKnown;
    const [desk, seats] = [this.part("desk"), this.part("invitations")];
    const next = isKnown ? this.root.querySelector(".choosing") : this.part("finished");
    if (seats.nextElementSibling !== next) next.before(desk, seats);
  }

  greet(name) {
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
    this.part("finished").hidden = !person;
    if (!person) this.part("finished").open = false;
    this.part("people").replaceChildren(...people.flatMap((each) => [", ", named(each)]).slice(1));
    this.part("people").parentElement.classList.toggle("nobody", !people.length);
    if (lobby && lobby !== this.lobby) this.show(lobby);
  }

  seated() {
    this.askFinished();
  }

  // They are fetched where somebody wants to see them.
  async askFinished() {
    if (!this.part("finished").open) return;
    const { Finished } = await import("../parts/finished.js");
    this.finished ??= new Finished(this);
    this.finished.ask(0);
  }

  heard(frame) {
    switch (frame.type) {
      case "finished":
        this.finished.tell(frame);
        break;
      case "messages":
        if (frame.room === "#") this.log.tell({ ...frame, messages: frame.messages.filter((each) => !each.touch) });
        break;
    }
  }

  show(lobby) {
    this.lobby = lobby;
    const before = this.boards;
    this.boards = new Map();
    for (const list of ["mine", "invitations", "watched"]) {
      const part = this.part(list);
      keepFocus(part, () => {
        part.hidden = !lobby[list].length;
        part
          .querySelector("ul")
          .replaceChildren(...lobby[list].map((match) => this.match(match, before, lobby.arrived)));
      });
    }
    for (const list of Object.keys(FIRST)) {
      this.expand(list, this.part(list).querySelector(".all").getAttribute("aria-expanded") === "true");
    }
    this.showToday(lobby.today);
    this.root.classList.remove("uncounted");
  }

  expand(list, isWhole) {
    const part = this.part(list);
    const count = this.lobby[list].length;
    const all = part.querySelector(".all");
    all.hidden = count <= FIRST[list];
    all.textContent = filled(this.texts.all_of_them, { count });
    all.setAttribute("aria-expanded", String(isWhole));
    part.classList.toggle("whole", isWhole);
    part.querySelectorAll("li").forEach((item, index) => (item.hidden = !isWhole && index >= FIRST[list]));
  }

  showToday(today) {
    this.part("today").hidden = !today;
    if (!today) return;
    const { app, texts } = this;
    this.puzzle ??= make("papan-board");
    this.puzzle.still = true;
    this.puzzle.setAttribute("aria-hidden", "true");
    this.puzzle.show(stillState({ ...today, code: "today", theme: app.theme }), app.build);
    const words = make("div", "words");
    const solve = make("a", "link main", texts.solve);
    solve.href = "/puzzles";
    solve.setAttribute("aria-label", `${texts.solve}: ${texts.todays_puzzle}`);
    words.append(make("h3", "", today.goal), make("p", "", today.game));
    if (today.solved) words.append(make("p", "", today.solved));
    words.append(solve);
    const card = this.part("today").querySelector(".card");
    if (card.textContent !== words.textContent || !card.contains(this.puzzle)) {
      keepFocus(card, () => card.replaceChildren(this.puzzle, words));
    }
  }

  match(match, boards, arrived) {
    const board = boards.get(match.code) ?? make("papan-board");
    this.boards.set(match.code, board);
    return matchItem(match, board, this.app, arrived);
  }

  picture(key) {
    return themed((theme) => `/midgame/${this.app.build}/${theme}/${key}.webp`, this.app.theme, 240);
  }

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
  tab(family) {
    const tab = make("button", "", family);
    tab.type = "button";
    tab.addEventListener("click", () => {
      this.family = family;
      this.part("find").value = "";
      this.filter();
    });
    return tab;
  }

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
    const typed = plain(this.part("find").value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [item, words] of this.tiles) {
      item.hidden = !typed.every((word) => words.includes(word));
      found += item.hidden ? 0 : 1;
    }
    for (const section of this.part("games").children) {
      const isEmpty = !section.querySelector("li:not([hidden])");
      section.querySelector("h2").hidden = !typed.length; // the tab says it
      section.hidden = typed.length ? isEmpty : section.dataset.family !== this.family;
    }
    for (const tab of this.part("families").children) {
      tab.setAttribute("aria-pressed", String(!typed.length && tab.textContent === this.family));
    }
    this.part("none").hidden = found > 0;
  }
}

function drawn(path) {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  icon.append(line);
  return icon;
}

function plain(text) {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .toLowerCase();
}

// A match in a list, with its board, as it was when it arrived.
export function matchItem(match, board, { texts, theme, build }, arrived = Date.now()) {
  const item = make("li", match.waits ? "waits" : "");
  const link = make("a", "card");
  link.href = `/m/${match.code}`;
  const words = make("span", "words");
  words.append(make("strong", "", match.game), make("span", "", match.players), make("span", "state", match.state));
  if (match.waits) {
    words.prepend(make("span", "mark", texts.your_turn));
    words.lastChild.classList.toggle("same", match.state.toLowerCase() === texts.your_turn.toLowerCase());
  }
  if (match.left !== null) {
    const ends = arrived + match.left;
    const time = make("b", "left", minutes(Math.max(0, ends - Date.now())));
    time.ends = ends;
    words.append(time);
  }
  // The board as it stands. The words say the same.
  board.still = true;
  board.setAttribute("aria-hidden", "true");
  board.show(stillState({ ...match, theme }), build);
  link.append(board, words);
  item.append(link);
  return item;
}
