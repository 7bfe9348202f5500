/*
 * Service worker that caches one version of Asedio on the device, so that it opens offline. `make
 * site` puts it at the root of the bundle and fills in BUILD.
 *   Installing caches all files of a version or none, and checks each against its hash.
 *   A version in use stays until the player presses "update" (static/offline.js).
 *   It shows the page's notifications, because browsers of phones let only a worker do that.
 * Several copies of Asedio may be on one domain, in different folders: each has its own caches.
 */

/**
 * `later`: files that are cached on their first request; `scripts`: what this one uses.
 * @type {Record<"files" | "later", [path: string, integrity: string][]> & {version: string, scripts: string[]}}
 */
const BUILD = null; // replaced by the build

const SCOPE = new URL("./", self.location.href);
self.importScripts(...BUILD.scripts);
const PREFIX = `asedio:${SCOPE.pathname}:`;
const CACHE = PREFIX + BUILD.version;
const AT_ONCE = 6;
const RELOAD_MS = 100;
const MOST_RELOADS = 20;
// Cached unpacked and with their types: so the browser may store the compiled code beside them.
const UNPACKED = [
  [/\.wasm\.bin$/, "application/wasm", self.asedioUnzstd],
  [/\.js\.bin$/, "text/javascript", (file) => file.pipeThrough(new DecompressionStream("gzip"))],
];
let leaving = 0; // how many more times a page is answered with an empty one

/** Return the response to cache: that of the server, or what the file contains. */
function unpacked(path, response) {
  const [, type, content] = UNPACKED.find(([name]) => name.test(path)) ?? [];
  if (type === undefined || !self.DecompressionStream) return response;
  return new Response(content(response.body), { headers: { "content-type": type } });
}

async function fill(cache) {
  const waiting = [...BUILD.files];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [path, integrity] = next;
      const address = new URL(path, SCOPE);
      const response = await fetch(address, { integrity, cache: "no-cache" });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(address, unpacked(path, response));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function install() {
  await caches.delete(CACHE);
  try {
    await fill(await caches.open(CACHE));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

/** Return the cache key of a request; null if it is not for this site. */
function keyOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE.href)) return null;
  url.search = "";
  url.hash = "";
  return url.href === SCOPE.href ? new URL("index.html", SCOPE).href : url.href;
}

const LATER = new Map(BUILD.later.map(([path, integrity]) => [new URL(path, SCOPE).href, integrity]));

async function answer(request, key) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  // Leaving the page aborts the request; that is no error of this script.
  if (kept !== undefined) return kept;
  if (!LATER.has(key)) return fetch(request).catch(() => Response.error());
  const later = { integrity: LATER.get(key), cache: "no-cache" };
  const response = await fetch(key, later).catch(() => Response.error());
  if (response.ok) await cache.put(key, response.clone());
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
/** Delete old caches and serve open pages from this version without a reload. */
async function takeOver() {
  await forgetOthers();
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data }) => {
  if (data === "asedio:update") self.skipWaiting();
  if (data === "asedio:leave") leaving = MOST_RELOADS;
});

/** Return an empty page that loads itself again: by then the next version may be active. */
function emptyPage() {
  leaving -= 1;
  const html = `<!doctype html><script>setTimeout(() => location.reload(), ${RELOAD_MS})</script>`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}

self.addEventListener("fetch", (event) => {
  const key = keyOf(event.request);
  if (key === null) return;
  const empty = event.request.mode === "navigate" && leaving > 0 && self.registration.waiting;
  event.respondWith(empty ? emptyPage() : answer(event.request, key));
});

/** Show the table of a pressed notification (ui/browser/alerts.py): its tab, or a new one. */
async function showTable(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data));
});
