// Tells the server of an error of a script, so that an operator learns of it: what kind, in which file, and where. What
// the error says is not sent: there may be names in it, or what somebody has typed.
const MOST = 3; // of a page until it is loaded anew
const PLACE = /\/static\/[0-9a-f]+\/([\w./-]+\.js)[^:]*:(\d+)/;
/** @type {Set<string>} */
const told = new Set();

/** @param {ErrorEvent | PromiseRejectionEvent} event */
export function report(event) {
  const [error, at] = "reason" in event ? [event.reason, ""] : [event.error, `${event.filename}:${event.lineno}`];
  const [, file, line] = PLACE.exec(String(error?.stack ?? "")) ?? PLACE.exec(at) ?? [];
  if (!file) return; // of a script that is not ours, as an extension of the browser has
  const fault = JSON.stringify({ kind: event.type, file, line: Number(line) });
  if (told.has(fault) || told.size >= MOST) return;
  told.add(fault);
  navigator.sendBeacon("/fault", fault);
}
