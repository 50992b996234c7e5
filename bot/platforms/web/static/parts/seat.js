// A seat at a board: the piece of its side, who sits there, what they have in hand and have taken, and their clock.
/** @import { SeatTimeShown, Texts } from "../../types/given" */
/** @import { LiveState } from "../../types/page" */
import { filled, make, named, momentTold } from "../texts.js";

const MOST_TAKEN = 5; // more are one piece and their number

export class Seat {
  // `piece(name)` gives a picture.
  /** @param {HTMLElement} place @param {Texts} texts @param {(name: string) => HTMLElement} piece */
  constructor(place, texts, piece) {
    this.place = place;
    this.texts = texts;
    this.piece = piece;
    this.drawn = "";
    this.medal = make("span", "medal");
    this.who = make("span", "who");
    this.took = make("span", "took");
    this.clock = make("span", "clock");
    this.clock.setAttribute("role", "timer");
    this.clock.append(make("b"), make("small"));
    const slow = make("i", "lag", "…"); // is seen where the line is slow
    slow.title = texts.slow_line;
    slow.setAttribute("role", "img");
    slow.setAttribute("aria-label", texts.slow_line);
    this.clock.append(slow);
    this.clock.hidden = true;
    this.took.setAttribute("role", "img");
    place.replaceChildren(this.medal, this.who, " ", this.took, " ", this.clock);
  }

  /** @param {LiveState} state @param {number} side */
  draw(state, side) {
    const isToMove = state.turn === side && state.status === "playing" && !state.ready;
    this.place.classList.toggle("to-move", isToMove);
    this.place.classList.toggle("thinks", isToMove && state.levels[side] !== null);
    const [name, has] = [state.names[side] || this.texts.nobody_yet, this.has(state, side)];
    const taken = state.taken[1 - side];
    const shown = [name, has, taken, state.theme, side].join("\n");
    if (this.drawn === shown) return;
    this.drawn = shown;
    this.medal.replaceChildren(this.pieceOf(state, side));
    const who = make("b");
    who.append(state.people[side] ? named(name, state.people[side]) : name);
    this.who.replaceChildren(who, " ", make("span", "has", has));
    this.drawTaken(state, 1 - side, taken);
  }

  // Why the clock stands still, or the side, and what is in hand.
  /** @param {LiveState} state @param {number} side */
  has(state, side) {
    const hand = state.hands.filter(([letter]) => state.pieces[letter].side === side);
    const count = hand.reduce((sum, [, each]) => sum + each, 0);
    const words = [stateOf(state.clock?.sides[side]) || state.sides[side]];
    if (hand.length) words.push(filled(this.texts.in_hand, { count }));
    return words.join(" · ");
  }

  /** @param {LiveState} state @param {number} side @param {number} count */
  drawTaken(state, side, count) {
    this.took.hidden = !count;
    this.took.setAttribute("aria-label", filled(this.texts.taken, { count }));
    this.took.classList.toggle("many", count > MOST_TAKEN);
    const seen = Math.min(count, MOST_TAKEN);
    const pieces = Array.from({ length: seen }, () => this.pieceOf(state, side));
    this.took.replaceChildren(...pieces, make("i", "", `× ${count}`));
  }

  /** @param {LiveState} state @param {number} side */
  pieceOf({ ruleset, pieces }, side) {
    const letter = Object.keys(pieces).find((each) => pieces[each].side === side);
    return this.piece(`${ruleset}-lying-${letter}-1`);
  }

  // What its clock shows; null where the match has none.
  /** @param {ReturnType<typeof import("./clock.js").face> | null} shown */
  drawClock(shown) {
    this.clock.hidden = !shown;
    if (!shown) return;
    const { time, below, low, live, runs } = shown;
    const [first, second] = this.clock.children;
    if (first.textContent !== time) first.textContent = time;
    if (second.textContent !== below) second.textContent = below;
    this.clock.classList.toggle("runs", runs);
    this.clock.classList.toggle("low", low);
    this.clock.classList.toggle("slow", !live);
  }
}

// The words with their moment in the reader's own zone.
/** @param {SeatTimeShown | undefined} time */
function stateOf(time) {
  if (!time?.until) return time?.state;
  const { words, moment, style } = time.until;
  /** @type {Intl.DateTimeFormatOptions} */
  const form = style === "clock" ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" };
  return time.state.replace(words, momentTold(moment, form));
}
