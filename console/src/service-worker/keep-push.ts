import { keepPush } from "../person/pushed.ts";

declare const self: ServiceWorkerGlobalScope;

// Keeps each push, because there may be no network when it is opened.
self.addEventListener("push", (event) => {
  if (!event.data) return;
  const work = async (push: Parameters<typeof keepPush>[0]) => {
    // A general sentence says nothing to keep.
    if (push.data.level) await keepPush(push);
    // An open page reads what is new, also if its live connection is lost.
    for (const client of await self.clients.matchAll()) client.postMessage("pushed");
  };
  event.waitUntil(work(event.data.json()));
});
