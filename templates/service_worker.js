/* The site's service worker. Pages always come from the network, and a table is never shown from a cache. Kept are only
   static files whose name holds the hash of what is in them, and for each language the page that says that there is no
   network. Each version of the program has a cache of its own, which goes when the last page of that version is gone. */

"use strict";

const KEPT = "bozu-";
const CACHE = `${KEPT}{{ build }}`;
const OFFLINE = { {% for code, path in pages.items %}"{{ code }}": "{{ path }}"{% if not forloop.last %}, {% endif %}{% endfor %} };
const FALLBACK = "{{ fallback }}";
const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.[a-z0-9]+$/;

function languageOf(address) {
  const first = new URL(address).pathname.split("/")[1];
  return Object.hasOwn(OFFLINE, first) ? first : FALLBACK;
}

/* The page comes last: where it is, what it needs is there, too. */
async function keepOfflinePage(language) {
  const cache = await caches.open(CACHE);
  const address = OFFLINE[language];
  if (await cache.match(address)) {
    return;
  }
  const page = await fetch(address, { cache: "no-cache", credentials: "omit" });
  if (!page.ok) {
    return;
  }
  const html = await page.clone().text();
  const needed = new Set(Array.from(html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g), (found) => found[1]));
  await cache.addAll([...needed].filter((path) => HASHED.test(path)));
  await cache.put(address, page);
}

async function pageFor(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(OFFLINE[languageOf(event.request.url)]);
    return kept ?? (await cache.match(OFFLINE[FALLBACK])) ?? Response.error();
  }
}

async function fileFor(event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request.url, { ignoreVary: true });
  if (kept) {
    return kept;
  }
  const answer = await fetch(event.request);
  if (answer.status === 200 && !answer.headers.get("Content-Type")?.startsWith("text/html")) {
    event.waitUntil(cache.put(event.request.url, answer.clone()));
  }
  return answer;
}

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
      const spoken = new Set(open.map((client) => languageOf(client.url)));
      await Promise.all([...(spoken.size ? spoken : [FALLBACK])].map(keepOfflinePage));
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(KEPT) && name !== CACHE) {
          await caches.delete(name);
        }
      }
      await registration.navigationPreload?.enable();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  /* Only reads. A form of a foreign page that went through here would look like one of our own. */
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/admin/")) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(pageFor(event));
    /* For a reader who has changed the language. */
    event.waitUntil(keepOfflinePage(languageOf(request.url)).catch(() => {}));
  } else if (HASHED.test(pathname)) {
    event.respondWith(fileFor(event));
  }
});
