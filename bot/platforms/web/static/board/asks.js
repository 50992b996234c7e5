// The question about the next touch, in words.
/** @import { PapanBoard } from "./papan-board.js" */
import { filled } from "../texts.js";

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
