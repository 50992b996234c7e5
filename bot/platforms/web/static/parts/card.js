// A message as a list item: words that somebody has said, or a card with its picture, words and buttons.
/** @import { ButtonShown, ButtonsShown, CardShown, FieldShown, FileShown, InviteShown, LinkShown, MenuShown, MomentShown, SaidShown, Texts } from "../../types/given" */
/** @import { Acts } from "../../types/page" */
/** @import { TouchedCard } from "./touched.js" */
import { inLargestUnit, make, momentTold } from "../texts.js";
import { keepInSight } from "./focus.js";

// `acts` has app, press(message, payload, values), dismiss(message), copy(link, words), piece(name), which gives a
// picture, and, where boards are shown live and moves are typed, reply(message) and follow(board, code).
export class Cards {
  /** @param {Texts} texts @param {Acts} acts */
  constructor(texts, acts) {
    this.texts = texts;
    this.acts = acts;
    this.me = "";
  }

  /** @param {SaidShown | CardShown} message @returns {HTMLElement} */
  item(message) {
    return message.kind === "said" ? this.said(message) : this.card(message);
  }

  /** @param {SaidShown} message */
  said(message) {
    const mine = message.author === this.me;
    const item = make("li", `message said${mine ? " mine" : ""}`);
    const bubble = make("div", "bubble");
    bubble.append(make("span", "author", message.author), make("span", "", message.text));
    item.append(bubble);
    return item;
  }

  /** @param {CardShown} message */
  card(message) {
    const item = make("li", `message ${message.private ? "private" : "public"}`);
    const card = make("article", "card");
    if (message.private) card.append(this.only(message));
    if (message.title) card.append(make("h2", "", message.title));
    if (message.text) card.append(words(message));
    if (message.match && this.acts.follow) card.append(this.live(message));
    else if (message.touch) card.append(touched({ ...message, touch: message.touch }, this));
    else if (message.picture) card.append(picture(message));
    if (message.code) card.append(make("pre", "", message.code));
    if (message.file) card.append(...this.file(message.file, message.text));
    /** @type {HTMLElement[]} */
    const rows = message.rows.map((row) => this.row(message, row));
    if (message.field) rows.unshift(this.field(message, message.field));
    if (message.movable) rows.push(this.replyRow(message));
    if (rows.length) {
      const controls = make("div", "controls");
      controls.setAttribute("aria-live", "off"); // what is said is in the words
      controls.append(...rows);
      card.append(controls);
    }
    item.append(card);
    return item;
  }

  /** @param {CardShown} message */
  only(message) {
    const line = make("p", "only");
    const dismiss = make("button", "small cross");
    dismiss.type = "button";
    dismiss.setAttribute("aria-label", this.texts.dismiss);
    dismiss.addEventListener("click", () => this.acts.dismiss(message.id));
    line.append(make("span", "", this.texts.private), dismiss);
    return line;
  }

  // A small board that is brought up to date, and leads to its match.
  /** @param {CardShown} message */
  live(message) {
    const link = make("a", "live");
    link.href = `/m/${message.match}`;
    link.title = this.texts.open_board;
    const board = make("papan-board");
    board.toggleAttribute("still", true);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", message.alt);
    link.append(board);
    this.acts.follow?.(board, message.match);
    return link;
  }

  // A picture of a match and a film of it are shown, the film at a press where motion is not wanted.
  /** @param {FileShown} file @param {string} text */
  file(file, text) {
    const line = make("p", "words");
    const link = make("a", "link", file.name);
    link.href = file.address ?? URL.createObjectURL(new Blob([file.text ?? ""], { type: "application/json" }));
    link.download = file.name;
    line.append(link);
    if (!file.address) return [line];
    const image = picture({ picture: file.address, alt: text, size: file.size ?? null });
    if (!file.name.endsWith(".gif") || !matchMedia("(prefers-reduced-motion: reduce)").matches) return [image, line];
    const show = make("button", "", this.texts.show_film);
    show.type = "button";
    show.addEventListener("click", () => asks.replaceWith(image));
    const asks = make("p", "words");
    asks.append(show);
    return [asks, line];
  }

  /** @param {CardShown} message */
  replyRow(message) {
    const row = make("div", "buttons");
    const reply = make("button", "small", this.texts.reply);
    reply.type = "button";
    reply.addEventListener("click", () => this.acts.reply?.(message));
    row.append(reply);
    return row;
  }

