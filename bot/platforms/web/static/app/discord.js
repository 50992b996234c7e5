// Discord around the page, where it is opened as an activity: the few words of its protocol that say who is here. No
// script of Discord's own is loaded: https://github.com/discord/embedded-app-sdk describes them.
import { forWindow } from "./storage.js";

const KEY = "activity"; // what Discord has put into the address, which a page that is loaded again has not
const HOMES = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];
const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
const NORMAL = 1000; // how a page ends that nothing has happened to
const WITHIN = 60_000; // somebody may be asked whether Papan may know who they are

function opened() {
  if (new URLSearchParams(location.search).has("frame_id")) {
    forWindow.set(KEY, location.search);
    history.replaceState(null, "", location.pathname);
  }
  return new URLSearchParams(forWindow.get(KEY) ?? "");
}

/** @typedef {{ cmd?: string, evt?: string, nonce?: string, data?: { code?: string } }} Told */
/** @type {string | null} */
let instance = null;
let application = "";
let home = ""; // the activity, the bot's application, and the address that shows the page

// The next of Discord's words that `isMeant` says is waited for, with the address it comes from; nothing where it is late.
/** @param {(told: Told) => boolean} isMeant @returns {Promise<(Told & { origin: string }) | undefined>} */
function heard(isMeant) {
  const listening = new AbortController();
  /** @type {Promise<(Told & { origin: string }) | undefined>} */
  const answer = new Promise((resolve) => {
    addEventListener(
      "message",
      ({ source, origin, data }) => {
        if (source !== parent || !HOMES.includes(origin) || !Array.isArray(data) || data[0] !== FRAME) return;
        const told = data[1] ?? {};
        if (isMeant(told)) resolve({ ...told, origin });
      },
      listening,
    );
    setTimeout(() => resolve(undefined), WITHIN);
  });
  return answer.finally(() => listening.abort());
}

/** @param {string | null} frame */
async function greet(frame) {
  const answer = heard(({ cmd, evt }) => cmd === "DISPATCH" && evt === "READY");
  const hello = { v: 1, encoding: "json", client_id: application, frame_id: frame };
  // Which of them shows the page is not told everywhere; the others do not hear it.
  const [known] = location.ancestorOrigins ?? [];
  for (const each of HOMES.includes(known) ? [known] : HOMES) parent.postMessage([HANDSHAKE, hello], each);
  home = (await answer)?.origin ?? "";
}

// A code by which Discord tells our server who is here, once; it gives as many as are asked for.
export async function authorized() {
  let code = "";
  if (home) {
    const nonce = crypto.randomUUID();
    const args = {
      client_id: application,
      response_type: "code",
      scope: ["identify"],
      state: crypto.randomUUID(),
      prompt: "none",
    };
    const answer = heard((told) => told.cmd === "AUTHORIZE" && told.nonce === nonce);
    parent.postMessage([FRAME, { cmd: "AUTHORIZE", args, nonce }], home);
    const told = await answer;
    if (told?.evt !== "ERROR") code = told?.data?.code ?? "";
  }
  return `activity:${instance}:${code}`;
}

export function close() {
  const told = { code: NORMAL, message: "", nonce: crypto.randomUUID() };
  for (const each of home ? [home] : HOMES) parent.postMessage([CLOSE, told], each);
}

export async function launched() {
  const given = opened();
  instance = given.get("instance_id");
  try {
    ({ application } = await (await fetch("/activity")).json());
    await greet(given.get("frame_id"));
  } catch {
    // the server says why nobody comes in so
  }
  return { data: await authorized(), theme: "" };
}
