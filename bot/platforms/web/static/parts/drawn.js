// What is drawn of a match: its board and seats, the words and buttons beside it, and which of its parts is in front.
/** @import { LiveState } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { isSeen, keepFocus } from "./focus.js";
import { Seat } from "./seat.js";

export class Drawn {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    const { app } = screen;
    this.screen = screen;
    this.flipped = false;
    this.seats = {
      above: new Seat(screen.part("seat-above"), app.texts, app.acts.piece),
      below: new Seat(screen.part("seat-below"), app.texts, app.acts.piece),
    };
    /** @type {import("./clock.js").Clocks | null} */
    this.clocks = null;
    /** @type {import("./end.js").End | null} */
    this.end = null; // is fetched when a match has ended
    screen.board.addEventListener("measured", ({ detail }) =>
      screen.root.style.setProperty("--wide", String(detail.wide)),
    );
    for (const tab of this.tabs) tab.addEventListener("click", () => this.turnTo(tab.dataset.part ?? ""));
    screen.part("flip").addEventListener("click", () => {
      this.flipped = !this.flipped;
      this.draw();
    });
    for (const id of /** @type {const} */ (["alone", "all-again"])) {
      screen.part(id).addEventListener("click", () => this.alone());
    }
    const fits = new ResizeObserver(() => this.fit());
    for (const each of [screen.root, ...screen.root.querySelectorAll(".next > *")]) fits.observe(each);
    this.onSight = () => {
      this.markTab();
      screen.beside.read();
    };
    this.onFull = () => {
      if (!document.fullscreenElement) this.showAlone(false);
    };
  }

  shown() {
    document.addEventListener("fullscreenchange", this.onFull);
    document.addEventListener("visibilitychange", this.onSight);
    addEventListener("resize", this.onSight);
    this.onSight();
  }

  // What stood still while the screen was away.
  goOn() {
    this.clocks?.start();
    this.screen.replay.moves.show(); // a list that was taken off the page has lost where it was scrolled to
  }

  hidden() {
    document.removeEventListener("fullscreenchange", this.onFull);
    document.removeEventListener("visibilitychange", this.onSight);
    removeEventListener("resize", this.onSight);
    if (document.fullscreenElement) document.exitFullscreen?.();
    this.clocks?.stop();
    this.showAlone(false);
  }

  get tabs() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.screen.root.querySelectorAll(".parts button"));
  }

  // Where the board stands above all else, the other parts take the place of the line and the actions; beside it, the
  // moves are shown with it.
  /** @param {string} part */
  turnTo(part) {
    const { root, beside, replay } = this.screen;
    root.dataset.part = part;
    this.markTab();
    beside.read();
    if (part === "moves") replay.moves.show();
  }

  // A line that needs more than its own row takes another one as a whole: at once, as browsers count what has moved
  // before they tell of new sizes.
  fit() {
    const { screen } = this;
    const { classList } = screen.root;
    const actions = screen.part("actions");
    const isSqueezed = () =>
      actions.getClientRects().length > 0 && actions.clientHeight < parseInt(getComputedStyle(actions).maxHeight);
    const fits = () => {
      classList.remove("long", "longer");
      classList.toggle("long", isSqueezed());
      classList.toggle("longer", isSqueezed());
    };
    keepFocus(actions, fits, () => screen.part("offered"));
  }

  markTab() {
    const { part } = this.screen.root.dataset;
    const [board] = this.tabs;
    const first = this.screen.root.classList.contains("ways-on") ? "about" : "moves";
    const shown = part === "board" && !isSeen(board) ? first : part;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.part === shown));
  }

  // The side that is looked at from below.
  get bottom() {
    const { bottom } = this.screen.state;
    return this.flipped ? 1 - bottom : bottom;
  }

  // A state of the match that was just told.
  follow() {
    const { screen } = this;
    const { state } = screen;
    screen.beside.draw(state);
    screen.part("invite").hidden = !state.inviting;
    if (state.inviting) screen.fetched("invitation").catch(screen.missed);
    screen.part("link").value = screen.address("join");
    screen.part("typed-move").hidden = !state.mine.length || state.status !== "playing";
    keepFocus(screen.part("more"), () => keepFocus(screen.part("actions"), () => screen.actions.draw(state)));
    return this.draw();
  }

  // The board as it is looked at: the present one, or one that stood before, on which nothing can be touched.
  draw() {
    const { screen, bottom } = this;
    const { state, replay } = screen;
    const { past } = replay;
    const shown = past ? { ...state, steps: null, ...past, bottom } : { ...state, bottom };
    this.seats.below.draw(shown, bottom);
    this.seats.above.draw(shown, 1 - bottom);
    this.tellClocks();
    keepFocus(
      screen.root,
      () => replay.draw(),
      () => screen.part("moves"),
    );
    screen.opened.graph?.draw(replay.shownPly);
    const showing = screen.board.show(shown, screen.app.build);
    showing.then(() => {
      if (replay.isPresent) screen.board.share(state.shared);
      this.drawEnd();
    });
    return showing;
  }

  async tellClocks() {
    const { screen } = this;
    if (!screen.state.clock && !this.clocks) return;
    const found = await import("./clock.js").catch(screen.missed);
    if (found) this.clocks ??= new found.Clocks(screen);
    this.clocks?.tell(screen.state);
  }

  async drawEnd() {
    const { screen } = this;
    if (screen.state.stamp) {
      const found = await screen.app.dressed(import("./end.js")).catch(screen.missed);
      if (found) this.end ??= new found.End(screen.part("end"), screen.board);
    }
    this.end?.draw(screen.state, screen.replay.past !== null);
    const hasNext = screen.state.actions.some(({ place }) => place === "next");
    if (hasNext || screen.opened.next) screen.fetched("next").then((part) => part.draw(), screen.missed);
  }

  // The board alone, on the whole screen where the browser lets it.
  async alone() {
    const isAlone = this.screen.root.classList.contains("alone");
    if (document.fullscreenElement) await document.exitFullscreen?.();
    else if (!isAlone) await document.documentElement.requestFullscreen?.().catch(() => {});
    this.showAlone(!isAlone);
  }

  /** @param {boolean} isAlone */
  showAlone(isAlone) {
    const { root } = this.screen;
    if (root.classList.contains("alone") === isAlone) return;
    root.classList.toggle("alone", isAlone);
    document.body.classList.toggle("alone", isAlone);
    this.screen.part("all-again").hidden = !isAlone;
    this.draw();
  }
}
