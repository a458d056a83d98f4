import { effect } from "@preact/signals";
import { startWorker } from "../push/this-device.ts";
import { session } from "../state/session.ts";

/** Lets the service worker keep this page for when there is no network, as long as somebody is logged in. */
export function keepPage(): void {
  if (!("serviceWorker" in navigator)) return;
  effect(() => {
    if (!session.value) return;
    startWorker()
      .then(({ active }) => active?.postMessage("keep"))
      .catch((error) => console.warn("Not kept:", error));
  });
}
