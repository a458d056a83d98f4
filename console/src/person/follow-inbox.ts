import { follow } from "../api/live.ts";
import { MyNotificationAddedDocument } from "../api/operations.ts";
import { onReturn } from "../state/connection.ts";
import { tick } from "../state/now.ts";
import { readInbox } from "./inbox.ts";
import { onPush } from "./pushed.ts";

/** The time between two requests. The subscription reports new notifications at once, but not every change. */
const POLL_INTERVAL_MS = 30_000;

/**
 * Keeps the inbox fresh: reads it at each new notification, at each return to the page, and from time to time. Returns
 * a function that stops.
 */
export function followInbox(): () => void {
  const read = () => void readInbox();
  const readIfSeen = () => {
    // The clock may have stood still while the page was hidden.
    tick();
    if (!document.hidden) read();
  };
  read();
  const stop = follow(MyNotificationAddedDocument, {}, read, read);
  const timer = setInterval(readIfSeen, POLL_INTERVAL_MS);
  const ignoreReturn = onReturn(read);
  const ignorePushes = onPush(read);
  document.addEventListener("visibilitychange", readIfSeen);
  window.addEventListener("online", read);
  return () => {
    stop();
    clearInterval(timer);
    ignoreReturn();
    ignorePushes();
    document.removeEventListener("visibilitychange", readIfSeen);
    window.removeEventListener("online", read);
  };
}
