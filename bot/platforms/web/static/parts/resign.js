// The question before somebody gives a match up. Whoever presses Enter too soon plays on.

export class Resign {
  constructor(screen) {
    this.screen = screen;
    this.dialog = screen.part("resigning");
    this.dialog.addEventListener("close", () => this.closed());
    screen.part("resign-no").addEventListener("click", () => this.dialog.close());
    screen.part("resign-yes").addEventListener("click", () => {
      this.dialog.close();
      screen.app.press(screen.state, this.action);
    });
  }

  ask(action) {
    this.action = action;
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
