// The lobby: the games with their boards, and the matches one may go on with, join or watch. Nobody is asked for a name
// before they want to play; then a proposed one is taken.
import { Connection } from "../connection.js";
import { proposedName } from "../door.js";
import { Log } from "../log.js";
import { copy, pageTexts, toast } from "../page.js";

const TRIES = 5;
const THEME = "kayu";
const element = (id) => document.getElementById(id);

class Lobby {
  constructor(texts, { build, games }) {
    this.texts = texts;
    this.build = build;
    this.seen = 0;
    this.tries = 0;
    this.wanted = []; // what is to be done once somebody sits here
    this.begun = new Set();
    this.connection = new Connection(this);
    this.log = new Log(element("log"), texts, {
      press: (message, payload, values) => this.connection.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.connection.wish({ type: "dismiss", message }),
      copy: (link, words) => copy(link, texts, words),
    });
    this.showGames(games);
    element("find").addEventListener("input", () => this.filter());
    element("search").addEventListener("submit", (event) => event.preventDefault());
    this.connection.open();
  }

  hello() { return { room: "", since: this.seen }; }

  // Whoever looks around needs no name.
  stranger() { if (this.wanted.length) this.sit(); }

  lost() { toast(this.texts.lost); }

  seated(frame) {
    this.log.me = frame.name;
    element("explain").hidden = true;
    this.connection.raw({ type: "lobby" });
    for (const wish of this.wanted.splice(0)) this.begun.add(this.connection.wish(wish));
  }

  sit() {
    this.connection.raw({ type: "sit", name: proposedName(this.texts), language: navigator.language, room: "" });
  }

  wish(wish) {
    if (this.connection.seated) {
      this.begun.add(this.connection.wish(wish));
    } else {
      this.wanted.push(wish);
      this.sit();
    }
  }

  heard(frame) {
    switch (frame.type) {
      case "refused":
        this.tries += 1;
        if (this.tries < TRIES && this.wanted.length) this.sit();
        else toast(frame.text);
        break;
      case "lobby": this.show(frame); break;
      case "people": element("people").textContent = frame.people.join(", "); break;
      case "messages": this.tell(frame); break;
      case "toast": toast(frame.text); break;
      case "done": this.done(frame); break;
    }
  }

  tell(frame) {
    if (frame.all) this.log.clear();
    for (const each of frame.messages) {
      this.seen = Math.max(this.seen, each.changed);
      if (!frame.all && (each.private || each.deleted)) this.log.show(each);
    }
  }

  done(frame) {
    if (!this.begun.delete(frame.event)) return;
    if (frame.match) location.href = `/m/${frame.match}`;
    else if (frame.text) toast(frame.text);
  }

  show(lobby) {
    const waiting = lobby.mine.filter((match) => match.waits).length;
    document.title = waiting ? `(${waiting}) Papan` : "Papan";
    for (const list of ["mine", "invitations", "watched"]) {
      element(list).hidden = !lobby[list].length;
      element(list).querySelector("ul").replaceChildren(...lobby[list].map((match) => this.match(match)));
    }
  }

  match(match) {
    const item = make("li", match.waits ? "waits" : "");
    const link = make("a", "card");
    link.href = `/m/${match.code}`;
    const words = make("span", "words");
    words.append(make("strong", "", match.game), make("span", "", match.players), make("span", "state", match.state));
    if (match.waits) words.prepend(make("span", "mark", this.texts.your_turn));
    link.append(this.picture(match.ruleset), words);
    item.append(link);
    return item;
  }

  picture(key) {
    const image = make("img");
    image.src = `/start/${this.build}/${THEME}/${key}.webp`;
    image.alt = "";
    image.loading = "lazy";
    image.width = 240;
    image.height = 240;
    return image;
  }

  showGames(games) {
    const families = new Map([[this.texts.first_games, games.filter((game) => game.first)]]);
    for (const game of games.filter((each) => !each.first)) {
      families.set(game.family, [...(families.get(game.family) ?? []), game]);
    }
    this.tiles = [];
    element("games").replaceChildren(...[...families].map(([family, listed]) => {
      const section = make("section");
      const list = make("ul", "games");
      list.append(...listed.map((game) => this.tile(game)));
      section.append(make("h2", "", family), list);
      return section;
    }));
  }

  tile(game) {
    const item = make("li", "game card");
    const words = make("div", "words");
    words.append(make("h3", "", game.name));
    if (game.easy) words.append(make("span", "easy", this.texts.easy));
    words.append(make("p", "", game.summary));
    const more = make("details");
    const others = make("div", "others");
    others.append(
      this.begins(this.texts.invite_friend, { game: game.key, opponent: "anybody", corner: true }),
      this.begins(this.texts.invite_anybody, { game: game.key, opponent: "anybody" }),
      this.begins(this.texts.both_sides, { game: game.key, opponent: "practice", corner: true }),
      this.button(this.texts.rules, { type: "say", text: `/rules ${game.key}`, reply: "" }),
    );
    more.append(make("summary", "", this.texts.more), others);
    const now = this.begins(this.texts.play_now, { game: game.key, opponent: "computer", level: "2", corner: true });
    now.className = "main";
    now.setAttribute("aria-label", `${this.texts.play_now}: ${game.name}`);
    item.append(this.picture(game.key), words, now, more);
    this.tiles.push([item, plain(`${game.words} ${game.name} ${game.summary}`)]);
    return item;
  }

  begins(label, fields) { return this.button(label, { type: "begin", ...fields }); }

  button(label, wish) {
    const button = make("button", "", label);
    button.type = "button";
    button.addEventListener("click", () => this.wish({ ...wish }));
    return button;
  }

  // A game is found by any of its names, and by words that describe it.
  filter() {
    const typed = plain(element("find").value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [item, words] of this.tiles) {
      item.hidden = !typed.every((word) => words.includes(word));
      found += item.hidden ? 0 : 1;
    }
    for (const section of element("games").children) section.hidden = !section.querySelector("li:not([hidden])");
    element("none").hidden = found > 0;
  }
}

function plain(text) { return text.normalize("NFKD").replace(/[^\p{L}\p{N}\s]/gu, "").toLowerCase(); }

function make(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

const texts = await pageTexts();
const games = await (await fetch(`/games/${encodeURIComponent(navigator.language)}`)).json();
new Lobby(texts, games);
