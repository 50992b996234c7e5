// The page of the web room: what is said in it, and the line in which one writes.
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { Door } from "./door.js";
import { Log } from "./log.js";
import { copy, pageTexts, toast } from "./page.js";

const element = (id) => document.getElementById(id);

class Page {
  constructor(texts) {
    this.texts = texts;
    this.room = roomOfAddress();
    this.seen = 0;
    this.asked = false;
    this.connection = new Connection(this);
    this.door = new Door(this.connection, texts, this.room);
    this.log = new Log(element("log"), texts, {
      press: (message, payload, values) => this.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.wish({ type: "dismiss", message }),
      reply: (message) => this.composer.answer(message),
      copy: (link, words) => copy(link, texts, words),
    });
    this.composer = new Composer({
      send: (text, reply) => this.wish({ type: "say", text, reply }),
      complete: (line) => this.connection.wish({ type: "complete", line }),
    }, texts);
    for (const link of document.querySelectorAll(".room")) {
      const current = link.dataset.room === this.room;
      if (current) link.setAttribute("aria-current", "page");
    }
    this.connection.open();
  }

  hello() { return { room: this.room, since: this.seen }; }

  stranger() { this.door.open(); }

  lost() { toast(this.texts.lost); }

  wish(wish) {
    this.asked = true;
    this.connection.wish(wish);
  }

  heard(message) {
    switch (message.type) {
      case "refused": this.door.refuse(message.text); break;
      case "messages": this.show(message); break;
      case "people": element("people").textContent = message.people.join(", "); break;
      case "suggestions": this.composer.suggest(message.line, message.suggestions); break;
      case "toast":
        this.door.answered();
        toast(message.text);
        this.answered();
        break;
      case "turn": this.turn(message); break;
    }
  }

  seated(message) {
    this.log.me = message.name;
    document.title = `${message.name} - Papan`;
    this.door.close();
    this.composer.invite();
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
    toast(message.text);
    document.title = `${this.texts.turn}! - Papan`;
    document.addEventListener("visibilitychange", () => { document.title = `${this.log.me} - Papan`; }, { once: true });
  }
}

function roomOfAddress() {
  if (location.search === "?corner") return "@";
  return location.pathname.match(/^\/r\/([a-z0-9-]{1,32})$/)?.[1] ?? "serambi";
}

new Page(await pageTexts());
