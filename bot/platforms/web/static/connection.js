// The connection to the server, and who sits in this window.

const RETRY_AFTER = 1000;
const LONGEST_RETRY = 15000;
const ACKNOWLEDGED = ["turn", "wish", "begin"];

export const identity = {
  get secret() { return sessionStorage.getItem("secret"); },
  keep(secret, name) {
    sessionStorage.setItem("secret", secret);
    this.remember([...this.known(), [name, secret]]);
  },
  take(secret) { sessionStorage.setItem("secret", secret); },
  forget() {
    this.remember(this.known().filter(([, secret]) => secret !== this.secret));
    sessionStorage.removeItem("secret");
  },
  known() { return Object.entries(JSON.parse(localStorage.getItem("people") ?? "{}")); },
  remember(people) { localStorage.setItem("people", JSON.stringify(Object.fromEntries(people))); },
};

// `page` has hello() (the frame with which somebody comes back), stranger(), seated(frame), heard(frame) and lost().
export class Connection {
  constructor(page) {
    this.page = page;
    this.seated = false;
    this.waiting = [];
    this.sent = new Map(); // turns and wishes that are not acknowledged yet
    this.retry = RETRY_AFTER;
  }

  open() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket.addEventListener("open", () => {
      this.retry = RETRY_AFTER;
      this.greet();
    });
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  greet() {
    if (identity.secret) this.raw({ ...this.page.hello(), type: "hello", secret: identity.secret });
    else this.page.stranger();
  }

  lost() {
    if (this.seated) this.page.lost();
    this.seated = false;
    setTimeout(() => this.open(), this.retry);
    this.retry = Math.min(2 * this.retry, LONGEST_RETRY);
  }

  raw(frame) { this.socket.send(JSON.stringify(frame)); }

  // A wish keeps its own name until it is sent, so that a repeated one acts once. Suggestions are not waited for.
  wish(wish) {
    wish.event = newName();
    if (ACKNOWLEDGED.includes(wish.type)) this.sent.set(wish.event, wish);
    if (this.seated) this.raw(wish);
    else if (wish.type !== "complete" && !this.sent.has(wish.event)) this.waiting.push(wish);
    return wish.event;
  }

  heard(frame) {
    switch (frame.type) {
      case "stranger":
        identity.forget();
        this.seated = false;
        this.page.stranger();
        break;
      case "seated":
        if (frame.secret) identity.keep(frame.secret, frame.name);
        this.seated = true;
        this.page.seated(frame);
        for (const wish of [...this.waiting.splice(0), ...this.sent.values()]) this.raw(wish);
        break;
      case "done":
        this.sent.delete(frame.event);
        this.page.heard(frame);
        break;
      default:
        this.page.heard(frame);
    }
  }
}

// Over plain http on another name than localhost, browsers have no crypto.randomUUID.
function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
