// The common room, or one's own corner: what is said there, and the line in which one writes.
/** @import { Elements, MessagesFrame, EventFrame, SentFrame } from "../../types/given" */
/** @import { App } from "../main.js" */
/** @import { PapanBoard } from "../board/papan-board.js" */
import "../board/papan-board.js";
import { Log } from "../parts/chat.js";
import { Completion } from "../parts/completion.js";
import { setCurrent } from "../parts/tabs.js";
import { COMMON } from "../router.js";
import { named } from "../texts.js";

export class TalkScreen {
  /** @param {App} app @param {string} room */
  constructor(app, room) {
    this.app = app;
    this.room = room;
    this.root = app.fromTemplate("talk");
    this.asked = false;
    this.log = new Log(this.part("log"), app.texts, {
      app,
      press: (message, payload, values) => this.wish({ type: "press", message, payload, values }),
      dismiss: (message) => this.wish({ type: "dismiss", message }),
      reply: (message) => this.composer.answer(message),
      copy: app.acts.copy,
      piece: app.acts.piece,
      follow: (board, code) => this.follow(board, code),
    });
    this.composer = new Completion(
      this.root,
      {
        send: (text, reply) => this.wish({ type: "say", text, reply }),
        complete: (line) => app.connection.wish({ type: "complete", line }),
      },
      app.texts,
    );
    for (const link of this.root.querySelectorAll("[data-room]")) setCurrent(link, link.dataset.room === room);
    // Only boards in sight are kept up to date.
    /** @type {Map<PapanBoard, string>} */
    this.boards = new Map();
    this.sight = new IntersectionObserver((seen) =>
      seen.forEach(({ target, isIntersecting }) => {
        const board = /** @type {PapanBoard} */ (target);
        const code = this.boards.get(board);
        if (code === undefined) return;
        if (isIntersecting) app.matches.follow(board, code);
        else app.matches.unfollow(board, code);
      }),
    );
  }

  /** @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
  part(id) {
    return this.root.querySelector(`#${id}`);
  }

  get seen() {
    return this.log.seen;
  }

  get title() {
    return this.app.store.name;
  }

  shown() {
    if (this.app.store.isVisiting) this.app.door.open();
  }

  hidden() {
    for (const [board, code] of this.boards) this.app.matches.unfollow(board, code);
    this.sight.disconnect();
  }

  /** @param {PapanBoard} board @param {string} code */
  follow(board, code) {
    this.boards.set(board, code);
    this.sight.observe(board);
  }

  /** @param {EventFrame} wish */
  wish(wish) {
    this.asked = true;
    this.app.wish(wish);
  }

  know() {
    const { name, people } = this.app.store;
    this.log.me = name;
    this.part("people").replaceChildren(...people.flatMap((each) => [", ", named(each)]).slice(1));
  }

  seated() {
    if (this.app.store.isVisiting) this.app.door.open();
    else this.composer.invite();
  }

  /** @param {SentFrame} frame */
  heard(frame) {
    switch (frame.type) {
      case "messages":
        if (!frame.room.startsWith("#")) this.show(frame);
        break;
      case "suggestions":
        this.composer.suggest(frame.line, frame.suggestions);
        break;
      case "toast":
        this.answered();
        break;
    }
  }

  /** @param {MessagesFrame} frame */
  show(frame) {
    this.log.tell(frame);
    for (const board of this.boards.keys()) if (!board.isConnected) this.leave(board);
    this.part("empty").hidden = !this.log.isEmpty || this.room !== COMMON;
    this.answered();
  }

  /** @param {PapanBoard} board */
  leave(board) {
    this.app.matches.unfollow(board, this.boards.get(board) ?? "");
    this.sight.unobserve(board);
    this.boards.delete(board);
  }

  // What comes next after a wish is its answer, or stands beside it.
  answered() {
    if (this.asked) this.composer.invite();
    this.asked = false;
  }
}
