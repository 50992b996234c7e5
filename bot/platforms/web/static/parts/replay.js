// Which position of a match is looked at: the present one, one that stood before, or one that is planned.
import { Moves } from "./moves.js";

export class Replay {
  // `parts` are the elements of the moves; fetch() asks for all positions and gives whether it could; changed() draws.
  constructor(parts, { fetch, changed }) {
    this.acts = { fetch, changed };
    this.moves = new Moves(parts, (ply) => this.look(ply));
    this.state = null;
    this.past = null; // the position that is looked at, where it is not the present one
    this.wanted = null; // after so many moves
    this.positions = []; // all of the match, once somebody has looked back
    this.isAsked = false;
  }

  get shownPly() {
    return this.past?.ply ?? this.state.ply;
  }

  // The match as it stands now. Looking back loses nothing by a move, but by one that is taken back.
  follow(state) {
    if (state.ply !== this.state?.ply) this.positions = [];
    this.state = state;
    if (this.past && state.ply < this.past.ply) this.show(null);
  }

  // To the position after so many moves; null for the present one, which goes on.
  look(ply) {
    this.wanted = ply;
    if (!this.state) return;
    const position = this.positions[ply];
    if (ply === null) this.show(null);
    else if (position) this.show({ ...position, ply });
    else this.await(ply);
    this.acts.changed();
  }

  // The steps of a key that is held meanwhile are counted on from there.
  await(ply) {
    this.moves.ply = ply;
    this.isAsked ||= this.acts.fetch();
  }

  show(position) {
    this.wanted = null;
    this.past = position;
  }

  got({ positions }) {
    this.isAsked = false;
    if (positions.length === this.state?.ply + 1) this.positions = positions; // else the match has gone on since
    if (this.wanted !== null) this.look(this.wanted < this.state.ply ? this.wanted : null);
  }

  // The connection is back: what was asked over the last one is not answered.
  again() {
    this.isAsked = false;
    if (this.wanted !== null) this.look(this.wanted);
  }

  draw() {
    this.moves.draw(this.state, this.wanted ?? this.shownPly);
  }
}
