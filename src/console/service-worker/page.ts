import { PREFIX } from "../person/caches.ts";

declare const self: ServiceWorkerGlobalScope;
/** The files of the page, relative to its folder. The build lists them. */
declare const PAGE_FILES: readonly string[];
/** Changes with the files. */
declare const PAGE_VERSION: string;

const CACHE = `${PREFIX}page-${PAGE_VERSION}`;
const ADDRESSES = new Set(PAGE_FILES.map((file) => new URL(file, self.registration.scope).href));

/** Keeps the files that are not kept yet. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...ADDRESSES].filter((address) => !known.has(address));
  // Not the copies of the browser, which may be older than this worker.
  await cache.addAll(missing.map((address) => new Request(address, { cache: "no-cache" })));
}

async function forgetOldPages(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${PREFIX}page-`) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

// A page says so when it has loaded with a login. Until then the files of the one before it may still be needed.
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepPage().then(forgetOldPages));
});

/** The page and its files come from the cache first: they open at once, whatever the network does. */
async function answer(request: Request, address: string): Promise<Response> {
  return (
    (await caches.match(address, { cacheName: CACHE })) ??
    (await caches.match(address)) ??
    (await fetch(request))
  );
}

// Everything else goes to the network as if there were no worker: the API, the console, GraphiQL, /join and /positions.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  if (request.method !== "GET" || !ADDRESSES.has(address.href)) return;
  event.respondWith(answer(request, address.href));
});
