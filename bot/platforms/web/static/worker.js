// The service worker: where the connection fails, a page that says so takes the place of the browser's own. It keeps no
// board and no match, which could be others by then, and stands in the way of nothing else.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const KEPT = "papan";
const PAGE = "/offline";
const FILES = ["/static/icon.svg", "/static/offline.js", "/static/style/offline.css", "/static/style/tokens.css"];

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES);
  if (!(await kept.match(PAGE))) await kept.put(PAGE, await fetch(`${PAGE}/${navigator.language}`));
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(keep());
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const instead = event.request.mode === "navigate" ? PAGE : pathname;
  if (instead !== PAGE && !FILES.includes(instead)) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(instead)) ?? Response.error()));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

// The match that was told of, in a window of this page or in a new one.
/** @param {string} path */
async function show(path) {
  const [open] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!open) return worker.clients.openWindow(path);
  await open.focus();
  return open.navigate(path);
}
