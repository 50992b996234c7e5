// The line below the board: it asks or tells one thing at a time, with at most two buttons; below that stands what was
// said last beside the board. Its height stays. Of what claims it at once the first of these has it: the question in the
// middle of a turn, an offer of the other one, what is told for a moment, a plan of one turn or of several, a hint, the
// position that is looked back at.
/** @import { ActionShown, Texts } from "../../types/given" */
/** @import { LiveState, PastState, Pressed } from "../../types/page" */
/** @import { PapanBoard } from "../board/papan-board.js" */
import { filled, make } from "../texts.js";
import { numbered } from "./replay.js";

export const PLAY_ON = "play_on"; // the kind of the button by which one goes on from an earlier position
const TOLD_FOR = 4000; // ms: then an offer is in its place again

const OWN = new Set(["undo", "withdraw_offer"]); // they answer nobody

/** @typedef {Record<"ask" | "agreed" | "offered" | "proposal" | "invited", HTMLElement>} LineParts */
/** @typedef {Pressed & Pick<ActionShown, "place"> & Partial<ActionShown>} LineAction */

export class Line {
  // `parts` are its elements; press(action) presses a button.
  /** @param {LineParts} parts @param {PapanBoard} board @param {Texts} texts @param {(action: Pressed) => void} press */
  constructor(parts, board, texts, press) {
    this.parts = parts;
    this.board = board;
    this.texts = texts;
    this.press = press;
    this.shown = "";
    this.ends = 0; // the timer of what is told for a moment
  }

  // `past` is the position that is looked at, where it is not the present one.
  /** @param {LiveState} state @param {PastState | null} past */
  draw(state, past) {
    const { ask, agreed, offered, proposal, invited } = this.parts;
    clearTimeout(this.ends);
    offered.hidden = false;
    const { proposed } = this.board;
    const isOffered = this.isOffered(state);
    const isFree = isOffered || (!past && !this.isAsking);
    const on =
      past && state.status === "over"
        ? { actions: [{ kind: PLAY_ON, place: "line", label: this.texts.play_on, choice: "" }] }
        : null;
    this.drawOffered(isFree ? state : on);
    const asked = (isFree && state.offer) || question(this.board);
    const text = past && !isOffered ? this.before(state, past) : invited.hidden ? asked : "";
    if (ask.textContent !== text) ask.textContent = text;
    const below = (state.ready?.terms ?? (isFree && state.offer ? state.result : "")) || state.talk;
    agreed.hidden = !below || Boolean(past);
    agreed.textContent = below;
    proposal.hidden = !proposed;
  }

  // Is a turn begun on the board?
  get isAsking() {
    const { at, turns, pending, proposed } = this.board;
    return proposed || (Boolean(turns) && (at.picks.length > 0 || at.aim !== null || pending !== null));
  }

  // Does an offer of the other one have the line?
  /** @param {LiveState} state */
  isOffered({ status, actions }) {
    const isAsked = actions.some(({ kind, place }) => place === "line" && !OWN.has(kind));
    return status === "playing" && isAsked && !this.isAsking;
  }

  /** @param {LiveState} state @param {PastState} past */
  before(state, { ply: shown, after: ply = shown }) {
    return ply ? filled(this.texts.before, { move: numbered(state, ply) }) : this.texts.first_position;
  }

  // The buttons of an offer are away meanwhile; again() brings them back. Where there is a why(), the words lead to it.
  /** @param {string} text @param {() => void} again @param {() => void} [why] */
  tell(text, again, why) {
    const { ask, offered } = this.parts;
    ask.replaceChildren(why ? this.question(text, why) : text);
    clearTimeout(this.ends);
    if (!offered.childElementCount) return;
    offered.hidden = true;
    this.ends = setTimeout(again, TOLD_FOR);
  }

  // The wished answer is on the right; whoever is invited answers on the board.
  /** @param {(Partial<Omit<LiveState, "actions">> & { actions: LineAction[] }) | null} state */
  drawOffered(state) {
    const { offered, invited } = this.parts;
    const ready = state?.ready?.button;
    const actions = ready ? [ready] : (state?.actions ?? []).filter(({ place }) => place === "line").reverse();
    const isInvited = state?.status === "invited" && !state.inviting && actions.length > 0;
    const shown = JSON.stringify([isInvited && state.offer, actions]);
    if (shown === this.shown) return;
    this.shown = shown;
    const buttons = actions.map((action, index) =>
      this.button(action, index === actions.length - 1 && action.style !== "plain"),
    );
    invited.hidden = !isInvited;
    invited.replaceChildren(...(isInvited ? [make("p", "", state.offer), ...buttons] : []));
    offered.replaceChildren(...(isInvited ? [] : buttons));
  }

  /** @param {string} text @param {() => void} why */
  question(text, why) {
    const button = make("button", "asked", text);
    button.type = "button";
    button.title = this.texts.why;
    button.addEventListener("click", why);
    return button;
  }

  /** @param {LineAction} action @param {boolean} isWished */
  button(action, isWished) {
    const button = make("button", isWished ? "good" : "", action.label);
    button.type = "button";
    button.addEventListener("click", () => this.press(action));
    return button;
  }
}

// The question about the next touch, in words.
/** @param {PapanBoard} board */
export function question({ state, turns, at, way, pending, proposed, texts, measures }) {
  if (!turns) return state.result || state.ask;
  if (pending || proposed || turns.isDecided(at)) return "";
  /** @param {number} point */
  const name = (point) => measures.names[point];
  if (at.chosen.length) {
    const [, , takes = []] = [...turns.next(at).values()][0];
    if (!takes.length) return state.puts[at.chosen.length];
    return filled(texts.ask_off, { number: at.chosen.length + 1, count: turns.count(at) });
  }
  if (way.length) {
    if (turns.mayEnd(at)) return texts.ask_on;
    return at.aim === null ? texts.ask_where : texts.ask_way;
  }
  if (at.aim !== null) return filled(texts.ask_goes, { point: name(at.aim) });
  if (!at.picks.length) return state.ask;
  if (!turns.mayEnd(at)) return texts.ask_piece;
  return `${texts.ask_elsewhere} ${filled(texts.ask_leave, { point: name(at.picks[at.picks.length - 1]) })}`;
}
