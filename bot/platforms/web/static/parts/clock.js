// The clocks of a match, which go on between two tellings of the server: what stands at the seats, and when it changes.
/** @import { ClockShown, Texts } from "../../types/given" */
/** @import { LiveState } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */
import { filled, inLargestUnit, minutes } from "../texts.js";

const LOW = 10_000; // ms: from there on tenths are counted; where it is all that is left, in red
const WARNED_AT = [10_000, 30_000]; // ms of all the time of whoever sits here: they are told, for those who hear the page
const MINUTE = 60_000;

// What a side has `gone` ms after its clock was told.
/** @param {ClockShown} clock @param {number} side @param {number} gone */
function leftOf({ sides, runs }, side, gone) {
  const { move, bank } = sides[side];
  if (runs !== side) return { move, bank };
  return { move: Math.max(move - gone, 0), bank: Math.max(bank - Math.max(gone - move, 0), 0) };
}

/** @param {number} time */
function digits(time) {
  return time < LOW ? `${minutes(time)}.${Math.floor(time / 100) % 10}` : minutes(time);
}

/** @param {number} time */
function duration(time) {
  const [count, unit] = inLargestUnit(Math.max(time, MINUTE) / 1000);
  const unitDisplay = unit === "minute" ? "short" : "long"; // the long word has no room
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay }).format(count);
}

// What stands at a seat: the time for the move and the bank below it, or the bank alone where it is in use.
/** @param {ClockShown} clock @param {number} side @param {number} gone @param {Texts} texts */
export function face(clock, side, gone, texts) {
  const { live, runs } = clock;
  const { move, bank } = leftOf(clock, side, gone);
  const first = move || bank;
  const then = live
    ? filled(texts.clock_bank, { time: minutes(bank) })
    : filled(texts.clock_then, { time: duration(bank) });
  return {
    time: live ? digits(first) : duration(first),
    below: move ? then : texts.clock_in_bank,
    low: live && runs === side && move + bank < LOW,
    live,
    runs: runs === side,
  };
}

// How long what stands at the seats stays true; null where it does not change by itself.
/** @param {ClockShown} clock @param {number} gone */
function wait(clock, gone) {
  if (clock.runs === null) return null;
  if (!clock.live) return MINUTE;
  const { move, bank } = leftOf(clock, clock.runs, gone);
  const first = move || bank;
  if (!first) return null;
  return (first % (first < LOW ? 100 : 1000)) + 1;
}

// They are fetched with the first match that has any.
export class Clocks {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.texts = screen.texts;
    /** @type {LiveState | null} */
    this.state = null;
    this.isShown = false;
    this.isLow = false;
    /** @type {number | null} */
    this.all = null; // ms that whoever sits here had at the last look at their running clock
    /** @type {Promise<WakeLockSentinel | null> | null} */
    this.awake = null; // what keeps the device awake, while it does
    this.again = () => this.tick();
    if (screen.root.isConnected) this.start();
  }

  // It goes on from here while its board is shown.
  start() {
    this.isShown = true;
    document.addEventListener("visibilitychange", this.again);
    this.tick();
  }

  stop() {
    this.isShown = false;
    document.removeEventListener("visibilitychange", this.again);
    clearTimeout(this.timer);
    this.keepAwake(false);
  }

  // A device that falls asleep would leave its player alone with a clock that runs. Not every one can be kept awake.
  /** @param {boolean} isWanted */
  keepAwake(isWanted) {
    if (isWanted === (this.awake !== null)) return;
    this.awake?.then((lock) => lock?.release());
    this.awake = isWanted ? Promise.resolve(navigator.wakeLock?.request("screen") ?? null).catch(() => null) : null;
  }

  /** @param {LiveState} state */
  tell(state) {
    this.state = state;
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    if (!this.state || !this.isShown) return;
    const { clock, arrived, mine } = this.state;
    // Browsers end it where the page is hidden.
    this.keepAwake(!document.hidden && mine.length > 0 && Boolean(clock?.live) && clock?.runs !== null);
    const gone = performance.now() - arrived;
    this.draw(clock, gone);
    this.warn(this.state, gone);
    const next = clock && !document.hidden ? wait(clock, gone) : null;
    if (next !== null) this.timer = setTimeout(this.again, next);
  }

  // What stands at the seats, `gone` ms after it was told.
  /** @param {ClockShown | null} clock @param {number} gone */
  draw(clock, gone) {
    const { seats, bottom } = this.screen.drawn;
    const shown = (/** @type {number} */ side) => clock && face(clock, side, gone, this.texts);
    seats.below.drawClock(shown(bottom));
    seats.above.drawClock(shown(1 - bottom));
  }

  // For those who hear the page.
  /** @param {string} text */
  say(text) {
    this.screen.part("time-left").textContent = text;
  }

  /** @param {LiveState} state @param {number} gone */
  warn({ clock, mine }, gone) {
    if (!clock?.live || clock.runs === null || !mine.includes(clock.runs)) {
      if (this.all !== null) this.say("");
      this.isLow = false;
      this.all = null;
      return;
    }
    const { low } = face(clock, clock.runs, gone, this.texts);
    if (low && !this.isLow) this.screen.hand.sound("low");
    this.isLow = low;
    const { move, bank } = leftOf(clock, clock.runs, gone);
    const all = move + bank;
    const passed = WARNED_AT.find((each) => (this.all ?? 0) > each && all <= each);
    if (passed) this.say(filled(this.texts.seconds_left, { count: passed / 1000 }));
    this.all = all;
  }
}
