// Which position of a match is looked at: the present one, one that stood before, or one that is planned.
/** @import { PastFrame, PastPosition } from "../../types/given" */
/** @import { LiveState, PastState } from "../../types/page" */
/** @import { MovesParts } from "./moves.js" */
import { Moves } from "./moves.js";

export class Replay {
  // `parts` are the elements of the moves; fetch() asks for all positions and gives whether it could; changed() draws.
  /** @param {MovesParts} parts @param {{ fetch: () => boolean, changed: () => void }} acts */
  constructor(parts, { fetch, changed }) {
    this.acts = { fetch, changed };
    this.moves = new Moves(parts, (ply) => this.look(ply));
    /** @type {LiveState | null} */
    this.state = null;
    /** @type {PastState | null} */
    this.past = null; // the position that is looked at, where it is not the present one
    /** @type {number | null} */
    this.wanted = null; // after so many moves
    /** @type {PastPosition[]} */
    this.positions = []; // all of the match, once somebody has looked back
    this.isAsked = false;
  }

  get shownPly() {
    return this.past?.after ?? this.past?.ply ?? this.state?.ply ?? 0;
  }

  // The match as it stands now. Looking back loses nothing by a move, but by one that is taken back.
  /** @param {LiveState} state */
  follow(state) {
    if (state.ply !== this.state?.ply) this.positions = [];
    this.state = state;
    if (this.past && state.ply < this.shownPly) this.show(null);
  }

  // To the position after so many moves; null for the present one, which goes on.
  /** @param {number | null} ply */
  look(ply) {
    this.wanted = ply;
    if (!this.state) return;
    if (ply === null) this.show(null);
    else if (this.positions[ply]) this.show({ ...this.positions[ply], ply });
    else this.await(ply);
    this.acts.changed();
  }

  // The steps of a key that is held meanwhile are counted on from there.
  /** @param {number} ply */
  await(ply) {
    this.moves.ply = ply;
    this.isAsked ||= this.acts.fetch();
  }

  /** @param {PastState | null} position */
  show(position) {
    this.wanted = null;
    this.past = position;
  }

  /** @param {PastFrame} frame */
  got({ positions }) {
    const last = this.state?.ply ?? 0;
    this.isAsked = false;
    if (positions.length === last + 1) this.positions = positions; // else the match has gone on since
    if (this.wanted !== null) this.look(this.wanted < last ? this.wanted : null);
  }

  // The connection is back: what was asked over the last one is not answered.
  again() {
    this.isAsked = false;
    if (this.wanted !== null) this.look(this.wanted);
  }

  draw() {
    if (this.state) this.moves.draw(this.state, this.wanted ?? this.shownPly);
  }
}
