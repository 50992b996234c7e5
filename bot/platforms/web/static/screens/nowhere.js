// The screen of an address at which there is nothing: it says so, and leads to the games.
/** @import { App } from "../main.js" */
export class NowhereScreen {
  /** @param {App} app */
  constructor(app) {
    this.root = app.fromTemplate("nowhere");
    this.title = app.texts.nowhere;
  }

  shown() {}

  hidden() {}

  seated() {}

  heard() {}
}
