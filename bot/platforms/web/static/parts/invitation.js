// An invitation on its board: the address as squares for the camera of a friend, and the device's own way to pass it on.
/** @import { QrSentFrame } from "../../types/given" */
/** @import { MatchScreen } from "../screens/match.js" */
import { filled, make } from "../texts.js";
import { share } from "./end.js";
import { qrPicture } from "./qr.js";

class Invitation {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    const { app, texts } = screen;
    this.screen = screen;
    this.address = screen.address("join");
    this.picture = make("div", "qr");
    this.picture.hidden = true;
    screen.part("invite").prepend(this.picture);
    if ("share" in navigator) {
      const button = make("button", "", texts.share_link);
      button.type = "button";
      button.addEventListener("click", () => share(this.address, screen.state.title, texts));
      const [row, copies] = [make("div", "buttons"), screen.part("copy-link")];
      copies.before(row);
      row.append(button, copies);
    }
    app.connection.raw({ type: "qr", address: this.address });
  }

  /** @param {QrSentFrame} frame */
  tell(frame) {
    if (frame.address !== this.address) return;
    const [, , host, ...path] = this.address.split("/");
    const label = filled(this.screen.texts.device_qr, { address: [host, ...path].join("/") });
    this.picture.replaceChildren(qrPicture(frame, label));
    this.picture.hidden = false;
  }
}

export { Invitation as Fetched };
