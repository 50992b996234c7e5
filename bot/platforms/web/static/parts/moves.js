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
    parts.first.addEventListener("click", () => this.go(0));
    parts.earlier.addEventListener("click", () => this.go(this.ply - 1));
    parts.later.addEventListener("click", () => this.go(this.ply + 1));
    parts.now.addEventListener("click", () => look(null));
    parts.slider.addEventListener("input", () => this.go(Number(parts.slider.value)));
    this.look = look;
    // In another width it has other rows.
    new ResizeObserver(() => this.show()).observe(parts.list);
  }

  // To the position after so many moves; the last one is the present one, which goes on.
  go(ply) {
    this.look(ply < this.last ? Math.max(ply, 0) : null);
  }

  // The keys of a list: a move back or on, the beginning, the present position. Gives whether it was one of them.
  key(name) {
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last }[name];
    if (to !== undefined) this.go(to);
    return to !== undefined;
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
    this.drawSlider(moves);
    const current = list.children[ply - 1]?.firstChild;
    if (list.querySelector("[aria-current]") === (current ?? null)) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    this.show();
  }

  drawSlider(moves) {
    const { slider } = this.parts;
    slider.max = this.last;
    slider.value = this.ply;
    slider.disabled = this.last === 0;
    slider.setAttribute("aria-valuetext", this.ply ? `${this.ply}. ${moves[this.ply - 1]}` : "0");
  }

  // Brings the move that is shown into sight, within the list only: the page stays where it is.
  show() {
    const { list } = this.parts;
    const current = list.children[this.ply - 1]?.firstChild;
    list.scrollTop = current ? current.offsetTop - (list.clientHeight - current.offsetHeight) / 2 : 0;
    list.scrollLeft = current ? current.offsetLeft + current.offsetWidth - list.clientWidth : 0; // where it is one row
  }

  line(move, ply) {
    const line = make("li", move.length > LONG ? "long" : "");
    const button = make("button", "", move);
    button.type = "button";
    button.addEventListener("click", () => this.go(ply));
    line.append(button);
    return line;
  }
}
