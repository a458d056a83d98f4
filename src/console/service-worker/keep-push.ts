import { keepPush } from "../person/pushed.ts";

declare const self: ServiceWorkerGlobalScope;

// A push says what to do although there may be no network when it is opened.
self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(keepPush(event.data.json()));
});
