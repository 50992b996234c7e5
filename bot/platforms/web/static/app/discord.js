// Discord around the page, where it is opened as an activity: the few words of its protocol that say who is here. No
// script of Discord's own is loaded: https://github.com/discord/embedded-app-sdk describes them.
import { forWindow } from "./storage.js";

const KEY = "activity"; // what Discord has put into the address, which a page that is loaded again has not
const HOMES = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];
const [HANDSHAKE, FRAME] = [0, 1];
const WITHIN = 60_000; // somebody may be asked whether Papan may know who they are

function opened() {
  if (new URLSearchParams(location.search).has("frame_id")) {
    forWindow.set(KEY, location.search);
    history.replaceState(null, "", location.pathname);
  }
  return new URLSearchParams(forWindow.get(KEY) ?? "");
}

// The code by which Discord tells our server who is here; empty where it gives none.
function authorized(application, frame) {
  const ask = {
    cmd: "AUTHORIZE",
    args: {
      client_id: application,
      response_type: "code",
      scope: ["identify"],
      state: crypto.randomUUID(),
      prompt: "none",
    },
    nonce: crypto.randomUUID(),
  };
  const heard = Promise.withResolvers();
  const listen = ({ source, origin, data }) => {
    if (source !== parent || !HOMES.includes(origin) || !Array.isArray(data) || data[0] !== FRAME) return;
    const { cmd, evt, nonce, data: told } = data[1] ?? {};
    if (cmd === "DISPATCH" && evt === "READY") parent.postMessage([FRAME, ask], origin);
    else if (cmd === ask.cmd && nonce === ask.nonce) heard.resolve(evt === "ERROR" ? "" : (told?.code ?? ""));
  };
  addEventListener("message", listen);
  const hello = { v: 1, encoding: "json", client_id: application, frame_id: frame };
  // Which of them shows the page is not told everywhere; the others do not hear it.
  const [home] = location.ancestorOrigins ?? [];
  for (const each of HOMES.includes(home) ? [home] : HOMES) parent.postMessage([HANDSHAKE, hello], each);
  setTimeout(heard.resolve, WITHIN, "");
  return heard.promise.finally(() => removeEventListener("message", listen));
}

export async function launched() {
  const given = opened();
  let code = "";
  try {
    const { application } = await (await fetch("/activity")).json();
    code = await authorized(application, given.get("frame_id"));
  } catch {
    // the server says why nobody comes in so
  }
  return { data: `activity:${given.get("instance_id")}:${code}`, theme: "" };
}
