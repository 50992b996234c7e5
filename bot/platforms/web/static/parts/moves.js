// The moves of a match as a list one can step through. Looking back loses nothing: a move of the other does not lead
// away from there, and *now* leads back.
import { make } from "../texts.js";

const LONG = 16; // letters of a move that gets a row of its own, as openings of many pieces do

export class Moves {
  // `parts` are its elements; look(ply) asks for the position after so many moves, null for the present one.
  constructor(parts, look) {
    this.parts = parts;
    this.ply = 0;
    this.last = 0;
    parts.first.addEventListener("click", () => look(0));
    parts.earlier.addEventListener("click", () => look(this.ply - 1));
    parts.later.addEventListener("click", () => look(this.ply + 1 < this.last ? this.ply + 1 : null));
    parts.now.addEventListener("click", () => look(null));
    this.look = look;
  }

  // `ply` is the position that is shown, which is the last one unless somebody looks back.
  draw(moves, ply) {
    const { list } = this.parts;
    while (list.children.length > moves.length) list.lastElementChild.remove(); // some were taken back
    [...list.children].forEach((line, index) => {
      if (line.textContent !== moves[index]) line.replaceWith(this.line(moves[index], index + 1));
    });
    list.append(
      ...moves
        .slice(list.children.length)
        .map((move, index, added) => this.line(move, moves.length - added.length + index + 1)),
    );
    this.last = moves.length;
    this.ply = ply;
    this.parts.first.disabled = ply === 0;
    this.parts.earlier.disabled = ply === 0;
    this.parts.later.disabled = ply === this.last;
    this.parts.now.hidden = ply === this.last;
    const current = list.children[ply - 1]?.firstChild;
    if (list.querySelector("[aria-current]") === (current ?? null)) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    // Within the list only: the page stays where it is.
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  line(move, ply) {
    const line = make("li", move.length > LONG ? "long" : "");
    const button = make("button", "", move);
    button.type = "button";
    button.addEventListener("click", () => this.look(ply === this.last ? null : ply));
    line.append(button);
    return line;
  }
}
