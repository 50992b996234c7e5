// The question before somebody gives a match up. Whoever presses Enter too soon plays on.
/** @import { Pressed } from "../../types/page" */
/** @import { MatchScreen } from "../screens/match.js" */

class Resign {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    /** @type {Pressed | null} */
    this.action = null;
    this.screen = screen;
    this.dialog = screen.part("resigning");
    this.dialog.addEventListener("close", () => this.closed());
    screen.part("resign-no").addEventListener("click", () => this.dialog.close());
    screen.part("resign-yes").addEventListener("click", () => {
      this.dialog.close();
      if (this.action) screen.app.press(screen.state, this.action);
    });
  }

  /** @param {Pressed} action */
  ask(action) {
    this.action = action;
    // What is behind a dialog is none for a screen reader, and as it comes back Chromium has it read out once more.
    this.screen.spoken.clear();
    this.dialog.showModal();
    this.screen.part("resign-no").focus();
  }

  // The button that had the focus before may be another one by now.
  closed() {
    const actions = this.screen.part("actions");
    if (document.activeElement !== document.body) return;
    actions.tabIndex = -1;
    actions.focus({ preventScroll: true });
  }
}

export { Resign as Fetched };
