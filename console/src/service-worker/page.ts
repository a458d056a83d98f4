import { CACHE_PREFIX } from "../person/caches.ts";

declare const self: ServiceWorkerGlobalScope;
/** The files of the page, relative to its folder. The build lists them. */
declare const PAGE_FILES: readonly string[];
/** The version of these files. It changes with their content. */
declare const PAGE_VERSION: string;

const CACHE = `${CACHE_PREFIX}page-${PAGE_VERSION}`;
const ADDRESSES = new Set(PAGE_FILES.map((file) => new URL(file, self.registration.scope).href));

/** Keeps the files that are not kept yet. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...ADDRESSES].filter((address) => !known.has(address));
  // Checks the browser's own copies with the host, because they may be older than this worker.
  await cache.addAll(missing.map((address) => new Request(address, { cache: "no-cache" })));
}

async function forgetOldPages(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${CACHE_PREFIX}page-`) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

// A page sends this once it has loaded with a login. Until then the previous version's files may still be needed.
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepPage().then(forgetOldPages));
});

/** The page and its files come from the cache first, so that they open at once even on a bad network. */
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
