// The page of the web room: who sits in this window, and the connection to the room.
import { Composer } from "./composer.js";
import { Log } from "./log.js";

const RETRY_AFTER = 1000;
const LONGEST_RETRY = 15000;
const TOAST_FOR = 5000;
const element = (id) => document.getElementById(id);

const identity = {
  get secret() { return sessionStorage.getItem("secret"); },
  keep(secret, name) {
    sessionStorage.setItem("secret", secret);
    this.remember([...this.known(), [name, secret]]);
  },
  take(secret) { sessionStorage.setItem("secret", secret); },
  forget() {
    this.remember(this.known().filter(([, secret]) => secret !== this.secret));
    sessionStorage.removeItem("secret");
  },
  known() { return Object.entries(JSON.parse(localStorage.getItem("people") ?? "{}")); },
  remember(people) { localStorage.setItem("people", JSON.stringify(Object.fromEntries(people))); },
};

class Page {
  constructor(texts) {
    this.texts = texts;
    this.room = roomOfAddress();
    this.seen = 0;
    this.seated = false;
    this.sitting = false;
    this.asked = false;
    this.waiting = [];
    this.retry = RETRY_AFTER;
    this.log = new Log(element("log"), texts, {
      press: (message, payload, values) => this.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.wish({ type: "dismiss", message }),
      reply: (message) => this.composer.answer(message),
      copy: (link, words) => this.copy(link, words),
    });
    this.composer = new Composer({
      send: (text, reply) => this.wish({ type: "say", text, reply }),
      complete: (line) => this.wish({ type: "complete", line }),
    }, texts);
    element("sit").addEventListener("submit", (event) => this.sit(event));
    // Esc would leave a page on which nothing can be done; browsers let it be held back only once.
    element("door").addEventListener("cancel", (event) => event.preventDefault());
    element("door").addEventListener("close", () => { if (!this.seated) this.welcome(); });
    for (const link of document.querySelectorAll(".room")) {
      const current = link.dataset.room === this.room;
      if (current) link.setAttribute("aria-current", "page");
    }
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk`);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  opened() {
    this.retry = RETRY_AFTER;
    this.sitting = false;
    if (identity.secret) this.raw({ type: "hello", secret: identity.secret, room: this.room, since: this.seen });
    else this.welcome();
  }

  lost() {
    if (this.seated) this.toast(this.texts.lost);
    this.seated = false;
    setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(2 * this.retry, LONGEST_RETRY);
  }

  raw(message) { this.socket.send(JSON.stringify(message)); }

  // A wish keeps its own name until it is sent, so that a repeated one acts once.
  wish(wish) {
    wish.event = newName();
    if (wish.type !== "complete") this.asked = true;
    if (this.seated) this.raw(wish);
    else if (wish.type !== "complete") this.waiting.push(wish);
  }

  heard(message) {
    if (["stranger", "refused", "seated", "toast"].includes(message.type)) this.sitting = false;
    switch (message.type) {
      case "stranger": identity.forget(); this.welcome(); break;
      case "refused": this.refuse(message.text); break;
      case "seated": this.sitDown(message); break;
      case "messages": this.show(message); break;
      case "people": element("people").textContent = message.people.join(", "); break;
      case "suggestions": this.composer.suggest(message.line, message.suggestions); break;
      case "toast": this.toast(message.text); this.answered(); break;
      case "turn": this.turn(message); break;
    }
  }

  welcome() {
    const again = element("again");
    again.replaceChildren(...identity.known().map(([name, secret]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = this.texts.again.replace("{name}", name);
      button.addEventListener("click", () => { identity.take(secret); this.opened(); });
      return button;
    }));
    if (!element("door").open) element("door").showModal();
    element("name").focus();
  }

  sit(event) {
    event.preventDefault();
    if (this.sitting) return; // a second press would ask for a name that is now taken, by oneself
    const name = element("name").value.trim();
    const mine = identity.known().find(([known]) => known.toLowerCase() === name.toLowerCase());
    if (mine) {
      identity.take(mine[1]);
      this.opened();
    } else {
      this.sitting = true;
      this.raw({ type: "sit", name, language: navigator.language, room: this.room });
    }
  }

  refuse(text) {
    if (!element("door").open) this.welcome();
    element("refused").textContent = text;
    element("refused").hidden = false;
  }

  sitDown(message) {
    if (message.secret) identity.keep(message.secret, message.name);
    this.seated = true;
    this.log.me = message.name;
    document.title = `${message.name} - Papan`;
    if (element("door").open) element("door").close();
    this.composer.invite();
    for (const wish of this.waiting.splice(0)) this.raw(wish);
    this.joinInvitation();
  }

  // An invitation link opens the room, and there the invitation.
  joinInvitation() {
    const code = location.pathname.match(/^\/join\/([0-9A-Za-z]{4,8})$/)?.[1];
    if (!code) return;
    history.replaceState(null, "", "/");
    this.wish({ type: "say", text: `/start ${code}`, reply: "" });
  }

  show(message) {
    if (message.all) this.log.clear();
    for (const each of message.messages) {
      this.seen = Math.max(this.seen, each.changed);
      this.log.show(each);
    }
    element("empty").hidden = !this.log.isEmpty;
    this.answered();
  }

  // What comes next after a wish is its answer, or stands beside it.
  answered() {
    if (this.asked) this.composer.invite();
    this.asked = false;
  }

  turn(message) {
    this.toast(message.text);
    document.title = `${this.texts.turn}! - Papan`;
    document.addEventListener("visibilitychange", () => { document.title = `${this.log.me} - Papan`; }, { once: true });
  }

  async copy(link, words) {
    const invitation = [words, new URL(link, location.href).href].filter(Boolean).join("\n");
    // Browsers let a page copy over https and on this machine only; elsewhere the person copies it.
    if (!navigator.clipboard) return this.toast(invitation);
    await navigator.clipboard.writeText(invitation);
    this.toast(`${this.texts.copied}\n${invitation}`);
  }

  toast(text) {
    const toast = element("toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toastEnds);
    this.toastEnds = setTimeout(() => { toast.hidden = true; }, TOAST_FOR);
  }
}

// Over plain http on another name than localhost, browsers have no crypto.randomUUID.
function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function roomOfAddress() {
  if (location.search === "?corner") return "@";
  return location.pathname.match(/^\/r\/([a-z0-9-]{1,32})$/)?.[1] ?? "serambi";
}

function translate(texts) {
  document.documentElement.lang = texts.language;
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = texts[each.dataset.text];
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", texts[each.dataset.label]);
  for (const each of document.querySelectorAll("[data-placeholder]")) each.placeholder = texts[each.dataset.placeholder];
}

const response = await fetch(`/texts/${encodeURIComponent(navigator.language)}`);
const texts = await response.json();
translate(texts);
new Page(texts);