  // A text that is asked for, with what stands there so far.
  /** @param {CardShown} message @param {FieldShown} field */
  field(message, { payload, label, value, most, send }) {
    const form = make("form", "asks");
    const area = make("textarea");
    const button = make("button", "main", send);
    area.value = value;
    area.maxLength = most;
    area.rows = 3;
    area.setAttribute("aria-label", label);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.acts.press(message.id, payload, [area.value]);
    });
    form.append(area, button);
    return form;
  }

  /** @param {CardShown} message @param {MenuShown | ButtonsShown} row */
  row(message, row) {
    if (row.kind === "menu") return this.menu(message, row);
    const line = make("div", row.buttons.length === 5 && message.rows.length === 5 ? "five" : "buttons");
    line.append(...row.buttons.map((each) => this.button(message, each)));
    return line;
  }

  /** @param {CardShown} message @param {MenuShown} row */
  menu(message, row) {
    const group = make("fieldset", "choices");
    group.append(make("legend", "", row.prompt));
    for (const option of row.options) {
      const button = make("button", option.chosen ? "main" : "", option.label);
      button.type = "button";
      if (option.chosen) button.setAttribute("aria-pressed", "true");
      button.dataset.payload = `${row.payload}:${option.value}`;
      if (option.detail) button.append(make("small", "", option.detail));
      button.addEventListener("click", () => this.acts.press(message.id, row.payload, [option.value]));
      group.append(button);
    }
    return group;
  }

  /** @param {CardShown} message @param {ButtonShown | InviteShown} each */
  button(message, each) {
    const button = make("button", each.style, each.label);
    button.type = "button";
    button.disabled = each.disabled;
    if ("link" in each) {
      button.addEventListener("click", () => this.acts.copy(each.link, each.words));
      return button;
    }
    if (each.piece) button.append(this.acts.piece(each.piece));
    if (each.name) {
      button.setAttribute("aria-label", each.name);
      button.title = each.name;
    }
    button.dataset.payload = each.payload;
    button.addEventListener("click", () => this.acts.press(message.id, each.payload, []));
    return button;
  }
}

// A position that is touched in its card. What it needs is fetched only now.
/** @param {TouchedCard} message @param {Cards} cards */
function touched(message, cards) {
  const place = Object.assign(make("div", "touched"), {
    /** @param {TouchedCard} newer */
    draw: (newer) => import("./touched.js").then(({ draw }) => draw(place, newer, cards)),
    message,
  });
  place.draw(message);
  return place;
}

/** @param {Pick<CardShown, "room">} message @param {LinkShown} link */
function anchor(message, link) {
  const made = make("a", "link", link.words);
  const room = link.room.startsWith("@") ? "/talk?corner" : `/r/${link.room}`;
  made.href = `${link.room === message.room ? "" : room}#message-${link.message}`;
  return made;
}

// A moment in the reader's own zone; one that is told as in how long goes on with the time.
/** @param {MomentShown} link */
function time(link) {
  const made = make("time", "", link.words);
  made.dateTime = link.moment;
  made.dataset.style = link.style;
  made.setAttribute("aria-live", "off"); // it goes on by itself
  made.title = momentTold(link.moment, { dateStyle: "medium", timeStyle: "short" });
  tell(made);
  return made;
}

/** @param {HTMLTimeElement} element */
function tell(element) {
  const { dateTime, dataset } = element;
  if (dataset.style === "clock") {
    element.textContent = momentTold(dateTime, { timeStyle: "short" });
  } else if (dataset.style === "date") {
    element.textContent = momentTold(dateTime, { dateStyle: "long" });
  } else {
    const seconds = Math.round((new Date(dateTime).getTime() - Date.now()) / 1000);
    const told = new Intl.RelativeTimeFormat(document.documentElement.lang).format(...inLargestUnit(seconds));
    if (element.textContent !== told) element.textContent = told;
  }
}

setInterval(() => {
  /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-style=relative]")).forEach(tell);
}, 1000);

// The text, each line by itself, with the words in it that lead to boards, in this room or in another, and those that
// tell moments.
/** @param {Pick<CardShown, "text" | "links" | "room">} message */
export function words(message) {
  const told = make("p", "words");
  const links = new Set(message.links);
  for (const text of message.text.split("\n")) {
    const line = make("span");
    let rest = text;
    for (const link of links) {
      const at = rest.indexOf(link.words);
      if (at < 0) continue;
      links.delete(link);
      line.append(rest.slice(0, at), "moment" in link ? time(link) : anchor(message, link));
      rest = rest.slice(at + link.words.length);
    }
    line.append(rest);
    told.append(...(told.childElementCount ? ["\n"] : []), line);
  }
  return told;
}

// Text that stays where it is, so that screen readers tell of it: of its lines, those that are new.
/** @param {HTMLElement} told @param {HTMLElement} newer */
export function renew(told, newer) {
  if (told.textContent === newer.textContent) return;
  const lines = [...newer.children];
  while (told.childElementCount > lines.length) {
    told.lastElementChild?.remove();
    told.lastChild?.remove(); // the break before it
  }
  lines.forEach((line, index) => {
    const old = told.children[index];
    if (!old) told.append(...(index ? ["\n"] : []), line);
    else if (old.textContent !== line.textContent) old.replaceWith(line);
  });
}

/** @param {Pick<CardShown, "picture" | "alt" | "size">} message */
function picture(message) {
  const image = make("img");
  image.src = message.picture;
  image.alt = message.alt;
  // Its place is kept free before it is there, so that nothing jumps.
  if (message.size) [image.width, image.height] = message.size;
  // The log grows when a picture arrives; whoever was at its end stays there.
  image.addEventListener("load", () => {
    const item = image.closest("li");
    if (item && item === item.parentElement?.lastElementChild) keepInSight(item);
  });
  return image;
}
